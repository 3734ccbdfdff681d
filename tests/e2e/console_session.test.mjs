// What the console shows after the session has changed: by its own sign-out, or by another tab or browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { consent } from "./consent.mjs";
import { owner, signIn, stage as open } from "./harness.mjs";

const stage = open();

/** Runs `steps` in a page of its own, signed in as the owner of the demo surveys. */
async function signedIn(steps) {
  const { page, leave } = await stage.visit();
  try {
    await signIn(page, stage.origin, owner(stage.world));
    await steps(page);
  } finally {
    await leave();
  }
}

/** Another tab of the browser, with an SDK as `canvass`. */
async function newTab(page) {
  const tab = await page.context().newPage();
  await tab.goto(`${stage.origin}/`);
  await tab.evaluate(async () => {
    const { createCanvass } = await import("/sdk/index.js");
    globalThis.canvass = createCanvass();
  });
  return tab;
}

/** Adds the account of another person to the browser, which becomes the current one. */
async function addAccount(page) {
  const { email } = owner(stage.world);
  const other = stage.world.people.find((person) => person.email !== email && /^us$/i.test(person.region));
  const tab = await newTab(page);
  await tab.evaluate(() => void canvass.signIn({ add: true, return_to: "/#/account" }));
  await consent(tab, other);
  await tab.waitForSelector("#team");
  await tab.close();
}

/** Ends the sessions of the person in every browser, without a page that could announce it. */
async function endEverywhere(page) {
  const [{ name, value }] = await page.context().cookies();
  const headers = { "X-Canvass": "1", Cookie: `${name}=${value}` };
  assert.equal((await fetch(`${stage.origin}/auth/sign-out-everywhere`, { method: "POST", headers })).status, 204);
}

test("a_survey_and_its_export_go_when_another_account_becomes_current", () =>
  signedIn(async (page) => {
    const first = await page.evaluate(async () => (await (await fetch("/auth/session", { headers: { "X-Canvass": "1" } })).json()).account);
    await addAccount(page);
    const tab = await newTab(page);
    await tab.evaluate((account) => canvass.switchAccount({ account }), first);
    await page.locator(".line a", { hasText: "Every kind of question" }).first().click();
    await page.click("#export-start");
    await page.waitForSelector(".sheet tbody tr");
    const asked = [];
    page.on("request", (request) => /\/surveys\/\d+\/details/.test(request.url()) && asked.push(request.url()));
    await tab.evaluate(async (first) => {
      const { accounts } = await canvass.session();
      await canvass.switchAccount({ account: accounts.find(({ id }) => id !== first).id });
    }, first);
    await page.waitForFunction(() => document.querySelector(".sheet, #export-save") === null);
    await page.waitForSelector(".notice[data-kind=not_found], .notice[data-kind=not_permitted], #export-start");
    assert.equal(asked.length, 1, "the survey is requested for the other account");
  }));

test("a_sign_out_ends_every_account_in_the_browser_and_the_next_sign_in_begins_at_the_list", () =>
  signedIn(async (page) => {
    await addAccount(page);
    await page.click("nav a[href='#/account']");
    await page.waitForSelector("#team .members, #team .notice");
    await page.click("#sign-out");
    await page.waitForSelector("#sign-in");
    const tab = await newTab(page);
    assert.equal(await tab.evaluate(async () => (await canvass.session()).signed_in), false);
    await signIn(tab, stage.origin, owner(stage.world));
    await page.waitForSelector(".rows");
    assert.equal(new URL(page.url()).hash, "#/surveys");
  }));

test("an_end_that_a_tab_shows_goes_with_the_sign_in_of_another_tab", () =>
  signedIn(async (page) => {
    await endEverywhere(page);
    await page.click("nav a[href='#/account']");
    await page.waitForSelector(".notice[data-kind=signed_out]");
    const tab = await newTab(page);
    await signIn(tab, stage.origin, owner(stage.world));
    await page.waitForSelector("#team .members");
    assert.equal(await page.locator(".notice[data-kind=signed_out]").count(), 0);
  }));

test("why_a_session_ended_is_shown_where_the_request_for_changes_learns_of_it_first", () =>
  signedIn(async (page) => {
    await page.locator(".line a", { hasText: "Every kind of question" }).first().click();
    await page.waitForSelector("#export-start");
    const underway = new Set();
    page.on("request", (request) => underway.add(request));
    for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => underway.delete(request));
    let release;
    const held = new Promise((done) => (release = done));
    await page.route("**/gateway/shares", async (route) => (await held, route.continue()));
    await page.evaluate(() => (location.hash += "/results"));
    await page.waitForSelector("[data-figure] table");
    const refused = [];
    page.on("response", (response) => response.status() === 401 && refused.push(new URL(response.url()).pathname));
    // The quota is asked for again when its minute ends, which may be now.
    await page.route("**/gateway/budget", (route) => route.fulfill({ json: { minute: { reported: false }, day: { reported: false } } }));
    // The calls of the SDK do not reach the gateway: the console's own question for changes is the first that is
    // refused.
    await page.route((url) => /^\/(api|gateway\/notes)\//.test(url.pathname), (route) => route.abort());
    // Nor does a question for the session hear of the end before that.
    const session = await page.evaluate(async () => (await fetch("/auth/session", { headers: { "X-Canvass": "1" } })).json());
    await page.route("**/auth/session", (route) => (refused.length > 0 ? route.continue() : route.fulfill({ json: session })));
    while ([...underway].some((request) => !request.url().endsWith("/gateway/shares"))) await page.waitForTimeout(20);
    await endEverywhere(page);
    await page.waitForSelector(".notice[data-kind=signed_out] >> text=You signed out, here or in another browser", { timeout: 20_000 });
    await page.waitForSelector("#sign-in");
    assert.equal(refused[0], "/gateway/changes");
    // The question for links left before the end, and hears of it without the reason.
    const late = page.waitForResponse((response) => new URL(response.url()).pathname === "/gateway/shares");
    release();
    assert.equal((await late).status(), 401);
    await (await late).finished();
    await page.evaluate(async () => (await fetch("/auth/session", { headers: { "X-Canvass": "1" } })).json());
    assert.equal(await page.locator(".notice[data-kind=signed_out]").count(), 1, "no later request removes the reason");
  }));

test("a_sign_out_that_failed_is_repeated_by_its_button_and_by_nothing_else", () =>
  signedIn(async (page) => {
    const sent = [];
    await page.route("**/auth/sign-out", (route) => {
      sent.push(route.request().method());
      return route.fulfill({ status: 503, contentType: "application/json", body: "{}" });
    });
    await page.click("#sign-out");
    await page.waitForSelector(".notice");
    const tries = sent.length;
    await page.click("nav a[href='#/account']");
    await page.waitForSelector("#team .members");
    assert.equal(sent.length, tries, "another screen is no repetition");
    await page.click("#sign-out");
    await page.locator(".notice > button").click({ trial: true });
    await page.unroute("**/auth/sign-out");
    await page.click(".notice > button");
    await page.waitForSelector("#sign-in");
    assert.deepEqual(await page.context().cookies(), []);
  }));
