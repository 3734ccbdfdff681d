// Parts of the SDK that do not arrive are requested again by a later call, also in browsers that remember a failed
// import.

import assert from "node:assert/strict";
import { test } from "node:test";
import { callbackOf, owner, stage, signIn, toConsent } from "./harness.mjs";

const at = stage();
const STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'";
const OPEN = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const SCRIPT = `import { createCanvass } from "/sdk/index.js";
const canvass = createCanvass();
const survey = async () => (await canvass.surveys.list({ per_page: 1 })).data[0].id;
globalThis.calls = {
  list: async () => (await canvass.surveys.list()).total > 0,
  exportResponses: async () => (await canvass.exportResponses({ survey_id: await survey(), format: "jsonl" })).rows >= 0,
  // A path that is refused, so that the page stays.
  signIn: () => canvass.signIn({ return_to: "https://elsewhere.example/" }).catch((error) => error.kind === "invalid_argument" || Promise.reject(error)),
  token: () =>
    createCanvass({ token: "none", access_url: location.origin, dangerouslyAllowBrowser: true, retries: 0 }).surveys.list().catch((error) => error.kind === "signed_out" || Promise.reject(error)),
};
globalThis.complete = () => canvass.completeSignIn().then(() => "signed in", ({ kind }) => kind);
globalThis.made = (name) => calls[name]().catch(({ kind }) => kind);`;

/** The parts that each call loads, in each form. */
const ENGINE = { [OPEN]: ["engine_glue", "engine.inline"], [STRICT]: ["engine_fallback"] };
const LATER = {
  [OPEN]: { exportResponses: ["flows", "guarded", "export_glue", "export.inline"], signIn: ["sign_in", "sign_in_glue", "sign_in.inline"], token: ["bearer"] },
  [STRICT]: { exportResponses: ["flows", "guarded", "export_fallback"], signIn: ["sign_in", "sign_in_fallback"], token: ["bearer"] },
};

let context;
const signedIn = () => (context ??= enter());
async function enter() {
  const { page } = await at.visit();
  await signIn(page, at.origin, owner(at.world));
  return page.context();
}

/** A page with a policy. `asked` are the parts and chunks of the SDK that it has requested. */
async function opened(policy) {
  const page = await (await signedIn()).newPage();
  const asked = [];
  page.on("request", (request) => asked.push(...(/\/sdk\/([\w.]+?)-\w{8}\.js/.exec(request.url())?.slice(1) ?? [])));
  const headers = { "content-type": "text/html", "content-security-policy": policy };
  await page.route(`${at.origin}/loading/`, (route) => route.fulfill({ headers, body: '<!doctype html><script type="module" src="/loading/page.js"></script>' }));
  await page.route(`${at.origin}/loading/page.js`, (route) => route.fulfill({ contentType: "text/javascript", body: SCRIPT }));
  await page.goto(`${at.origin}/loading/`);
  await page.waitForFunction(() => "made" in globalThis);
  const loaded = asked.splice(0);
  const make = (name) => page.evaluate((name) => made(name), name);
  return { page, asked, loaded, make };
}

for (const [form, policy] of [["compiled", OPEN], ["plain JavaScript", STRICT]]) {
  test(`a call loads its parts (${form}) and no others, none of which needs a chunk that the page does not have`, async () => {
    const { asked, make } = await opened(policy);
    for (const [name, parts] of Object.entries({ list: ENGINE[policy], ...LATER[policy] })) {
      assert.equal(await make(name), true, name);
      assert.deepEqual(asked.splice(0).toSorted(), parts.toSorted(), name);
    }
  });

  test(`every part (${form}) that did not arrive is loaded by the next call`, async () => {
    for (const [name, parts] of Object.entries({ list: ENGINE[policy], ...LATER[policy] })) {
      for (const part of parts) {
        const { page, make } = await opened(policy);
        if (name !== "list") assert.equal(await make("list"), true);
        await page.route(new RegExp(`/sdk/${part}-`), (route) => route.abort());
        for (const _ of ["first", "second"]) assert.equal(await make(name), "network", `${name} without ${part}`);
        await page.unrouteAll();
        assert.equal(await make(name), true, `${name} after ${part} had failed`);
        await page.close();
      }
    }
  });
}

test("a sign-in whose parts did not arrive is completed by the next call, with the same callback", async () => {
  const { page, leave } = await at.visit();
  await page.route(`${at.origin}/loading/page.js`, (route) => route.fulfill({ contentType: "text/javascript", body: SCRIPT }));
  for (const part of ["sign_in", "sign_in_glue", "sign_in.inline", "guarded"]) {
    await page.context().clearCookies();
    await toConsent(page, at.origin, owner(at.world));
    const callback = await callbackOf(page);
    const headers = { "content-type": "text/html", "content-security-policy": OPEN };
    await page.route(callback, (route) => route.fulfill({ headers, body: '<!doctype html><script type="module" src="/loading/page.js"></script>' }));
    const isPart = new RegExp(`/sdk/${part}-`);
    await page.route(isPart, (route) => route.abort());
    await page.goto(callback);
    await page.waitForFunction(() => "complete" in globalThis);
    const complete = () => page.evaluate(() => complete());
    for (const _ of ["first", "second"]) assert.deepEqual([await complete(), new URL(page.url()).search], ["network", ""], part);
    await page.unroute(isPart);
    for (const _ of ["third", "fourth"]) assert.deepEqual([await complete(), part], ["signed in", part]);
  }
  await leave();
});
