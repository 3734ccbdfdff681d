// Every command of the results screen, for menus and the palette.

import { announce } from "../frame/announcer.ts";
import { eraseKept } from "./consent.ts";
import { fileName } from "../text.ts";
import { TABS } from "./url_state.ts";
import type { DatasetFile } from "./datasets.ts";
import { saveBlob } from "./documents.ts";
import { isAnnounced, refreshNow, subscribe } from "./live.ts";
import { openPanel } from "./panel.ts";
import { printPage } from "./printing.ts";
import { answersOf, isCounted, opened } from "./ready.ts";
import { COMPLETED, EVERYTHING, add, parts } from "./rules.ts";
import type { Results, Rule } from "./types.ts";
import { describe } from "./wording.ts";
import type { Workbench } from "./workbench.ts";
import { f, t } from "./words.ts";

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly keys?: string;
  readonly act: () => void;
}

type Format = "csv" | "jsonl" | "json" | "xlsx" | "sav";

export function commandsOf(workbench: Workbench, onExporting: (is: boolean) => void): readonly Command[] {
  const m = t().commands;
  const fail = (error: unknown) => void (workbench.problem.value = error);
  const save = (format: Format) => {
    onExporting(true);
    exportView(workbench, format)
      .catch(fail)
      .finally(() => onExporting(false));
  };
  const { account, survey_id } = workbench.setting;
  const { rule } = workbench.state.value;
  return [
    ...TABS.map((tab) => ({ id: `tab-${tab}`, label: m.goTo(t().tabs[tab]), act: () => workbench.go({ tab }) })),
    { id: "completed", label: m.completed, act: () => workbench.go({ rule: add(rule, COMPLETED) }) },
    ...(parts(rule).length > 0 ? [{ id: "clear", label: t().rules.clear, keys: "⇧F", act: () => workbench.go({ rule: EVERYTHING }) }] : []),
    { id: "views", label: m.views, keys: "v", act: () => openPanel("views") },
    { id: "tags", label: m.tags, act: () => openPanel("tags") },
    { id: "share", label: m.share, act: () => openPanel("share") },
    { id: "code", label: m.code, act: () => openPanel("code") },
    { id: "keys", label: m.keys, keys: "?", act: () => openPanel("keys") },
    { id: "refresh", label: t().sync.refresh, keys: "r", act: () => void refreshNow(workbench) },
    ...(isAnnounced.value ? [] : [{ id: "subscribe", label: m.subscribe, hint: m.subscribeHint, act: () => void subscribe(workbench).then(() => announce(m.subscribed), fail) }]),
    { id: "check", label: m.check, hint: m.checkHint, act: () => void refreshNow(workbench, true) },
    { id: "forget", label: m.forget, hint: m.forgetHint, act: () => void opened(workbench).then((results) => results && eraseKept(results, account, survey_id)).catch(fail) },
    { id: "csv", label: "CSV", hint: m.csv, act: () => save("csv") },
    { id: "jsonl", label: "JSON Lines", hint: m.jsonl, act: () => save("jsonl") },
    { id: "json", label: "JSON", hint: m.json, act: () => save("json") },
    { id: "xlsx", label: "XLSX", hint: m.xlsx, act: () => save("xlsx") },
    { id: "sav", label: "SPSS", hint: m.sav, act: () => save("sav") },
    { id: "print", label: m.print, hint: m.printHint, keys: "d", act: () => void printPage().catch(fail) },
  ];
}

async function exportView(workbench: Workbench, format: Format): Promise<void> {
  const m = t().commands;
  const say = (sentence: string | null) => {
    workbench.report.value = sentence;
    if (sentence !== null) announce(sentence);
  };
  say(isCounted(workbench.sync.peek()) ? null : m.waiting);
  const results = await answersOf(workbench);
  say(null);
  // The screen was left, or says why there are no answers.
  if (results === null) return;
  const { rule } = workbench.state.peek();
  const { complete } = results.state;
  const { count: held } = await results.where(EVERYTHING).count();
  const total = workbench.totalOf(held);
  const all = total === null ? null : f().count(total);
  const { blob, extension, rows } = await fileOf(workbench, results, rule, format, complete ? null : t().partly(f().count(held), all));
  // The name of a file says if it is not of all responses: most formats have no place for it.
  const isFiltered = parts(rule).length > 0;
  const kept = [...(isFiltered ? [m.filtered] : []), ...(complete ? [] : [m.part(f().count(isFiltered ? held : rows), all)])];
  const name = fileName(workbench.index.peek()?.title ?? "", extension, kept.length === 0 ? "" : ` (${kept.join(", ")})`);
  saveBlob(blob, name);
  const saved = `${name}: ${t().counts.responses(rows, f().count(rows))}`;
  say(complete ? saved : m.partial(saved));
}

/** The file of the responses that pass a rule. `part` says in words that they are not all. */
async function fileOf(workbench: Workbench, results: Results, rule: Rule, format: Format, part: string | null): Promise<DatasetFile> {
  if (format === "xlsx" || format === "sav") {
    const { datasetFile } = await import("./datasets.ts");
    const inWords = { rules: describe(rule, workbench.index.peek(), { zoned: true }), part };
    const show = (done: number) => (workbench.report.value = t().commands.making(f().percent(Math.floor(done * 100), 0)));
    const file = datasetFile(results, rule, workbench.notes.peek()?.tags ?? {}, format, inWords, show);
    return file.finally(() => (workbench.report.value = null));
  }
  const { blob, rows } = await results.where(rule).export({ format });
  return { blob, extension: format, rows };
}
