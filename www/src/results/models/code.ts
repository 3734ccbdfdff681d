// The calls behind what is on the screen: of the SDK, and of the API by curl where the API can answer.

import type { State } from "../address.ts";
import { parts, serviceFilters } from "../rules.ts";

export interface Code {
  readonly sdk: string;
  /** Lines for a terminal; null where the API has no operation that answers the same. */
  readonly curl: string | null;
}

interface About {
  readonly survey_id: string;
  readonly columns: readonly string[];
}

/** The code of a state. */
export function codeOf(state: State, { survey_id, columns }: About): Code {
  const lines = [
    'import { createCanvass } from "@canvass/sdk";',
    'import { openResults } from "@canvass/sdk/results";',
    "",
    "const canvass = createCanvass();",
    `const results = await openResults(canvass, { survey_id: ${json(survey_id)} });`,
    "await results.sync();",
    `const view = results.where(${parts(state.rule).length === 0 ? "" : pretty(state.rule)});`,
    `const answer = await view.${callOf(state, columns)};`,
  ];
  return { sdk: `${lines.join("\n")}\n`, curl: curlOf(state, survey_id) };
}

function callOf(state: State, columns: readonly string[]): string {
  const { crosstab, question, row, search, tag, by, utc, response, sort } = state;
  const about = { ...(question !== null && { question }), ...(row !== null && { row }) };
  const text = search.trim() === "" ? {} : { text: search.trim() };
  switch (state.tab) {
    case "crosstab":
      return `crosstab(${pretty({ rows: crosstab.stub, columns: crosstab.banners, confidence: crosstab.confidence, bonferroni: crosstab.bonferroni, min_base: crosstab.min_base })})`;
    case "compare":
      return `compare(${pretty(state.groups)})`;
    case "responses":
      return `response(${pretty(response === null ? { at: 0, sort } : { id: response, sort })})`;
    case "table":
      return `rows(${pretty({ from: 0, to: 60, sort, columns, ...text })})`;
    case "text":
      return `texts(${pretty({ ...about, ...text, ...(tag !== null && { tag }), from: 0, to: 50 })})`;
    case "time":
      return `trend(${pretty({ by, ...(utc && { timeZone: "UTC" }), ...about })})`;
    case "dropoff":
      return "funnel()";
    default:
      return "summary()";
  }
}

/** The operation of the API that gives the same, if the rules are filters that it has. */
function curlOf(state: State, survey_id: string): string | null {
  const filters = serviceFilters(state.rule);
  const bearer = 'curl -H "Authorization: bearer $TOKEN"';
  if (state.tab === "responses" && state.response !== null) {
    return `${bearer} \\\n  ${quoted(`$API/v3/surveys/${survey_id}/responses/${state.response}/details`)}\n`;
  }
  if (filters === null) return null;
  const operation = { summary: "rollups", time: "trends", table: "responses/bulk" }[state.tab as string];
  if (operation === undefined || (state.tab === "time" && (!state.utc || state.question !== null)) || (state.tab === "table" && state.search !== "")) return null;
  const query = new URLSearchParams({ ...filters, ...(state.tab === "time" && { trend_by: state.by }), per_page: state.tab === "table" ? "60" : "1000" });
  if (state.tab === "time") query.delete("per_page");
  return `${bearer} \\\n  ${quoted(`$API/v3/surveys/${survey_id}/${operation}?${query}`)}\n`;
}

/** In double quotes the shell puts in `$API`; nothing else of an address is special there once it is encoded. */
function quoted(text: string): string {
  return `"${text.replace(/["\\`]/g, encodeURIComponent)}"`;
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
