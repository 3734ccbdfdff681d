// The session as an app sees it: who is signed in, which account is which, and every change of it in every tab.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { pageOf } from "../edge/page.mjs";
import { appServer } from "./app_server.mjs";
import { consent } from "./consent.mjs";
import { browse } from "./harness.mjs";

const folder = mkdtempSync(join(tmpdir(), "canvass-session-"));
const stage = browse("chromium");
let app;
let worker;
let world;

before(async () => {
  app = await appServer(() => worker.origin);
  worker = await startWorker({ dataDir: folder, origin: app.origin });
  world = await (await fetch(`${worker.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
});
after(async () => {
  await app?.stop();
  await worker?.kill();
  rmSync(folder, { recursive: true, force: true });
});

const person = (key) => world.people.find((each) => each.key === key);

/** Opens a tab of the app that records what its listener is told. */
async function open(context) {
  const page = await context.newPage();
  await page.goto(app.origin);
  await page.waitForFunction(() => "canvass" in globalThis);
  await page.evaluate(() => {
    globalThis.told = [];
    globalThis.unsubscribe = canvass.onSessionChange((session) => told.push(session));
  });
  return page;
}

/** Signs in by popup, in a tab. */
async function signIn(page, key, button = "#by-popup") {
  const [popup] = await Promise.all([page.waitForEvent("popup"), page.click(button)]);
  await consent(popup, person(key));
  await page.waitForFunction(() => globalThis.outcome !== undefined);
  const outcome = await page.evaluate(() => globalThis.outcome);
  await page.evaluate(() => (globalThis.outcome = undefined));
  return outcome;
}

/** Waits until the listener of a tab was told `count` times, and returns the sessions. */
async function told(page, count) {
  await page.waitForFunction((count) => told.length >= count, count);
  const sessions = await page.evaluate(() => told);
  assert.equal(sessions.length, count, JSON.stringify(sessions));
  return sessions;
}

test("listeners_in_every_tab_are_notified_of_sign_in_switch_and_sign_out", async () => {
  const { page: first, leave } = await stage.visit();
  const [tab, other] = [await open(first.context()), await open(first.context())];
  assert.equal(await signIn(tab, "owner"), "signed in");
  for (const page of [tab, other]) {
    const [session] = await told(page, 1);
    const [account] = session.accounts;
    assert.deepEqual([session.signed_in, account.email, account.current], [true, person("owner").email, true]);
    assert.match(session.account, /^acct_[\w-]{16}$/);
  }
  assert.equal(await signIn(tab, "eu"), "signed in");
  const { accounts } = (await told(other, 2))[1];
  await tab.evaluate((account) => canvass.switchAccount({ account }), accounts[0].id);
  assert.equal((await told(other, 3))[2].account, accounts[0].id);
  assert.equal((await told(tab, 3))[2].account, accounts[0].id);
  await other.evaluate(() => unsubscribe());
  await tab.evaluate(() => canvass.signOut({ all: true }));
  assert.deepEqual((await told(tab, 4))[3], { signed_in: false, keep_results: true });
  assert.equal((await other.evaluate(() => told)).length, 3, "a listener that was removed is not told");
  await leave();
});

test("a_listener_is_notified_of_an_end_by_any_call_that_is_refused_and_why", async () => {
  const { page: first, leave } = await stage.visit();
  const [tab, other] = [await open(first.context()), await open(first.context())];
  assert.equal(await signIn(tab, "owner"), "signed in");
  await told(tab, 1);
  await told(other, 1);
  // Signed out everywhere, from another browser.
  const { page: elsewhere, leave: leaveElsewhere } = await stage.visit();
  const there = await open(elsewhere.context());
  assert.equal(await signIn(there, "owner"), "signed in");
  await there.evaluate(() => canvass.signOutEverywhere());
  const refused = await tab.evaluate(() => canvass.surveys.create({ title: "x" }).then(() => "created", ({ kind }) => kind));
  assert.equal(refused, "signed_out");
  assert.deepEqual((await told(tab, 2))[1], { signed_in: false, keep_results: true, ended: "signed_out" });
  assert.equal((await told(other, 2))[1].signed_in, false);
  await leaveElsewhere();
  await leave();
});

test("tabs_that_go_on_calling_while_they_are_signed_out_do_not_keep_each_other_busy", async () => {
  const { page: first, leave } = await stage.visit();
  const [tab, other] = [await open(first.context()), await open(first.context())];
  let checks = 0;
  first.context().on("request", (request) => (checks += Number(new URL(request.url()).pathname === "/auth/session")));
  const round = async () => {
    for (const page of [tab, other]) {
      assert.equal(await page.evaluate(() => canvass.users.me().then(() => "read", ({ kind }) => kind)), "signed_out");
      for (let turn = 0; turn < 10; turn += 1) await Promise.all([tab, other].map((each) => each.evaluate(() => fetch("/healthz").then(() => {}))));
    }
  };
  await round();
  assert.ok(checks > 0);
  checks = 0;
  for (const _ of [1, 2, 3]) await round();
  assert.equal(checks, 0);
  // The next end is announced again, also to a tab whose own calls did not succeed in between.
  await signIn(other, "owner");
  await tab.waitForFunction(() => told.at(-1)?.signed_in);
  const { page: elsewhere, leave: leaveElsewhere } = await stage.visit();
  const there = await open(elsewhere.context());
  await signIn(there, "owner");
  await there.evaluate(() => canvass.signOutEverywhere());
  assert.equal(await tab.evaluate(() => canvass.users.me().then(() => "read", ({ kind }) => kind)), "signed_out");
  await tab.waitForFunction(() => told.at(-1)?.signed_in === false);
  await leaveElsewhere();
  await leave();
});

test("the_id_of_an_account_is_the_same_at_each_sign_in", async () => {
  const { page: first, leave } = await stage.visit();
  const tab = await open(first.context());
  const id = async () => {
    assert.equal(await signIn(tab, "owner"), "signed in");
    return tab.evaluate(async () => (await canvass.session()).account);
  };
  const before = await id();
  await tab.evaluate(() => canvass.signOut());
  assert.equal(await id(), before);
  await leave();
});

test("a_sign_in_for_a_scope_requests_it_and_fails_with_what_is_still_missing", async () => {
  const { page: first, leave } = await stage.visit();
  const tab = await open(first.context());
  await tab.evaluate(() => (globalThis.scopes = ["contacts_write"]));
  const [popup] = await Promise.all([tab.waitForEvent("popup"), tab.click("#for-scopes")]);
  await popup.waitForSelector("input[name=email]");
  assert.equal(new URL(popup.url()).searchParams.get("scope"), "contacts_write");
  await consent(popup, person("owner"));
  await tab.waitForFunction(() => globalThis.outcome !== undefined);
  assert.equal(await tab.evaluate(() => globalThis.outcome), "signed in");
  assert.equal(await tab.evaluate(() => canvass.can("contacts_write")), "granted");
  await tab.evaluate(() => Object.assign(globalThis, { outcome: undefined, scopes: ["responses_read_detail", "contacts_write"] }));
  // The plan of this person lacks the scope, so it cannot be granted.
  const [again] = await Promise.all([tab.waitForEvent("popup"), tab.click("#for-scopes")]);
  await consent(again, person("free"));
  await tab.waitForFunction(() => globalThis.outcome !== undefined);
  assert.equal(await tab.evaluate(() => globalThis.outcome), "scope_missing");
  const { remedy, message } = await tab.evaluate(() => ({ ...globalThis.failed, message: globalThis.failed.message }));
  assert.deepEqual([remedy.action, remedy.scope, remedy.available], ["grant_scope", "responses_read_detail", false]);
  assert.match(message, /has not granted: responses_read_detail/);
  assert.equal(await tab.evaluate(async () => (await canvass.session()).signed_in), true, "the person is signed in nevertheless");
  await leave();
});

test("a_sign_in_costs_the_page_nothing_if_the_service_does_not_report_the_user", async () => {
  const gateway = pageOf(() => worker);
  const add = (body) => fetch(`${worker.origin}/sandbox/faults`, { method: "POST", headers: { "X-Canvass": "1", "Content-Type": "application/json" }, body: JSON.stringify(body) });
  assert.ok((await add({ operation: "users.me", error: 1014 })).ok);
  const { page: first, leave } = await stage.visit();
  const tab = await open(first.context());
  assert.equal(await signIn(tab, "owner"), "signed in");
  const { accounts } = await tab.evaluate(() => canvass.session());
  assert.deepEqual([Object.keys(accounts[0]).sort(), accounts[0].current], [["current", "id", "region"], true]);
  await gateway.ask("/sandbox/faults", { method: "DELETE" });
  await leave();
});

test("a_client_in_a_worker_hears_of_a_change_in_a_page_and_announces_its_own", async () => {
  const { page: first, leave } = await stage.visit();
  const page = await open(first.context());
  await signIn(page, "owner");
  await told(page, 1);
  await page.evaluate(async (gateway) => {
    const script = `import { createCanvass } from "${location.origin}/sdk/index.js";
      const canvass = createCanvass({ gateway: "${gateway}" });
      canvass.onSessionChange(({ signed_in }) => postMessage(signed_in));
      onmessage = () => canvass.signOut({ all: true });
      canvass.session().then(() => postMessage("ready"));`;
    globalThis.worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })), { type: "module" });
    globalThis.heard = [];
    worker.onmessage = ({ data }) => heard.push(data);
  }, worker.origin);
  const heard = (...expected) => page.waitForFunction((expected) => JSON.stringify(heard) === expected, JSON.stringify(expected));
  await heard("ready");
  await page.evaluate(() => canvass.signOut({ all: true }));
  await heard("ready", false);
  await told(page, 2);
  await signIn(page, "owner");
  await heard("ready", false, true);
  await told(page, 3);
  await page.evaluate(() => worker.postMessage("sign out"));
  const sessions = await told(page, 4);
  assert.equal(sessions.at(-1).signed_in, false);
  await leave();
});
