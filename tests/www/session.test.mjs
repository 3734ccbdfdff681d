// What a refused call of the console changes: who is signed in, why no account is, and whether the call is repeated.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./load.mjs";

const person = (account) => ({ signed_in: true, account, accounts: [{ id: account }], region: "us" });
const refusal = (type, more) => Response.json({ type: `urn:canvass:problem:${type}`, ...more }, { status: 401 });

/**
 * The console's session module while `a1` is shown. The gateway says what `now` returns, and answers requests one after
 * the other.
 */
async function opened(t, now, ...answers) {
  let ask = async () => person("a1");
  const listeners = [];
  globalThis.sdkClient = { session: () => ask(), onSessionChange: (listener) => listeners.push(listener) };
  t.after(() => delete globalThis.sdkClient);
  const sent = t.mock.method(globalThis, "fetch", async () => answers[Math.min(sent.callCount(), answers.length - 1)].clone()).mock;
  const console = await load("../session.ts");
  console.followSession();
  await console.openSession();
  ask = now;
  return { console, sent, hear: (session) => listeners.forEach((listener) => listener(session)) };
}

test("a_call_is_repeated_once_if_the_account_has_signed_in_again_meanwhile", async (t) => {
  for (const type of ["signed-out", "account-changed"]) {
    await t.test(type, async (t) => {
      const { console, sent } = await opened(t, async () => person("a1"), refusal(type, { ended: "expired" }), Response.json({ links: [] }));
      assert.equal((await console.askGateway("/gateway/shares", { method: "POST", body: "x" })).status, 200);
      assert.equal(sent.callCount(), 2);
      assert.deepEqual(sent.calls[1].arguments, sent.calls[0].arguments);
      assert.equal(console.session.value.account, "a1");
    });
  }
  const { console, sent } = await opened(t, async () => person("a1"), refusal("signed-out"));
  assert.equal((await console.askGateway("/gateway/shares")).status, 401, "a second refusal is the answer");
  assert.equal(sent.callCount(), 2);
});

test("a_call_for_an_account_that_is_not_current_any_more_is_aborted_and_the_other_one_is_shown", async (t) => {
  for (const type of ["signed-out", "account-changed"]) {
    await t.test(type, async (t) => {
      const { console, sent } = await opened(t, async () => person("a2"), refusal(type));
      await assert.rejects(console.askGateway("/gateway/shares"), { name: "AbortError" });
      assert.equal(console.session.value.account, "a2");
      assert.equal(sent.callCount(), 1);
    });
  }
});

test("a_session_that_has_ended_is_shown_with_its_reason_even_if_the_client_reports_it_without", async (t) => {
  let isHeard = false;
  const now = async () => {
    // A client reports a change once.
    if (isHeard) return { signed_in: false };
    isHeard = true;
    hear({ signed_in: false });
    return { signed_in: false };
  };
  const { console, hear } = await opened(t, now, refusal("signed-out", { ended: "expired" }));
  await assert.rejects(console.askGateway("/gateway/shares"), { name: "AbortError" });
  assert.deepEqual(console.session.value, { signed_in: false, ended: "expired" });
});

test("a_late_refusal_changes_nothing_if_another_account_is_shown_meanwhile", async (t) => {
  const refused = async () => Promise.reject(new Error("no network"));
  const before = await opened(t, refused, refusal("signed-out", { ended: "expired" }));
  const call = before.console.askGateway("/gateway/shares");
  before.hear(person("a2"));
  await assert.rejects(call, { name: "AbortError" });
  assert.equal(before.console.session.value.account, "a2", "it was shown before the refusal arrived");
  const while_asked = await opened(t, async () => (while_asked.hear(person("a2")), refused()), refusal("signed-out", { ended: "expired" }));
  await assert.rejects(while_asked.console.askGateway("/gateway/shares"), { name: "AbortError" });
  assert.equal(while_asked.console.session.value.account, "a2", "it is shown while the client asks");
});

test("a_page_waits_for_its_popup_as_long_as_the_sign_in_can_be_completed", () => {
  const constant = (path, pattern) => pattern.exec(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"))?.[1];
  const waited = constant("pkg/src/session/sign_in.ts", /const LIFETIME = ([\d_]+);/);
  assert.ok(waited);
  assert.equal(waited, constant("src/wire/sign_in.rs", /LIFETIME_MILLIS: u64 = ([\d_]+);/));
});

/** What a browser keeps, and how often the answers were erased. */
function browserWith(t, ...keys) {
  const items = Object.fromEntries(keys.map((key) => [key, "1"]));
  const own = { getItem: (key) => items[key] ?? null, setItem: (key, text) => (items[key] = text), removeItem: (key) => delete items[key] };
  globalThis.localStorage = new Proxy(items, { get: (_, name) => own[name] });
  globalThis.eraseResults = t.mock.fn(async () => {});
  t.after(() => (delete globalThis.localStorage, delete globalThis.eraseResults));
  return { keys: () => Object.keys(items).sort(), erased: () => globalThis.eraseResults.mock.callCount() };
}

const { setTimeout: later } = globalThis;
const settled = () => new Promise((done) => later(done, 20));

/** A browser whose time is the test's, and what the event `online` of its page does. */
function networkOf(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const heard = new Map();
  globalThis.addEventListener = (name, listener, { signal }) => {
    heard.set(listener, name);
    signal.addEventListener("abort", () => heard.delete(listener));
  };
  t.after(() => delete globalThis.addEventListener);
  return { goOnline: () => [...heard.keys()].forEach((listener) => listener()), wait: (milliseconds) => t.mock.timers.tick(milliseconds) };
}

test("while_the_gateway_is_out_of_reach_the_last_session_is_shown_with_its_ban_on_storing_and_requested_again", async (t) => {
  browserWith(t, "theme");
  const { goOnline, wait } = networkOf(t);
  const failing = (kind) => async () => Promise.reject(Object.assign(new Error(kind), { kind }));
  const states = { answers: async () => ({ ...person("a1"), keep_results: false }), refuses: failing("network"), breaks: failing("internal") };
  let asked = 0;
  let now = "answers";
  globalThis.sdkClient = { session: () => ((asked += 1), states[now]()) };
  t.after(() => delete globalThis.sdkClient);
  await (await load("../session.ts")).openSession();
  for (const again of [() => wait(15_000), goOnline]) {
    asked = 0;
    now = "refuses";
    const { openSession, session, mayKeep } = await load("../session.ts");
    await openSession();
    assert.deepEqual([session.value.account, session.value.accounts, mayKeep(session.value)], ["a1", [], false]);
    again();
    await settled();
    assert.deepEqual([asked, session.value.accounts], [2, []], "it is still out of reach");
    now = "answers";
    again();
    await settled();
    assert.deepEqual([asked, session.value.accounts, mayKeep(session.value)], [3, [{ id: "a1" }], false]);
    goOnline();
    wait(60_000);
    await settled();
    assert.equal(asked, 3, "it is known");
  }
  now = "refuses";
  const { openSession, failure } = await load("../session.ts");
  await openSession();
  now = "breaks";
  goOnline();
  await settled();
  assert.equal(failure.value.error.kind, "internal", "an answer that stays wrong is shown");
});

const KEPT = ["canvass.keep.a1", "canvass.keep.a1.300", "canvass-visits-a1", "theme"];

test("the_answers_of_an_account_that_has_left_in_another_browser_are_erased_with_its_agreement", async (t) => {
  for (const [how, end] of [["a call", ({ console }) => console.askGateway("/gateway/shares").catch(() => {})], ["the client", ({ hear }) => hear({ signed_in: false, ended: "signed_out" })]]) {
    await t.test(how, async (t) => {
      const browser = browserWith(t, ...KEPT);
      const opening = await opened(t, async () => ({ signed_in: false, ended: "signed_out" }), refusal("signed-out", { ended: "signed_out" }));
      await settled();
      assert.equal(browser.erased(), 0, "the account is signed in");
      await end(opening);
      await settled();
      assert.deepEqual([browser.erased() > 0, browser.keys()], [true, ["theme"]]);
    });
  }
});

/** The browser's private files: folders of answers by the account's name. */
async function foldersOf(t, ...accounts) {
  const { folderOf } = await load("../../../pkg/dist/results/accounts.js");
  const names = new Map();
  for (const id of accounts) names.set(await folderOf("", { id, region: "us" }), id);
  const missing = async () => Promise.reject(new DOMException("", "NotFoundError"));
  const results = { keys: async function* () { yield* [...names.keys()]; }, removeEntry: async (name) => void names.delete(name), getFileHandle: missing };
  const root = { getDirectoryHandle: async () => results, removeEntry: async () => names.clear() };
  Object.defineProperty(navigator, "storage", { value: { getDirectory: async () => root }, configurable: true });
  t.after(() => delete navigator.storage);
  return { left: () => [...names.values()] };
}

test("an_account_that_has_left_takes_its_own_answers_and_closes_none_of_an_account_that_is_signed_in", async (t) => {
  const browser = browserWith(t, ...KEPT, "canvass.keep.a2");
  const folders = await foldersOf(t, "a1", "a2", "a3");
  const listing = (...ids) => ({ ...person("a2"), accounts: ids.map((id) => ({ id, region: "us" })) });
  globalThis.sdkClient = { session: async () => listing("a2", "a3") };
  t.after(() => delete globalThis.sdkClient);
  await (await load("../session.ts")).openSession();
  await settled();
  assert.deepEqual(folders.left(), ["a2", "a3"]);
  // What erases everything also closes what is open in any tab.
  assert.equal(browser.erased(), 0);
  assert.deepEqual(browser.keys().filter((key) => key.startsWith("canvass.keep")), ["canvass.keep.a2"]);
});

test("the_answers_of_an_account_that_was_refused_once_stay_until_the_gateway_says_that_it_is_not_signed_in", async (t) => {
  const browser = browserWith(t, ...KEPT);
  let now = () => Promise.reject(new Error("no network"));
  const { console, hear } = await opened(t, () => now());
  // What the client reports after a refused call if its question fails.
  hear({ signed_in: false, ended: "expired" });
  await settled();
  assert.deepEqual([browser.erased(), browser.keys(), console.session.value], [0, [...KEPT].sort(), { signed_in: false, ended: "expired" }]);
  now = async () => person("a1");
  hear({ signed_in: false, ended: "expired" });
  await settled();
  assert.deepEqual([browser.erased(), browser.keys()], [0, [...KEPT].sort()]);
  now = async () => ({ signed_in: false });
  hear({ signed_in: false, ended: "expired" });
  await settled();
  assert.deepEqual([browser.erased(), browser.keys()], [1, ["canvass-visits-a1", "theme"]]);
});

test("what_is_stored_stays_where_the_gateway_cannot_be_reached_or_lists_its_account_or_nothing_could_be_erased", async (t) => {
  const browser = browserWith(t, ...KEPT);
  globalThis.sdkClient = { session: async () => Promise.reject(Object.assign(new Error("no network"), { kind: "offline" })) };
  t.after(() => delete globalThis.sdkClient);
  const { goOnline } = networkOf(t);
  const console = await load("../session.ts");
  await console.openSession();
  await settled();
  console.canvass.session = async () => person("a1");
  goOnline();
  await settled();
  assert.deepEqual([browser.erased(), browser.keys()], [0, [...KEPT].sort()]);
  globalThis.eraseResults = async () => Promise.reject(new Error("busy"));
  globalThis.sdkClient.session = async () => ({ signed_in: false });
  await (await load("../session.ts")).openSession();
  await settled();
  assert.ok(browser.keys().includes("canvass.keep.a1"), "it is tried again");
});

test("after_a_sign_out_nothing_of_the_accounts_visits_is_left", async (t) => {
  const browser = browserWith(t, "canvass-visits-a1", "theme");
  const { console } = await opened(t, async () => person("a1"));
  console.canvass.signOut = async () => {};
  await console.leave();
  assert.deepEqual(browser.keys(), ["theme"]);
});

test("what_has_failed_is_forgotten_with_a_new_session_and_not_with_one_that_is_as_before", async (t) => {
  const { console, hear } = await opened(t, async () => person("a1"));
  const failed = () => console.failure.value !== null;
  console.fail(new Error("the sign-out"));
  hear(person("a1"));
  assert.ok(failed(), "after a sign-out that has failed, the account is as before");
  hear(person("a2"));
  assert.ok(!failed(), "another account");
  console.fail({ kind: "signed_out" });
  hear(person("a2"));
  assert.ok(!failed(), "the account has signed in again");
});

test("that_the_session_could_not_be_loaded_is_forgotten_as_soon_as_it_is_known", async (t) => {
  const { console, hear } = await opened(t, async () => Promise.reject(new Error("503")), refusal("account-changed"));
  await assert.rejects(console.askGateway("/gateway/shares"), { name: "AbortError" });
  assert.notEqual(console.failure.value, null);
  hear(person("a1"));
  assert.equal(console.failure.value, null);
});

/** `GET /gateway/budget` as the gateway writes it: what is left is also less a margin. */
const budget = (spent, resets_at) => {
  const window = (limit) => ({ limit, reported: true, spent, left: limit - spent - limit / 50, left_for_background: 0, reserved: limit / 50, resets_at });
  return Response.json({ minute: window(100), day: window(500), leased: 0, waiting: 0, day_spent_at: null, stopped_until: null });
};

test("of_an_unused_window_of_the_budget_all_is_left_and_its_end_is_not_waited_for", async (t) => {
  const { restOf } = await load("../frame/QuotaLine.tsx");
  const now = Date.parse("2026-01-31T12:00:30Z");
  const resets_at = "2026-01-31T12:01:00+00:00";
  const unused = await opened(t, async () => person("a1"), budget(0, resets_at));
  await unused.console.refreshQuota();
  const { minute, day } = unused.console.quota.value;
  assert.deepEqual([minute.remaining, day.remaining, restOf({ minute, day }, now)], [100, 500, undefined]);
  t.mock.restoreAll();
  const used = await opened(t, async () => person("a1"), budget(3, resets_at));
  await used.console.refreshQuota();
  assert.equal(used.console.quota.value.minute.remaining, 97);
  assert.equal(restOf(used.console.quota.value, now), 30_000);
});

test("a_window_of_the_quota_lasts_no_longer_than_its_length_however_far_the_gateways_clock_is_ahead", async () => {
  const { restOf } = await load("../frame/QuotaLine.tsx");
  const window = (remaining) => ({ limit: 10, remaining, resets_at: new Date(90 * 86_400_000) });
  assert.equal(restOf({ minute: window(9), day: window(9) }, 0), 60_000);
  assert.equal(restOf({ minute: window(10), day: window(9) }, 0), 86_400_000);
});
