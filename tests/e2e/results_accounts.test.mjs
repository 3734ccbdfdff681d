// Whose results a browser holds: nothing of one account is shown to another, mixed with another's, or left when it may
// not be.

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../edge/eventually.mjs";
import { owner } from "./harness.mjs";
import { countIn, filesIn, openIn, resultsStage, survey_id, syncIn } from "./results_stage.mjs";

const { at, browserWith, signIn, signedIn } = resultsStage();

/** A browser with two accounts, the first of which is current; `other` is the id of the second. */
async function withTwo(options) {
  const browser = await browserWith(options);
  await browser.open();
  const two = at.world.people.find(({ email, region }) => email !== owner(at.world).email && /^us$/i.test(region));
  await signIn(browser, two);
  await signIn(browser, owner(at.world), { add: true });
  const { account, accounts } = await browser.page.evaluate(() => canvass.session());
  return { ...browser, account, other: accounts.find(({ id }) => id !== account).id };
}

const isClosed = (tab) => tab.waitForFunction(() => results.state.closed);
const isOffline = (tab) => tab.evaluate(() => (globalThis.canvass = createCanvass({ fetch: async () => Promise.reject(new TypeError("failed")), retries: 0 })));
const failureOf = (tab, options) => tab.evaluate((given) => caught(openResults(canvass, given)), { survey_id, ...options });

test("each account has results of its own, and a switch closes those of the other", async () => {
  const browser = await browserWith();
  await browser.open();
  const [one, two] = [owner(at.world), at.world.people.find(({ email, region }) => email !== owner(at.world).email && /^us$/i.test(region))];
  await signIn(browser, one);
  const { page } = browser;
  await openIn(page, { keep: "device" });
  await syncIn(page);
  const kept = await filesIn(page);
  await signIn(browser, two, { add: true });
  await page.evaluate((survey_id) => openResults(canvass, { survey_id, keep: "device" }).then((opened) => opened.close(), () => {}), survey_id);
  // The other account's are still there.
  const files = await filesIn(page);
  assert.ok(kept.every((name) => files.includes(name)));
  const { account, accounts } = await page.evaluate(() => canvass.session());
  const first = accounts.find(({ id }) => id !== account);
  await page.evaluate((account) => canvass.switchAccount({ account }), first.id);
  const state = await openIn(page, { keep: "device" });
  assert.deepEqual([state.held > 0, state.complete], [true, true]);
  await page.evaluate((account) => canvass.switchAccount({ account }), account);
  await page.waitForFunction(() => results.state.closed);
  assert.ok((await filesIn(page)).some((name) => name === kept[0]));
  // Only the account that signs out is erased.
  await page.evaluate((account) => canvass.signOut({ account }), first.id);
  assert.ok(!(await filesIn(page)).some((name) => name === kept[0]));
  await browser.leave();
});

test("a switch of accounts in one tab closes the results of every tab, and only those of the current account open offline", async () => {
  const browser = await withTwo({ most: 20 });
  const { page, other } = browser;
  const [second, third] = [await browser.newTab(), await browser.newTab()];
  await openIn(page, { keep: "device" });
  await openIn(third, { keep: "tab" });
  const syncing = page.evaluate(() => results.sync().then(() => null, ({ name, kind }) => kind ?? name));
  await page.waitForFunction(() => results.state.held > 0);
  await second.evaluate((account) => canvass.switchAccount({ account }), other);
  await isClosed(page);
  await isClosed(third);
  assert.equal(await syncing, "unavailable");
  await isOffline(second);
  assert.equal((await failureOf(second, { keep: "device" })).kind, "network");
  await browser.leave();
});

test("results whose account leaves while they are opened are open for no other account, and not offline", async () => {
  const browser = await withTwo();
  const { page, other } = browser;
  await openIn(page, { keep: "device" });
  await syncIn(page);
  await page.evaluate(() => results.close());
  const second = await browser.newTab();
  // The gateway has named the account, and its files are slow.
  await page.evaluate((survey_id) => {
    const { getDirectory } = StorageManager.prototype;
    const held = new Promise((done) => (globalThis.letGo = done));
    StorageManager.prototype.getDirectory = async function () {
      globalThis.isWaiting = true;
      await held;
      return getDirectory.call(this);
    };
    globalThis.heard = new Promise((done) => canvass.onSessionChange(done));
    globalThis.opening = caught(openResults(canvass, { survey_id, keep: "device" }));
  }, survey_id);
  await page.waitForFunction(() => globalThis.isWaiting);
  await second.evaluate((account) => canvass.switchAccount({ account }), other);
  await page.evaluate(() => heard);
  const failure = await page.evaluate(() => (letGo(), opening));
  assert.equal(failure?.kind, "unavailable");
  await isOffline(page);
  assert.equal((await failureOf(page, { keep: "device" }))?.kind, "network");
  await browser.leave();
});

test("a sync takes nothing for an account that is no longer current, and leaves what it has", async () => {
  const browser = await withTwo();
  const { page, account, other } = browser;
  await openIn(page, { keep: "device" });
  await syncIn(page);
  const before = await filesIn(page);
  // A switch that no SDK has announced.
  const switchTo = (account) => page.evaluate((account) => fetch("/auth/switch", {
    method: "POST", headers: { "X-Canvass": "1", "Content-Type": "application/json" }, body: JSON.stringify({ account }),
  }).then(({ status }) => status), account);
  assert.ok((await switchTo(other)) < 300);
  assert.equal((await page.evaluate(() => caught(results.sync()))).kind, "unavailable");
  await isClosed(page);
  assert.deepEqual((await filesIn(page)).filter((name) => !before.includes(name)), []);
  await switchTo(account);
  assert.equal((await openIn(page, { keep: "device" })).held, 300);
  await browser.leave();
});

test("only the API's own refusal erases what is stored", async () => {
  const browser = await signedIn();
  const { page, context } = browser;
  await openIn(page, { keep: "device" });
  const { state } = await syncIn(page);
  const refuse = async (body) => {
    await context.unroute(/\/responses\/bulk/);
    await context.route(/\/responses\/bulk/, (route) => route.fulfill({ status: 404, contentType: "application/json", body }));
    return page.evaluate(() => caught(results.sync()));
  };
  assert.equal((await refuse("{}")).kind, "not_found");
  assert.equal(await countIn(page), state.held);
  assert.ok((await filesIn(page)).some((name) => /\/seg-/.test(name)));
  assert.equal((await refuse(JSON.stringify({ error: { id: "1020", name: "Resource Not Found", message: "no", docs: "", http_status_code: 404 } }))).kind, "not_found");
  assert.equal(await countIn(page), 0);
  assert.deepEqual((await filesIn(page)).filter((name) => !/^results\/last-/.test(name)), []);
  await browser.leave();
});

test("what was stored is erased when the operator forbids it", async () => {
  const browser = await signedIn();
  const { page, context } = browser;
  await openIn(page, { keep: "device" });
  await syncIn(page);
  await page.evaluate(() => results.close());
  await context.route(/\/auth\/session$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), keep_results: false } });
  });
  await openIn(page, { keep: "tab" });
  assert.deepEqual(await filesIn(page), []);
  await browser.leave();
});

test("a sign-out whose session cannot be read erases what this gateway's accounts have stored", async () => {
  const browser = await browserWith();
  await browser.open();
  await signIn(browser, owner(at.world));
  const { page, context } = browser;
  await openIn(page, { keep: "device" });
  await syncIn(page);
  await context.route(/\/auth\/session$/, (route) => route.abort());
  await page.evaluate(() => canvass.signOut());
  assert.deepEqual(await filesIn(page), []);
  await browser.leave();
});

test("what one tab no longer keeps on the device, no tab keeps, and a sync of another tab does not delay that", async () => {
  const browser = await signedIn({ most: 10 });
  const { page } = browser;
  const other = await browser.newTab();
  await openIn(page, { keep: "device" });
  await openIn(other, { keep: "device" });
  const syncing = other.evaluate(() => results.sync().then(() => null, ({ name }) => name));
  await other.waitForFunction(() => results.state.held > 0);
  await page.evaluate(() => results.keep("tab"));
  assert.equal(await syncing, "AbortError");
  await other.waitForFunction(() => results.state.kept === "tab");
  assert.deepEqual((await filesIn(page)).filter((name) => !/^results\/last-/.test(name)), []);
  // Both go on in memory.
  for (const tab of [page, other]) assert.equal((await syncIn(tab)).state.held, 300);
  await browser.leave();
});

test("a newer store replaces an older one on the device", async () => {
  const browser = await signedIn();
  const { page } = browser;
  await openIn(page, { keep: "device" });
  await syncIn(page);
  await page.evaluate(() => results.close());
  await openIn(page, { keep: "tab" });
  const { state } = await syncIn(page);
  await page.evaluate(async (survey_id) => {
    const [{ id }] = (await canvass.surveys.responses.list({ survey_id, per_page: 1 })).data;
    await canvass.surveys.responses.delete({ survey_id, response_id: id });
    await results.sync();
    await results.keep("device");
  }, survey_id);
  assert.equal(await countIn(page), state.held - 1);
  await page.reload();
  await page.waitForFunction(() => globalThis.ready);
  assert.equal((await openIn(page, { keep: "device" })).held, state.held - 1);
  // And an older one opens the newer.
  const other = await browser.newTab();
  await openIn(other, { keep: "tab" });
  await other.evaluate(() => results.keep("device"));
  assert.equal(await countIn(other), state.held - 1);
  await browser.leave();
});

test("a tab that is closed during its sync leaves no other tab waiting for its end", async () => {
  const browser = await signedIn({ most: 10 });
  const { page } = browser;
  const other = await browser.newTab();
  await openIn(page, { keep: "device" });
  await openIn(other, { keep: "device" });
  await other.evaluate(() => void results.sync().catch(() => {}));
  await page.waitForFunction(() => results.state.syncing);
  await other.close();
  await eventually(() => page.evaluate(() => !results.state.syncing));
  assert.ok((await syncIn(page)).state.complete);
  await browser.leave();
});
