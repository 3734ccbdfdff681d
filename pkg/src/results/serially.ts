/** Does work one after the other, in the order of the calls. Work that fails does not stop what follows. */
export type Serially = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes a queue of its own. */
export function serially(): Serially {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
