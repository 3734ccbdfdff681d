// The SDK's reference in a browser: its search by keyboard and mouse, and its pages without scripts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { stage as open } from "./harness.mjs";

const stage = open();

/** Opens a page of the reference, and checks at the end that nothing was logged, such as a violation of the policy. */
async function visiting(path, steps, options) {
  const { page, problems, leave } = await stage.visit(options);
  try {
    await page.goto(`${stage.origin}${path}`);
    await steps(page);
    assert.deepEqual(problems, []);
  } finally {
    await leave();
  }
}

const field = (page) => page.getByRole("searchbox", { name: "Search the reference" });
const focused = (page) => page.evaluate(() => document.activeElement.textContent);
const pathOf = (page) => page.evaluate(() => location.pathname + location.hash);

test("the_search_leads_by_keyboard_from_any_page_to_an_operation", () =>
  visiting("/docs/sdk/webhooks/", async (page) => {
    await field(page).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("surveys list");
    await page.locator("#search-found li").first().waitFor();
    assert.match(await page.locator("#search-found li").first().innerText(), /^canvass\.surveys\.list Lists/);
    assert.match(await page.getByRole("status").innerText(), /^\d+ found/);
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(page), "canvass.surveys.list");
    await page.keyboard.press("ArrowDown");
    assert.notEqual(await focused(page), "canvass.surveys.list");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${stage.origin}/docs/sdk/surveys/#surveys.list`);
    assert.ok(await page.locator("[id='surveys.list'] h4").isVisible());
  }));

test("the_links_in_the_head_of_the_api_reference_are_side_by_side", () =>
  visiting("/docs/", async (page) => {
    const [first, second] = await page.locator("body > header .button").evaluateAll((links) => links.map((link) => link.getBoundingClientRect()));
    assert.ok(second.left - first.right < 32, `${second.left - first.right} pixels are between them`);
    assert.equal(second.top, first.top);
  }));

test("the_search_finds_types_members_and_kinds_of_errors_and_says_when_it_finds_nothing", () =>
  visiting("/docs/sdk/", async (page) => {
    for (const [text, address] of [
      ["exportResponses", "/docs/sdk/set-up/#Flows.exportResponses"],
      ["SurveyDetails", "/docs/sdk/payloads/#SurveyDetails"],
      ["startCanvass", "/docs/sdk/testing/#startCanvass"],
      ["rate_limited", "/docs/sdk/#rate_limited"],
    ]) {
      await field(page).fill(text);
      await page.locator(`#search-found a[href="${address}"]`).waitFor();
      assert.equal(await page.locator("#search-found a").first().getAttribute("href"), address);
    }
    await field(page).press("Enter");
    assert.equal(await pathOf(page), "/docs/sdk/#rate_limited");
    await field(page).fill("nothing-has-this-name");
    await page.getByText("Nothing found. Try another word.", { exact: true }).waitFor();
    await field(page).press("Escape");
    assert.equal(await field(page).inputValue(), "");
    await page.getByText("Press / to search", { exact: false }).waitFor();
  }));

test("a_search_whose_index_does_not_arrive_says_so_and_tries_again", () =>
  stage.visit().then(async ({ page, leave }) => {
    try {
      await page.route("**/assets/reference.json", (route) => route.abort(), { times: 1 });
      await page.goto(`${stage.origin}/docs/sdk/`);
      await field(page).fill("surveys");
      await page.getByText("The index could not be loaded.", { exact: false }).waitFor();
      await field(page).fill("surveys.list");
      await page.locator("#search-found li").first().waitFor();
    } finally {
      await leave();
    }
  }));

test("without_scripts_the_contents_lead_to_every_page", () =>
  visiting(
    "/docs/sdk/",
    async (page) => {
      assert.equal(await page.locator("#search input").count(), 0);
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "surveys", exact: true }).click();
      assert.equal(new URL(page.url()).pathname, "/docs/sdk/surveys/");
      await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "surveys.responses.bulk", exact: true }).click();
      assert.ok(await page.locator("[id='surveys.responses.bulk'] h4").isVisible());
    },
    { javaScriptEnabled: false },
  ));

for (const path of ["/docs/", "/docs/sdk/", "/docs/sdk/surveys/", "/docs/mcp/", "/pricing/", "/sandbox/", "/apps/"]) {
  test(`a_small_phone_shows_the_width_of_${path}`, () =>
    visiting(path, async (page) => {
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }, { viewport: { width: 320, height: 700 } }));
}

for (const [path, last] of [["/docs/", "#payloads"], ["/docs/sdk/", "#search input"], ["/sandbox/", "#tokens td"], ["/sign-up/", "main"]]) {
  test(`axe_finds_nothing_on_${path}`, () =>
    visiting(path, async (page) => {
      await page.locator(last).first().waitFor();
      assert.deepEqual(await violations(page), []);
    }, { viewport: { width: 360, height: 740 } }));
}
