// The URL is the state: the hash names the screen and all that it shows. Screens read it from the signal `route`.

import { type ReadonlySignal, signal } from "@preact/signals";
import { splitHash, writeUrl } from "./hash.ts";

/** A URL: `#/surveys/12?page=2` is `{ parts: ["surveys", "12"], query }`. */
interface Route {
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** What a query is made from. Empty values are omitted. */
export type Query = Readonly<Record<string, string | number | null | undefined>>;

const current = signal(parseRoute(location.hash));

/** The URL that is open. */
export const route: ReadonlySignal<Route> = current;

addEventListener("hashchange", () => (current.value = parseRoute(location.hash)));

/** The route of a hash. */
function parseRoute(hash: string): Route {
  const [path, query] = splitHash(hash);
  return { parts: path.split("/").filter(Boolean).map(decode), query: new URLSearchParams(query) };
}

/** The URL of a path and a query. */
export function href(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === "" || value === null || value === undefined ? [] : [[name, String(value)]]));
  return `#${path}${pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ""}`;
}

/** The path of a survey, or of a screen below it. */
export function surveyPath(survey_id: string, ...below: readonly string[]): string {
  return `/${["surveys", survey_id, ...below].map(encodeURIComponent).join("/")}`;
}

/** Opens a URL in place of the current entry of the history: for what changes while a person types or drags. */
export function replace(url: string): void {
  writeUrl(url, "replace");
  current.value = parseRoute(url);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
