// What a refused call of the console changes: who is signed in, why no account is, and whether the call is repeated.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./load.mjs";

const person = (account) => ({ signed_in: true, account, accounts: [{ id: account }], region: "us" });
const refusal = (type, more) => Response.json({ type: `urn:canvass:problem:${type}`, ...more }, { status: 401 });

/** The console's session module while `a1` is shown. The gateway says what `now` returns, and answers requests one after the other. */
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
  const { console, hear } = await opened(t, async () => (hear({ signed_in: false }), { signed_in: false }), refusal("signed-out", { ended: "expired" }));
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
  const waited = constant("pkg/src/sign_in.ts", /const LIFETIME = ([\d_]+);/);
  assert.ok(waited);
  assert.equal(waited, constant("src/wire/sign_in.rs", /LIFETIME_MILLIS: u64 = ([\d_]+);/));
});
