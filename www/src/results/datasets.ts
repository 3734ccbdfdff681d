// The responses in view as a workbook or as an SPSS file: read once as the API gives them, line by line.

import { countsSheet } from "../documents/counts.ts";
import type { Cell, Dataset, Fact } from "../documents/dataset.ts";
import { writeSav } from "../documents/sav.ts";
import type { DesignLike, ResponseLike } from "../documents/survey.ts";
import { type ResponseTable, type Tags, tableOf, withUnmatched } from "../documents/variables.ts";
import { aboutSheet, checkSize, dataSheets, writeXlsx } from "../documents/xlsx.ts";
import { readDesign } from "./design.ts";
import { plain } from "../text.ts";
import type { Design, Results, Rule, View } from "./types.ts";
import { f, t } from "./words.ts";

const TYPES = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  sav: "application/x-spss-sav",
} as const;

type Columns = Awaited<ReturnType<View["columns"]>>;

/** What the keys of columns of custom variables begin with. */
const VARIABLE = "variable:";

/** What the file says of its responses, in the person's language. */
export interface InWords {
  readonly rules: string;
  /** Of which part of the responses it is, if not of all. */
  readonly part: string | null;
}

/** A file, and the extension of its name: a large SPSS file has another one. */
export interface DatasetFile {
  readonly blob: Blob;
  readonly extension: string;
  /** How many responses it has. */
  readonly rows: number;
}

/**
 * How often both formats read the responses: for what no variable has, and for each sheet or for lengths and values.
 */
const READINGS = 3;

/** The file of the responses that a rule lets through. `onProgress` gets the part that is done, from 0 to 1. */
export async function datasetFile(results: Results, rule: Rule, tags: Tags, format: keyof typeof TYPES, inWords: InWords, onProgress = (_: number): void => {}): Promise<DatasetFile> {
  const view = results.where(rule);
  const { design } = results;
  const tableWith = (columns: Columns) => tableOf(withVariables(design as unknown as DesignLike, columns), plain, tags);
  if (format === "xlsx") {
    // Before all responses are read, which can take minutes.
    const [{ count }, columns] = await Promise.all([view.count(), view.columns()]);
    checkSize(count + 1, tableWith(columns).variables.length);
  }
  // Asked at once, before the export ends: a sync waits for the export, and would change what is counted after it.
  const { as_of } = results.state;
  const [{ blob, rows }, columns, { questions }, counts] = await Promise.all([view.export({ format: "json" }), view.columns(), view.summary(), view.count()]);
  const pause = pauses((read) => onProgress(Math.min(1, read / (READINGS * Math.max(1, counts.count)))));
  const table = await complete(tableWith(columns), blob, pause);
  const title = plain(design.title);
  const about = aboutOf(title, inWords, counts, as_of);
  const dataset: Dataset = { title, about, variables: table.variables, rows: () => rowsOf(blob, table.cells, pause) };
  if (format === "sav") {
    const { chunks, extension } = await writeSav(dataset, new Date());
    return { blob: await gathered(chunks, format), extension, rows };
  }
  const words = t().sheets;
  // Texts and pictures between questions are none.
  const index = readDesign(design as unknown as Design);
  const shown = questions.filter(({ id }) => index.question(id) !== undefined);
  const sheets = [...dataSheets(dataset, words), countsSheet(shown, words.counts), aboutSheet(words.about.sheet, about)];
  return { blob: await gathered(writeXlsx(sheets), format), extension: format, rows };
}

/** Which responses a file has, and as of when: a filtered file must not pass for one of all. */
function aboutOf(title: string, { rules, part }: InWords, { count, all }: { readonly count: number; readonly all: number }, as_of: string | null): readonly Fact[] {
  const m = t().sheets.about;
  return [
    [m.survey, title],
    [t().print.rules, rules],
    [m.responses, t().counts.of(f().count(count), f().count(all), all)],
    ...(part === null ? [] : [[m.part, part] as const]),
    ...(as_of === null ? [] : [[t().print.asOf, f().zoned(as_of)] as const]),
    [m.times, "UTC"],
  ];
}

/** A workbook of one sheet of cells, whose first row is the header. */
export function sheetFile(name: string, [header = [], ...rows]: readonly (readonly Cell[])[]): Promise<Blob> {
  return gathered(writeXlsx([{ name, header: header.map((cell) => String(cell ?? "")), rows: () => rows }]), "xlsx");
}

/** The design with the custom variables that only responses have. */
function withVariables(design: DesignLike, columns: Columns): DesignLike {
  const names = columns.flatMap(({ key }) => (key.startsWith(VARIABLE) ? [key.slice(VARIABLE.length)] : []));
  return { ...design, custom_variables: { ...Object.fromEntries(names.map((name) => [name, name])), ...design.custom_variables } };
}

/** The table, with a variable for what the others do not have if a response has such answers. */
async function complete(table: ResponseTable, blob: Blob, pause: Pause): Promise<ResponseTable> {
  for await (const response of responsesOf(blob, pause)) if (table.unmatched(response) !== null) return withUnmatched(table);
  return table;
}

async function* rowsOf(blob: Blob, cells: (response: ResponseLike) => Cell[], pause: Pause): AsyncGenerator<Cell[]> {
  for await (const response of responsesOf(blob, pause)) yield cells(response);
}

/** The responses of an export, which has one on each line, with a pause after each. */
async function* responsesOf(blob: Blob, pause: Pause): AsyncGenerator<ResponseLike> {
  for await (const line of lines(blob)) {
    if (!line.startsWith("{")) continue;
    yield JSON.parse(line.replace(/,$/, "")) as ResponseLike;
    await pause();
  }
}

/** Is called after each response that was read. */
type Pause = () => Promise<void>;

/** Milliseconds of work until the page may act. */
const SLICE = 40;

/** Lets the page act from time to time, and reports how many responses were read until then. */
function pauses(onRead: (count: number) => void): Pause {
  let [read, resumed] = [0, performance.now()];
  return async () => {
    read += 1;
    if (performance.now() - resumed < SLICE) return;
    onRead(read);
    await turn();
    resumed = performance.now();
  };
}

/** The next turn of the page. A timer has it too, but only once a second in a tab that is not in view. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

async function* lines(blob: Blob): AsyncGenerator<string> {
  const reader = blob.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest !== "") yield rest;
}

async function gathered(chunks: AsyncIterable<Uint8Array>, format: keyof typeof TYPES): Promise<Blob> {
  const all: BlobPart[] = [];
  for await (const chunk of chunks) all.push(chunk as Uint8Array<ArrayBuffer>);
  return new Blob(all, { type: TYPES[format] });
}
