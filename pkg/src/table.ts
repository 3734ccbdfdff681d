/** The types of exports: what is asked for, and what comes out. */

import type { ListOptions, Progress } from "./call.js";
import type { ExportColumn } from "./outcomes.js";
import type { CollectorId, DateText, Id, LanguageId, Open, RecipientId, ResponseId, ResponseStatus, SurveyId } from "./types.js";
import type { Operations } from "./operation_types.js";

type Asked = NonNullable<Parameters<Operations["surveys"]["responses"]["bulk"]>[0]>;

/** Which responses are exported: the arguments of `surveys.responses.bulk`, but for those of its paging and order. */
export type ExportFilters = Omit<Asked, "survey_id" | "page" | "per_page" | "sort_by" | "sort_order" | "simple">;

/** What every export can be given. */
interface ExportOptions extends Omit<ListOptions, "onProgress"> {
  /** Id of the survey. */
  readonly survey_id: SurveyId;
  /** Which responses; all if not given. To go on from a checkpoint, give the same. */
  readonly filters?: ExportFilters | undefined;
  /** Code of a language that the survey is translated into: headings and labels are in it. */
  readonly language?: LanguageId | undefined;
  /** Where to go on: the `checkpoint` of an earlier export. What comes then has no header, and stands behind the rest. */
  readonly from?: string | undefined;
  /** Told after every page, and before every pause of a second or more. */
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined;
}

interface TextOptions extends ExportOptions {
  /** CSV for spreadsheets, or one JSON object a line, keyed by column. */
  readonly format: "csv" | "jsonl";
  /** Whether CSV begins with a byte order mark, without which spreadsheets misread letters; yes if not given. */
  readonly mark?: boolean | undefined;
  /**
   * Whether cells of CSV stand as they were answered, for programs. If not given, an apostrophe goes before what a
   * spreadsheet would run as a formula, and before digits that it would lose.
   */
  readonly exact?: boolean | undefined;
}

/**
 * What to export. It is work in the background unless `background` is false; with `maxWait` of a day, 86 400 000, it
 * sleeps until the quota's next day where it must.
 */
export interface ExportRequest extends TextOptions {
  /** Nowhere: the export is made in memory. */
  readonly to?: undefined;
}

/** An export that is written into a stream, a page at a time. */
export interface StreamRequest extends TextOptions {
  /**
   * Where the bytes go. It is closed behind the last of them; after a failure it is left as it is, so that another
   * export can go on in it.
   */
  readonly to: WritableStream<Uint8Array>;
}

/** An export that is saved as a file. */
export interface FileRequest extends TextOptions {
  /**
   * `"file"` asks the person where to save, in answer to a click; with `from` it asks for the file of the earlier part
   * and goes on at its end. Where the browser cannot ask, the export is downloaded. A handle that the page has is
   * written without asking.
   */
  readonly to: "file" | FileSystemFileHandle;
  /** The name that is suggested; `responses-ID.csv` if not given. */
  readonly name?: string | undefined;
}

/** An export as objects. */
export interface RowsRequest extends ExportOptions {
  /** Rows as objects. */
  readonly format: "rows";
}

/** How far an export is: responses done by it, and responses in all. */
export interface ExportProgress extends Progress {
  /** Where to go on, should the export end here. Of a file: where to go on behind what is safe on disk. */
  readonly checkpoint: string;
}

/** A response as one row: a text for every column that has one, by the column's key. */
export interface ExportRow {
  /** Id of the response. */
  readonly id: ResponseId;
  /** The collector. */
  readonly collector_id?: CollectorId;
  /** How far the respondent came. */
  readonly response_status?: Open<ResponseStatus>;
  /** When the response was begun. */
  readonly date_created?: DateText;
  /** When it was last changed. */
  readonly date_modified?: DateText;
  /** Address from which the survey was taken. */
  readonly ip_address?: string;
  /** Email address of the respondent. */
  readonly email_address?: string;
  /** First name of the respondent. */
  readonly first_name?: string;
  /** Last name of the respondent. */
  readonly last_name?: string;
  /** The value that the web link carried. */
  readonly custom_value?: string;
  /** The recipient who was invited. */
  readonly recipient_id?: RecipientId;
  /** How the response was collected. */
  readonly collection_mode?: string;
  /** Seconds spent, in digits. */
  readonly total_time?: string;
  /** Code of the respondent's language. */
  readonly language?: LanguageId;
  /** A cell of any other column. */
  readonly [column: string]: string | undefined;
}

/** The rows of an export, fetched a page at a time as they are taken. They can be gone through once. */
export interface Rows extends AsyncIterable<ExportRow> {
  /** The columns that rows are keyed by, in order. */
  readonly columns: readonly ExportColumn[];
  /** The rows that are left, `limit` at most. */
  toArray(options: { readonly limit: number }): Promise<ExportRow[]>;
  /** The place behind the last row that was taken, for the option `from`. */
  checkpoint(): string;
}
