// The questions that the results engine answers, and the forms of its answers.

/** Which responses: a tree of conditions. `{ all: [] }` lets every response through. */
export type Rule = { readonly all: readonly Rule[] } | { readonly any: readonly Rule[] } | { readonly not: Rule } | Leaf;

/** The bounds of a number. Both are inclusive. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** A span of time as ISO dates; the end is exclusive. */
export interface Span {
  readonly from?: string;
  readonly to?: string;
}

/** One condition. */
export type Leaf =
  | { readonly question: string; readonly row?: string; readonly column?: string; readonly choices: readonly string[] }
  | { readonly question: string; readonly row?: string; readonly answered: boolean }
  | { readonly question: string; readonly text: string }
  | { readonly question: string; readonly row?: string; readonly number: Bounds }
  | { readonly status: readonly string[] }
  | { readonly created: Span }
  | { readonly modified: Span }
  | { readonly collector: readonly string[] }
  | { readonly language: readonly string[] }
  | { readonly mode: readonly string[] }
  | { readonly variable: string; readonly values: readonly string[] }
  | { readonly custom: readonly string[] }
  | { readonly contact: string }
  | { readonly ip: readonly string[] }
  | { readonly seconds: Bounds }
  | { readonly text: string }
  | { readonly tag: readonly string[] }
  | { readonly ids: readonly string[] }
  | { readonly reached: string }
  | { readonly left_at: string };

export interface Count {
  readonly count: number;
  readonly all: number;
  readonly counts?: ReadonlyArray<{ readonly rule: Rule; readonly count: number }>;
}

export interface Stats {
  readonly n: number;
  readonly mean: number;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly std: number;
}

export interface Nps {
  readonly n: number;
  readonly promoters: number;
  readonly passives: number;
  readonly detractors: number;
  readonly score: number;
  readonly margin: number;
}

export interface ChoiceResult {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly percent: number;
  readonly base: number;
  readonly weight: number | null;
  readonly is_na: boolean;
  readonly deleted: boolean;
}

export interface ColumnResult {
  readonly id: string;
  readonly label: string;
  readonly answered: number;
  readonly choices: readonly ChoiceResult[];
}

export interface RowResult {
  readonly id: string;
  readonly label: string;
  readonly answered: number;
  readonly percent: number;
  readonly deleted: boolean;
  readonly choices?: readonly ChoiceResult[];
  readonly columns?: readonly ColumnResult[];
  readonly stats?: Stats | null;
  readonly average_place?: number | null;
  readonly texts?: number;
}

export type Kind = "choices" | "rows" | "menus" | "numbers" | "texts" | "files" | "dates" | "none";

export interface OtherResult {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly percent: number;
  readonly is_choice: boolean;
}

export interface QuestionResults {
  readonly id: string;
  readonly page_id: string;
  readonly page: number;
  readonly number: number;
  readonly heading: string;
  readonly family: string;
  readonly subtype: string;
  readonly visible: boolean;
  readonly answered: number;
  readonly skipped: number;
  readonly not_reached: number | null;
  readonly kind: Kind;
  readonly multiple: boolean;
  readonly choices?: readonly ChoiceResult[];
  readonly rows?: readonly RowResult[];
  readonly stats?: Stats | null;
  readonly nps?: Nps | null;
  readonly boxes?: { readonly top2: number; readonly bottom2: number } | null;
  readonly other?: OtherResult | null;
  readonly texts?: number;
}

export interface SurveyResults {
  readonly responses: number;
  readonly all: number;
  readonly questions: readonly QuestionResults[];
}

/** What stands in the rows of a crosstab. */
export interface Stub {
  readonly question: string;
  readonly row?: string;
  readonly column?: string;
}

export interface Group {
  readonly name: string;
  readonly rule: Rule;
}

export type By = "hour" | "day" | "week" | "month" | "quarter" | "year";

/** What makes the columns of a crosstab. */
export type Banner =
  | { readonly question: string; readonly row?: string }
  | { readonly field: "status" | "collector" | "language" | "mode" }
  | { readonly variable: string }
  | { readonly time: { readonly by: By } }
  | { readonly groups: readonly Group[] };

export interface CrosstabQuestion {
  readonly rows: Stub;
  readonly columns: readonly Banner[];
  readonly confidence?: readonly number[];
  readonly bonferroni?: boolean;
  readonly min_base?: number;
}

export interface CrosstabBlock {
  readonly title: string;
  readonly columns: ReadonlyArray<{
    readonly id: string;
    readonly label: string;
    readonly letter: string | null;
    readonly base: number;
    readonly small: boolean;
  }>;
  readonly overlapping: boolean;
  readonly tested: boolean;
  readonly comparisons: number;
}

export interface ChiSquare {
  readonly statistic: number;
  readonly df: number;
  readonly p: number;
  readonly v: number;
  readonly warning: boolean;
}

export interface Crosstab {
  readonly blocks: readonly CrosstabBlock[];
  readonly total: { readonly base: number };
  readonly rows: ReadonlyArray<{
    readonly id: string;
    readonly label: string;
    readonly total: { readonly count: number; readonly percent: number };
    readonly cells: ReadonlyArray<{ readonly count: number; readonly percent: number; readonly letters: string }>;
    readonly expected_low?: boolean;
  }>;
  readonly means?: {
    readonly total: number | null;
    readonly cells: ReadonlyArray<{ readonly mean: number | null; readonly n: number; readonly letters: string }>;
  } | null;
  readonly chi_square?: ReadonlyArray<ChiSquare | null> | null;
  readonly note: readonly string[];
}

export interface Comparison {
  readonly groups: ReadonlyArray<{ readonly name: string; readonly count: number; readonly letter: string | null }>;
  readonly questions: ReadonlyArray<{
    readonly id: string;
    readonly heading: string;
    readonly kind: Kind;
    readonly number: number;
    readonly groups: readonly QuestionResults[];
    readonly letters: { readonly [choice: string]: readonly string[] };
  }>;
}

export interface TrendBucket {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly n: number;
  readonly mean: number | null;
  readonly nps: number | null;
  readonly margin: number | null;
  readonly current?: boolean;
}

export interface Trend {
  readonly buckets: readonly TrendBucket[];
}

export interface Funnel {
  readonly began: number;
  readonly completed: number;
  readonly pages: ReadonlyArray<{
    readonly id: string;
    readonly number: number;
    readonly title: string;
    readonly reached: number;
    readonly left: number;
    readonly percent: number;
  }>;
  readonly seconds: { readonly n: number; readonly median: number; readonly p90: number } | null;
  readonly paths: boolean;
  readonly histogram: ReadonlyArray<{ readonly from: number; readonly to: number; readonly count: number }>;
}

export interface TextItem {
  readonly response_id: string;
  readonly question: string;
  readonly row: string | null;
  readonly text: string;
  readonly other: boolean;
  readonly date_created: string;
  readonly tags: readonly string[];
}

export interface Texts {
  readonly total: number;
  readonly items: readonly TextItem[];
}

export interface TextsQuestion {
  readonly question?: string;
  readonly row?: string;
  readonly text?: string;
  readonly tag?: string;
  readonly from: number;
  readonly to: number;
  readonly order?: "newest" | "oldest";
}

export interface Words {
  readonly n: number;
  readonly words: ReadonlyArray<{ readonly word: string; readonly count: number }>;
}

export interface Sort {
  readonly key: string;
  readonly order: "asc" | "desc";
}

export interface RowsQuestion {
  readonly from: number;
  readonly to: number;
  readonly sort?: readonly Sort[];
  readonly columns: readonly string[];
  readonly text?: string;
}

export type Cell = string | number | null;

export interface Rows {
  readonly all: number;
  readonly filtered: number;
  readonly from: number;
  readonly rows: ReadonlyArray<{ readonly id: string; readonly cells: readonly Cell[] }>;
}

export interface ColumnInfo {
  readonly key: string;
  readonly label: string;
  readonly kind: string;
}

export interface ValueCount {
  readonly value: string;
  readonly label?: string;
  readonly count: number;
}

export interface Values {
  readonly values: readonly ValueCount[];
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
  readonly collection_mode?: string;
  readonly custom_value?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly email_address?: string;
  readonly ip_address?: string;
  readonly total_time?: number;
  readonly custom_variables?: { readonly [name: string]: string };
  readonly page_path?: readonly string[];
  readonly metadata?: {
    readonly contact?: { readonly [name: string]: { readonly value: unknown } };
    readonly respondent?: { readonly [name: string]: { readonly value: unknown } };
  };
  readonly pages?: ReadonlyArray<{
    readonly id: string;
    readonly questions: ReadonlyArray<{ readonly id: string; readonly answers: readonly AnswerPart[] }>;
  }>;
  readonly date_created: string;
  readonly date_modified: string;
}

export interface ResponseAnswer {
  readonly response: OneResponse | null;
  readonly position: number | null;
  readonly previous: string | null;
  readonly next: string | null;
}

/** The members of a survey's design that the screens read. */
export interface Design {
  readonly id: string;
  readonly title: string;
  readonly language: string;
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
  readonly headings?: ReadonlyArray<{ readonly heading?: string }>;
  readonly answers?: {
    readonly choices?: readonly DesignOption[];
    readonly rows?: readonly DesignOption[];
    readonly cols?: readonly DesignOption[];
    readonly other?: { readonly id: string; readonly text?: string; readonly is_answer_choice?: boolean };
  };
}

export interface Progress {
  readonly done: number;
  readonly total: number | null;
  readonly remaining_requests: number | null;
  readonly finishes_at: string | null;
}

export interface ResultsState {
  readonly held: number;
  readonly total: number | null;
  readonly complete: boolean;
  readonly as_of: string | null;
  readonly syncing: boolean;
  readonly resumes_at: string | null;
  readonly progress: Progress | null;
  readonly bytes: number;
  readonly kept: "device" | "tab";
  readonly error: unknown;
}

export interface NamedView {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly by?: string;
  readonly at?: string;
}

export interface SurveyNotes {
  readonly version: number;
  readonly tags: { readonly [name: string]: readonly string[] };
  readonly views: readonly NamedView[];
}

export type NotesChange =
  | { readonly tag: { readonly name: string; readonly add?: readonly string[]; readonly remove?: readonly string[] } }
  | { readonly view: { readonly id?: string; readonly name: string; readonly address: string } }
  | { readonly remove_view: string }
  | { readonly rename_tag: { readonly name: string; readonly to: string } }
  | { readonly remove_tag: string };

export interface Notes {
  load(): Promise<SurveyNotes>;
  save(change: NotesChange): Promise<SurveyNotes>;
}

/** The responses that pass a rule. */
export interface View {
  readonly rule: Rule;
  count(o?: { readonly parts?: boolean }): Promise<Count>;
  summary(o?: { readonly questions?: readonly string[]; readonly own?: { readonly [question: string]: Rule } }): Promise<SurveyResults>;
  crosstab(o: CrosstabQuestion): Promise<Crosstab>;
  compare(groups: readonly Group[], o?: { readonly questions?: readonly string[]; readonly confidence?: readonly number[] }): Promise<Comparison>;
  trend(o: { readonly by: By; readonly timeZone?: string; readonly question?: string; readonly row?: string }): Promise<Trend>;
  funnel(): Promise<Funnel>;
  texts(o: TextsQuestion): Promise<Texts>;
  words(o: { readonly question: string; readonly top?: number; readonly min?: number }): Promise<Words>;
  rows(o: RowsQuestion): Promise<Rows>;
  response(o: ({ readonly id: string } | { readonly at: number }) & { readonly sort?: readonly Sort[] }): Promise<ResponseAnswer>;
  values(o: { readonly field?: string; readonly variable?: string; readonly question?: string }): Promise<Values>;
  columns(): Promise<readonly ColumnInfo[]>;
  export(o: { readonly format: "csv" | "jsonl" | "json" }): Promise<{ readonly blob: Blob; readonly rows: number }>;
}

/** The responses of a survey, held in this tab or on this device. */
export interface Results {
  readonly survey_id: string;
  readonly design: Design;
  readonly state: ResultsState;
  sync(o?: { readonly signal?: AbortSignal; readonly check?: boolean }): Promise<unknown>;
  where(rule?: Rule): View;
  readonly notes: Notes;
  on(event: "change" | "state", f: () => void): () => void;
  keep(where: "device" | "tab"): Promise<void>;
  forget(): Promise<void>;
  close(): Promise<void>;
}
