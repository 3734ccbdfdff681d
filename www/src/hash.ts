// The fragment of the page's address: a path, and a query, which may have further question marks.

export function splitHash(hash: string): readonly [path: string, query: string] {
  const [, path = "", query = ""] = /^#?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  return [path, query];
}
