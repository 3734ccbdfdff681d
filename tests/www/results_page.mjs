// A browser page with the results screen, with made answers under the policy of the real pages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { launch, serve } from "./serve.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The parts of an address that choose a crosstab, and three groups to compare. */
export const CROSSTAB = "&x=(rows:(question:q4,row:r1),cols:!((question:q1)))";
export const GROUPS = "&g=!((name:North,rule:(question:q1,choices:!(c11))),(name:East,rule:(question:q1,choices:!(c12))),(name:South,rule:(question:q1,choices:!(c13))))";
/** What each tab shows once it has its answers. */
export const FINISHED = { summary: "[data-figure] table", crosstab: "table.crosstab", compare: ".compare .fill", responses: ".response .answers", table: "table.responses td", text: ".texts > li", time: ".trend svg", dropoff: ".dropoff table.bars .fill" };

export let browser;
let site;
before(async () => {
  site = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

/**
 * Opens the screen and waits for what is `finished`, the tab by default; the test fails if the page reports an error or
 * something that its policy forbids.
 */
export async function open(t, query = "", { width = 1280, height = 900, theme = "light", options = {}, clock = false, platform = "Linux x86_64", finished = FINISHED[new URLSearchParams(query).get("tab") ?? "summary"] } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: "reduce", locale: "en-GB", timezoneId: "Europe/Berlin" });
  t.after(() => context.close());
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  await page.addInitScript((name) => Object.defineProperty(navigator, "platform", { get: () => name }), platform);
  if (clock) await page.clock.install();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && !message.text().includes("404") && faults.push(message.text()));
  await page.goto(`${site.origin}/?options=${encodeURIComponent(JSON.stringify(options))}#/surveys/301/results?${query}`);
  await page.waitForSelector(`.results ${finished}`);
  await page.waitForFunction(() => [...document.querySelectorAll(".near")].every((place) => place.firstElementChild !== null || place.getBoundingClientRect().top > innerHeight));
  // Effects, such as those that listen to keys, run behind the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  t.after(() => assert.deepEqual(faults, []));
  return page;
}

/** Opens the palette, which takes what is typed next. */
export async function openPalette(page) {
  await page.keyboard.press("Control+k");
  await page.waitForSelector("dialog.palette input:focus");
}

export async function violations(page, scope) {
  // The policy forbids a script element; what Playwright evaluates is not one.
  await page.evaluate(AXE);
  const found = await page.evaluate((within) => window.axe.run(within ?? document, { resultTypes: ["violations"] }), scope);
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target, failureSummary }) => `${target} ${failureSummary.split("\n").slice(1, 3).join(" ")}`).join(" | ")}`);
}

/** What the page has drawn when it is printed, by the key `d`. */
export async function printed(page) {
  await page.evaluate(() => {
    window.print = () => {
      dispatchEvent(new Event("beforeprint"));
      globalThis.printed = {
        empty: [...document.querySelectorAll(".near")].filter((place) => place.childElementCount === 0).length,
        rows: document.querySelectorAll("table.responses tbody tr").length,
        isWaiting: document.querySelector("table.responses tbody")?.textContent.includes("…") === true,
        counts: document.querySelector(".table-counts")?.textContent,
      };
      dispatchEvent(new Event("afterprint"));
    };
  });
  await page.keyboard.press("d");
  await page.waitForFunction(() => "printed" in globalThis);
  return page.evaluate(() => globalThis.printed);
}
