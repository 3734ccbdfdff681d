// Exports in a browser: into a file that the person picks, and goes on with after the page was left; into the
// downloads; and as rows. The dialogues of the browser are stood in for, the files are its own.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { owner, signIn, stage as staged } from "./harness.mjs";

const stage = staged();
const DEMO = "Every kind of question";
const RESPONSES = 260;

/** A page of somebody who is signed in, with the SDK and the demo survey's id at hand. */
async function ready() {
  const { page, problems, leave } = await stage.visit();
  await signIn(page, stage.origin, owner(stage.world));
  await prepare(page);
  return { page, problems, leave };
}

/** Makes `canvass`, `survey_id` and pickers that give a file of the origin's own, and note what they are asked. */
async function prepare(page) {
  await page.evaluate(async (title) => {
    const { createCanvass } = await import("/sdk/index.js");
    window.canvass = createCanvass();
    const [survey] = await canvass.surveys.list({ title }).toArray({ limit: 1 });
    window.survey_id = survey.id;
    window.asked = [];
    const file = async (create) => (await navigator.storage.getDirectory()).getFileHandle("export", { create });
    window.showSaveFilePicker = async ({ suggestedName }) => (asked.push(suggestedName), file(true));
    window.showOpenFilePicker = async () => (asked.push("open"), [await file(false)]);
    window.saved = async () => new TextDecoder("utf-8", { ignoreBOM: true }).decode(await (await (await file(false)).getFile()).arrayBuffer());
    window.whole = async (format) => {
      const { blob } = await canvass.exportResponses({ survey_id, format });
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await blob.arrayBuffer());
    };
  }, DEMO);
}

test("an export into a file that the person picks goes on there after the page was left", async () => {
  const { page, problems, leave } = await ready();
  const [rows, asked, same] = await page.evaluate(async () => {
    const { rows } = await canvass.exportResponses({ survey_id, format: "csv", to: "file" });
    return [rows, asked, (await saved()) === (await whole("csv"))];
  });
  assert.deepEqual([rows, same], [RESPONSES, true]);
  assert.match(asked[0], /^responses-\d+\.csv$/);

  // From here on the service gives 100 responses a page.
  await page.route(/responses\/bulk/, (route) => route.continue({ url: route.request().url().replace("per_page=1000", "per_page=100") }));
  // The page is left behind the first page of responses: what is on disk is what the checkpoint says.
  await page.evaluate(
    () =>
      new Promise((done) => {
        const onProgress = ({ checkpoint }) => {
          localStorage.setItem("from", checkpoint);
          done();
        };
        canvass.exportResponses({ survey_id, format: "csv", to: "file" }, { onProgress });
      }),
  );
  await page.reload();
  await prepare(page);
  const [early, from, then] = await page.evaluate(async () => {
    const [early, from] = [await saved(), localStorage.getItem("from")];
    await canvass.exportResponses({ survey_id, format: "csv", to: "file" }, { from });
    return [early, from, { asked, same: (await saved()) === (await whole("csv")) }];
  });
  // As long as nothing of this export is safe, the file is that of the export before.
  assert.ok(Number(from.split("@")[1]) <= early.length, `${from} of ${early.length}`);
  assert.deepEqual(then, { asked: ["open"], same: true });
  assert.deepEqual(problems, []);
  await leave();
});

test("an export is downloaded where the browser has no dialogue for files", async () => {
  const { page, problems, leave } = await ready();
  const downloading = page.waitForEvent("download");
  const { rows } = await page.evaluate(() => {
    delete window.showSaveFilePicker;
    window.showSaveFilePicker = undefined;
    return canvass.exportResponses({ survey_id, format: "jsonl", to: "file", name: "answers.jsonl" });
  });
  const download = await downloading;
  assert.deepEqual([download.suggestedFilename(), rows], ["answers.jsonl", RESPONSES]);
  const text = await readFile(await download.path(), "utf8");
  assert.equal(text, await page.evaluate(() => whole("jsonl")));
  assert.deepEqual(problems, []);
  await leave();
});

test("an export as rows has what the lines have, and every column says what it belongs to", async () => {
  const { page, problems, leave } = await ready();
  const found = await page.evaluate(async () => {
    const table = await canvass.exportResponses({ survey_id, format: "rows" });
    const rows = [];
    for await (const row of table) rows.push(row);
    const lines = (await whole("jsonl")).trim().split("\n").map((line) => JSON.parse(line));
    const known = new Set(table.columns.map(({ key }) => key));
    return {
      count: rows.length,
      same: JSON.stringify(rows) === JSON.stringify(lines),
      strangers: rows.flatMap((row) => Object.keys(row)).filter((key) => !known.has(key)).length,
      unmatched: rows.filter((row) => row.unmatched !== undefined).length,
      variant: table.columns.find(({ content }) => content === "variant"),
      shown: new Set(rows.map((row) => row[table.columns.find(({ content }) => content === "variant").key])).size,
      matrix: table.columns.filter(({ family, row_id }) => family === "matrix" && row_id === undefined).every(({ content }) => content === "other"),
    };
  });
  assert.deepEqual([found.count, found.same, found.strangers, found.unmatched], [RESPONSES, true, 0, 0]);
  assert.ok(found.variant.heading.endsWith(" - Heading shown") && found.shown >= 2, JSON.stringify(found));
  assert.ok(found.matrix, "what has no row in a matrix is a comment");
  assert.deepEqual(problems, []);
  await leave();
});
