// The examples with pages: served by their own program, used in Chromium by a person who signs in.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createCanvass } from "../../pkg/dist/index.js";
import { started } from "../consumers/programs.mjs";
import { browse, owner } from "../e2e/harness.mjs";
import { freeRange } from "../edge/free_ports.mjs";
import { copyOf, signInFrom, worldAt } from "./examples.mjs";

const browser = browse();

/**
 * Starts an example, and signs the owner in from its page: `{ page, problems, origin, titles }` with the titles of the
 * API.
 */
async function open(name, check) {
  const port = await freeRange();
  const origin = `http://127.0.0.1:${port}`;
  const stop = await started(copyOf(name), "npm", ["start"], port, { PORT: String(port) });
  const { page, problems, leave } = await browser.visit();
  try {
    const world = await worldAt(origin);
    const { token } = world.tokens.find((known) => known.name === "owner");
    const surveys = await createCanvass({ token, access_url: origin }).surveys.list().toArray({ limit: 100 });
    assert.ok(surveys.length > 4);
    await signInFrom(page, origin, owner(world));
    await check({ page, problems, origin, person: owner(world), titles: surveys.map(({ title }) => title) });
    assert.deepEqual(problems, []);
  } finally {
    await leave();
    await stop();
  }
}

test("the_page_without_a_build_lists_the_surveys_of_the_person_who_signs_in", () =>
  open("page-without-build", async ({ page, origin, titles }) => {
    await page.getByText(`${titles.length} surveys`, { exact: true }).waitFor();
    assert.equal(page.url(), `${origin}/`);
    assert.deepEqual(await page.locator("#surveys li").allTextContents(), titles);
    await page.click("#sign-out");
    await page.getByText("Sign in to see your surveys.", { exact: true }).waitFor();
    assert.deepEqual(await page.locator("#surveys li").allTextContents(), []);
    await page.goto(`${origin}/callback/?code=forged&state=forged`);
    await page.waitForFunction(() => document.getElementById("status").textContent !== "Signing in");
    assert.equal(new URL(page.url()).pathname, "/callback/", "a forged callback does not sign in");
  }));

test("the_react_app_is_built_under_strict_and_lists_the_surveys_page_by_page", () =>
  open("react-app", async ({ page, problems, origin, person, titles }) => {
    await page.locator("#account").getByText(person.email, { exact: true }).waitFor();
    await page.getByText(`4 of ${titles.length}`, { exact: true }).waitFor();
    assert.equal(page.url(), `${origin}/`);
    await page.click("#more");
    await page.getByText(`${Math.min(8, titles.length)} of ${titles.length}`, { exact: true }).waitFor();
    assert.deepEqual(await page.locator("li").allTextContents(), titles.slice(0, 8));
    assert.deepEqual(problems, []);
    await page.click("#sign-out");
    await page.locator("#sign-in").waitFor();
  }));

for (const name of ["vue-app", "svelte-app"]) {
  test(`the_${name.replace("-", "_")}_is_built_and_lists_the_surveys_page_by_page`, () =>
    open(name, async ({ page, problems, origin, titles }) => {
      await page.getByText(`4 of ${titles.length}`, { exact: true }).waitFor();
      assert.equal(page.url(), `${origin}/`);
      const refuse = (route) => route.fulfill({ status: 400, json: { error: { id: "1002", name: "Bad Request", message: "Refused once.", http_status_code: 400 } } });
      await page.route("**/api/v3/surveys?*", refuse);
      await page.click("#more");
      await page.getByRole("alert").waitFor();
      assert.match(problems.splice(0).join(), /^[^,]*status of 400[^,]*$/);
      await page.unroute("**/api/v3/surveys?*", refuse);
      await page.click("#more");
      await page.getByText(`${Math.min(8, titles.length)} of ${titles.length}`, { exact: true }).waitFor();
      assert.deepEqual(await page.locator("li").allTextContents(), titles.slice(0, 8));
      assert.equal(await page.getByRole("alert").count(), 0);
      await page.click("#sign-out");
      await page.locator("#sign-in").waitFor();
    }));
}
