// Waiting for what is not said: that an alarm has done something, that the console has been written to.

import assert from "node:assert/strict";

/** Resolves once `check` holds, which is looked at for ten seconds; fails with `what` if it does not. */
export async function eventually(check, what = "it did not happen") {
  for (let turn = 0; turn < 400; turn += 1) {
    if (await check()) {
      return;
    }
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.fail(what);
}
