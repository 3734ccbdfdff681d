// Starts the Worker and a browser for the tests of the console; CANVASS_URL points them at a running one.

import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { root } from "../../scripts/run.mjs";
import { startWorker } from "../../scripts/worker.mjs";

const BROWSER = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ],
};

/** A Worker, its demo world and a browser. `close` ends what was started. */
export async function open() {
  const worker = process.env.CANVASS_URL ? null : await start();
  const origin = (process.env.CANVASS_URL ?? worker.origin).replace(/\/$/, "");
  const world = await sandbox(origin);
  const browser = await chromium.launch(BROWSER);
  return {
    origin,
    world,
    /** A page of its own, as a person who has never been here; `problems` fills with what the console logs. */
    async visit(options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      const problems = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(`${message.text()} (${message.location().url})`);
      });
      return { page, problems, leave: () => context.close() };
    },
    async close() {
      await browser.close();
      await worker?.stop();
      worker?.forget();
    },
  };
}

async function start() {
  const dataDir = mkdtempSync(join(tmpdir(), "canvass-e2e-"));
  const key = () => randomBytes(32).toString("base64url");
  const worker = await startWorker({ dataDir, vars: { SESSION_KEYS: key(), SERVICE_KEY: key() } });
  return Object.assign(worker, { forget: () => rmSync(dataDir, { recursive: true, force: true }) });
}

async function sandbox(origin) {
  const answer = await fetch(`${origin}/sandbox`, { headers: { "X-Canvass": "1" } });
  if (!answer.ok) throw new Error(`${origin}/sandbox answered ${answer.status}: these tests need the demo world`);
  return answer.json();
}

/** A demo person whose plan and role open everything. */
export function owner({ people }) {
  return people.find(({ role, plan, region }) => /owner/.test(role) && !/basic/i.test(plan) && /^us$/i.test(region)) ?? people[0];
}

/** A demo person on the free plan. */
export function free({ people }) {
  return people.find(({ plan, region }) => /basic/i.test(plan) && /^us$/i.test(region));
}

/** Signs in through the service's own pages, up to the consent page. */
export async function toConsent(page, origin, { email, password }) {
  await page.goto(`${origin}/`);
  await page.click("#sign-in");
  await page.fill("input[name=email]", email);
  await page.fill("input[name=password]", password);
  await page.locator("button[type=submit], form button").first().click();
  await page.waitForSelector("button[name=decision][value=allow]");
}

/** Signs in and allows every permission that is offered; ends at the list of surveys. */
export async function signIn(page, origin, person) {
  await toConsent(page, origin, person);
  for (const box of await page.locator("input[type=checkbox]:not(:disabled)").all()) await box.check();
  await page.click("button[name=decision][value=allow]");
  await page.waitForSelector(".rows, .empty");
}

/** The records of CSV text (RFC 4180). */
export function records(text) {
  const found = [[]];
  for (const [, quoted, bare, end] of text.replace(/^\uFEFF/, "").matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (quoted === undefined && bare === "" && end === "" && found.at(-1).length === 0) break;
    found.at(-1).push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === "") break;
    if (end !== ",") found.push([]);
  }
  return found.at(-1).length === 0 ? found.slice(0, -1) : found;
}

/** Saves a picture of the window as `build/screenshots/NAME.png`. */
export async function picture(page, name) {
  const folder = join(root, "build", "screenshots");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
