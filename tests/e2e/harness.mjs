// A browser beside the Worker under test, and what a person does in it.

import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { chromium, firefox } from "playwright-core";
import { root } from "../../scripts/run.mjs";
import * as installed from "../../scripts/setup.mjs";
import { underTest } from "../edge/harness.mjs";

const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/**
 * Firefox is the machine's own, by WebDriver BiDi: Playwright 1.65 wants a command of it that the long-term 153 lacks.
 */
const BROWSERS = {
  chromium: () => chromium.launch({ executablePath: installed.chromium().browser, args: ARGUMENTS }),
  firefox: () => firefox.launch({ channel: "moz-firefox", executablePath: installed.firefox().browser }),
};

/** The browser that the tests run in, unless one is named. */
export const usual = process.env.CANVASS_BROWSER ?? "chromium";

/** The stage of one file's tests: `{ origin, world, visit }`; `vars` are more variables of the Worker. */
export function stage(vars = {}) {
  const key = () => randomBytes(32).toString("base64url");
  const tested = underTest({ vars: { SESSION_KEYS: key(), SERVICE_KEY: key(), ...vars } });
  const stage = browse();
  before(async () => {
    await tested.ready();
    stage.origin = tested.origin;
    stage.world = await tested.sandbox();
    if (stage.world === null) {
      throw new Error(`${tested.origin}/sandbox does not answer: these tests need the demo world`);
    }
  });
  return stage;
}

/** A browser for one file's tests: `{ name, visit }`. */
export function browse(name = usual) {
  let browser;
  before(async () => {
    browser = await BROWSERS[name]();
  });
  after(() => browser?.close());

  /** A page of its own, as a person who has never been here; `problems` fills with what it logs. */
  const visit = async (options = {}) => {
    // The console's service worker would answer for files that a test routes, so only tests that are about it have it.
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(`${message.text()} (${message.location().url})`);
    });
    return { page, problems, leave: () => context.close() };
  };
  return { name, visit };
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

/** Allows on the consent page without following where that leads: the address of the callback. */
export async function callbackOf(page) {
  const { action, fields } = await page.locator("form").evaluate((form) => {
    const fields = new URLSearchParams(new FormData(form));
    fields.set("decision", "allow");
    return { action: form.action, fields: fields.toString() };
  });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const response = await page.context().request.post(action, { headers, data: fields, maxRedirects: 0 });
  return new URL(response.headers().location, action).href;
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
