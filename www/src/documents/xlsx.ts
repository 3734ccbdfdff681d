// Writes workbooks (.xlsx) row by row, so that 100,000 responses need no more memory than the finished file.
//
// The container is written by fflate, the only part that is not a few lines of XML: 5 KB, no dependency, no code from
// text. Libraries for whole workbooks keep every cell as an object, or stream one sheet alone. A text is always a cell
// of text: nothing that a respondent wrote can become a formula.

import { Zip, ZipDeflate, strToU8 } from "fflate";
import { type Cell, type Dataset, labelOf } from "./dataset.js";
import { escapeXml } from "./xml.js";

/** A sheet. Its first row is the header, which stays in view. */
export interface Sheet {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: () => Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
/** Characters of a cell and of a sheet's name, and rows and columns of a sheet, that spreadsheets allow. */
const TEXT_MAX = 32_767;
const NAME_MAX = 31;
const ROWS_MAX = 1_048_576;
const COLUMNS_MAX = 16_384;
/** Days from the beginning of the calendar of spreadsheets to 1970. */
const EPOCH = 25_569;
/** Characters that are collected before they are compressed. */
const CHUNK = 1 << 16;
const BOLD = 1;
const TIME = 2;

/** The bytes of a workbook of these sheets, in chunks. */
export async function* writeXlsx(sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, bytes) => {
    failure ??= error;
    ready.push(bytes);
  });
  const names = sheetNames(sheets.map(({ name }) => name));
  const parts: [string, Iterable<string> | AsyncIterable<string>][] = [
    ["[Content_Types].xml", [contentTypes(sheets.length)]],
    ["_rels/.rels", [relations([[`${OFFICE}/officeDocument`, "xl/workbook.xml"]])]],
    ["xl/workbook.xml", [workbook(names)]],
    ["xl/_rels/workbook.xml.rels", [relations([...sheets.map((_, n): [string, string] => [`${OFFICE}/worksheet`, `worksheets/sheet${n + 1}.xml`]), [`${OFFICE}/styles`, "styles.xml"]])]],
    ["xl/styles.xml", [STYLES]],
    ...sheets.map((sheet, n): [string, AsyncIterable<string>] => [`xl/worksheets/sheet${n + 1}.xml`, sheetXml(sheet)]),
  ];
  for (const [path, chunks] of parts) {
    const file = new ZipDeflate(path, { level: 6 });
    zip.add(file);
    for await (const chunk of chunks) {
      file.push(strToU8(chunk));
      if (failure) throw failure;
      yield* ready;
      ready = [];
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  yield* ready;
}

/** Throws if a sheet cannot have so many rows, the header included, or so many columns. */
export function checkSize(rows: number, columns: number): void {
  if (rows <= ROWS_MAX && columns <= COLUMNS_MAX) return;
  throw Object.assign(new RangeError(`A sheet has at most ${ROWS_MAX} rows and ${COLUMNS_MAX} columns.`), { kind: "beyond_sheet", remedy: { action: "correct" } });
}

/** The sheet of facts. The first of them is the header. */
export function aboutSheet(name: string, [header = [], ...rows]: readonly (readonly string[])[]): Sheet {
  return { name, header, rows: () => rows };
}

/** The words of the sheets of a dataset in the person's language. */
export interface DataWords {
  readonly values: string;
  readonly labels: string;
  readonly codes: {
    readonly sheet: string;
    readonly header: readonly [variable: string, label: string, code: string, meaning: string, missing: string];
    readonly yes: string;
  };
}

/**
 * The sheets of a dataset: values as they are stored, the same with labels, and the variables with their codes. A code
 * that means "not applicable" is no value: a mean of its column would count it.
 */
export function dataSheets({ variables, rows }: Dataset, { values, labels, codes }: DataWords): Sheet[] {
  const missing = variables.map(({ codes = [] }) => new Set<Cell>(codes.flatMap(({ code, missing }) => (missing ? [code] : []))));
  const shown = async function* (show: (cell: Cell, n: number) => Cell) {
    for await (const row of rows()) yield variables.map((_, n) => show(row[n] ?? null, n));
  };
  const lines = variables.flatMap(({ name, label, codes: own = [] }): Cell[][] =>
    own.length === 0 ? [[name, label]] : own.map(({ code, label: meaning, missing }) => [name, label, code, meaning, missing ? codes.yes : null]),
  );
  return [
    { name: values, header: variables.map(({ name }) => name), rows: () => shown((cell, n) => (missing[n]!.has(cell) ? null : cell)) },
    { name: labels, header: variables.map(({ label }) => label), rows: () => shown((cell, n) => labelOf(variables[n]!, cell)) },
    { name: codes.sheet, header: codes.header, rows: () => lines },
  ];
}

async function* sheetXml({ header, rows }: Sheet): AsyncGenerator<string> {
  checkSize(1, header.length);
  const pane = '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  let xml = `${DECLARATION}<worksheet xmlns="${MAIN}">${pane}<sheetData><row r="1">${header.map((text) => cellXml(text, BOLD)).join("")}</row>`;
  let number = 1;
  for await (const row of rows()) {
    number += 1;
    checkSize(number, row.length);
    xml += `<row r="${number}">`;
    row.forEach((cell) => (xml += cellXml(cell)));
    xml += "</row>";
    if (xml.length > CHUNK) {
      yield xml;
      xml = "";
    }
  }
  yield `${xml}</sheetData></worksheet>`;
}

function cellXml(cell: Cell, style = 0): string {
  // An empty cell keeps the place of those behind it, which have no address.
  if (cell === null || cell === "" || (typeof cell !== "string" && !Number.isFinite(Number(cell)))) return "<c/>";
  if (typeof cell === "number") return `<c><v>${cell}</v></c>`;
  if (cell instanceof Date) return `<c s="${TIME}"><v>${cell.getTime() / 86_400_000 + EPOCH}</v></c>`;
  return `<c${style ? ` s="${style}"` : ""} t="inlineStr"><is><t xml:space="preserve">${escape(shortened(cell))}</t></is></c>`;
}

/** A text that a cell can have. One that is cut, but not within a character, ends with an ellipsis. */
const shortened = (text: string) => (text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX - 1).replace(/[\ud800-\udbff]$/, "")}…`);

/** A text in a sheet. What XML does not allow becomes U+FFFD; `_x0041_` would be read as an escape. */
function escape(text: string): string {
  return escapeXml(text, "\ufffd").replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_").replace(/\r/g, "&#13;");
}

/** Names that spreadsheets accept, no two the same. */
function sheetNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>();
  return wanted.map((name) => {
    const base = name.replace(/[\\/?*[\]:]/g, " ").replace(/^'+|'+$/g, "").trim().slice(0, NAME_MAX) || "Sheet";
    let unique = base;
    for (let n = 2; taken.has(unique.toLowerCase()); n += 1) unique = `${base.slice(0, NAME_MAX - String(n).length - 1)} ${n}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function contentTypes(sheets: number): string {
  const type = (part: string, kind: string) => `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const all = Array.from({ length: sheets }, (_, n) => type(`worksheets/sheet${n + 1}`, "worksheet")).join("");
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type("workbook", "sheet.main")}${type("styles", "styles")}${all}</Types>`;
}

function relations(targets: readonly (readonly [string, string])[]): string {
  const one = ([type, target]: readonly [string, string], n: number) => `<Relationship Id="rId${n + 1}" Type="${type}" Target="${target}"/>`;
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${targets.map(one).join("")}</Relationships>`;
}

function workbook(names: readonly string[]): string {
  const one = (name: string, n: number) => `<sheet name="${escape(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`;
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map(one).join("")}</sheets></workbook>`;
}

const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
