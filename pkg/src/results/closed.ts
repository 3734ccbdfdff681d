import { unavailable } from "../errors.js";

/** The error of a call to results that are closed. */
export function closed() {
  return unavailable("These results are closed: open them again with openResults.");
}
