// An app whose pages come from a server of its own on this machine: directly, as an allowed origin of the same site,
// and through that server as a proxy. In each case a person signs in by page and by popup with two accounts, lists,
// exports and signs out.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { visitApp } from "./app_flow.mjs";
import { appServer } from "./app_server.mjs";
import { consent } from "./consent.mjs";
import { browse } from "./harness.mjs";

const folder = mkdtempSync(join(tmpdir(), "canvass-origins-"));
const browsers = [browse("chromium"), browse("firefox")];
let app;
let worker;
let world;

before(async () => {
  app = await appServer(() => worker.origin);
  worker = await startWorker({ dataDir: folder, origin: app.origin });
  world = await (await fetch(`${worker.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
});
after(async () => {
  await app?.stop();
  await worker?.kill();
  rmSync(folder, { recursive: true, force: true });
});

const person = (key) => world.people.find((each) => each.key === key);

/** Calls a method of the page's client. */
const call = (page, work) => page.evaluate(work);

for (const stage of browsers) {
  for (const way of ["directly", "through_a_proxy"]) {
    test(`a_page_of_a_dev_server_signs_in_lists_exports_and_signs_out_${way}_in_${stage.name}`, () =>
      visitApp(stage, `${app.origin}/${way === "directly" ? "" : "?proxy"}`, person("owner"), person("eu")));
  }
}

test("a_person_who_declines_returns_to_the_page_of_the_dev_server", async () => {
  const { page, leave } = await browsers[0].visit();
  await page.goto(app.origin);
  await page.click("#by-page");
  await consent(page, person("owner"), "deny");
  await page.waitForFunction(() => globalThis.outcome !== undefined);
  assert.ok(page.url().startsWith(`${app.origin}/callback/`) && !page.url().includes("state"), page.url());
  assert.equal(await call(page, () => globalThis.outcome), "sign_in_denied");
  await leave();
});

test("s89_a_code_that_reaches_another_page_of_the_origin_is_not_accepted_without_its_state", async () => {
  const { page, leave } = await browsers[0].visit();
  await page.goto(`${app.origin}/callback/#code=stolen&state=${"0".repeat(64)}@${app.origin}`);
  await page.waitForFunction(() => globalThis.outcome !== undefined);
  assert.equal(await call(page, () => globalThis.outcome), "state_missing");
  assert.equal(new URL(page.url()).hash, "");
  await leave();
});

test("a_page_whose_origin_is_not_allowed_reads_how_to_add_it", async () => {
  const stranger = await appServer(() => worker.origin);
  const { page, leave } = await browsers[0].visit();
  const outcome = async (query, work) => {
    await page.goto(`${stranger.origin}/${query}`);
    await page.waitForFunction(() => "canvass" in globalThis);
    return page.evaluate(work);
  };
  const session = () => canvass.session().then(() => "fine", ({ kind, message, path }) => [kind, message, path]);
  const [kind, message, path] = await outcome("", session);
  assert.deepEqual([kind, path], ["configuration", "gateway"]);
  assert.ok(message.includes(`add ${stranger.origin} to the gateway's variable ALLOWED_ORIGIN`), message);
  const inWorker = await page.evaluate((gateway) => {
    const script = `import { createCanvass } from "${location.origin}/sdk/index.js";
      createCanvass({ gateway: "${gateway}" }).session().then(() => postMessage("fine"), ({ kind, message }) => postMessage([kind, message]));`;
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })), { type: "module" });
    return new Promise((done) => (worker.onmessage = ({ data }) => done(data)));
  }, worker.origin);
  assert.deepEqual(inWorker, [kind, message]);
  const signIn = () => canvass.signIn().then(() => "fine", ({ kind, message }) => [kind, message]);
  const [proxied, why] = await outcome("?proxy", signIn);
  assert.equal(proxied, "configuration");
  assert.match(why, /ALLOWED_ORIGIN/);
  await leave();
  await stranger.stop();
});

test("a_page_on_the_other_name_of_this_machine_reads_that_these_are_two_sites", async () => {
  const { page, leave } = await browsers[0].visit();
  await page.goto(app.origin.replace("localhost", "127.0.0.1"));
  await page.waitForFunction(() => "canvass" in globalThis);
  const [kind, message] = await page.evaluate(() => canvass.session().then(() => "fine", ({ kind, message }) => [kind, message]));
  assert.equal(kind, "configuration");
  assert.match(message, /The page is on 127\.0\.0\.1 and the gateway on localhost/);
  await leave();
});

test("a_gateway_that_is_a_server_of_pages_is_reported_as_such", async () => {
  const { page, leave } = await browsers[0].visit();
  await page.goto(`${app.origin}/?pages`);
  await page.waitForFunction(() => "canvass" in globalThis);
  const [kind, message] = await page.evaluate(() => canvass.session().then(() => "fine", ({ kind, message }) => [kind, message]));
  assert.equal(kind, "configuration");
  assert.match(message, /returned a web page instead of JSON/);
  await leave();
});

test("a_window_that_another_page_has_cut_off_is_waited_for_until_the_page_cancels", async () => {
  const { page, leave } = await browsers[0].visit();
  await page.goto(app.origin);
  await page.waitForFunction(() => "canvass" in globalThis);
  const [popup] = await Promise.all([page.waitForEvent("popup"), page.click("#by-popup")]);
  await popup.waitForSelector("input[name=email]");
  // The sign-in page's opener policy has cut the connection, so this page sees a closed window although it is open.
  await page.bringToFront();
  await page.waitForTimeout(3_000);
  assert.equal(await call(page, () => globalThis.outcome), undefined);
  await call(page, () => cancel.abort("cancelled"));
  await page.waitForFunction(() => globalThis.outcome !== undefined);
  assert.equal(await call(page, () => globalThis.outcome), "cancelled");
  await leave();
});
