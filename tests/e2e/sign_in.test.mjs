// Signing in by the SDK in Chromium, against the built Worker: windows, tabs at once, and callbacks that are not good.

import assert from "node:assert/strict";
import { test } from "node:test";
import { owner, stage as open } from "./harness.mjs";

const stage = open();

/** A page of the console with the SDK in it, as `canvass`. */
async function arrive(page) {
  await page.goto(`${stage.origin}/`);
  await page.evaluate(async () => {
    const { createCanvass } = await import("/sdk/index.js");
    globalThis.canvass = createCanvass();
  });
}

/** Begins a sign-in; the page goes to the service's sign-in page. */
async function begin(page, options) {
  await arrive(page);
  await page.evaluate((options) => void canvass.signIn(options), options);
  await page.waitForSelector("input[name=password]");
}

/** What a person does on the service's own pages. */
async function allow(page, { email, password }) {
  await page.fill("input[name=email]", email);
  await page.fill("input[name=password]", password);
  await page.locator("button[type=submit], form button").first().click();
  await page.click("button[name=decision][value=allow]");
}

/** The kind of the error that the callback page shows. */
const refusal = (page) => page.locator("[data-kind]").first().getAttribute("data-kind");

async function visiting(steps) {
  const { page, leave } = await stage.visit();
  try {
    await steps(page);
  } finally {
    await leave();
  }
}

test("a_person_signs_in_in_a_window_and_the_page_stays", () =>
  visiting(async (page) => {
    await arrive(page);
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.evaluate(() => {
        globalThis.ended = canvass.signIn({ popup: true }).then(() => "signed in", (error) => error.kind);
      }),
    ]);
    await popup.waitForSelector("input[name=password]");
    const closed = popup.waitForEvent("close");
    await allow(popup, owner(stage.world));
    assert.equal(await page.evaluate(() => globalThis.ended), "signed in");
    await closed;
    assert.equal(await page.evaluate(async () => (await canvass.session()).signed_in), true);
    assert.ok(await page.evaluate(async () => (await canvass.surveys.list()).total > 0));
  }));

test("a_window_that_is_blocked_or_closed_is_an_error_of_its_own", () =>
  visiting(async (page) => {
    await arrive(page);
    const kind = () => page.evaluate(() => canvass.signIn({ popup: true }).then(() => "signed in", (error) => error.kind));
    await page.evaluate(() => {
      globalThis.real = globalThis.open;
      globalThis.open = () => null;
    });
    assert.equal(await kind(), "popup_blocked");
    await page.evaluate(() => {
      globalThis.open = globalThis.real;
    });
    const [popup, ended] = await Promise.all([page.waitForEvent("popup").then((popup) => popup.close()), kind()]);
    assert.equal(popup, undefined);
    assert.equal(ended, "popup_closed");
  }));

test("two_tabs_sign_in_at_once", () =>
  visiting(async (page) => {
    const other = await page.context().newPage();
    await begin(page, { return_to: "/#/surveys" });
    await begin(other, { return_to: "/pricing/" });
    await allow(page, owner(stage.world));
    await page.waitForSelector(".rows, .empty");
    const allowed = other.locator("button[name=decision][value=allow]");
    await other.reload();
    if ((await allowed.count()) > 0) await allowed.click();
    else await allow(other, owner(stage.world));
    await other.waitForURL(`${stage.origin}/pricing/`);
  }));

test("s2_a_callback_with_another_state_or_none_under_way_is_refused", () =>
  visiting(async (page) => {
    const forged = `${stage.origin}/callback/?code=abc&state=${"0".repeat(64)}`;
    await page.goto(forged);
    await page.waitForSelector("[data-kind=state_missing]");
    await begin(page, { return_to: "/" });
    await page.goto(forged);
    await page.waitForSelector("[data-kind=state_mismatch]");
    assert.equal(new URL(page.url()).search, "", "the code left the address bar");
  }));

test("s4_a_callback_after_ten_minutes_is_an_expired_sign_in", () =>
  visiting(async (page) => {
    await begin(page, { return_to: "/" });
    const query = await page.evaluate(() => {
      const [key, value] = Object.entries(sessionStorage).find(([key]) => key.startsWith("canvass."));
      const [state, began, ...rest] = value.split(" ");
      sessionStorage.setItem(key, [state, Number(began) - 601_000, ...rest].join(" "));
      return `?code=abc&state=${state}`;
    });
    await page.goto(`${stage.origin}/callback/${query}`);
    await page.waitForSelector("[data-kind=sign_in_expired]");
    await page.waitForSelector("#again");
    assert.equal(await refusal(page), "sign_in_expired");
  }));
