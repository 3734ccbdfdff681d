// Password hashes by the platform: a chain of calls, since deployed Workers refuse a call of more than 100,000 rounds.
// Each call holds the thread. They are therefore spaced, and other requests run in between.

/**
 * Milliseconds from one call to the next: more than a call takes, which cannot be measured, as the clock stops in it.
 */
const INTERVAL = 50;

/** Milliseconds by which the clock of one request may be behind that of another without having been set back. */
const CLOCK_DIFFERENCE_MAX = 1_000;

/** When the next call may begin. */
let nextStart = 0;

/** The time that was seen last. */
let latest = 0;

/** Waits for a time slot. Slots need no release: that of a request that goes away stays unused. */
function waitForSlot() {
  const now = Date.now();
  // After the clock was set back, the slots that are taken are hours away.
  if (now < latest - CLOCK_DIFFERENCE_MAX) nextStart += now - latest;
  latest = now;
  const start = Math.max(now, nextStart);
  nextStart = start + INTERVAL;
  return new Promise((resolve) => setTimeout(resolve, start - now));
}

/** The hash: each call derives from the result of the one before. */
export async function deriveHash(password, salt, calls, rounds) {
  let bytes = password;
  for (let call = 0; call < calls; call += 1) {
    await waitForSlot();
    const key = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
    const parameters = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
    bytes = new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256));
  }
  return bytes;
}
