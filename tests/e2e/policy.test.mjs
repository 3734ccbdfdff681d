// The SDK in pages of every policy: where WebAssembly is forbidden, parts in plain JavaScript do the same.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BUILD } from "../../pkg/dist/results/build.js";
import { callbackOf, owner, stage, usual } from "./harness.mjs";

const at = stage();
const STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'";
const OPEN = `${STRICT.replace("'self'", "'self' 'wasm-unsafe-eval'")}`;
const SCRIPT = `import * as sdk from "/sdk/index.js";
import * as slim from "/sdk/slim.js";
Object.assign(globalThis, { sdk, slim, canvass: sdk.createCanvass() });
globalThis.caught = (promise) => promise.then(() => null, ({ kind, message, retryable }) => ({ kind, message, retryable }));`;

/** A page of the gateway's origin with a policy of its own; `asked` are the files of the SDK that it has fetched. */
async function pageWith(policy, state) {
  const { page, problems } = await at.visit(state && { storageState: state });
  const asked = [];
  page.on("request", (request) => asked.push(...(/\/sdk\/(\w+)[.-][^/]*\.js(?:\?|$)/.exec(request.url())?.slice(1) ?? [])));
  const html = { "content-type": "text/html", ...(policy && { "content-security-policy": policy }) };
  for (const path of ["/policy/", "/callback/"]) {
    await page.route(({ pathname }) => pathname === path, (route) => route.fulfill({ headers: html, body: `<script type="module" src="/policy/page.js"></script>` }));
  }
  await page.route(`${at.origin}/policy/page.js`, (route) => route.fulfill({ contentType: "text/javascript", body: SCRIPT }));
  const open = async () => {
    await page.goto(`${at.origin}/policy/`);
    await page.waitForFunction(() => "canvass" in globalThis);
  };
  return { page, problems, asked, open };
}

/** Signs in by the SDK of the page itself. */
async function signIn({ page, open }) {
  const { email, password } = owner(at.world);
  await open();
  await page.evaluate(() => void canvass.signIn({ return_to: "/policy/" }));
  await page.fill("input[name=email]", email);
  await page.fill("input[name=password]", password);
  await page.locator("button[type=submit], form button").first().click();
  await page.waitForSelector("button[name=decision][value=allow]");
  for (const box of await page.locator("input[type=checkbox]:not(:disabled)").all()) await box.check();
  // A redirect would pass the route of the callback page by.
  await page.goto(await callbackOf(page));
  await page.waitForFunction(() => "canvass" in globalThis);
  assert.deepEqual(await page.evaluate(() => canvass.completeSignIn()), { return_to: "/policy/" });
}

/**
 * What a page gets of the demo world: surveys, one of them as a table, and an answer that is larger than the memory.
 */
function results(page) {
  return page.evaluate(async () => {
    const list = await canvass.surveys.list({ per_page: 50 });
    const { id } = list.data.find(({ title }) => /satisfaction/i.test(title)) ?? list.data[0];
    const { blob, rows, columns } = await canvass.exportResponses({ survey_id: id, format: "csv" });
    const data = Array.from({ length: 5000 }, (_, index) => ({ id: String(index), title: "ä".repeat(400), nickname: "", href: "" }));
    const large = JSON.stringify({ data, page: 1, per_page: 5000, total: 5000, links: { self: "" } });
    const other = sdk.createCanvass({ fetch: async () => new Response(large) });
    const all = await other.surveys.list();
    const again = await other.surveys.list({ per_page: 2 });
    const summary = await canvass.summarise({ survey_id: id, source: "responses" });
    const refused = await caught(canvass.surveys.get({ survey_id: "1" }));
    return { list, rows, columns, csv: await blob.text(), summary, large: [all.data.length, again.data.at(-1)], refused };
  });
}

/**
 * Somebody who has signed in under the strict policy, once for all tests: what the browser keeps, and what it fetched.
 */
let signing;
const signedIn = () => (signing ??= begin());
async function begin() {
  const visited = await pageWith(STRICT);
  await signIn(visited);
  return { state: await visited.page.context().storageState(), asked: visited.asked };
}
async function visitSignedIn(policy) {
  return pageWith(policy, (await signedIn()).state);
}

test("a page whose policy forbids WebAssembly signs in, lists and exports as any other does", async () => {
  assert.ok((await signedIn()).asked.includes("sign_in_fallback"));
  const strict = await visitSignedIn(STRICT);
  await strict.open();
  const told = await results(strict.page);
  assert.ok(strict.asked.includes("engine_fallback") && strict.asked.includes("export_fallback"));
  const open = await visitSignedIn(OPEN);
  await open.open();
  assert.deepEqual(told, await results(open.page));
  assert.ok(told.rows > 0 && told.large[0] === 5000 && told.refused.kind === "not_found");
  assert.deepEqual(open.asked.filter((name) => name.endsWith("_fallback")), []);
  assert.deepEqual(open.problems.filter((problem) => !/404|favicon/.test(problem)), []);
});

test("a browser without WebAssembly is served too", async () => {
  const { page, asked, open } = await visitSignedIn(undefined);
  await page.addInitScript(() => delete globalThis.WebAssembly);
  await open();
  assert.ok((await page.evaluate(() => canvass.surveys.list({ per_page: 1 }))).data.length === 1);
  assert.ok(asked.includes("engine_fallback"));
});

test("parts of the caller's have no JavaScript fallback: the error names the directive, or says that it is the wrong part", async () => {
  const wanted = async () => {
    const engine = await (await fetch("/sdk/engine.wasm")).arrayBuffer();
    return caught(slim.createCanvass({ engine }).ready());
  };
  const strict = await pageWith(STRICT);
  await strict.open();
  const { kind, message } = await strict.page.evaluate(wanted);
  assert.equal(kind, "unavailable");
  assert.match(message, /'wasm-unsafe-eval'/);
  const open = await pageWith(OPEN);
  await open.open();
  assert.equal(await open.page.evaluate(wanted), null);
  const other = await pageWith(OPEN);
  await other.open();
  const wrong = await other.page.evaluate(async () => caught(slim.createCanvass({ engine: await (await fetch("/sdk/sign_in.wasm")).arrayBuffer() }).ready()));
  assert.equal(wrong.kind, "unavailable");
  assert.doesNotMatch(wrong.message, /wasm-unsafe-eval/);
});

test("results run in a worker whose file the app names, also where a policy wants trusted URLs; without a worker a line says why", { skip: usual !== "chromium" }, async () => {
  const { page, problems, open } = await visitSignedIn(`${OPEN}; require-trusted-types-for 'script'; trusted-types app`);
  await open();
  const lines = [];
  page.on("console", (message) => message.type() === "debug" && lines.push(message.text()));
  const count = (name) => page.evaluate(async (name) => {
    const { openResults } = await import("/sdk/results.js");
    globalThis.policy ??= trustedTypes.createPolicy("app", { createScriptURL: (url) => url });
    globalThis.results = await openResults(sdk.createCanvass({ debug: true }), { survey_id: "301000001", worker: name && policy.createScriptURL(name) });
    await results.sync();
    return (await results.where().count()).count;
  }, name);
  const workers = async (name) => {
    assert.equal(await count(name), 260);
    const urls = page.workers().map((worker) => worker.url());
    await page.evaluate(() => results.close());
    return urls;
  };
  assert.deepEqual(await workers("/sdk/results_worker.js"), [`${at.origin}/sdk/results_worker.js`]);
  const without = () => lines.filter((line) => line.includes("thread"));
  assert.deepEqual([without(), problems], [[], []]);
  assert.deepEqual(await workers(undefined), []);
  assert.match(without()[0], /^canvass: results run in the page's thread, because their worker did not start: .*TrustedScriptURL/);
  assert.deepEqual(await workers("/sdk/missing.js"), []);
  assert.match(without()[1], /: its file is missing, or a policy forbids it$/);
  // A copy that was made before an update.
  await page.route("**/sdk/results_worker.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(BUILD, "of-another") });
  });
  assert.deepEqual(await workers("/sdk/results_worker.js"), []);
  assert.match(without()[2], /: its file is of another version of the SDK$/);
  assert.equal((await page.evaluate(async () => caught((await import("/sdk/results.js")).openResults(canvass, { survey_id: "1", worker: 7 })))).kind, "invalid_argument");
});

test("a part that did not arrive is requested again by the next call, and one that is loading is not", async () => {
  const { page, asked, open } = await visitSignedIn(OPEN);
  let broken = true;
  await page.route(/engine\.inline-/, (route) => (broken ? route.abort() : route.continue()));
  await page.addInitScript(() => {
    const { instantiate } = WebAssembly;
    globalThis.started = 0;
    // A module is compiled once the test says so.
    const held = new Promise((done) => (globalThis.compile = done));
    let begin;
    globalThis.compiling = new Promise((done) => (begin = done));
    WebAssembly.instantiate = async (...given) => {
      started += 1;
      begin();
      await held;
      return instantiate(...given);
    };
  });
  await open();
  const failed = await page.evaluate(() => caught(canvass.ready()));
  assert.deepEqual([failed.kind, failed.retryable], ["network", true]);
  assert.equal((await page.evaluate(() => caught(canvass.ready()))).kind, "network");
  broken = false;
  const counts = await page.evaluate(async () => {
    const first = canvass.ready();
    await compiling;
    // The others meet the first while its module is compiled.
    const calls = [first, canvass.ready(), ...[1, 2, 3].map(() => canvass.surveys.list({ per_page: 1 }))];
    await new Promise((done) => setTimeout(done));
    compile();
    return [(await Promise.all(calls)).length, started];
  });
  assert.deepEqual(counts, [5, 1]);
  assert.ok(asked.filter((name) => name === "engine").length >= 2);
  // An export and a count need the same part, which would forget the one when it was started for the other.
  const both = await page.evaluate(async () => {
    const { data } = await canvass.surveys.list({ per_page: 50 });
    const [{ id: survey_id }] = data.filter(({ title }) => /satisfaction/i.test(title)).concat(data);
    const [{ rows }, { responses }] = await Promise.all([canvass.exportResponses({ survey_id, format: "jsonl" }), canvass.summarise({ survey_id, source: "responses" })]);
    return [rows, responses, started];
  });
  assert.deepEqual([both[0] > 0, both[1] > 0, both[2]], [true, true, 2]);
});
