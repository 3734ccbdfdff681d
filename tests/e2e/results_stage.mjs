// A browser whose tabs hold results with the SDK, and what is seen of them from outside.

import assert from "node:assert/strict";
import { callbackOf, owner, stage } from "./harness.mjs";

export const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
/** The page's script; pages of responses have at most `most`, if it is given. */
export const script = (most) => `import { createCanvass } from "/sdk/index.js";
import { eraseResults, openResults } from "/sdk/results.js";
const most = ${most};
const smaller = (request) => {
  const url = new URL(request.url);
  if (!url.pathname.endsWith("/bulk") || Number(url.searchParams.get("per_page")) <= most) return request;
  url.searchParams.set("per_page", String(most));
  return new Request(url, request);
};
const canvass = createCanvass(most === undefined ? {} : { fetch: (request) => fetch(smaller(request)) });
Object.assign(globalThis, { createCanvass, eraseResults, openResults, canvass });
globalThis.caught = (promise) => promise.then(() => null, ({ kind, message }) => ({ kind, message }));
globalThis.files = async () => {
  const found = [];
  const walk = async (folder, path) => {
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === "directory") await walk(handle, path + name + "/");
      else found.push(path + name);
    }
  };
  await walk(await navigator.storage.getDirectory(), "");
  return found.sort();
};
globalThis.ready = true;`;

/** A survey of 300 responses. */
export const survey_id = "600000000";

/** The stage of one file's tests: tabs of the gateway's origin, and people who sign in there. */
export function resultsStage() {
  const at = stage();
  let seeding;
  async function seed() {
    const seeded = await fetch(`${at.origin}/sandbox/seed`, {
      method: "POST", headers: { "X-Canvass": "1", "Content-Type": "application/json" }, body: JSON.stringify({ seed: 1, surveys: 1, responses: 300 }),
    });
    assert.equal(seeded.status, 200);
    await seeded.text();
  }

  /**
   * A browser of its own with tabs of the gateway's origin; `sent` are the requests of all of them to the API. What it
   * `holds` is not sent, and ends with its document.
   */
  async function browserWith({ policy = POLICY, most, state, holds = () => false } = {}) {
    await (seeding ??= seed());
    const { page, problems, leave } = await at.visit(state && { storageState: state });
    const context = page.context();
    const sent = [];
    const html = { "content-type": "text/html", "content-security-policy": `${policy}; img-src data:` };
    for (const path of ["/held/", "/callback/"]) {
      await context.route(({ pathname }) => pathname === path, (route) => route.fulfill({ headers: html, body: `<link rel="icon" href="data:,"><script type="module" src="/held/page.js"></script>` }));
    }
    await context.route(`${at.origin}/held/page.js`, (route) => route.fulfill({ contentType: "text/javascript", body: script(most) }));
    await context.route(/\/api\/v3\//, async (route) => {
      const url = new URL(route.request().url());
      if (holds(url)) return;
      sent.push(url);
      await route.continue().catch(() => {});
    });
    const open = async (tab = page) => {
      await tab.goto(`${at.origin}/held/`);
      await tab.waitForFunction(() => globalThis.ready);
      return tab;
    };
    return { page, context, problems, sent, leave, open, newTab: async () => open(await context.newPage()) };
  }

  /** Signs a person in by the SDK of the page. */
  async function signIn({ page }, { email, password }, options = {}) {
    await page.evaluate((given) => void canvass.signIn({ return_to: "/held/", ...given }), options);
    await page.fill("input[name=email]", email);
    await page.fill("input[name=password]", password);
    await page.locator("button[type=submit], form button").first().click();
    await page.waitForSelector("button[name=decision][value=allow]");
    for (const box of await page.locator("input[type=checkbox]:not(:disabled)").all()) await box.check();
    // A redirect would pass the route of the callback page by.
    await page.goto(await callbackOf(page));
    await page.waitForFunction(() => globalThis.ready);
    await page.evaluate(() => canvass.completeSignIn());
  }

  /** Somebody who has signed in, once for all tests: what the browser keeps. */
  let signing;
  async function signedIn(options) {
    signing ??= (async () => {
      const browser = await browserWith();
      await browser.open();
      await signIn(browser, owner(at.world));
      const state = await browser.page.context().storageState();
      await browser.leave();
      return state;
    })();
    const browser = await browserWith({ ...options, state: await signing });
    await browser.open();
    return browser;
  }

  return { at, browserWith, signIn, signedIn };
}

export const openIn = (tab, options) =>
  tab.evaluate(async (options) => {
    globalThis.results = await openResults(canvass, options);
    return results.state;
  }, { survey_id, ...options });
export const syncIn = (tab) => tab.evaluate(async () => ({ ...(await results.sync()), state: results.state }));
export const countIn = (tab) => tab.evaluate(async () => (await results.where().count()).all);
export const filesIn = (tab) => tab.evaluate(() => files());

/** Everything that a browser stores for the origin, by name. */
export async function storageOf({ page, context }) {
  const stored = await page.evaluate(async () => ({
    files: await files(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    local: Object.keys(localStorage),
    // The state of this tab's sign-in is not the respondents'.
    session: Object.keys(sessionStorage).filter((name) => name !== "canvass.sign_in"),
    caches: await caches.keys(),
    locks: (await navigator.locks.query()).held.map(({ name }) => name),
  }));
  return { ...stored, cookies: (await context.cookies()).map(({ name }) => name) };
}
