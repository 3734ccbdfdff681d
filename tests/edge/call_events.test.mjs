// What the SDK reports during a call, and how a call ends: in Node.js against a service whose responses a test sets,
// and against the real one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createCanvass } from "../../pkg/dist/index.js";
import { startCanvass } from "../../pkg/dist/testing.js";
import { eventually } from "./eventually.mjs";

let world;
before(async () => (world = await startCanvass()));
after(() => world?.stop());

/** Everything that the SDK tells, in order, by the name of the listener. */
function listening() {
  const told = [];
  const on = (name) => (event) => told.push([name, event]);
  return { told, hooks: { onRequest: on("request"), onResponse: on("response"), onRetry: on("retry"), onQuota: on("quota"), log: on("log") } };
}

test("every_attempt_is_reported_with_its_number_its_answer_and_the_id_of_one_that_failed", async () => {
  const { told, hooks } = listening();
  const answers = [];
  const keep = async (request, next) => {
    const answer = await next(request);
    answers.push(answer.headers.get("x-request-id") ?? undefined);
    return answer;
  };
  const canvass = world.session(await world.signIn("owner"), { ...hooks, use: [keep] });
  await world.faults.add({ operation: "surveys.list", error: 1054, count: 1 });
  const { quota, status } = await canvass.surveys.list({ title: "a private title" }).withResponse();
  const of = (wanted) => told.filter(([name]) => name === wanted).map(([, event]) => event);
  assert.deepEqual(told.map(([name]) => name).filter((name) => name !== "quota"), ["request", "response", "log", "retry", "log", "request", "response", "log"]);
  assert.deepEqual(of("request"), [0, 1].map((attempt) => ({ method: "GET", path: "/api/v3/surveys", attempt })));
  const [failed, done] = of("response");
  assert.deepEqual([failed.request_id, done.request_id], answers);
  assert.match(failed.request_id, /^[0-9a-f]{16}$/);
  assert.equal(of("retry")[0].error.request_id, failed.request_id);
  const { milliseconds, ...rest } = done;
  assert.deepEqual(rest, { method: "GET", path: "/api/v3/surveys", attempt: 1, status, cached: false, request_id: undefined });
  assert.ok(milliseconds >= 0 && status === 200);
  assert.deepEqual(of("quota").at(-1), quota);
  assert.deepEqual(canvass.quota, quota);
  assert.match(of("log")[0], new RegExp(`^GET /api/v3/surveys ${failed.status} \\d+ ms ${failed.request_id}$`));
  assert.ok(!JSON.stringify(told).includes("private"), "a query is nobody else's business");
});

test("an_error_has_the_id_of_its_request_which_no_two_have_alike", async () => {
  const canvass = world.session(await world.signIn("owner"));
  const ids = [];
  for (let call = 0; call < 2; call += 1) {
    const error = await canvass.surveys.get({ survey_id: "1" }).catch((error) => error);
    assert.equal(error.kind, "not_found");
    ids.push(error.request_id);
  }
  assert.match(ids[0], /^[0-9a-f]{16}$/);
  assert.notEqual(ids[0], ids[1]);
});

test("a_retry_is_reported_with_its_reason_and_its_delay_before_the_next_attempt", async () => {
  const { told, hooks } = listening();
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    if (calls === 1) throw new TypeError("no connection");
    return new Response(JSON.stringify({ data: [], page: 1, per_page: 50, total: 0, links: { self: "x" } }));
  };
  await createCanvass({ gateway: "https://gateway.example", fetch, ...hooks }).surveys.list();
  assert.deepEqual(told.map(([name]) => name), ["request", "retry", "log", "request", "response", "log"]);
  const [, { attempt, delay, error }] = told[1];
  assert.deepEqual([attempt, error.kind, error.cause.message, delay > 0 && delay <= 8000], [1, "network", "no connection", true]);
  assert.deepEqual(told.filter(([name]) => name === "request").map(([, { attempt }]) => attempt), [0, 1]);
});

test("offline_nothing_is_sent_nor_repeated_and_the_error_says_so", async () => {
  const known = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", { value: { onLine: false }, configurable: true });
  const { told, hooks } = listening();
  try {
    const canvass = createCanvass({ gateway: "https://gateway.example", fetch: () => assert.fail("it was sent"), ...hooks });
    const error = await canvass.surveys.list().catch((error) => error);
    assert.deepEqual([error.name, error.kind, error.retryable, error.remedy.action], ["OfflineError", "offline", true, "retry"]);
    const create = await canvass.workgroups.create({ name: "a", is_visible: true }).catch((error) => error);
    assert.equal(create.kind, "offline");
    assert.deepEqual(told, []);
  } finally {
    if (known) Object.defineProperty(globalThis, "navigator", known);
    else delete globalThis.navigator;
  }
});

test("what the caller's own code throws comes back as it is, once, and leaves nothing behind on the signal", async () => {
  let sent = 0;
  const fetch = async () => {
    sent += 1;
    return Response.json({ data: [], page: 1, per_page: 50, total: 0, links: { self: "x" } });
  };
  const mine = new RangeError("mine");
  const thrower = () => {
    throw mine;
  };
  const stop = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = stop.signal;
  Object.assign(stop.signal, {
    addEventListener: (...given) => ((listeners += 1), addEventListener.apply(stop.signal, given)),
    removeEventListener: (...given) => ((listeners -= 1), removeEventListener.apply(stop.signal, given)),
  });
  const gateway = "https://gateway.example";
  const api = { us: gateway };
  for (const options of [{ gateway, onRequest: thrower }, { gateway, use: [thrower] }, { api, token: thrower }, { api, token: async () => thrower() }]) {
    const error = await createCanvass({ fetch, ...options }).surveys.list({}, { signal: stop.signal }).catch((error) => error);
    assert.equal(error, mine);
  }
  assert.deepEqual([sent, listeners], [0, 0]);
  // A middleware that waits by the request's signal ends with the call's time, not with an error of its own.
  const waiting = (request) => new Promise((_, fail) => request.signal.addEventListener("abort", () => fail(request.signal.reason)));
  const late = await createCanvass({ gateway, fetch, use: [waiting] }).surveys.list({}, { timeout: 20, retries: 0 }).catch((error) => error);
  assert.equal(late.kind, "timeout");
  const broken = await createCanvass({ gateway, fetch }).surveys.get({ survey_id: 1n }).catch((error) => error);
  assert.deepEqual([broken.kind, broken.cause.name], ["invalid_argument", "TypeError"], "what is no JSON rejects, and does not throw");
});

test("a platform's fetch is called as a function of its own, and bytes that are no text are an unexpected answer", async () => {
  const answers = [Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), Uint8Array.of(0xff)];
  async function fetch() {
    assert.ok(this === undefined || this === globalThis);
    return new Response(answers.shift(), { headers: { "content-type": "application/json" } });
  }
  const canvass = createCanvass({ gateway: "https://gateway.example", fetch });
  for (const call of [() => canvass.request("GET /v3/tags"), () => canvass.surveys.get({ survey_id: "1" })]) {
    const error = await call().catch((error) => error);
    assert.deepEqual([error.kind, error.status], ["unexpected_answer", 200]);
  }
});

test("without a gateway nothing is sent once the day is spent, and what is known of scopes ends with the account", async () => {
  const window = (name, left, reset) => [[`limit`, 500], [`remaining`, left], [`reset`, reset]].map(([of, value]) => [`x-ratelimit-app-global-${name}-${of}`, String(value)]);
  const headers = [...window("minute", 9, 30), ...window("day", 0, 3600), ["x-oauth-scopes-granted", "surveys_read"], ["x-oauth-scopes-available", "surveys_read"]];
  let sent = 0;
  const fetch = async () => {
    sent += 1;
    return Response.json({ data: [], page: "1", per_page: "50", total: "0", links: { self: "x" } }, { headers });
  };
  const direct = createCanvass({ token: "t", api: { us: "https://api.example" }, fetch });
  const { page, per_page, total } = await direct.surveys.list();
  assert.deepEqual([page, per_page, total], [1, 50, 0]);
  const error = await direct.surveys.list().catch((error) => error);
  assert.deepEqual([error.kind, error.remedy.seconds > 3500, sent], ["rate_limited", true, 1]);
  // The next day begins with nothing known to be spent.
  headers[5][1] = "0";
  const later = createCanvass({ token: "t", api: { us: "https://api.example" }, fetch });
  await later.surveys.list();
  await later.surveys.list();
  assert.equal(sent, 3);
  headers[5][1] = "3600";
  // A gateway may have kept the answer, and knows the quota better.
  const through = createCanvass({ gateway: "https://gateway.example", fetch });
  await through.surveys.list();
  await through.surveys.list();
  assert.equal(sent, 5);
  assert.equal(through.can("surveys_read"), "granted");
  await through.signOut({ all: true });
  assert.equal(through.can("surveys_read"), "unknown");
  const signal = AbortSignal.abort("enough");
  const calls = [through.session({ signal }), through.switchAccount({ account: "1" }, { signal }), through.signOut({}, { signal }), through.signOutEverywhere({ signal })];
  for (const { reason } of await Promise.allSettled(calls)) assert.equal(reason, "enough");
});

test("a setup that cannot work is an error that says so and not what is secret", async () => {
  const fetch = () => assert.fail("it was sent");
  const failed = async (options) => {
    try {
      return await createCanvass({ fetch, retries: 0, ...options }).surveys.list();
    } catch (error) {
      return error;
    }
  };
  for (const gateway of [undefined, "gateway.example"]) {
    const error = await failed({ gateway });
    assert.deepEqual([error.kind, error.path], ["configuration", "gateway"], "there is no such address to send to");
  }
  for (const options of [{ token: "secret\ntoken" }, { token: "" }, { token: async () => "secret token" }]) {
    const error = await failed({ api: { us: "https://api.example" }, ...options });
    assert.deepEqual([error.kind, `${error.stack}${error.cause ?? ""}`.includes("secret")], ["configuration", false]);
  }
  for (const access_url of ["api.example", "http://api.example", "ftp://api.example"]) {
    assert.equal((await failed({ token: "t", access_url })).kind, "configuration", access_url);
  }
});

test("an answer that breaks off is the network's fault, regardless of its reader, and so is a fetch that throws", async () => {
  let sent = 0;
  const breaking = (status) => async () => {
    sent += 1;
    return new Response(new ReadableStream({ pull: (to) => to.error(new TypeError("broken off")) }), { status });
  };
  const direct = { token: "t", api: { us: "https://api.example", eu: "https://eu.example" } };
  const throwing = () => {
    throw new TypeError("no network");
  };
  for (const options of [{ ...direct, fetch: breaking(403) }, { ...direct, fetch: breaking(200) }, { ...direct, fetch: throwing }]) {
    const error = await createCanvass({ ...options, retries: 0 }).surveys.list().catch((error) => error);
    assert.deepEqual([error.kind, error.cause.name], ["network", "TypeError"]);
  }
  assert.equal(sent, 2);
});

test("in a page the spent day of one token is not that of another", async () => {
  const known = Object.getOwnPropertyDescriptor(globalThis, "document");
  Object.defineProperty(globalThis, "document", { value: {}, configurable: true });
  const of = (name, left) => [["limit", 500], ["remaining", left], ["reset", 3600]].map(([of, value]) => [`x-ratelimit-app-global-${name}-${of}`, String(value)]);
  const page = { data: [], page: 1, per_page: 50, total: 0, links: { self: "x" } };
  const direct = (left) => {
    const fetch = async () => Response.json(page, { headers: [...of("minute", 9), ...of("day", left)] });
    return createCanvass({ token: "t", api: { us: "https://api.example" }, dangerouslyAllowBrowser: true, fetch });
  };
  const [spent, other] = [direct(0), direct(7)];
  // Pages of one gateway do tell each other: what they tell later arrives behind what the token would have told.
  const behind = () => createCanvass({ gateway: "https://gateway.example", fetch: async () => Response.json(page, { headers: [...of("minute", 9), ...of("day", 5)] }) });
  const [teller, listener] = [behind(), behind()];
  try {
    await spent.surveys.list();
    await teller.surveys.list();
    await eventually(() => listener.quota?.day.remaining === 5, "a page told the other nothing");
    assert.equal(other.quota, undefined, "nothing was told");
    await other.surveys.list();
    assert.deepEqual([spent.quota.day.remaining, other.quota.day.remaining], [0, 7]);
  } finally {
    await Promise.all([spent, other, teller, listener].map((canvass) => canvass.close()));
    if (known) Object.defineProperty(globalThis, "document", known);
    else delete globalThis.document;
  }
});
