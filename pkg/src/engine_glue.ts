/** Of the engine's glue what the facade uses: the rest does not reach the page. */
export { __wbg_reset_state as reset, answer, default, delay, finish, pause, request, unanswered } from "./glue.js";
