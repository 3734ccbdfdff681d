// Writes a dataset as an SPSS system file (.sav), with labels, missing values and long texts, in UTF-8.
//
// The format has 8-byte units. A text of more than 255 bytes is stored in several variables, which record 7/14 joins.
// Data are compressed by SPSS's own byte codes, because texts are padded to the longest one. Where most of that is
// padding, it is compressed once more, in blocks (.zsav): SPSS reads such files since version 21.

import type { Cell, Dataset, Fact, Variable } from "./dataset.js";
import { validNames } from "./names.js";
import { distinct } from "./question_variables.js";
import { ZBLOCK, zipped } from "./sav_blocks.js";
import { Bytes, Packer, cut, cutInside, dateParts, encoder } from "./sav_bytes.js";

/** The longest text in bytes, and the mark at the end of a text that was cut. */
const TEXT_MAX = 32_767;
const CUT_MARK = "…";
/** Bytes of a text in each variable that stores it, and those by which the number of variables is reckoned. */
const SEGMENT = 255;
const SEGMENT_COUNTED = 252;

/** The longest labels of a variable and of a code in bytes. */
const VARIABLE_LABEL = 255;
const CODE_LABEL = 120;

/** Bytes of a line of the document record. */
const DOCUMENT_LINE = 80;

const NUMBER_FORMAT = 5;
const TEXT_FORMAT = 1;
const DATE_FORMAT = 22;
/** Seconds from the beginning of SPSS's calendar, 1582-10-14, to 1970. */
const EPOCH = 12_219_379_200;
const MEASURES = { nominal: 1, ordinal: 2, scale: 3 } as const;

/** Bytes of padding from which a file is compressed in blocks, if they are more than the texts. */
const PADDING_MAX = 1 << 20;

interface Layout {
  readonly variable: Variable;
  readonly name: string;
  readonly label: string;
  readonly short: string;
  /** Bytes of its longest text; 0 for numbers. */
  readonly width: number;
  /** The widths of the variables that store it. */
  readonly segments: readonly number[];
  /** Units of 8 bytes of a case. */
  readonly units: number;
}

/** A file, and the extension of its name. */
export interface SavFile {
  readonly extension: "sav" | "zsav";
  /** Its bytes, in chunks. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** The file of a dataset. `now` is the time of writing that the file states. */
export async function writeSav(dataset: Dataset, now: Date): Promise<SavFile> {
  const { variables, rows } = dataset;
  const widths = variables.map(() => 1);
  let [cases, written] = [0, 0];
  for await (const row of rows()) {
    cases += 1;
    variables.forEach(({ type }, index) => {
      const cell = row[index];
      if (type !== "text" || cell == null) return;
      const { length } = encoded(cell);
      widths[index] = Math.max(widths[index]!, length);
      written += length;
    });
  }
  const names = validNames(variables.map(({ name }) => name));
  const labels = cutLabels(variables.map(({ label }, n) => ({ label, name: names[n]! })), VARIABLE_LABEL, ({ name }) => name);
  const layouts = variables.map((variable, index): Layout => {
    const width = variable.type === "text" ? widths[index]! : 0;
    const segments = segmentsOf(width);
    return { variable, name: names[index]!, label: labels[index]!, short: `V${index + 1}`, width, segments, units: segments.reduce((sum, segment) => sum + unitsOf(segment), 0) };
  });
  // A unit of padding is a byte.
  const padding = cases * layouts.reduce((sum, { width, units }) => sum + (width > 0 ? units : 0), 0) - written / 8;
  const isZipped = padding > PADDING_MAX && padding > written;
  const head = dictionary(dataset, layouts, cases, now, isZipped);
  return isZipped ? { extension: "zsav", chunks: zipped(head, packed(dataset, layouts, ZBLOCK)) } : { extension: "sav", chunks: plainly(head, packed(dataset, layouts, 1 << 16)) };
}

async function* plainly(head: Uint8Array, data: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* data;
}

/** The data in blocks of this size, the last of which is what remains. */
async function* packed({ rows }: Dataset, layouts: readonly Layout[], block: number): AsyncGenerator<Uint8Array> {
  const packer = new Packer();
  for await (const row of rows()) {
    layouts.forEach((layout, index) => pack(packer, layout, row[index] ?? null));
    while (packer.length >= block) yield packer.take(block);
  }
  packer.finish();
  while (packer.length > 0) yield packer.take(Math.min(block, packer.length));
}

function segmentsOf(width: number): number[] {
  if (width <= SEGMENT) return [width];
  const count = Math.ceil(width / SEGMENT_COUNTED);
  return [...Array<number>(count - 1).fill(SEGMENT), width - (count - 1) * SEGMENT_COUNTED];
}

const unitsOf = (width: number) => Math.max(1, Math.ceil(width / 8));

function dictionary({ title, about = [] }: Dataset, layouts: readonly Layout[], cases: number, now: Date, isZipped: boolean): Uint8Array {
  const file = new Bytes();
  const { day, time } = dateParts(now);
  file.text(isZipped ? "$FL3" : "$FL2", 4);
  file.text("@(#) SPSS DATA FILE Canvass", 60);
  file.integers(2, layouts.reduce((sum, { units }) => sum + units, 0), isZipped ? 2 : 1, 0, cases);
  file.number(100);
  file.text(day, 9);
  file.text(time, 8);
  file.text(cut(title, 64), 64);
  file.text("", 3, 0);
  let segment = 0;
  for (const layout of layouts) {
    layout.segments.forEach((width, index) => {
      segment += 1;
      const isFirst = index === 0;
      variableRecord(file, layout, width, isFirst ? layout.short : `W${segment}`, isFirst);
    });
  }
  let place = 1;
  for (const { variable, units } of layouts) {
    if (variable.codes?.length) labelRecords(file, variable, place);
    place += units;
  }
  if (about.length > 0) documentRecord(file, about);
  file.extension(3, 4, (part) => part.integers(22, 0, 0, -1, 1, 1, 2, 65_001));
  file.extension(4, 8, (part) => {
    part.number(-Number.MAX_VALUE);
    part.number(Number.MAX_VALUE);
    part.number(-1.797_693_134_862_315_5e308);
  });
  file.extension(11, 4, (part) => {
    for (const { variable, segments: own } of layouts) {
      const isText = variable.type === "text";
      const measure = MEASURES[variable.measure ?? (isText || variable.codes ? "nominal" : "scale")];
      own.forEach((width) => part.integers(measure, isText ? Math.min(Math.max(width, 8), 40) : 8, isText ? 0 : 1));
    }
  });
  file.extension(13, 1, (part) => part.text(layouts.map(({ short, name }) => `${short}=${name}`).join("\t")));
  const long = layouts.filter(({ width }) => width > SEGMENT);
  if (long.length > 0) {
    const entry = ({ short, width }: Layout) => `${short}=${String(width).padStart(5, "0")}\0\t`;
    file.extension(14, 1, (part) => part.text(long.map(entry).join("")));
  }
  file.extension(16, 8, (part) => part.integers(1, 0, cases, 0));
  file.extension(20, 1, (part) => part.text("UTF-8"));
  file.integers(999, 0);
  return file.take();
}

/** Labels of at most so many bytes. Of those that are the same once they are cut, each has its key at its end. */
function cutLabels<T extends { readonly label: string }>(list: readonly T[], most: number, keyOf: (item: T) => string): string[] {
  const cuts = list.map((item) => ({ item, label: cutInside(item.label, most) }));
  return distinct(cuts, ({ item }) => keyOf(item)).map(({ item, label }, n) => (label === cuts[n]!.label ? label : cutInside(`${item.label} [${keyOf(item)}]`, most)));
}

function variableRecord(file: Bytes, { variable, label: text, segments }: Layout, width: number, name: string, isFirst: boolean): void {
  const format = variable.type === "text" ? [TEXT_FORMAT, width, 0] : variable.type === "date" ? [DATE_FORMAT, 20, 0] : [NUMBER_FORMAT, 8, decimals(variable)];
  const packed = (format[0]! << 16) | (format[1]! << 8) | format[2]!;
  const label = encoder.encode(isFirst ? text : "");
  const missing = (variable.codes ?? []).filter(({ missing }) => missing).slice(0, 3);
  file.integers(2, width, label.length > 0 ? 1 : 0, segments.length === 1 ? missing.length : 0, packed, packed);
  file.text(name, 8);
  if (label.length > 0) {
    file.integers(label.length);
    file.bytes(label, Math.ceil(label.length / 4) * 4);
  }
  if (segments.length === 1) missing.forEach(({ code }) => file.number(code));
  for (let unit = 1; unit < unitsOf(width); unit += 1) {
    file.integers(2, -1, 0, 0, 0, 0);
    file.text("", 8);
  }
}

/** Codes have no decimals unless one of them has. */
function decimals({ codes }: Variable): number {
  return codes?.every(({ code }) => Number.isInteger(code)) ? 0 : 2;
}

function labelRecords(file: Bytes, { codes = [] }: Variable, place: number): void {
  file.integers(3, codes.length);
  const labels = cutLabels(codes, CODE_LABEL, ({ code }) => String(code));
  codes.forEach(({ code }, n) => {
    const bytes = encoder.encode(labels[n]);
    file.number(code);
    file.bytes(new Uint8Array([bytes.length, ...bytes]), Math.ceil((bytes.length + 1) / 8) * 8);
  });
  file.integers(4, 1, place);
}

/** Facts about the file, in lines of a fixed length: what does not fit on one goes on in the next. */
function documentRecord(file: Bytes, about: readonly Fact[]): void {
  const lines = about.flatMap(([name, text]) => {
    const own: string[] = [];
    for (let rest = `${name}: ${text}`; rest !== ""; rest = rest.slice(own.at(-1)!.length)) own.push(cut(rest, DOCUMENT_LINE));
    return own;
  });
  file.integers(6, lines.length);
  lines.forEach((line) => file.text(line, DOCUMENT_LINE));
}

/** A text of at most as many bytes as the format allows. */
function encoded(cell: Cell): Uint8Array {
  const text = cell instanceof Date ? cell.toISOString() : String(cell ?? "");
  const bytes = encoder.encode(text);
  return bytes.length <= TEXT_MAX ? bytes : encoder.encode(cut(text, TEXT_MAX - encoder.encode(CUT_MARK).length) + CUT_MARK);
}

function pack(packer: Packer, { variable: { type }, segments, units }: Layout, cell: Cell): void {
  if (type !== "text") {
    const value = cell instanceof Date ? cell.getTime() / 1000 + EPOCH : typeof cell === "number" ? cell : NaN;
    packer.number(value);
    return;
  }
  const bytes = encoded(cell);
  const filled = segments.slice(0, Math.ceil(bytes.length / SEGMENT)).map(unitsOf);
  filled.forEach((count, index) => packer.units(bytes.subarray(index * SEGMENT, (index + 1) * SEGMENT), count));
  packer.spaces(units - filled.reduce((sum, count) => sum + count, 0));
}
