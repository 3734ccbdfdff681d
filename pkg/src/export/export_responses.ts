// Exports: an interrupted export has a checkpoint, from which another continues without a gap or a repetition.

import { type InternalCallOptions, type Paging, type Progress, itemsBefore, parseCheckpoint } from "../calls/call.js";
import { LIMIT, checkOptions } from "../check_options.js";
import { CanvassError, invalid } from "../errors.js";
import type { ExchangeResult, ReportedFailure } from "../calls/exchange.js";
import { exportGlue, loadGuarded, runEngine } from "./export_engine.js";
import { PAGE } from "../generated/facts.js";
import { type Flow, type Members, callOptionsOf, checkRequestForm } from "../flow.js";
import { operations } from "../generated/operations.js";
import { START, type Sink, splitCheckpoint } from "./sink.js";
import { sinkOf } from "./sinks.js";
import type { ExportOptions, ExportRequest, ExportRow, FileRequest, Rows, RowsRequest, StreamRequest } from "./types.js";
import type { ExportColumn, Exported, Streamed } from "../outcomes.js";
import type { List } from "../generated/types.js";

type TextRequest = ExportRequest | StreamRequest | FileRequest;

/** The members of a request. */
const MEMBERS: Members<FileRequest> = { survey_id: true, format: true, filters: true, language: true, mark: true, exact: true, to: true, name: true };

/** One page of responses as rows of the table. */
interface Chunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly page: List<unknown>;
  /** How many responses of the page an earlier export has already. */
  readonly skipped: number;
}

/** Exports a survey: lists its responses like any other list, and passes the bytes of each page to the table. */
export async function exportResponses(flow: Flow, request: TextRequest | RowsRequest, options: ExportOptions): Promise<Exported | Streamed | Rows> {
  checkRequestForm(request, options, MEMBERS, "from");
  const [from] = splitCheckpoint(options.from);
  if (request.format === "rows") return rowsOf(await begin(flow, request, { ...options, from }), options);
  const sink = await sinkOf(request, options);
  let table: Table | undefined;
  const result = () => ({ ...(sink.blob && { blob: sink.blob() }), rows: table?.rows ?? 0, columns: table?.columns ?? [] });
  try {
    table = await begin(flow, request, { ...options, from }, sink);
    // The header is written with the first page: an export that is refused before has changed nothing.
    let header: Uint8Array<ArrayBuffer> | undefined = table.isBegin ? table.header() : undefined;
    if (header) await sink.pageWritten(table.checkpoint());
    for await (const { bytes } of table.chunks()) {
      await sink.write(header ? joined(header, bytes) : bytes);
      header = undefined;
    }
    if (header) await sink.write(header);
    await sink.end();
    return result();
  } catch (error) {
    const resumable = error instanceof CanvassError;
    await sink.abandon(resumable);
    if (resumable) Object.assign(error, { checkpoint: sink.mark(table?.checkpoint() ?? from ?? START), ...(sink.blob && { exported: result() }) });
    throw error;
  } finally {
    table?.free();
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

type Table = Awaited<ReturnType<typeof begin>>;

/** Fetches the design, and creates the table from it. */
async function begin(flow: Flow, request: TextRequest | RowsRequest, given: ExportOptions, sink?: Sink) {
  const { call, fail, source } = flow;
  const { survey_id, format, filters, language, mark = true, exact = false } = { mark: undefined, exact: undefined, ...request };
  const { signal, from, onProgress } = given;
  const [glue, { Guarded }] = await Promise.all([exportGlue(source), loadGuarded()]);
  const refusal = new Guarded(glue).run(() => glue.refused(`${format}`));
  if (refusal !== undefined) throw fail(JSON.parse(refusal) as ReportedFailure);

  // A checkpoint of CSV is the position in the list and the fingerprint of the columns.
  const [, listCheckpoint = from, expectedPrint] = /^(\d+\.\d*\.\d+)\.(\w+)$/.exec(from ?? "") ?? [];
  let rows = 0;
  const args = { ...filters, survey_id, sort_order: "ASC", per_page: flow.largestPage ?? PAGE };
  const start = parseCheckpoint(args, listCheckpoint);
  // The index of the next response to export, and how many responses of the current page come before it.
  let item = itemsBefore(JSON.parse(start?.next ?? "{}") as Paging) + (start?.taken ?? 0);
  let skipped = 0;
  const options: InternalCallOptions = { background: true, ...callOptionsOf(given) };
  const fetchBytes = async (operation: number, args: object) => {
    let bytes = new Uint8Array();
    await call(operation, args, { ...options, take: (body) => void (bytes = body) });
    return bytes;
  };
  const design = await fetchBytes(operations.surveys.details, { survey_id });
  const translation = language === undefined ? undefined : await fetchBytes(operations.surveys.languages.get, { survey_id, language_code: language });
  const engine = new Guarded(glue);
  const run = <T>(work: () => T, result?: ExchangeResult) => runEngine(engine, fail, work, result);
  const table = run(() => new glue.Export(design, translation, { format, mark: Boolean(mark), exact: Boolean(exact) }));
  const columns = JSON.parse(run(() => table.columns())) as readonly ExportColumn[];
  // Rows of CSV fit only below a header with the same columns, so the checkpoint carries their fingerprint.
  const print = format === "csv" ? run(() => table.print()).toString(36) : "";
  if (print && expectedPrint !== undefined && expectedPrint !== print) {
    engine.free(table);
    throw invalid("from", "The survey's columns have changed since the checkpoint, so the rest does not fit below the earlier part. Start a new export.");
  }
  // What is appended to a file or a stream must have its format. A blob has no earlier part here.
  const isAppended = from !== undefined && listCheckpoint !== START && "to" in request && request.to !== undefined;
  if (isAppended && (expectedPrint === undefined) !== (print === "")) {
    engine.free(table);
    throw invalid("from", `The checkpoint is not one of an export as ${format}. Continue with the format of the earlier part, or start a new export.`);
  }
  const withPrint = (position: string) => (print ? `${position}.${print}` : position);
  let checkpoint = withPrint(listCheckpoint ?? START);

  let listProgress: Progress | undefined;
  const report = (progress: Progress, checkpoint: string) => onProgress?.({ ...progress, done: rows, checkpoint });
  const list = () =>
    call(operations.surveys.responses.bulk, args, {
      ...options,
      from: listCheckpoint,
      // The table checks the responses while it reads them: one pass over the bytes instead of two.
      raw: true,
      take(bytes, result, input) {
        const { page = 1, per_page } = JSON.parse(input) as Paging;
        const read = (size: number) => {
          skipped = Math.max(0, item - itemsBefore({ page, per_page: size }));
          return JSON.parse(run(() => table.page(bytes, input, skipped), result)) as List<unknown> & Pick<ExchangeResult, "next">;
        };
        let content = read(per_page);
        const size = +content.per_page;
        if (size < per_page) {
          // The service returns smaller pages than it was asked for; only the page itself reports this.
          flow.largestPage = size;
          // On a later page the first response has another index then, so the page is read again.
          if (page > 1) content = read(size);
        }
        result.next = content.next;
        return content;
      },
      onProgress(progress) {
        // A page counts as done when its rows are written, so `chunks` reports it; only a pause is reported here.
        listProgress = progress;
        if (!progress.resumes_at) return;
        if (sink === undefined) report(progress, checkpoint);
        else sink.flush(checkpoint).then((saved) => report(progress, saved), () => {});
      },
    });
  async function* chunks(): AsyncGenerator<Chunk, undefined> {
    const responses = list();
    for await (const page of responses.pages()) {
      signal?.throwIfAborted();
      yield { bytes: run(() => table.rows()), page, skipped };
      // Only now has the caller written the rows.
      rows += Math.max(0, page.data.length - skipped);
      item = itemsBefore(page) + page.data.length;
      checkpoint = withPrint(responses.checkpoint());
      const saved = sink === undefined ? checkpoint : await sink.pageWritten(checkpoint);
      if (listProgress) report(listProgress, saved);
    }
  }
  return {
    columns,
    /** Whether the export begins with the first response. */
    isBegin: listCheckpoint === undefined || listCheckpoint === START,
    header: () => run(() => table.header()),
    free: () => engine.free(table),
    chunks,
    checkpoint: () => checkpoint,
    get rows() {
      return rows;
    },
  };
}

/** The rows one by one. The next page is fetched when all rows of the current one have been read. */
function rowsOf(table: Table, { signal }: ExportOptions): Rows {
  let withinPage: string | undefined;
  const checkpoint = () => withinPage ?? table.checkpoint();
  async function* iterate(): AsyncGenerator<ExportRow, undefined> {
    const decoder = new TextDecoder();
    try {
      for await (const { bytes, page, skipped } of table.chunks()) {
        let count = skipped;
        for (const row of JSON.parse(decoder.decode(bytes)) as readonly ExportRow[]) {
          signal?.throwIfAborted();
          count += 1;
          withinPage = `${page.page}.${page.per_page}.${count}`;
          yield row;
        }
        withinPage = undefined;
      }
    } catch (error) {
      if (error instanceof CanvassError) Object.assign(error, { checkpoint: checkpoint() });
      throw error;
    } finally {
      table.free();
    }
  }
  const rows = iterate();
  return {
    columns: table.columns,
    checkpoint,
    [Symbol.asyncIterator]: () => rows,
    async toArray(options) {
      checkOptions(options ?? {}, LIMIT);
      const limit = options?.limit ?? Infinity;
      const items: ExportRow[] = [];
      while (items.length < limit) {
        const { done, value } = await rows.next();
        if (done) break;
        items.push(value);
      }
      return items;
    },
  };
}
