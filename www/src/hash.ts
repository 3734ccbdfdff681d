// The fragment of the page's URL: a path, and a query, which may have further question marks; and changes of it.

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
 * Changes the URL without leaving the page. Browsers refuse more than so many changes in so many seconds: the last one
 * is made later, unless another URL has been opened meanwhile. If it takes the place of a new entry, it is the new
 * entry.
 */
export function writeUrl(url: string, how: "push" | "replace"): void {
  clearTimeout(waiting);
  const { hash } = location;
  const isPush = how === "push" || unpushed === hash;
  unpushed = undefined;
  try {
    if (isPush) history.pushState(history.state, "", url);
    else history.replaceState(history.state, "", url);
  } catch {
    if (isPush) unpushed = hash;
    waiting = setTimeout(() => {
      if (location.hash === hash) writeUrl(url, how);
      else unpushed = undefined;
    }, AGAIN);
  }
}
