// The hooks for React: the cache, writes and what they make outdated, the quota, and Suspense.

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../edge/eventually.mjs";
import { hold, withReact } from "./react_harness.mjs";

withReact((app) => {
  const go = (page, hash) => page.evaluate((hash) => void (location.hash = hash), hash);

  test("what_was_shown_before_is_shown_at_once_and_loaded_again", async () => {
    const { page, calls, says, leave } = await app.open("#only,me", "owner");
    await says("#me .email", "olivia@northwind.example");
    await go(page, "#only,quota");
    await page.locator("#quota").waitFor();
    const answer = await hold(page, "**/users/me");
    await go(page, "#only,me");
    await says("#me .email", "olivia@northwind.example");
    await says("#me .loading", "true");
    assert.equal(await page.locator("#me .status").textContent(), "ready");
    answer();
    await says("#me .loading", "false");
    assert.equal(calls("/users/me"), 2);
    await leave();
  });

  test("data_that_is_younger_than_the_stale_time_is_not_loaded_again", async () => {
    const { page, calls, says, leave } = await app.open("#only,fresh", "owner");
    await says("#fresh", "olivia@northwind.example false");
    await go(page, "#only,quota");
    await page.locator("#quota").waitFor();
    await go(page, "#only,fresh");
    await says("#fresh", "olivia@northwind.example false");
    assert.equal(calls("/users/me"), 1);
    await leave();
  });

  test("cached_data_of_another_account_is_not_shown", async () => {
    const { page, says, leave } = await app.open("#only,fresh", "owner", "free");
    await says("#fresh", "frank@solo.example false");
    await go(page, "#only,quota");
    await page.locator("#quota").waitFor();
    await page.evaluate(async () => {
      const { accounts } = await canvass.session();
      const changed = new Promise((done) => canvass.onSessionChange(done));
      await canvass.switchAccount({ account: accounts.find(({ current }) => !current).id });
      await changed;
    });
    const answer = await hold(page, "**/users/me");
    await go(page, "#only,fresh");
    await says("#fresh", "undefined true");
    answer();
    await says("#fresh", "olivia@northwind.example false");
    await leave();
  });

  test("data_of_the_previous_arguments_is_shown_until_there_is_other_data", async () => {
    const { page, says, leave } = await app.open("#only,kept", "owner");
    const [first, second] = await app.world.client("owner").surveys.list().toArray({ limit: 2 });
    await says("#kept span", `ready ${first.title} false false`);
    const answer = await hold(page, `**/surveys/${second.id}`);
    await page.click("#kept button");
    await says("#kept span", `ready ${first.title} true true`);
    answer();
    await says("#kept span", `ready ${second.title} false false`);
    await leave();
  });

  test("a_list_that_is_shown_again_continues_behind_the_pages_that_it_has", async () => {
    const { page, calls, says, leave } = await app.open("#only,pages", "owner");
    await says("#pages span", "2 undefined");
    await go(page, "#only,quota");
    await page.locator("#quota").waitFor();
    // What no component shows is released in a later task.
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    await go(page, "#only,pages");
    await says("#pages span", "2 undefined");
    await page.click("#pages button");
    await says("#pages span", "4 undefined");
    await page.click("#pages button");
    await says("#pages span", "6 undefined");
    assert.equal(calls("/surveys"), 3);
    const { total } = await app.world.client("owner").surveys.list({ per_page: 2 });
    for (let count = 8; count < total + 2; count += 2) {
      await page.click("#pages button");
      await says("#pages span", `${Math.min(count, total)} undefined`);
    }
    await go(page, "#only,quota");
    await page.locator("#quota").waitFor();
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    await go(page, "#only,pages");
    await says("#pages span", `${total} undefined`);
    await page.evaluate(() => (window.loads = 0));
    await page.click("#pages button");
    await page.waitForFunction(() => window.loads === 1);
    await says("#pages span", `${total} undefined`);
    await leave();
  });

  /** Presses buttons one after the other; returns what was shown after each. */
  const press = (page, where, buttons) =>
    page.evaluate(async ([where, buttons]) => {
      const shown = [];
      for (const button of buttons) {
        document.querySelectorAll(`${where} button`)[button].click();
        await new Promise((done) => setTimeout(done));
        shown.push(document.querySelector(`${where} .shown`).textContent);
      }
      return shown;
    }, [where, buttons]);

  test("a_person_goes_through_loaded_data_as_fast_as_they_like", async () => {
    const { page, problems, says, leave } = await app.open("#only,rows", "owner");
    await page.waitForFunction(() => document.querySelectorAll("#rows .ready").length === 7);
    const ids = await page.locator("#rows button").allTextContents();
    assert.deepEqual(await press(page, "#rows", [0, 1, 2, 3, 4, 5, 6]), ids);
    await go(page, "#only,pager");
    await says("#pager .shown", ids[0]);
    for (const id of ids.slice(1)) {
      await page.click("#pager .next");
      await says("#pager .shown", id);
    }
    assert.deepEqual(await press(page, "#pager", [0, 0, 0, 0, 0, 0]), ids.slice(0, 6).reverse());
    assert.deepEqual(await press(page, "#pager", [1, 1, 1, 1, 1, 1]), ids.slice(1));
    assert.deepEqual(problems, []);
    await leave();
  });

  test("a_write_loads_what_it_makes_outdated_and_nothing_else", async () => {
    const { page, problems, calls, says, leave } = await app.open("#only,rename", "owner");
    await says("#rename .user", "olivia@northwind.example");
    await says("#rename .state", "idle undefined undefined");
    await page.locator("#rename .first:not(:empty)").waitFor();
    assert.equal(calls("/surveys"), 1);
    await page.click("#rename .good");
    await says("#rename .first", "A first title");
    await says("#rename .state", "ready A first title undefined");
    await says("#rename .told", "A first title true");
    assert.equal(calls("/surveys"), 2);
    await page.click("#rename .bad");
    await says("#rename .state", "failed undefined invalid_argument");
    await says("#rename .told", "on invalid_argument");
    await page.click("#rename .reset");
    await says("#rename .state", "idle undefined undefined");
    assert.equal(calls("/surveys"), 2, "a write that was refused makes nothing outdated");
    await page.evaluate(async () => {
      const [{ id: survey_id }] = await canvass.surveys.list({ sort_by: "title", sort_order: "ASC" }).toArray({ limit: 1 });
      await canvass.surveys.update({ survey_id, title: "A second title" });
    });
    await says("#rename .first", "A second title");
    assert.equal(calls("/users/me"), 1, "a survey is no part of the user");
    assert.deepEqual(problems, []);
    await leave();
  });

  test("a_write_that_failed_and_may_have_been_done_loads_what_it_makes_outdated", async () => {
    const { page, says, leave } = await app.open("#only,rename", "owner");
    await page.locator("#rename .first:not(:empty)").waitFor();
    const error = { id: "1050", name: "Internal Server Error", message: "Oh bananas! We couldn't process your request.", http_status_code: 500 };
    for (const [kind, answer] of [["service_failed", { status: 500, json: { error } }], ["unexpected_answer", { status: 200, json: {} }]]) {
      const title = `A title, then ${kind}`;
      const name = (title) => page.evaluate(async (title) => {
        const [{ id: survey_id }] = await canvass.surveys.list({ sort_by: "title", sort_order: "ASC" }).toArray({ limit: 1 });
        return canvass.surveys.update({ survey_id, title }).then(() => "done", ({ kind }) => kind);
      }, title);
      await page.route("**/surveys/*", async (route) => {
        await route.fetch();
        await route.fulfill(answer);
      }, { times: 1 });
      assert.equal(await name(title), kind);
      await says("#rename .first", title);
    }
    await leave();
  });

  test("what_a_write_makes_outdated_is_loaded_again_also_while_its_component_is_suspended", async () => {
    const { page, asked, says, leave } = await app.open("", "owner");
    await says("#status", "signed_in");
    const total = (await app.world.client("owner").surveys.list()).total;
    const create = () => page.evaluate(() => canvass.surveys.create({ title: "Z" }).then(() => {}));

    const user = await hold(page, "**/users/me");
    await go(page, "#suspended");
    await page.waitForResponse("**/surveys?*");
    await create();
    user();
    await says("#suspended .total", `${total + 1}`);

    await page.goto(`${app.world.origin}/?again`);
    await says("#status", "signed_in");
    let answer;
    const held = new Promise((done) => (answer = done));
    let fetched;
    const isFetched = new Promise((done) => (fetched = done));
    await page.route("**/surveys?*", async (route) => {
      const response = await route.fetch();
      fetched();
      await held;
      await route.fulfill({ response }).catch(() => {});
    }, { times: 1 });
    await go(page, "#suspended");
    await isFetched;
    await create();
    answer();
    await says("#suspended .total", `${total + 2}`);
    await leave();
  });

  test("the_quota_is_that_of_the_last_response", async () => {
    const { page, says, leave } = await app.open("#only,quota", "owner");
    await says("#quota", "unknown");
    const remaining = () => page.evaluate(async () => {
      await canvass.users.me();
      return String(canvass.quota.minute.remaining);
    });
    const first = await remaining();
    await says("#quota", first);
    const second = await remaining();
    await says("#quota", second);
    assert.ok(Number(second) <= Number(first));
    await leave();
  });

  test("a_component_is_suspended_until_there_is_data_and_sends_one_request", async () => {
    const { page, problems, calls, asked, says, leave } = await app.open("", "owner");
    await says("#status", "signed_in");
    const answer = await hold(page, "**/users/me");
    await go(page, "#suspended");
    await says("#suspended .waiting", "waiting");
    await asked("/users/me");
    answer();
    await says("#suspended .email", "olivia@northwind.example");
    await says("#suspended .count", "2");
    assert.deepEqual([calls("/users/me"), calls("/surveys")], [1, 1]);
    await page.click("#suspended .more");
    await says("#suspended .count", "4");
    const again = await hold(page, "**/users/me");
    await page.locator("#suspended button").first().click();
    await says("#suspended .loading", "true");
    assert.equal(await page.locator("#suspended .email").textContent(), "olivia@northwind.example", "a reload suspends nothing");
    again();
    await says("#suspended .loading", "false");
    assert.deepEqual(problems, []);
    await leave();
  });

  test("a_failed_load_reaches_the_error_boundary_and_can_be_repeated", async () => {
    const { page, calls, says, leave } = await app.open("", "owner");
    await says("#status", "signed_in");
    await page.route("**/users/me", (route) => route.abort(), { times: 1 });
    await go(page, "#suspended");
    await says("#suspended .retry", "network");
    assert.equal(calls("/users/me"), 1);
    // The button is gone where a click was enough.
    await eventually(async () => {
      await page.locator("#suspended .retry").click({ timeout: 500 }).catch(() => {});
      return (await page.locator("#suspended .email").count()) > 0;
    });
    await says("#suspended .email", "olivia@northwind.example");
    assert.equal(calls("/users/me"), 2);
    await leave();
  });

  test("a_failed_load_reaches_the_error_boundary_if_other_data_arrives_before_react_shows_the_error", async () => {
    // React 19 shows no error in the first 300 ms of a fallback.
    for (const moment of [120, 180, 240]) {
      const { page, calls, asked, says, leave } = await app.open("", "owner");
      await says("#status", "signed_in");
      await page.route("**/users/me", (route) => route.abort(), { times: 1 });
      const answer = await hold(page, "**/surveys?*");
      const isFailed = page.waitForEvent("requestfailed");
      await go(page, "#suspended");
      await isFailed;
      await asked("/surveys");
      await page.waitForTimeout(moment);
      answer();
      await says("#suspended .retry", "network");
      assert.equal(calls("/users/me"), 1, "it is not repeated in silence");
      await leave();
    }
  });

  test("a_failed_load_reaches_the_error_boundary_however_long_the_page_takes_to_render_it", async () => {
    // As on a page, as in the environment of Jest, and as in Node.js.
    for (const platform of ["", "delete globalThis.MessageChannel", "globalThis.setImmediate = (next) => void setTimeout(next)"]) {
      const { page, calls, says, leave } = await app.open("", "owner");
      await page.addInitScript(platform);
      await page.reload();
      await says("#status", "signed_in");
      const before = calls("/users/me");
      await page.route("**/users/me", (route) => route.abort(), { times: 1 });
      await go(page, "#only,slowly-failed");
      await says("#slowly-failed .retry", "network");
      assert.equal(calls("/users/me"), before + 1, "it is not repeated in silence");
      await leave();
    }
  });

  test("an_error_boundary_shows_the_error_of_the_service_however_often_it_tries_again", async () => {
    const { page, calls, says, leave } = await app.open("", "owner");
    await says("#status", "signed_in");
    await app.world.faults.add({ operation: "users.me", error: 1051 });
    await go(page, "#suspended");
    while (calls("/users/me") < 16) {
      await says("#suspended .retry", "service_failed");
      await page.click("#suspended .retry");
    }
    await says("#suspended .retry", "service_failed");
    await app.world.faults.clear();
    await leave();
  });

  test("a_person_who_chooses_faster_than_responses_come_sees_the_last_choice", async () => {
    const { page, problems, says, leave } = await app.open("#only,impatient", "owner");
    await says("#impatient", "waiting");
    await page.evaluate(async () => {
      const wait = () => new Promise((done) => setTimeout(done, 10));
      for (let number = 1; number <= 30; number += 1) {
        choose(number);
        await wait();
        if (number > 2) answer(number - 2);
        await wait();
      }
      answer(29);
      answer(30);
    });
    await says("#impatient", "30");
    assert.deepEqual(problems, []);
    await leave();
  });
});
