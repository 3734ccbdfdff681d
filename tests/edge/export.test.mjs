// Exports by the SDK as it is packed: against a service that says what a test wants, and through a real gateway from a
// real service, with clocks that every pause of the SDK moves on. Nobody waits.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { RateLimitedError, createCanvass } from "../../pkg/dist/index.js";
import { startWorker } from "../../scripts/worker.mjs";
import { eventually } from "./eventually.mjs";
import { numbers } from "./random_numbers.mjs";
import { pageOf } from "./page.mjs";
import { design, json, response } from "./survey.mjs";
import { fakeService } from "./upstream.mjs";

const OURS = { "X-Canvass": "1", "Content-Type": "application/json" };
const DAY = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), "canvass-export-"));
/** The demo world's public app, whose quota each service is told. */
const workbench = createHash("sha256").update("canvass demo app workbench").digest().subarray(0, 16).toString("base64url");
const running = [];
after(async () => {
  await Promise.all(running.map((each) => each.kill()));
  rmSync(folder, { recursive: true, force: true });
});

// The time of the SDK's pauses: `pass` moves it, where a test has set it. The limits of attempts are those of the
// platform.
const platform = { now: Date.now, setTimeout: globalThis.setTimeout };
let virtual;
Date.now = () => virtual?.now ?? platform.now();
globalThis.setTimeout = (then, milliseconds, ...given) => {
  if (virtual === undefined || !/at sleep \(.*pkg\/dist/.test(new Error().stack)) return platform.setTimeout(then, milliseconds, ...given);
  virtual.pass(milliseconds).then(then);
  return undefined;
};

async function caught(promise) {
  return promise.then(
    () => assert.fail("nothing failed"),
    (error) => error,
  );
}

const question = (id) => ({
  id, position: 1, visible: true, family: "open_ended", subtype: "single", layout: null, headings: [{ heading: `Question ${id}` }],
  sorting: null, required: null, validation: null, forced_ranking: false, href: "",
});

/**
 * A service whose survey has the responses of `ids`, two a page; `answer` may give another answer to the nth request.
 */
function serving(ids, answer = () => undefined) {
  const sent = [];
  const fetch = async (request) => {
    const url = new URL(request.url);
    sent.push({ request, url });
    const other = await answer(sent.length, request);
    if (other) return other;
    if (url.pathname.endsWith("/details")) return json(design);
    const page = Number(url.searchParams.get("page") ?? 1);
    const more = page * 2 < ids.length;
    const links = { self: "", ...(more && { next: `https://elsewhere.example/?page=${page + 1}&per_page=100` }) };
    const data = ids.slice(page * 2 - 2, page * 2).map(response);
    return json({ data, page, per_page: 100, total: ids.length, links });
  };
  return { sent, canvass: createCanvass({ gateway: "https://gateway.example", fetch }) };
}

const wanted = { survey_id: "7", format: "jsonl" };
/** A checkpoint without the length of the file. */
const positionOf = (checkpoint) => checkpoint.split("@")[0];
const idsOf = (text) => text.trim().split("\n").filter(Boolean).map((line) => Number(JSON.parse(line).id));
const bytesInto = (chunks) => new WritableStream({ write: (chunk) => void chunks.push(chunk) });

test("an export is work in the background, repeats what passes, and reports where to go on", async () => {
  const { sent, canvass } = serving([1, 2, 3], (nth) => (nth === 3 ? json({ error: { id: "1051", message: "no" } }, 503) : undefined));
  const told = [];
  const { blob, rows, columns } = await canvass.exportResponses(wanted, { onProgress: (progress) => told.push(progress) });
  assert.deepEqual([idsOf(await blob.text()), rows, columns[0].key], [[1, 2, 3], 3, "id"]);
  assert.equal(sent.length, 4);
  for (const { request } of sent) assert.equal(request.headers.get("x-canvass-class"), "background");
  assert.equal(sent[1].url.search, "?per_page=1000&sort_order=ASC");
  assert.deepEqual(told.map(({ done, total, checkpoint }) => [done, total, checkpoint]), [[2, 3, "2.100.0"], [3, 3, "2.100.1"]]);
});

test("an export that ends early says where, and another goes on behind what there is", async () => {
  const ids = [1, 2, 3, 4, 5];
  const spent = (nth) => (nth === 3 ? json({ error: { id: "1040", message: "no" } }, 429, { "retry-after": "3600" }) : undefined);
  const { canvass } = serving(ids, spent);
  const error = await caught(canvass.exportResponses(wanted));
  assert.ok(error instanceof RateLimitedError);
  assert.deepEqual([error.checkpoint, error.remedy.seconds, error.exported.rows], ["2.100.0", 3600, 2]);
  // Responses that came meanwhile stand behind the others.
  ids.push(6);
  const rest = await serving(ids).canvass.exportResponses(wanted, { from: error.checkpoint });
  assert.deepEqual(idsOf((await error.exported.blob.text()) + (await rest.blob.text())), [1, 2, 3, 4, 5, 6]);
  const { canvass: later, sent } = serving([1, 2, 3, 4]);
  let last;
  const told = ({ checkpoint }) => (last = checkpoint);
  await later.exportResponses({ ...wanted, format: "csv" }, { onProgress: told });
  const none = await later.exportResponses({ ...wanted, format: "csv" }, { from: last });
  assert.deepEqual([none.rows, none.blob.size], [0, 0]);
  assert.equal(sent.at(-1).url.searchParams.get("page"), "2");
  const wrong = await caught(later.exportResponses(wanted, { from: "yesterday" }));
  assert.deepEqual([wrong.kind, wrong.path], ["invalid_argument", "from"]);
});

test("an export into a stream holds one page, and leaves the stream open where it fails", async () => {
  const ids = [1, 2, 3, 4, 5];
  let broken = true;
  const { canvass, sent } = serving(ids, (nth) => (nth === 4 && broken ? json({ error: { id: "1016", message: "no" } }, 403) : undefined));
  const chunks = [];
  const to = bytesInto(chunks);
  const error = await caught(canvass.exportResponses({ ...wanted, to }));
  assert.deepEqual([error.kind, error.checkpoint, error.exported], ["not_permitted", "3.100.0", undefined]);
  broken = false;
  const done = await canvass.exportResponses({ ...wanted, to }, { from: error.checkpoint });
  assert.deepEqual([done.rows, "blob" in done], [1, false]);
  assert.deepEqual(idsOf(await new Blob(chunks).text()), ids);
  await to.getWriter().closed;
  // The stream takes nothing: no second page is fetched, and the signal ends the wait.
  const stop = new AbortController();
  const before = sent.length;
  let written = false;
  const write = () => ((written = true), new Promise(() => {}));
  const stuck = canvass.exportResponses({ ...wanted, to: new WritableStream({ write }) }, { signal: stop.signal });
  await eventually(() => written);
  assert.equal((await serving(ids).canvass.exportResponses(wanted)).rows, 5, "a whole export takes no longer");
  stop.abort("my reason");
  assert.equal(await caught(stuck), "my reason");
  assert.equal(sent.length - before, 2, "the design and one page");
});

test("an export is stopped by its signal, and refuses what is no format before anything is sent", async () => {
  const stop = new AbortController();
  const hang = (nth, request) =>
    nth < 3 ? undefined : new Promise((_, fail) => (request.signal.addEventListener("abort", () => fail(request.signal.reason)), stop.abort("my reason")));
  assert.equal(await caught(serving([1, 2, 3], hang).canvass.exportResponses(wanted, { signal: stop.signal })), "my reason");
  const { canvass, sent } = serving([1]);
  const error = await caught(canvass.exportResponses({ ...wanted, format: "xlsx" }));
  assert.deepEqual([error.kind, error.path, sent.length], ["invalid_argument", "format", 0]);
});

test("options that JavaScript takes for true or false are so, and a place too far on is no wrong format", async () => {
  const bytes = async (request, options) => {
    const { blob } = await serving([1]).canvass.exportResponses({ ...wanted, format: "csv", ...request }, options);
    return Buffer.from(await blob.arrayBuffer());
  };
  assert.deepEqual(await bytes({ mark: null, exact: 1 }), await bytes({ mark: false, exact: true }));
  assert.deepEqual(await bytes({ mark: 1 }), await bytes({}));
  assert.equal((await bytes({}, { from: "1.100.4294967296" })).length, 0);
});

test("a page that is not as documented ends an export, and the error names the field and the request", async () => {
  const answered = (...answers) => [{ id: "1", questions: [{ id: "5", answers }] }];
  const items = (...responses) => ({ data: responses, page: 1, per_page: 100, total: 3, links: { self: "" } });
  const whole = JSON.stringify(items(response(1)));
  const text = (body) => () => new Response(body, { headers: { "content-type": "application/json", "x-request-id": "0a" } });
  const page = (body) => text(JSON.stringify(body));
  const { total: _, ...without } = items();
  const { href: __, ...bare } = response(2);
  for (const [answer, path] of [
    [page(items(response(1), { ...response(2), pages: answered({ text: "a" }, { text: 7 }) })), "data[1].pages[0].questions[0].answers[1].text"],
    [page(items({ ...response(1), pages: answered({ row_id: "1", choice_metadata: { weight: 2 } }) })), "data[0].pages[0].questions[0].answers[0].choice_metadata.weight"],
    [page(items(response(1), bare)), "data[1].href"],
    [page(items({ ...response(1), total_time: 1.5 })), "data[0].total_time"],
    [page(items({ ...response(1), metadata: { contact: { email: { type: 1, value: "" } } } })), "data[0].metadata.contact.email.type"],
    [page(items({ ...response(1), custom_variables: { a: null } })), "data[0].custom_variables.a"],
    [page(items(null)), "data[0]"],
    [page(without), "total"],
    [page({ ...items(), data: {} }), "data"],
    [page({ ...items(), links: { self: 1 } }), "links.self"],
    [page({ ...items(), links: [] }), "links"],
    [page({ ...items(), links: { self: "", next: "https://elsewhere.example/?page=1" } }), "links.next"],
    [text(whole.replace('"total":3', '"total":3,"data":[7]')), "data[0]"],
    [text(whole.slice(0, -2)), undefined],
    [text(`${whole}]`), undefined],
    [text("<!doctype html><title>Sign in</title>"), undefined],
    [text(`<!doctype html>${" ".repeat(2000)}`), undefined],
    [text("[]"), undefined],
    [text(""), undefined],
  ]) {
    for (const from of [undefined, "1.100.1"]) {
      const { canvass } = serving([1, 2, 3], (nth) => (nth === 2 ? answer() : undefined));
      const error = await caught(canvass.exportResponses(wanted, { from }));
      assert.deepEqual([error.kind, error.path, error.status, error.request_id], ["unexpected_answer", path, 200, "0a"]);
      assert.ok(error.message.includes(path ?? "the body"), error.message);
      assert.deepEqual([error.checkpoint, error.exported.rows], [from ?? "1..0", 0]);
    }
  }
});

test("a revoked token and a refusal end an export as they end every call, whatever their status", async () => {
  for (const [body, status, kind] of [
    [{ status: 1, errmsg: "gone" }, 200, "signed_out"],
    [{ error: { id: "1014", message: "no" } }, 403, "scope_missing"],
  ]) {
    const { canvass } = serving([1, 2, 3], (nth) => (nth === 3 ? json(body, status) : undefined));
    const error = await caught(canvass.exportResponses(wanted));
    assert.deepEqual([error.kind, error.checkpoint, error.exported.rows], [kind, "2.100.0", 2]);
  }
});

test("an export as rows gives objects keyed by column, a page at a time, and goes on behind the last that was taken", async () => {
  const ids = [1, 2, 3, 4, 5];
  const { canvass, sent } = serving(ids);
  const told = [];
  const table = await canvass.exportResponses({ survey_id: "7", format: "rows" }, { onProgress: ({ done, checkpoint }) => told.push([done, checkpoint]) });
  assert.deepEqual([table.columns[0].heading, table.checkpoint(), sent.length], ["Response ID", "1..0", 1]);
  const seen = [];
  for await (const row of table) {
    seen.push(row);
    if (row.id === "3") break;
  }
  assert.deepEqual(seen.map(({ id }) => id), ["1", "2", "3"]);
  assert.deepEqual([seen[0].response_status, seen[0].total_time, "ip_address" in seen[0]], ["completed", "1", false]);
  assert.deepEqual([table.checkpoint(), told, sent.length], ["2.100.1", [[2, "2.100.0"]], 3]);
  const rest = await canvass.exportResponses({ survey_id: "7", format: "rows" }, { from: table.checkpoint() });
  assert.deepEqual((await rest.toArray({ limit: 1 })).map(({ id }) => id), ["4"]);
  assert.equal(rest.checkpoint(), "2.100.2");
  assert.deepEqual((await rest.toArray({ limit: 9 })).map(({ id }) => id), ["5"]);
  const broken = serving(ids, (nth) => (nth === 3 ? json({ error: { id: "1016", message: "no" } }, 403) : undefined));
  const early = await caught((await broken.canvass.exportResponses({ survey_id: "7", format: "rows" })).toArray({ limit: 9 }));
  assert.deepEqual([early.kind, early.checkpoint], ["not_permitted", "2.100.0"]);
});

test("an export takes the filters of the bulk call, and headings of a translation", async () => {
  const named = { ...design, pages: [{ id: "1", title: "", description: "", position: 1, question_count: 1, href: "", questions: [question("5")] }] };
  const word = { default: "Question 5", translation: "Frage 5", context: "question_heading", resource_id: "5" };
  const { canvass, sent } = serving([1], (_nth, { url }) => {
    if (url.includes("/languages/de")) return json({ id: "de", enabled: true, translations: [word], href: "" });
    return url.endsWith("/details") ? json(named) : undefined;
  });
  const filters = { start_created_at: "2026-01-01T00:00:00", status: ["completed", "partial"], collector_ids: ["3", "4"] };
  const { columns } = await canvass.exportResponses({ ...wanted, filters, language: "de" });
  assert.deepEqual(columns.filter((column) => column.question_id === "5").map(({ heading, question }) => [heading, question]), [["Frage 5", "Frage 5"]]);
  assert.deepEqual(Object.fromEntries(sent.at(-1).url.searchParams), {
    start_created_at: "2026-01-01T00:00:00", status: "completed,partial", collector_ids: "3,4", per_page: "1000", sort_order: "ASC",
  });
  const error = await caught(canvass.exportResponses({ ...wanted, filters: { status: ["unheard of"] } }));
  assert.deepEqual([error.kind, error.path], ["invalid_argument", "status"]);
});

test("a CSV goes on only below a header of the same columns", async () => {
  const page = (...questions) => json({ ...design, pages: [{ id: "1", title: "", description: "", position: 1, question_count: 1, href: "", questions }] });
  let questions = [question("5")];
  const details = (_nth, { url }) => (url.endsWith("/details") ? page(...questions) : undefined);
  const told = [];
  const { canvass } = serving([1, 2, 3], details);
  const csv = { survey_id: "7", format: "csv", mark: false };
  const whole = await (await canvass.exportResponses(csv, { onProgress: ({ checkpoint }) => told.push(checkpoint) })).blob.text();
  const rest = await (await canvass.exportResponses(csv, { from: told[0] })).blob.text();
  assert.ok(whole.endsWith(`\r\n${rest}`) && rest.startsWith("3,"), rest);
  questions = [question("5"), question("6")];
  const error = await caught(canvass.exportResponses(csv, { from: told[0] }));
  assert.deepEqual([error.kind, error.path], ["invalid_argument", "from"]);
  // Rows that are keyed fit everywhere, and so does a plain place.
  assert.equal((await canvass.exportResponses({ ...csv, format: "jsonl" }, { from: told[0] })).rows, 1);
  assert.equal((await canvass.exportResponses(csv, { from: "2.100.0" })).rows, 1);
});

/**
 * A service that gives `most` responses a page and refuses pages of more than `limit`, where each response weighs as
 * much as `weights` says. It names a page that fits as `named` chooses; `answer` may give another answer to the nth
 * request.
 */
function weighing({ weights, limit, most, named, answer = () => undefined }) {
  const asked = [];
  const fetch = async (request) => {
    const url = new URL(request.url);
    if (url.pathname.endsWith("/details")) return json(design);
    const [page, wanted] = ["page", "per_page"].map((name) => Number(url.searchParams.get(name) ?? 1));
    asked.push([page, wanted]);
    const other = answer(asked.length);
    if (other) return other;
    const size = Math.min(wanted, most);
    const first = (page - 1) * size;
    let weight = 0;
    const fitting = weights.slice(first, first + size).findIndex((each) => (weight += each) > limit);
    if (fitting >= 0 && size > 1) {
      const message = `The entity is too large. The page has more than ${limit} bytes: ask for per_page=${named(size, fitting)} or fewer.`;
      return json({ error: { id: "1030", message } }, 413);
    }
    const data = weights.slice(first, first + size).map((_, at) => response(first + at + 1));
    const next = first + size < weights.length && `https://elsewhere.example/?page=${page + 1}&per_page=${wanted}`;
    return json({ data, page, per_page: size, total: weights.length, links: { self: "", ...(next && { next }) } });
  };
  return { asked, canvass: createCanvass({ gateway: "https://gateway.example", fetch }) };
}

/** The largest even part of a page that fits, as our service names it. */
function evenPart(size, fitting) {
  let part = Math.min(size - 1, fitting);
  while (part > 1 && size % part) part -= 1;
  return Math.max(1, part);
}

const refusal = () => json({ error: { id: "1016", message: "no" } }, 403);

test("an export requests 1000 responses a page, and from then on as many as the service returns", async () => {
  const weights = Array(250).fill(1);
  for (const [most, sizes] of [[1000, [1000]], [100, [1000, 100, 100]]]) {
    const { canvass, asked } = weighing({ weights, limit: 1e9, most, named: evenPart });
    const { blob } = await canvass.exportResponses(wanted);
    assert.deepEqual(idsOf(await blob.text()).length, 250);
    assert.deepEqual(asked.map(([, size]) => size).slice(0, sizes.length), sizes.slice(0, asked.length));
    asked.length = 0;
    await canvass.exportResponses(wanted);
    assert.equal(asked[0][1], most, "the next export asks for what the service has shown");
  }
});

test("a page that is too large is requested in the smaller pages that its refusal names", async () => {
  const weights = Array(600).fill(1);
  const { canvass, asked } = weighing({ weights, limit: 130, most: 1000, named: evenPart });
  const told = [];
  const { blob } = await canvass.exportResponses(wanted, { onProgress: ({ checkpoint }) => told.push(checkpoint) });
  assert.deepEqual(idsOf(await blob.text()), weights.map((_, at) => at + 1));
  assert.deepEqual(asked, [[1, 1000], [1, 125], [2, 125], [3, 125], [4, 125], [5, 125]]);
  assert.deepEqual(told.slice(0, 2), ["2.125.0", "3.125.0"]);
  const error = await caught(canvass.surveys.responses.bulk({ survey_id: "7", per_page: 600 }));
  assert.deepEqual([error.kind, error.code, error.remedy], ["too_large", 1030, { action: "correct", per_page: 120 }]);
  const lists = [];
  for await (const { id } of canvass.surveys.responses.bulk({ survey_id: "7", per_page: 600 })) lists.push(Number(id));
  assert.deepEqual(lists, weights.map((_, at) => at + 1));
  // A refusal that names no smaller page is what it was before.
  const useless = weighing({ weights, limit: 130, most: 1000, named: (size) => size });
  assert.equal((await caught(useless.canvass.exportResponses(wanted))).kind, "too_large");
});

test("whatever pages a service gives and refuses, exports, counts and lists that are taken up miss and repeat no response", async () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const random = numbers(seed);
    const weights = Array.from({ length: random(900) + 1 }, () => (random(20) === 0 ? random(1000) : random(30)) + 1);
    const named = [evenPart, (_size, fitting) => Math.max(1, fitting), (size) => 1 + random(size - 1)][random(3)];
    const ids = weights.map((_, at) => at + 1);
    // Each part may meet a service that gives other pages, and fails somewhere.
    const service = () => {
      const fails = 1 + random(6);
      const answer = (nth) => (nth === fails ? refusal() : undefined);
      return weighing({ weights, limit: 500 + random(9000), most: [1000, 250, 100, 30, 7][random(5)], named, answer }).canvass;
    };
    const parts = async (take) => {
      const seen = [];
      for (let from; from !== null; ) from = await take(seen, from);
      assert.deepEqual(seen, ids, `seed ${seed}`);
    };
    const format = ["jsonl", "csv"][random(2)];
    await parts(async (seen, from) => {
      const collect = async (blob) => {
        const text = await blob.text();
        seen.push(...(format === "csv" ? text.split("\r\n").map((line) => Number.parseInt(line, 10)).filter(Number) : idsOf(text)));
      };
      try {
        await collect((await service().exportResponses({ survey_id: "7", format, mark: false }, { from })).blob);
        return null;
      } catch (error) {
        if (error.kind !== "not_permitted") throw error;
        await collect(error.exported.blob);
        return error.checkpoint;
      }
    });
    const taken = async (seen, list, from) => {
      const fill = seen.length + random(300) + 1;
      const before = seen.length;
      try {
        for await (const { id } of list) {
          if (seen.push(Number(id)) === fill) return list.checkpoint();
        }
        return null;
      } catch (error) {
        if (error.kind !== "not_permitted") throw error;
        return seen.length > before ? list.checkpoint() : from;
      }
    };
    await parts(async (seen, from) => taken(seen, await service().exportResponses({ survey_id: "7", format: "rows" }, { from }), from));
    await parts(async (seen, from) => taken(seen, service().surveys.responses.bulk({ survey_id: "7", per_page: 1 + random(1000) }, { from }), from));
    const counted = await weighing({ weights, limit: 2000, most: 1000, named }).canvass.summarise({ survey_id: "7", source: "responses" });
    assert.equal(counted.responses, weights.length, `counts of seed ${seed}`);
    const pages = [];
    const whole = weighing({ weights, limit: 2000, most: [1000, 100][random(2)], named }).canvass;
    for await (const { data } of whole.surveys.responses.bulk({ survey_id: "7", per_page: 1000 }).pages()) pages.push(...data.map(({ id }) => Number(id)));
    assert.deepEqual(pages, ids, `pages of seed ${seed}`);
  }
});

test("cells of CSV are safe for spreadsheets unless they shall be exact", async () => {
  const odd = json({ data: [{ ...response(1), custom_value: "=1+1", first_name: "007" }], page: 1, per_page: 100, total: 1, links: { self: "" } });
  const { canvass } = serving([1], (_nth, { url }) => (url.endsWith("/details") ? undefined : odd.clone()));
  const lines = async (more) => (await (await canvass.exportResponses({ survey_id: "7", format: "csv", ...more })).blob.arrayBuffer());
  const decoded = (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const safe = decoded(await lines());
  assert.ok(safe.startsWith("\ufeffResponse ID,") && safe.includes(",'=1+1,") && safe.includes(",'007,"), safe);
  const exact = decoded(await lines({ mark: false, exact: true }));
  assert.ok(exact.startsWith("Response ID,") && exact.includes(",=1+1,") && exact.includes(",007,"), exact);
});

/** A file as browsers have it: what is written into it stands in it once it is closed. */
function heldFile() {
  const file = {
    bytes: Buffer.alloc(0),
    opened: 0,
    getFile: async () => ({ size: file.bytes.length }),
    async createWritable({ keepExistingData }) {
      let draft = keepExistingData ? file.bytes : Buffer.alloc(0);
      let at = 0;
      file.opened += 1;
      return {
        seek: async (to) => void (at = to),
        truncate: async (size) => void (draft = draft.subarray(0, size)),
        async write(chunk) {
          if (file.full) throw new DOMException("no room", "QuotaExceededError");
          draft = Buffer.concat([draft.subarray(0, at), chunk, draft.subarray(at + chunk.length)]);
          at += chunk.length;
        },
        async close() {
          if (file.unsaved) throw new DOMException("no room", "QuotaExceededError");
          file.bytes = draft;
        },
        abort: async () => {},
      };
    },
  };
  return file;
}

test("an export into a file reports only checkpoints that are safe on disk, and goes on at the file's end", async () => {
  const ids = [1, 2, 3, 4, 5, 6];
  const file = heldFile();
  const told = [];
  const pause = (nth) => (nth === 4 && told.length < 3 ? json({ error: { id: "1040", message: "no" } }, 429, { "retry-after": "1" }) : undefined);
  const { canvass } = serving(ids, pause);
  virtual = { now: platform.now(), pass: async (milliseconds) => void (virtual.now += milliseconds) };
  const onProgress = ({ done, checkpoint, resumes_at }) => told.push([done, positionOf(checkpoint), Boolean(resumes_at), idsOf(file.bytes.toString()).length]);
  const done = await canvass.exportResponses({ ...wanted, to: file }, { onProgress });
  virtual = undefined;
  assert.deepEqual([done.rows, "blob" in done, idsOf(file.bytes.toString())], [6, false, ids]);
  // Small pages wait for a pause to be written out.
  assert.deepEqual(told, [
    [2, "1..0", false, 0], [4, "1..0", false, 0], [4, "3.100.0", true, 4], [6, "3.100.0", false, 4],
  ]);
  // A page that is closed in the middle: what the last checkpoint told is what the file has.
  const half = heldFile();
  half.bytes = Buffer.from(file.bytes.toString().split("\n").slice(0, 4).join("\n") + "\n");
  await serving(ids).canvass.exportResponses({ ...wanted, to: half }, { from: "3.100.0" });
  assert.deepEqual(half.bytes, file.bytes);
});

test("an export into a file that fails keeps what its checkpoint says, and one that is stopped keeps the last that was reported", async () => {
  const ids = [1, 2, 3, 4, 5];
  const file = heldFile();
  const fails = serving(ids, (nth) => (nth === 4 ? json({ error: { id: "1016", message: "no" } }, 403) : undefined));
  const error = await caught(fails.canvass.exportResponses({ ...wanted, format: "csv", to: file }));
  assert.match(error.checkpoint, /^3\.100\.0\.\w+@\d+$/);
  assert.equal(file.bytes.toString().split("\r\n").length, 1 + 4 + 1);
  const objects = await serving(ids).canvass.exportResponses({ survey_id: "7", format: "rows" }, { from: error.checkpoint });
  assert.deepEqual((await objects.toArray()).map(({ id }) => id), ["5"]);
  await serving(ids).canvass.exportResponses({ ...wanted, format: "csv", to: file }, { from: error.checkpoint });
  const { blob } = await serving(ids).canvass.exportResponses({ ...wanted, format: "csv" });
  assert.deepEqual(file.bytes, Buffer.from(await blob.arrayBuffer()));
  const stop = new AbortController();
  const other = heldFile();
  const stopping = serving(ids, (nth) => nth === 3 && void stop.abort("my reason"));
  assert.equal(await caught(stopping.canvass.exportResponses({ ...wanted, to: other }, { signal: stop.signal })), "my reason");
  assert.equal(other.bytes.length, 0);
  const full = heldFile();
  full.full = true;
  assert.equal((await caught(serving(ids).canvass.exportResponses({ ...wanted, to: full }))).name, "QuotaExceededError");
});

test("an export into a file that cannot be saved fails with its own error, and goes on after what was saved", async () => {
  const ids = [1, 2, 3, 4, 5];
  const file = heldFile();
  const pause = json({ error: { id: "1040", message: "no" } }, 429, { "retry-after": "1" });
  const fails = serving(ids, (nth) => {
    if (nth === 3) return pause;
    file.unsaved = nth === 5;
    return nth === 5 ? json({ error: { id: "1016", message: "no" } }, 403) : undefined;
  });
  virtual = { now: platform.now(), pass: async (milliseconds) => void (virtual.now += milliseconds) };
  const error = await caught(fails.canvass.exportResponses({ ...wanted, to: file })).finally(() => (virtual = undefined));
  assert.deepEqual([error.code, idsOf(file.bytes.toString())], [1016, [1, 2]]);
  file.unsaved = false;
  const rest = await serving(ids).canvass.exportResponses({ ...wanted, to: file }, { from: error.checkpoint });
  assert.deepEqual([rest.rows, idsOf(file.bytes.toString())], [3, ids]);
});

test("an export that failed before its header goes on with the header", async () => {
  const csv = { survey_id: "7", format: "csv" };
  const file = heldFile();
  const fails = (nth) => (nth === 1 ? json({ error: { id: "1016", message: "no" } }, 403) : undefined);
  const whole = await (await serving([1, 2, 3]).canvass.exportResponses(csv)).blob.arrayBuffer();
  const early = await caught(serving([1], fails).canvass.exportResponses(csv));
  const { blob } = await serving([1, 2, 3]).canvass.exportResponses(csv, { from: early.checkpoint });
  assert.deepEqual(await blob.arrayBuffer(), whole);
  const { checkpoint } = await caught(serving([1], fails).canvass.exportResponses({ ...csv, to: file }));
  await serving([1, 2, 3]).canvass.exportResponses({ ...csv, to: file }, { from: checkpoint });
  assert.deepEqual(file.bytes, Buffer.from(whole));
});

test("what a killed program wrote behind its last checkpoint is written once", async () => {
  const ids = [1, 2, 3, 4, 5, 6];
  const whole = Buffer.from(await (await serving(ids).canvass.exportResponses(wanted)).blob.arrayBuffer());
  const path = join(folder, "killed.jsonl");
  const file = heldFile();
  // Every page waits, so that the file in the page is written with each.
  const pauses = (nth) => (nth > 2 && nth % 2 === 1 ? json({ error: { id: "1040", message: "no" } }, 429, { "retry-after": "1" }) : undefined);
  for (const [to, read, write] of [
    [path, () => readFileSync(path), (bytes) => writeFileSync(path, bytes)],
    [file, () => file.bytes, (bytes) => (file.bytes = bytes)],
  ]) {
    const told = new Set();
    virtual = { now: platform.now(), pass: async (milliseconds) => void (virtual.now += milliseconds) };
    await serving(ids, pauses).canvass.exportResponses({ ...wanted, to }, { onProgress: ({ checkpoint }) => told.add(checkpoint) });
    virtual = undefined;
    assert.deepEqual(read(), whole);
    const second = [...told].find((checkpoint) => positionOf(checkpoint) === "2.100.0");
    const rows = await (await serving(ids).canvass.exportResponses({ survey_id: "7", format: "rows" }, { from: second })).toArray();
    assert.deepEqual(rows.map(({ id }) => id), ["3", "4", "5", "6"], "the position is found elsewhere too");
    for (const from of told) {
      write(Buffer.concat([whole, Buffer.from('{"half of')]));
      await serving(ids).canvass.exportResponses({ ...wanted, to }, { from });
      assert.deepEqual(read(), whole, from);
    }
    write(whole.subarray(0, 3));
    const error = await caught(serving(ids).canvass.exportResponses({ ...wanted, to }, { from: [...told].at(-1) }));
    assert.deepEqual([error.kind, error.path, read().length], ["invalid_argument", "from", 3]);
  }
});

test("an export asks for a file where the browser can, and is downloaded where it cannot", async () => {
  const asked = [];
  const file = heldFile();
  globalThis.showSaveFilePicker = async (options) => (asked.push(["save", options.suggestedName]), file);
  globalThis.showOpenFilePicker = async () => (asked.push(["open"]), [file]);
  const { canvass, sent } = serving([1, 2, 3]);
  const told = [];
  await canvass.exportResponses({ ...wanted, to: "file" }, { onProgress: ({ checkpoint }) => told.push(checkpoint) });
  assert.deepEqual(idsOf(file.bytes.toString()), [1, 2, 3]);
  file.bytes = file.bytes.subarray(0, file.bytes.indexOf("\n") + 1);
  await canvass.exportResponses({ ...wanted, to: "file" }, { from: "1.100.1" });
  assert.deepEqual(idsOf(file.bytes.toString()), [1, 2, 3]);
  await canvass.exportResponses({ ...wanted, format: "csv", to: "file", name: "mine.csv" });
  assert.deepEqual(asked, [["save", "responses-7.jsonl"], ["open"], ["save", "mine.csv"]]);
  globalThis.showSaveFilePicker = async () => { throw new DOMException("closed", "AbortError"); };
  const before = sent.length;
  assert.equal((await caught(canvass.exportResponses({ ...wanted, to: "file" }))).name, "AbortError");
  assert.equal(sent.length, before);
  delete globalThis.showSaveFilePicker;
  delete globalThis.showOpenFilePicker;
  const links = [];
  globalThis.document = { createElement: (name) => ({ name, click() { links.push(this); } }) };
  const timers = globalThis.setTimeout;
  globalThis.setTimeout = (then, milliseconds) => (milliseconds === 60_000 ? void then() : timers(then, milliseconds));
  await canvass.exportResponses({ ...wanted, to: "file" });
  globalThis.setTimeout = timers;
  delete globalThis.document;
  assert.deepEqual(links.map(({ name, download, href }) => [name, download, href.slice(0, 5)]), [["a", "responses-7.jsonl", "blob:"]]);
});

async function control(of, path, body) {
  const answer = await fetch(`${of.origin}/sandbox${path}`, { method: body ? "POST" : "GET", headers: OURS, body: body && JSON.stringify(body) });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return text;
}

/**
 * A survey of so many responses, and the SDK of a page whose gateway's app has a quota; `at` is the time of all three.
 */
async function exporting(name, quota, responses, at) {
  const start = async (part, vars) => {
    const started = await startWorker({ dataDir: join(folder, `${name}-${part}`), vars });
    running.push(started);
    return started;
  };
  const service = await start("service", { APP_QUOTAS: `${workbench}=${quota}` });
  const { tokens } = JSON.parse(await control(service, ""));
  await control(service, "/seed", { seed: 1, surveys: 1, responses });
  const token = tokens.find((known) => known.name === "owner").token;
  const body = { access_token: token, access_url: service.origins.us };
  const auth = await fakeService({ token: { in: { headers: { "Content-Type": "application/json" }, body } } });
  running.push({ kill: () => auth.stop() });
  const { us, eu, ca } = service.origins;
  const front = await start("gateway", { ...auth.vars, API_URL: us, API_URL_EU: eu, API_URL_CA: ca, CLIENT_ID: workbench });
  for (const each of [service, front]) await control(each, "/clock", { set: at, freeze: true });
  const { cookie } = await pageOf(() => front).signIn("in");

  const began = Date.parse(`${at}Z`);
  virtual = {
    now: began,
    async pass(milliseconds) {
      virtual.now += milliseconds;
      await Promise.all([service, front].map((each) => control(each, "/clock", { advance: milliseconds / 1000 })));
    },
  };
  /** Whether the service has refused one of its last 500 requests. */
  const refused = async () => (await control(service, "/journal")).includes('"1040"');
  let sent = 0;
  let survey;
  const pages = async (request) => {
    // One response a page, so that few responses make many pages; what follows keeps to it.
    const url = new URL(request.url);
    if (url.searchParams.has("per_page")) url.searchParams.set("per_page", "1");
    sent += 1;
    if (sent % 400 === 0) assert.ok(!(await refused()), "the service has refused a request");
    const { method, headers } = request;
    const ask = () => fetch(url, { method, headers: { ...Object.fromEntries(headers), Cookie: cookie } });
    if (!url.pathname.endsWith("/details")) return ask();
    // Fetched once. The gateway has it in its cache, but forgets that where a slow machine lets it rest for seconds.
    if (survey) return json(survey);
    const answer = await ask();
    if (answer.ok) survey = await answer.clone().json();
    return answer;
  };
  // Without limits on time the SDK's only timers are its pauses.
  const canvass = createCanvass({ gateway: front.origin, fetch: pages, timeout: 0, deadline: 0 });
  return { canvass, refused, seconds: () => (virtual.now - began) / 1000 };
}

const seeded = { survey_id: "600000000", format: "jsonl" };

test("an_export_of_500_pages_by_the_sdk_takes_as_long_as_the_minutes_quota_forces_it_to", async () => {
  for (const [name, quota] of [["minutes", "120/-"], ["both", "120/100000"]]) {
    const at = await exporting(name, quota, 500, "2031-03-04T10:00:00");
    const { rows } = await at.canvass.exportResponses(seeded);
    assert.equal(rows, 500);
    assert.ok(at.seconds() >= 240 && at.seconds() <= 240 * 1.02, `${name}: ${at.seconds()} s`);
    assert.ok(!(await at.refused()));
    virtual = undefined;
  }
});

test("requests that the gateway holds back are repeated until the deadline, and count as no retries", async () => {
  const heldBack = () => json({ type: "urn:canvass:problem:budget-spent" }, 429, { "retry-after": "5" });
  const refused = () => json({ error: { id: "1040", message: "no" } }, 429, { "retry-after": "5" });
  const failed = () => new Response("", { status: 503 });
  const began = Date.now();
  // Only pauses pass; the time limit of a request never comes.
  const pass = async (milliseconds) => (new Error().stack.includes("at sleep") ? (virtual.now += milliseconds) : new Promise(() => {}));
  virtual = { now: began, pass };
  const outcome = async (answers, options) => {
    const { sent, canvass } = serving([1], (nth) => answers[Math.min(nth, answers.length) - 1]?.());
    virtual.now = began;
    const { kind } = await canvass.exportResponses(wanted, options).catch((error) => error);
    return [kind, sent.length, Math.floor((virtual.now - began) / 10_000)];
  };
  const done = () => undefined;
  assert.deepEqual(await outcome([heldBack, failed, heldBack, heldBack, failed, heldBack, done]), [undefined, 8, 2]);
  assert.deepEqual(await outcome([heldBack], { retries: 0 }), ["rate_limited", 1, 0]);
  assert.deepEqual(await outcome([refused]), ["rate_limited", 3, 1]);
  assert.deepEqual(await outcome([failed, heldBack, failed, failed, done]), ["service_failed", 4, 0]);
  assert.deepEqual(await outcome([heldBack], { deadline: 99_000 }).then(([kind, , tens]) => [kind, tens]), ["rate_limited", 9]);
  // 60 s of `maxWait` and 120 s, also where no request has a limit.
  assert.deepEqual(await outcome([heldBack], { timeout: 0 }).then(([kind, , tens]) => [kind, tens]), ["rate_limited", 17]);
  virtual = undefined;
});

test("an_export_that_begins_once_the_minute_is_spent_waits_for_the_next_one", async () => {
  const at = await exporting("spent", "60/-", 20, "2031-03-04T10:00:10");
  const spend = () => at.canvass.users.me({}, { retries: 0, maxWait: 0 });
  let refusal;
  for (let calls = 0; calls < 60 && !refusal; calls += 1) await spend().catch((error) => (refusal = error));
  assert.equal(refusal?.kind, "rate_limited");
  const { rows } = await at.canvass.exportResponses(seeded);
  assert.equal(rows, 20);
  assert.ok(at.seconds() > 0 && at.seconds() <= 50 + 60, `${at.seconds()} s`);
  assert.ok(!(await at.refused()));
  virtual = undefined;
});

test("an_export_by_the_sdk_pauses_at_the_days_end_says_until_when_and_goes_on_after_midnight", async () => {
  const at = await exporting("days", "60/240", 340, "2031-03-04T23:50:00");
  const early = await caught(at.canvass.exportResponses(seeded));
  assert.ok(early instanceof RateLimitedError);
  assert.match(early.remedy.until.toISOString(), /^2031-03-05T00:00:0/);
  assert.ok(early.exported.rows >= 220 && early.exported.rows <= 240, `${early.exported.rows} rows`);
  const pauses = [];
  const onProgress = ({ resumes_at }) => resumes_at && pauses.push(resumes_at.toISOString());
  const rest = await at.canvass.exportResponses(seeded, { from: early.checkpoint, maxWait: DAY, onProgress });
  assert.match(pauses[0], /^2031-03-05T00:00:0/);
  const ids = idsOf((await early.exported.blob.text()) + (await rest.blob.text()));
  assert.deepEqual([ids.length, new Set(ids).size], [340, 340]);
  assert.ok(at.seconds() >= 600 && at.seconds() < 600 + 240, `${at.seconds()} s`);
  assert.ok(!(await at.refused()));
  virtual = undefined;
});
