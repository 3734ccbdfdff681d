/** The engine as plain JavaScript, with the same glue. Made by the build. */

export * from "./engine_glue.js";
export { default } from "./engine_glue.js";
