// The console's service worker, while a deployment is rolled out, and when another app has taken the console's place.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
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
  const shell = { "/": createHash("sha256").update(CONSOLE).digest("base64") };
  const define = { SHELL: JSON.stringify(shell), VERSION: '"1"' };
  const { outputFiles } = await build({ entryPoints: [join(root, "www", "worker", "sw.ts")], bundle: true, write: false, define });
  worker = outputFiles[0].text;
  browser = await launch();
});
after(() => browser?.close());

/** A page at a site of the console, which answers with `answer(path)`: status, type, body and headers. */
async function opened(t) {
  const site = { asked: {}, answer: (path) => (path === "/sw.js" ? [200, "text/javascript; charset=utf-8", worker] : [200, HTML, CONSOLE]) };
  const server = createServer((request, response) => {
    const [status, type, body, headers] = site.answer(request.url);
    site.asked[request.url] = (site.asked[request.url] ?? 0) + 1;
    response.writeHead(status, { "Content-Type": type, ...headers }).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const context = await browser.newContext();
  t.after(async () => {
    await context.close();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const page = await context.newPage();
  return { site, page, context, origin: `http://127.0.0.1:${server.address().port}` };
}

/** The same after a visit, with the worker. */
async function visited(t) {
  const { origin, ...stage } = await opened(t);
  await stage.page.goto(`${origin}/`);
  await active(stage.page);
  return stage;
}

async function active(page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await eventually(() => page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found.active.state === "activated")));
}

/** What the browser keeps of the console. */
const kept = (page) => page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, ...(await caches.keys())]);

/** The times at which the worker saw a page in its script's place; `by` milliseconds are subtracted from them first. */
const seen = (page, by = 0) =>
  page.evaluate(async (by) => {
    const cache = await caches.open("canvass-shell-1");
    const since = await cache.match("/replaced-since");
    const times = since ? [Number(await since.text()) - by] : [];
    if (by > 0) await cache.put("/replaced-since", new Response(String(times[0])));
    return times;
  }, by);

const HOUR = 3_600_000;

async function assertEnded(page, context) {
  await eventually(async () => String(await kept(page)) === "0", "the worker stays");
  await context.setOffline(true);
  await assert.rejects(page.reload(), /ERR_INTERNET_DISCONNECTED/);
}

test("the service worker is installed only with the page of its own deployment", async (t) => {
  const { site, page, context, origin } = await opened(t);
  const own = site.answer;
  const before = CONSOLE.replace("Console", "Console of the deployment before");
  site.answer = (path) => (path === "/" ? [200, HTML, before] : own(path));
  await page.goto(`${origin}/`);
  const states = () => page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => [found?.installing, found?.waiting, found?.active].filter(Boolean).length));
  await eventually(async () => site.asked["/"] >= 2 && (await states()) === 0, "a worker is installed with a page of another deployment");
  site.answer = own;
  await page.reload();
  await active(page);
  await context.setOffline(true);
  await page.reload();
  assert.equal(await page.title(), "Console");
});

for (const status of [404, 410]) {
  test(`the service worker ends at the first visit of an app that answers ${status} for its script`, async (t) => {
    const { site, page, context } = await visited(t);
    assert.deepEqual(await kept(page), [1, "canvass-shell-1"]);
    site.answer = (path) => (path === "/sw.js" ? [status, HTML, "Not found"] : [200, HTML, OTHER]);
    await page.reload();
    assert.equal(await page.title(), "Another app");
    await assertEnded(page, context);
  });
}

test("the service worker ends if every path is answered with a page, an hour later still", async (t) => {
  const { site, page, context } = await visited(t);
  site.answer = () => [200, HTML, OTHER];
  await page.reload();
  await eventually(async () => (await seen(page)).length === 1);
  const [first] = await seen(page, HOUR - 60_000);
  const { asked } = site;
  const before = asked["/sw.js"];
  await page.reload();
  await eventually(() => asked["/sw.js"] > before);
  assert.deepEqual([await kept(page), await seen(page)], [[1, "canvass-shell-1"], [first]]);
  await seen(page, 60_000);
  await page.reload();
  await assertEnded(page, context);
});

test("the service worker stays after maintenance, however long ago another one was", async (t) => {
  const { site, page } = await visited(t);
  const own = site.answer;
  site.answer = () => [200, HTML, "Maintenance"];
  await page.reload();
  await eventually(async () => (await seen(page)).length === 1);
  await seen(page, HOUR);
  site.answer = own;
  await page.reload();
  await eventually(async () => (await seen(page)).length === 0, "the earlier time is still there");
  assert.deepEqual(await kept(page), [1, "canvass-shell-1"]);
});

test("the service worker stays while the site redirects to its sign-in", async (t) => {
  const { site, page } = await visited(t);
  site.answer = (path) => (path === "/login" ? [200, HTML, "Sign in"] : [302, HTML, "", { Location: "/login" }]);
  await page.reload();
  await eventually(() => site.asked["/login"] >= 2);
  assert.deepEqual([await kept(page), await seen(page)], [[1, "canvass-shell-1"], []]);
});

test("the service worker of another app is not removed with this one", async (t) => {
  const { site, page } = await visited(t);
  // A page that the worker serves: until it is left, another worker waits.
  await page.reload();
  const scripts = { "/sw.js": [404, HTML, "Not found"], "/other.js": [200, "text/javascript", "// Another worker"] };
  site.answer = (path) => scripts[path] ?? [200, HTML, OTHER];
  const state = (name) => page.evaluate((name) => navigator.serviceWorker.getRegistration().then((found) => found?.[name]?.scriptURL ?? ""), name);
  await page.evaluate(() => navigator.serviceWorker.register("/other.js"));
  await eventually(async () => (await state("waiting")).endsWith("/other.js"));
  await page.reload();
  await eventually(async () => (await kept(page)).length === 1, "the shell stays");
  const url = page.url();
  await page.goto("about:blank");
  await page.goto(url);
  await eventually(async () => (await state("active")).endsWith("/other.js"), "the other worker is gone");
});

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
