// The console in Chromium, against the built Worker: each test is one thing that a person does.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { free, owner, picture, records, signIn, stage as open, toConsent } from "./harness.mjs";

const RESPONSES = 260;

const stage = open();

/** Runs `steps` in a page of its own, which must have logged no error. */
async function visiting(steps, options) {
  const visit = await stage.visit(options);
  try {
    await steps(visit.page);
    assert.deepEqual(visit.problems, [], "the page logged no error");
  } finally {
    await visit.leave();
  }
}

/** Opens the survey with the responses that the demo promises. */
async function openDemoSurvey(page) {
  const row = page.locator(".line", { has: page.locator(".responses", { hasText: new RegExp(`^${RESPONSES}\\b`) }) });
  await row.locator("a").first().click();
  await page.waitForSelector("#export-start");
}

test("a_newcomer_reads_whom_to_sign_in_as", () =>
  visiting(async (page) => {
    await page.goto(`${stage.origin}/`);
    const { email, password } = owner(stage.world);
    const people = await page.locator(".people").innerText();
    assert.ok(people.includes(email) && people.includes(password));
    await picture(page, "home");
  }));

test("a_person_reads_before_the_sign_in_that_permissions_belong_to_the_account", () =>
  visiting(async (page) => {
    await page.goto(`${stage.origin}/`);
    assert.match(await page.locator("#permissions-hint").innerText(), /withdrawn in your other browsers/);
    await toConsent(page, stage.origin, owner(stage.world));
    assert.match(await page.locator("main").innerText(), /withdrawn in your other browsers/);
  }));

test("a_person_signs_in_exports_a_survey_and_saves_the_joined_table", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    assert.equal(await page.locator("h1").innerText(), "Surveys");
    await picture(page, "surveys");

    await openDemoSurvey(page);
    const heading = await page.locator(".question:not(.gone):has(.ordinal:not(:empty)) .heading").first().innerText();
    const title = await page.locator("h1").innerText();
    const seen = await watchProgress(page);
    await page.click("#export-start");
    await page.waitForSelector("#export-save");
    await page.waitForSelector(".sheet tbody tr");
    assert.ok((await seen()).some((text) => text.endsWith(`of ${RESPONSES} responses`)), "the progress counts responses");
    assert.match(await page.locator("#export-sum").innerText(), new RegExp(`^${RESPONSES} responses`));
    await picture(page, "export");

    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-save")]);
    assert.ok(download.suggestedFilename().endsWith(".csv"));
    assert.ok(download.suggestedFilename().startsWith(title.slice(0, 8)));
    const [header, ...rows] = records(await readFile(await download.path(), "utf8"));
    assert.equal(rows.length, RESPONSES);
    assert.ok(header.some((name) => name.includes(heading)), `the header names the question “${heading}”`);
    assert.ok(rows.every((row) => row.length === header.length), "every row has every column");
  }));

test("an_export_can_be_json_lines", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    await openDemoSurvey(page);
    await page.check("input[name=format][value=jsonl]");
    await page.click("#export-start");
    await page.waitForSelector("#export-save");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-save")]);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
    assert.equal(lines.length, RESPONSES);
    assert.equal(typeof JSON.parse(lines[0]), "object");
  }));

test("a_cancelled_export_saves_nothing_and_can_be_started_again", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    await openDemoSurvey(page);
    let release;
    const cancelled = new Promise((done) => (release = done));
    await page.route("**/responses/bulk*", (route) => cancelled.then(() => route.continue().catch(() => {})));
    await page.click("#export-start");
    await page.click("#export-cancel");
    await page.waitForSelector("#export-start");
    assert.match(await page.locator(".export").innerText(), /Cancelled/);
    assert.equal(await page.locator("#export-save").count(), 0);
    release();
    await page.unroute("**/responses/bulk*");
    await page.click("#export-start");
    await page.waitForSelector("#export-save");
  }));

test("a_reload_keeps_the_person_signed_in_and_the_survey_open", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    await openDemoSurvey(page);
    const title = await page.locator("h1").innerText();
    await page.reload();
    await page.waitForSelector("#export-start");
    assert.equal(await page.locator("h1").innerText(), title);
  }));

test("a_letter_that_is_typed_while_the_search_begins_stays", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    await page.evaluate(() => {
      const { replaceState } = history;
      // The next letter arrives between the change of the address and what it draws.
      history.replaceState = function (...given) {
        replaceState.apply(history, given);
        const field = document.querySelector("#search");
        if (field.value !== "ab") return;
        field.value = "abc";
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      };
    });
    await page.fill("#search", "ab");
    await page.waitForFunction(() => location.hash.includes("title=abc"));
    assert.equal(await page.inputValue("#search"), "abc");
    await page.evaluate(() => (location.hash = "#/surveys?title=Team"));
    await page.waitForFunction(() => document.querySelector("#search").value === "Team");
  }));

test("an_order_that_is_chosen_before_the_search_begins_stays", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    await page.evaluate(() => {
      const [field, order] = [document.querySelector("#search"), document.querySelector("#order")];
      field.value = "Team";
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      order.selectedIndex = order.options.length - 1;
      order.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await page.waitForFunction(() => location.hash.includes("title=Team"));
    const address = page.url();
    await page.waitForTimeout(500);
    assert.equal(page.url(), address);
    assert.equal(await page.locator("#order").evaluate((order) => order.selectedIndex === order.options.length - 1), true);
  }));

test("the_search_finds_by_title_and_says_when_it_finds_nothing", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    const title = await page.locator(".line a").first().innerText();
    await page.fill("#search", title);
    await page.waitForFunction((wanted) => {
      const found = [...document.querySelectorAll(".line a")];
      return found.length > 0 && found.every((link) => link.textContent.includes(wanted));
    }, title);
    await page.fill("#search", "no survey is called this");
    await page.waitForSelector(".empty");
  }));

test("a_search_that_is_not_answered_yet_is_not_reported_to_have_found_nothing", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    const word = (await page.locator(".line a").first().innerText()).split(" ")[0];
    await page.fill("#search", "no survey is called this");
    await page.waitForSelector(".empty");
    let answer;
    const held = new Promise((done) => (answer = done));
    await page.route(({ pathname, searchParams }) => pathname === "/api/v3/surveys" && searchParams.get("title") === word, async (route) => (await held, route.continue()));
    await page.fill("#search", word);
    await page.waitForSelector(".list[aria-busy=true] .skeleton");
    assert.equal(await page.locator(".empty").count(), 0);
    answer();
    await page.waitForSelector(".line a");
  }));

test("the_quota_is_requested_again_when_its_minute_has_ended", () =>
  visiting(async (page) => {
    const reported = (reset) => ({ "minute-limit": "6", "minute-remaining": "0", "minute-reset": reset, "day-limit": "20", "day-remaining": "20", "day-reset": "9000" });
    await page.route("**/api/v3/surveys?*", async (route) => {
      const response = await route.fetch();
      const rate = Object.fromEntries(Object.entries(reported("1")).map(([name, value]) => [`x-ratelimit-app-global-${name}`, value]));
      await route.fulfill({ response, headers: { ...response.headers(), ...rate } });
    });
    let asks = 0;
    // The clock of the gateway is 90 days ahead.
    const unused = (limit, spent = 0) => ({ limit, reported: true, spent, left: limit - spent - 1, left_for_background: 0, reserved: 1, resets_at: new Date(Date.now() + 90 * 86_400_000).toISOString() });
    await page.route("**/gateway/budget", (route) => ((asks += 1), route.fulfill({ json: { minute: unused(6), day: unused(20, 3) } })));
    // The minute may have ended before the list of surveys is found.
    await page.addInitScript(() => {
      const look = () => (globalThis.hasShownNone ||= document.querySelector("#quota")?.textContent.includes("0 of 6"));
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await signIn(page, stage.origin, owner(stage.world));
    await page.waitForFunction(() => globalThis.hasShownNone);
    await page.waitForFunction(() => document.querySelector("#quota").textContent.includes("6 of 6 this minute · 17 of 20"));
    await page.waitForTimeout(2_000);
    assert.equal(asks, 1, "a window lasts no longer than its length");
  }));

test("the_account_shows_plan_permissions_team_and_workgroups", () =>
  visiting(async (page) => {
    const person = owner(stage.world);
    await signIn(page, stage.origin, person);
    await page.click("nav a[href='#/account']");
    await page.waitForSelector("#team .members");
    await page.waitForSelector("#workgroups .members, #workgroups .lead");
    const text = await page.locator("main").innerText();
    assert.ok(text.includes(person.email) && text.includes("surveys_read") && text.includes("granted"));
    await picture(page, "account");
  }));

test("a_list_of_the_account_that_is_cut_says_how_many_there_are", () =>
  visiting(async (page) => {
    for (const list of [/\/groups\?/, /\/groups\/\w+\/members\?/, /\/workgroups\?/]) {
      await page.route(list, async (route) => {
        const response = await route.fetch();
        return route.fulfill({ response, json: { ...(await response.json()), total: 1_200 } });
      });
    }
    await signIn(page, stage.origin, owner(stage.world));
    await page.click("nav a[href='#/account']");
    await page.waitForSelector("#team .members");
    await page.waitForSelector("#workgroups .members, #workgroups .lead");
    const members = await page.locator("#team .members").first().locator("li").count();
    assert.equal(await page.locator("#team .team").first().locator(".members + .hint").innerText(), `${members} of 1,200 shown`);
    assert.equal(await page.locator("#team .team + .hint").innerText(), `${await page.locator("#team .team").count()} of 1,200 shown`);
    if ((await page.locator("#workgroups .members").count()) > 0) assert.match(await page.locator("#workgroups .members + .hint").innerText(), /of 1,200 shown/);
  }));

test("a_free_account_reads_what_its_plan_does_not_contain", async () => {
  const visit = await stage.visit();
  try {
    const { page } = visit;
    await signIn(page, stage.origin, free(stage.world));
    await page.click("nav a[href='#/account']");
    await page.waitForSelector("#team .notice[data-kind=plan_needed] a[href='/pricing/']");
    await page.click("nav a[href='#/surveys']");
    const survey = await page.locator(".line a").first().getAttribute("href");
    await page.goto(`${stage.origin}/${survey.replace(/\/results.*/, "")}`);
    await page.click("#export-start");
    await page.waitForSelector(".export .notice[data-kind=plan_needed] a[href='/pricing/']");
    assert.equal(await page.locator("button", { hasText: "Sign in again" }).count(), 0);
  } finally {
    await visit.leave();
  }
});

test("a_user_who_declines_at_the_consent_page_reads_so_and_is_not_signed_in", () =>
  visiting(async (page) => {
    await toConsent(page, stage.origin, owner(stage.world));
    await picture(page, "consent");
    await page.click("button[name=decision][value=deny]");
    await page.waitForSelector("[data-kind=sign_in_denied]");
    assert.equal(await page.locator("h1").innerText(), "You declined");
    assert.equal(new URL(page.url()).search, "", "the address bar is clean");
    await page.goto(`${stage.origin}/`);
    await page.waitForSelector("#sign-in");
  }));

test("a_callback_url_that_was_used_before_is_reported_as_expired", () =>
  visiting(async (page) => {
    const callbacks = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/callback/") callbacks.push(request.url());
    });
    await signIn(page, stage.origin, owner(stage.world));
    assert.equal(callbacks.length, 1);

    const exchanges = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/auth/token") exchanges.push(request.url());
    });
    await page.goto(callbacks[0]);
    await page.waitForSelector("#again");
    assert.equal(await page.locator("h1").innerText(), "This sign-in has expired");
    assert.deepEqual(exchanges, [], "nothing was sent");
    assert.equal(new URL(page.url()).search, "", "the address bar is clean");
  }));

test("who_signs_out_sees_the_first_page_and_stays_signed_out", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    await page.click("#sign-out");
    await page.waitForSelector("#sign-in");
    assert.match(await page.locator("#announcer").textContent(), /^You are signed out\. .*Canvass$/);
    await page.goto(`${stage.origin}/#/surveys`);
    await page.reload();
    await page.waitForSelector("#sign-in");
    assert.deepEqual(await page.context().cookies(), [], "no cookie stays");
  }));

test("a_user_who_was_signed_out_elsewhere_reads_why_once", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    const [{ name, value }] = await page.context().cookies();
    const headers = { "X-Canvass": "1", Cookie: `${name}=${value}` };
    assert.equal((await fetch(`${stage.origin}/auth/sign-out-everywhere`, { method: "POST", headers })).status, 204);
    await page.goto(`${stage.origin}/`);
    await page.waitForSelector("#sign-in");
    assert.match(await page.locator(".notice").innerText(), /You signed out, here or in another browser/);
    await page.reload();
    await page.waitForSelector("#sign-in");
    assert.equal(await page.locator(".notice").count(), 0);
  }));

for (const [name, options] of Object.entries({
  narrow: { viewport: { width: 360, height: 740 } },
  "narrow-dark": { viewport: { width: 360, height: 740 }, colorScheme: "dark" },
  wide: { viewport: { width: 1440, height: 900 } },
})) {
  test(`nothing_runs_out_of_a_${name}_window`, () =>
    visiting(async (page) => {
      const fits = async (view) => {
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(over <= 0, `${view} is ${over} pixels too wide`);
      };
      await page.goto(`${stage.origin}/`);
      await page.waitForSelector(".people");
      await fits("the first page");
      await signIn(page, stage.origin, owner(stage.world));
      await fits("the list");
      await openDemoSurvey(page);
      await fits("a survey");
      await page.click("#export-start");
      await page.waitForSelector(".sheet");
      await fits("an export");
      await picture(page, `export-${name}`);
      await page.goto(`${stage.origin}/#/account`);
      await page.waitForSelector("#team .members");
      await fits("the account");
    }, options));
}

test("every_control_has_a_name_and_the_keyboard_reaches_the_export", () =>
  visiting(async (page) => {
    await signIn(page, stage.origin, owner(stage.world));
    await openDemoSurvey(page);
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("a, button, input, select, progress, [role=region]")]
        .filter((node) => !node.hidden)
        .filter((node) => !(node.textContent.trim() || node.getAttribute("aria-label") || node.labels?.length))
        .map((node) => node.outerHTML),
    );
    assert.deepEqual(nameless, []);
    for (let step = 0; step < 12; step += 1) {
      if (await page.evaluate(() => document.activeElement?.id === "export-start")) break;
      await page.keyboard.press("Tab");
    }
    assert.equal(await page.evaluate(() => document.activeElement?.id), "export-start");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#export-save");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "export-save");
  }));

/** Collects every text that the progress line shows; the returned function hands them out. */
async function watchProgress(page) {
  await page.evaluate(() => {
    globalThis.progressTexts = [];
    new MutationObserver(() => {
      const text = document.querySelector(".progress-text")?.textContent;
      if (text && globalThis.progressTexts.at(-1) !== text) globalThis.progressTexts.push(text);
    }).observe(document.getElementById("main"), { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => globalThis.progressTexts);
}
