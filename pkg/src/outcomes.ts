/** Results of exports and invitations, complete or partial. Errors have them too. */

import type { Family, Id, Open, QuestionId, RecipientId, RowId, Subtype } from "./generated/types.js";

/** A column of an export. */
export interface ExportColumn {
  /** Name of the column, composed of ids: the same in every export of the survey. */
  readonly key: string;
  /** Heading, unique within the export. */
  readonly heading: string;
  /** Kind of the cells. `variant` is the heading that was shown, for a question with several. */
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
  /** The question that the cells answer. */
  readonly question_id?: QuestionId;
  /** The row of the question. */
  readonly row_id?: RowId;
  /** Id of the choice, of a menu's column, or of the "other" option. */
  readonly choice_id?: Id;
  /** Family of the question. */
  readonly family?: Open<Family>;
  /** Subtype of the question. */
  readonly subtype?: Open<Subtype>;
  /** The question's heading. */
  readonly question?: string;
  /** The row's label; absent if the question's only row has no text. */
  readonly row?: string;
  /** Label of the choice, of the menu's column, or of the "other" option. */
  readonly choice?: string;
}

/** The result of an export. */
export interface Streamed {
  /** Number of responses. */
  readonly rows: number;
  /** The columns, in order. */
  readonly columns: readonly ExportColumn[];
}

/** An export, ready to be saved. */
export interface Exported extends Streamed {
  /** The file. */
  readonly blob: Blob;
}

/** What happened to an address, or to the id of a contact or list without an address. */
export interface InvitedRecipient {
  /** The address, or the id. */
  readonly address: string;
  /**
   * Only `added` gets the mail. `unknown` occurs when a resumed call finds the mail sent already, so that what
   * happened to the address can no longer be found out.
   */
  readonly fate: "added" | "existing" | "invalid" | "duplicate" | "opted_out" | "bounced" | "unknown";
  /** Id of the recipient, if one was added. */
  readonly id?: RecipientId;
}
