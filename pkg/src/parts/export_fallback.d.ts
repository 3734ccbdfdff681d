/** The engine of exports and summaries as plain JavaScript, with the same glue. Made by the build. */

export * from "./export_glue.js";
export { default } from "./export_glue.js";
