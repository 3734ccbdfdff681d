// What the SDK has from a browser alone: knowing that it is offline, its tabs, and the end of a block.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startCanvass } from "../../pkg/dist/testing.js";
import { browse } from "./harness.mjs";

const browser = browse();
let world;
before(async () => (world = await startCanvass()));
after(() => world?.stop());

/**
 * A page in which the owner is signed in and the SDK is there, as `canvass`; `told` is what it told, `heard` waits for
 * the first quota.
 */
async function arrive(page) {
  await page.goto(`${world.origin}/pricing/`);
  await page.evaluate(async () => {
    const { createCanvass } = await import("/sdk/index.js");
    globalThis.told = [];
    let onQuota;
    globalThis.heard = new Promise((done) => (onQuota = ({ minute }) => done(told.push(minute.remaining))));
    globalThis.canvass = createCanvass({ onQuota, onRequest: ({ attempt }) => told.push(`attempt ${attempt}`) });
  });
}

async function visiting(steps) {
  const { page, leave } = await browser.visit();
  await world.signIn("owner", { page });
  await arrive(page);
  await steps(page).finally(leave);
}

test("a_browser_that_is_offline_sends_nothing_and_goes_on_when_it_is_back", () =>
  visiting(async (page) => {
    const total = () => page.evaluate(() => canvass.surveys.list().then(({ total }) => total, ({ kind }) => kind));
    assert.equal(await total(), 7);
    await page.context().setOffline(true);
    await page.evaluate(() => told.splice(0));
    assert.equal(await total(), "offline");
    assert.deepEqual(await page.evaluate(() => told), []);
    await page.context().setOffline(false);
    assert.equal(await total(), 7);
  }));

test("the_tabs_of_an_origin_share_what_they_know_of_the_quota", () =>
  visiting(async (page) => {
    const other = await page.context().newPage();
    await arrive(other);
    // An answer that the gateway kept would say nothing of the quota; this one it never keeps.
    await page.evaluate(() => canvass.users.me());
    await other.evaluate(() => heard);
    const [here, there] = [await page.evaluate(() => canvass.quota.minute.remaining), await other.evaluate(() => canvass.quota.minute.remaining)];
    assert.equal(there, here);
    assert.deepEqual(await other.evaluate(() => told), [here], "the other tab sent nothing");
  }));

test("at_the_end_of_its_block_the_sdk_has_waited_for_its_calls_and_makes_no_more", () =>
  visiting(async (page) => {
    // As text: the Node.js that runs this need not know the syntax.
    const [answered, total, later] = await page.evaluate(`(async () => {
      const { createCanvass } = await import("/sdk/index.js");
      let answered = false;
      let kept, call;
      {
        await using canvass = createCanvass({ onResponse: () => (answered = true) });
        kept = canvass;
        call = canvass.surveys.list();
      }
      return [answered, (await call).total, await kept.surveys.list().then(() => "it called", ({ kind }) => kind)];
    })()`);
    assert.deepEqual([answered, total, later], [true, 7, "unavailable"]);
  }));
