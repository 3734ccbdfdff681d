// Links in Chromium: the dialog that publishes them, and the page that their readers see. The gateway's answers are
// made.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { DESIGN, summaryOf } from "./fake_results.mjs";
import { load } from "./load.mjs";
import { launch, serve } from "./serve.mjs";

const { open: unseal, seal } = await load("share/seal.ts");
const { sharedView } = await load("share/snapshot.ts");

let browser, site;
before(async () => {
  site = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

async function newPage(t, viewport = { width: 1280, height: 900 }) {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce", locale: "en-GB", timezoneId: "Europe/Berlin" });
  t.after(() => context.close());
  context.setDefaultTimeout(30_000);
  return context.newPage();
}

const linkOf = (id) => ({ id, survey_id: "301", created_at: `2026-11-2${id.length}T10:00:00+00:00`, ends_at: "2026-12-30T10:00:00+00:00", opened: { total: 3, last_at: "2026-11-26" } });

/**
 * The screen with the share dialog, in front of a gateway with these links; `gateway.answer` may answer in its place.
 */
async function openDialog(t, ids = [], headers = {}) {
  const page = await newPage(t);
  const gateway = { links: ids.map(linkOf), published: [], answer: () => undefined };
  await page.route("**/gateway/shares**", async (route) => {
    const request = route.request();
    const id = new URL(request.url()).pathname.split("/")[3];
    const own = gateway.answer(request);
    if (own !== undefined) return own === "abort" ? route.abort() : route.fulfill(own);
    if (request.method() === "GET") return route.fulfill({ json: gateway.links, headers });
    if (request.method() === "POST") {
      gateway.published.push(request.postDataJSON());
      const id = `new${gateway.published.length}`;
      gateway.links.push(linkOf(id));
      return route.fulfill({ status: 201, json: { id } });
    }
    const isListed = gateway.links.some((link) => link.id === id);
    gateway.links = gateway.links.filter((link) => link.id !== id);
    return isListed ? route.fulfill({ status: 204 }) : route.fulfill({ status: 404, json: { title: "This path does not exist." } });
  });
  await page.goto(`${site.origin}/#/surveys/301/results`);
  await page.waitForSelector(".results [data-figure] table");
  await page.click("text=Views and links");
  await page.click('role=menuitem[name="Share a read-only link"]');
  await page.waitForSelector("dialog[open] .preview-scroll [data-figure]");
  return { page, gateway, dialog: page.locator("dialog[open]") };
}

const focused = (page) => page.evaluate(() => document.activeElement?.outerHTML ?? "");

test("what_was_entered_for_a_link_stays_while_a_sync_runs_and_only_the_button_waits", async (t) => {
  const { page, dialog } = await openDialog(t);
  await dialog.getByLabel("Pass phrase").fill("secret words");
  await dialog.getByLabel("Ends after").selectOption("7");
  await dialog.locator(".checks-list input").first().uncheck();
  const sync = (complete, arrived) => page.evaluate(([complete, arrived]) => {
    window.results.state = { ...window.results.state, complete, syncing: !complete };
    window.results.arrive(arrived);
  }, [complete, arrived]);
  await sync(false, 0);
  await dialog.getByText("Not all responses are here yet").waitFor();
  const publish = dialog.getByRole("button", { name: "Publish the link" });
  assert.ok(await publish.isDisabled());
  await sync(true, 40);
  await page.waitForFunction(() => !document.querySelector("dialog[open] [type=submit]").disabled);
  assert.deepEqual([await dialog.getByLabel("Pass phrase").inputValue(), await dialog.getByLabel("Ends after").inputValue()], ["secret words", "7"]);
  assert.equal(await dialog.locator(".checks-list input").first().isChecked(), false);
  assert.equal(await dialog.getByText("Not all responses are here yet").count(), 0);
  await dialog.getByText("About 1,300 responses").waitFor();
});

test("the_end_of_a_link_is_by_the_clock_of_the_gateway", async (t) => {
  const { dialog, gateway } = await openDialog(t, [], { Date: "Tue, 05 Jan 2038 10:00:00 GMT" });
  await dialog.getByLabel("Ends after").selectOption("7");
  await dialog.getByRole("button", { name: "Publish the link" }).click();
  await dialog.getByLabel("Address of the link").waitFor();
  assert.match(gateway.published[0].ends_at, /^2038-01-12T10:0/);
});

test("a_link_that_was_revoked_elsewhere_counts_as_revoked_and_the_list_is_that_of_now", async (t) => {
  const { page, dialog, gateway } = await openDialog(t, ["a", "bb"]);
  assert.equal(await dialog.locator(".links li").count(), 2);
  gateway.links = [];
  await dialog.getByRole("button", { name: "Revoke" }).first().click();
  await page.waitForSelector(".links", { state: "detached" });
  assert.equal(await dialog.locator(".message.bad").count(), 0);
  gateway.links = [linkOf("ccc")];
  await page.keyboard.press("Escape");
  await page.click("text=Views and links");
  await page.click('role=menuitem[name="Share a read-only link"]');
  await page.waitForSelector("dialog[open] .links li");
});

test("each_button_that_revokes_names_its_link_and_two_links_can_be_revoked_at_once", async (t) => {
  const { page, dialog, gateway } = await openDialog(t, ["a", "bb"]);
  await dialog.getByRole("button", { name: "Revoke the link published 21 Nov 2026, 11:00" }).waitFor();
  await dialog.getByRole("button", { name: "Revoke the link published 22 Nov 2026, 11:00" }).waitFor();
  // Nothing else says which links are left.
  gateway.answer = (request) => (request.method() === "GET" ? "abort" : undefined);
  await page.evaluate(() => document.querySelectorAll("dialog[open] .links li .button").forEach((button) => button.click()));
  await page.waitForSelector(".links", { state: "detached" });
});

test("a_list_of_links_that_arrives_late_brings_none_back_that_was_revoked_after_it_was_requested", async (t) => {
  const { page, gateway } = await openDialog(t, ["a", "bb", "ccc"]);
  let release;
  const released = new Promise((done) => (release = done));
  let lists = 0;
  const late = { json: [linkOf("a"), linkOf("bb")] };
  await page.route("**/gateway/shares", async (route) => {
    if (route.request().method() !== "GET" || (lists += 1) > 1) return route.fallback();
    await released;
    return route.fulfill(late);
  });
  const revoke = (at) => page.locator("dialog[open] .links li .button").nth(at).click();
  const left = (count) => page.waitForFunction((count) => document.querySelectorAll("dialog[open] .links li").length === count, count);
  await revoke(0);
  await left(2);
  await revoke(0);
  await left(1);
  assert.deepEqual(gateway.links.map(({ id }) => id), ["a"]);
  const answered = page.waitForResponse(async (response) => (await response.json().catch(() => [])).length === 2);
  release();
  await answered;
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  assert.equal(await page.locator("dialog[open] .links li").count(), 1);
  assert.equal(lists, 2);
});

test("a_published_link_that_is_revoked_is_no_longer_offered_and_the_focus_is_never_lost", async (t) => {
  const { page, dialog } = await openDialog(t, ["a"]);
  await dialog.getByRole("button", { name: "Publish the link" }).click();
  await dialog.getByLabel("Address of the link").waitFor();
  assert.match(await focused(page), /readonly/i, "the address has the focus");
  await dialog.getByRole("button", { name: "Publish another" }).click();
  assert.match(await focused(page), /<(button|input)/);
  await page.waitForFunction(() => !document.querySelector("dialog[open] [type=submit]").disabled);
  await dialog.getByRole("button", { name: "Publish the link" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".links li").length === 3);
  for (let left = 2; left >= 0; left -= 1) {
    await dialog.getByRole("button", { name: "Revoke" }).first().click();
    await page.waitForFunction((left) => document.querySelectorAll(".links li").length === left, left);
    await page.waitForFunction(() => document.activeElement.closest("dialog .button") !== null);
  }
  assert.equal(await dialog.getByLabel("Address of the link").count(), 0);
});

/** Publishes what the dialog shows, and reads it as a reader does. */
async function published({ page, dialog, gateway }) {
  await page.waitForFunction(() => document.querySelector("dialog[open] [type=submit]")?.disabled === false);
  await dialog.getByRole("button", { name: "Publish the link" }).click();
  const address = await dialog.getByLabel("Address of the link").inputValue();
  return unseal(Buffer.from(gateway.published.at(-1).data, "base64"), address.split("#")[1]);
}

test("a_link_that_another_tab_has_published_since_rounds_the_counts", async (t) => {
  const opened = await openDialog(t);
  await opened.dialog.getByText("About 1,260 responses").waitFor();
  assert.equal(await opened.dialog.getByText("rounded to five").count(), 0);
  opened.gateway.links = [linkOf("a")];
  assert.equal((await published(opened)).rounds, true);
  await opened.dialog.getByRole("button", { name: "Publish another" }).click();
  await opened.dialog.getByText("There is another link of your account").waitFor();
});

test("nothing_is_published_while_the_links_cannot_be_listed", async (t) => {
  const opened = await openDialog(t);
  const { gateway, dialog, page } = opened;
  gateway.answer = (request) => (request.method() === "GET" && gateway.published.length > 0 ? "abort" : undefined);
  const failed = page.waitForEvent("requestfailed");
  assert.equal((await published(opened)).rounds, undefined);
  await failed;
  await dialog.getByRole("button", { name: "Publish another" }).click();
  await dialog.getByText("A group has fewer than 20 people, or there was another link").waitFor();
  await dialog.getByRole("button", { name: "Publish the link" }).click();
  await dialog.getByText("No connection").waitFor();
  assert.equal(gateway.published.length, 1);
  gateway.answer = () => undefined;
  assert.equal((await published(opened)).rounds, true);
});

test("a_link_waits_until_no_or_five_people_have_responded_since_another_one", async (t) => {
  const opened = await openDialog(t, ["a"]);
  const { dialog, page, gateway } = opened;
  const since = (count) => page.evaluate((count) => {
    window.results.since = count;
    window.results.arrive(1);
  }, count);
  await since(3);
  await dialog.getByText("fewer than five people have responded or changed their responses").waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Publish the link" }).isDisabled());
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/few.png` });
  await since(60);
  await dialog.getByText("fewer than five people have responded").waitFor({ state: "detached" });
  assert.equal((await published(opened)).rounds, true);
  assert.equal(gateway.published.length, 1);
});

test("what_a_few_have_answered_since_another_link_can_be_left_out", async (t) => {
  const opened = await openDialog(t, ["a"]);
  const { dialog, page } = opened;
  await page.evaluate(() => {
    const { where } = window.results;
    // Of many new responses, two answer the fifth question.
    window.results.where = (rule) => (JSON.stringify(rule).includes('"modified"') ? { summary: async ({ questions }) => ({ responses: 40, all: 1260, questions: questions.map((id) => ({ id, answered: id === "q5" ? 2 : 40 })) }) } : where(rule));
    window.results.arrive(1);
  });
  await dialog.getByText("answered these questions or a row of them: 5.").waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/few-of.png` });
  await dialog.getByRole("checkbox", { name: "5 Where do you live?" }).uncheck();
  const snapshot = await published(opened);
  assert.ok(!snapshot.views[0].figures.some(({ id }) => id === "q5"));
});

test("what_arrives_while_a_link_is_published_is_previewed_first", async (t) => {
  const opened = await openDialog(t);
  const { dialog, page, gateway } = opened;
  await page.evaluate(() => (window.results.sync = async () => window.results.arrive(40)));
  await page.waitForFunction(() => document.querySelector("dialog[open] [type=submit]")?.disabled === false);
  await dialog.getByRole("button", { name: "Publish the link" }).click();
  await dialog.getByText("Other responses have arrived").waitFor();
  assert.equal(gateway.published.length, 0);
  await dialog.getByText("About 1,300 responses").waitFor();
  await page.evaluate(() => (window.results.sync = async () => {}));
  await published(opened);
});

test("nothing_is_published_if_what_is_new_cannot_be_fetched_in_time", async (t) => {
  const { dialog, page, gateway } = await openDialog(t);
  await page.evaluate(() => (window.results.sync = async () => {
    throw new DOMException("stopped", "AbortError");
  }));
  await dialog.getByRole("button", { name: "Publish the link" }).click();
  await dialog.getByText("What is new could not be fetched yet").waitFor();
  assert.equal(gateway.published.length, 0);
});

test("without_a_network_the_dialog_says_so_in_its_own_words", async (t) => {
  const { page, dialog, gateway } = await openDialog(t);
  gateway.answer = () => "abort";
  await dialog.getByRole("button", { name: "Publish the link" }).click();
  await dialog.getByText("No connection").waitFor();
  assert.equal(await page.getByText("Failed to fetch").count(), 0);
});

const snapshotOf = (names) => ({ version: 1, title: DESIGN.title, rules: null, as_of: "2026-11-25T14:05:00Z", ends_at: "2026-12-25T14:05:00Z", hides: false, views: names.map((name) => sharedView(name, summaryOf(1260), ["q1", "q2"], () => false)) });

/** The page of a link; the first answers may be others than its data. */
async function openLink(t, { names = [null], snapshot = snapshotOf(names), seal: sealed = (data) => data, passPhrase = "", answers = [], viewport, clock = false, script = () => {} } = {}) {
  const page = await newPage(t, viewport);
  await page.addInitScript(script);
  if (clock) await page.clock.install();
  const { data, key } = await seal(snapshot, passPhrase);
  const rest = [...answers];
  await page.route("**/shared/1/data", (route) => route.fulfill(rest.shift() ?? { body: Buffer.from(sealed(data)), contentType: "application/octet-stream" }));
  await page.goto(`${site.origin}/shared/1#${key}`);
  return page;
}

test("the_page_of_a_link_has_margins_at_every_width", async (t) => {
  for (const width of [360, 1280]) {
    const page = await openLink(t, { viewport: { width, height: 800 } });
    await page.waitForSelector(".shared [data-figure]");
    const { left, right } = await page.evaluate(() => document.querySelector("h1").getBoundingClientRect());
    assert.ok(left >= 12 && right <= width - 12, `${width}: ${left} to ${right}`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/shared-${width}.png` });
  }
});

test("a_printed_page_of_a_link_names_its_group", async (t) => {
  const page = await openLink(t, { names: ["North", "East"] });
  await page.getByRole("radio", { name: "East" }).click();
  const heading = page.locator(".print-group");
  assert.equal(await heading.isVisible(), false);
  await page.emulateMedia({ media: "print" });
  assert.deepEqual([await heading.isVisible(), await heading.innerText()], [true, "Group: East"]);
});

test("a_link_of_an_earlier_release_is_shown_and_notes_and_scores_that_are_not_known_are_left_out", async (t) => {
  // As it was published: this file does not change with the code.
  const snapshot = JSON.parse(readFileSync(new URL("snapshot_1.json", import.meta.url), "utf8"));
  const [first] = snapshot.views[0].figures;
  first.notes.push({ code: "of_another_time" });
  first.scores.push({ code: "of_another_time", value: 1, n: first.n });
  const page = await openLink(t, { snapshot });
  await page.waitForSelector(".shared [data-figure]");
  const known = (items) => items.filter(({ code }) => code !== "of_another_time").length;
  for (const { name, figures } of snapshot.views) {
    await page.getByRole("radio", { name: name ?? "All responses" }).click();
    assert.deepEqual(await page.locator(".shared [data-figure]").evaluateAll((found) => found.map(({ dataset }) => dataset.figure)), figures.map(({ id }) => id));
    for (const { id, n, notes, scores } of figures) {
      const figure = page.locator(`[data-figure=${id}]`);
      const drawn = [await figure.locator("table, .grid, svg, .bars").count() > 0, await figure.locator(".notes > li").count(), await figure.locator("dl.scores > div").count()];
      assert.deepEqual(drawn, [n !== null, known(notes), known(scores)], id);
    }
  }
});

test("a_link_of_another_version_is_not_reported_as_cut_off", async (t) => {
  const ofVersion = (data) => Uint8Array.from(data, (byte, at) => (at === 0 ? 2 : byte));
  for (const other of [{ snapshot: { ...snapshotOf([null]), version: 2 } }, { snapshot: { version: 2 } }, { seal: ofVersion }]) {
    const page = await openLink(t, other);
    assert.match(await page.locator("[role=alert]").innerText(), /made by another version of the console/);
  }
});

test("a_reader_of_a_busy_link_is_asked_to_wait_and_the_page_tries_again_by_itself", async (t) => {
  const page = await openLink(t, { answers: [{ status: 429, headers: { "Retry-After": "60" }, body: "{}" }], clock: true });
  await page.getByText("Many people are opening links just now").waitFor();
  await page.clock.runFor(61_000);
  await page.waitForSelector(".shared [data-figure]");
});

test("each_wrong_pass_phrase_is_announced_and_the_right_one_takes_the_focus_to_the_heading", async (t) => {
  const page = await openLink(t, { passPhrase: "right" });
  const field = page.getByLabel("Pass phrase");
  await field.fill("wrong");
  await field.press("Enter");
  await page.waitForSelector("[role=alert]");
  await page.evaluate(() => new MutationObserver((records) => records.some(({ addedNodes }) => [...addedNodes].some(({ role, outerHTML }) => role === "alert" || outerHTML?.includes('role="alert"'))) && (window.announced = true)).observe(document.body, { childList: true, subtree: true }));
  await field.press("Enter");
  await page.waitForFunction(() => window.announced);
  await field.fill("right");
  await field.press("Enter");
  await page.waitForSelector(".shared [data-figure]");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "H1");
});

test("while_a_pass_phrase_is_tried_the_page_says_so_and_a_late_result_takes_no_place", async (t) => {
  const script = () => {
    const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
    crypto.subtle.deriveBits = async (...args) => {
      await new Promise((done) => (window.goOn = done));
      return derive(...args);
    };
    const parse = JSON.parse;
    JSON.parse = (...args) => ((window.isParsed = true), parse(...args));
  };
  const page = await openLink(t, { passPhrase: "right", script });
  const [field, button] = [page.getByLabel("Pass phrase"), page.getByRole("button", { name: "Open" })];
  const opening = page.locator(".unlock [role=status]", { hasText: "Opening the link" });
  await field.fill("wrong");
  await button.click();
  await opening.waitFor();
  assert.equal(await button.isDisabled(), true);
  await page.evaluate(() => goOn());
  await page.waitForSelector("[role=alert]");
  assert.deepEqual([await button.isDisabled(), await opening.count(), await page.evaluate(() => document.activeElement.type)], [false, 0, "password"]);
  await field.fill("right");
  await field.press("Enter");
  await opening.waitFor();
  await page.unroute("**/shared/1/data");
  await page.route("**/shared/1/data", (route) => route.fulfill({ status: 404 }));
  await page.evaluate(() => (location.hash = "another"));
  const gone = page.getByText("This link has ended");
  await gone.waitFor();
  await page.evaluate(() => ((window.isParsed = false), goOn()));
  await page.waitForFunction(() => window.isParsed);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await gone.count(), 1);
});
