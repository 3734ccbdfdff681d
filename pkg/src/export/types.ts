/** The types of exports: requests and results. */

import type { CallOptions, Progress } from "../calls/call.js";
import type { ExportColumn } from "../outcomes.js";
import type { CollectorId, DateText, Id, LanguageId, Open, RecipientId, ResponseId, ResponseStatus, SurveyId } from "../generated/types.js";
import type { SurveysResponsesBulkParams } from "../generated/parameters.js";

/** Which responses are exported: the arguments of `surveys.responses.bulk` without those of its paging and order. */
export type ExportFilters = Omit<SurveysResponsesBulkParams, "survey_id" | "page" | "per_page" | "sort_by" | "sort_order" | "simple">;

/** What every export is of. */
interface ExportSource {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /**
   * Which responses; by default all, those from the preview of the survey included: their `collection_mode` is
   * `survey_preview`. To continue from a checkpoint, pass the same filters.
   */
  readonly filters?: ExportFilters | undefined;
  /** Code of a language into which the survey is translated, for headings and labels. */
  readonly language?: LanguageId | undefined;
}

/**
 * Options of an export. Exports are background work unless `background` is false. With `maxWait` of a day, 86 400 000,
 * an export sleeps until the quota's next day where it must.
 */
export interface ExportOptions extends CallOptions {
  /**
   * Where to continue: the `checkpoint` of an earlier export. The output then has no header, to be appended to the
   * earlier part.
   */
  readonly from?: string | undefined;
  /** Called after every page, and before every pause of a second or more. */
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined;
}

interface TextSource extends ExportSource {
  /** CSV for spreadsheets, or JSON lines: one object per response, keyed by column. */
  readonly format: "csv" | "jsonl";
  /**
   * Whether CSV begins with a byte order mark, without which spreadsheets misread non-ASCII letters; by default true.
   */
  readonly mark?: boolean | undefined;
  /**
   * Whether CSV cells are exactly what was answered, for programs. By default an apostrophe precedes text that a
   * spreadsheet would run as a formula, and numbers whose digits it would lose.
   */
  readonly exact?: boolean | undefined;
}

/** An export into memory. */
export interface ExportRequest extends TextSource {
  /** Absent: the result is a blob in memory. */
  readonly to?: undefined;
}

/** A writable stream of Node.js, such as `fs.createWriteStream(path)`. */
export interface NodeStream {
  /** Whether it is closed. */
  readonly closed?: boolean;
  /** Writes a chunk, and calls back when it is written. */
  write(chunk: Uint8Array, done: (error?: Error | null) => void): unknown;
  /** Ends the stream, and calls back when everything is written. */
  end(done: (error?: Error | null) => void): unknown;
  /** Adds a listener. */
  on(event: "error" | "close", listener: (error: Error) => void): unknown;
  /** Removes a listener. */
  off(event: "error" | "close", listener: (error: Error) => void): unknown;
}

/** An export that is written to a stream, a page at a time. */
export interface StreamRequest extends TextSource {
  /**
   * The stream. It is closed after the last byte. After a failure it stays open, so that another export can continue in
   * it.
   */
  readonly to: WritableStream<Uint8Array> | NodeStream;
}

/** An export that is saved as a file. */
export interface FileRequest extends TextSource {
  /**
   * `"file"` asks the user where to save; it needs a click. With `from` it asks for the file of the earlier part and
   * appends to it. Where the browser has no file picker, the export is downloaded. A handle is written without asking.
   * In Node.js, any other string is the path of a file; with `from` the rest is appended to it.
   */
  readonly to: "file" | FileSystemFileHandle | (string & {});
  /** The suggested file name; by default `responses-ID.csv`. */
  readonly name?: string | undefined;
}

/** An export as objects. */
export interface RowsRequest extends ExportSource {
  /** Rows as objects. */
  readonly format: "rows";
}

/** How far an export is: `done` counts the responses that this export has written. */
export interface ExportProgress extends Progress {
  /** Where to continue if the export ends here. For a file, this is after the last response that is safe on disk. */
  readonly checkpoint: string;
}

/** A response as one row: text by the column's key. Empty cells are absent. */
export interface ExportRow {
  /** Id of the response. */
  readonly id: ResponseId;
  /** The collector. */
  readonly collector_id?: CollectorId;
  /** Status of the response. */
  readonly response_status?: Open<ResponseStatus>;
  /** When the response was started. */
  readonly date_created?: DateText;
  /** When it was last changed. */
  readonly date_modified?: DateText;
  /** IP address from which the survey was taken. */
  readonly ip_address?: string;
  /** Email address of the respondent. */
  readonly email_address?: string;
  /** First name of the respondent. */
  readonly first_name?: string;
  /** Last name of the respondent. */
  readonly last_name?: string;
  /** The custom value of the web link. */
  readonly custom_value?: string;
  /** The recipient who was invited. */
  readonly recipient_id?: RecipientId;
  /** How the response was collected; `survey_preview` in the preview of the survey, which summaries do not count. */
  readonly collection_mode?: string;
  /** Seconds spent, as decimal digits. */
  readonly total_time?: string;
  /** Code of the respondent's language. */
  readonly language?: LanguageId;
  /** A cell of any other column. */
  readonly [column: string]: string | undefined;
}

/** The rows of an export. Pages are fetched as the rows are read. They can be iterated once. */
export interface Rows extends AsyncIterable<ExportRow> {
  /** The columns that rows are keyed by, in order. */
  readonly columns: readonly ExportColumn[];
  /** The remaining rows; with `limit`, so many at most. */
  toArray(options?: { readonly limit?: number | undefined }): Promise<ExportRow[]>;
  /** The position after the last row that was read, for the option `from`. */
  checkpoint(): string;
}

declare global {
  /** Only pages have such files: this is for programs that are compiled without the library `dom`. */
  interface FileSystemFileHandle {
    readonly kind: "file";
  }
}
