// Waiting for what is not said: that an alarm has done something, that the console has been written to.

import assert from "node:assert/strict";

/**
 * Resolves once `check` holds, which is looked at for ten seconds or so many; fails with `what` if it does not. A
 * function in its place is called then, for what is known only at the end.
 */
export async function eventually(check, what = "it did not happen", seconds = 10) {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    if (await check()) {
      return;
    }
    // A look and no wait: what is waited for ends it.
    await new Promise((done) => setTimeout(done, 10));
  }
  assert.fail(typeof what === "function" ? what() : what);
}
