// Results that are held in a browser: what is kept on the device, by which tab, and what is left of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../edge/eventually.mjs";
import { owner, usual } from "./harness.mjs";
import { POLICY, countIn, filesIn, openIn, resultsStage, script, storageOf, survey_id, syncIn } from "./results_stage.mjs";

const { at, browserWith, signIn, signedIn } = resultsStage();
const isPage = ({ pathname }) => pathname.endsWith("/bulk");
const pagesOf = (sent) => sent.filter(isPage).length;

test("what is stored on the device opens without a request to the API, and the engine runs in a worker", async () => {
  const browser = await signedIn();
  const { page, sent } = browser;
  assert.deepEqual((await openIn(page, { keep: "device" })).kept, "device");
  const first = await syncIn(page);
  assert.deepEqual([first.added, first.state.held, first.state.complete], [300, 300, true]);
  assert.equal(await countIn(page), 300);
  if (usual === "chromium") assert.match(page.workers()[0].url(), /\/sdk\/results_worker-\w{8}\.js$/);
  assert.ok((await filesIn(page)).some((name) => /^results\/[0-9a-f]{8}-[0-9a-f]{32}\/600000000\/seg-\d+$/.test(name)));
  await page.reload();
  await page.waitForFunction(() => globalThis.ready);
  sent.length = 0;
  const state = await openIn(page, { keep: "device" });
  assert.deepEqual([state.held, state.complete, sent.length], [300, true, 0]);
  assert.equal(await countIn(page), 300);
  assert.deepEqual((await syncIn(page)).requests, 2);
  assert.deepEqual(browser.problems, []);
  await browser.leave();
});

test("a sync goes on after the page was reloaded in the middle of it", async () => {
  // A document goes on fetching until the next one takes its place: it gets no more pages than are meant.
  let most = Infinity;
  const browser = await signedIn({ most: 20, holds: (url) => isPage(url) && pagesOf(sent) >= most });
  const { page, sent } = browser;
  let reloads = 0;
  for (const limit of [3, 4, 5]) {
    await openIn(page, { keep: "device" });
    most = pagesOf(sent) + limit;
    await page.evaluate(() => void results.sync().catch(() => {}));
    await eventually(() => pagesOf(sent) === most);
    await page.reload();
    await page.waitForFunction(() => globalThis.ready);
    reloads += 1;
  }
  most = Infinity;
  const state = await openIn(page, { keep: "device" });
  assert.ok(state.held > 0 && state.held < 300 && !state.complete, `${state.held} held`);
  const rest = await syncIn(page);
  assert.deepEqual([rest.state.held, rest.state.complete], [300, true]);
  // The least is 16 pages; a reload costs the pages under way and a probe.
  assert.ok(pagesOf(sent) <= 17 + reloads * 3, `${pagesOf(sent)} pages`);
  await browser.leave();
});

test("a sync goes on when the user agrees to keep the responses meanwhile", async () => {
  const browser = await signedIn({ most: 20 });
  const { page, sent } = browser;
  await openIn(page, { keep: "tab" });
  sent.length = 0;
  await page.evaluate(() => void (globalThis.synced = results.sync()));
  await eventually(() => pagesOf(sent) === 3);
  await page.evaluate(() => results.keep("device"));
  const { added, state } = await page.evaluate(async () => ({ ...(await synced), state: { ...results.state } }));
  assert.deepEqual([added, state.held, state.complete, state.kept], [300, 300, true, "device"]);
  // The least is 16 pages; the interruption costs the page under way and a probe.
  assert.ok(pagesOf(sent) <= 19, `${pagesOf(sent)} pages`);
  await page.reload();
  await page.waitForFunction(() => globalThis.ready);
  sent.length = 0;
  assert.deepEqual([(await openIn(page, { keep: "device" })).held, sent.length], [300, 0]);
  await browser.leave();
});

/** Erases the files as the browser would. A file that is being written cannot be erased. */
const eraseIn = (tab) =>
  tab.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    while (!(await root.removeEntry("results", { recursive: true }).then(() => true, ({ name }) => name === "NotFoundError"))) await new Promise((done) => setTimeout(done, 5));
  });

test("files that are erased while results are open cost neither responses nor a sync", async () => {
  const browser = await signedIn({ most: 20 });
  const { page, sent } = browser;
  await openIn(page, { keep: "device" });
  sent.length = 0;
  await page.evaluate(() => void (globalThis.synced = results.sync()));
  await eventually(() => pagesOf(sent) === 3);
  await eraseIn(page);
  const { added, state } = await page.evaluate(async () => ({ ...(await synced), state: { ...results.state } }));
  assert.deepEqual([added, state.held, state.complete, state.kept, state.bytes], [300, 300, true, "tab", 0]);
  await page.evaluate(() => results.notes.load());
  // What was erased is not written again until the user agrees again.
  assert.deepEqual(await filesIn(page), []);
  assert.equal(await countIn(page), 300);
  assert.deepEqual((await syncIn(page)).state.error, null);
  await page.evaluate(() => results.keep("device"));
  await page.reload();
  await page.waitForFunction(() => globalThis.ready);
  assert.equal((await openIn(page, { keep: "device" })).held, 300);
  await browser.leave();
});

test("responses are forgotten, and notes saved, where the browser's files are gone", async () => {
  const browser = await signedIn();
  const { page } = browser;
  await openIn(page, { keep: "device" });
  await syncIn(page);
  await eraseIn(page);
  const notes = await page.evaluate(() => results.notes.save({ tag: { name: "Saved", add: [] } }));
  assert.ok("Saved" in notes.tags);
  await page.evaluate(() => results.notes.save({ remove_tag: "Saved" }));
  await page.evaluate(() => results.forget());
  assert.deepEqual(await page.evaluate(() => [results.state.held, results.state.kept]), [0, "tab"]);
  assert.equal((await syncIn(page)).state.held, 300);
  assert.deepEqual(await filesIn(page), []);
  await browser.leave();
});

test("responses are stored where only what opens them offline cannot be written", async () => {
  const browser = await signedIn();
  const { page } = browser;
  await openIn(page, { keep: "tab" });
  await syncIn(page);
  await page.evaluate(async () => {
    FileSystemFileHandle.prototype.createWritable = async () => {
      throw new DOMException("The quota is exceeded.", "QuotaExceededError");
    };
    await results.keep("device");
  });
  assert.equal((await page.evaluate(() => results.state)).kept, "device");
  await page.reload();
  await page.waitForFunction(() => globalThis.ready);
  assert.equal((await openIn(page, { keep: "device" })).held, 300);
  await browser.leave();
});

test("without room on the device, a sync goes on in the tab, and what cannot be stored is an error of the SDK", { skip: usual !== "chromium" && "only Chromium's protocol sets a quota" }, async () => {
  const browser = await signedIn({ most: 20 });
  const { page } = browser;
  await openIn(page, { keep: "device" });
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Storage.overrideQuotaForOrigin", { origin: new URL(page.url()).origin, quotaSize: 1 });
  const { added, state } = await syncIn(page);
  assert.deepEqual([added, state.held, state.complete, state.kept, state.error], [300, 300, true, "tab", null]);
  const error = await page.evaluate(() => results.keep("device").then(() => null, ({ kind, message, cause }) => ({ kind, message, cause: cause.name })));
  assert.deepEqual([error.kind, error.cause], ["unavailable", "QuotaExceededError"]);
  assert.match(error.message, /^The browser does not keep the responses on this device: /);
  assert.equal((await page.evaluate(() => results.state)).kept, "tab");
  assert.equal(await countIn(page), 300);
  // What could not be kept whole is not kept in part.
  assert.deepEqual((await filesIn(page)).filter((name) => name.includes(survey_id)), []);
  await protocol.send("Storage.overrideQuotaForOrigin", { origin: new URL(page.url()).origin });
  await page.evaluate(() => results.keep("device"));
  await page.reload();
  await page.waitForFunction(() => globalThis.ready);
  assert.equal((await openIn(page, { keep: "device" })).held, 300);
  await browser.leave();
});

test("one tab fetches, and the others show what it has fetched and share its sync", async () => {
  const browser = await signedIn({ most: 20 });
  const { page, sent } = browser;
  const other = await browser.newTab();
  await openIn(page, { keep: "device" });
  await openIn(other, { keep: "device" });
  await other.evaluate(() => {
    globalThis.seen = [];
    results.on("state", ({ held, syncing }) => seen.push([held, syncing]));
  });
  sent.length = 0;
  const [one, two] = await Promise.all([syncIn(page), syncIn(other)]);
  for (const { state } of [one, two]) assert.deepEqual([state.held, state.complete, state.syncing], [300, true, false]);
  assert.equal(Math.max(one.added, two.added), 300);
  assert.ok(pagesOf(sent) <= 19, `${pagesOf(sent)} pages`);
  assert.equal(await countIn(other), 300);
  // A change that one tab fetches reaches the other, after what may still arrive of the first sync.
  await other.evaluate(() => {
    globalThis.removed = 0;
    results.on("change", (change) => (removed += change.removed));
  });
  await page.evaluate(async (survey_id) => {
    const [{ id }] = (await canvass.surveys.responses.list({ survey_id, per_page: 1 })).data;
    await canvass.surveys.responses.delete({ survey_id, response_id: id });
    await results.sync();
  }, survey_id);
  await other.waitForFunction(() => removed > 0);
  assert.deepEqual([await other.evaluate(() => removed), await countIn(other)], [1, 299]);
  // The lock is that of a sync, not of a tab.
  assert.deepEqual((await storageOf(browser)).locks, []);
  await browser.leave();
});

test("a design that one tab fetches is that of every tab, and both report it", async () => {
  const browser = await signedIn();
  const { page } = browser;
  const other = await browser.newTab();
  await openIn(page, { keep: "device" });
  await syncIn(page);
  await openIn(other, { keep: "device" });
  for (const tab of [page, other]) {
    await tab.evaluate(() => {
      globalThis.titles = [];
      results.on("change", () => titles.push(results.design.title));
    });
  }
  await page.evaluate(async (survey_id) => {
    await canvass.surveys.update({ survey_id, title: "Another title" });
    await results.sync();
  }, survey_id);
  for (const tab of [page, other]) await tab.waitForFunction(() => titles.includes("Another title"));
  const [one, two] = await Promise.all([page, other].map((tab) => tab.evaluate(() => results.design)));
  assert.deepEqual(one, two);
  await browser.leave();
});

test("what another tab writes is reported even if it cannot be read at first", async () => {
  const browser = await signedIn({ policy: `${POLICY}; worker-src 'none'` });
  const { page } = browser;
  const other = await browser.newTab();
  await openIn(page, { keep: "device" });
  await syncIn(page);
  await openIn(other, { keep: "device" });
  await other.evaluate(() => {
    Object.assign(globalThis, { removed: 0, failures: 0, isBusy: true });
    results.on("change", (change) => (removed += change.removed));
    const { getFile } = FileSystemFileHandle.prototype;
    FileSystemFileHandle.prototype.getFile = function () {
      if (!isBusy) return getFile.call(this);
      failures += 1;
      throw new DOMException("The file is being written.", "NotReadableError");
    };
  });
  const before = await countIn(other);
  await page.evaluate(async (survey_id) => {
    const [{ id }] = (await canvass.surveys.responses.list({ survey_id, per_page: 1 })).data;
    await canvass.surveys.responses.delete({ survey_id, response_id: id });
    await results.sync();
  }, survey_id);
  // Six attempts for each of the two heads, after each of the two messages of a sync.
  await other.waitForFunction(() => failures >= 24);
  assert.deepEqual(await other.evaluate(() => [removed, results.state.held]), [0, before]);
  await other.evaluate(() => (isBusy = false));
  await syncIn(page);
  await other.waitForFunction(() => removed > 0);
  assert.deepEqual([await other.evaluate(() => removed), await countIn(other)], [1, before - 1]);
  await browser.leave();
});

test("signing out leaves nothing of the respondents in the browser, and closes the results of every tab", async () => {
  const browser = await browserWith();
  await browser.open();
  await signIn(browser, owner(at.world));
  const { page, context } = browser;
  const other = await browser.newTab();
  await openIn(page, { keep: "device" });
  await syncIn(page);
  await openIn(other, { keep: "device" });
  const third = await browser.newTab();
  await openIn(third, { keep: "tab" });
  await syncIn(third);
  const before = await storageOf(browser);
  assert.ok(before.files.length >= 4, before.files.join());
  let filesAtRequest;
  await context.route(/\/auth\/sign-out$/, async (route) => {
    filesAtRequest = await filesIn(third);
    await route.continue();
  });
  await page.evaluate(() => canvass.signOut());
  assert.deepEqual(filesAtRequest, []);
  for (const tab of [page, other, third]) {
    await tab.waitForFunction(() => results.state.closed);
    assert.equal((await tab.evaluate(() => caught(results.where().count()))).kind, "unavailable");
  }
  const { files, databases, local, session, caches, locks, cookies } = await storageOf(browser);
  assert.deepEqual({ databases, local, session, caches, locks, cookies }, { databases: [], local: [], session: [], caches: [], locks: [], cookies: [] });
  assert.deepEqual(files, []);
  assert.equal((await page.evaluate((survey_id) => caught(openResults(canvass, { survey_id })), survey_id)).kind, "signed_out");
  assert.deepEqual((await storageOf(browser)).files, []);
  await browser.leave();
});

test("a page that has not loaded the results erases them as well when it signs out", async () => {
  const browser = await browserWith();
  await browser.open();
  await signIn(browser, owner(at.world));
  await openIn(browser.page, { keep: "device" });
  await syncIn(browser.page);
  await browser.page.route(`${at.origin}/held/page.js`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: script().replace(/import \{ eraseResults.*\n/, "const [eraseResults, openResults] = [];") }));
  await browser.open();
  await browser.page.evaluate(() => canvass.signOut({ all: true }));
  assert.deepEqual(await filesIn(browser.page), []);
  await browser.leave();
});

test("results that are held in the tab only write nothing anywhere", async () => {
  const browser = await signedIn();
  const { page } = browser;
  await page.evaluate(() => {
    globalThis.heard = [];
    new BroadcastChannel("canvass.results").addEventListener("message", ({ data }) => heard.push(data));
  });
  const before = await storageOf(browser);
  await openIn(page, { keep: "tab" });
  const { state } = await syncIn(page);
  assert.deepEqual([state.complete, state.kept, state.bytes], [true, "tab", 0]);
  assert.deepEqual(await storageOf(browser), before);
  assert.deepEqual(before.files, []);
  assert.deepEqual(await page.evaluate(() => heard), []);
  // With the person's agreement it is kept, and without it any more it is gone.
  await page.evaluate(() => results.keep("device"));
  assert.ok((await filesIn(page)).length >= 3);
  await page.evaluate(() => results.keep("tab"));
  assert.deepEqual((await filesIn(page)).filter((name) => !/^results\/last-/.test(name)), []);
  assert.ok((await countIn(page)) > 0);
  await page.evaluate(() => eraseResults());
  assert.deepEqual(await filesIn(page), []);
  await browser.leave();
});

test("what is stored opens while the gateway cannot be reached, and an older account's is erased", async () => {
  const browser = await signedIn();
  const { page } = browser;
  await openIn(page, { keep: "device" });
  const { state } = await syncIn(page);
  await page.evaluate(() => results.close());
  await page.evaluate(() => (globalThis.canvass = createCanvass({ fetch: async () => Promise.reject(new TypeError("failed")), retries: 0 })));
  const offline = await openIn(page, { keep: "device" });
  assert.deepEqual([offline.held, offline.complete], [state.held, true]);
  assert.equal(await countIn(page), state.held);
  assert.equal((await page.evaluate(() => caught(results.sync()))).kind, "network");
  const { error, held } = await page.evaluate(() => ({ ...results.state, error: results.state.error.kind }));
  assert.deepEqual([error, held], ["network", state.held]);
  await page.evaluate(() => results.close());
  // A survey that is not kept cannot be opened, and nothing is kept of it.
  assert.equal((await page.evaluate(() => caught(openResults(canvass, { survey_id: "12345", keep: "device" })))).kind, "network");
  // After eight days it is unknown whether the account is still signed in.
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 8 * 86_400_000;
  });
  assert.equal((await page.evaluate((survey_id) => caught(openResults(canvass, { survey_id, keep: "device" })), survey_id)).kind, "network");
  assert.deepEqual(await filesIn(page), []);
  await browser.leave();
});

test("a page whose policy forbids WebAssembly has results in the worker, and one without both gets an error that names what is missing", async () => {
  const strict = await signedIn({ policy: "default-src 'none'; script-src 'self'; connect-src 'self'" });
  await openIn(strict.page);
  assert.ok((await syncIn(strict.page)).state.complete);
  assert.ok((await countIn(strict.page)) > 0);
  await strict.leave();
  const without = await signedIn({ policy: "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'none'" });
  const { kind, message } = await without.page.evaluate((survey_id) => caught(openResults(canvass, { survey_id })), survey_id);
  assert.equal(kind, "unavailable");
  assert.match(message, /'wasm-unsafe-eval'/);
  await without.leave();
  const inThread = await signedIn({ policy: `${POLICY}; worker-src 'none'` });
  await openIn(inThread.page, { keep: "device" });
  assert.ok((await syncIn(inThread.page)).state.complete);
  await inThread.page.reload();
  await inThread.page.waitForFunction(() => globalThis.ready);
  assert.ok((await openIn(inThread.page, { keep: "device" })).complete);
  await inThread.leave();
});

test("files that another tab erases, or that cannot be erased, are no raw errors", async () => {
  const browser = await signedIn();
  const { page, problems } = browser;
  await openIn(page, { keep: "device" });
  await page.evaluate(() => {
    globalThis.failing = "NotFoundError";
    FileSystemDirectoryHandle.prototype.keys = async function* () {
      yield "before";
      throw new DOMException("The files have changed.", failing);
    };
  });
  await page.evaluate(() => results.close());
  assert.equal((await openIn(page)).kept, "tab", "the folder is gone while it is read");
  await page.evaluate(() => (failing = "InvalidStateError"));
  assert.equal((await page.evaluate((survey_id) => caught(openResults(canvass, { survey_id })), survey_id)).kind, "unavailable");
  await page.context().clearCookies();
  await page.evaluate(() => canvass.session());
  await page.waitForFunction(() => results.state.closed);
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  assert.deepEqual(problems, []);
  await browser.leave();
});

test("an operator can forbid that anything is stored", async () => {
  const browser = await signedIn();
  const { page, context } = browser;
  await context.route(/\/auth\/session$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), keep_results: false } });
  });
  const { kind, message } = await page.evaluate((survey_id) => caught(openResults(canvass, { survey_id, keep: "device" })), survey_id);
  assert.deepEqual([kind, /permits/.test(message)], ["invalid_argument", true]);
  await openIn(page, { keep: "tab" });
  assert.equal((await page.evaluate(() => caught(results.keep("device")))).kind, "invalid_argument");
  assert.deepEqual(await filesIn(page), []);
  await browser.leave();
});
