// The types of the SDK's results, and what the screens read of a survey's design and of a response.

import type { TableRows } from "/sdk/results.js";
import type { HeadingLike, OtherLike } from "../documents/survey.ts";

export type {
  Banner, Bin, ChiSquare, ChoiceCondition, ChoiceResult, Comparison, Condition, Crosstab, CrosstabBlock, DateCondition, DateHistogram, Funnel, Group, NotesChange, Nps, NumberRange, OtherResult,
  NumberCondition, Period, QuestionKind, QuestionPart, QuestionResults, Results, ResultsState, RowResult, RowsRequest, Rule, Span, Stats, SurveyNotes, SurveyResults,
  TableColumn, TextItem, Texts, TextsRequest, Trend, TrendBucket, TrendRequest, View,
} from "/sdk/results.js";

export type Row = TableRows["rows"][number];
export type Cell = Row["cells"][number];

/** A key of the order. The screens always say which way. */
export interface Sort {
  readonly key: string;
  readonly order: "asc" | "desc";
}

export interface AnswerPart {
  readonly choice_id?: string;
  readonly row_id?: string;
  readonly col_id?: string;
  readonly other_id?: string;
  readonly text?: string;
  readonly download_url?: string;
  readonly content_type?: string;
}

/** A response as the API gives it, in the members that the screen reads. */
export interface OneResponse {
  readonly id: string;
  readonly response_status: string;
  readonly collector_id?: string;
  readonly custom_value?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly email_address?: string;
  readonly ip_address?: string;
  readonly total_time?: number;
  /** Of a quiz. */
  readonly quiz_results?: { readonly score: number; readonly total_score: number };
  readonly custom_variables?: { readonly [name: string]: string };
  readonly page_path?: readonly string[];
  readonly metadata?: {
    readonly respondent?: { readonly [name: string]: { readonly value: unknown } };
  };
  readonly pages?: ReadonlyArray<{
    readonly id: string;
    /** `variable_id`: of several headings, the one that the respondent saw. */
    readonly questions: ReadonlyArray<{ readonly id: string; readonly variable_id?: string; readonly answers: readonly AnswerPart[] }>;
  }>;
  readonly date_created: string;
  readonly date_modified: string;
}

/** The members of a survey's design that the screens read. */
export interface Design {
  readonly id: string;
  readonly title: string;
  readonly language: string;
  /** Responses without previews, when the design was read. */
  readonly response_count?: number;
  readonly custom_variables?: { readonly [name: string]: string };
  readonly pages: ReadonlyArray<{ readonly id: string; readonly title: string; readonly questions: readonly DesignQuestion[] }>;
}

export interface DesignOption {
  readonly id: string;
  readonly text?: string;
  readonly visible?: boolean;
  readonly weight?: number;
  readonly type?: string;
  readonly choices?: readonly DesignOption[];
}

export interface DesignQuestion {
  readonly id: string;
  readonly family: string;
  readonly subtype: string;
  readonly visible?: boolean;
  readonly headings?: readonly HeadingLike[];
  readonly display_options?: { readonly display_type?: string; readonly display_subtype?: string };
  readonly answers?: {
    readonly choices?: readonly DesignOption[];
    readonly rows?: readonly DesignOption[];
    readonly cols?: readonly DesignOption[];
    readonly other?: OtherLike | readonly OtherLike[];
  };
}
