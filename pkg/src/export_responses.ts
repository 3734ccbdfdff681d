import { type Calling, type Taking, placeOf } from "./call.js";
import type { ExportColumn, ExportRequest, Exported, StreamRequest } from "./canvass.js";
import { CanvassError } from "./errors.js";
import type { ToldFailure } from "./exchange.js";
import { type Source, once } from "./load.js";
import { operations } from "./operations.js";

/** What an export uses of the facade. */
export interface Exporting {
  readonly call: (operation: number, args: object, asked: Taking) => Calling<unknown>;
  readonly fail: (facts: ToldFailure) => unknown;
  readonly source: Source;
}

/** Responses of a page: the most that the service gives with their answers. */
const PAGE = "100";

const glue = once(() => import("./export_glue.js"));

/** Exports a survey: its pages come as those of any other list do, and go into the table as bytes. */
export async function exportResponses({ call, fail, source }: Exporting, request: ExportRequest | StreamRequest): Promise<Exported> {
  const { survey_id, format, mark = true, from, onProgress, to, ...rest } = { to: undefined, ...request };
  const { signal } = rest;
  const { Export, refused } = await glue(source);
  const judged = <T>(make: () => T): T => {
    try {
      return make();
    } catch (facts) {
      throw typeof facts === "string" ? fail(JSON.parse(facts) as ToldFailure) : facts;
    }
  };
  const refusal = refused(format);
  if (refusal !== undefined) throw fail(JSON.parse(refusal) as ToldFailure);

  let bytes = new Uint8Array();
  let checkpoint = from ?? "1..0";
  let rows = 0;
  let columns: readonly ExportColumn[] = [];
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const tell: Taking["onProgress"] = (told) => onProgress?.({ ...told, done: rows, checkpoint });
  let told: Parameters<typeof tell>[0] | undefined;
  const asked: Taking = {
    background: true,
    ...rest,
    take: (taken) => (bytes = taken as typeof bytes),
    onProgress: (progress) => {
      // A page is done once its rows are written; a pause is told at once.
      told = progress;
      if (progress.resumes_at) tell(progress);
    },
  };
  const writer = to?.getWriter();
  const write = async (piece: Uint8Array<ArrayBuffer>) => {
    if (writer === undefined) pieces.push(piece);
    else await unless(signal, writer.write(piece));
  };
  const made = () => {
    const type = format === "csv" ? "text/csv;charset=utf-8" : "application/jsonl";
    return { ...(writer === undefined && { blob: new Blob(pieces, { type }) }), rows, columns } as Exported;
  };

  let table: InstanceType<typeof Export> | undefined;
  try {
    await call(operations.surveys.details, { survey_id }, asked);
    let passed = placeOf({}, from)?.taken ?? 0;
    const making = (table = judged(() => new Export(bytes, format, mark, passed)));
    columns = making.columns();
    if (from === undefined) await write(making.header());
    const list = call(operations.surveys.responses.bulk, { survey_id, sort_order: "ASC", per_page: PAGE }, { ...asked, from });
    for await (const { data } of list.pages()) {
      signal?.throwIfAborted();
      await write(judged(() => making.page(bytes)));
      rows += Math.max(0, data.length - passed);
      passed = 0;
      checkpoint = list.checkpoint();
      if (told) tell(told);
    }
    await writer?.close();
    return made();
  } catch (error) {
    if (error instanceof CanvassError) Object.assign(error, { checkpoint, ...(writer === undefined && { exported: made() }) });
    throw error;
  } finally {
    writer?.releaseLock();
    table?.free();
  }
}

/** Waits for something unless the signal ends it first. */
async function unless(signal: AbortSignal | undefined, work: Promise<void>): Promise<void> {
  if (signal === undefined) return work;
  let stop = () => {};
  const stopped = new Promise<never>((_done, fail) => {
    stop = () => fail(signal.reason);
    signal.addEventListener("abort", stop);
  });
  try {
    await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
