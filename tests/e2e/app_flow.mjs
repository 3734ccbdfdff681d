// A whole visit of an app: sign-in by page and by popup with two accounts, list, export, sign-out. The app has the
// buttons
// #by-page and #by-popup, and puts its client in `canvass` and the outcome of a sign-in in `outcome`.

import assert from "node:assert/strict";
import { consent } from "./consent.mjs";

/**
 * Visits the app at `address`, which a sign-in returns to with `returned` in its query. `first` and `second` are
 * people.
 */
export async function visitApp(stage, address, first, second) {
  const { page, problems, leave } = await stage.visit();
  const ready = () => page.waitForFunction(() => "canvass" in globalThis);
  try {
    await page.goto(address);
    await ready();
    assert.deepEqual(await page.evaluate(() => canvass.session()), { signed_in: false, keep_results: true });
    await page.click("#by-page");
    await consent(page, first);
    // Not by navigations, of which the callback page ends one before it is complete.
    await page.waitForFunction(() => location.search.includes("returned") && "canvass" in globalThis);
    assert.ok(!page.url().includes("code=") && new URL(page.url()).origin === new URL(address).origin, page.url());

    const [popup] = await Promise.all([page.waitForEvent("popup"), page.click("#by-popup")]);
    await popup.waitForSelector("input[name=email]");
    const closed = popup.waitForEvent("close");
    await consent(popup, second);
    await page.waitForFunction(() => globalThis.outcome !== undefined);
    assert.equal(await page.evaluate(() => globalThis.outcome), "signed in");
    await closed;

    const { accounts, account } = await page.evaluate(() => canvass.session());
    assert.deepEqual(accounts.map(({ email, region }) => [email, region]), [first, second].map(({ email, region }) => [email, region]));
    assert.equal(accounts[1].id, account);
    await page.evaluate((id) => canvass.switchAccount({ account: id }), accounts[0].id);
    assert.ok((await page.evaluate(async () => (await canvass.surveys.list()).total)) > 0);
    const rows = await page.evaluate(async () => (await canvass.exportResponses({ survey_id: "301000001", format: "csv" })).rows);
    assert.ok(rows > 200, `${rows} rows`);
    await page.evaluate(() => canvass.signOut({ all: true }));
    assert.deepEqual(await page.evaluate(() => canvass.session()), { signed_in: false, keep_results: true });
    assert.deepEqual(problems, []);
  } finally {
    await leave();
  }
}
