/** The engine of results: its bytes, deflated and in base64. Made by the build. */
declare const bytes: string;
export default bytes;
