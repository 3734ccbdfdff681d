// Workbooks, read back by openpyxl.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "../../scripts/run.mjs";
import { load, readBack } from "./harness.mjs";

const { dataSheets, writeXlsx } = await load("xlsx");
const { countsSheet } = await load("counts");

const READ = `
import datetime, json, sys, openpyxl
from openpyxl.utils.escape import unescape
book = openpyxl.load_workbook(sys.argv[1])
plain = lambda c: [c.data_type, c.value.isoformat() if isinstance(c.value, datetime.datetime) else unescape(c.value) if isinstance(c.value, str) else c.value]
print(json.dumps([{"name": s.title, "frozen": s.freeze_panes, "bold": s["A1"].font.b, "rows": [[plain(c) for c in row] for row in s.iter_rows()]} for s in book]))
`;
const read = (sheets) => readBack("survey.xlsx", writeXlsx(sheets), READ);
const valuesOf = ({ rows }) => rows.map((row) => row.map(([, value]) => value));

const WORDS = { values: "Values", labels: "Labels", codes: { sheet: "Codes", header: ["Variable", "Label", "Code", "Meaning", "Missing"], yes: "yes" } };

test("a code that means no value is no value, and each variable and code has a line", async () => {
  const codes = [{ code: -2, label: "bad" }, { code: 5, label: "good" }, { code: 99, label: "N/A", missing: true }];
  const variables = [{ name: "q1", label: "How happy?", type: "number", codes }, { name: "q2", label: "Age", type: "number" }];
  const rows = [[-2, 99], [99, 5], [5, null]];
  const [values, labels, list] = await read(dataSheets({ title: "t", variables, rows: () => rows }, WORDS));
  assert.deepEqual(valuesOf(values), [["q1", "q2"], [-2, 99], [null, 5], [5, null]], "the same number of another variable is a value");
  assert.deepEqual(valuesOf(labels).slice(1).map(([label]) => label), ["bad", "N/A", "good"]);
  assert.deepEqual([list.name, ...valuesOf(list).map((row) => row.slice(0, 5))], ["Codes", WORDS.codes.header, ["q1", "How happy?", -2, "bad", null], ["q1", "How happy?", 5, "good", null], ["q1", "How happy?", 99, "N/A", "yes"], ["q2", "Age", null, null, null]]);
});

test("values and labels are sheets, with their types", async () => {
  const variables = [
    { name: "q1", label: "How happy?", type: "number", codes: [{ code: 1, label: "very" }, { code: 2, label: "not" }] },
    { name: "q2", label: "Why?", type: "text" },
    { name: "started", label: "Started", type: "date" },
  ];
  const rows = [[1, "because", new Date("2026-03-05T18:06:31Z")], [2, null, null], [null, "none", null], [7, "", null]];
  const [values, labels] = await read(dataSheets({ title: "t", variables, rows: () => rows }, WORDS));
  assert.deepEqual([values.name, labels.name], ["Values", "Labels"]);
  assert.deepEqual([values.frozen, values.bold], ["A2", true]);
  assert.deepEqual(valuesOf(values).slice(0, 3), [["q1", "q2", "started"], [1, "because", "2026-03-05T18:06:31"], [2, null, null]]);
  assert.deepEqual(valuesOf(labels).map(([first]) => first), ["How happy?", "very", "not", null, 7]);
  assert.deepEqual(values.rows[1].map(([type]) => type), ["n", "s", "d"]);
});

test("a text is never a formula, whatever it begins with", async () => {
  const texts = ["=1+1", "+49 30", "-5", "@SUM(A1)", "\t=1", "=cmd|' /C calc'!A0", '=HYPERLINK("https://example.org")', "0123", "1e5", "TRUE"];
  const [sheet] = await read([{ name: "s", header: ["=A1"], rows: () => texts.map((text) => [text]) }]);
  assert.deepEqual(valuesOf(sheet).flat(), ["=A1", ...texts]);
  assert.deepEqual(new Set(sheet.rows.flat().map(([type]) => type)), new Set(["s"]));
});

test("every text is read back, but for characters that XML does not have", async () => {
  const texts = ["<a> & \"b\" 'c'", " blanks ", "two\nlines", "cr\r\nlf", "_x0041_", "_x000D_", "👩‍🔬 مرحبا とても", "]]>"];
  const [sheet] = await read([{ name: "s", header: ["h"], rows: () => texts.map((text) => [text]) }]);
  assert.deepEqual(valuesOf(sheet).flat().slice(1).map((text) => text.replaceAll("\r\n", "\n")), texts.map((text) => text.replaceAll("\r\n", "\n")));
  const [odd] = await read([{ name: "s", header: ["h"], rows: () => [["\0a\x1f"], ["\ud800b"], ["c\uffff"], ["d".repeat(32_767)], ["e".repeat(40_000)], [`${"e".repeat(32_765)}😀e`], [NaN], [Infinity], [new Date("x")]] }]);
  assert.deepEqual(valuesOf(odd).flat().slice(1, 4), ["\ufffda\ufffd", "\ufffdb", "c\ufffd"]);
  assert.deepEqual(valuesOf(odd).flat().slice(4).map((text) => text?.length), [32_767, 32_767, 32_766, undefined, undefined, undefined]);
  const [, , , , whole, cut] = valuesOf(odd).flat();
  assert.deepEqual([whole.at(-1), cut.at(-1)], ["d", "…"]);
});

test("what no sheet can hold is an error, and no workbook that cannot be opened", async () => {
  const written = async (sheet) => {
    for await (const _ of writeXlsx([{ name: "s", header: ["h"], rows: () => [], ...sheet }])) continue;
  };
  const cells = (count) => Array.from({ length: count }, () => "c");
  await written({ header: cells(16_384), rows: () => [cells(16_384)] });
  await assert.rejects(written({ header: cells(16_385) }), { kind: "beyond_sheet" });
  await assert.rejects(written({ rows: () => [cells(16_385)] }), { kind: "beyond_sheet" });
});

test("sheets have names that spreadsheets accept, no two the same", async () => {
  const wanted = ["Values", "values", "a/b:c*[d]?", "'quoted'", "", "x".repeat(40), "x".repeat(41)];
  const sheets = await read(wanted.map((name) => ({ name, header: ["h"], rows: () => [] })));
  assert.deepEqual(sheets.map(({ name }) => name), ["Values", "values 2", "a b c  d", "quoted", "Sheet", "x".repeat(31), `${"x".repeat(29)} 2`]);
});

test("the sheet of counts has each choice with its base", async () => {
  const choice = (label, count, base, deleted = false) => ({ id: `${label}-${count}`, label, count, percent: (100 * count) / base, base, deleted });
  const words = { sheet: "Counts", header: ["No.", "Question", "Row", "Column", "Choice", "Count", "Percent", "n"], answered: "Answered", skipped: "Skipped", deleted: "gone" };
  const questions = [
    { id: "q1", number: 1, heading: "Happy?", visible: true, answered: 3, skipped: 1, choices: [choice("yes", 2, 3), choice("no", 1, 3)], other: { id: "o", label: "Other", count: 1, percent: 100 / 3, is_choice: true, deleted: true } },
    { id: "q2", number: 2, heading: "Menu", visible: false, answered: 2, skipped: 2, rows: [{ id: "r", label: "r", deleted: false, columns: [{ id: "c", label: "c", deleted: false, choices: [choice("x", 1, 2, true)] }, { id: "d", label: "d", deleted: true, choices: [choice("z", 1, 1)] }] }, { id: "s", label: "s", deleted: true, choices: [choice("y", 0, 2), choice("y", 2, 2)] }] },
  ];
  const [sheet] = await read([countsSheet(questions, words)]);
  assert.deepEqual(valuesOf(sheet).slice(1), [
    [1, "Happy?", null, null, "Answered", 3, null, null],
    [1, "Happy?", null, null, "Skipped", 1, null, null],
    [1, "Happy?", null, null, "yes", 2, 66.7, 3],
    [1, "Happy?", null, null, "no", 1, 33.3, 3],
    [1, "Happy?", null, null, "Other (gone)", 1, 33.3, 3],
    [2, "Menu (gone)", null, null, "Answered", 2, null, null],
    [2, "Menu (gone)", null, null, "Skipped", 2, null, null],
    [2, "Menu (gone)", "r", "c", "x (gone)", 1, 50, 2],
    [2, "Menu (gone)", "r", "d (gone)", "z", 1, 100, 1],
    [2, "Menu (gone)", "s (gone)", null, "y [y-0]", 0, 0, 2],
    [2, "Menu (gone)", "s (gone)", null, "y [y-2]", 2, 100, 2],
  ]);
});

test("no two lines of the sheet of counts are about the same", async () => {
  const choice = (id, label) => ({ id, label, count: 1, percent: 50, base: 2, deleted: false });
  const words = { sheet: "Counts", header: ["No.", "Question", "Row", "Column", "Choice", "Count", "Percent", "n"], answered: "Answered", skipped: "Skipped", deleted: "gone" };
  const asked = (id, number, more = {}) => ({ id, number, heading: "How?", visible: number > 0, answered: 2, skipped: 0, ...more });
  const other = { id: "o", label: "Other", count: 1, percent: 50, is_choice: true, deleted: false };
  const questions = [asked("q1", 1, { choices: [choice("a", "Other")], other }), asked("q2", 2), asked("q3", 0), asked("q4", 0), asked("q5", 0, { heading: "Why?" })];
  const lines = valuesOf((await read([countsSheet(questions, words)]))[0]).slice(1).map(([number, heading, , , label]) => [number, heading, label]);
  assert.deepEqual(lines.filter(([, , label]) => label.startsWith("Other")), [[1, "How?", "Other [a]"], [1, "How?", "Other [o]"]]);
  assert.deepEqual(lines.filter(([, , label]) => label === "Answered").map(([number, heading]) => [number, heading]), [[1, "How?"], [2, "How?"], [null, "How? (gone) [q3]"], [null, "How? (gone) [q4]"], [null, "Why? (gone)"]]);
});

test("100,000 rows of 40 columns are written in chunks, with less than 500 MB of memory", async () => {
  const { outputFiles } = await build({ entryPoints: [join(root, "www/src/documents/xlsx.ts")], bundle: true, format: "esm", write: false });
  const program = `${outputFiles[0].text}
    const rows = function* () {
      for (let row = 0; row < 100_000; row += 1) yield Array.from({ length: 40 }, (_, n) => (n % 3 ? (row * n) % 11 : "Answer " + ((row * 7 + n) % 1000)));
    };
    let bytes = 0;
    for await (const chunk of writeXlsx([{ name: "Values", header: ["a"], rows }])) bytes += chunk.length;
    console.log(JSON.stringify({ bytes, peak: process.resourceUsage().maxRSS }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module"], { input: program, encoding: "utf8" });
  assert.equal(stderr, "");
  const { bytes, peak } = JSON.parse(stdout);
  assert.ok(bytes > 1_000_000 && peak < 500_000, `${bytes} bytes, ${peak} KB of memory`);
});

test("the writer is small, and makes no code from texts", async () => {
  const { outputFiles } = await build({ entryPoints: [join(root, "www/src/documents/xlsx.ts")], bundle: true, minify: true, format: "esm", write: false });
  const size = gzipSync(outputFiles[0].contents, { level: 9 }).length;
  assert.ok(size < 8_000, `${size} bytes`);
  assert.doesNotMatch(outputFiles[0].text, /\beval\(|new Function|\bFunction\(/);
  assert.match(readFileSync(join(root, "package.json"), "utf8"), /"fflate": "\d+\.\d+\.\d+"/);
});
