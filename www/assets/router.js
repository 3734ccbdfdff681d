// Hash routes: which view an address shows, and the life of the view.

/** The parts of the current hash: `#/surveys/12?page=2` is `["surveys", "12"]` and its query. */
export function here() {
  const [path, query = ""] = location.hash.replace(/^#/, "").split("?");
  return { parts: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

/** The hash of a path and a query; empty values are left out. */
export function href(path, query = {}) {
  const pairs = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "" && value != null));
  return `#${path}${pairs.size > 0 ? `?${pairs}` : ""}`;
}

/** Changes the query of the current view without a new entry in the history. */
export function replaceQuery(path, query) {
  history.replaceState(null, "", href(path, query));
}

/**
 * Shows the view of the address whenever it changes, and each time the returned function is
 * called. `show` gets the address and a signal that is aborted when the reader leaves.
 */
export function follow(show) {
  let leaving = new AbortController();
  const turn = () => {
    leaving.abort();
    leaving = new AbortController();
    show(here(), leaving.signal);
  };
  addEventListener("hashchange", turn);
  return turn;
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
