// SPSS files, read back by pyreadstat.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, readBack } from "./harness.mjs";

const { writeSav } = await load("sav");
const { validNames } = await load("names");
const NOW = new Date(Date.UTC(2026, 10, 25, 22, 5, 9));

const READ = `
import datetime, json, sys, pyreadstat
data, meta = pyreadstat.read_sav(sys.argv[1], output_format="dict", user_missing=True)
plain = lambda v: v.isoformat() if isinstance(v, (datetime.date, datetime.datetime)) else None if v != v else v.item() if hasattr(v, "item") else v
print(json.dumps({
  "title": meta.file_label, "notes": meta.notes, "encoding": meta.file_encoding, "cases": meta.number_rows, "names": meta.column_names, "labels": meta.column_labels,
  "codes": meta.variable_value_labels, "missing": meta.missing_ranges, "measures": meta.variable_measure, "formats": meta.original_variable_types,
  "data": {name: [plain(v) for v in values] for name, values in data.items()},
}))
`;

const read = async (dataset) => {
  const { extension, chunks } = await writeSav({ title: "Survey", ...dataset }, NOW);
  return { extension, ...(await readBack(`survey.${extension}`, chunks, READ)) };
};
const text = (name) => ({ name, label: name, type: "text" });

test("values, labels, missing values, dates and texts are read back as they were written", async () => {
  const codes = [{ code: 1, label: "Zürich ☕" }, { code: 2, label: "no" }, { code: 99, label: "Not applicable", missing: true }];
  const file = await read({
    title: "Zufriedenheit – 2026",
    variables: [
      { name: "q1", label: "Wie zufrieden?", type: "number", codes, measure: "ordinal" },
      { name: "q2_1", label: "Bread", type: "number", codes: [{ code: 0, label: "No" }, { code: 1, label: "Yes" }] },
      { name: "q3", label: "Age", type: "number", measure: "scale" },
      { name: "started", label: "Started", type: "date" },
      text("q4"),
    ],
    rows: () => [
      [1, 0, 41.5, new Date("2026-03-29T01:30:00Z"), "Grüße 👩‍🔬"],
      [99, 1, -1e300, null, ""],
      [null, null, null, new Date("1581-01-01T00:00:00Z"), null],
      [2, 1, 151, new Date("2026-01-01T00:00:00Z"), "  leading"],
    ],
  });
  assert.equal(file.title, "Zufriedenheit – 2026");
  assert.equal(file.encoding, "UTF-8");
  assert.equal(file.cases, 4);
  assert.deepEqual(file.names, ["q1", "q2_1", "q3", "started", "q4"]);
  assert.deepEqual(file.labels, ["Wie zufrieden?", "Bread", "Age", "Started", "q4"]);
  assert.deepEqual(file.codes, { q1: { "1.0": "Zürich ☕", "2.0": "no", "99.0": "Not applicable" }, q2_1: { "0.0": "No", "1.0": "Yes" } });
  assert.deepEqual(file.missing, { q1: [{ lo: 99, hi: 99 }] });
  assert.deepEqual([file.measures.q1, file.measures.q2_1, file.measures.q3], ["ordinal", "nominal", "scale"]);
  assert.deepEqual(file.data.q1, [1, 99, null, 2]);
  assert.deepEqual(file.data.q2_1, [0, 1, null, 1]);
  assert.deepEqual(file.data.q3, [41.5, -1e300, null, 151]);
  assert.deepEqual(file.data.started.map((date) => date?.slice(0, 19) ?? null), ["2026-03-29T01:30:00", null, "1581-01-01T00:00:00", "2026-01-01T00:00:00"]);
  assert.deepEqual(file.data.q4, ["Grüße 👩‍🔬", "", "", "  leading"]);
});

test("a text has up to 32,767 bytes, is cut between characters, and then ends with an ellipsis", async () => {
  for (const length of [1, 8, 254, 255, 256, 257, 504, 505, 510, 756, 757, 1_000, 5_000, 32_766, 32_767, 40_000]) {
    const long = Array.from({ length }, (_, n) => String.fromCharCode(97 + (n % 26))).join("");
    const file = await read({ variables: [text("before"), text("long"), { name: "after", label: "", type: "number" }], rows: () => [["a", long, 1], ["b", "short", 2]] });
    assert.deepEqual(file.names, ["before", "long", "after"], `${length}`);
    assert.equal(file.data.long[0], length <= 32_767 ? long : `${long.slice(0, 32_764)}…`, `${length}`);
    assert.deepEqual([file.data.long[1], file.data.after, file.data.before], ["short", [1, 2], ["a", "b"]], `${length}`);
  }
  const file = await read({ variables: [text("q")], rows: () => [["é".repeat(20_000)]] });
  assert.equal(file.data.q[0], "é".repeat(16_382) + "…");
});

test("long texts next to each other keep their own segments", async () => {
  const variables = ["a", "b", "c"].map(text);
  const rows = [[..."xyz"].map((letter, n) => letter.repeat(300 + n * 500)), ["1", "2", "3"]];
  const file = await read({ variables, rows: () => rows });
  assert.deepEqual([file.data.a, file.data.b, file.data.c], [0, 1, 2].map((n) => rows.map((row) => row[n])));
});

test("names are valid, and no two are the same whatever their case", async () => {
  const wanted = ["q1", "Q1", "1st", "Größe", "with", "", "a b", "a_b", "x".repeat(80), "x".repeat(81), "満足", "q_", "_q"];
  const names = validNames(wanted);
  assert.deepEqual(names.slice(0, 8), ["q1", "Q1_2", "v_1st", "Gro_e", "v_with", "v", "a_b", "a_b_2"]);
  const file = await read({ variables: wanted.map(text), rows: () => [wanted.map((_, n) => `${n}`)] });
  assert.deepEqual(file.names, names);
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
  assert.ok(names.every((name) => /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name)), names.join(" "));
});

test("long labels are cut within, so that two with other ends stay apart", async () => {
  const codes = [{ code: -3, label: `${"ü".repeat(100)} [1]` }, { code: 0.5, label: "half" }];
  const file = await read({ variables: [{ name: "q", label: `${"é".repeat(200)} – 👩`, type: "number", codes }], rows: () => [[-3], [0.5]] });
  assert.equal(file.labels[0], `${"é".repeat(63)}…${"é".repeat(58)} – 👩`);
  assert.deepEqual(file.codes, { q: { "-3.0": `${"ü".repeat(29)}…${"ü".repeat(27)} [1]`, 0.5: "half" } });
  assert.deepEqual(file.data.q, [-3, 0.5]);
});

test("long labels that differ only where they are cut have their code or their name", async () => {
  const [begin, end] = ["ü".repeat(70), "é".repeat(70)];
  const codes = ["first", "second"].map((middle, n) => ({ code: n + 0.5, label: `${begin} ${middle} ${end}` }));
  const other = { code: 7, label: `${begin} other ${"e".repeat(140)}` };
  const variable = (name, middle) => ({ name, label: `${begin}${begin} ${middle} ${end}${end}`, type: "number", codes: [...codes, other] });
  const file = await read({ variables: [variable("q1", "a"), variable("x".repeat(64), "b"), { name: "q2", label: "short", type: "number" }], rows: () => [[0.5, 1.5, 7]] });
  assert.deepEqual(file.codes.q1, { 0.5: `${"ü".repeat(29)}…${"é".repeat(26)} [0.5]`, 1.5: `${"ü".repeat(29)}…${"é".repeat(26)} [1.5]`, "7.0": `${"ü".repeat(29)}…${"e".repeat(58)}` });
  assert.deepEqual(file.labels, [`${"ü".repeat(63)}…${"é".repeat(60)} [q1]`, `${"ü".repeat(63)}…${"é".repeat(29)} [${"x".repeat(64)}]`, "short"]);
  for (const [label, most] of [...Object.values(file.codes.q1).map((label) => [label, 120]), ...file.labels.map((label) => [label, 255])]) assert.ok(Buffer.byteLength(label) <= most, label);
});

test("a file says which responses it has", async () => {
  const rule = `Status: Completed, and ${"Größe 👩 ".repeat(30)}`.trim();
  const { notes } = await read({ about: [["Rules", rule], ["Responses", "412 of 1,260"]], variables: [text("q")], rows: () => [["a"]] });
  assert.equal(notes.map((line) => line.trim()).join("").replaceAll(" ", ""), `Rules: ${rule}Responses: 412 of 1,260`.replaceAll(" ", ""));
  assert.equal(notes.at(-1).trim(), "Responses: 412 of 1,260");
});

test("one long answer does not make a large file", async () => {
  const comment = (row) => (row === 700 ? "x".repeat(32_000) + "é" : row % 3 === 0 ? null : `Comment ${row}: ${"the queue was long and the staff was friendly. ".repeat(2)}`.trim());
  // Two blocks and more, whose ends are within cases.
  const dataset = { variables: [{ name: "n", label: "n", type: "number" }, ...["a", "b", "c"].map(text)], rows: () => Array.from({ length: 1_000 }, (_, row) => [row, comment(row), "same", comment(row)]) };
  const { extension, chunks } = await writeSav({ title: "Survey", ...dataset }, NOW);
  const texts = Buffer.byteLength(dataset.rows().flat().filter((cell) => typeof cell === "string").join(""));
  let size = 0;
  for await (const { length } of chunks) size += length;
  assert.ok(size < 3 * texts, `${size} bytes for texts of ${texts}`);
  const file = await read(dataset);
  assert.deepEqual([extension, file.cases, file.names], ["zsav", 1_000, ["n", "a", "b", "c"]]);
  for (const [n, name] of file.names.entries()) assert.deepEqual(file.data[name], dataset.rows().map((row) => row[n] ?? ""), name);
  assert.equal((await read({ ...dataset, rows: () => dataset.rows().slice(0, 100) })).extension, "sav", "a small file is one that all versions read");
});

test("a survey without responses is a file without cases", async () => {
  const file = await read({ variables: [text("q"), { name: "n", label: "n", type: "number" }], rows: () => [] });
  assert.deepEqual([file.cases, file.names], [0, ["q", "n"]]);
});
