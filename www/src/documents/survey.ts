// What is needed of a design and of responses, as the API gives them, and how a question is answered.

/** What is needed of a design, the response of `surveys.details`. */
export interface DesignLike {
  /** Labels of custom variables by their names. */
  readonly custom_variables?: { readonly [name: string]: string } | null;
  readonly quiz_options?: { readonly is_quiz_mode?: boolean } | null;
  readonly pages: readonly { readonly questions: readonly QuestionLike[] }[];
}

export interface OptionLike {
  readonly id: string;
  readonly text?: string;
  readonly weight?: number | null;
  readonly is_na?: boolean;
  /** False if it was deleted. */
  readonly visible?: boolean;
}

export interface QuestionLike {
  readonly id: string;
  readonly family: string;
  readonly subtype: string;
  /** False if it was deleted. */
  readonly visible?: boolean;
  readonly headings?: readonly HeadingLike[] | null;
  readonly display_options?: { readonly display_type?: string } | null;
  readonly answers?: {
    readonly choices?: readonly OptionLike[] | null;
    readonly rows?: readonly OptionLike[] | null;
    readonly cols?: readonly (OptionLike & { readonly choices?: readonly OptionLike[] | null })[] | null;
    /** An object; the documentation shows a list. */
    readonly other?: OtherLike | readonly OtherLike[] | null;
  } | null;
}

export interface OtherLike extends OptionLike {
  readonly is_answer_choice?: boolean;
  /** Whether each row has an "other" of its own. */
  readonly apply_all_rows?: boolean;
}

export interface HeadingLike {
  readonly heading?: string;
  /** Of several headings, which respondents see at random. */
  readonly random_assignment?: { readonly id?: string; readonly assignment_id?: string } | null;
}

export interface AnswerLike {
  readonly choice_id?: string;
  readonly row_id?: string;
  readonly col_id?: string;
  readonly other_id?: string;
  readonly text?: string | null;
  readonly download_url?: string;
}

/** What is needed of a response of `surveys.responses.bulk`. */
export interface ResponseLike {
  readonly id: string;
  readonly response_status?: string;
  readonly date_created?: string;
  readonly date_modified?: string;
  readonly collector_id?: string;
  readonly total_time?: number;
  readonly custom_value?: string;
  readonly custom_variables?: { readonly [name: string]: string | null } | null;
  /** The score of a quiz. */
  readonly quiz_results?: { readonly [name: string]: number } | null;
  readonly metadata?: { readonly respondent?: { readonly language?: { readonly value?: unknown } } } | null;
  readonly pages?: readonly { readonly questions?: readonly AnsweredLike[] }[];
}

export interface AnsweredLike {
  readonly id: string;
  /** The heading that was shown. */
  readonly variable_id?: string;
  readonly answers?: readonly AnswerLike[];
}

/** What a response has of each question. */
export type Given = ReadonlyMap<string, Pick<AnsweredLike, "variable_id"> & { readonly answers: readonly AnswerLike[] }>;

/** The "other" of a question; of several the first one. */
export function otherOf(answers: QuestionLike["answers"]): OtherLike | null {
  return [answers?.other ?? []].flat()[0] ?? null;
}

/** The id by which responses name one of several headings. Some records call it `assignment_id`. */
export function assignmentOf({ random_assignment }: HeadingLike): string | undefined {
  return random_assignment?.id || random_assignment?.assignment_id;
}

/** How a question is answered. */
export type Form = "one" | "many" | "one_per_row" | "many_per_row" | "menus" | "text" | "row_texts" | "numbers" | "dates" | "files";

/** The kinds of questions that have answers: form, family and subtypes. */
const KINDS: readonly (readonly [form: Form, family: string, subtypes: string])[] = [
  ["one", "single_choice", "vertical vertical_two_col vertical_three_col horiz menu"],
  ["many", "multiple_choice", "vertical vertical_two_col vertical_three_col horiz"],
  ["one_per_row", "matrix", "single rating ranking"],
  ["many_per_row", "matrix", "multi"],
  ["menus", "matrix", "menu"],
  ["text", "open_ended", "single essay"],
  ["row_texts", "open_ended", "multi"],
  ["numbers", "open_ended", "numerical"],
  ["row_texts", "demographic", "international us"],
  ["dates", "datetime", "both date_only time_only"],
];

/** What one line of text can be displayed as. */
const DISPLAYED = new Map<string | undefined, Form>([["file_upload", "files"], ["slider", "numbers"]]);

/**
 * The form of a question; null if it has no answers, and therefore no number: a text, a picture or a click map. The
 * results engine has the same rule, by which it numbers questions.
 */
export function formOf({ family, subtype, display_options }: Pick<QuestionLike, "family" | "subtype"> & { readonly display_options?: QuestionLike["display_options"] | undefined }): Form | null {
  const [form = null] = KINDS.find(([, ofFamily, subtypes]) => ofFamily === family && subtypes.split(" ").includes(subtype)) ?? [];
  const displayed = family === "open_ended" && subtype === "single" ? DISPLAYED.get(display_options?.display_type) : undefined;
  return displayed ?? form;
}
