// `npm run bench -- sdk`: compares the SDK with its alternatives in size, start, calls, checks and exports. Only ratios
// are meaningful, because the times depend on the machine and its load.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPeers } from "../peers.mjs";
import { Failure, root, say, target } from "../run.mjs";
import { chromium } from "../setup.mjs";
import { gzipped, importSize } from "../size.mjs";
import { startWorker } from "../worker.mjs";

const STARTS = 9;
const CALLS = 3000;
const SERVED = 1000;
const ITEMS = 1000;
const DECODES = 500;
const RESPONSES = 100_000;
/** Pages of the demo survey that the input of an export repeats, each of the service's maximum size. */
const PAGES = 2;
const PER_PAGE = 100;
const EXPORTS = 5;
const DEMO = "Every kind of question";

const dist = join(root, "pkg", "dist");
const peers = join(target, "peers");

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const times = (ours, theirs) => `${(ours / theirs).toFixed(2)} ×`;
const thousands = (number) => Math.round(number).toLocaleString("en");

function row(title, cells, width = 52) {
  say(`  ${title.padEnd(width)}${cells.map((cell) => String(cell).padStart(14)).join("")}`);
}

/** Measures all parts, one after the other. */
export async function benchSdk(limits) {
  installPeers();
  for (const file of ["table.mjs", "checked.mjs", "surveys.mjs"]) cpSync(join(root, "scripts", "peers", file), join(peers, file));
  await sizes();
  await starts(limits);
  await calls();
  const demo = await demoSurvey();
  await decoding(limits, demo);
  await exporting(limits, demo);
}

async function bundled(contents) {
  const { build } = await import("esbuild");
  const options = { bundle: true, minify: true, format: "esm", platform: "browser", write: false, logLevel: "silent" };
  const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: peers } });
  return gzipped(outputFiles[0].contents);
}

async function sizes() {
  say("\nSize: minified by esbuild, gzip");
  row("", ["bytes"]);
  row("Canvass SDK, all that the first call loads", [thousands(await importSize())]);
  row("  exports, loaded by the first", [thousands(gzipped(readFileSync(join(dist, "export.wasm"))))]);
  for (const [name, contents] of [
    ["@octokit/core", 'export { Octokit } from "@octokit/core";'],
    ["@auth0/auth0-spa-js", 'export { Auth0Client } from "@auth0/auth0-spa-js";'],
    ["openapi-fetch + zod, one list checked", 'export { surveysOf } from "./surveys.mjs";'],
    ["papaparse, to write the CSV of exports", 'import Papa from "papaparse"; export const { unparse } = Papa;'],
  ]) {
    row(name, [thousands(await bundled(contents))]);
  }
}

const GROUPS = JSON.stringify({ data: [], per_page: 50, page: 1, total: 0, links: { self: "http://localhost/v3/groups" } });

/** A server with the SDK's files, an empty page, and the same response to every call. */
async function serveSdk() {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    request.resume();
    if (pathname.startsWith("/sdk/")) {
      response.setHeader("Content-Type", pathname.endsWith(".wasm") ? "application/wasm" : "text/javascript");
      response.end(readFileSync(join(dist, pathname.endsWith(".wasm") ? "" : "browser", pathname.slice(5))));
    } else if (pathname.startsWith("/api/")) {
      response.setHeader("Content-Type", "application/json");
      response.end(GROUPS);
    } else {
      response.setHeader("Content-Type", "text/html");
      response.end("<!doctype html><title>bench</title>");
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, stop };
}

/** Milliseconds in Chromium, each time with empty caches: a bare fetch, the import, and the first call. */
async function startsInChromium() {
  const { browser: executablePath } = chromium();
  if (!executablePath) throw new Failure("Chromium was not found: set CHROMIUM to its path.");
  const { chromium: engine } = await import("playwright-core");
  const { origin, stop } = await serveSdk();
  const browser = await engine.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
  const found = [];
  try {
    for (let round = 0; round < STARTS; round += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(origin);
      const measured = await page.evaluate(async () => {
        const took = async (work) => {
          const start = performance.now();
          await work();
          return performance.now() - start;
        };
        const bare = async () => (await fetch("/api/v3/groups")).json();
        await bare();
        const fetched = await took(bare);
        let canvass;
        const imported = await took(async () => (canvass = (await import("/sdk/index.js")).createCanvass()));
        const called = await took(() => canvass.groups.list());
        return { fetched, imported, called, again: await took(() => canvass.groups.list()) };
      });
      found.push(measured);
      await context.close();
    }
  } finally {
    await browser.close();
    stop();
  }
  return Object.fromEntries(["fetched", "imported", "called", "again"].map((name) => [name, median(found.map((each) => each[name]))]));
}

/** Milliseconds in a new Node.js process: the import, the first call, and the compilation of the engine alone. */
function startsInNode() {
  const source = `
    const start = performance.now();
    const { createCanvass } = await import(${JSON.stringify(join(dist, "index.js"))});
    const imported = performance.now() - start;
    const body = ${JSON.stringify(GROUPS)};
    const canvass = createCanvass({ gateway: "http://localhost", fetch: async () => new Response(body) });
    await canvass.groups.list();
    const called = performance.now() - start - imported;
    const bytes = (await import("node:fs")).readFileSync(${JSON.stringify(join(dist, "engine.wasm"))});
    const compile = performance.now();
    await WebAssembly.compile(bytes);
    console.log(JSON.stringify({ imported, called, compiled: performance.now() - compile }));`;
  const run = () => JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", source], { encoding: "utf8" }));
  const found = Array.from({ length: STARTS }, run);
  return Object.fromEntries(["imported", "called", "compiled"].map((name) => [name, median(found.map((each) => each[name]))]));
}

async function starts(limits) {
  const page = await startsInChromium();
  say(`\nStart, median of ${STARTS}`);
  row("Chromium", ["ms"]);
  row("bare fetch with JSON", [page.fetched.toFixed(1)]);
  row("import of the SDK", [page.imported.toFixed(1)]);
  row("first call after the import", [page.called.toFixed(1)]);
  row(`  more than a bare fetch (goal ${limits["first-call"].limit} ms)`, [(page.called - page.fetched).toFixed(1)]);
  row("second call", [page.again.toFixed(1)]);
  const node = startsInNode();
  row("Node.js", ["ms"]);
  row("import of the SDK", [node.imported.toFixed(1)]);
  row("first call, response without delay", [node.called.toFixed(1)]);
  row("  of that, compiling the engine", [node.compiled.toFixed(1)]);
}

/**
 * Median milliseconds of programs that run alternately; the first fifth is a warm-up. Their order is random, because
 * each profits from caches that the one before it has filled.
 */
async function alternately(count, ...programs) {
  const sides = programs.map((program) => ({ program, took: [] }));
  for (let round = 0; round < count; round += 1) {
    for (const { program, took } of shuffled(sides)) {
      const start = performance.now();
      await program();
      took.push(performance.now() - start);
    }
  }
  return sides.map(({ took }) => median(took.slice(count / 5)));
}

function shuffled(list) {
  const keyed = list.map((item) => [Math.random(), item]);
  return keyed.sort(([a], [b]) => a - b).map(([, item]) => item);
}

const engine = () => readFileSync(join(dist, "engine.wasm"));

/** The simplest call with a signal, for comparison. */
async function plain(send, url) {
  const { signal } = new AbortController();
  const response = await send(new Request(url, { signal, headers: { Accept: "application/json" } }));
  return JSON.parse(await response.text());
}

async function calls() {
  const { createCanvass } = await import(join(dist, "slim.js"));
  say("\nOne call with a small response, median");
  row("", ["plain µs", "SDK µs", "added µs"]);
  const stub = async () => new Response(GROUPS);
  const stubbed = createCanvass({ engine: engine(), gateway: "http://localhost", fetch: stub });
  const show = (name, [bare, ours]) => row(name, [thousands(bare * 1000), thousands(ours * 1000), thousands((ours - bare) * 1000)]);
  show("fetch stubbed", await alternately(CALLS, () => plain(stub, "http://localhost/api/v3/groups"), async () => stubbed.groups.list()));
  const { origin, stop } = await serveSdk();
  const served = createCanvass({ engine: engine(), gateway: origin });
  show("through a local server", await alternately(SERVED, () => plain(fetch, `${origin}/api/v3/groups`), async () => served.groups.list()));
  stop();
}

/** A page of surveys: many small objects. */
function surveysPage(gateway) {
  const data = Array.from({ length: ITEMS }, (_, index) => ({
    id: String(100_000 + index),
    title: `Survey number ${index}: what did you think of it?`,
    nickname: "",
    href: `${gateway}/v3/surveys/${100_000 + index}`,
  }));
  const links = { self: `${gateway}/v3/surveys?page=1&per_page=${ITEMS}` };
  return JSON.stringify({ data, per_page: ITEMS, page: 1, total: ITEMS, links });
}

/** Zod's checks: compiled, which is the default, and interpreted, as in a page whose policy forbids `eval`. */
async function checks() {
  const { config } = await import(join(peers, "node_modules", "zod", "index.js"));
  const compiled = await import(join(peers, "checked.mjs"));
  config({ jitless: true });
  const interpreted = await import(`${join(peers, "checked.mjs")}?interpreted`);
  config({ jitless: false });
  return { compiled, interpreted };
}

/** The SDK's engine without the facade, and the numbers of the operations. */
async function engineAlone() {
  const { build } = await import("esbuild");
  const contents = `export { operations } from ${JSON.stringify(join(root, "pkg", "src", "generated", "operations.ts"))};
    export { default as start, answer } from ${JSON.stringify(join(target, "sdk", "glue.js"))};`;
  const outfile = join(peers, "engine.mjs");
  await build({ stdin: { contents, resolveDir: root }, bundle: true, format: "esm", outfile, logLevel: "silent" });
  const { start, answer, operations } = await import(outfile);
  await start({ module_or_path: engine() });
  return { answer, operations };
}

async function decoding(limits, demo) {
  const { createCanvass } = await import(join(dist, "slim.js"));
  const { compiled, interpreted } = await checks();
  const { answer, operations } = await engineAlone();
  const gateway = "http://localhost";
  const pages = [
    [`${ITEMS} surveys`, surveysPage(gateway), "checkedSurveys", operations.surveys.list, (canvass) => canvass.surveys.list({ per_page: ITEMS })],
    [
      `${PER_PAGE} responses`,
      demo.pages[0],
      "checkedResponses",
      operations.surveys.responses.bulk,
      (canvass) => canvass.surveys.responses.bulk({ survey_id: demo.id, per_page: PER_PAGE }),
    ],
  ].map(([name, text, ...rest]) => [`${name}, ${thousands(Buffer.byteLength(text) / 1000)} KB`, new TextEncoder().encode(text), ...rest]);
  const titles = ["JSON.parse", "zod", "zod, no eval", "SDK", "to zod", "to no eval", "to parse"];
  const show = (name, [parsed, zod, bare, ours]) => {
    const each = [parsed, zod, bare, ours].map((took) => took.toFixed(2));
    row(name, [...each, times(ours, zod), times(ours, bare), times(ours, parsed)], 24);
  };
  say(`\nThe bytes of a page decoded and checked, median ms of ${DECODES} (goals: ${limits["decode-zod"].limit} × zod, ${limits.decode.limit} × JSON.parse)`);
  row("", titles, 24);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (const [name, bytes, checked, operation] of pages) {
    const plainly = () => JSON.parse(decoder.decode(bytes));
    const ours = () => {
      const result = JSON.parse(answer(operation, "{}", 200, "content-type:application/json", bytes, false));
      if (!result.value) throw new Failure(`The engine refuses the page: ${result.message}`);
      return plainly();
    };
    show(name, await alternately(DECODES, plainly, () => compiled[checked](plainly()), () => interpreted[checked](plainly()), ours));
  }
  say(`\nThe same with the call, median ms of ${DECODES}`);
  row("", titles, 24);
  for (const [name, bytes, checked, , call] of pages) {
    const send = async () => new Response(bytes);
    const canvass = createCanvass({ engine: engine(), gateway, fetch: send });
    const bare = () => plain(send, gateway);
    const ours = async () => call(canvass);
    show(name, await alternately(DECODES, bare, async () => compiled[checked](await bare()), async () => interpreted[checked](await bare()), ours));
  }
}

/** The demo survey and two pages of its responses, from the service. */
async function demoSurvey() {
  const folder = mkdtempSync(join(tmpdir(), "canvass-"));
  const worker = await startWorker({ dataDir: folder });
  try {
    const world = await (await fetch(`${worker.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
    const { token } = world.tokens.find(({ name }) => name === "owner");
    const get = async (path) => {
      const response = await fetch(`${worker.origin}/v3${path}`, { headers: { Authorization: `Bearer ${token}` } });
      if (!response.ok) throw new Failure(`The service returned status ${response.status} for ${path}.`);
      return response.text();
    };
    const { data } = JSON.parse(await get(`/surveys?per_page=50&title=${encodeURIComponent(DEMO)}`));
    const { id } = data.find(({ title }) => title === DEMO);
    const pages = [];
    for (let page = 1; page <= PAGES; page += 1) {
      pages.push(await get(`/surveys/${id}/responses/bulk?per_page=${PER_PAGE}&page=${page}`));
    }
    return { id, design: await get(`/surveys/${id}/details`), pages };
  } finally {
    await worker.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The input of both exports: pages in memory as responses without delay. */
const INPUT = `
  import { readFileSync } from "node:fs";
  const { id, design, pages, count } = JSON.parse(readFileSync(process.argv[1], "utf8"));
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const headers = new Headers({ "Content-Type": "application/json" });
  const bodies = pages.map((text) => encoder.encode(JSON.stringify(JSON.parse(text).data)));
  const details = encoder.encode(design);
  const page = (number) => {
    const more = number < count ? ',"next":"http://localhost/v3/?page=' + (number + 1) + '&per_page=100"' : "";
    const end = encoder.encode(',"page":' + number + ',"per_page":100,"total":' + count * 100 + ',"links":{"self":""' + more + "}}");
    const body = bodies[(number - 1) % bodies.length];
    const all = new Uint8Array(8 + body.length + end.length);
    all.set(encoder.encode('{"data":'));
    all.set(body, 8);
    all.set(end, 8 + body.length);
    return all;
  };
  const send = async ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    const bytes = pathname.endsWith("/details") ? details : page(Number(searchParams.get("page") ?? 1));
    return { ok: true, status: 200, headers, arrayBuffer: async () => bytes.buffer, json: async () => JSON.parse(decoder.decode(bytes)) };
  };
  let size = 0, start = 0;
  const first = [];
  const take = (chunk) => { size += chunk.length; if (process.argv[2] === "show") first.push(chunk); };
  const done = () => {
    const took = performance.now() - start;
    console.log(JSON.stringify({ took, size, memory: process.resourceUsage().maxRSS * 1024, text: Buffer.concat(first.map((chunk) => Buffer.from(chunk))).toString() }));
  };`;

const OURS = `${INPUT}
  const { createCanvass } = await import(${JSON.stringify(join(dist, "index.js"))});
  const canvass = createCanvass({ gateway: "http://localhost", fetch: send });
  start = performance.now();
  const exact = process.argv[2] === "show";
  await canvass.exportResponses({ survey_id: id, format: "csv", exact, to: new WritableStream({ write: take }) });
  done();`;

const THEIRS = `${INPUT}
  const { tableOf, headerOf, csvOf } = await import(${JSON.stringify(join(peers, "table.mjs"))});
  start = performance.now();
  const get = async (url) => (await send(new Request(url))).json();
  const table = tableOf(await get("http://localhost/v3/surveys/" + id + "/details"));
  take(encoder.encode(headerOf(table)));
  for (let number = 1; number !== 0; ) {
    const page = await get("http://localhost/v3/surveys/" + id + "/responses/bulk?per_page=100&page=" + number);
    take(encoder.encode(csvOf(table, page, process.argv[2] !== "show")));
    number = page.links.next ? number + 1 : 0;
  }
  done();`;

function exported(program, input, how) {
  const text = execFileSync(process.execPath, ["--input-type=module", "--eval", program, input, how], { encoding: "utf8", maxBuffer: 2 ** 30 });
  return JSON.parse(text);
}

/** Checks that both exports have the same cells, as a condition of a fair comparison. */
async function sameCells(input) {
  const { recordsOf } = await import(join(peers, "table.mjs"));
  const [ours, theirs] = [OURS, THEIRS].map((program) => recordsOf(exported(program, input, "show").text).slice(1));
  const differs = ours.findIndex((record, index) => JSON.stringify(record) !== JSON.stringify(theirs[index]));
  if (ours.length !== theirs.length || differs >= 0) {
    const cell = ours[differs]?.findIndex((value, place) => value !== theirs[differs]?.[place]);
    throw new Failure(`The two exports differ in record ${differs}, cell ${cell}: ${ours[differs]?.[cell]} / ${theirs[differs]?.[cell]}`);
  }
}

async function exporting(limits, demo) {
  const folder = mkdtempSync(join(tmpdir(), "canvass-"));
  const input = join(folder, "input.json");
  try {
    writeFileSync(input, JSON.stringify({ ...demo, count: PAGES }));
    await sameCells(input);
    const count = RESPONSES / PER_PAGE;
    writeFileSync(input, JSON.stringify({ ...demo, count }));
    const turns = Array.from({ length: EXPORTS }, () => [OURS, THEIRS].map((program) => exported(program, input, "count")));
    const [ours, theirs] = [0, 1].map((side) => ({
      // The best of several runs, because other programs disturb some.
      took: Math.min(...turns.map((turn) => turn[side].took)),
      memory: median(turns.map((turn) => turn[side].memory)),
      size: turns[0][side].size,
    }));
    const json = demo.pages.reduce((sum, page) => sum + page.length, 0) * (count / PAGES);
    say(`\nExport of ${thousands(RESPONSES)} responses to every kind of question, ${thousands(json / 1e6)} MB of JSON, to CSV; best of ${EXPORTS}`);
    row("", ["s", "peak MB", "MB of CSV"]);
    for (const [name, { took, memory, size }] of [["JavaScript with papaparse, unchecked", theirs], ["Canvass SDK, checked", ours]]) {
      row(name, [(took / 1000).toFixed(2), thousands(memory / 1e6), thousands(size / 1e6)]);
    }
    row(`papaparse compared with ours (goal: at least ${limits.export.limit} ×)`, [times(theirs.took, ours.took), times(theirs.memory, ours.memory)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
