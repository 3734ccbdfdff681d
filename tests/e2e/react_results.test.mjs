// The results of a survey in components of React: opened once for all, shown as they change, and closed behind the last one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withReact } from "./react_harness.mjs";

withReact((app) => {
  test("components_share_results_that_are_opened_once_and_ask_again_when_they_change", async () => {
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
    await page.click("#sign-out");
    await says("#held .status", "failed");
    await says("#held .error", "These results are closed: open them again with openResults.");
    await leave();
  });
});
