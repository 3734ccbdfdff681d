// What is kept of results, whatever fails meanwhile. The service is a function, and so is the browser's file system.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { createCanvass } from "../../pkg/dist/index.js";
import { openResults } from "../../pkg/dist/results.js";
import { PrivateFiles } from "./private_files.mjs";
import { design, json, response } from "./survey.mjs";

const survey_id = "7";
const PER_PAGE = 10;
const TOTAL = 40;
const folder = mkdtempSync(join(tmpdir(), "canvass-results-files-"));
after(() => rmSync(folder, { recursive: true, force: true }));

let folders = 0;
const freshFolder = () => join(folder, String((folders += 1)));

let files;
beforeEach(() => {
  files = new PrivateFiles();
  files.install();
});

const changedAt = (second) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString().replace(".000Z", "+00:00");

/** A gateway with a survey. `answer` may answer in its place. */
class Service {
  title = "Before";
  notes = { version: 3, tags: {}, views: [] };
  responses = Array.from({ length: TOTAL }, (_, at) => ({ ...response(at + 1), date_created: changedAt(at), date_modified: changedAt(at) }));
  answer = () => undefined;

  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const other = await this.answer(pathname, request);
    if (other !== undefined) return other;
    if (pathname === "/auth/session") return json({ signed_in: true, region: "us", account: "one", accounts: [{ id: "one", region: "us", current: true }] });
    if (pathname === "/auth/sign-out") return json({ signed_in: false });
    if (pathname.startsWith("/gateway/notes/")) return request.method === "GET" ? json(this.notes) : this.#note(await request.json());
    if (pathname.endsWith("/details")) return json({ ...design, title: this.title });
    return this.#page(Object.fromEntries(searchParams));
  }

  #note({ version, tag }) {
    if (version !== this.notes.version) return json({ type: "urn:canvass:problem:notes-changed", title: "no", status: 409 }, 409);
    this.notes = { ...this.notes, version: version + 1, tags: { [tag.name]: tag.add } };
    return json(this.notes);
  }

  #page({ page = 1, per_page = PER_PAGE, start_modified_at, sort_order = "ASC" }) {
    const from = start_modified_at === undefined ? -Infinity : Date.parse(/Z|\+/.test(start_modified_at) ? start_modified_at : `${start_modified_at}Z`);
    const found = this.responses.filter(({ date_modified }) => Date.parse(date_modified) >= from);
    if (sort_order === "DESC") found.reverse();
    const size = Math.min(Number(per_page), PER_PAGE);
    const data = found.slice((page - 1) * size, page * size);
    const next = page * size < found.length && { next: `https://gateway.example/api/v3/surveys/7/responses/bulk?page=${Number(page) + 1}&per_page=${size}` };
    return json({ data, page: Number(page), per_page: size, total: found.length, links: { self: "", ...next } });
  }

  /** Results of a client of its own. */
  open(options) {
    const canvass = createCanvass({ gateway: "https://gateway.example", fetch: (request) => this.fetch(request) });
    return openResults(canvass, { survey_id, ...options });
  }
}

const fails = (part, status = 503) => (pathname) => (pathname.endsWith(part) ? json({ error: { id: "1050", name: "x", message: "no", docs: "", http_status_code: status } }, status) : undefined);
const caught = (promise) => promise.then(() => assert.fail("nothing failed"), (error) => error);
const shownOf = ({ state }) => [state.held, state.complete, state.kept];

test("a sync that fails after it has fetched another design erases nothing that is stored", async () => {
  const service = new Service();
  for (const options of [{ folder: freshFolder() }, { keep: "device" }]) {
    service.title = "Before";
    const first = await service.open(options);
    await first.sync();
    assert.deepEqual(shownOf(first), [TOTAL, true, "device"]);
    service.title = "After";
    service.answer = fails("/bulk");
    assert.equal((await caught(first.sync())).kind, "service_failed");
    assert.equal(first.design.title, "After");
    await first.close();
    const again = await service.open(options);
    assert.deepEqual(shownOf(again), [TOTAL, true, "device"]);
    service.answer = () => undefined;
    await again.sync();
    await again.close();
    const last = await service.open(options);
    assert.deepEqual([last.design.title, ...shownOf(last)], ["After", TOTAL, true, "device"]);
    await last.close();
  }
});

test("a file that is open elsewhere is waited for, and otherwise left until the next sync", async () => {
  const service = new Service();
  const first = await service.open({ keep: "device" });
  await first.sync();
  await first.close();
  files.survey.set("seg-999", files.survey.get("head-a"));
  let attempts = 0;
  files.fail = (operation) => (operation === "remove" && (attempts += 1) === 1 ? "NoModificationAllowedError" : undefined);
  const second = await service.open({ keep: "device" });
  await second.sync();
  assert.deepEqual([attempts > 1, files.survey.has("seg-999"), ...shownOf(second)], [true, false, TOTAL, true, "device"]);
  files.survey.set("seg-999", files.survey.get("head-a"));
  files.fail = (operation) => (operation === "remove" ? "NoModificationAllowedError" : undefined);
  await second.sync();
  assert.deepEqual([files.survey.has("seg-999"), ...shownOf(second)], [true, TOTAL, true, "device"]);
  files.fail = () => undefined;
  await second.sync();
  assert.equal(files.survey.has("seg-999"), false);
  // What is to be forgotten is not left in silence.
  files.fail = (operation) => (operation === "remove" ? "NoModificationAllowedError" : undefined);
  const changes = [];
  second.on("change", (change) => changes.push(change));
  assert.equal((await caught(second.forget())).kind, "unavailable");
  assert.deepEqual([second.state.held, (await second.where().count()).count], [0, 0]);
  assert.deepEqual(changes, [{ added: 0, changed: 0, removed: TOTAL, requests: 0 }]);
  files.fail = () => undefined;
  await second.forget();
  assert.deepEqual([files.names.filter((name) => name.startsWith("seg-")), ...shownOf(second)], [[], 0, false, "device"]);
  await second.close();
});

test("a write that fails for now fails the sync, and only a browser that can store nothing more ends what is stored", async () => {
  const service = new Service();
  const first = await service.open({ keep: "device" });
  await first.sync();
  const changes = [];
  first.on("change", (change) => changes.push(change));
  for (const name of ["NoModificationAllowedError", "InvalidStateError", "UnknownError"]) {
    service.responses.push({ ...response(service.responses.length + 1), date_created: changedAt(100), date_modified: changedAt(100) });
    files.fail = (operation) => (operation === "write" ? name : undefined);
    const error = await caught(first.sync());
    assert.deepEqual([error.kind, error.retryable, error.cause.name, first.state.kept, first.state.error], ["unavailable", true, name, "device", error]);
    assert.deepEqual([first.state.held, (await first.where().count()).count], [service.responses.length, service.responses.length], "what is in memory");
    assert.deepEqual(changes.splice(0), [{ added: 1, changed: 0, removed: 0, requests: 0 }]);
    files.fail = () => undefined;
    const other = await service.open({ keep: "device" });
    assert.deepEqual(shownOf(other), [service.responses.length - 1, true, "device"], "what was kept before");
    await other.close();
    await first.sync();
    assert.deepEqual(shownOf(first), [service.responses.length, true, "device"]);
  }
  for (const name of ["QuotaExceededError", "NotFoundError", "SecurityError", "NotSupportedError"]) {
    files.fail = (operation) => (operation === "write" ? name : undefined);
    await first.sync();
    assert.deepEqual(shownOf(first), [service.responses.length, true, "tab"], name);
    files.fail = () => undefined;
    await first.keep("device");
  }
  files.isFull = true;
  await first.sync();
  assert.deepEqual(shownOf(first), [service.responses.length, true, "tab"], "a file that takes no byte");
  files.isFull = false;
  await first.keep("device");
  // Firefox does not say why it cannot write where the files were erased.
  files.root.entries.clear();
  files.fail = (operation) => (operation === "write" ? "UnknownError" : undefined);
  await first.sync();
  assert.deepEqual([files.root.entries.size, ...shownOf(first)], [0, service.responses.length, true, "tab"]);
  await first.close();
});

test("stored responses are not replaced by those of a tab that has only begun", async () => {
  const service = new Service();
  const kept = await service.open({ keep: "device" });
  await kept.sync();
  await kept.close();
  const begun = await service.open({});
  let pages = 0;
  service.answer = (pathname) => (pathname.endsWith("/bulk") && (pages += 1) > 1 ? fails("/bulk")(pathname) : undefined);
  await caught(begun.sync());
  assert.ok(begun.state.held < TOTAL && !begun.state.complete && begun.state.as_of !== null);
  const changes = [];
  const { held } = begun.state;
  begun.on("change", (change) => changes.push(change));
  await begun.keep("device");
  assert.deepEqual(shownOf(begun), [TOTAL, true, "device"]);
  assert.deepEqual(changes, [{ added: TOTAL - held, changed: 0, removed: 0, requests: 0 }]);
  await begun.close();
  // Of two that are complete, the later one counts.
  service.answer = () => undefined;
  const later = await service.open({});
  service.responses.pop();
  await later.sync();
  await later.keep("device");
  assert.deepEqual(shownOf(later), [TOTAL - 1, true, "device"]);
  await later.close();
});

test("of two parts of the responses the larger one is stored", async () => {
  const service = new Service();
  let pages = 0;
  const begin = async (most, keep) => {
    const results = await service.open({ keep });
    pages = 0;
    service.answer = (pathname) => (pathname.endsWith("/bulk") && (pages += 1) > most ? fails("/bulk")(pathname) : undefined);
    await caught(results.sync());
    return results;
  };
  const larger = await begin(3, "device");
  const { held } = larger.state;
  await larger.close();
  const later = await begin(2, "tab");
  assert.ok(later.state.held < held && !later.state.complete);
  await later.keep("device");
  assert.deepEqual(shownOf(later), [held, false, "device"]);
  await later.close();
});

test("a design that is opened with what was stored is fetched again by the next sync", async () => {
  const service = new Service();
  const kept = await service.open({ keep: "device" });
  await kept.sync();
  await kept.close();
  service.title = "After";
  const results = await service.open({});
  await results.keep("device");
  assert.equal(results.design.title, "Before");
  await results.sync();
  assert.equal(results.design.title, "After");
  await results.close();
});

test("notes that were written only in part are no copy of those of the gateway", async () => {
  const service = new Service();
  const results = await service.open({ keep: "device" });
  await results.notes.save({ tag: { name: "before", add: ["1"] } });
  await results.close();
  const file = files.survey.get("notes");
  assert.equal(JSON.parse(new TextDecoder().decode(file.bytes)).version, 4);
  file.bytes = file.bytes.slice(0, file.bytes.length / 2);
  const again = await service.open({ keep: "device" });
  const { tags } = await again.notes.save({ tag: { name: "after", add: ["1"] } });
  assert.deepEqual(Object.keys(tags), ["after"]);
  assert.equal(JSON.parse(new TextDecoder().decode(file.bytes)).version, 5);
  await again.close();
});

test("results are closed, and an account signs out, whatever an export waits for", { timeout: 30_000 }, async () => {
  const service = new Service();
  const canvass = createCanvass({ gateway: "https://gateway.example", fetch: (request) => service.fetch(request) });
  const results = await openResults(canvass, { survey_id, keep: "device" });
  await results.sync();
  let read;
  const stalled = new Promise((done) => (read = done));
  const exporting = caught(results.where().export({ format: "json", to: new WritableStream({ write: () => stalled }) }));
  const waiting = [results.sync(), results.notes.load()].map(caught);
  // Both have their answers, and wait for the export.
  await new Promise((done) => setTimeout(done, 200));
  await canvass.signOut();
  assert.ok(results.state.closed);
  for (const error of await Promise.all(waiting)) assert.equal(error.kind, "unavailable");
  read();
  assert.equal((await exporting).kind, "unavailable");
});

test("a store that is found damaged while results are open is an empty one", async () => {
  const service = new Service();
  const kept = freshFolder();
  const [one, other] = [await service.open({ folder: kept }), await service.open({ folder: kept })];
  await one.sync();
  await other.sync();
  await other.forget();
  await other.sync();
  const inside = join(kept, survey_id);
  for (const name of readdirSync(inside).filter((name) => name.startsWith("seg-"))) {
    const bytes = readFileSync(join(inside, name));
    bytes[Math.floor(bytes.length / 2)] ^= 1;
    writeFileSync(join(inside, name), bytes);
  }
  service.answer = fails("/bulk");
  assert.equal((await caught(one.sync())).kind, "service_failed");
  assert.deepEqual([await one.where().count(), one.state.held, one.state.complete], [{ count: 0, all: 0 }, 0, false]);
  service.answer = () => undefined;
  await one.sync();
  assert.deepEqual(shownOf(one), [TOTAL, true, "device"]);
  await Promise.all([one.close(), other.close()]);
  assert.deepEqual(readdirSync(inside).filter((name) => /^(seg|design)-/.test(name)).length, 2, "damaged files are removed");
});

/** The checksum CRC-32, in hexadecimal digits. */
function checksum(text) {
  let sum = -1;
  for (const byte of Buffer.from(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 && 0xedb88320);
  }
  return (~sum >>> 0).toString(16).padStart(8, "0");
}

/** Changes the heads of a folder, which are whole before and after it. */
function changeHeads(inside, change) {
  for (const name of readdirSync(inside).filter((name) => name.startsWith("head-"))) {
    const head = JSON.parse(readFileSync(join(inside, name), "utf8").slice(9));
    const text = JSON.stringify({ ...head, ...change(head) });
    writeFileSync(join(inside, name), `${checksum(text)}\n${text}`);
  }
}

test("files of another format are removed as a sync begins, and the responses are fetched again", async () => {
  const service = new Service();
  const kept = freshFolder();
  const first = await service.open({ folder: kept });
  await first.sync();
  await first.close();
  const inside = join(kept, survey_id);
  changeHeads(inside, () => ({ format: 1 }));
  const results = await service.open({ folder: kept });
  assert.equal(results.state.held, 0);
  service.answer = fails("/bulk");
  assert.equal((await caught(results.sync())).kind, "service_failed");
  assert.deepEqual(readdirSync(inside).filter((name) => /^(seg|design|columns)-/.test(name)), []);
  service.answer = () => undefined;
  await results.sync();
  assert.deepEqual(shownOf(results), [TOTAL, true, "device"]);
  await results.close();
  const again = await service.open({ folder: kept });
  assert.deepEqual(shownOf(again), [TOTAL, true, "device"]);
  await again.close();
});

test("responses whose state of the sync cannot be read are fetched again", async () => {
  const service = new Service();
  const kept = freshFolder();
  const first = await service.open({ folder: kept });
  await first.sync();
  await first.close();
  changeHeads(join(kept, survey_id), ({ sync }) => ({ sync: JSON.stringify({ ...JSON.parse(sync), complete: "yes" }) }));
  const results = await service.open({ folder: kept });
  assert.deepEqual([results.state.held, results.state.complete], [0, false]);
  await results.sync();
  assert.deepEqual(shownOf(results), [TOTAL, true, "device"]);
  await results.close();
});

test("a check that does not end leaves the time as of which the responses are complete", async () => {
  const service = new Service();
  const results = await service.open();
  await results.sync();
  const { as_of } = results.state;
  await new Promise((done) => setTimeout(done, 5));
  let pages = 0;
  service.answer = (pathname) => {
    if (pathname.includes("/v2/")) return json({ status: 2, errmsg: "no scope", code: 1014 });
    pages += Number(pathname.endsWith("/bulk"));
    return pages > 2 ? fails("/bulk")(pathname) : undefined;
  };
  assert.equal((await caught(results.sync({ check: true }))).kind, "service_failed");
  assert.deepEqual([pages > 2, results.state.complete, results.state.as_of], [true, true, as_of]);
  service.answer = () => undefined;
  await results.sync();
  assert.ok(results.state.complete && results.state.as_of > as_of);
  await results.close();
});

test("a deleted response is in no file after a sync, and a replaced one in none after the sync of the next opening", async () => {
  const service = new Service();
  const kept = freshFolder();
  const words = (word) => readdirSync(join(kept, survey_id)).filter((name) => readFileSync(join(kept, survey_id, name), "latin1").includes(word)).length;
  service.responses[5].custom_value = "words of the deleted one";
  service.responses[7].custom_value = "words of the edited one";
  const first = await service.open({ folder: kept });
  await first.sync();
  assert.deepEqual([words("of the deleted") > 0, words("of the edited") > 0], [true, true]);
  service.responses.splice(5, 1);
  await first.sync();
  assert.deepEqual([words("of the deleted"), words("of the edited") > 0, ...shownOf(first)], [0, true, TOTAL - 1, true, "device"]);
  const [edited] = service.responses.splice(6, 1);
  service.responses.push({ ...edited, custom_value: "", date_modified: changedAt(1000) });
  await first.sync();
  await first.close();
  const again = await service.open({ folder: kept });
  await again.sync();
  assert.deepEqual([words("of the edited"), ...shownOf(again)], [0, TOTAL - 1, true, "device"]);
  // Nothing is written again for a sync that has found nothing.
  const names = readdirSync(join(kept, survey_id)).filter((name) => name.startsWith("seg-"));
  await again.sync();
  assert.deepEqual(readdirSync(join(kept, survey_id)).filter((name) => name.startsWith("seg-")), names);
  await again.close();
});

test("a browser without files holds responses in memory, and says that it cannot keep them", async () => {
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  const results = await new Service().open({ keep: "device" });
  await results.sync();
  const error = await caught(results.keep("device"));
  assert.deepEqual([error.kind, error.retryable], ["unavailable", false]);
  assert.deepEqual(shownOf(results), [TOTAL, true, "tab"]);
  await results.close();
});
