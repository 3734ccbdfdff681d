import { type Paging, type Progress, type Taking, before, placeOf } from "./call.js";
import { CanvassError } from "./errors.js";
import type { Given, ToldFailure } from "./exchange.js";
import { exportGlue, judged } from "./export_engine.js";
import { PAGE } from "./facts.js";
import type { Flow } from "./flow.js";
import { Guarded } from "./guarded.js";
import { operations } from "./operations.js";
import { type Sink, file, memory, stream } from "./sinks.js";
import type { ExportRequest, ExportRow, FileRequest, Rows, RowsRequest, StreamRequest } from "./table.js";
import type { ExportColumn, Exported, Streamed } from "./outcomes.js";
import type { List } from "./types.js";

type TextRequest = ExportRequest | StreamRequest | FileRequest;

/** What one page has become, and where the export stands behind it. */
interface Piece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly page: List<unknown>;
  /** Responses of it that an earlier export has. */
  readonly passed: number;
}

/** Exports a survey: its pages come as those of any other list do, and go into the table as bytes. */
export async function exportResponses(flow: Flow, request: TextRequest | RowsRequest): Promise<Exported | Streamed | Rows> {
  if (request.format === "rows") return rowsOf(await begin(flow, request), request);
  // The person is asked for a file at once: browsers allow it in answer to a click alone.
  const sink = await sinkOf(request);
  let begun: Begun | undefined;
  const made = () => ({ ...(sink.blob && { blob: sink.blob() }), rows: begun?.rows ?? 0, columns: begun?.columns ?? [] });
  try {
    begun = await begin(flow, request, sink);
    if (request.from === undefined) {
      await sink.write(begun.header());
      await sink.reached(begun.place());
    }
    for await (const { bytes } of begun.pieces()) await sink.write(bytes);
    await sink.end();
    return made();
  } catch (error) {
    const goesOn = error instanceof CanvassError;
    await sink.leave(goesOn);
    if (goesOn) Object.assign(error, { checkpoint: begun?.place() ?? request.from ?? START, ...(sink.blob && { exported: made() }) });
    throw error;
  } finally {
    begun?.free();
  }
}

/** Where an export begins that has no checkpoint. */
const START = "1..0";

async function sinkOf(request: TextRequest): Promise<Sink> {
  const { to, format } = request;
  if (to === undefined) return memory(format);
  // By what it can do: a stream or a handle may come from another realm.
  return to === "file" || "createWritable" in to ? file(request as FileRequest) : stream(request as StreamRequest);
}

type Begun = Awaited<ReturnType<typeof begin>>;

/** Gets the design and makes the table of it. */
async function begin(flow: Flow, request: TextRequest | RowsRequest, sink?: Sink) {
  const all = { mark: undefined, exact: undefined, name: undefined, to: undefined, ...request };
  const { call, fail, source } = flow;
  const { survey_id, format, mark = true, exact = false, from, filters, language, onProgress, to: _to, name: _name, ...rest } = all;
  const { signal } = rest;
  const glue = await exportGlue(source);
  const refusal = new Guarded(glue).run(() => glue.refused(`${format}`));
  if (refusal !== undefined) throw fail(JSON.parse(refusal) as ToldFailure);

  const [, behind = from, print] = /^(\d+\.\d*\.\d+)\.(\w+)$/.exec(from ?? "") ?? [];
  let rows = 0;
  const args = { ...filters, survey_id, sort_order: "ASC", per_page: flow.most ?? PAGE };
  const start = placeOf(args, behind);
  // The responses that come before what is to be exported next, and how many of the page are among them.
  let item = before(JSON.parse(start?.next ?? "{}") as Paging) + (start?.taken ?? 0);
  let passed = 0;
  const asked: Taking = { background: true, ...rest };
  const bytesOf = async (operation: number, args: object) => {
    let bytes = new Uint8Array();
    await call(operation, args, { ...asked, take: (taken) => void (bytes = taken) });
    return bytes;
  };
  const design = await bytesOf(operations.surveys.details, { survey_id });
  const words = language === undefined ? undefined : await bytesOf(operations.surveys.languages.get, { survey_id, language_code: language });
  const engine = new Guarded(glue);
  const done = <T>(work: () => T, answer?: Given) => judged(engine, fail, work, answer);
  const table = done(() => new glue.Export(design, words, { format, mark: Boolean(mark), exact: Boolean(exact) }));
  const columns = JSON.parse(done(() => table.columns())) as readonly ExportColumn[];
  // Below a header of CSV only rows of the same columns make sense: the checkpoint tells them.
  const stamp = format === "csv" ? done(() => table.print()).toString(36) : "";
  if (stamp && print !== undefined && print !== stamp) {
    engine.free(table);
    const message = "The survey has other columns by now: what comes would not fit below the earlier part. Export it anew.";
    throw fail({ kind: "invalid_argument", message, path: "from", retryable: false, remedy: { action: "correct" } });
  }
  const stamped = (place: string) => (stamp ? `${place}.${stamp}` : place);
  let place = stamped(behind ?? START);

  let told: Progress | undefined;
  const tell = (progress: Progress, checkpoint: string) => onProgress?.({ ...progress, done: rows, checkpoint });
  const list = () =>
    call(operations.surveys.responses.bulk, args, {
      ...asked,
      from: behind,
      // The table checks what it takes: reading a page once is quicker than twice.
      raw: true,
      take(bytes, given, input) {
        const { page = 1, per_page } = JSON.parse(input) as Paging;
        const read = (size: number) => {
          passed = Math.max(0, item - before({ page, per_page: size }));
          return JSON.parse(done(() => table.page(bytes, input, passed), given)) as List<unknown> & Pick<Given, "next">;
        };
        let taken = read(per_page);
        const size = +taken.per_page;
        if (size < per_page) {
          // The service gives smaller pages than it is asked for, which the page itself reports.
          flow.most = size;
          if (page > 1) taken = read(size);
        }
        given.next = taken.next;
        return taken;
      },
      onProgress(progress) {
        // A page is done once its rows are written; a pause is told at once.
        told = progress;
        if (!progress.resumes_at) return;
        if (sink === undefined) tell(progress, place);
        else sink.rest(place).then((kept) => tell(progress, kept), () => {});
      },
    });
  async function* pieces(): AsyncGenerator<Piece, undefined> {
    const pages = list();
    for await (const page of pages.pages()) {
      signal?.throwIfAborted();
      yield { bytes: done(() => table.rows()), page, passed };
      rows += Math.max(0, page.data.length - passed);
      item = before(page) + page.data.length;
      place = stamped(pages.checkpoint());
      const kept = sink === undefined ? place : await sink.reached(place);
      if (told) tell(told, kept);
    }
  }
  return {
    columns,
    header: () => done(() => table.header()),
    free: () => engine.free(table),
    pieces,
    place: () => place,
    get rows() {
      return rows;
    },
  };
}

/** The rows one by one; the next page is fetched when those of the one before are taken. */
function rowsOf(begun: Begun, { signal }: RowsRequest): Rows {
  let within: string | undefined;
  const checkpoint = () => within ?? begun.place();
  async function* taken(): AsyncGenerator<ExportRow, undefined> {
    const decoder = new TextDecoder();
    try {
      for await (const { bytes, page, passed } of begun.pieces()) {
        let count = passed;
        for (const row of JSON.parse(decoder.decode(bytes)) as readonly ExportRow[]) {
          signal?.throwIfAborted();
          count += 1;
          within = `${page.page}.${page.per_page}.${count}`;
          yield row;
        }
        within = undefined;
      }
    } catch (error) {
      if (error instanceof CanvassError) Object.assign(error, { checkpoint: checkpoint() });
      throw error;
    } finally {
      begun.free();
    }
  }
  const rows = taken();
  return {
    columns: begun.columns,
    checkpoint,
    [Symbol.asyncIterator]: () => rows,
    async toArray({ limit }) {
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
