// The state of the results screen as the query of its URL: what is not in it is lost with the tab.

import { compact, expand } from "./compact.ts";
import { EVERYTHING, instantOf, isObject, isRule, isText, parts } from "./rules.ts";
import type { Banner, Group, QuestionPart, Rule, Sort, Span } from "./types.ts";

export const TABS = ["summary", "crosstab", "compare", "responses", "table", "text", "time", "dropoff"] as const;
export type Tab = (typeof TABS)[number];

export const MEASURES = ["percent", "count", "all"] as const;
/** What the bars show: percent of those who answered, the count, or percent of all in view. */
export type Measure = (typeof MEASURES)[number];

export const INTERVALS = ["hour", "day", "week", "month", "quarter", "year"] as const satisfies readonly Span[];

/** The orders of answers in words. */
export const ORDERS = ["newest", "oldest"] as const;
export type Order = (typeof ORDERS)[number];

/** Everything that decides what the screen shows. */
export interface State {
  readonly tab: Tab;
  readonly rule: Rule;
  readonly measure: Measure;
  /** The question that the tab is about, where it is about one. */
  readonly question: string | null;
  readonly row: string | null;
  readonly crosstab: CrosstabState;
  /** The groups of a comparison. One that has no name of its own is named by its rule. */
  readonly groups: readonly Group[];
  readonly response: string | null;
  readonly sort: readonly Sort[];
  /** Keys of the table's columns; null for the usual ones. */
  readonly columns: readonly string[] | null;
  readonly search: string;
  /** The order of the answers in words. */
  readonly order: Order;
  readonly tag: string | null;
  readonly by: Span;
  readonly utc: boolean;
  /**
   * Parts of the URL that cannot be read in full, as they are written there. Each stays until what it stands for
   * changes.
   */
  readonly unread: Unread;
}

/** The parts of a URL that decide which responses are counted, and what in the state each of them is. */
const COUNTED = { r: "rule", x: "crosstab", g: "groups" } as const;

/** The text of each part that is of another version of the console, or was cut off. */
type Unread = { readonly [Name in keyof typeof COUNTED]?: string };

/** Levels of confidence in percent: of upper case letters, and of lower case letters. */
export type Levels = readonly [number] | readonly [number, number];

export interface CrosstabState {
  readonly stub: QuestionPart | null;
  readonly banners: readonly Banner[];
  readonly confidence: Levels;
  readonly bonferroni: boolean;
  readonly min_base: number;
}

/** The screen as it opens. */
export const START: State = {
  tab: "summary", rule: EVERYTHING, measure: "percent", question: null, row: null,
  crosstab: { stub: null, banners: [], confidence: [95, 80], bonferroni: false, min_base: 30 },
  groups: [], response: null, sort: [{ key: "date_created", order: "desc" }], columns: null, search: "", order: "newest", tag: null,
  by: "day", utc: false, unread: {},
};

/** The longest query that stays a URL everywhere; longer states are kept as a named view. */
export const LONGEST = 2000;

/** The query of a state, without `?`. What is as the screen opens is left out. */
export function writeState(state: State): string {
  const pairs: [string, string][] = [];
  const put = (name: string, value: string, usual: string) => value !== usual && pairs.push([name, value]);
  const putPart = (name: keyof Unread, value: object, isUsual: boolean) => {
    const text = state.unread[name] ?? (isUsual ? undefined : compact(value as never));
    if (text !== undefined) pairs.push([name, text]);
  };
  put("tab", state.tab, START.tab);
  putPart("r", state.rule, parts(state.rule).length === 0);
  put("show", state.measure, START.measure);
  put("q", state.question ?? "", "");
  put("row", state.row ?? "", "");
  // The tests of significance are those of the comparison too, which has no rows and columns.
  const crosstab = crosstabOut(state.crosstab);
  putPart("x", crosstab, Object.keys(crosstab).length === 0);
  putPart("g", state.groups, state.groups.length === 0);
  put("response", state.response ?? "", "");
  put("sort", sortOut(state.sort), sortOut(START.sort));
  if (state.columns !== null) pairs.push(["cols", state.columns.join("~")]);
  put("find", state.search, "");
  put("order", state.order, START.order);
  put("tag", state.tag ?? "", "");
  put("by", state.by, START.by);
  put("zone", state.utc ? "utc" : "", "");
  return pairs.map(([name, value]) => `${name}=${escape(value)}`).join("&");
}

/** The state of a query. What cannot be read is as the screen opens: an old or a cut URL still shows something. */
export function readState(query: string | URLSearchParams): State {
  const pairs = typeof query === "string" ? new URLSearchParams(query) : query;
  const get = (name: string) => pairs.get(name) ?? "";
  const one = <T extends string>(name: string, known: readonly T[], usual: T) => known.find((value) => value === get(name)) ?? usual;
  const [rule, crosstab, groups] = [valueOf(get("r")), valueOf(get("x")), valueOf(get("g"))];
  const isRead = { r: isRule(rule), x: isCrosstab(crosstab), g: areGroups(groups) };
  const names = Object.keys(COUNTED) as (keyof Unread)[];
  return {
    tab: one("tab", TABS, START.tab),
    rule: isRule(rule) ? rule : START.rule,
    measure: one("show", MEASURES, START.measure),
    question: get("q") || null,
    row: get("row") || null,
    crosstab: crosstabIn(crosstab),
    groups: groupsIn(groups),
    response: get("response") || null,
    sort: sortIn(get("sort")),
    columns: pairs.has("cols") ? get("cols").split("~").filter(Boolean) : null,
    search: get("find"),
    order: one("order", ORDERS, START.order),
    tag: get("tag") || null,
    by: one("by", INTERVALS, START.by),
    utc: get("zone") === "utc",
    unread: Object.fromEntries(names.filter((name) => pairs.has(name) && !isRead[name]).map((name) => [name, get(name)])),
  };
}

/** The state after a change. What the change replaces is no longer unread. */
export function changed(state: State, change: Partial<State>): State {
  const left = Object.entries(state.unread).filter(([name]) => !(COUNTED[name as keyof Unread] in change));
  const x = change.crosstab && state.unread.x !== undefined ? withLimits(state.unread.x, state.crosstab, change.crosstab) : undefined;
  return { ...state, unread: { ...Object.fromEntries(left), ...(x !== undefined && { x }) }, ...change };
}

/** The text of a crosstab that cannot be read, with changed limits; undefined if rows or columns were chosen again. */
function withLimits(text: string, before: CrosstabState, after: CrosstabState): string | undefined {
  const chosen = ({ stub, banners }: CrosstabState) => JSON.stringify([stub, banners]);
  if (chosen(before) !== chosen(after)) return undefined;
  const value = expand(text);
  if (!isObject(value)) return text;
  const { rows, cols } = value;
  const { conf, bonf, min } = crosstabOut(after);
  return compact({ rows, cols, conf, bonf, min } as never);
}

/** Whether a state lacks a part of its URL that cannot be read. */
export function isPartial(state: State): boolean {
  return Object.keys(state.unread).length > 0;
}

/** The value of a part of the URL, with the times of its rules as instants. */
function valueOf(text: string): unknown {
  const value = expand(text);
  if (value === undefined) return undefined;
  return JSON.parse(JSON.stringify(value), (name, item) => ((name === "from" || name === "to") && isText(item) ? (instantOf(item) ?? item) : item));
}

/** Whether tags decide which responses a state shows. */
export function filtersByTags(state: State): boolean {
  return state.tag !== null || JSON.stringify(state.rule).includes('"tag":');
}

/** Whether a state shows collectors: in a rule, in the columns of a crosstab, or with a single response. */
export function namesCollectors(state: State): boolean {
  return state.tab === "responses" || writeState(state).includes("collector");
}

/**
 * Escapes what would end the value or be read as another letter, and leaves what a URL may contain. Half a letter has
 * no escape.
 */
function escape(value: string): string {
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, "\ufffd")).replace(/%(?:2C|3A|40|24|2F)/g, decodeURIComponent);
}

function sortOut(sort: readonly Sort[]): string {
  return sort.map(({ key, order }) => (order === "desc" ? `-${key}` : key)).join("~");
}

function sortIn(text: string): readonly Sort[] {
  if (text === "") return START.sort;
  return text.split("~").map((key) => (key.startsWith("-") ? { key: key.slice(1), order: "desc" } : { key, order: "asc" }));
}

interface Short {
  readonly rows?: QuestionPart;
  readonly cols?: readonly Banner[];
  readonly conf?: Levels;
  readonly bonf?: boolean;
  readonly min?: number;
}

function crosstabOut({ stub, banners, confidence, bonferroni, min_base }: CrosstabState): Short {
  const usual = START.crosstab;
  return {
    ...(stub !== null && { rows: stub }),
    ...(banners.length > 0 && { cols: banners }),
    ...(confidence.join() !== usual.confidence.join() && { conf: confidence }),
    ...(bonferroni && { bonf: true }),
    ...(min_base !== usual.min_base && { min: min_base }),
  };
}

function crosstabIn(value: unknown): CrosstabState {
  const usual = START.crosstab;
  if (!isObject(value)) return usual;
  const { rows, cols, conf, bonf, min } = value;
  const [first, second] = Array.isArray(conf) ? conf.filter((level) => typeof level === "number" && level >= 50 && level < 100) as number[] : [];
  return {
    stub: isStub(rows) ? rows : null,
    banners: Array.isArray(cols) ? cols.filter(isBanner) : [],
    confidence: first === undefined ? usual.confidence : second === undefined ? [first] : [first, second],
    bonferroni: bonf === true,
    min_base: typeof min === "number" && min >= 10 && min <= 100 ? min : usual.min_base,
  };
}

/** Whether the rows and the columns of a crosstab can be read. Limits that cannot are the usual ones. */
function isCrosstab(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { rows, cols } = value;
  return (rows === undefined || isStub(rows)) && (cols === undefined || (Array.isArray(cols) && cols.every(isBanner)));
}

function isStub(value: unknown): value is QuestionPart {
  return isObject(value) && isText(value.question) && [value.row, value.column].every((id) => id === undefined || isText(id));
}

/** Whether a value can be columns of a crosstab, as `isRule`: the engine checks again what it names. */
function isBanner(value: unknown): value is Banner {
  if (!isObject(value)) return false;
  if ("question" in value) return isStub(value);
  if ("field" in value) return isText(value.field);
  if ("variable" in value) return isText(value.variable);
  if ("time" in value) return isObject(value.time) && isText(value.time.by);
  return Array.isArray(value.groups) && value.groups.every(isGroup);
}

/** Whether all groups can be read, and shown. */
function areGroups(value: unknown): boolean {
  return Array.isArray(value) && value.length <= MOST_GROUPS && value.every(isGroup);
}

function isGroup(value: unknown): value is Group {
  return isObject(value) && isText(value.name) && isRule(value.rule);
}

/** Fewer groups than two compare nothing; more than five colours are hard to distinguish. */
export const MOST_GROUPS = 5;

function groupsIn(value: unknown): readonly Group[] {
  if (!Array.isArray(value)) return START.groups;
  return value.filter(isGroup).slice(0, MOST_GROUPS);
}
