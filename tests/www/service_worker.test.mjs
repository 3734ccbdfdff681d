// The console's service worker, when another app has taken the console's place.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { eventually } from "../edge/eventually.mjs";
import { launch } from "./serve.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const HTML = "text/html; charset=utf-8";
const CONSOLE = "<!doctype html><title>Console</title><script>navigator.serviceWorker.register('/sw.js')</script>";
const OTHER = "<!doctype html><title>Another app</title>";

let worker;
let browser;
before(async () => {
  const shell = { "/": false };
  const define = { SHELL: JSON.stringify(shell), VERSION: '"1"' };
  const { outputFiles } = await build({ entryPoints: [join(root, "www", "worker", "sw.ts")], bundle: true, write: false, define });
  worker = outputFiles[0].text;
  browser = await launch();
});
after(() => browser?.close());

/** A site of the console that a browser has visited, which then answers with `answer(path)`: status, type and body. */
async function visited(t) {
  const site = { answer: (path) => (path === "/sw.js" ? [200, "text/javascript; charset=utf-8", worker] : [200, HTML, CONSOLE]) };
  const server = createServer((request, response) => {
    const [status, type, body] = site.answer(request.url);
    response.writeHead(status, { "Content-Type": type }).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const context = await browser.newContext();
  t.after(async () => {
    await context.close();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await eventually(() => page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found.active.state === "activated")));
  return { site, page, context };
}

/** What the browser keeps of the console. */
const kept = (page) => page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, ...(await caches.keys())]);

for (const [name, script] of [["has no such script", [404, HTML, "Not found"]], ["answers every path with its page", [200, HTML, OTHER]]]) {
  test(`the service worker ends at the first visit of an app that ${name}`, async (t) => {
    const { site, page, context } = await visited(t);
    assert.deepEqual(await kept(page), [1, "canvass-shell-1"]);
    site.answer = (path) => (path === "/sw.js" ? script : [200, HTML, OTHER]);
    await page.reload();
    assert.equal(await page.title(), "Another app");
    await eventually(async () => String(await kept(page)) === "0", "the worker stays");
    await context.setOffline(true);
    await assert.rejects(page.reload(), /ERR_INTERNET_DISCONNECTED/);
  });
}

test("the service worker stays while the site fails or the network is off", async (t) => {
  const { site, page, context } = await visited(t);
  const own = site.answer;
  let asked = 0;
  site.answer = (path) => (path === "/sw.js" ? ((asked += 1), [503, HTML, "Later"]) : own(path));
  await page.reload();
  await eventually(() => asked > 0);
  await context.setOffline(true);
  await page.reload();
  assert.equal(await page.title(), "Console");
  assert.deepEqual(await kept(page), [1, "canvass-shell-1"]);
});
