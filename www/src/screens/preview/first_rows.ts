// Header and first rows of an exported file, without reading all of it.

import type { Format } from "../export/exporting.ts";

const SHOWN = 8;

/** Bytes of the file that are read. */
const READ = 256 * 1024;

/** The beginning of a table. */
export interface Sample {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Header and first rows of a file. */
export async function firstRows(blob: Blob, format: Format): Promise<Sample> {
  const text = (await blob.slice(0, READ).text()).replace(/^\uFEFF/, "");
  const isCut = blob.size > READ;
  return format === "csv" ? fromCsv(text, isCut) : fromLines(text, isCut);
}

function fromCsv(text: string, isCut: boolean): Sample {
  const records = parseCsv(text, SHOWN + 2);
  if (isCut && records.length < SHOWN + 2) records.pop();
  const [header = [], ...rows] = records;
  return { header, rows: rows.slice(0, SHOWN) };
}

function fromLines(text: string, isCut: boolean): Sample {
  const lines = text.split("\n");
  if (isCut) lines.pop();
  const objects = lines.filter(Boolean).slice(0, SHOWN).map((line) => JSON.parse(line) as Record<string, unknown>);
  const header = [...new Set(objects.flatMap(Object.keys))];
  return { header, rows: objects.map((object) => header.map((name) => shown(object[name]))) };
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The first `limit` records of CSV text (RFC 4180). */
function parseCsv(text: string, limit = Infinity): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let field = "";
  let isQuoted = false;
  for (let at = 0; at < text.length && records.length < limit; at += 1) {
    const sign = text[at];
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') field += text[(at += 1)];
      else isQuoted = false;
    } else if (sign === '"') {
      isQuoted = true;
    } else if (sign === ",") {
      record.push(field);
      field = "";
    } else if (sign === "\n") {
      record.push(field.endsWith("\r") ? field.slice(0, -1) : field);
      records.push(record);
      record = [];
      field = "";
    } else {
      field += sign;
    }
  }
  if (records.length < limit && (field !== "" || record.length > 0)) records.push([...record, field]);
  return records;
}
