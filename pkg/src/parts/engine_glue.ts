/** The functions of the engine's glue that the facade uses; the bundler drops the rest. */
export { __wbg_reset_state as reset, answer, default, delay, finish, pause, request, unanswered } from "./glue.js";
