/** Exports of a view: the export of the client, whose requests the engine answers from what is held. */

import type { InternalCallOptions } from "../call.js";
import { createCaller } from "../caller.js";
import type { ExchangeResult } from "../exchange.js";
import { laterParts } from "../inline.js";
import { retried } from "../load.js";
import type { Exported, Streamed } from "../outcomes.js";
import { operations } from "../operations.js";
import type { ClientState } from "../client_state.js";
import type { Flow } from "../flow.js";
import type { Pacer } from "../pacer.js";
import type { Requests } from "../requests.js";
import type { ExportRequest, Rows } from "../table.js";
import type { ResponseDetails } from "../types.js";
import type { ViewExportOptions, ViewExportRequest } from "./types.js";

/** What an export reads. */
export interface Exportable {
  readonly survey_id: string;
  readonly fail: Flow["fail"];
  design(): Uint8Array<ArrayBuffer>;
  /** A page of responses, as the API returns it. */
  page(from: number, count: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Loaded with the first export. The client's exports are in the same chunk. */
const loadFlows = retried(() => import("../flows.js"), "exportResponses");

/** Responses of a page of an export. */
const PAGE = 1000;

/** Exports a view as a table, or as the API returns its responses. */
export async function exportView(from: Exportable, request: ViewExportRequest, { signal }: ViewExportOptions): Promise<Exported | Streamed> {
  const { format, ...others } = request;
  if (format === "json") return exportJson(from, signal);
  const { exportResponses } = await loadFlows();
  return exportResponses(flowOf(from), { survey_id: from.survey_id, format, ...others } as ExportRequest, { signal }) as Promise<Exported>;
}

/** Exports a view as objects. */
export async function exportRows(from: Exportable, { signal }: ViewExportOptions): Promise<Rows> {
  const { exportResponses } = await loadFlows();
  return exportResponses(flowOf(from), { survey_id: from.survey_id, format: "rows" }, { signal }) as Promise<Rows>;
}

/** A flow whose responses come from the engine. It has no quota and no pauses. */
function flowOf(from: Exportable): Flow {
  const run: Requests["run"] = async (operation, input, options: InternalCallOptions = {}) => {
    const bytes = operation === operations.surveys.details ? from.design().slice() : await pageOf(from, input);
    const result = {} as ExchangeResult;
    // The export reads the bytes, and adds the arguments of the next page to the result.
    return Object.assign(result, { value: options.take?.(bytes, result, input) });
  };
  const state = { quota: undefined, record: <T>(result: T) => result } as unknown as ClientState;
  const pacer: Pacer = { estimate: async () => 0, wait: async () => {} };
  return { call: createCaller(false, state, { run } as Requests, pacer), fail: from.fail, pacer, source: laterParts.export };
}

function pageOf(from: Exportable, input: string): Promise<Uint8Array<ArrayBuffer>> {
  const { page = 1, per_page = PAGE } = JSON.parse(input) as { readonly page?: number | string; readonly per_page?: number | string };
  return from.page((Number(page) - 1) * Number(per_page), Number(per_page));
}

async function exportJson(from: Exportable, signal: AbortSignal | undefined): Promise<Exported> {
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  let rows = 0;
  for (let total = Infinity; rows < total; ) {
    signal?.throwIfAborted();
    const page = JSON.parse(decoder.decode(await from.page(rows, PAGE))) as { readonly data: readonly ResponseDetails[]; readonly total: number };
    total = page.data.length === 0 ? 0 : page.total;
    rows += page.data.length;
    pieces.push(...page.data.map((response) => JSON.stringify(response)));
  }
  return { rows, columns: [], blob: new Blob(["[\n", pieces.join(",\n"), "\n]\n"], { type: "application/json" }) };
}
