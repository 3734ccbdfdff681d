// The calls behind what is on the screen: of the SDK, and of the API by curl where the API can answer.

import { START, type State } from "../url_state.ts";
import type { Index } from "../design.ts";
import { ownRules, parts, serviceFilters } from "../rules.ts";
import { TEXTS_STEP, textsRequest, trendRequest } from "./requests.ts";

export interface Code {
  readonly sdk: string;
  /** Lines for a terminal; null where the API has no operation that answers the same. */
  readonly curl: string | null;
}

interface About {
  readonly survey_id: string;
  readonly index: Index | null;
  readonly columns: readonly string[];
  /** The time zone in which the screen counts spans. */
  readonly timeZone: string;
}

/** The code of a state. */
export function codeOf(state: State, { survey_id, index, columns, timeZone }: About): Code {
  const lines = [
    'import { createCanvass } from "@canvass/sdk";',
    'import { openResults } from "@canvass/sdk/results";',
    "",
    "const canvass = createCanvass();",
    `const results = await openResults(canvass, { survey_id: ${json(survey_id)}${isInZone(state) ? `, timeZone: ${json(timeZone)}` : ""} });`,
    "await results.sync();",
    `const view = results.where(${parts(state.rule).length === 0 ? "" : pretty(state.rule)});`,
    `const answer = await view.${callOf(state, index, columns)};`,
  ];
  return { sdk: `${lines.join("\n")}\n`, curl: curlOf(state, survey_id) };
}

function callOf(state: State, index: Index | null, columns: readonly string[]): string {
  const { crosstab, search, response, sort } = state;
  const text = search.trim() === "" ? {} : { text: search.trim() };
  switch (state.tab) {
    case "crosstab":
      return `crosstab(${pretty({ rows: crosstab.stub, columns: crosstab.banners, ...testsOf(state) })})`;
    case "compare":
      return `compare(${pretty(state.groups)}, ${pretty(testsOf(state))})`;
    case "responses":
      return `response(${pretty(response === null ? { at: 0, sort } : { id: response, sort })})`;
    case "table":
      return `rows(${pretty({ from: 0, to: 60, sort, columns, ...text })})`;
    case "text":
      return `texts(${pretty({ ...textsRequest(state, index), from: 0, to: TEXTS_STEP })})`;
    case "time":
      return `trend(${pretty(trendRequest(state, index))})`;
    case "dropoff":
      return "funnel()";
    default: {
      const own = ownRules(state.rule);
      return Object.keys(own).length === 0 ? "summary()" : `summary(${pretty({ own })})`;
    }
  }
}

/** Whether the numbers depend on the person's time zone: those of spans do, unless they are of UTC. */
function isInZone({ tab, utc, crosstab }: State): boolean {
  return tab === "time" ? !utc : tab === "crosstab" && crosstab.banners.some((banner) => "time" in banner);
}

/** How differences are tested. */
function testsOf({ crosstab: { confidence, bonferroni, min_base } }: State) {
  return { confidence, bonferroni, min_base };
}

/** The operation of the API that gives the same, if the rules are filters that it has. */
function curlOf(state: State, survey_id: string): string | null {
  const filters = serviceFilters(state.rule);
  const curl = (path: string) => `curl -H "Authorization: bearer $TOKEN" \\\n  "$API/v3/surveys/${safe(`${encodeURIComponent(survey_id)}/${path}`)}"\n`;
  if (state.tab === "responses" && state.response !== null) {
    return curl(`responses/${encodeURIComponent(state.response)}/details`);
  }
  if (filters === null) return null;
  // Trends have no count of responses and no score, so there is none for the time.
  if (state.tab === "summary") return curl(`rollups?${new URLSearchParams({ ...filters, per_page: "1000" })}`);
  // The API has one order that is the screen's: that of the ids, which ascend with time unless a
  // response was written with a date of its own.
  if (state.tab !== "table" || state.search !== "" || json(state.sort) !== json(START.sort)) return null;
  return curl(`responses/bulk?${new URLSearchParams({ ...filters, sort_order: "DESC", per_page: "60" })}`);
}

/** What an encoded address still has that a shell reads within double quotes. */
function safe(address: string): string {
  return address.replace(/[!'()*$`"\\]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

/** JSON with the names of members as JavaScript writes them, in lines where it is long. */
function pretty(value: unknown): string {
  const short = named(JSON.stringify(value, null, 1).replace(/\n\s*/g, " "));
  return short.length <= 100 ? short : named(JSON.stringify(value, null, 2));
}

function named(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"(:?)/g, (found, colon) => (colon !== "" && /^"[A-Za-z_]\w*":$/.test(found) ? `${found.slice(1, -2)}:` : found));
}
