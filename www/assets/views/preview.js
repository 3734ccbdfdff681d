// A preview of an export: the first rows of the file to save.

import { el } from "../elements.js";
import { count, counted } from "../format.js";

const SHOWN = 8;

/** Bytes of the file that are read for the preview. */
const READ = 256 * 1024;

/** Header and first rows of an exported file. */
export async function firstRows(blob, format) {
  const text = (await blob.slice(0, READ).text()).replace(/^\uFEFF/, "");
  const cut = blob.size > READ;
  return format === "csv" ? fromCsv(text, cut) : fromLines(text, cut);
}

function fromCsv(text, cut) {
  const records = parseCsv(text, SHOWN + 2);
  if (cut && records.length < SHOWN + 2) records.pop();
  const [header = [], ...rows] = records;
  return { header, rows: rows.slice(0, SHOWN) };
}

function fromLines(text, cut) {
  const lines = text.split("\n");
  if (cut) lines.pop();
  const objects = lines.filter(Boolean).slice(0, SHOWN).map((line) => JSON.parse(line));
  const header = [...new Set(objects.flatMap(Object.keys))];
  return { header, rows: objects.map((object) => header.map((name) => shown(object[name]))) };
}

function shown(value) {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The first `limit` records of CSV text (RFC 4180). */
export function parseCsv(text, limit = Infinity) {
  const records = [];
  let record = [];
  let field = "";
  let quoted = false;
  for (let at = 0; at < text.length && records.length < limit; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') field += text[(at += 1)];
      else quoted = false;
    } else if (sign === '"') {
      quoted = true;
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

/** The preview as a panel with a table that scrolls. */
export function preview({ header, rows }, total) {
  if (header.length === 0) return null;
  return el(
    "section",
    { class: "panel preview", "aria-labelledby": "preview" },
    el(
      "header",
      {},
      el("h2", { id: "preview" }, "First rows"),
      el("p", { class: "lead" }, `${count(rows.length)} of ${counted(total, "row")}, ${counted(header.length, "column")}`),
    ),
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "First rows of the export" },
      el(
        "table",
        { class: "sheet" },
        el("thead", {}, el("tr", {}, header.map((name) => el("th", { scope: "col", title: name }, el("span", { class: name.length > 24 ? "long" : null }, name))))),
        el("tbody", {}, rows.map((row) => el("tr", {}, row.map((value) => el("td", { title: value.length > 40 ? value : null }, value))))),
      ),
    ),
  );
}
