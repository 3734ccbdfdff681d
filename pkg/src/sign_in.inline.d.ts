/** The bytes of the sign-in, deflated and in base64. Made by the build. */
declare const bytes: string;
export default bytes;
