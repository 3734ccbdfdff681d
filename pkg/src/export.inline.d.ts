/** The bytes of the export's table, deflated and in base64. Made by the build. */
declare const bytes: string;
export default bytes;
