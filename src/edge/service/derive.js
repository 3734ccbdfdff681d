// Hashes of passwords by the platform: a chain of calls, since deployed Workers refuse one of more than 100,000 rounds.
// Each call holds the thread. So each has a time of its own, and between two of them others go on.

/** Milliseconds from one call to the next: more than one takes. The clock stands still during a call, which none can measure. */
const PACE = 50;

/** When the next call may begin. */
let next = 0;

/** Waits for the time of a call. Nothing has to be given back: who goes away while waiting leaves its time unused. */
function time() {
  const now = Date.now();
  const begins = Math.max(now, next);
  next = begins + PACE;
  return new Promise((done) => setTimeout(done, begins - now));
}

/** The hash. */
export async function derived(password, salt, calls, rounds) {
  let bytes = password;
  for (let call = 0; call < calls; call += 1) {
    await time();
    const key = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
    const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
    bytes = new Uint8Array(await crypto.subtle.deriveBits(how, key, 256));
  }
  return bytes;
}
