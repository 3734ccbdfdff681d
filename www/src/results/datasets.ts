// The responses in view as a workbook or as an SPSS file: read once as the API gives them, line by line.

import { countsSheet } from "../documents/counts.ts";
import type { Cell, Dataset } from "../documents/dataset.ts";
import { writeSav } from "../documents/sav.ts";
import { type DesignLike, type ResponseLike, type Tags, tableOf } from "../documents/variables.ts";
import { dataSheets, writeXlsx } from "../documents/xlsx.ts";
import { plain } from "./plain.ts";
import type { Results, Rule, View } from "./types.ts";
import { t } from "./words.ts";

const TYPES = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  sav: "application/x-spss-sav",
} as const;

/** What the keys of columns of custom variables begin with. */
const VARIABLE = "variable:";

/** The file of the responses that a rule lets through. */
export async function datasetFile(results: Results, rule: Rule, tags: Tags, format: keyof typeof TYPES): Promise<Blob> {
  const view = results.where(rule);
  const { blob } = await view.export({ format: "json" });
  const design = await withVariables(results.design as unknown as DesignLike, view);
  const { variables, cells } = tableOf(design, plain, tags);
  const dataset: Dataset = { title: plain(results.design.title), variables, rows: () => rowsOf(blob, cells) };
  if (format === "sav") return gathered(writeSav(dataset, new Date()), format);
  const { questions } = await view.summary();
  const { counts, ...names } = t().sheets;
  return gathered(writeXlsx([...dataSheets(dataset, names), countsSheet(questions, counts)]), format);
}

/** The design with the custom variables that only responses have. */
async function withVariables(design: DesignLike, view: View): Promise<DesignLike> {
  const names = (await view.columns()).flatMap(({ key }) => (key.startsWith(VARIABLE) ? [key.slice(VARIABLE.length)] : []));
  return { ...design, custom_variables: { ...Object.fromEntries(names.map((name) => [name, name])), ...design.custom_variables } };
}

/** The cells of each response of an export, which has a response on each line. */
async function* rowsOf(blob: Blob, cells: (response: ResponseLike) => Cell[]): AsyncGenerator<Cell[]> {
  for await (const line of lines(blob)) {
    if (line.startsWith("{")) yield cells(JSON.parse(line.replace(/,$/, "")) as ResponseLike);
  }
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

async function gathered(pieces: AsyncIterable<Uint8Array>, format: keyof typeof TYPES): Promise<Blob> {
  const all: BlobPart[] = [];
  for await (const piece of pieces) all.push(piece as Uint8Array<ArrayBuffer>);
  return new Blob(all, { type: TYPES[format] });
}
