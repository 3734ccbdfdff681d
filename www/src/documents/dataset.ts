// What a document is made of: variables and rows, as plain values. Screens make them from a design and the store's
// rows.

/** A value of a cell. A date is a time; what a respondent entered as a date stays a text. */
export type Cell = number | string | Date | null;

/** A code of a variable. */
export interface CodeLabel {
  readonly code: number;
  readonly label: string;
  /** True if it means "not applicable": it is no value for statistics. */
  readonly missing?: boolean;
}

/** A column of a dataset. */
export interface Variable {
  /** The wanted name, such as `q3_2`. A format may have to change it. */
  readonly name: string;
  /** What it is about, as plain text. */
  readonly label: string;
  readonly type: "number" | "text" | "date";
  /** The meaning of its numbers, if they are codes. */
  readonly codes?: readonly CodeLabel[];
  /** Whether its numbers are names, an order or quantities. */
  readonly measure?: "nominal" | "ordinal" | "scale";
}

/** Rows that can be read several times, because a format needs the length of texts before the first of them. */
export type Rows = () => Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;

/** A fact about a document, with its name. */
export type Fact = readonly [name: string, text: string];

/** A table of responses. */
export interface Dataset {
  /** The title of the survey. */
  readonly title: string;
  /** Which responses the table has, and as of when. */
  readonly about?: readonly Fact[];
  readonly variables: readonly Variable[];
  readonly rows: Rows;
}

/** A cell as a person reads it: the label of a code, otherwise the value. */
export function labelOf(variable: Variable, cell: Cell): Cell {
  if (typeof cell !== "number" || !variable.codes) return cell;
  return variable.codes.find(({ code }) => code === cell)?.label ?? cell;
}
