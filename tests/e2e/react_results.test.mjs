// The results of a survey in components of React: opened once for all, shown as they change, and closed behind the last
// one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hold, withReact } from "./react_harness.mjs";

const NO_SURVEY = { id: "1020", name: "Resource Not Found", message: "There was an error retrieving the requested resource.", http_status_code: 404 };

/** Says something to a page as another tab does. */
const tell = (page, channel, message) =>
  page.evaluate(([name, message]) => {
    const channel = new BroadcastChannel(name);
    channel.postMessage(message);
    channel.close();
  }, [channel, message]);

/** Makes the other account current by the SDK alone, or says why that has failed. */
const switchIn = (page) =>
  page.evaluate(async () => {
    const { accounts } = await canvass.session();
    return canvass.switchAccount({ account: accounts.find(({ current }) => !current).id }).catch(({ kind }) => kind);
  });

withReact((app) => {
  test("components_share_results_that_are_opened_once_and_query_again_when_they_change", async () => {
    const { page, calls, says, problems, leave } = await app.open("#held,again", "owner");
    await says("#held .status", "ready");
    await says("#held-again .status", "ready");
    assert.equal(calls("/details"), 1);
    await says("#held .count", "0");
    await page.click("#held .sync");
    await says("#held .held", "260");
    await says("#held .count", "260");
    await says("#held-again .count", "260");
    await page.click("#held .completed");
    await page.waitForFunction(() => {
      const count = Number(document.querySelector("#held .count").innerText);
      return count > 0 && count < 260;
    });
    await says("#held-again .count", "260");
    assert.deepEqual(problems, []);
    await leave();
  });

  test("results_that_are_open_already_can_be_given_and_stay_open", async () => {
    const { page, says, leave } = await app.open("#held,given", "owner");
    await says("#held .status", "ready");
    await page.click("#open");
    await says("#given", "ready 0");
    await page.click("#held .sync");
    await says("#given", "ready 260");
    await page.evaluate(() => (location.hash = "#held"));
    await page.locator("#given").waitFor({ state: "detached" });
    await says("#held .status", "ready");
    await leave();
  });

  test("results_are_closed_when_their_account_signs_out", async () => {
    const { page, says, leave } = await app.open("#held", "owner");
    await says("#held .status", "ready");
    await says("#held .count", "0");
    await page.click("#sign-out");
    await says("#held .status", "failed");
    await says("#held .error", "These results are closed: open them again with openResults.");
    assert.equal(await page.locator("#held .count").textContent(), "", "no number of an account that has signed out");
    await leave();
  });

  test("results_are_opened_again_when_an_account_that_may_see_them_is_current", async () => {
    const { page, says, leave } = await app.open("#held", "owner", "free");
    await says("#held .status", "failed");
    const refused = await page.locator("#held .error").textContent();
    for (const _ of [1, 2]) {
      await page.click("#switch");
      await says("#held .status", "ready");
      await says("#held .count", "0");
      await page.click("#switch");
      // They are closed before the switch. The refusal shows that it is done, and that the button leads back.
      await says("#held .error", refused);
      await says("#held .status", "failed");
      assert.equal(await page.locator("#held .count").textContent(), "");
    }
    await leave();
  });

  /** A page that opens results, but does not get the design before `answer` is called. */
  async function opening(...who) {
    const visit = await app.open("", ...who);
    await visit.says("#status", "signed_in");
    const answer = await hold(visit.page, "**/details*");
    await visit.page.evaluate(() => (location.hash = "#held"));
    await visit.asked("/details");
    return { ...visit, answer };
  }

  test("results_that_an_account_leaves_while_they_are_opened_do_not_delay_those_of_the_next_one", async () => {
    const { page, says, leave, answer } = await opening("owner", "free");
    await page.click("#switch");
    await says("#held .status", "ready");
    await says("#held .count", "0");
    answer();
    await leave();
  });

  test("a_change_of_the_account_between_two_components_opens_results_for_the_account_that_is_current", async () => {
    const { page, says, leave, answer } = await opening("owner", "free");
    await page.evaluate(() => (location.hash = ""));
    await page.locator("#held").waitFor({ state: "detached" });
    await switchIn(page);
    await page.evaluate(() => (location.hash = "#held"));
    await says("#held .status", "ready");
    answer();
    await leave();
  });

  test("results_whose_component_returns_while_they_are_opened_are_opened_once", async () => {
    const { page, calls, says, leave, answer } = await opening("owner");
    await page.evaluate(() => (location.hash = ""));
    await page.locator("#held").waitFor({ state: "detached" });
    await page.evaluate(() => (location.hash = "#held"));
    await says("#held .status", "loading");
    answer();
    await says("#held .status", "ready");
    assert.equal(calls("/details"), 1);
    await leave();
  });

  test("results_are_opened_again_when_a_switch_has_failed", async () => {
    const { page, says, leave } = await app.open("#held", "free", "owner");
    await says("#held .status", "ready");
    await page.route("**/auth/switch", (route) => route.abort(), { times: 1 });
    const again = page.waitForRequest("**/details*");
    assert.equal(await switchIn(page), "network");
    await again;
    await says("#held .status", "ready");
    await leave();
  });

  test("results_are_opened_again_when_their_account_has_left_and_come_back_before_this_tab_has_checked", async () => {
    const { page, says, leave } = await app.open("#held", "owner");
    await says("#held .status", "ready");
    await tell(page, "canvass.results", { left: "" });
    await says("#held .status", "failed");
    await tell(page, "canvass.session", 2);
    await says("#held .status", "ready");
    await leave();
  });

  const closings = {
    results_that_are_still_being_closed_when_the_account_is_known_are_opened_again: ["", "ready"],
    results_that_are_still_being_closed_to_be_erased_are_not_opened_again: [undefined, "failed"],
  };
  for (const [name, [left, status]] of Object.entries(closings)) test(name, async () => {
    const { page, says, leave } = await app.open("#held", "owner");
    await says("#held .status", "ready");
    // A sync that has lost the survey asks who is current before it erases anything, and closing waits for it.
    let answer;
    const asking = new Promise((done) => {
      void page.route("**/responses/bulk*", async (route) => {
        answer = await hold(page, "**/auth/session");
        done(page.waitForRequest("**/auth/session"));
        await route.fulfill({ status: 404, json: { error: NO_SURVEY } });
      }, { times: 1 });
    });
    await page.click("#held .sync");
    await asking;
    await tell(page, "canvass.results", { left });
    await page.evaluate(() => void (globalThis.heard = new Promise((done) => canvass.onSessionChange(done))));
    await tell(page, "canvass.session", 2);
    await page.evaluate(() => heard);
    const again = status === "ready" && page.waitForRequest("**/details*");
    answer();
    await again;
    await says("#held .status", status);
    await leave();
  });

  test("results_that_were_erased_are_not_opened_again_though_another_account_has_signed_out_before", async () => {
    const { page, calls, says, leave } = await app.open("#held", "free", "owner");
    await says("#held .status", "ready");
    await page.evaluate(async () => {
      const { accounts } = await canvass.session();
      await canvass.signOut({ account: accounts.find(({ current }) => !current).id });
    });
    await says("#held .status", "ready");
    const before = calls("/details");
    await page.click("#held .erase");
    await says("#held .status", "failed");
    await page.evaluate(() => canvass.users.me());
    await says("#held .status", "failed");
    assert.equal(calls("/details"), before);
    await page.click("#held .refresh");
    await says("#held .status", "ready");
    await leave();
  });

  test("results_that_could_not_be_opened_are_opened_by_a_refresh", async () => {
    const { page, calls, says, leave } = await app.open("", "owner");
    await says("#status", "signed_in");
    await page.route("**/details*", (route) => route.fulfill({ status: 404, json: { error: NO_SURVEY } }), { times: 1 });
    await page.evaluate(() => (location.hash = "#held"));
    await says("#held .status", "failed");
    await page.evaluate(() => (location.hash = "#held,again"));
    await says("#held-again .status", "failed");
    assert.equal(calls("/details"), 1, "a component that joins others asks for nothing");
    await page.click("#held .refresh");
    for (const held of ["#held", "#held-again"]) await says(`${held} .status`, "ready");
    assert.equal(calls("/details"), 2);
    await leave();
  });

  test("no_numbers_of_the_survey_before_are_shown_as_those_of_another", async () => {
    const { page, says, leave } = await app.open("#held", "owner");
    await says("#held .status", "ready");
    await page.click("#held .sync");
    await says("#held .count", "260");
    const answer = await hold(page, "**/surveys/301000002/details*");
    await page.click("#held .other");
    await says("#held .status", "loading");
    assert.equal(await page.locator("#held .count").textContent(), "");
    answer();
    await says("#held .count", "0");
    await leave();
  });

  test("a_design_that_is_fetched_again_opens_no_other_results", async () => {
    const { page, says, problems, leave } = await app.open("#held", "owner");
    await says("#held .status", "ready");
    await page.click("#held .sync");
    await says("#held .held", "260");
    await page.click("#held .design");
    await says("#held .design", "301000001");
    await says("#held .status", "ready");
    await says("#held .held", "260");
    assert.deepEqual(problems, []);
    await leave();
  });

  test("results_whose_options_are_written_in_another_order_are_opened_once", async () => {
    const { calls, says, leave } = await app.open("#orders", "owner");
    await says("#orders", "ready ready true");
    assert.equal(calls("/details"), 1);
    await leave();
  });

  test("an_analysis_that_throws_at_once_has_failed_and_is_repeated", async () => {
    const { page, says, problems, leave } = await app.open("#broken", "owner");
    await says("#broken span", "undefined no such analysis false");
    await page.click("#broken button");
    await says("#broken span", "0 undefined false");
    assert.deepEqual(problems, []);
    await leave();
  });

  if (app.version >= 19) {
    test("results_that_were_closed_while_their_component_was_hidden_are_opened_again", async () => {
      const { page, calls, says, problems, leave } = await app.open("", "owner");
      await says("#status", "signed_in");
      await page.clock.install();
      await page.evaluate(() => (location.hash = "#hiding"));
      await says("#held .status", "ready");
      await page.click("#hide");
      await page.getByText("Show", { exact: true }).waitFor();
      await page.clock.fastForward(300_000);
      await page.waitForFunction(() => held.state.closed);
      const answer = await hold(page, "**/details*");
      await page.click("#hide");
      await says("#held .status", "loading");
      answer();
      await says("#held .status", "ready");
      await says("#held .count", "0");
      assert.equal(calls("/details"), 2);
      assert.deepEqual(problems, []);
      await leave();
    });
  }
});
