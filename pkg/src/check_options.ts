// Options are checked by name and type, so that a misspelt one is never ignored.

import { misconfigured } from "./errors.js";

/** What the value of an option must be. */
type Kind = "a function" | "a boolean" | "an object" | "a list" | "a list of functions" | "a number of 0 or more" | "text" | "text or a function" | "an origin" | "an AbortSignal";

/** Options of a client and of a call. */
const PATIENCE = {
  timeout: "a number of 0 or more",
  deadline: "a number of 0 or more",
  retries: "a number of 0 or more",
  maxWait: "a number of 0 or more",
} as const;

/** Options of a call. */
export const CALL_OPTIONS: Readonly<Record<string, Kind>> = {
  signal: "an AbortSignal",
  ...PATIENCE,
  background: "a boolean",
  from: "text",
  onProgress: "a function",
};

/** Options of `toArray`. */
export const LIMIT: Readonly<Record<string, Kind>> = { limit: PATIENCE.retries };

/** Options of a client. */
export const CLIENT_OPTIONS: Readonly<Record<string, Kind>> = {
  gateway: "an origin",
  fetch: "a function",
  use: "a list of functions",
  token: "text or a function",
  access_url: "text",
  api: "an object",
  region: "text",
  dangerouslyAllowBrowser: "a boolean",
  ...PATIENCE,
  onRequest: "a function",
  onResponse: "a function",
  onRetry: "a function",
  onQuota: "a function",
  log: "a function",
  debug: "a boolean",
};

/** Options of a sign-in. */
export const SIGN_IN_OPTIONS: Readonly<Record<string, Kind>> = {
  return_to: "text",
  popup: "a boolean",
  add: "a boolean",
  scopes: "a list",
  signal: "an AbortSignal",
};

/** The accounts to sign out, or to switch to. */
export const WHICH_ACCOUNT: Readonly<Record<string, Kind>> = { account: "text", all: "a boolean" };

/** Checks names and values of options. Throws an error that names the wrong one, and the right name if one is near. */
export function checkOptions(options: object, kinds: Readonly<Record<string, Kind>>): void {
  if (typeof options !== "object" || options === null) throw misconfigured(`The options must be an object, not ${String(options)}.`, "options");
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      const ranked = Object.keys(kinds).map((known) => [distance(known.toLowerCase(), name.toLowerCase()), known] as const);
      const [[changes, nearest]] = ranked.sort(([one], [other]) => one - other) as [readonly [number, string]];
      const near = changes <= Math.max(2, name.length / 2 + 0.5) && nearest;
      throw misconfigured(`There is no option "${name}". ${near ? `Did you mean "${near}"?` : `The options are: ${Object.keys(kinds).join(", ")}.`}`, name);
    }
    if (value !== undefined && !fits(value, kind)) {
      const origin = kind === "an origin" ? " with its scheme and without a path, such as https://surveys.example.com" : "";
      throw misconfigured(`The option "${name}" must be ${kind}${origin}, not ${typeof value === "string" ? JSON.stringify(value) : String(value)}.`, name);
    }
  }
}

/** The names of kinds consist of those of types. */
function fits(value: unknown, kind: Kind): boolean {
  const type = typeof value === "string" ? "text" : Array.isArray(value) ? "list" : value === null ? "nothing" : typeof value;
  switch (kind) {
    case "a list of functions":
      return type === "list" && (value as unknown[]).every((item) => typeof item === "function");
    case "an AbortSignal":
      return type === "object" && "aborted" in (value as object);
    case "an origin":
      return type === "text" && /^https?:\/\/[^/?#\s]+$/.test(value as string);
    default:
      return kind.includes(type) && (type !== "number" || (value as number) >= 0);
  }
}

/** How many letters must be added, removed or replaced to make one word of the other (Levenshtein). */
function distance(one: string, other: string): number {
  const row = [...other, ""].map((_letter, at) => at);
  for (const letter of one) {
    let corner = row[0]!++;
    for (let at = 1; at < row.length; at += 1) {
      const above = row[at]!;
      row[at] = Math.min(above + 1, row[at - 1]! + 1, corner + Number(letter !== other[at - 1]));
      corner = above;
    }
  }
  return row.at(-1)!;
}
