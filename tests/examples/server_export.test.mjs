// The nightly export: killed in the middle, started again, and compared with an export that nothing interrupted.

import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startCanvass } from "../../pkg/dist/testing.js";
import { launch, tool } from "../consumers/programs.mjs";
import { eventually } from "../edge/eventually.mjs";
import { copyOf } from "./examples.mjs";

/** Three pages of an export, since a page has at most 1,000 responses. */
const RESPONSES = 2400;

const folder = copyOf("server-export");
const exported = join(folder, "exports");
let world;
let variables;
let whole;

before(async () => {
  world = await startCanvass();
  const canvass = world.client("owner");
  const before = new Set((await canvass.surveys.list().toArray({ limit: 100 })).map(({ id }) => id));
  await world.seed({ surveys: 1, responses: RESPONSES });
  const survey = (await canvass.surveys.list().toArray({ limit: 100 })).find(({ id }) => !before.has(id));
  const { token } = world.tokens.find(({ name }) => name === "owner");
  variables = { CANVASS_TOKEN: token, CANVASS_URL: world.origin, SURVEY_ID: survey.id, AT: "02:30" };
  const { blob, rows } = await canvass.exportResponses({ survey_id: survey.id, format: "csv" });
  assert.equal(rows, RESPONSES);
  whole = Buffer.from(await blob.arrayBuffer());
});
after(() => world?.stop());

/** The pages of responses that were requested, by number, the first request first. */
async function requestedPages() {
  const requests = (await world.journal()).filter(({ operation }) => operation === "surveys.responses.bulk");
  return requests.map(({ query }) => Number(new URLSearchParams(query).get("page") ?? 1)).reverse();
}

/** The program in a folder of its own, where it waits for the night. */
const waiting = (name) => launch(folder, process.execPath, ["export.mjs"], { ...variables, FOLDER: name });
const waits = ({ output }) => eventually(() => output.out.includes("The next export"), () => output.all);

const csvFiles = () => readdirSync(exported).filter((name) => name.endsWith(".csv"));

test("a_killed_export_resumes_with_the_next_page_and_its_file_is_that_of_an_uninterrupted_one", async () => {
  const earlier = (await requestedPages()).length;
  await world.faults.add({ operation: "surveys.responses.bulk", nth: 2, count: 1, delay: 60_000 });
  const killed = launch(folder, process.execPath, ["export.mjs", "--now"], variables);
  await eventually(() => existsSync(join(exported, "export.json")), "no checkpoint was stored", 30);
  killed.kill();
  await killed.ended;
  await world.faults.clear();
  assert.deepEqual(csvFiles(), [], "an export that is not complete has no name");
  const { size } = JSON.parse(readFileSync(join(exported, "export.json"), "utf8"));
  assert.ok(size > 0 && size < whole.length);
  assert.equal(readdirSync(join(exported, "export.lock")).length, 1, "it is left locked");
  appendFileSync(join(exported, "export.part"), "a row after the checkpoint, written in par");

  const resumed = launch(folder, process.execPath, ["export.mjs"], variables);
  try {
    await eventually(() => csvFiles().length === 1, () => resumed.output.all, 30);
    // After the export that was due it waits for the night.
    await eventually(() => resumed.output.out.includes("The next export"), () => resumed.output.all);
    const next = new Date(/The next export is at (\S+)\.$/m.exec(resumed.output.out)[1]);
    const wait = next.getTime() - Date.now();
    assert.ok(next.toISOString().endsWith("T02:30:00.000Z") && wait > 0 && wait <= 86_400_000);
    const second = tool(folder, process.execPath, ["export.mjs", "--now"], variables);
    await assert.rejects(second, /Process \d+ exports into exports\. Stop it/);
  } finally {
    resumed.kill();
    await resumed.ended;
  }
  const pages = (await requestedPages()).slice(earlier);
  assert.equal(pages.filter((page) => page === 1).length, 1, `pages ${pages}`);
  assert.ok(readFileSync(join(exported, csvFiles()[0])).equals(whole));
  assert.deepEqual(readdirSync(exported).filter((name) => name !== "export.lock"), csvFiles(), "the part and its state are gone");
});

test("an_export_that_begins_leaves_no_state_of_another", async () => {
  writeFileSync(join(exported, "export.json"), JSON.stringify({ survey_id: "another", name: "another.csv", size: 0 }));
  await world.faults.add({ operation: "surveys.responses.bulk", count: 1, delay: 60_000 });
  const killed = launch(folder, process.execPath, ["export.mjs", "--now"], variables);
  await eventually(() => existsSync(join(exported, "export.part")), () => killed.output.all, 30);
  killed.kill();
  await killed.ended;
  await world.faults.clear();
  assert.ok(!existsSync(join(exported, "export.json")));
});

test("an_export_replaces_the_file_of_the_same_day", async () => {
  const earlier = csvFiles();
  const printed = await tool(folder, process.execPath, ["export.mjs", "--now"], variables);
  const [, name] = /Exported .*(responses-\d{4}-\d\d-\d\d\.csv)/.exec(printed) ?? assert.fail(printed);
  assert.ok(readFileSync(join(exported, name)).equals(whole));
  // Around midnight it is the file of another day.
  assert.deepEqual(readdirSync(exported), [...new Set([...earlier, name])].sort(), "nothing else is left");
});

test("a_token_that_is_not_valid_ends_the_program", async () => {
  const refused = tool(folder, process.execPath, ["export.mjs", "--now"], { ...variables, CANVASS_TOKEN: "not-a-token" });
  await assert.rejects(refused, /ended with 1/);
});

test("a_misspelt_option_is_named_and_nothing_waits_for_the_night", async () => {
  const refused = launch(folder, process.execPath, ["export.mjs", "--nwo"], { ...variables, FOLDER: "misspelt" });
  const late = setTimeout(() => refused.kill(), 10_000);
  await refused.ended;
  clearTimeout(late);
  assert.match(refused.output.all, /There is no option --nwo\. The only one is --now\./);
  assert.ok(!existsSync(join(folder, "misspelt")));
});

test("a_signal_that_ends_the_program_releases_the_folder", async () => {
  for (const [signal, expected] of [["SIGHUP", 129], ["SIGINT", 130], ["SIGTERM", 143]]) {
    const running = waiting("signals");
    await waits(running);
    assert.deepEqual(readdirSync(join(folder, "signals")), ["export.lock"]);
    running.kill(signal);
    assert.equal((await running.ended)[0], expected);
    assert.deepEqual(readdirSync(join(folder, "signals")), []);
  }
});

test("a_lock_is_left_if_another_process_has_its_number", { skip: process.platform !== "linux" }, async () => {
  mkdirSync(join(folder, "reused", "export.lock"), { recursive: true });
  writeFileSync(join(folder, "reused", "export.lock", `${process.pid}-1`), "");
  const running = waiting("reused");
  try {
    await waits(running);
  } finally {
    running.kill();
    await running.ended;
  }
});

test("a_lock_with_a_file_of_others_is_refused_and_the_file_is_named", async () => {
  const file = join(folder, "foreign", "export.lock", ".DS_Store");
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, "");
  const refused = waiting("foreign");
  const late = setTimeout(() => refused.kill(), 10_000);
  await refused.ended;
  clearTimeout(late);
  assert.match(refused.output.all, /export\.lock contains another file: \.DS_Store\. Delete that file\./);
  assert.deepEqual(readdirSync(join(folder, "foreign")), ["export.lock"]);
});
