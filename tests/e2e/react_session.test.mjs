// The hooks for React, when the session changes: in this tab or another, by the hooks, by the SDK or at the service.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hold, withReact } from "./react_harness.mjs";

withReact((app) => {
  test("a_session_that_changes_changes_everything_that_is_shown_in_all_tabs", async () => {
    const { page, says, leave } = await app.open("#me", "owner", "free");
    await says("#me .email", "frank@solo.example");
    const other = await page.context().newPage();
    await other.goto(`${app.world.origin}/#me`);
    await other.locator("#me .email").getByText("frank@solo.example").waitFor();
    await page.click("#switch");
    for (const tab of [page, other]) {
      await tab.locator("#me .email").getByText("olivia@northwind.example").waitFor();
      assert.deepEqual(await tab.evaluate(() => window.seen), ["frank@solo.example", "olivia@northwind.example"]);
    }
    await page.click("#sign-out");
    await page.locator("#me .email").getByText("frank@solo.example").waitFor();
    await page.click("#sign-out");
    for (const tab of [page, other]) {
      await tab.locator("#status").getByText("signed_out").waitFor();
      await tab.locator("#me .error").getByText("signed_out").waitFor();
      assert.equal(await tab.locator("#me .email").textContent(), "", "what nobody may see any more is gone");
    }
    await leave();
  });

  /** Changes the session by the SDK alone. */
  const change = (page, how) =>
    page.evaluate(async (how) => {
      const { accounts } = await canvass.session();
      if (how === "switch") await canvass.switchAccount({ account: accounts.find(({ current }) => !current).id });
      else await canvass.signOut({ all: true });
    }, how);

  test("a_session_that_the_sdk_itself_changes_changes_what_is_shown_whichever_hooks_there_are", async () => {
    const { page, says, leave } = await app.open("#only,me", "owner", "free");
    await says("#me .email", "frank@solo.example");
    assert.equal(await page.locator("#status").count(), 0, "nothing on the page asks who is signed in");
    const other = await page.context().newPage();
    await other.goto(`${app.world.origin}/#me`);
    await other.locator("#me .email").getByText("frank@solo.example").waitFor();
    await other.locator("#status").getByText("signed_in").waitFor();
    await change(page, "switch");
    for (const tab of [page, other]) {
      await tab.locator("#me .email").getByText("olivia@northwind.example").waitFor();
      assert.deepEqual(await tab.evaluate(() => window.seen), ["frank@solo.example", "olivia@northwind.example"]);
    }
    await change(other, "sign out");
    for (const tab of [page, other]) {
      await tab.locator("#me .error").getByText("signed_out").waitFor();
      assert.equal(await tab.locator("#me .email").textContent(), "");
    }
    await other.locator("#status").getByText("signed_out").waitFor();
    await leave();
  });

  test("what_is_shown_before_anybody_knows_who_is_signed_in_is_forgotten_too", async () => {
    const { page, says, leave } = await app.open("", "owner", "free");
    await says("#status", "signed_in");
    const answer = await hold(page, "**/auth/session");
    await page.goto(`${app.world.origin}/?again#me`);
    await says("#me .email", "frank@solo.example");
    await says("#status", "loading");
    await change(page, "switch");
    await says("#me .email", "olivia@northwind.example");
    answer();
    await leave();
  });

  test("a_refresh_that_a_change_overtakes_ends_with_the_change", async () => {
    const { page, says, leave } = await app.open("", "owner");
    await says("#status", "signed_in");
    let asked = 0;
    let answer;
    const held = new Promise((done) => (answer = done));
    await page.route("**/auth/session", async (route) => {
      if (++asked > 1) return route.fulfill({ json: { signed_in: false } });
      await held;
      return route.continue().catch(() => {});
    });
    const known = await page.evaluate(async () => {
      const refreshed = refresh();
      new BroadcastChannel("canvass.session").postMessage(2);
      await refreshed;
      return new Promise((done) => setTimeout(() => done(document.querySelector("#status").textContent)));
    });
    assert.deepEqual([known, asked], ["signed_out", 2]);
    answer();
    assert.equal(await page.evaluate(async () => (await fetch("/healthz")).status), 200, "what is asked behind it is answered");
    await says("#status", "signed_out");
    await leave();
  });

  test("a_sign_out_sends_no_call_that_is_refused", async () => {
    const { page, problems, calls, says, leave } = await app.open("#me,surveys", "owner");
    await says("#me .email", "olivia@northwind.example");
    await says("#list", "ready 2 of 7 more");
    await page.click("#sign-out");
    await says("#status", "signed_out");
    await says("#me .error", "signed_out");
    await says("#list", "failed 0 of ? all signed_out");
    await page.evaluate(() => (location.hash = "#me,surveys,survey"));
    await says("#survey", "idle");
    assert.deepEqual([calls("/users/me"), calls("/surveys")], [1, 1], "also by a component that is new");
    await page.click("#me button");
    await says("#me .loading", "false");
    assert.equal(calls("/users/me"), 2, "a refresh asks");
    problems.splice(0, 1);
    assert.deepEqual(problems, []);
    await leave();
  });

  test("the_session_of_a_server_is_shown_before_the_page_has_requested_it", async () => {
    const { page, says, leave } = await app.open("#only,provided", "owner");
    await says("#provided", "signed_in us");
    const answer = await hold(page, "**/auth/session");
    await page.goto(`${app.world.origin}/?again#only,provided`);
    await says("#provided", "signed_in eu");
    answer();
    await says("#provided", "signed_in us");
    await leave();
  });

  test("a_session_that_ended_elsewhere_is_noticed_by_the_next_refusal", async () => {
    const { page, says, leave } = await app.open("#me", "eu");
    await says("#status", "signed_in");
    await page.context().clearCookies();
    await page.click("#me button");
    await says("#status", "signed_out");
    await leave();
  });

  test("a_sign_in_is_completed_once_although_its_effect_runs_twice", async () => {
    const { page, problems, calls, says, leave } = await app.open("");
    await says("#status", "signed_out");
    await page.click("#sign-in");
    const { email, password } = app.world.people.find(({ key }) => key === "owner");
    await page.fill("input[name=email]", email);
    await page.fill("input[name=password]", password);
    await page.locator("form button").first().click();
    await page.click("button[name=decision][value=allow]");
    await says("#me .email", email);
    await says("#status", "signed_in");
    assert.equal(await page.evaluate(() => sessionStorage.asked), "2");
    assert.equal(calls("/auth/token"), 1);
    assert.deepEqual(problems, []);
    await leave();
  });
});
