// Waiting for what is not said: that an alarm has done something, that the console has been written to.

import assert from "node:assert/strict";

/** Resolves once `check` holds, which is looked at for five seconds; fails if it does not. */
export async function eventually(check) {
  for (let turn = 0; turn < 200; turn += 1) {
    if (await check()) {
      return;
    }
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.fail("it did not happen");
}
