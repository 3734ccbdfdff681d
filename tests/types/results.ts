// What a dashboard writes with the results of a survey: rules, analyses, state and hooks compile as they stand.

import { createCanvass } from "@canvass/sdk";
import { useResults, useView } from "@canvass/sdk/react";
import { type Crosstab, type Results, type Rule, eraseResults, openResults } from "@canvass/sdk/results";

const canvass = createCanvass<"surveys_read" | "responses_read" | "responses_read_detail">();

const rule: Rule = {
  all: [
    { question: "1", choices: ["2", "3"] },
    { any: [{ status: ["completed"] }, { not: { seconds: { max: 5 } } }] },
    { created: { from: "2026-01-01T00:00:00Z" } },
    { variable: "region", values: ["north"] },
    { tag: ["good"] },
  ],
};

export async function dashboard(survey_id: string): Promise<Crosstab> {
  const results: Results = await openResults(canvass, { survey_id, keep: "device", timeZone: "Europe/Berlin" });
  const stop = results.on("state", ({ held, total, progress }) => void [held, total ?? 0, progress?.requests]);
  results.on("change", ({ added, removed }) => added + removed);
  await results.sync({ onProgress: ({ until, resumes_at }) => void [until.getTime(), resumes_at?.getTime()] });
  stop();
  const view = results.where(rule);
  const { questions } = await view.summary({ own: { "1": { all: [] } } });
  const weights: readonly (number | null)[] = questions[0]?.choices?.map(({ weight }) => weight) ?? [];
  void weights;
  const { words } = await view.words({ question: "1", row: "2" });
  void words[0]?.count;
  const { rows } = await view.rows({ from: 0, to: 60, columns: ["id", "question:1"], sort: [{ key: "date_created", order: "desc" }] });
  void rows[0]?.cells[0];
  const { response, count, tags } = await view.response({ at: 0 });
  void [response?.pages, count, tags.length];
  // @ts-expect-error: there may be no such response
  void response.pages;
  const nps = questions[0]?.nps;
  const scores: readonly (number | null | undefined)[] = [nps?.score, nps?.margin];
  void scores;
  // @ts-expect-error: there may be no answers
  void nps?.score.toFixed(1);
  const { values, total } = await view.values({ field: "language" });
  void [values[0]?.label.length, total];
  const { blob } = await view.export({ format: "csv" });
  void blob.size;
  const streamed = await view.export({ format: "jsonl", to: new WritableStream<Uint8Array>() });
  // @ts-expect-error: what is written into a stream is not in memory
  void streamed.blob;
  await results.notes.save({ tag: { name: "good", add: ["7"] } });
  // @ts-expect-error: a change is one of its members
  await results.notes.save({});
  // @ts-expect-error: two changes are saved by two calls
  await results.notes.save({ remove_tag: "good", remove_view: "1" });
  // @ts-expect-error: there is no such span of time
  await view.trend({ by: "decade" });
  // @ts-expect-error: a rule has no such part
  results.where({ moon: "full" });
  return view.crosstab({ rows: { question: "1" }, columns: [{ question: "2" }, { time: { by: "month" } }, { groups: [{ name: "North", rule }] }], confidence: [95] });
}

export async function keepNothing(results: Results): Promise<void> {
  await results.keep("tab");
  await results.forget();
  await eraseResults();
  // @ts-expect-error: responses are kept on the device or in the tab
  await results.keep("cloud");
}

/** What a program has not decided yet is undefined, and the same as left out. */
export async function undecided(results: Results): Promise<void> {
  const none = undefined;
  const view = results.where({ all: [
    { question: "1", row: none, column: none, choices: [] }, { question: "1", row: none, answered: true },
    { question: "1", row: none, number: { min: none, max: none } }, { question: "1", row: none, date: { from: none, to: none } },
  ] });
  const tests = { confidence: none, bonferroni: none, min_base: none };
  await view.count({ parts: none });
  await view.summary({ questions: none, own: none });
  await view.crosstab({ rows: { question: "1", row: none, column: none }, columns: [{ question: "2", row: none }], ...tests });
  await view.compare([], { questions: none, ...tests });
  await view.trend({ by: "day", question: none, row: none, timeZone: none });
  await view.texts({ question: none, row: none, text: none, tag: none, from: none, to: none, order: none });
  await view.words({ question: "1", row: none, top: none, min: none, language: none });
  await view.rows({ from: 0, to: 1, columns: [], sort: none, text: none });
  await view.rows({ from: 0, to: 1, columns: [], sort: [{ key: "id", order: none }] });
  await view.response({ at: 0, sort: none });
  await view.values({ question: "1", row: none });
  await results.notes.save({ tag: { name: "good", add: none, remove: none } });
  await results.notes.save({ view: { id: none, name: "All", address: "#" }, tag: none });
}

/** A trusted URL is an object; the libraries of the compiler do not name its type. */
export const inWorker = (survey_id: string, worker: string | URL | { toJSON(): string }) => openResults(canvass, { survey_id, worker });
// @ts-expect-error: the URL of a worker is no number
void openResults(canvass, { survey_id: "1", worker: 7 });

// @ts-expect-error: the app does not request the scopes
void openResults(createCanvass<"users_read">(), { survey_id: "1" });
// @ts-expect-error: a survey must be named
void openResults(canvass, {});

export function shown(survey_id: string): string {
  const { status, results, state, error, refresh } = useResults({ canvass, survey_id });
  const { data, loading } = useView(results, rule, (view) => view.count());
  if (status === "failed") void refresh();
  if (status === "failed") return error.message;
  return loading || state === undefined ? status : `${data?.count} of ${state.held}`;
}
