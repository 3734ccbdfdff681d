// The SDK as it is packed, in Node: against a service that says what a test wants, and against the real one.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { CanvassError, RateLimitedError, ScopeMissingError, SignInFailedError, createCanvass, isCanvassError, toInstant } from "../../pkg/dist/index.js";
import { sleep } from "../../pkg/dist/calls/exchange.js";
import { retried } from "../../pkg/dist/parts/load.js";
import { methods } from "../../pkg/dist/watch.js";
import { eventually } from "./eventually.mjs";
import { underTest } from "./harness.mjs";

// The function of the engine that reads beyond the end of its memory and breaks down, where a test says so.
let broken;
let memory;
const { Instance, instantiate } = WebAssembly;
const breakable = (instance) => {
  const { request, answer, ...others } = instance.exports;
  if (others.unanswered === undefined) return instance;
  memory = others.memory;
  const breaking = Object.entries({ request, answer }).map(([name, work]) => [name, (...numbers) => (broken === name ? request(0, 0xffff0000, 1000) : work(...numbers))]);
  return { exports: { ...others, ...Object.fromEntries(breaking) } };
};
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  return made.instance ? { module: made.module, instance: breakable(made.instance) } : made;
};
// A part that broke down starts again.
WebAssembly.Instance = new Proxy(Instance, { construct: (_, given) => breakable(new Instance(...given)) });

const tested = underTest();
const gateway = "https://gateway.example";

/** A survey service that gives its answers in order, the last one again and again; `sent` are the requests. */
function serving(...answers) {
  const sent = [];
  const fetch = async (request) => {
    sent.push({ request, url: new URL(request.url), body: await request.clone().text() });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return typeof answer === "function" ? answer(request) : answer.clone();
  };
  // Only `fetch` is an option of a client: `sent` is not copied with it.
  return Object.defineProperty({ fetch }, "sent", { value: sent });
}

const json = (body, status = 200, headers = {}) => new Response(JSON.stringify(body), { status, headers });
const refusal = (id, status, headers) => json({ error: { id: String(id), message: "no", name: "x", docs: "", http_status_code: status } }, status, headers);

/** A page of surveys: `numbers` are their ids. */
function page(number, numbers, total, next, headers) {
  const data = numbers.map((id) => ({ id: String(id), title: `T${id}`, nickname: "", href: "" }));
  const links = { self: "x", ...(next && { next: `https://elsewhere.example/v3/surveys?page=${next}&per_page=2` }) };
  return json({ data, page: number, per_page: 2, total, links }, 200, headers);
}

const rate = (minute, day, reset = 30) => ({
  "x-ratelimit-app-global-minute-limit": "120",
  "x-ratelimit-app-global-minute-remaining": String(minute),
  "x-ratelimit-app-global-minute-reset": String(reset),
  "x-ratelimit-app-global-day-limit": "500",
  "x-ratelimit-app-global-day-remaining": String(day),
  "x-ratelimit-app-global-day-reset": "3600",
});

async function caught(promise) {
  return promise.then(
    () => assert.fail("nothing failed"),
    (error) => error,
  );
}

test("an error is of its cause's class and says what may help", async () => {
  const headers = { "x-oauth-scopes-granted": "users_read", "x-oauth-scopes-available": "users_read,surveys_read", "x-request-id": "0a", ...rate(7, 9) };
  const canvass = createCanvass({ gateway, ...serving(refusal(1014, 403, headers)) });
  assert.equal(canvass.can("surveys_read"), "unknown");
  const error = await caught(canvass.surveys.list());
  assert.ok(error instanceof ScopeMissingError && error instanceof CanvassError && isCanvassError(error));
  assert.ok(!(error instanceof RateLimitedError));
  const { name, kind, code, status, retryable, remedy, request_id } = error;
  assert.deepEqual([name, kind, code, status, retryable, request_id], ["ScopeMissingError", "scope_missing", 1014, 403, false, "0a"]);
  assert.deepEqual(remedy, { action: "grant_scope", scope: "surveys_read", plan: "any", available: true });
  assert.equal(error.quota.minute.remaining, 7);
  assert.equal(canvass.quota.day.remaining, 9);
  assert.deepEqual(["users_read", "surveys_read", "webhooks_read"].map(canvass.can), ["granted", "available", "needs_plan"]);
});

test("what an answer has beyond the tables is returned, and an argument beyond them is refused", async () => {
  const survey = { id: "1", title: "T", nickname: "", href: "", shade: { of: ["blue"] }, language: null };
  const body = { data: [survey], page: 1, per_page: 50, total: 1, links: { self: "x" }, mood: "new" };
  const canvass = createCanvass({ gateway, ...serving(json(body)) });
  const page = await canvass.surveys.list();
  assert.deepEqual([page.mood, page.data[0]], ["new", survey]);
  const error = await caught(canvass.surveys.list({ shade: "blue" }));
  assert.deepEqual([error.kind, error.path], ["invalid_argument", "shade"]);
});

test("an enumeration grows in answers and not in requests", async () => {
  const collector = { id: "3", name: "N", href: "", type: "pigeon" };
  const page = { data: [collector], page: 1, per_page: 50, total: 1, links: { self: "x" } };
  const { fetch, sent } = serving(json(page));
  const canvass = createCanvass({ gateway, fetch });
  assert.equal((await canvass.surveys.collectors.list({ survey_id: "1" })).data[0].type, "pigeon");
  const error = await caught(canvass.surveys.collectors.create({ survey_id: "1", type: "pigeon" }));
  assert.deepEqual([error.kind, error.path, sent.length], ["invalid_argument", "type", 1]);
});

test("an error says which field of which row is wrong", async () => {
  const row = (more) => ({ id: "1", title: "T", nickname: "", href: "", ...more });
  const listing = (...data) => json({ data, page: 1, per_page: 50, total: data.length, links: { self: "x" } });
  const { title: _, ...untitled } = row();
  for (const [answer, path] of [
    [listing(row(), row({ response_count: "many" })), "data[1].response_count"],
    [listing(row(), row(), untitled), "data[2].title"],
    [listing(row(), null), "data[1]"],
  ]) {
    const error = await caught(createCanvass({ gateway, ...serving(answer) }).surveys.list());
    assert.deepEqual([error.kind, error.path, error.retryable], ["unexpected_answer", path, false]);
    assert.ok(error.message.includes(path), error.message);
  }
  const asked = createCanvass({ gateway, ...serving(json({})) }).surveys.pages.questions.create({
    survey_id: "1", page_id: "2", family: "matrix", subtype: "menu", headings: [{ heading: "H" }],
    answers: { rows: [{ text: "R" }], cols: [{ text: "C", choices: [{ text: "x" }, { weight: "much" }] }] },
  });
  assert.equal((await caught(asked)).path, "answers.cols[0].choices[1].weight");
});

test("a wait that is too long is an error with its moment, and none of its requests is sent", async () => {
  const { fetch, sent } = serving(refusal(1040, 429, rate(0, 0)));
  const error = await caught(createCanvass({ gateway, fetch }).surveys.list().withResponse());
  assert.ok(error instanceof RateLimitedError);
  assert.equal(error.remedy.seconds, 3600);
  assert.ok(Math.abs(error.remedy.until - Date.now() - 3_600_000) < 5000);
  assert.equal(sent.length, 1);
});

test("an iteration goes over empty pages, stops with the links, and goes on from its checkpoint", async () => {
  const pages = () => serving(page(1, [1, 2], 5, 2), page(2, [], 5, 3), page(3, [5], 5));
  const first = createCanvass({ gateway, ...pages() }).surveys.list({ per_page: 2 });
  const seen = [];
  for await (const { id } of first) {
    seen.push(id);
    if (id === "1") break;
  }
  assert.equal(first.checkpoint(), "1..1");
  const { fetch, sent } = pages();
  const list = createCanvass({ gateway, fetch }).surveys.list({ per_page: 2 }, { from: "1.2.1" });
  for await (const { id } of list) seen.push(id);
  assert.deepEqual(seen, ["1", "2", "5"]);
  assert.deepEqual(sent.map(({ url }) => url.search), ["?page=1&per_page=2", "?page=2&per_page=2", "?page=3&per_page=2"]);
  assert.equal(sent[1].url.origin, gateway, "the link's own host is never asked");
  assert.equal(list.checkpoint(), "3.2.1");
  const error = await caught(createCanvass({ gateway, fetch }).surveys.list({}, { from: "yesterday" }));
  assert.deepEqual([error.kind, error.path], ["invalid_argument", "from"]);
});

test("a list that begins at a later page goes on from there", async () => {
  const pages = () => serving(page(3, [5, 6], 8, 4), page(4, [7, 8], 8));
  const first = createCanvass({ gateway, ...pages() }).surveys.list({ page: 3, per_page: 2 });
  for await (const { id } of first) if (id === "5") break;
  assert.equal(first.checkpoint(), "3..1");
  const { fetch, sent } = pages();
  const rest = await createCanvass({ gateway, fetch }).surveys.list({ page: 3, per_page: 2 }, { from: "3..1" }).toArray();
  assert.deepEqual(rest.map(({ id }) => id), ["6", "7", "8"]);
  assert.equal(sent[0].url.search, "?page=3&per_page=2");
});

test("an option of a call that is undefined leaves the client's", async () => {
  const { fetch, sent } = serving(() => Promise.reject(new TypeError("no network")));
  const canvass = createCanvass({ gateway, fetch, retries: 0 });
  const unset = { timeout: undefined, retries: undefined, maxWait: undefined, deadline: undefined };
  assert.equal((await caught(canvass.surveys.list({}, unset))).kind, "network");
  assert.equal(sent.length, 1);
});

test("an iteration ends with the reason of its signal", async () => {
  const stop = new AbortController();
  const list = createCanvass({ gateway, ...serving(page(1, [1, 2], 4, 2), page(2, [3, 4], 4)) }).surveys.list({}, { signal: stop.signal });
  const seen = [];
  const error = await caught(
    (async () => {
      for await (const { id } of list) {
        seen.push(id);
        stop.abort("my reason");
      }
    })(),
  );
  assert.deepEqual([error, seen], ["my reason", ["1"]]);
});

test("an iteration waits for its turn, reports when it is done, and ends where the day does", async () => {
  const told = [];
  const asked = { onProgress: (progress) => told.push(progress) };
  const spent = createCanvass({ gateway, ...serving(page(1, [1, 2], 9, 2, rate(50, 0))) });
  const error = await caught(spent.surveys.list({}, asked).toArray({ limit: 9 }));
  assert.deepEqual([error.kind, error.remedy.seconds, told[0].requests], ["rate_limited", 3600, 4]);
  const began = Date.now();
  const answers = [page(1, [1, 2], 4, 2, rate(0, 99, 2)), page(2, [3, 4], 4)];
  assert.equal((await createCanvass({ gateway, ...serving(...answers) }).surveys.list({}, asked).toArray({ limit: 9 })).length, 4);
  assert.ok(Date.now() - began >= 1900, "the minute was not waited for");
  const [, page1, pause, page2] = told;
  assert.ok(page1.until - began >= 1900 && page1.resumes_at === undefined && page2.requests === 0);
  assert.deepEqual([pause.done, pause.requests, pause.resumes_at - began >= 1900], [2, 1, true]);
});

test("what passes is repeated and reported to listeners, and a write is not", async () => {
  const lines = [];
  const events = [];
  const listen = {
    log: (line) => lines.push(line),
    onRequest: ({ attempt }) => events.push(`request ${attempt}`),
    onResponse: ({ status }) => events.push(`response ${status}`),
    onRetry: ({ error }) => events.push(`retry ${error.kind}`),
    onQuota: ({ minute }) => events.push(`quota ${minute.remaining}`),
  };
  const { fetch, sent } = serving(refusal(1051, 503), page(1, [1], 1, undefined, rate(5, 5)));
  const canvass = createCanvass({ gateway, fetch, ...listen });
  await canvass.surveys.list({ title: "a secret title" });
  assert.deepEqual(events, ["request 0", "response 503", "retry service_failed", "request 1", "response 200", "quota 5"]);
  assert.equal(lines.length, 3);
  assert.ok(!/secret|token/.test(lines.join()), lines.join("\n"));
  assert.equal(sent.length, 2);
  const write = serving(refusal(1050, 500), json({}, 201));
  assert.equal((await caught(createCanvass({ gateway, fetch: write.fetch }).workgroups.create({ name: "a", is_visible: true }))).code, 1050);
  assert.equal(write.sent.length, 1);
});

test("middleware wraps every request, and calls in the background say so", async () => {
  const order = [];
  const pass = (name) => async (request, next) => {
    order.push(name);
    request.headers.set("traceparent", name);
    return next(request);
  };
  const { fetch, sent } = serving(page(1, [], 0));
  await createCanvass({ gateway, fetch, use: [pass("outer"), pass("inner")] }).surveys.list({}, { background: true });
  assert.deepEqual(order, ["outer", "inner"]);
  const { headers, credentials } = sent[0].request;
  assert.deepEqual([headers.get("traceparent"), headers.get("x-canvass"), headers.get("x-canvass-class")], ["inner", "1", "background"]);
  assert.equal(credentials, "include", "a gateway of another origin needs its cookie");
});

test("the time of an attempt and that of the whole call are two", async (t) => {
  const hang = (request) => new Promise((_, fail) => request.signal.addEventListener("abort", () => fail(request.signal.reason)));
  const { fetch, sent } = serving(hang);
  const error = await caught(createCanvass({ gateway, fetch, timeout: 20, retries: 1 }).surveys.list());
  assert.deepEqual([error.kind, sent.length], ["timeout", 2]);
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.now() });
  const late = serving(hang);
  const ended = caught(createCanvass({ gateway, fetch: late.fetch, timeout: 60_000, deadline: 30_000 }).surveys.list());
  while (late.sent.length === 0) await new Promise(setImmediate);
  t.mock.timers.tick(30_000);
  assert.equal((await ended).kind, "timeout");
  assert.equal(late.sent.length, 1);
});

test("the time of an attempt and the signal end a body that stalls, whatever the platform forgets", async () => {
  const program = `
    import { createServer } from "node:http";
    import { createCanvass } from ${JSON.stringify(new URL("../../pkg/dist/index.js", import.meta.url).href)};
    const server = createServer((_, response) => response.writeHead(200, { "Content-Type": "application/json" }).write('{"data":['));
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    const origin = "http://127.0.0.1:" + server.address().port;
    const withToken = createCanvass({ token: "of-a-test", access_url: origin, retries: 0 });
    const copied = createCanvass({ gateway: origin, retries: 0, use: [(request, next) => next(new Request(request))] });
    const collecting = setInterval(gc, 100);
    for (const canvass of [withToken, copied]) {
      await canvass.surveys.list({}, { timeout: 1500 }).catch(({ kind, cause }) => console.log(kind, cause.name));
      await canvass.surveys.list({}, { signal: AbortSignal.timeout(1500) }).catch(({ name }) => console.log(name));
    }
    clearInterval(collecting);
    server.closeAllConnections();
    server.close();`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", "--input-type=module", "--eval", program], { encoding: "utf8", timeout: 60_000 });
  assert.equal(stdout, "timeout AbortError\nTimeoutError\n".repeat(2), stderr);
});

const HOURS = 3_600_000;

test("a pause ends by the clock, also if the computer slept meanwhile", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { now } = Date;
  let slept = 0;
  Date.now = () => now() + slept;
  t.after(() => (Date.now = now));
  const done = sleep(10 * HOURS, undefined).then(() => "done");
  const state = () => Promise.race([done, new Promise((resolve) => setImmediate(resolve, "paused"))]);
  t.mock.timers.tick(60_000);
  assert.equal(await state(), "paused");
  slept = 11 * HOURS;
  t.mock.timers.tick(60_000);
  assert.equal(await state(), "done");
});

test("ten thousand calls leave the engine's memory as it was", async () => {
  const { fetch } = serving(page(1, [1, 2], 2));
  const canvass = createCanvass({ gateway, fetch });
  const calls = async (count) => {
    for (let call = 0; call < count; call += 1) await canvass.surveys.list({ title: "x".repeat(call % 500) });
    return memory.buffer.byteLength;
  };
  const before = await calls(500);
  assert.equal(await calls(10_000), before);
});

test("a breakdown of the engine is one call's error and the next call works", async () => {
  const canvass = createCanvass({ gateway, ...serving(page(1, [1], 1)) });
  assert.equal((await canvass.surveys.list()).total, 1);
  broken = "request";
  const error = await caught(canvass.surveys.list());
  broken = undefined;
  assert.deepEqual([error.kind, error.retryable], ["engine_failed", true]);
  assert.equal((await canvass.surveys.list()).total, 1);
});

test("a_breakdown_of_the_engine_after_a_write_was_sent_ends_the_call_and_repeats_nothing", async () => {
  const { fetch, sent } = serving(json({ id: "7", title: "New", nickname: "", href: "" }, 201), page(1, [7], 1));
  const canvass = createCanvass({ gateway, fetch });
  broken = "answer";
  const error = await caught(canvass.surveys.create({ title: "New" }));
  broken = undefined;
  assert.deepEqual([error.kind, sent.length], ["engine_failed", 1]);
  assert.equal((await canvass.surveys.list()).total, 1);
  assert.equal(sent.length, 2);
});

test("a closed SDK waits for its calls and makes no more", async () => {
  let answer;
  const canvass = createCanvass({ gateway, fetch: () => new Promise((done) => (answer = done)) });
  const call = canvass.surveys.list();
  const closing = canvass[Symbol.asyncDispose ?? "close"]?.() ?? canvass.close();
  await eventually(() => answer !== undefined);
  answer(page(1, [], 0));
  await closing;
  assert.equal((await call).total, 0);
  assert.equal((await caught(canvass.surveys.list())).kind, "unavailable");
});

test("modules can be imported where a test environment has no TextDecoder", () => {
  const entries = ["index", "slim", "results", "webhook", "query", "server", "testing"].map((name) => new URL(`../../pkg/dist/${name}.js`, import.meta.url).href);
  const program = `delete globalThis.TextDecoder; delete globalThis.TextEncoder; for (const entry of ${JSON.stringify(entries)}) await import(entry);`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

test("a service worker, which cannot load parts, is named as the reason", async () => {
  const load = retried(() => Promise.reject(new TypeError("import() is disallowed on ServiceWorkerGlobalScope by the HTML specification.")), "part");
  await assert.rejects(load, ({ kind, retryable, message }) => kind === "unavailable" && !retryable && message.includes("@canvass/sdk/eager"));
});

test("a page without an origin needs a gateway", async (t) => {
  [globalThis.location, globalThis.origin] = [{ href: "file:///app/index.html" }, "null"];
  t.after(() => (delete globalThis.location, delete globalThis.origin));
  await assert.rejects(createCanvass().session(), ({ kind, path }) => kind === "configuration" && path === "gateway");
});

test("dates without an offset are UTC in every dialect", () => {
  const at = Date.UTC(2022, 2, 5, 18, 6, 31);
  for (const text of ["2022-03-05T18:06:31", "2022-03-05 18:06:31", "2022-03-05T18:06:31+00:00", "2022-03-05T20:06:31+02:00", "2022-03-05T18:06:31Z"]) {
    assert.equal(toInstant(text).getTime(), at, text);
  }
  assert.equal(toInstant("2022-03-05T18:06:31.250000+00:00").getTime(), at + 250);
  assert.equal(toInstant("2022-03-05").getTime(), Date.UTC(2022, 2, 5));
  for (const text of ["", "5 March 2022", "2022-13-05", "2022-03-05T18"]) assert.throws(() => toInstant(text), { kind: "invalid_argument" }, text);
});

/** What a page has and Node has not. */
function inAPage(search) {
  const stored = new Map();
  const went = [];
  const page = {
    document: {},
    location: { origin: gateway, pathname: "/callback/", search, hash: "", assign: (url) => went.push(new URL(url)) },
    history: { state: null, replaceState: () => {} },
    sessionStorage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) },
  };
  for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value, configurable: true });
  return { went, leave: () => Object.keys(page).forEach((name) => delete globalThis[name]) };
}

const configuration = json({ authorize_url: "https://auth.example/oauth/authorize", client_id: "c", redirect_uri: `${gateway}/callback/` });

test("s1_every_sign_in_has_a_state_of_its_own", async () => {
  const { went, leave } = inAPage("");
  try {
    const { fetch, sent } = serving(configuration);
    const canvass = createCanvass({ gateway, fetch });
    await canvass.signIn({ return_to: "/surveys" });
    await canvass.signIn({ return_to: "/surveys" });
    const states = went.map(({ searchParams }) => searchParams.get("state"));
    assert.notEqual(states[0], states[1]);
    for (const state of states) assert.match(state, /^[0-9a-f]{64}$/);
    const error = await caught(canvass.signIn({ return_to: "//evil.example" }));
    assert.deepEqual([error.kind, error.path, sent.length], ["invalid_argument", "return_to", 2]);
  } finally {
    leave();
  }
});

test("a callback is finished once, however often that is requested, and adds an account if it was to", async () => {
  const { went, leave } = inAPage("");
  try {
    const { fetch, sent } = serving(configuration, json({ signed_in: true }));
    const canvass = createCanvass({ gateway, fetch });
    await canvass.signIn({ return_to: "/surveys", add: true });
    location.search = `?code=a%22b&state=${went[0].searchParams.get("state")}`;
    const both = await Promise.all([canvass.completeSignIn(), canvass.completeSignIn()]);
    assert.deepEqual(both, [{ return_to: "/surveys" }, { return_to: "/surveys" }]);
    assert.deepEqual(sent.map(({ url, body }) => [url.pathname, body]), [["/auth/configuration", ""], ["/auth/token", '{"code":"a\\"b","add":true}']]);
    const again = await caught(createCanvass({ gateway, fetch }).completeSignIn());
    assert.deepEqual([again.kind, again.remedy.action], ["sign_in_expired", "sign_in"]);
  } finally {
    leave();
  }
});

test("an unanswered exchange is a sign-in that failed, since its callback is good once", async () => {
  const hang = (request) => new Promise((_, fail) => request.signal.addEventListener("abort", () => fail(request.signal.reason)));
  const broken = () => Promise.reject(new TypeError("fetch failed"));
  for (const [answer, kind] of [[broken, "network"], [hang, "timeout"], [json({ title: "no" }, 503), "service_failed"]]) {
    const { went, leave } = inAPage("");
    try {
      const { fetch, sent } = serving(configuration, answer);
      const canvass = createCanvass({ gateway, fetch, timeout: 20 });
      await canvass.signIn({ return_to: "/surveys" });
      location.search = `?code=a&state=${went[0].searchParams.get("state")}`;
      const error = await caught(canvass.completeSignIn());
      assert.ok(error instanceof SignInFailedError && error.cause instanceof CanvassError);
      assert.deepEqual([error.kind, error.retryable, error.remedy.action, error.cause.kind, sent.length], ["sign_in_failed", false, "sign_in", kind, 2]);
      assert.ok(error.message.endsWith(error.cause.message));
      const again = await caught(createCanvass({ gateway, fetch }).completeSignIn());
      assert.equal(again.kind, "sign_in_expired");
    } finally {
      leave();
    }
  }
});

test("pages_after_a_checkpoint_within_a_page_begin_with_the_rest_of_it", async () => {
  const pagesFrom = async (from, ...answers) => {
    const pages = [];
    const canvass = createCanvass({ gateway, ...serving(...answers) });
    for await (const { data } of canvass.surveys.list({}, { from }).pages()) pages.push(data.map(({ id }) => id));
    return pages;
  };
  const last = page(2, [3, 4], 4);
  assert.deepEqual(await pagesFrom("1..1", page(1, [1, 2], 4, 2), last), [["2"], ["3", "4"]]);
  assert.deepEqual(await pagesFrom("2.2.2", last), [[]], "the checkpoint of the end");
});

test("the_responses_that_hold_a_request_back_are_those_of_the_table", async () => {
  const table = JSON.parse(readFileSync(new URL("held_back.json", import.meta.url), "utf8"));
  await Promise.all(
    table.map(async ({ status, body, headers, held_back }) => {
      const { fetch, sent } = serving(json(body, status, headers), json(body, status, headers), page(1, [], 0));
      const ended = await createCanvass({ gateway, fetch, retries: 1 }).surveys.list().then(() => true, () => false);
      assert.deepEqual([ended, sent.length], [held_back, held_back ? 3 : 2], JSON.stringify([status, body, headers]));
    }),
  );
});

test("the_retries_of_a_client_are_those_of_its_invitations", async () => {
  const posts = [];
  const fetch = async ({ method, url }) => {
    if (method === "GET") return page(1, [], 0);
    posts.push(new URL(url).pathname);
    throw new TypeError("fetch failed");
  };
  const canvass = createCanvass({ gateway, fetch, retries: 0 });
  const error = await caught(canvass.sendInvitation({ survey_id: "7", recipients: ["ada@mail.example"] }));
  assert.deepEqual([error.kind, posts], ["network", ["/api/v3/surveys/7/collectors"]]);
});

test("sessions are requested, switched and ended at the gateway", async () => {
  const session = { signed_in: true, region: "eu", account: "7", accounts: [{ id: "7", region: "eu", current: true }] };
  const { fetch, sent } = serving(json(session), new Response(null, { status: 204 }));
  const canvass = createCanvass({ gateway, fetch });
  assert.deepEqual(await canvass.session(), session);
  await canvass.switchAccount({ account: "8" });
  await canvass.signOut();
  await canvass.signOut({ account: "8" });
  await canvass.signOut({ all: true });
  await canvass.signOutEverywhere();
  assert.deepEqual(
    sent.map(({ request, url, body }) => `${request.method} ${url.pathname} ${body}`.trim()),
    [
      "GET /auth/session",
      'POST /auth/switch {"account":"8"}',
      "POST /auth/sign-out",
      // Only the session says whether that account is the current one, whose open results are closed.
      "GET /auth/session",
      'POST /auth/sign-out {"account":"8"}',
      'POST /auth/sign-out {"all":true}',
      "POST /auth/sign-out-everywhere",
    ],
  );
});

test("the_browser_completes_a_sign_out_and_a_switch_when_the_page_is_left", async () => {
  const { fetch, sent } = serving(json({ signed_in: false }));
  const canvass = createCanvass({ gateway, fetch });
  await canvass.session();
  const none = () => new Response(null, { status: 204 });
  const leaving = serving(none);
  const left = createCanvass({ gateway, fetch: leaving.fetch });
  await left.switchAccount({ account: "8" });
  await left.signOut();
  await left.signOutEverywhere();
  const kept = (requests) => requests.map(({ request, url }) => `${url.pathname} ${request.keepalive}`);
  assert.deepEqual([...kept(sent), ...kept(leaving.sent)], ["/auth/session false", "/auth/switch true", "/auth/sign-out true", "/auth/sign-out-everywhere true"]);
});

const sessionOf = (account) => ({ signed_in: true, region: "eu", account, accounts: [{ id: account, region: "eu", current: true }] });

test("a_response_for_a_former_account_says_nothing_of_the_scopes_of_the_current_one", async () => {
  const scopes = (granted) => ({ "x-oauth-scopes-granted": granted, "x-oauth-scopes-available": granted });
  for (const former of [() => page(1, [1], 1, undefined, scopes("surveys_read")), () => refusal(1014, 403, scopes("surveys_read"))]) {
    let release;
    const released = new Promise((done) => (release = done));
    const late = async () => (await released, former());
    const { fetch, sent } = serving(json(sessionOf("7")), late, () => new Response(null, { status: 204 }), json(sessionOf("8")), () => page(1, [2], 1, undefined, scopes("users_read")));
    const canvass = createCanvass({ gateway, fetch });
    await canvass.session();
    const first = canvass.surveys.list().catch(() => {});
    await eventually(() => sent.length === 2, "it is not sent");
    await canvass.switchAccount({ account: "8" });
    await canvass.session();
    await canvass.surveys.list();
    release();
    await first;
    assert.deepEqual([canvass.can("surveys_read"), canvass.can("users_read")], ["needs_plan", "granted"]);
  }
});

test("calls name the account that the page has learned of, until the page itself changes it", async () => {
  const session = (account) => json(sessionOf(account));
  const none = () => new Response(null, { status: 204 });
  const { fetch, sent } = serving(page(1, [], 0), session("7"), page(1, [], 0), none(), page(1, [], 0), session("8"), page(1, [], 0));
  const canvass = createCanvass({ gateway, fetch });
  const named = async () => {
    await canvass.surveys.list();
    return sent.at(-1).request.headers.get("x-canvass-account");
  };
  assert.equal(await named(), null);
  await canvass.session();
  assert.equal(await named(), "7");
  await canvass.switchAccount({ account: "8" });
  assert.equal(await named(), null);
  await canvass.session();
  assert.equal(await named(), "8");
});

test("queries of clients that may get other responses have other keys", async () => {
  const { connectQueries, queryKey } = await import("../../pkg/dist/query.js");
  const { fetch } = serving(new Response(null, { status: 204 }));
  const [here, elsewhere] = [{ gateway }, { gateway: "https://elsewhere.example" }];
  const withToken = (token) => ({ token, access_url: "https://api.example", fetch });
  const clients = [here, elsewhere, { ...here, fetch }, { ...here, fetch }, { ...elsewhere, fetch }, withToken("one"), withToken("two")].map((options) => createCanvass(options));
  const keys = clients.map(({ surveys }) => queryKey(surveys.get, { survey_id: "1" }));
  assert.equal(new Set(keys.map((key) => JSON.stringify(key))).size, keys.length);
  assert.deepEqual(queryKey(createCanvass({ gateway }).surveys.get, { survey_id: "1" }), keys[0], "a client like the first gets the same responses");
  assert.deepEqual(queryKey(clients[2].surveys.get, { survey_id: "1" }), keys[2]);
  const outdated = [];
  const disconnect = connectQueries({ invalidateQueries: async ({ predicate }) => outdated.push(keys.map((queryKey) => predicate({ queryKey }))) }, clients[2]);
  await Promise.all([clients[2], clients[3]].map(({ surveys }) => surveys.delete({ survey_id: "1" }).catch(() => {})));
  await eventually(() => outdated.length === 1);
  disconnect();
  assert.deepEqual(outdated, [keys.map((_, at) => at === 2)]);
});

test("what one client has learned of the account counts for the clients of the same gateway, but not for one with its own fetch", async () => {
  const { fetch, sent } = serving(...["7", "7", "7", "8"].map((account) => json(sessionOf(account))), page(1, [], 0));
  const original = globalThis.fetch;
  globalThis.fetch = fetch;
  try {
    const [one, other, elsewhere, own] = [{}, {}, { gateway: "https://elsewhere.example" }, { fetch }].map((more) => createCanvass({ gateway, ...more }));
    for (const canvass of [own, elsewhere, one, other]) await canvass.session();
    const named = [];
    for (const canvass of [one, other, elsewhere, own]) {
      await canvass.surveys.list();
      named.push(sent.at(-1).request.headers.get("x-canvass-account"));
    }
    assert.deepEqual(named, ["8", "8", "7", "7"]);
    await Promise.all([one, other].map((canvass) => canvass.close()));
  } finally {
    globalThis.fetch = original;
  }
});

test("a session that changes while it is requested is requested again, and listeners hear of the newer one only", async () => {
  const signedOut = { signed_in: false };
  let arrive;
  const late = new Promise((done) => (arrive = () => done(json(sessionOf("7")))));
  const { fetch } = serving(json(sessionOf("7")), () => late, new Response(null, { status: 204 }), json(signedOut));
  const canvass = createCanvass({ gateway, fetch });
  await canvass.session();
  const heard = [];
  canvass.onSessionChange((session) => heard.push(session));
  const asked = canvass.session();
  await canvass.signOut();
  await eventually(() => heard.length === 1);
  arrive();
  assert.deepEqual(await asked, signedOut);
  await Promise.resolve();
  assert.deepEqual(heard, [signedOut]);
});

test("the reason of an end stays with the session that reports it, though a call is refused meanwhile", async () => {
  let arrive;
  const late = new Promise((done) => (arrive = () => done(json({ signed_in: false, ended: "idle" }))));
  const { fetch, sent } = serving(() => late, refusal(1011, 401), json({ signed_in: false }));
  const canvass = createCanvass({ gateway, fetch });
  const asked = canvass.session();
  await eventually(() => sent.length === 1);
  assert.equal((await caught(canvass.surveys.list())).kind, "signed_out");
  arrive();
  assert.deepEqual(await asked, { signed_in: false, ended: "idle" });
});

test("a session that has begun since has no reason of an end", async () => {
  let arrive;
  const late = new Promise((done) => (arrive = () => done(json({ signed_in: false, ended: "idle" }))));
  const { fetch, sent } = serving(() => late, new Response(null, { status: 204 }), json(sessionOf("8")));
  const canvass = createCanvass({ gateway, fetch });
  const asked = canvass.session();
  await eventually(() => sent.length === 1);
  await canvass.switchAccount({ account: "8" });
  arrive();
  assert.deepEqual(await asked, sessionOf("8"));
});

test("calls do not name an account that was current before another tab has changed the session", async () => {
  const { leave } = inAPage("");
  let arrive;
  const late = new Promise((done) => (arrive = () => done(json(sessionOf("7")))));
  const { fetch, sent } = serving(() => late, json(sessionOf("8")), json(sessionOf("8")), page(1, [], 0));
  const canvass = createCanvass({ gateway, fetch });
  const tab = new BroadcastChannel("canvass.session");
  try {
    const heard = [];
    canvass.onSessionChange(({ account }) => heard.push(account));
    const asked = canvass.session();
    await eventually(() => sent.length === 1);
    tab.postMessage(2);
    await eventually(() => heard.length === 1);
    arrive();
    assert.equal((await asked).account, "8");
    await canvass.surveys.list();
    assert.equal(sent.at(-1).request.headers.get("x-canvass-account"), "8");
    assert.deepEqual(heard, ["8"]);
  } finally {
    tab.close();
    await canvass.close();
    leave();
  }
});

test("listeners hear of what a page has changed, regardless of who is signed in then, and only results of what it has failed to change", async () => {
  const { leave } = inAPage("");
  let refuses = true;
  const answer = ({ url }) => (url.endsWith("/auth/session") ? json(sessionOf("7")) : refuses ? json({ title: "no" }, 400) : page(1, [], 0));
  const { fetch, sent } = serving(answer);
  const canvass = createCanvass({ gateway, fetch });
  const tab = new BroadcastChannel("canvass.session");
  try {
    const heard = [];
    const told = [];
    tab.onmessage = ({ data }) => told.push(data);
    await canvass.session();
    const results = [];
    // A listener that tries again must not do so without end.
    canvass.onSessionChange(({ account }) => heard.push(account) < 9 && void caught(canvass.switchAccount({ account: "8" })));
    methods.get(canvass.session).client.onSessionChange(({ account }) => results.push(account), 1);
    await caught(canvass.switchAccount({ account: "8" }, { signal: AbortSignal.abort() }));
    assert.equal(sent.length, 1, "a call that was aborted changes nothing");
    await caught(canvass.switchAccount({ account: "8" }));
    await eventually(() => results.length === 1 && told.length === 1);
    assert.deepEqual(heard, []);
    refuses = false;
    await canvass.surveys.list();
    assert.equal(sent.at(-1).request.headers.get("x-canvass-account"), "7", "the page still shows this account");
    // Another tab has switched to another account and back.
    refuses = true;
    tab.postMessage(2);
    await eventually(() => results.length === 3);
    // A call of another tab was refused, which alone is no change.
    const before = sent.length;
    tab.postMessage(0);
    await eventually(() => sent.length > before);
    await canvass.session();
    assert.deepEqual([heard, results, told], [["7"], ["7", "7", "7"], [1, 1]]);
  } finally {
    tab.close();
    await canvass.close();
    leave();
  }
});

test("a token goes to the region of its account, and to no host that was not named", async () => {
  const api = { us: "https://us.example", eu: "https://eu.example" };
  const there = (request) => (new URL(request.url).hostname === "eu.example" ? page(1, [1], 1) : refusal(1018, 403));
  const { fetch, sent } = serving(there);
  const canvass = createCanvass({ token: "secret", api, fetch });
  assert.equal((await canvass.surveys.list()).total, 1);
  assert.equal((await canvass.surveys.list()).total, 1);
  assert.deepEqual(sent.map(({ url }) => url.href), ["https://us.example/v3/surveys", "https://eu.example/v3/surveys", "https://eu.example/v3/surveys"]);
  for (const { request } of sent) {
    assert.deepEqual([request.headers.get("authorization"), request.headers.get("x-canvass"), request.redirect], ["bearer secret", null, "manual"]);
  }
  const away = serving(new Response(null, { status: 302, headers: { location: "https://evil.example/v3/surveys" } }));
  const left = await caught(createCanvass({ token: "t", api, fetch: away.fetch }).surveys.list());
  assert.deepEqual([left.kind, left.status, away.sent.length], ["gateway_refused", 302, 1]);
  assert.match(left.message, /^https:\/\/us\.example answers with a redirect\./);
  const misplaced = await caught(createCanvass({ token: "t", region: "US", api, fetch }).surveys.list());
  assert.deepEqual([misplaced.kind, misplaced.path], ["configuration", "region"]);
  assert.match(misplaced.message, /"US".*us, eu/);
  for (const setup of [{ api: {} }, { access_url: "http://api.example" }]) {
    assert.equal((await caught(createCanvass({ token: "t", ...setup, fetch }).surveys.list())).kind, "configuration");
  }
  assert.equal((await caught(createCanvass({ token: "t", api, fetch }).session())).kind, "unavailable");
});

test("a write finds the region too, because 1018 means that nothing was written, and no other refusal does", async () => {
  const api = { us: "https://us.example", eu: "https://eu.example" };
  const answering = (refused) => {
    const answer = ({ url }) => (new URL(url).hostname === "us.example" ? refused : new Response(null, { status: 204 }));
    const { fetch, sent } = serving(answer);
    const canvass = createCanvass({ token: "t", api, fetch });
    return { write: () => canvass.workgroups.delete({ workgroup_id: "5" }), sent };
  };
  const { write, sent } = answering(refusal(1018, 403));
  await write();
  await write();
  assert.deepEqual(sent.map(({ url }) => url.hostname), ["us.example", "eu.example", "eu.example"]);
  for (const refused of [refusal(1016, 403), refusal(1050, 500), json({}, 403), new Response("<html>", { status: 403 })]) {
    const other = answering(refused);
    await caught(other.write());
    assert.equal(other.sent.length, 1);
  }
  const nowhere = serving(() => refusal(1018, 403));
  const error = await caught(createCanvass({ token: "t", api, fetch: nowhere.fetch }).workgroups.create({ name: "a", is_visible: true }));
  assert.deepEqual([error.kind, nowhere.sent.length], ["wrong_region", 2]);
});

test("the legacy list finds the region of its account, and is repeated as other reads are", async () => {
  const api = { us: "https://us.example", eu: "https://eu.example" };
  const listed = { status: 0, data: { page: 1, page_size: 2, respondents: [{ respondent_id: "7" }] } };
  const elsewhere = { status: 3, errmsg: "elsewhere", code: 1018 };
  const { fetch, sent } = serving(({ url }) => json(new URL(url).hostname === "eu.example" ? listed : elsewhere));
  const canvass = createCanvass({ token: "t", api, fetch });
  assert.equal((await canvass.respondents({ api_key: "k", survey_id: "1" })).data.length, 1);
  await canvass.respondents({ api_key: "k", survey_id: "1" });
  assert.deepEqual(sent.map(({ url }) => url.hostname), ["us.example", "eu.example", "eu.example"]);
  const busy = serving(json({ status: 3, errmsg: "wait", code: 1040 }, 200, { "retry-after": "0" }), json({ status: 5, errmsg: "failed", code: 1050 }), json(listed));
  assert.equal((await createCanvass({ gateway, fetch: busy.fetch }).respondents({ survey_id: "1" })).data.length, 1);
  assert.equal(busy.sent.length, 3);
});

test("the region of an account is where a call succeeds, and a region that does not know its token is not", async () => {
  const api = { us: "https://us.example", eu: "https://eu.example", ca: "https://ca.example" };
  const calling = async (call, answers) => {
    const { fetch, sent } = serving(({ url }) => answers[new URL(url).hostname.slice(0, 2)].clone());
    const canvass = createCanvass({ token: "t", api, fetch, retries: 0 });
    const outcomes = [];
    for (const _ of [1, 2]) outcomes.push(await call(canvass).then(() => "done", ({ kind }) => kind));
    return [outcomes.join(" "), sent.map(({ url }) => url.hostname.slice(0, 2)).join(" ")];
  };
  const elsewhere = refusal(1018, 403);
  const unknown = refusal(1011, 401);
  const list = (canvass) => canvass.surveys.list();
  const write = (canvass) => canvass.workgroups.delete({ workgroup_id: "5" });
  const found = page(1, [], 0);
  const written = new Response(null, { status: 204 });
  for (const [call, ca] of [[list, found], [write, written]]) {
    assert.deepEqual(await calling(call, { us: elsewhere, eu: unknown, ca }), ["done done", "us eu ca ca"]);
    const failed = await calling(call, { us: elsewhere, eu: refusal(1051, 503), ca });
    assert.deepEqual(failed, ["service_failed service_failed", "us eu us eu"], "a write may have been done");
  }
  assert.deepEqual(await calling(list, { us: elsewhere, eu: unknown, ca: unknown }), ["wrong_region wrong_region", "us eu ca us eu ca"]);
  assert.deepEqual(await calling(list, { us: unknown, eu: found, ca: found }), ["signed_out signed_out", "us us"]);
  assert.deepEqual(await calling(list, { us: elsewhere, eu: refusal(1020, 404), ca: found }), ["not_found not_found", "us eu us eu"]);
  const respondents = (canvass) => canvass.respondents({ api_key: "k", survey_id: "1" });
  const listed = json({ status: 0, data: { page: 1, page_size: 2, respondents: [] } });
  const refused = (status, code) => json({ status, errmsg: "no", code });
  assert.deepEqual(await calling(respondents, { us: refused(3, 1018), eu: refused(1, 1011), ca: listed }), ["done done", "us eu ca ca"]);
  for (const code of [1050, undefined]) {
    const failed = await calling(respondents, { us: refused(3, 1018), eu: refused(5, code), ca: listed });
    assert.deepEqual(failed, ["service_failed service_failed", "us eu us eu"]);
  }
});

test("calls that begin at once find the region of their account, each requesting no origin twice", async () => {
  const api = { us: "https://us.example", eu: "https://eu.example", ca: "https://ca.example" };
  let release = () => {};
  const held = new Promise((done) => (release = done));
  const asked = { surveys: [], workgroups: [] };
  const fetch = async (request) => {
    const { hostname, pathname } = new URL(request.url);
    const call = pathname.split("/").at(-1);
    asked[call].push(hostname.slice(0, 2));
    if (hostname === "eu.example") return page(1, [], 0);
    if (call === "workgroups") await held;
    return refusal(1018, 403);
  };
  const canvass = createCanvass({ token: "secret", api, fetch });
  const later = canvass.workgroups.list();
  await canvass.surveys.list();
  release();
  assert.equal((await later).total, 0);
  assert.deepEqual(asked, { surveys: ["us", "eu"], workgroups: ["us", "eu"] });
});

test("a token is refused in a page unless the page insists", async () => {
  Object.defineProperty(globalThis, "document", { value: {}, configurable: true });
  try {
    const { fetch, sent } = serving(page(1, [], 0));
    const token = { token: "t", access_url: "https://us.example", fetch };
    assert.equal((await caught(createCanvass(token).surveys.list())).kind, "configuration");
    assert.equal(sent.length, 0);
    assert.equal((await createCanvass({ ...token, dangerouslyAllowBrowser: true }).surveys.list()).total, 0);
  } finally {
    delete globalThis.document;
  }
});

test("a token of the real service lists what is there and resumes", async (t) => {
  const world = await tested.sandbox();
  if (world === null) return t.skip("the Worker has no demo world");
  const { token } = world.tokens.find(({ name }) => name === "owner");
  const canvass = createCanvass({ token, access_url: tested.origins.us });
  const all = await canvass.surveys.list({ per_page: 1 }).toArray({ limit: 100 });
  assert.ok(all.length > 1);
  const list = canvass.surveys.list({ per_page: 1 });
  for await (const survey of list) {
    assert.equal(survey.id, all[0].id);
    break;
  }
  const rest = await canvass.surveys.list({ per_page: 1 }, { from: list.checkpoint() }).toArray({ limit: 100 });
  for (const limit of [NaN, -1, "2"]) {
    const { kind, path } = await caught(canvass.surveys.list({ per_page: 1 }).toArray({ limit }));
    assert.deepEqual([kind, path], ["configuration", "limit"], String(limit));
  }
  assert.deepEqual(rest.map(({ id }) => id), all.slice(1).map(({ id }) => id));
  assert.ok(canvass.quota.day.limit > 0 && canvass.quota.minute.resets_at > Date.now() - 1000);
  const missing = await caught(canvass.surveys.get({ survey_id: "1" }));
  assert.deepEqual([missing.kind, missing.code], ["not_found", 1020]);
});
