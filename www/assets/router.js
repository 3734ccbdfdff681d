// Hash routes: parses the URL's hash, and aborts a view when the user leaves it.

/** The current hash: `#/surveys/12?page=2` is `{ parts: ["surveys", "12"], query }`. */
export function currentRoute() {
  const [path, query = ""] = location.hash.replace(/^#/, "").split("?");
  return { parts: path.split("/").filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

/** The hash for a path and a query. Empty values are omitted. */
export function href(path, query = {}) {
  const pairs = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "" && value != null));
  return `#${path}${pairs.size > 0 ? `?${pairs}` : ""}`;
}

/** Replaces the query of the current view, without a new history entry. */
export function replaceQuery(path, query) {
  history.replaceState(null, "", href(path, query));
}

/**
 * Calls `show` whenever the hash changes, with the route and a signal that is aborted when the user leaves it. The returned
 * function calls `show` for the current route.
 */
export function startRouter(show) {
  let leaving = new AbortController();
  const render = () => {
    leaving.abort();
    leaving = new AbortController();
    show(currentRoute(), leaving.signal);
  };
  addEventListener("hashchange", render);
  return render;
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
