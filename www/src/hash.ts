// The fragment of the page's address: a path, and a query, which may have further question marks; and changes of it.

export function splitHash(hash: string): readonly [path: string, query: string] {
  const [, path = "", query = ""] = /^#?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  return [path, query];
}

/** Milliseconds after which a change that the browser has refused is tried again. */
const AGAIN = 2_000;

let waiting: ReturnType<typeof setTimeout> | undefined;

/**
 * Changes the address without leaving the page. Browsers refuse more than so many changes in so many seconds: the last one is
 * made later, unless another address has been opened meanwhile.
 */
export function writeAddress(address: string, how: "push" | "replace"): void {
  clearTimeout(waiting);
  try {
    if (how === "push") history.pushState(history.state, "", address);
    else history.replaceState(history.state, "", address);
  } catch {
    const { hash } = location;
    waiting = setTimeout(() => location.hash === hash && writeAddress(address, how), AGAIN);
  }
}
