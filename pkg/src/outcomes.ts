/** What exports and invitations come to, whole or in part: errors carry it too. */

import type { Family, Id, Open, QuestionId, RecipientId, RowId, Subtype } from "./types.js";

/** A column of an export. */
export interface ExportColumn {
  /** Name of the column, made of ids: the same in every export of the survey. */
  readonly key: string;
  /** Heading; no two columns have the same. */
  readonly heading: string;
  /** What the cells hold. `variant` is the heading that was shown, where a question has several. */
  readonly content:
    | "metadata"
    | "variable"
    | "variant"
    | "choice"
    | "picked"
    | "text"
    | "other"
    | "date"
    | "file"
    | "unmatched";
  /** The question whose answers the cells hold. */
  readonly question_id?: QuestionId;
  /** The row of it. */
  readonly row_id?: RowId;
  /** Id of the choice, of a menu's column, or of the "other" option. */
  readonly choice_id?: Id;
  /** Family of the question. */
  readonly family?: Open<Family>;
  /** Subtype of the question. */
  readonly subtype?: Open<Subtype>;
  /** The question's heading. */
  readonly question?: string;
  /** What the row is called. */
  readonly row?: string;
  /** What the choice, the menu's column or the "other" option is called. */
  readonly choice?: string;
}

/** What an export has written. */
export interface Streamed {
  /** Responses in it. */
  readonly rows: number;
  /** Its columns, in order. */
  readonly columns: readonly ExportColumn[];
}

/** An export, ready to be saved. */
export interface Exported extends Streamed {
  /** The file. */
  readonly blob: Blob;
}

/** What became of an address, or of the id of a contact or list that led to none. */
export interface InvitedRecipient {
  /** The address, or the id. */
  readonly address: string;
  /**
   * Whether the mail goes there: only if `added`. `unknown` is what a resumed call cannot tell, since the mail had gone
   * out before.
   */
  readonly fate: "added" | "existing" | "invalid" | "duplicate" | "opted_out" | "bounced" | "unknown";
  /** Id of the recipient, if one was added. */
  readonly id?: RecipientId;
}
