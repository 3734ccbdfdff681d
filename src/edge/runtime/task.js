// Runs a poll. WebAssembly cannot catch its own panic, which is a trap: the request in which it happens fails at once,
// and the platform gets the error, so that the next request starts a new instance.

export function pollOrReject(poll, reject) {
  try {
    poll();
  } catch (error) {
    reject(error);
    reportError(error);
    throw error;
  }
}
