/** The analyses of the responses that a rule lets through. */

import { invalid } from "../errors.js";
import type { Rule } from "./rules.js";
import { type Offsets, offsetsOf } from "./time_zone.js";
import type { Banner, TrendRequest, View, ViewExportOptions, ViewExportRequest } from "./types.js";

/** What a view needs from the results. */
export interface QueriedResults {
  /** Runs a query in the engine. */
  query(query: object): Promise<never>;
  export(rule: Rule, request: ViewExportRequest, options: ViewExportOptions): Promise<never>;
  exportRows(rule: Rule, options: ViewExportOptions): Promise<never>;
  readonly timeZone: string;
}

/** The view of a rule. */
export function viewOf(results: QueriedResults, rule: Rule): View {
  const query = (kind: string, more: object = {}) => results.query({ kind, rule, ...more });
  const zone = (timeZone = results.timeZone) => zoneOf(timeZone);
  const methods: Omit<View, "rule" | "exportRows"> = {
    count: (request) => query("count", request),
    summary: (request) => query("summary", request),
    crosstab: async (request) => query("crosstab", { ...request, ...(Array.isArray(request?.columns) && { columns: request.columns.map((banner) => inZone(banner, zone)) }) }),
    compare: async (groups, options) => query("compare", { groups, ...options }),
    trend: async ({ timeZone, ...request } = {} as TrendRequest) => query("trend", { ...request, now: Math.floor(Date.now() / 1000), zone: zone(timeZone) }),
    funnel: () => query("funnel"),
    texts: (request) => query("texts", request),
    words: (request) => query("words", request),
    rows: (request) => query("rows", request),
    columns: () => query("columns"),
    response: (request) => query("response", request),
    values: (request) => query("values", request),
    export: (request: ViewExportRequest, options: ViewExportOptions = {}) => results.export(rule, request ?? {}, options),
  };
  const checked = Object.entries(methods).map(([name, method]) => [name, checking(method as Method, MEMBERS[name as Named])]);
  return { rule, exportRows: (options = {}) => results.exportRows(rule, options), ...(Object.fromEntries(checked) as typeof methods) };
}

type Method = (request?: unknown, ...more: readonly unknown[]) => Promise<unknown>;
type Named = Exclude<keyof View, "rule" | "exportRows" | "export">;

const TESTS = ["confidence", "bonferroni", "min_base"];

/** The members of the requests, of `compare` those of its options. The engine would not see a misspelt one. */
const MEMBERS: Readonly<Record<Named, readonly string[]>> = {
  count: ["parts"],
  summary: ["questions", "own"],
  crosstab: ["rows", "columns", ...TESTS],
  compare: ["questions", ...TESTS],
  trend: ["by", "question", "row", "timeZone"],
  funnel: [],
  texts: ["question", "row", "text", "tag", "from", "to", "order"],
  words: ["question", "row", "top", "min", "language"],
  rows: ["from", "to", "sort", "columns", "text"],
  columns: [],
  response: ["id", "at", "sort"],
  values: ["field", "variable", "question", "row"],
};

/**
 * A method that refuses a request which is no object, and members that it does not know. What is wrong within one, the
 * engine says.
 */
function checking(method: Method, members: readonly string[] | undefined): Method {
  return async (request, ...more) => {
    if (request !== undefined && Object(request) !== request) throw invalid("request", `The argument must be an object, not ${String(request)}.`);
    const named = Array.isArray(request) ? more[0] : request;
    const unknown = members && Object.entries(Object(named)).find(([name, value]) => value !== undefined && !members.includes(name));
    if (unknown) throw invalid(unknown[0], `There is no member "${unknown[0]}". ${members.length === 0 ? "The method takes no request." : `The members are: ${members.join(", ")}.`}`);
    return method(request, ...more);
  };
}

/** A banner of spans of time gets the offsets of the zone. */
function inZone(banner: Banner, zone: () => Offsets): object {
  return banner instanceof Object && "time" in banner ? { time: { zone: zone(), ...banner.time } } : banner;
}

function zoneOf(timeZone: string): Offsets {
  try {
    return offsetsOf(timeZone, Date.now());
  } catch (cause) {
    throw invalid("timeZone", `There is no time zone "${timeZone}". Use a name such as Europe/Berlin.`, cause);
  }
}
