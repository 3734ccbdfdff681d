// Results that are held in Node.js, by the SDK as it is packed: the sync against the local service, its files, and what
// happens to them when a program is killed, when responses change, and when the survey can no longer be seen.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { createCanvass } from "../../pkg/dist/index.js";
import { openResults } from "../../pkg/dist/results.js";
import { EVERY_KIND } from "./demo_world.mjs";
import { eventually } from "./eventually.mjs";
import { underTest } from "./harness.mjs";
import { design, json, response } from "./survey.mjs";

const tested = underTest();
const options = { skip: process.env.CANVASS_URL ? "a deployed Worker has no sandbox" : false };
const folder = mkdtempSync(join(tmpdir(), "canvass-results-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A survey of 400 responses. */
const SEEDED = "600000000";
let token;

before(async () => {
  await tested.ready();
  const world = await tested.sandbox();
  if (world === null) return;
  token = world.tokens.find(({ name }) => name === "owner").token;
  const seeded = await tested.post("/sandbox/seed", { seed: 1, surveys: 1, responses: 400 }, { "X-Canvass": "1" });
  assert.equal(seeded.status, 200);
  await seeded.text();
});

let folders = 0;
const freshFolder = () => join(folder, String((folders += 1)));

/** A client whose pages have at most `most` items; `answer` may answer in place of the service. */
function connected({ most = Infinity, answer = () => undefined } = {}) {
  const sent = [];
  const send = async (request) => {
    const url = new URL(request.url);
    sent.push(url);
    if (Number(url.searchParams.get("per_page") ?? 0) > most) url.searchParams.set("per_page", String(most));
    const sized = new Request(url, request);
    return (await answer(sent.length, sized)) ?? fetch(sized);
  };
  return { canvass: createCanvass({ token, access_url: tested.origin, fetch: send }), sent };
}

async function caught(promise) {
  return promise.then(
    () => assert.fail("nothing failed"),
    (error) => error,
  );
}

const refusal = (id, status) => new Response(JSON.stringify({ error: { id: String(id), message: "no", name: "x", docs: "", http_status_code: status } }), { status });

/** All responses of a survey, as the service lists them. */
async function listed(survey_id = SEEDED) {
  return connected().canvass.surveys.responses.bulk({ survey_id, per_page: 1000 }).toArray();
}

/** All responses that are held, in the order of their ids. */
async function held(results) {
  const { blob } = await results.where().export({ format: "json" });
  return inOrder(JSON.parse(await blob.text()));
}

/** What both tell of a response. */
const inOrder = (responses) =>
  responses
    .map(({ href: _, edit_url: __, analyze_url: ___, ...response }) => response)
    .sort((one, other) => Number(one.id) - Number(other.id));

test("a first sync fetches each response once, reports its progress, and the next one takes two requests", options, async () => {
  const { canvass, sent } = connected({ most: 50 });
  const results = await openResults(canvass, { survey_id: SEEDED });
  assert.equal(sent.length, 1);
  assert.deepEqual([results.design.id, results.state.held, results.state.total, results.state.complete, results.state.kept], [SEEDED, 0, null, false, "tab"]);
  const reported = [];
  const states = [];
  results.on("state", (state) => states.push(state));
  const changes = [];
  results.on("change", (change) => changes.push(change));
  const done = await results.sync({ onProgress: (progress) => reported.push(progress) });
  assert.deepEqual([done.added, done.changed, done.removed], [400, 0, 0]);
  assert.equal(done.requests, sent.length - 1);
  // The least is the design, eight pages and the probe; a page repeats responses of the second in which the last one
  // ended.
  assert.ok(done.requests <= 12, `${done.requests} requests`);
  const { held: count, total, complete, as_of, syncing, progress, error } = results.state;
  assert.deepEqual([count, total, complete, syncing, progress, error], [400, 400, true, false, null, null]);
  assert.ok(Math.abs(Date.parse(as_of) - Date.now()) < 60_000);
  assert.deepEqual([reported.at(-1).done, reported.at(-1).total, reported.at(-1).requests], [400, 400, 0]);
  assert.ok(reported.every(({ done }, at) => at === 0 || done >= reported[at - 1].done));
  assert.ok(reported.some(({ requests }) => requests >= 5));
  assert.ok(reported[0].until >= Date.now() - 60_000);
  assert.ok(states.some(({ syncing }) => syncing) && !states.at(-1).syncing);
  assert.equal(changes.reduce((sum, { added }) => sum + added, 0), 400);
  assert.deepEqual(await held(results), inOrder(await listed()));

  sent.length = 0;
  assert.deepEqual(await results.sync(), { added: 0, changed: 0, removed: 0, requests: 2 });
  assert.deepEqual(sent.map(({ pathname }) => pathname.split("/").pop()), ["details", "bulk"]);
  await results.close();
});

/** A gateway as a function, with a session for the account `one` and a survey of two responses. */
function gateway(answer = () => undefined) {
  const sent = [];
  let account = "one";
  const session = () => (account === undefined ? { signed_in: false } : { signed_in: true, region: "us", account, accounts: [{ id: account, region: "us", current: true }] });
  const fetch = async (request) => {
    const { pathname } = new URL(request.url);
    sent.push({ pathname, class: request.headers.get("x-canvass-class") });
    const other = await answer(request, sent.length);
    if (other) return other;
    if (pathname === "/auth/session") return json(session());
    if (pathname === "/auth/sign-out") return ((account = undefined), json({ signed_in: false }));
    if (pathname.endsWith("/details")) return json(design);
    return json({ data: [1, 2].map((id) => ({ ...response(id), date_created: "2026-01-01T00:00:00+00:00", date_modified: "2026-01-01T00:00:00+00:00" })), page: 1, per_page: 1000, total: 2, links: { self: "" } });
  };
  return { canvass: createCanvass({ gateway: "https://gateway.example", fetch }), sent };
}

test("every request of a sync is background work", options, async () => {
  const { canvass, sent } = gateway();
  const results = await openResults(canvass, { survey_id: "7" });
  const opening = sent.splice(0);
  // A person waits for the design.
  assert.deepEqual(opening, [{ pathname: "/auth/session", class: null }, { pathname: "/api/v3/surveys/7/details", class: null }]);
  await results.sync();
  assert.deepEqual([results.state.held, results.state.complete], [2, true]);
  assert.deepEqual([...new Set(sent.filter(({ pathname }) => pathname.startsWith("/api/")).map((each) => each.class))], ["background"]);
  await results.close();
});

test("results are closed before their account signs out, and cannot be opened then", options, async () => {
  let isClosed;
  const { canvass } = gateway((request) => void (request.url.endsWith("/auth/sign-out") && (isClosed = results.state.closed)));
  const results = await openResults(canvass, { survey_id: "7" });
  await results.sync();
  const stopped = AbortSignal.abort(new Error("stopped"));
  for (const leave of [() => canvass.signOut({}, { signal: stopped }), () => canvass.switchAccount({ account: "other" }, { signal: stopped })]) {
    assert.equal((await caught(leave())).message, "stopped");
    assert.deepEqual([isClosed, results.state.closed], [undefined, false], "a call that was stopped before it began changes nothing");
  }
  await canvass.signOut();
  assert.equal(isClosed, true);
  assert.deepEqual([results.state.held, (await caught(results.sync())).kind], [0, "unavailable"]);
  assert.equal((await caught(openResults(canvass, { survey_id: "7" }))).kind, "signed_out");
});

test("wrong arguments of results and their views are errors that name them", options, async () => {
  const { canvass } = gateway();
  const results = await openResults(canvass, { survey_id: "7" });
  await results.sync();
  const view = results.where();
  for (const [act, kind, path] of [
    [() => results.sync({ chek: true }), "configuration", "chek"],
    [() => results.sync({ signal: 7 }), "configuration", "signal"],
    [() => results.sync({ onProgress: 7 }), "configuration", "onProgress"],
    [() => results.sync(null), "configuration", "options"],
    [() => results.on("nope", () => {}), "invalid_argument", "event"],
    [() => results.on("change", 7), "invalid_argument", "listener"],
    ...["count", "summary", "crosstab", "compare", "trend", "texts", "words", "rows", "response", "values", "export"].flatMap((name) => [
      [() => view[name](7), "invalid_argument", "request"],
      [() => view[name](null), "invalid_argument", "request"],
    ]),
    [() => view.crosstab(), "invalid_argument"],
    [() => view.crosstab({ columns: 7 }), "invalid_argument"],
    [() => view.crosstab({ rows: { question: "1" }, columns: [null] }), "invalid_argument"],
    [() => view.crosstab({ rows: { question: "1" }, columns: [], min_bas: 5 }), "invalid_argument", "min_bas"],
    [() => view.compare([], { confidance: [95] }), "invalid_argument", "confidance"],
    [() => view.trend({ by: "day", zone: "UTC" }), "invalid_argument", "zone"],
    [() => view.funnel({ by: "day" }), "invalid_argument", "by"],
    [() => results.where({ created: { since: "2099-01-01" } }).count(), "invalid_argument", "rule.created.since"],
    [() => view.trend(), "invalid_argument"],
    [() => view.export(), "invalid_argument", "format"],
    [() => view.export({ format: "xlsx" }), "invalid_argument", "format"],
    [() => view.export({ format: "rows" }), "invalid_argument", "format"],
    [() => results.keep("Device"), "invalid_argument", "keep"],
    [() => results.keep(), "invalid_argument", "keep"],
  ]) {
    const error = await caught((async () => act())());
    assert.equal(error.kind, kind, `${act}: ${error.stack}`);
    if (path !== undefined) assert.equal(error.path, path, String(act));
  }
  assert.match((await caught(view.export({ format: "xlsx" }))).message, /csv, jsonl, json/);
  assert.equal((await view.count()).count, 2);
  await results.close();
});

test("notes are loaded from the gateway, and a change that comes too late is made to newer notes", options, async () => {
  let notes = { version: 3, tags: { old: ["1"] }, views: [] };
  const { canvass, sent } = gateway(async (request) => {
    if (new URL(request.url).pathname !== "/gateway/notes/7") return undefined;
    if (request.method === "GET") return json(notes);
    const { version, tag } = await request.json();
    if (version !== notes.version) return json({ type: "urn:canvass:problem:notes-changed", title: "no", status: 409 }, 409);
    notes = { ...notes, version: version + 1, tags: { ...notes.tags, [tag.name]: tag.add } };
    return json(notes);
  });
  const results = await openResults(canvass, { survey_id: "7" });
  assert.deepEqual(await results.notes.load(), notes);
  notes = { ...notes, version: 4, tags: { ...notes.tags, theirs: ["2"] } };
  const saved = await results.notes.save({ tag: { name: "ours", add: ["1"] } });
  assert.deepEqual(saved, { version: 5, tags: { old: ["1"], theirs: ["2"], ours: ["1"] }, views: [] });
  assert.equal(sent.filter(({ pathname }) => pathname === "/gateway/notes/7").length, 4);
  await results.close();
});

test("responses that were edited, added and deleted are reported and held as the service has them", options, async () => {
  const { canvass } = connected();
  const results = await openResults(canvass, { survey_id: SEEDED, folder: freshFolder() });
  await results.sync();
  const [first, second, third] = await listed();
  await canvass.surveys.responses.update({ survey_id: SEEDED, response_id: first.id, custom_value: "changed here" });
  await canvass.surveys.responses.delete({ survey_id: SEEDED, response_id: second.id });
  const changes = [];
  results.on("change", (change) => changes.push(change));
  const done = await results.sync();
  assert.deepEqual([done.changed, done.removed], [1, 1]);
  assert.equal(changes.reduce((sum, { changed, removed }) => sum + changed + removed, 0), 2);
  assert.equal(results.state.held, 399);
  assert.deepEqual(await held(results), inOrder(await listed()));
  // A whole check finds the same.
  const checked = await results.sync({ check: true });
  assert.deepEqual([checked.added, checked.changed, checked.removed], [0, 0, 0]);
  assert.ok(results.state.complete);
  assert.equal((await results.where({ ids: [third.id] }).count()).count, 1);
  await results.close();
});

test("a folder opens again without a request, and a program that was killed goes on where it was", options, async () => {
  const kept = freshFolder();
  const all = await listed();
  let requests = 0;
  let kills = 0;
  let state;
  for (let limit = 3; state === undefined; limit += 1) {
    assert.ok(limit < 60, "the sync makes no progress");
    const child = spawn(process.execPath, [new URL("results_child.mjs", import.meta.url).pathname, JSON.stringify({ token, origin: tested.origin, survey_id: SEEDED, folder: kept, per_page: 20 })], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    let pages = 0;
    child.stdout.setEncoding("utf8").on("data", (text) => {
      printed += text;
      const count = printed.split("\n").filter((line) => line === "bulk").length;
      requests += count - pages;
      pages = count;
      // In the middle of a request, of its analysis, or of a write.
      if (pages >= limit && !printed.includes("synced")) child.kill("SIGKILL");
    });
    await new Promise((done) => child.once("close", done));
    if (child.signalCode === "SIGKILL") kills += 1;
    const [, synced] = /^synced (.*)$/m.exec(printed) ?? [];
    state = synced && JSON.parse(synced);
  }
  assert.ok(kills >= 3, `${kills} kills`);
  assert.deepEqual([state.held, state.complete], [all.length, true]);
  // Each kill costs at most the page under way and the probe of the next start.
  assert.ok(requests <= all.length / 19 + 2 + kills * 3, `${requests} requests`);
  const { canvass, sent } = connected();
  const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  assert.deepEqual([sent.length, results.state.held, results.state.complete, results.state.kept], [0, all.length, true, "device"]);
  assert.deepEqual(await held(results), inOrder(all));
  await results.close();
});

test("files that are damaged are fetched again, and files of an interrupted write are removed", options, async () => {
  const kept = freshFolder();
  const { canvass } = connected({ most: 100 });
  const first = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  await first.sync();
  await first.close();
  const inside = join(kept, SEEDED);
  const segment = readdirSync(inside).find((name) => name.startsWith("seg-"));
  const bytes = readFileSync(join(inside, segment));
  bytes[Math.floor(bytes.length / 2)] ^= 1;
  writeFileSync(join(inside, segment), bytes);
  writeFileSync(join(inside, "seg-999"), "half of a segment");
  const again = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  assert.deepEqual([again.state.held, again.state.complete], [0, false]);
  await again.sync();
  assert.deepEqual([again.state.held, again.state.complete], [(await listed()).length, true]);
  await again.close();
  assert.ok(!readdirSync(inside).includes("seg-999"));
  // One of the two heads is enough.
  const heads = ["head-a", "head-b"].map((name) => join(inside, name));
  writeFileSync(heads[0], "no head");
  const third = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  await third.sync();
  assert.ok(third.state.complete);
  await third.close();
});

test("the columns are stored with their segment, and derived again if their file is damaged or missing", options, async () => {
  const kept = freshFolder();
  const { canvass, sent } = connected({ most: 100 });
  const inside = join(kept, SEEDED);
  const columnFiles = () => readdirSync(inside).filter((name) => name.startsWith("columns-"));
  const summary = async () => {
    const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
    const { summary, state } = { summary: await results.where().summary(), state: results.state };
    return { results, shown: { summary, held: state.held, complete: state.complete } };
  };
  const first = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  await first.sync();
  await first.close();
  const [name, ...others] = columnFiles();
  assert.deepEqual([others, readdirSync(inside).filter((name) => name.startsWith("seg-")).length], [[], 1]);
  const whole = await summary();
  await whole.results.close();
  const bytes = readFileSync(join(inside, name));
  bytes[Math.floor(bytes.length / 2)] ^= 1;
  for (const damage of [() => writeFileSync(join(inside, name), bytes), () => rmSync(join(inside, name))]) {
    damage();
    sent.length = 0;
    const opened = await summary();
    assert.deepEqual([opened.shown, sent.length], [whole.shown, 0]);
    await opened.results.close();
  }
  // The next sync writes them again.
  const again = await summary();
  await again.results.sync();
  await again.results.close();
  assert.equal(columnFiles().length, 1);
  assert.notEqual(columnFiles()[0], name);
  const last = await summary();
  assert.deepEqual(last.shown, whole.shown);
  await last.results.forget();
  assert.deepEqual(readdirSync(inside).filter((name) => /^(seg|columns)-/.test(name)), []);
  await last.results.close();
});

test("segments are merged, so that a store has few files", options, async () => {
  const kept = freshFolder();
  const { canvass } = connected({ most: 4 });
  const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  const most = [];
  await results.sync({ onProgress: () => most.push(readdirSync(join(kept, SEEDED)).length) });
  assert.ok(Math.max(...most) <= 70, `${Math.max(...most)} files`);
  assert.ok(readdirSync(join(kept, SEEDED)).length <= 12);
  assert.ok(results.state.bytes > 0);
  await results.close();
});

test("two syncs at once share their requests, and end only when both callers have stopped", options, async () => {
  const { canvass, sent } = connected({ most: 20 });
  const results = await openResults(canvass, { survey_id: SEEDED });
  const [one, other] = [new AbortController(), new AbortController()];
  const runs = [results.sync({ signal: one.signal }), results.sync({ signal: other.signal, onProgress: ({ done }) => done > 100 && other.abort("other reason") })];
  one.abort("one reason");
  assert.equal(await caught(runs[0]), "one reason");
  assert.ok(results.state.syncing);
  assert.equal(await caught(runs[1]), "other reason");
  const { held: count, error } = results.state;
  assert.ok(count > 100 && count < 399 && error === null, `${count}`);
  const before = sent.length;
  const rest = await results.sync();
  assert.equal(rest.added, (await listed()).length - count);
  assert.ok(sent.length - before < 22, `${sent.length - before} requests`);
  assert.ok(results.state.complete);
  await results.close();
});

test("an error keeps what is held and is in the state, and the loss of the survey erases it", options, async () => {
  let fault;
  const kept = freshFolder();
  const { canvass } = connected({ most: 50, answer: (_nth, { url }) => (fault && url.includes("bulk") ? refusal(...fault) : undefined) });
  const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  await results.sync({ onProgress: ({ done }) => done > 100 && (fault = [1014, 403]) }).catch(() => {});
  assert.equal(results.state.error.kind, "scope_missing");
  const { held: count } = results.state;
  assert.ok(count > 100 && !results.state.complete);
  fault = undefined;
  await results.sync();
  assert.deepEqual([results.state.error, results.state.complete], [null, true]);
  fault = [1020, 404];
  assert.equal((await caught(results.sync())).kind, "not_found");
  assert.deepEqual([results.state.held, results.state.complete, results.state.kept, results.state.error.kind], [0, false, "tab", "not_found"]);
  assert.deepEqual(readdirSync(kept).filter((name) => name === SEEDED), []);
  await results.close();
  assert.equal((await caught(openResults(canvass, { survey_id: "1" }))).kind, "not_found");
});

test("a pause for the quota is reported, and the sync goes on after it", options, async () => {
  const limits = { "x-ratelimit-app-global-minute-limit": "120", "x-ratelimit-app-global-minute-remaining": "0", "x-ratelimit-app-global-minute-reset": "2",
    "x-ratelimit-app-global-day-limit": "500", "x-ratelimit-app-global-day-remaining": "100", "x-ratelimit-app-global-day-reset": "3600" };
  let isSpent = true;
  const answer = async (_nth, request) => {
    if (!request.url.includes("bulk") || !isSpent) return undefined;
    isSpent = false;
    const { body } = await fetch(request);
    return new Response(body, { headers: limits });
  };
  const { canvass } = connected({ answer, most: 200 });
  const results = await openResults(canvass, { survey_id: SEEDED });
  const pauses = [];
  await results.sync({ onProgress: ({ resumes_at }) => resumes_at && pauses.push([resumes_at, results.state.resumes_at]) });
  assert.ok(pauses.length >= 1 && pauses[0][0] > Date.now() - 60_000);
  assert.equal(pauses[0][0], pauses[0][1]);
  assert.deepEqual([results.state.complete, results.state.resumes_at], [true, null]);
  await results.close();
});

test("two programs write one folder one after the other", options, async () => {
  const kept = freshFolder();
  const { canvass } = connected({ most: 20 });
  const [one, other] = await Promise.all([1, 2].map(() => openResults(canvass, { survey_id: SEEDED, folder: kept })));
  const done = await Promise.all([one.sync(), other.sync()]);
  assert.ok(done[0].added + done[1].added <= 2 * one.state.held);
  // The one that waited has read what the other one wrote.
  assert.equal(Math.min(done[0].added, done[1].added), 0);
  assert.deepEqual(await held(one), await held(other));
  assert.ok(one.state.complete && other.state.complete);
  await Promise.all([one.close(), other.close()]);
  assert.deepEqual(readdirSync(kept), [SEEDED]);
});

test("a design that another program has fetched meanwhile is taken from the folder, and reported", options, async () => {
  const kept = freshFolder();
  let title = "Before";
  const answer = async (_nth, { url }) => (new URL(url).pathname.endsWith("/details") ? json({ ...design, id: SEEDED, title }) : undefined);
  const { canvass } = connected({ answer });
  const both = await Promise.all([1, 2].map(() => openResults(canvass, { survey_id: SEEDED, folder: kept })));
  await Promise.all(both.map((each) => each.sync()));
  title = "After";
  const reported = both.map((each) => {
    const titles = [];
    each.on("change", () => titles.push(each.design.title));
    return titles;
  });
  const done = await Promise.all(both.map((each) => each.sync()));
  // Only one of them has asked the service.
  assert.equal(Math.min(...done.map(({ requests }) => requests)), 0);
  assert.deepEqual(both.map((each) => each.design.title), ["After", "After"]);
  assert.deepEqual(reported, [["After"], ["After"]]);
  await Promise.all(both.map((each) => each.close()));
});

test("a view exports what the client exports, without a request", options, async () => {
  const { canvass, sent } = connected();
  const results = await openResults(canvass, { survey_id: EVERY_KIND });
  await results.sync();
  for (const format of ["csv", "jsonl"]) {
    sent.length = 0;
    const exported = await results.where().export({ format });
    assert.equal(sent.length, 0);
    const other = await canvass.exportResponses({ survey_id: EVERY_KIND, format });
    assert.deepEqual([exported.rows, exported.columns], [other.rows, other.columns]);
    assert.deepEqual((await exported.blob.text()).split("\n").sort(), (await other.blob.text()).split("\n").sort());
  }
  const rows = await (await results.where().exportRows()).toArray();
  assert.equal(rows.length, results.state.held);
  const chunks = [];
  const streamed = await results.where().export({ format: "jsonl", to: new WritableStream({ write: (chunk) => void chunks.push(chunk) }) });
  assert.equal((await new Blob(chunks).text()).trim().split("\n").length, streamed.rows);
  const jsonChunks = [];
  const json = await results.where().export({ format: "json", to: new WritableStream({ write: (chunk) => void jsonChunks.push(chunk) }) });
  assert.equal(json.blob, undefined);
  assert.equal(JSON.parse(await new Blob(jsonChunks).text()).length, json.rows);
  await results.close();
});

test("the values of a field come with counts, as their type says", options, async () => {
  const { canvass } = connected();
  const results = await openResults(canvass, { survey_id: EVERY_KIND });
  await results.sync();
  const view = results.where();
  for (const field of ["status", "collector", "language", "mode", "custom", "ip"]) {
    const { total, values } = await view.values({ field });
    const counted = values.reduce((sum, { count }) => sum + count, 0);
    assert.ok(total === values.length && counted <= results.state.held, field);
  }
  const { values } = await view.values({ field: "status" });
  assert.equal(values.reduce((sum, { count }) => sum + count, 0), results.state.held);
  await results.close();
});

test("tags are exported next to a custom variable of the same name", options, async () => {
  const { id } = response(1);
  const answer = async (nth, request) => {
    const path = new URL(request.url).pathname;
    if (path.endsWith("/details")) return json({ ...design, custom_variables: { tags: "Tags" } });
    if (path.endsWith("/bulk")) return json({ data: [{ ...response(1), date_modified: "2026-01-01T00:00:00+00:00", custom_variables: { tags: "vip" } }], page: 1, per_page: 1000, total: 1, links: { self: "" } });
    return json({ data: [], page: 1, per_page: 1000, total: 1, links: { self: "" } });
  };
  const results = await openResults(connected({ answer }).canvass, { survey_id: "7" });
  await results.sync();
  await results.notes.save({ tag: { name: "good", add: [id] } });
  const [row] = await (await results.where().exportRows()).toArray();
  const cells = Object.values(row);
  assert.ok(cells.includes("vip") && cells.includes("good"), JSON.stringify(row));
  await results.close();
});

test("a check that waits for a sync can be stopped", options, async () => {
  let release = () => {};
  const held = new Promise((done) => (release = done));
  const { canvass, sent } = connected({ answer: (nth) => (nth === 2 ? held.then(() => undefined) : undefined) });
  const results = await openResults(canvass, { survey_id: SEEDED });
  const first = results.sync();
  const stop = new AbortController();
  const check = results.sync({ check: true, signal: stop.signal });
  stop.abort("my reason");
  assert.equal(await caught(check), "my reason");
  release();
  await first;
  const requests = sent.length;
  await new Promise((done) => setTimeout(done, 50));
  assert.equal(sent.length, requests, "no check begins");
  await results.close();
});

test("a check is made though another caller begins a sync as soon as the one before has ended", options, async () => {
  const { canvass } = connected({ most: 100 });
  const results = await openResults(canvass, { survey_id: SEEDED });
  await results.sync();
  const first = results.sync();
  const check = results.sync({ check: true });
  const end = results.on("state", ({ syncing }) => {
    if (!syncing) void results.sync();
  });
  const [{ requests: least }, { requests: most }] = await Promise.all([first, check]);
  end();
  assert.ok(most > least, `${most} requests`);
  await results.sync();
  assert.equal((await results.sync()).requests, least, "the syncs after it are no checks");
  await results.close();
});

test("results are closed when each call to close them has ended", options, async () => {
  const { canvass } = connected();
  const results = await openResults(canvass, { survey_id: SEEDED });
  void results.sync().catch(() => {});
  void results.close();
  await results.close();
  assert.ok(results.state.closed);
});

test("a change of notes can be made from the notes that are changed, newer ones included, and can be none", options, async () => {
  let notes = { version: 3, tags: { old: ["1"] }, views: [] };
  let patches = 0;
  const { canvass } = gateway(async (request) => {
    if (new URL(request.url).pathname !== "/gateway/notes/7") return undefined;
    if (request.method === "GET") return json(notes);
    patches += 1;
    const { version, tag } = await request.json();
    if (version !== notes.version) return json({ type: "urn:canvass:problem:notes-changed", title: "no", status: 409 }, 409);
    notes = { ...notes, version: version + 1, tags: { ...notes.tags, [tag.name]: tag.add } };
    return json(notes);
  });
  const results = await openResults(canvass, { survey_id: "7" });
  await results.notes.load();
  notes = { ...notes, version: 4, tags: { ...notes.tags, theirs: ["2"] } };
  const seen = [];
  const make = ({ version, tags }) => {
    seen.push(version);
    return "theirs" in tags ? null : { tag: { name: "theirs", add: ["1"] } };
  };
  const left = await results.notes.save(make);
  assert.deepEqual([seen, patches, left], [[3, 4], 1, notes]);
  await results.notes.save(({ tags }) => ({ tag: { name: "ours", add: tags.theirs } }));
  assert.deepEqual(notes.tags.ours, ["2"]);
  // That there is nothing to change is asked of the newest notes, not of the copy.
  notes = { ...notes, version: notes.version + 1, tags: {} };
  await results.notes.save(({ tags }) => (tags.ours?.includes("2") ? null : { tag: { name: "ours", add: ["2"] } }));
  assert.deepEqual(notes.tags, { ours: ["2"] });
  assert.equal((await caught(results.notes.save(() => ({})))).path, "change");
  await results.close();
});

test("an answer with older notes does not take the place of newer ones", options, async () => {
  let notes = { version: 3, tags: {}, views: [] };
  let release;
  const late = new Promise((done) => (release = done));
  const { canvass } = gateway(async (request) => {
    if (new URL(request.url).pathname !== "/gateway/notes/7") return undefined;
    if (request.method === "GET") {
      const older = notes;
      if (older.version === 4) await late;
      return json(older);
    }
    const { version, tag } = await request.json();
    if (version !== notes.version) return json({ type: "urn:canvass:problem:notes-changed", title: "no", status: 409 }, 409);
    notes = { ...notes, version: version + 1, tags: { ...notes.tags, [tag.name]: tag.add } };
    return json(notes);
  });
  const results = await openResults(canvass, { survey_id: "7" });
  await results.notes.save({ tag: { name: "first", add: ["1"] } });
  const loading = results.notes.load();
  const saving = results.notes.save({ tag: { name: "second", add: ["1"] } });
  setTimeout(release, 50);
  await Promise.all([loading, saving]);
  const newest = await results.notes.save(() => null);
  assert.deepEqual([newest.version, Object.keys(newest.tags)], [5, ["first", "second"]]);
  await results.close();
});

test("notes without a gateway are stored with the responses, and views know the tags", options, async () => {
  const kept = freshFolder();
  const { canvass } = connected();
  const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  await results.sync();
  const [one, other] = await held(results);
  let changes = 0;
  results.on("change", () => (changes += 1));
  await results.notes.save({ tag: { name: "good", add: [one.id, other.id] } });
  await results.notes.save({ tag: { name: "good", remove: [other.id] } });
  const { version } = await results.notes.save(() => null);
  assert.equal(version, 2, "nothing is changed");
  const { tags, views } = await results.notes.save({ view: { id: undefined, name: "Mine", address: "?rule" } });
  assert.deepEqual([tags, views.map(({ id, name }) => [typeof id, name])], [{ good: [one.id] }, [["string", "Mine"]]]);
  assert.equal(changes, 2);
  assert.equal((await results.where({ tag: ["good"] }).count()).count, 1);
  await results.close();
  const again = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  assert.deepEqual((await again.notes.load()).tags, { good: [one.id] });
  assert.equal((await again.where({ tag: ["good"] }).count()).count, 1);
  await again.notes.save({ rename_tag: { from: "good", to: "better" } });
  assert.equal((await again.where({ tag: ["better"] }).count()).count, 1);
  // Tags are a column of exports, and survive a new store.
  const tagsIn = async () => {
    const { blob } = await again.where().export({ format: "jsonl" });
    return (await blob.text()).trim().split("\n").flatMap((line) => Object.values(JSON.parse(line))).filter((cell) => cell === "better").length;
  };
  assert.equal(await tagsIn(), 1);
  await again.forget();
  await again.sync();
  assert.equal((await again.where({ tag: ["better"] }).count()).count, 1);
  assert.equal(await tagsIn(), 1);
  const { views: left } = await again.notes.save({ remove_view: views[0].id });
  assert.deepEqual(left, []);
  await again.close();
});

test("what two programs note of one survey at the same time is all stored", options, async () => {
  const kept = freshFolder();
  const { canvass } = connected();
  const both = await Promise.all([1, 2].map(() => openResults(canvass, { survey_id: SEEDED, folder: kept })));
  const tagged = async (results) => Object.keys((await results.notes.load()).tags).sort();
  assert.deepEqual(await Promise.all(both.map(tagged)), [[], []]);
  await Promise.all(both.flatMap((results, at) => ["a", "b", "c"].map((name) => results.notes.save({ tag: { name: `${name}${at}`, add: ["1"] } }))));
  const all = ["a0", "a1", "b0", "b1", "c0", "c1"];
  assert.deepEqual(await Promise.all(both.map(tagged)), [all, all]);
  await Promise.all(both.map((results) => results.close()));
  assert.deepEqual(readdirSync(kept), [SEEDED]);
});

test("the end of the session ends an audit, although the legacy list has the status 200 for it", options, async () => {
  let refused;
  const legacy = ({ url }) => url.includes("/v2/");
  const { canvass, sent } = connected({ answer: (_nth, request) => (refused && legacy(request) ? Response.json(refused) : undefined) });
  const results = await openResults(canvass, { survey_id: SEEDED });
  await results.sync();
  for (const [answer, kind] of [[{ status: 1, errmsg: "revoked" }, "signed_out"], [{ status: 1, errmsg: "expired", code: 1012 }, "signed_out"], [{ status: 3, errmsg: "elsewhere", code: 1018 }, "wrong_region"]]) {
    refused = answer;
    assert.equal((await caught(results.sync({ check: true }))).kind, kind);
  }
  for (const answer of [{ status: 2, errmsg: "no scope", code: 1014 }, { status: 3, errmsg: "too many", code: 1003 }]) {
    refused = answer;
    assert.deepEqual({ ...(await results.sync({ check: true })), requests: 0 }, { added: 0, changed: 0, removed: 0, requests: 0 });
  }
  refused = undefined;
  sent.length = 0;
  await results.sync({ check: true });
  assert.equal(sent.filter((url) => url.pathname.startsWith("/v2/")).length, 1);
  await results.close();
});

test("a change of notes that the gateway would not take is refused without one too", options, async () => {
  const results = await openResults(connected().canvass, { survey_id: SEEDED, folder: freshFolder() });
  const wrong = [
    [undefined, "change"], [{}, "change"], [{ tags: {} }, "change"], [{ remove_tag: "a", remove_view: "b" }, "change"],
    [{ tag: "a" }, "tag"], [{ tag: { name: "a", add: "13900" } }, "tag.add"], [{ tag: { name: "", add: ["1"] } }, "tag.name"],
    [{ tag: { name: "x".repeat(101) } }, "tag.name"], [{ rename_tag: { from: "a" } }, "rename_tag.to"], [{ view: { name: "a" } }, "view.address"],
    [{ view: { name: "a", address: "https://elsewhere.example/" } }, "view.address"], [{ view: { name: "a", address: "//elsewhere.example/" } }, "view.address"],
    [{ remove_tag: 5 }, "remove_tag"],
  ];
  for (const [change, path] of wrong) {
    const error = await caught(results.notes.save(change));
    assert.deepEqual([error.kind, error.path], ["invalid_argument", path], JSON.stringify(change));
  }
  assert.deepEqual(await results.notes.load(), { version: 0, tags: {}, views: [] });
  await results.close();
});

test("two copies of the SDK in one program write one folder one after the other", options, async () => {
  const kept = freshFolder();
  const copy = join(folder, "copy");
  cpSync(new URL("../../pkg/dist", import.meta.url), copy, { recursive: true });
  const { openResults: openInCopy } = await import(pathToFileURL(join(copy, "results.js")).href);
  const { createCanvass: createInCopy } = await import(pathToFileURL(join(copy, "index.js")).href);
  let release;
  const released = new Promise((done) => (release = done));
  const { canvass } = connected({ answer: async (_, request) => void (request.url.includes("/bulk") && (await released)) });
  const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  let asked = 0;
  const counting = (request) => ((asked += 1), fetch(request));
  const other = await openInCopy(createInCopy({ token, access_url: tested.origin, fetch: counting }), { survey_id: SEEDED, folder: kept });
  const first = results.sync();
  await eventually(() => readdirSync(kept).includes(`${SEEDED}.lock`));
  asked = 0;
  const second = other.sync();
  // Two attempts of the copy to get the lock.
  await new Promise((done) => setTimeout(done, 500));
  assert.equal(asked, 0);
  release();
  await Promise.all([first, second]);
  const { length } = await listed();
  assert.deepEqual([results.state.held, other.state.held], [length, length]);
  await Promise.all([results.close(), other.close()]);
});

/** What a program writes into its lock: its process, and where numbers of processes mean the same. */
async function placeOfLocks() {
  const kept = freshFolder();
  let text;
  const { canvass } = connected({ answer: () => void (text ??= readdirSync(kept).includes(`${SEEDED}.lock`) ? readFileSync(join(kept, `${SEEDED}.lock`), "utf8") : undefined) });
  const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  await results.sync();
  await results.close();
  return text.split(" ")[1];
}

/** When a process began, as its lock has it. */
function beginningOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ")[19];
}

test("a lock is waited for while it is renewed, and one that is not is left of a program that has ended", options, async (t) => {
  const kept = freshFolder();
  const { canvass } = connected();
  const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  const lock = join(kept, `${SEEDED}.notes.lock`);
  const { setTimeout: pause } = globalThis;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  /** Attempts to get the lock until it is there, or so many. */
  const wait = async (isSaved, attempts, renew = () => {}) => {
    for (let at = 0; at < attempts && !isSaved(); at += 1) {
      renew(at);
      t.mock.timers.tick(200);
      // An attempt reads the file.
      await new Promise((done) => pause(done, 5));
    }
  };
  // A process that lives has the number, in another container or after a restart; an empty lock is being written.
  for (const [at, holder] of [`${process.ppid}`, `${process.pid} elsewhere`, ""].entries()) {
    writeFileSync(lock, holder);
    let isSaved = false;
    const saving = results.notes.save({ tag: { name: `tag${at}`, add: ["1"] } }).then(() => (isSaved = true));
    if (at === 0) await wait(() => isSaved, 400, (count) => writeFileSync(lock, `${holder} ${count}`));
    assert.ok(!isSaved && readFileSync(lock, "utf8").startsWith(holder), "a lock that is renewed is waited for");
    await wait(() => isSaved, 250);
    assert.ok(!isSaved);
    // An attempt can outlast its pause.
    await wait(() => isSaved, 3000);
    assert.ok(isSaved, holder);
    await saving;
  }
  // A process of this machine may be suspended: it is waited for as long as it lives, but not for another with its
  // number.
  const here = `${process.ppid} ${await placeOfLocks()}`;
  writeFileSync(lock, `${here} ${beginningOf(process.ppid)} other`);
  let isSaved = false;
  const saving = results.notes.save({ tag: { name: "last", add: ["1"] } }).then(() => (isSaved = true));
  await wait(() => isSaved, 600);
  assert.ok(!isSaved);
  writeFileSync(lock, `${here} 1 other`);
  await wait(() => isSaved, 3000);
  assert.ok(isSaved, "a lock of another process with the number");
  await saving;
  t.mock.timers.reset();
  assert.equal(Object.keys((await results.notes.load()).tags).length, 4);
  await results.close();
  assert.deepEqual(readdirSync(kept), [SEEDED]);
});

test("where the system does not say when a process began, a lock that is not renewed ends", options, async (t) => {
  const kept = freshFolder();
  const { getBuiltinModule } = process;
  const hidden = (call) => (path, ...more) => (String(path).startsWith("/proc/") ? Promise.reject(new Error("no /proc")) : call(path, ...more));
  const withoutProc = (files) => ({ ...files, readFile: hidden(files.readFile), readlink: hidden(files.readlink) });
  t.mock.method(process, "getBuiltinModule", (name) => (name === "node:fs/promises" ? withoutProc(getBuiltinModule(name)) : getBuiltinModule(name)));
  const kill = t.mock.method(process, "kill");
  const { canvass } = connected();
  const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  const lock = join(kept, `${SEEDED}.notes.lock`);
  const { setTimeout: pause } = globalThis;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  // The second process is one of another user.
  for (const [at, code] of [undefined, "EPERM"].entries()) {
    if (code) kill.mock.mockImplementation(() => { throw Object.assign(new Error(code), { code }); });
    writeFileSync(lock, `${process.ppid} ${hostname()}  other 1`);
    let isSaved = false;
    const saving = results.notes.save({ tag: { name: `tag${at}`, add: ["1"] } }).then(() => (isSaved = true));
    let attempts = 0;
    for (; attempts < 3000 && !isSaved; attempts += 1) {
      t.mock.timers.tick(200);
      await new Promise((done) => pause(done, 5));
    }
    assert.ok(isSaved && attempts >= 300, `${code} ${attempts}`);
    await saving;
  }
  t.mock.timers.reset();
  await results.close();
  assert.deepEqual(readdirSync(kept), [SEEDED]);
});

test("a program renews its lock, and leaves the lock of one that has taken its place", options, async (t) => {
  const kept = freshFolder();
  const lock = join(kept, `${SEEDED}.lock`);
  t.mock.timers.enable({ apis: ["setInterval"] });
  let release;
  const released = new Promise((done) => (release = done));
  const { canvass } = connected({ answer: async (_, request) => void (request.url.includes("/bulk") && (await released)) });
  const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  const syncing = results.sync();
  await eventually(() => readdirSync(kept).includes(`${SEEDED}.lock`) && readFileSync(lock, "utf8").endsWith(" 1"));
  for (const count of [2, 3]) {
    t.mock.timers.tick(5000);
    await eventually(() => readFileSync(lock, "utf8").endsWith(` ${count}`));
  }
  rmSync(lock);
  writeFileSync(lock, "other");
  t.mock.timers.tick(5000);
  release();
  await syncing;
  assert.equal(readFileSync(lock, "utf8"), "other");
  await results.close();
});

test("a wait for a lock ends when it is stopped or the results are closed", options, async () => {
  const kept = freshFolder();
  const { canvass } = connected();
  const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  for (const name of [SEEDED, `${SEEDED}.notes`]) writeFileSync(join(kept, `${name}.lock`), `${process.ppid}`);
  const reason = new Error("stopped");
  const stop = new AbortController();
  const stopped = caught(results.sync({ signal: stop.signal }));
  const waiting = [results.sync(), results.notes.save({ tag: { name: "good", add: ["1"] } })].map(caught);
  await new Promise((done) => setTimeout(done, 50));
  stop.abort(reason);
  assert.equal(await stopped, reason);
  await results.close();
  for (const error of await Promise.all(waiting)) assert.equal(error.message, "These results are closed: open them again with openResults.");
});

test("the lock of a program that has ended is removed by one program, and no lock that was written meanwhile", options, async () => {
  const place = await placeOfLocks();
  const kept = freshFolder();
  const { canvass } = connected();
  const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  const lock = join(kept, `${SEEDED}.notes.lock`);
  const ended = `${spawnSync(process.execPath, ["-e", ""]).pid} ${place} other 1`;
  writeFileSync(lock, ended);
  // Another program removes the lock.
  writeFileSync(`${lock}.removal`, `${process.ppid} ${place} ${beginningOf(process.ppid)} other 1`);
  let isSaved = false;
  const saving = results.notes.save({ tag: { name: "good", add: ["1"] } }).then(() => (isSaved = true));
  await new Promise((done) => setTimeout(done, 500));
  assert.deepEqual([isSaved, readFileSync(lock, "utf8")], [false, ended]);
  // That one ended before it had removed it.
  writeFileSync(`${lock}.removal`, ended);
  await saving;
  await results.close();
  assert.deepEqual(readdirSync(kept), [SEEDED]);
});

test("a folder that cannot be used is an error of the SDK that names the reason", options, async () => {
  const kept = freshFolder();
  const { canvass } = connected();
  writeFileSync(kept, "a file");
  const opening = await caught(openResults(canvass, { survey_id: SEEDED, folder: kept }));
  assert.deepEqual([opening.kind, opening.path, opening.cause.code], ["invalid_argument", "folder", "ENOTDIR"]);
  assert.match(opening.message, /^The folder cannot be opened: ENOTDIR/);
  rmSync(kept);
  const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  rmSync(kept, { recursive: true });
  const locking = await caught(results.sync());
  assert.deepEqual([locking.kind, locking.cause.code], ["unavailable", "ENOENT"]);
  assert.match(locking.message, /^The folder cannot be written: ENOENT/);
  mkdirSync(kept);
  const writing = await caught(results.sync());
  assert.deepEqual([writing.kind, writing.cause.code, results.state.error], ["unavailable", "ENOENT", writing]);
  await results.close();
  assert.deepEqual(readdirSync(kept), []);
});

test("notes are saved while another program syncs, and a sync leaves one that is being written", options, async () => {
  const kept = freshFolder();
  let release = () => {};
  const held = new Promise((done) => (release = done));
  const { canvass, sent } = connected({ answer: (nth) => (nth === 3 ? held.then(() => undefined) : undefined) });
  const [one, other] = [await openResults(canvass, { survey_id: SEEDED, folder: kept }), await openResults(canvass, { survey_id: SEEDED, folder: kept })];
  writeFileSync(join(kept, SEEDED, "notes.draft"), "half of the notes");
  const syncing = one.sync();
  await eventually(() => sent.length === 3);
  assert.ok(readdirSync(join(kept, SEEDED)).includes("notes.draft"));
  await other.notes.save({ tag: { name: "good", add: ["1"] } });
  release();
  await syncing;
  assert.deepEqual((await one.notes.load()).tags, { good: ["1"] });
  await Promise.all([one.close(), other.close()]);
});

test("notes that no gateway has stay in the folder when its responses are erased, and outlive a time in the tab", options, async () => {
  const kept = freshFolder();
  let isLost = false;
  const { canvass } = connected({ answer: (_nth, { url }) => (isLost && url.includes("bulk") ? refusal(1020, 404) : undefined) });
  const open = () => openResults(canvass, { survey_id: SEEDED, folder: kept });
  const save = (results, name) => results.notes.save({ tag: { name, add: ["1"] } });
  const first = await open();
  await first.sync();
  await save(first, "first");
  await first.close();
  // They were never loaded here.
  const second = await open();
  await second.keep("tab");
  assert.deepEqual(readdirSync(join(kept, SEEDED)), ["notes"]);
  await second.keep("device");
  await second.close();
  const third = await open();
  await third.keep("tab");
  // What is noted in the tab is added to them, and kept with them.
  assert.deepEqual(Object.keys((await save(third, "second")).tags), ["first", "second"]);
  await third.keep("device");
  assert.deepEqual(Object.keys((await third.notes.load()).tags), ["first", "second"]);
  isLost = true;
  assert.equal((await caught(third.sync())).kind, "not_found");
  assert.deepEqual([third.state.kept, readdirSync(join(kept, SEEDED))], ["tab", ["notes"]]);
  // Newer notes of another program stay.
  isLost = false;
  const other = await open();
  await save(other, "third");
  await third.keep("device");
  assert.deepEqual(Object.keys((await third.notes.load()).tags), ["first", "second", "third"]);
  await Promise.all([third.close(), other.close()]);
});

test("what is stored while an export runs is stored and erased in the order of the calls, with the notes of the tab", options, async () => {
  const kept = freshFolder();
  const { canvass } = connected();
  const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  await results.sync();
  await results.notes.save({ tag: { name: "written", add: ["1"] } });
  await results.keep("tab");
  const save = (name) => results.notes.save({ tag: { name, add: ["1"] } });
  await save("of the tab");
  const stalled = () => {
    let release;
    const held = new Promise((done) => (release = done));
    const exporting = results.where({ all: [] }).export({ format: "csv", to: new WritableStream({ write: () => held }) });
    return { release, exporting };
  };
  const first = stalled();
  const keeping = results.keep("device");
  const names = async () => Object.keys((await results.notes.load()).tags).sort();
  const noted = [names(), save("during the wait")];
  first.release();
  await Promise.all([first.exporting, keeping, ...noted]);
  assert.deepEqual(await names(), ["during the wait", "of the tab", "written"]);
  await results.keep("tab");
  const second = stalled();
  const both = [results.keep("device"), results.keep("tab")];
  second.release();
  await Promise.all([second.exporting, ...both]);
  assert.deepEqual([results.state.kept, readdirSync(join(kept, SEEDED))], ["tab", ["notes"]]);
  await results.close();
});

test("notes of the tab are not lost while another program delays storing them", options, async () => {
  const kept = freshFolder();
  let release = () => {};
  const held = new Promise((done) => (release = done));
  const { canvass, sent } = connected({ answer: (nth) => (nth === 3 ? held.then(() => undefined) : undefined) });
  const open = () => openResults(canvass, { survey_id: SEEDED, folder: kept });
  const other = await open();
  const save = (name) => other.notes.save({ tag: { name, add: ["1"] } });
  await other.keep("tab");
  await save("before");
  const one = await open();
  const syncing = one.sync();
  await eventually(() => sent.length === 3);
  const keeping = other.keep("device");
  await eventually(() => other.state.kept === "device");
  assert.deepEqual(Object.keys((await other.notes.load()).tags), ["before"]);
  await save("meanwhile");
  release();
  await Promise.all([syncing, keeping]);
  assert.deepEqual(Object.keys((await other.notes.load()).tags).sort(), ["before", "meanwhile"]);
  assert.deepEqual(Object.keys((await one.notes.load()).tags).sort(), ["before", "meanwhile"]);
  await Promise.all([one.close(), other.close()]);
});

test("responses are forgotten, and stored results are closed without being erased", options, async () => {
  const kept = freshFolder();
  const { canvass } = connected();
  const results = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  await results.sync();
  await results.forget();
  assert.deepEqual([results.state.held, results.state.complete], [0, false]);
  await results.sync();
  assert.ok(results.state.complete);
  await results.keep("tab");
  assert.deepEqual([results.state.kept, readdirSync(kept)], ["tab", []]);
  assert.ok(results.state.held > 0);
  await results.keep("device");
  assert.equal(results.state.kept, "device");
  const { held: count } = results.state;
  await results.close();
  assert.equal((await caught(results.sync())).kind, "unavailable");
  assert.equal((await caught(results.where().count())).kind, "unavailable");
  assert.ok(results.state.closed);
  const again = await openResults(canvass, { survey_id: SEEDED, folder: kept });
  assert.deepEqual([again.state.held, again.state.complete], [count, true]);
  await again.close();
});

test("a design that the caller has is not fetched again", options, async () => {
  const { canvass, sent } = connected();
  const design = await canvass.surveys.details({ survey_id: SEEDED });
  sent.length = 0;
  const results = await openResults(canvass, { survey_id: SEEDED, design });
  assert.deepEqual([results.design, sent.length], [design, 0]);
  await results.sync();
  assert.deepEqual([sent.filter(({ pathname }) => pathname.endsWith("/details")).length, results.state.complete], [0, true]);
  await results.close();
});

test("wrong options and wrong rules are refused by name", options, async () => {
  const { canvass, sent } = connected();
  for (const [given, path] of [[{}, "survey_id"], [{ survey_id: "../1" }, "survey_id"], [{ survey_id: "1", keep: "disk" }, "keep"], [{ survey_id: "1", overlap: -1 }, "overlap"],
    [{ survey_id: "1", folder: "" }, "folder"], [{ survey_id: "1", zone: "UTC" }, "zone"], [{ survey_id: "1", keep: "device" }, "keep"],
    [{ survey_id: "1", design: { id: "2" } }, "design"]]) {
    const error = await caught(openResults(canvass, given));
    assert.deepEqual([error.kind, error.path], ["invalid_argument", path]);
  }
  assert.equal((await caught(openResults({}, { survey_id: "1" }))).kind, "configuration");
  assert.equal(sent.length, 0);
  const results = await openResults(canvass, { survey_id: EVERY_KIND, timeZone: "Nowhere/Land" });
  assert.equal((await caught(results.where().trend({ by: "day" }))).path, "timeZone");
  assert.equal((await caught(results.where({ moon: "full" }).count())).kind, "invalid_argument");
  await results.close();
});

test("where WebAssembly cannot be compiled, the error says what helps there", options, () => {
  const opened = (setup) => {
    const [index, results] = ["index", "results"].map((name) => new URL(`../../pkg/dist/${name}.js`, import.meta.url));
    const program = `WebAssembly.Module = function () { throw new Error("forbidden"); }; ${setup}
      const [{ createCanvass }, { openResults }] = [await import("${index}"), await import("${results}")];
      const canvass = createCanvass({ token: "t", access_url: "https://api.example" });
      await openResults(canvass, { survey_id: "7" }).catch(({ kind, message }) => console.log(kind, message));`;
    return spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }).stdout;
  };
  assert.match(opened(""), /^unavailable Results need WebAssembly.*Content-Security-Policy/);
  assert.match(opened("globalThis.WebSocketPair = class {};"), /^unavailable Results do not run in Workers/);
});

test("the span of a trend that is not over yet is marked", options, async () => {
  const { canvass } = connected();
  const results = await openResults(canvass, { survey_id: EVERY_KIND });
  await results.sync();
  const { buckets } = await results.where().trend({ by: "year", timeZone: "UTC" });
  const year = `${new Date().getUTCFullYear()}`;
  assert.ok(buckets.length > 0);
  for (const { from, current = false } of buckets) assert.equal(current, from.startsWith(year), from);
  await results.close();
});

test("a view of more than one page exports all of its responses, whatever a sync changes meanwhile", options, async () => {
  // The seed takes the place of the one before.
  const seeded = await tested.post("/sandbox/seed", { seed: 2, surveys: 1, responses: 2100 }, { "X-Canvass": "1" });
  await seeded.text();
  const { canvass } = connected();
  const results = await openResults(canvass, { survey_id: SEEDED });
  await results.sync();
  assert.equal(results.state.held, 2100);
  for (const format of ["csv", "jsonl", "json"]) {
    const { rows, blob } = await results.where().export({ format });
    assert.equal(rows, 2100, format);
    if (format === "jsonl") assert.equal(new Set((await blob.text()).trim().split("\n").map((line) => JSON.parse(line).id)).size, 2100);
  }
  const rows = await results.where().exportRows();
  const seen = new Set();
  for await (const row of rows) {
    seen.add(row.id);
    // A sync between two pages takes away one that was read: the others are all read, and each once.
    if (seen.size === 500) {
      await canvass.surveys.responses.delete({ survey_id: SEEDED, response_id: row.id });
      await results.sync();
      assert.equal(results.state.held, 2099);
    }
  }
  assert.equal(seen.size, 2100);
  assert.equal((await (await results.where().exportRows()).toArray({ limit: 10 })).length, 10);
  for await (const _ of await results.where().exportRows()) break;
  await results.sync();
  await results.close();
});

test("what is changed during an export is changed after it: the export has each response once", options, async () => {
  const seeded = await tested.post("/sandbox/seed", { seed: 3, surveys: 1, responses: 3000 }, { "X-Canvass": "1" });
  await seeded.text();
  const kept = freshFolder();
  const { canvass } = connected();
  const [results, other] = await Promise.all([1, 2].map(() => openResults(canvass, { survey_id: SEEDED, folder: kept })));
  await other.sync();
  await results.sync();
  const all = await listed();
  assert.deepEqual([results.state.held, all.length], [3000, 3000]);
  await results.notes.save({ tag: { name: "all", add: all.map(({ id }) => id) } });

  /**
   * Exports a view and makes a change after its first page: how many responses the export has, and how many different
   * ones.
   */
  async function exportedDuring(rule, format, change) {
    let text = "";
    let changing;
    const write = async (chunk) => {
      text += new TextDecoder().decode(chunk, { stream: true });
      // JSON has a bracket before its first page.
      if (changing !== undefined || text.length < 1000) return;
      changing = change();
      // A change that does not wait for the export has ended by then; one that waits cannot end before this returns.
      await Promise.race([changing, new Promise((done) => setTimeout(done, 1000))]);
    };
    const { rows } = await results.where(rule).export({ format, to: new WritableStream({ write }) });
    await changing;
    const ids = (format === "json" ? JSON.parse(text) : text.trim().split("\n").map((line) => JSON.parse(line))).map(({ id }) => id);
    return { rows, ids: new Set(ids).size };
  }

  for (const format of ["json", "jsonl"]) {
    const { held: count } = results.state;
    // Responses of the first page, which another program takes away.
    const [{ id }] = await canvass.surveys.responses.list({ survey_id: SEEDED, per_page: 1 }).then(({ data }) => data);
    const exported = await exportedDuring({ all: [] }, format, async () => {
      await canvass.surveys.responses.delete({ survey_id: SEEDED, response_id: id });
      await other.sync();
      await results.sync();
    });
    assert.deepEqual([exported, results.state.held], [{ rows: count, ids: count }, count - 1], format);
  }
  const { held: count } = results.state;
  const tagged = { tag: ["all"] };
  const untagging = () => results.notes.save({ tag: { name: "all", remove: all.slice(0, 1500).map(({ id }) => id) } });
  assert.deepEqual(await exportedDuring(tagged, "json", untagging), { rows: count, ids: count });
  assert.ok((await results.where(tagged).count()).count < count);
  assert.deepEqual(await exportedDuring({ all: [] }, "json", () => results.forget()), { rows: count, ids: count });
  assert.equal(results.state.held, 0);
  await Promise.all([results.close(), other.close()]);
});
