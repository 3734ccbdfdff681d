// The hooks for React: rendering on a server, sharing, lists, and arguments.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hold, withReact } from "./react_harness.mjs";

withReact((app) => {
  test("a_server_renders_what_a_page_shows_first_and_sends_no_request", async () => {
    const real = globalThis.fetch;
    globalThis.fetch = () => assert.fail("a server asked for something");
    try {
      const markup = app.page(false);
      assert.match(markup, /<span id="status">loading<\/span>/);
      assert.match(markup, /<ul id="surveys"><\/ul><p id="list">loading 0 of \? all<\/p>/);
      await new Promise((done) => setImmediate(done));
    } finally {
      globalThis.fetch = real;
    }
  });

  test("what_a_server_rendered_comes_to_life_without_a_complaint", async () => {
    const { problems, says, leave } = await app.open("?hydrate#surveys", "owner");
    await says("#list", "ready 2 of 7 more");
    await says("#status", "signed_in");
    assert.deepEqual(problems, []);
    await leave();
  });

  test("components_with_the_same_call_share_one_request_under_strict_mode", async () => {
    const { page, problems, calls, says, leave } = await app.open("#me,twice,surveys", "owner");
    await says("#me .email", "olivia@northwind.example");
    await says("#again .email", "olivia@northwind.example");
    await says("#list", "ready 2 of 7 more");
    assert.deepEqual([calls("/users/me"), calls("/surveys"), calls("/auth/session")], [1, 1, 1]);
    await page.click("#me button");
    await says("#again .loading", "false");
    assert.equal(await page.locator("#again .email").textContent(), "olivia@northwind.example");
    assert.deepEqual(problems, [], "React complained");
    await leave();
  });

  test("a_list_grows_page_by_page_and_goes_on_where_it_failed", async () => {
    const { page, says, leave } = await app.open("#surveys", "owner");
    await says("#list", "ready 2 of 7 more");
    await page.click("#more");
    await says("#list", "ready 4 of 7 more");
    await page.route("**/api/v3/surveys?*", (route) => route.abort(), { times: 1 });
    await page.click("#anew");
    await says("#list", "failed 4 of 7 more network");
    await page.click("#more");
    await says("#list", "ready 2 of 7 more");
    await page.click("#more");
    await says("#list", "ready 4 of 7 more");
    await app.world.faults.add({ operation: "surveys.list", error: 1050, count: 1 });
    await page.click("#more");
    await says("#list", "failed 4 of 7 more service_failed");
    await page.click("#more");
    await says("#list", "ready 6 of 7 more");
    await page.click("#more");
    await says("#list", "ready 7 of 7 all");
    const titles = await page.locator("#surveys li").allTextContents();
    const all = await app.world.client("owner").surveys.list().toArray({ limit: 100 });
    assert.deepEqual(titles, all.map(({ title }) => title));
    await page.click("#anew");
    await says("#list", "ready 2 of 7 more");
    await leave();
  });

  test("other_arguments_are_another_request_and_none_is_made_before_there_are_any", async () => {
    const { page, calls, asked, says, leave } = await app.open("#survey", "owner");
    await page.locator("section button").nth(2).waitFor();
    assert.equal(await page.locator("#survey").textContent(), "idle");
    const [first, second] = await app.world.client("owner").surveys.list().toArray({ limit: 2 });
    const answer = await hold(page, `**/surveys/${first.id}`);
    const ended = page.waitForEvent("requestfailed");
    await page.getByRole("button", { name: first.title, exact: true }).click();
    await says("#survey", "loading");
    await asked(`/surveys/${first.id}`);
    await page.getByRole("button", { name: second.title, exact: true }).click();
    await says("#survey", `ready ${second.title}`);
    assert.match((await ended).url(), new RegExp(`/surveys/${first.id}$`), "the request of the first is stopped");
    answer();
    assert.equal(await page.evaluate(async () => (await fetch("/healthz")).status), 200, "what is asked behind it is answered");
    await says("#survey", `ready ${second.title}`);
    assert.deepEqual([calls(`/surveys/${first.id}`), calls(`/surveys/${second.id}`)], [1, 1]);
    await leave();
  });

  test("what_is_shown_no_more_is_stopped", async () => {
    const { page, problems, asked, says, leave } = await app.open("", "owner");
    // After the sign-in, which asks for the user too.
    await app.world.faults.add({ operation: "users.me", delay: 30_000, count: 1 });
    await page.evaluate(() => (location.hash = "#me"));
    await says("#me .status", "loading");
    await asked("/users/me");
    const ended = page.waitForEvent("requestfailed");
    await page.evaluate(() => (location.hash = ""));
    assert.match((await ended).url(), /\/api\/v3\/users\/me$/);
    assert.deepEqual(problems, []);
    await leave();
  });
});
