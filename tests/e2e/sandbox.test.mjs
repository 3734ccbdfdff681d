// The sandbox's page in a browser: a person opens it, and it drives everything.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stage } from "./harness.mjs";

const on = stage();

test("the_page_of_the_sandbox_shows_and_drives_all_of_it", async () => {
  const { page, problems, leave } = await on.visit();
  const says = (text) => page.getByRole("status").filter({ hasText: text }).waitFor();
  await page.goto(`${on.origin}/sandbox/`);
  await page.getByLabel("Set to").fill("2031-05-06T07:08:09");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await says("The clock is set.");
  assert.match(await page.locator("#now").textContent(), /^2031-05-06T07:0[89]/);
  await page.getByRole("button", { name: "Stop" }).click();
  await says("The clock stands still.");
  await page.getByLabel("Operation").fill("surveys.list");
  await page.getByLabel("Error code").fill("1051");
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByText("operation: surveys.list").waitFor();
  await page.getByLabel("Surveys").fill("5");
  await page.getByLabel("Responses").fill("50");
  await page.getByRole("button", { name: "Make them" }).click();
  await page.getByText("5 surveys, 50 responses").waitFor();
  await page.getByRole("button", { name: "Back to the demo world" }).click();
  await says("This is the demo world again.");
  assert.equal(await page.locator("#faults li").count(), 0);
  assert.deepEqual(problems, []);
  await leave();
});
