// `npm run tour`: takes the pictures of docs/tour, the console with the demo world, in both themes and two widths.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { ownerOf, signIn, startBrowser, surveyOf } from "./demo.mjs";
import { Failure, main, root, say } from "./run.mjs";
import { setup } from "./setup.mjs";
import { startWorker } from "./worker.mjs";

const FOLDER = join(root, "docs", "tour");
const THEMES = ["light", "dark"];
const WIDTHS = { wide: { width: 1280, height: 1000 }, narrow: { width: 390, height: 1000 } };

const choose = async (page, label, text) => {
  const select = page.locator("label.select", { hasText: label }).locator("select");
  const option = (await select.locator("option").allInnerTexts()).find((found) => text.test(found));
  await select.selectOption({ label: option });
};
/** Brings a question's chart into view by the command palette. */
const find = (question) => async (page) => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type(question);
  await page.locator("[role=option][aria-selected=true]", { hasText: question }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator("[data-figure]", { hasText: question }).locator("table.bars").first().waitFor();
};
const menu = async (page, name, item) => {
  await page.getByRole("button", { name, exact: true }).click();
  await page.locator("[role=menuitem]", { hasText: item }).click();
};

/**
 * The pictures: what is opened below the survey's results (`null`: the first screen), and what is done there. Some are
 * of another survey, with this text in its title.
 */
const PICTURES = [
  { name: "home", query: null, ready: ".rows" },
  { name: "summary", query: "", ready: ".figure" },
  { name: "filter", query: "", ready: ".figure", act: (page) => page.locator("table.bars .bar-label:not(.still)").first().click() },
  { name: "numbers", survey: "Every kind", query: "", ready: ".figure", act: find("Of 100 coins") },
  { name: "dates", survey: "Every kind", query: "", ready: ".figure", act: find("When were you here?") },
  {
    name: "crosstab",
    query: "tab=crosstab",
    ready: "label.select",
    async act(page) {
      await choose(page, "Rows", /satisf/i);
      await choose(page, "Columns", /region/i);
      await page.waitForSelector("table.crosstab");
    },
  },
  {
    name: "compare",
    query: "tab=compare",
    ready: "label.select",
    async act(page) {
      await choose(page, "Groups", /region/i);
      await page.waitForSelector(".figure");
    },
  },
  { name: "response", query: "tab=responses", ready: "text=1 of " },
  { name: "table", query: "tab=table", ready: ".table-counts" },
  { name: "text", query: "tab=text", ready: ".results-body > *" },
  { name: "time", query: "tab=time", ready: ".results-body svg" },
  { name: "dropoff", query: "tab=dropoff", ready: ".results-body > *" },
  { name: "palette", query: "", ready: ".figure", act: (page) => page.keyboard.press("Control+k") },
  { name: "code", query: "", ready: ".figure", act: (page) => menu(page, "Views and links", /Show as code/) },
  { name: "share", query: "", ready: ".figure", act: (page) => menu(page, "Views and links", /Share a read-only link/) },
];

await main(async (args) => {
  const names = PICTURES.map(({ name }) => name).join(", ");
  if (args.includes("--help")) {
    say(`npm run tour [-- NAME ...]\n\nTakes the pictures of docs/tour, or only those named: ${names}.`);
    return;
  }
  const unknown = args.find((name) => !PICTURES.some((picture) => picture.name === name));
  if (unknown !== undefined) {
    throw new Failure(`No picture is named ${unknown}. npm run tour [-- NAME ...]: ${names}.`);
  }
  setup({ tests: true });
  await build();
  const dataDir = mkdtempSync(join(tmpdir(), "canvass-tour-"));
  const worker = await startWorker({ dataDir, temporary: true });
  const browser = await startBrowser();
  try {
    mkdirSync(FOLDER, { recursive: true });
    const cookies = await signIn(worker.origin, await ownerOf(worker.origin));
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    for (const theme of THEMES) {
      for (const [width, viewport] of Object.entries(WIDTHS)) {
        const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: "reduce", serviceWorkers: "block" });
        await context.addCookies(cookies);
        for (const picture of PICTURES.filter(({ name }) => args.length === 0 || args.includes(name))) {
          const file = `${picture.name}-${theme}-${width}.webp`;
          writeFileSync(join(FOLDER, file), await take(context, worker.origin, await surveyOf(worker.origin, cookie, picture.survey), picture));
          say(`  docs/tour/${file}`);
        }
        await context.close();
      }
    }
  } finally {
    await browser.close();
    await worker.stop();
  }
});

/** One picture as WebP. */
async function take(context, origin, survey_id, { query, ready, act }) {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  if (query === null) {
    await page.goto(`${origin}/`);
  } else {
    await page.goto(`${origin}/#/surveys/${survey_id}/results${query === "" ? "" : `?${query}`}`);
    await page.waitForSelector(".sync-state[data-complete=true]");
    // The question about keeping answers is asked once.
    await page.click("text=Only in this tab");
  }
  await page.waitForSelector(ready);
  await act?.(page);
  await page.waitForTimeout(600);
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  await page.close();
  return Buffer.from(data, "base64");
}
