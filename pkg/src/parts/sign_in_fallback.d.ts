/** The sign-in part as plain JavaScript, with the same glue. Made by the build. */

export * from "./sign_in_glue.js";
export { default } from "./sign_in_glue.js";
