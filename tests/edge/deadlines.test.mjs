// When a call ends: by its signal or its deadline, whatever it waits for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { canvassWith } from "../../pkg/dist/canvass.js";
import { createCanvass } from "../../pkg/dist/index.js";

const gateway = "https://gateway.example";
const json = (body, headers = {}) => new Response(JSON.stringify(body), { headers });

async function caught(promise) {
  return promise.then(
    () => assert.fail("nothing failed"),
    (error) => error,
  );
}

test("a_call_that_waits_for_the_engine_ends_by_its_signal_and_by_its_deadline", { timeout: 10_000 }, async () => {
  let fail;
  const stalled = new Promise((_, reject) => (fail = reject));
  const source = { part: () => stalled, glue: async () => ({ default: async () => {} }) };
  const sent = [];
  const fetch = async ({ url }) => (sent.push(new URL(url).pathname), json({ signed_in: false }));
  const canvass = canvassWith({ engine: source, export: source, signIn: source }, { gateway, fetch });
  const calls = [(options) => canvass.users.me({}, options), (options) => canvass.session(options)];
  for (const call of calls) {
    const stop = new AbortController();
    const stopped = caught(call({ signal: stop.signal }));
    setTimeout(() => stop.abort("my reason"), 20);
    assert.equal(await stopped, "my reason");
    const late = await caught(call({ deadline: 20 }));
    assert.deepEqual([late.kind, late.retryable, late.remedy.action], ["timeout", true, "retry"]);
  }
  assert.deepEqual(sent, ["/auth/session", "/auth/session"], "only the complete request was sent");
  const failed = caught(canvass.users.me());
  fail(new Error("the connection was cut"));
  await failed;
});

const never = ({ signal }) => new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));

/**
 * Two pages: the minute's quota is used up for `reset` seconds after the first, and the second never comes by default.
 */
function listing(second = never, reset = 1) {
  const sent = [];
  const windows = { "minute-limit": 120, "minute-remaining": 0, "minute-reset": reset, "day-limit": 500, "day-remaining": 400, "day-reset": 3600 };
  const quota = Object.fromEntries(Object.entries(windows).map(([name, value]) => [`x-ratelimit-app-global-${name}`, `${value}`]));
  const fetch = async (request) => {
    sent.push(request.url);
    if (sent.length > 1) return second(request);
    const links = { self: "x", next: "https://elsewhere.example/v3/surveys?page=2&per_page=1" };
    return json({ data: [{ id: "1", title: "T", nickname: "", href: "" }], page: 1, per_page: 1, total: 2, links }, quota);
  };
  return { sent, canvass: createCanvass({ gateway, fetch }) };
}

test("a_pause_that_is_longer_than_the_deadline_fails_at_once", async () => {
  const { sent, canvass } = listing(never, 60);
  const error = await caught(canvass.surveys.list({}, { deadline: 30_000 }).toArray());
  assert.deepEqual([error.kind, sent.length], ["rate_limited", 1]);
  assert.ok(error.remedy.seconds > 30 && error.remedy.seconds <= 60, `${error.remedy.seconds} seconds`);
});

test("the_deadline_of_a_page_includes_the_pause_before_it", async (t) => {
  const timer = t.mock.method(globalThis, "setTimeout");
  let limit;
  const { sent, canvass } = listing((request) => {
    // The timer that was set last is that of this request.
    limit = timer.mock.calls.at(-1).arguments[1];
    return never(request);
  });
  const error = await caught(canvass.surveys.list({}, { deadline: 3000 }).toArray());
  assert.deepEqual([error.kind, sent.length], ["timeout", 2]);
  // The pause takes a second, less what has passed since the response before it.
  assert.ok(limit > 0 && limit < 2900, `${limit} ms are left`);
});

/** Answers after a moment, unless it is aborted before. */
const soon = (body) => ({ signal }) =>
  new Promise((done, fail) => {
    setTimeout(() => done(json(body)), 50);
    signal.addEventListener("abort", () => fail(signal.reason));
  });

test("a_computer_that_sleeps_in_a_pause_for_the_quota_does_not_use_up_the_deadline_of_the_page", async (t) => {
  const { now } = Date;
  t.after(() => (Date.now = now));
  const page = { data: [{ id: "2", title: "T", nickname: "", href: "" }], page: 2, per_page: 1, total: 2, links: { self: "x" } };
  const { sent, canvass } = listing(soon(page));
  const pages = canvass.surveys.list().pages();
  await pages.next();
  const asleep = setTimeout(() => (Date.now = () => now() + 3_600_000), 100);
  t.after(() => clearTimeout(asleep));
  assert.deepEqual([(await pages.next()).value.data[0].id, sent.length], ["2", 2]);
});

test("a_retry_is_not_sent_after_the_deadline_that_a_computer_has_slept_through", async (t) => {
  const { now } = Date;
  t.after(() => (Date.now = now));
  let sent = 0;
  const fetch = async () => {
    sent += 1;
    return new Response("", { status: 503 });
  };
  const onRetry = () => (Date.now = () => now() + 3_600_000);
  const error = await caught(createCanvass({ gateway, fetch, onRetry }).users.me());
  assert.deepEqual([error.kind, sent], ["timeout", 1]);
});

test("a_clock_that_is_put_back_makes_no_pause_longer_than_the_response_said", async (t) => {
  const { now } = Date;
  t.after(() => (Date.now = now));
  const { sent, canvass } = listing();
  const pages = canvass.surveys.list({}, { deadline: 3000 }).pages();
  await pages.next();
  Date.now = () => now() - 7_200_000;
  const error = await caught(pages.next());
  assert.deepEqual([error.kind, sent.length], ["timeout", 2]);
});

test("a_sign_out_that_waits_for_the_session_ends_by_its_signal", { timeout: 10_000 }, async () => {
  const sent = [];
  const fetch = async ({ url }) => (sent.push(new URL(url).pathname), new Promise(() => {}));
  const stop = new AbortController();
  setTimeout(() => stop.abort("my reason"), 50);
  assert.equal(await caught(createCanvass({ gateway, fetch }).signOut({ account: "8" }, { signal: stop.signal })), "my reason");
  assert.deepEqual(sent, ["/auth/session"], "the sign-out was not sent");
});
