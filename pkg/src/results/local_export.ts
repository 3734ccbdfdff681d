/** Exports of a view: the export of the client, whose requests the engine answers from what is held. */

import type { InternalCallOptions } from "../calls/call.js";
import { createCaller } from "../calls/caller.js";
import type { ExchangeResult } from "../calls/exchange.js";
import { invalid } from "../errors.js";
import { laterParts } from "../parts/inline.js";
import { retried } from "../parts/load.js";
import type { Exported, Streamed } from "../outcomes.js";
import { operations } from "../generated/operations.js";
import type { ClientState } from "../client_state.js";
import type { Flow } from "../flow.js";
import type { Pacer } from "../calls/pacer.js";
import type { Requests } from "../calls/requests.js";
import type { ExportRequest, Rows } from "../export/types.js";
import type { ResponseDetails } from "../generated/types.js";
import type { View, ViewExportOptions, ViewExportRequest } from "./types.js";

/** What an export reads. */
export interface Exportable {
  readonly survey_id: string;
  readonly fail: Flow["fail"];
  design(): Uint8Array<ArrayBuffer>;
  /** The tags of each response by its id; empty without tags. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
  readonly view: View;
  /** A page of the responses in view or of those with these ids, as the API returns it. */
  page(from: number, count: number, ids?: readonly string[]): Promise<Uint8Array<ArrayBuffer>>;
}

/** Loaded with the first export. The client's exports are in the same chunk. */
const loadFlows = retried(() => import("../flows.js"), "exportResponses");

/** Responses of a page of an export. */
const PAGE = 1000;

/** Exports a view as a table, or as the API returns its responses. */
export async function exportView(from: Exportable, request: ViewExportRequest, options: ViewExportOptions): Promise<Exported | Streamed> {
  const { format, ...others } = request;
  const { signal } = options;
  if (format === "json") return exportJson(from, request, options);
  if (format !== "csv" && format !== "jsonl") throw invalid("format", 'The argument "format" must be one of csv, jsonl, json. `exportRows` returns rows.');
  const { exportResponses } = await loadFlows();
  return exportResponses(await flowOf(from), { survey_id: from.survey_id, format, ...others } as ExportRequest, { signal }) as Promise<Exported>;
}

/** Exports a view as objects: the responses that are in view now, however long they take to be read. */
export async function exportRows(from: Exportable, { signal }: ViewExportOptions): Promise<Rows> {
  const { exportResponses } = await loadFlows();
  const ids = await idsOf(from.view);
  // By their ids, because a sync between two pages changes the positions of responses.
  const page = async (first: number, count: number) => {
    const bytes = await from.page(0, count, ids.slice(first, first + count));
    const number = first / count + 1;
    const next = first + count < ids.length && { next: `?page=${number + 1}&per_page=${count}` };
    return changed(bytes, (read) => ({ ...read, page: number, total: ids.length, links: { self: "", ...next } }));
  };
  return exportResponses(await flowOf({ ...from, page }), { survey_id: from.survey_id, format: "rows" }, { signal }) as Promise<Rows>;
}

/** A flow whose responses come from the engine. It has no quota and no pauses. */
async function flowOf(from: Exportable): Promise<Flow> {
  const column = await tagsColumn(from);
  const run: Requests["run"] = async (operation, input, options: InternalCallOptions = {}) => {
    const bytes = operation === operations.surveys.details ? designOf(from, column) : await pageOf(from, column, input);
    const result = {} as ExchangeResult;
    // The export reads the bytes, and adds the arguments of the next page to the result.
    return Object.assign(result, { value: options.take?.(bytes, result, input) });
  };
  const state = { quota: undefined, record: <T>(result: T) => result } as unknown as ClientState;
  const pacer: Pacer = { estimate: async () => 0, wait: async () => 0 };
  return { call: createCaller(false, state, { run } as Requests, pacer), fail: from.fail, pacer, source: laterParts.export };
}

/** The name of the custom variable that tags are to the table: one that no response has. */
async function tagsColumn({ tags, view }: Exportable): Promise<string> {
  const taken = tags.size === 0 ? [] : await view.columns();
  let name = "tags";
  for (let number = 2; taken.some(({ key }) => key === `variable:${name}`); number += 1) name = `tags ${number}`;
  return name;
}

/** Rows of the largest window of a view. */
const WINDOW = 10_000;

/** The ids of the responses in view, in the order of an export. */
async function idsOf(view: View): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let total = Infinity; ids.length < total; ) {
    const window = { from: ids.length, to: ids.length + WINDOW, columns: ["id"], sort: [{ key: "date_created", order: "asc" }] } as const;
    const { rows, filtered } = await view.rows(window);
    total = rows.length === 0 ? 0 : filtered;
    for (const { id } of rows) ids.push(id);
  }
  return ids;
}

function designOf({ design, tags }: Exportable, column: string): Uint8Array<ArrayBuffer> {
  if (tags.size === 0) return design().slice();
  return changed(design(), ({ custom_variables, ...rest }) => ({ ...rest, custom_variables: { ...custom_variables, [column]: column } }));
}

async function pageOf({ page: read, tags }: Exportable, column: string, input: string): Promise<Uint8Array<ArrayBuffer>> {
  const { page = 1, per_page = PAGE } = JSON.parse(input) as { readonly page?: number | string; readonly per_page?: number | string };
  const bytes = await read((Number(page) - 1) * Number(per_page), Number(per_page));
  if (tags.size === 0) return bytes;
  return changed(bytes, ({ data = [], ...rest }) => ({
    ...rest,
    data: data.map((response) => ({ ...response, custom_variables: { ...response.custom_variables, [column]: tags.get(response.id)?.join("; ") ?? "" } })),
  }));
}

/** What is read of a design or of a page. */
interface Tagged {
  readonly custom_variables?: { readonly [name: string]: string };
  readonly data?: readonly { readonly id: string; readonly custom_variables?: { readonly [name: string]: string } }[];
}

function changed(bytes: Uint8Array, change: (value: Tagged) => object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(change(JSON.parse(new TextDecoder().decode(bytes)) as Tagged)));
}

/** Responses as the API returns them, as one array. */
async function exportJson(from: Exportable, request: ViewExportRequest, options: ViewExportOptions): Promise<Exported | Streamed> {
  const { sinkOf } = await loadFlows();
  const sink = await sinkOf({ ...request, survey_id: from.survey_id } as unknown as ExportRequest, options);
  const write = (text: string) => sink.write(new TextEncoder().encode(text));
  let rows = 0;
  try {
    await write("[\n");
    for (let total = Infinity; rows < total; ) {
      options.signal?.throwIfAborted();
      const page = JSON.parse(new TextDecoder().decode(await from.page(rows, PAGE))) as { readonly data: readonly ResponseDetails[]; readonly total: number };
      total = page.data.length === 0 ? 0 : page.total;
      if (page.data.length > 0) await write((rows > 0 ? ",\n" : "") + page.data.map((response) => JSON.stringify(response)).join(",\n"));
      rows += page.data.length;
    }
    await write("\n]\n");
    await sink.end();
  } catch (error) {
    await sink.abandon(false);
    throw error;
  }
  return { rows, columns: [], ...(sink.blob && { blob: sink.blob() }) };
}
