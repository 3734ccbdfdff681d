// The fragment of the page's address: a path, and a query, which may have further question marks; and changes of it.

export function splitHash(hash: string): readonly [path: string, query: string] {
  const [, path = "", query = ""] = /^#?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  return [path, query];
}

/** Milliseconds after which a change that the browser has refused is tried again. */
const AGAIN = 2_000;

let waiting: ReturnType<typeof setTimeout> | undefined;

/** The fragment that a new entry in the history is to follow, if the browser has refused that entry. */
let unpushed: string | undefined;

/**
 * Changes the address without leaving the page. Browsers refuse more than so many changes in so many seconds: the last one is
 * made later, unless another address has been opened meanwhile. If it takes the place of a new entry, it is the new entry.
 */
export function writeAddress(address: string, how: "push" | "replace"): void {
  clearTimeout(waiting);
  const { hash } = location;
  const isPush = how === "push" || unpushed === hash;
  unpushed = undefined;
  try {
    if (isPush) history.pushState(history.state, "", address);
    else history.replaceState(history.state, "", address);
  } catch {
    if (isPush) unpushed = hash;
    waiting = setTimeout(() => {
      if (location.hash === hash) writeAddress(address, how);
      else unpushed = undefined;
    }, AGAIN);
  }
}
