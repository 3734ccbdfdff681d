// `npm run bench -- results`: the results of a survey that the SDK holds in a browser, compared with a plain page that
// fetches all responses and counts them in JavaScript objects. Both run in the same Chromium against the same local
// Worker.

import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plainPage, resultsPage } from "./results_pages.mjs";
import { startBrowser, ownerOf, signIn } from "../demo.mjs";
import { quantile } from "./measure.mjs";
import { Failure, say } from "../run.mjs";
import { startWorker } from "../worker.mjs";

const RESPONSES = Number(process.env.CANVASS_BENCH_RESPONSES ?? 100_000);
const QUESTIONS = 34;
/** Random filters, crosstabs and comparisons in all. */
const ANALYSES = 1000;
/** Random filters of the plain page, which takes longer for each. */
const PLAIN_FILTERS = 50;
const OPENINGS = 5;
/** The first lifelike survey of the sandbox. */
const SURVEY = "690000000";
/** Responses that a page of the local service has at most. */
const PER_PAGE = 1000;
const MINUTES_MAX = 30;

const median = (numbers) => quantile(numbers, 0.5);
const ms = (time) => `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;
const seconds = (time) => `${(time / 1000).toFixed(1)} s`;
const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;
const thousands = (number) => number.toLocaleString("en");

/** Measures both pages, and prints a table. */
export async function benchResults() {
  const folder = mkdtempSync(join(tmpdir(), "canvass-"));
  const worker = await startWorker({ dataDir: folder });
  try {
    const seeded = await seed(worker.origin);
    say(`\nResults of ${thousands(RESPONSES)} responses to ${QUESTIONS} questions; seeded in ${seconds(seeded)}`);
    const cookies = await signIn(worker.origin, await ownerOf(worker.origin));
    const ours = await measureOurs(worker.origin, cookies);
    const plain = await measurePlain(worker.origin, cookies);
    report(ours, plain);
  } finally {
    await worker.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seed(origin) {
  const begun = performance.now();
  const response = await fetch(`${origin}/sandbox/seed`, {
    method: "POST",
    headers: { "X-Canvass": "1", "Content-Type": "application/json" },
    body: JSON.stringify({ seed: 7, lifelike: [RESPONSES] }),
  });
  const last = (await response.text()).trimEnd().split("\n").at(-1);
  if (!response.ok || JSON.parse(last).responses !== RESPONSES) {
    throw new Failure(`The data could not be created: ${response.status} ${last}`);
  }
  return performance.now() - begun;
}

/**
 * A browser with one tab of the Worker's origin, whose script is `script`. `paths` are those of its requests to the
 * API.
 */
async function openTab(origin, cookies, script) {
  const browser = await startBrowser(["--enable-precise-memory-info"]);
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const page = await context.newPage();
  page.setDefaultTimeout(MINUTES_MAX * 60_000);
  const tab = { browser, page, paths: [], crashed: false };
  page.on("crash", () => {
    tab.crashed = true;
  });
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) tab.paths.push(pathname);
  });
  const html = "<!doctype html><title>Bench</title><svg id=chart></svg>";
  await context.route(`${origin}/bench/empty`, (route) => route.fulfill({ contentType: "text/html", body: html }));
  await context.route(`${origin}/bench/`, (route) => route.fulfill({ contentType: "text/html", body: `${html}<script type="module" src="/bench/page.js"></script>` }));
  await context.route(`${origin}/bench/page.js`, (route) => route.fulfill({ contentType: "text/javascript", body: script }));
  await page.goto(`${origin}/bench/empty`);
  tab.devtools = await context.newCDPSession(page);
  tab.empty = await memoryOf(tab);
  tab.load = async () => {
    await page.goto(`${origin}/bench/`);
    await page.waitForFunction(() => globalThis.bench !== undefined);
  };
  tab.run = (name, input) => page.evaluate(([name, input]) => globalThis.bench[name](input), [name, input]);
  return tab;
}

/**
 * The memory of the tab's process, with its workers, after a collection of garbage: its own resident pages, in bytes.
 */
async function memoryOf({ browser, devtools }) {
  await devtools.send("HeapProfiler.collectGarbage");
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const sizes = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => {
    const [, size] = readFileSync(`/proc/${id}/status`, "utf8").match(/RssAnon:\s+(\d+)/) ?? [];
    return Number(size) * 1024;
  });
  return Math.max(...sizes);
}

async function measureOurs(origin, cookies) {
  const tab = await openTab(origin, cookies, resultsPage(SURVEY));
  try {
    await tab.load();
    tab.paths = [];
    const first = await tab.run("sync");
    const synced = { ...first, requests: tab.paths.length, pages: tab.paths.filter((path) => path.endsWith("/bulk")).length };
    if (first.held !== RESPONSES || !first.complete) throw new Failure(`The sync is not complete: ${JSON.stringify(first)}`);
    const openings = [];
    for (let round = 0; round < OPENINGS; round += 1) {
      await tab.load();
      tab.paths = [];
      const opened = await tab.run("open");
      openings.push({ ...opened, requests: tab.paths.length });
    }
    const analyses = await tab.run("analyse", ANALYSES);
    return { synced, openings, analyses, memory: (await memoryOf(tab)) - tab.empty };
  } finally {
    await tab.browser.close();
  }
}

async function measurePlain(origin, cookies) {
  const tab = await openTab(origin, cookies, plainPage(SURVEY, PER_PAGE));
  try {
    await tab.load();
    tab.paths = [];
    const fetched = await tab.run("open");
    const filters = await tab.run("filter", PLAIN_FILTERS);
    return { ...fetched, requests: tab.paths.length, filters, memory: (await memoryOf(tab)) - tab.empty };
  } catch (error) {
    // A tab with too many objects crashes: that is a result too.
    if (!tab.crashed) throw error;
    return null;
  } finally {
    await tab.browser.close();
  }
}

function report({ synced, openings, analyses, memory }, plain) {
  // The design, and full pages of responses.
  const least = 1 + Math.ceil(RESPONSES / PER_PAGE);
  const all = Object.values(analyses).flat();
  const pair = (numbers) => `${ms(median(numbers))}, ${ms(quantile(numbers, 0.95))}`;
  const opened = openings.map(({ chart }) => chart);
  const rows = [
    ["first sync: requests, of them pages of responses", `${synced.requests}, ${synced.pages}`, ""],
    ["least number of requests", `${least}`, ""],
    ["requests compared with it (goal: at most 1.02 ×)", `${(synced.requests / least).toFixed(3)} ×`, ""],
    ["first sync: time", seconds(synced.took), ""],
    ["opening again: requests (goal: at most 3)", `${Math.max(...openings.map(({ requests }) => requests))}`, plain && `${plain.requests}`],
    [`opening again: time to the first chart, median, worst of ${OPENINGS} (goal: 500 ms)`, `${ms(median(opened))}, ${ms(Math.max(...opened))}`, plain && seconds(plain.chart)],
    ...Object.entries(analyses).map(([name, times]) => [`${times.length} random ${name}: p50, p95`, pair(times), plain && name === "filters" ? pair(plain.filters) : ""]),
    [`all ${all.length}: p50, p95 (goal of p95: 100 ms)`, pair(all), ""],
    ["memory (goal: at most 200 MB)", megabytes(memory), plain && megabytes(plain.memory)],
  ];
  say(`\n| ${thousands(RESPONSES)} × ${QUESTIONS} | Canvass SDK | plain page |`);
  say("|---|---|---|");
  rows.forEach(([title, ours, theirs]) => say(`| ${title} | ${ours} | ${theirs ?? "the tab crashed"} |`));
}
