/** Waits for a promise, or rejects with the signal's reason if it is aborted first. */
export async function unlessAborted<T>(signal: AbortSignal | undefined, work: T | PromiseLike<T>): Promise<T> {
  if (signal === undefined) return work;
  let stop = () => {};
  const aborted = new Promise<never>((_done, fail) => {
    stop = () => fail(signal.reason);
    signal.addEventListener("abort", stop);
    // It may have been aborted before, for example by the reader in the write itself.
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
