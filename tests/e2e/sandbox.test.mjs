// The sandbox's page in a browser: a person opens it, and it drives everything.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stage } from "./harness.mjs";

const on = stage();

test("the_page_of_the_sandbox_shows_and_drives_all_of_it", async () => {
  const { page, problems, leave } = await on.visit();
  const says = (text) => page.getByRole("status").filter({ hasText: text }).waitFor();
  const press = (name) => page.getByRole("button", { name, exact: true }).click();
  // As in older versions of Safari.
  await page.addInitScript(() => delete ReadableStream.prototype[Symbol.asyncIterator]);
  await page.goto(`${on.origin}/sandbox/`);
  await page.getByLabel("Set to").fill("2031-05-06T07:08:09");
  await press("Set");
  await says("The clock was set.");
  assert.match(await page.locator("#now").textContent(), /^2031-05-06 07:0[89]/);
  await press("Stop");
  await says("The clock is stopped.");
  await page.getByLabel("Move by").fill("2");
  await page.getByLabel("Unit").selectOption("days");
  await press("Move");
  await says("The clock was moved.");
  assert.match(await page.locator("#now").textContent(), /^2031-05-08 07:.*stopped/);
  await page.getByLabel("Operation").fill("surveys.list");
  await page.getByLabel("Error code").fill("1051");
  await page.getByLabel("For calls").fill("2");
  await page.getByLabel("For seconds").fill("3600");
  await press("Add");
  await says("The fault was added.");
  const { token } = on.world.tokens.find(({ name }) => name === "owner");
  const call = (path) => fetch(`${on.origin}${path}`, { headers: { Authorization: `bearer ${token}` } });
  assert.equal((await call("/v3/surveys")).status, 503);
  assert.equal((await call("/v3/users/me")).status, 200);
  await page.getByLabel("Contains").fill("surveys.list");
  await press("Search");
  await says("The journal was refreshed.");
  await page.getByText("1 calls matched · 1 calls left · until 2031-05-08").waitFor();
  assert.equal(await page.locator("#journal details").count(), 1);
  await page.locator("#journal summary").click();
  await page.getByText('"decision": "not counted"').waitFor();
  await press("Remove");
  await says("The fault was removed.");
  assert.equal(await page.locator("#faults li").count(), 0);
  await page.getByLabel("Error code").fill("1");
  await press("Add");
  await says("`error`: The error table has no code 1.");
  const fields = { email: "pia@new.example", first_name: "Pia", last_name: "Berg", password: "a long password" };
  await fetch(`${on.origin}/oauth/sign-up`, { method: "POST", body: new URLSearchParams(fields) });
  await page.getByLabel("To", { exact: true }).fill(fields.email);
  await press("Show");
  await says("The outbox was refreshed.");
  await page.locator("#outbox summary").click();
  assert.match(await page.locator("#outbox a").getAttribute("href"), /\/account\/verify\?key=/);
  await press("Delete these");
  await says("The mails were deleted.");
  assert.equal(await page.locator("#outbox details").count(), 0);
  await page.getByLabel("Surveys").fill("5");
  await page.getByLabel("Responses", { exact: true }).fill("50");
  await press("Create");
  await page.getByText("5 surveys, 50 responses").waitFor();
  await page.getByLabel("Size").selectOption("100");
  await press("Create it");
  await page.getByText("1 surveys, 100 responses").waitFor();
  await press("Reset to the demo world");
  await says("The demo world was restored.");
  assert.equal(await page.locator("#journal details").count(), 0);
  assert.deepEqual(problems.filter((problem) => !problem.includes("status of 400")), []);
  await leave();
});

test("what_an_action_has_done_is_in_view_and_a_server_that_is_gone_is_reported", async () => {
  const { page, problems, leave } = await on.visit({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${on.origin}/sandbox/`);
  await page.getByLabel("Set to").fill("garbage");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await page.waitForSelector("#message.failed");
  const { y, height } = await page.locator("#message").boundingBox();
  assert.ok(y >= 0 && y + height <= 800, `${y}`);
  problems.length = 0;
  await page.route("**/sandbox/**", (route) => route.abort());
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("#message").textContent.includes("Failed to fetch"));
  assert.deepEqual(problems.filter((problem) => /Uncaught|TypeError/.test(String(problem))), []);
  await leave();
});

test("five_hundred_entries_and_long_texts_fit_on_a_narrow_page", async () => {
  const { token } = on.world.tokens.find(({ name }) => name === "owner");
  const call = (path) => fetch(`${on.origin}${path}`, { headers: { Authorization: `bearer ${token}` } });
  for (let round = 0; round < 25; round += 1) {
    await Promise.all(Array.from({ length: 20 }, () => call(`/v3/surveys?title=${"long".repeat(round * 10)}`)));
  }
  for (const width of [400, 1200]) {
    const { page, problems, leave } = await on.visit({ viewport: { width, height: 900 } });
    await page.goto(`${on.origin}/sandbox/`);
    await page.getByText("500 of the last 500 requests").waitFor();
    await page.locator("#journal summary").first().click();
    const { clientWidth, scrollWidth } = await page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement;
      return { clientWidth, scrollWidth };
    });
    assert.equal(scrollWidth, clientWidth, `at ${width}`);
    assert.deepEqual(problems, []);
    await leave();
  }
});
