// A panic is a trap, which wasm cannot catch: the request that it happened in fails at once, and the platform is told,
// so that the next request finds a fresh instance.

export function attempt(work, reject) {
  try {
    work();
  } catch (error) {
    reject(error);
    reportError(error);
    throw error;
  }
}
