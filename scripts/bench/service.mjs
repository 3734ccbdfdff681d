// The service compared with other programs: reads, a new response, and a respondent's page, at one and at sixteen
// requests at once. Part of `npm run bench`. CANVASS_BENCH_ROUNDS=1 makes it a short check of itself.

import { FORM, filledForm, uncached } from "./service_data.mjs";
import { startSides } from "./service_sides.mjs";
import { requestBytes, sendMany, sendOnce } from "../load_client.mjs";
import { AT_ONCE, processorTime, quantile, row, spread, times } from "./measure.mjs";
import { Failure, say, since } from "../run.mjs";

/** Rounds that are measured. In each, every call of every side runs in turn. */
const ROUNDS = Math.max(Math.trunc(Number(process.env.CANVASS_BENCH_ROUNDS)) || 6, 1);
/** Milliseconds of a call in a round, and in the warm-up before the first round. */
const SLICE = 700;
const WARM_UP = ROUNDS > 1 ? 1500 : SLICE;
/** Milliseconds of a call whose costs are counted. */
const COUNTED_SLICE = 300;
/** Milliseconds between two calls, in which work in the background ends. */
const PAUSE = 30;
const CONCURRENCIES = [1, AT_ONCE];
const WIDTH = 52;
const COLUMNS = ["requests/s", "p50 ms", "p99 ms", "CPU µs each"];
const MILLION = 1_000_000;

/** The goals at sixteen at once: a series, the series that it is compared with, and the least ratio of their rates. */
const GOALS = {
  "users.me": [["cold", "prism", 2], ["cached", "prism", 4]],
  "surveys.list": [["cold", "prism", 2], ["cached", "prism", 4]],
  "surveys.details": [["cold", "plain", 1], ["cached", "plain", 3]],
  "responses.bulk": [["cold", "plain", 1], ["cached", "plain", 3]],
  "responses.create": [["canvass", "prism", 1.2]],
  "page submitted": [["canvass", "prism of responses.create", 1.2]],
};

const LIMITS = {
  "/constant": "a Worker answers a constant",
  "/fetch": "it asks an object by fetch",
  "/rpc": "it asks an object by RPC",
  "/read": "the object reads a row by SQL, by RPC",
  "/write": "the object writes a row durably, by RPC",
};

const NAMES = { cold: "Canvass, cold", cached: "Canvass, cached", canvass: "Canvass", prism: "Prism", jsonServer: "json-server", plain: "plain Node.js" };

/** The calls that are measured: for each the title, and its series. A series is a side and what it is asked. */
function callsOf({ canvass, plain, prism, jsonServer, limits, data }) {
  const headers = (token) => ({ Authorization: `Bearer ${token}`, Accept: "application/json" });
  const ours = headers(canvass.token);
  const mock = headers("bench");
  let number = 0;
  /** The same request each time. */
  const always = (side, path, headers, { method = "GET", body, status = 200 } = {}) => {
    const bytes = requestBytes(side.origin, method, path, headers, body);
    return { side, status, next: () => bytes };
  };
  const cold = (path) => ({ side: canvass, status: 200, next: () => requestBytes(canvass.origin, "GET", uncached(path, (number += 1)), ours) });
  const cached = (path) => ({ ...always(canvass, path, ours), isCached: true });
  const stored = { "users.me": "/me", "surveys.list": "/surveys?_page=1&_limit=50", "surveys.details": "/details", "responses.bulk": "/bulk" };
  const reads = Object.entries(data.reads).map(([name, path]) => [
    name,
    `GET ${path}`,
    {
      cold: cold(path),
      cached: cached(path),
      prism: always(prism, path, mock),
      jsonServer: always(jsonServer, stored[name], mock),
      plain: always(plain, path, ours),
    },
  ]);
  const { path, body } = data.create;
  const create = (side, headers, at = path) =>
    always(side, at, { ...headers, "Content-Type": "application/json" }, { method: "POST", body, status: 201 });
  const browser = data.page.headers;
  const asked = data.page.path;
  /** The forms of the pages that a side has shown. Each is sent once: the same form again changes the same response. */
  const forms = { canvass: [], plain: [] };
  const shown = (side, name) => ({
    ...always(side, asked, browser),
    take: (responses) => forms[name].push(...responses.map((response) => filledForm(response, data.page.form))),
  });
  const submitted = (side, name) => ({
    side,
    status: 200,
    next() {
      const form = forms[name].pop();
      return form ? requestBytes(side.origin, "POST", asked, { ...browser, ...FORM, Cookie: form.cookie }, form.body) : null;
    },
  });
  return [
    ...Object.entries(LIMITS).map(([path, title]) => [path, title, { limits: always(limits, path, {}) }]),
    ...reads,
    [
      "responses.create",
      `POST ${path}`,
      { canvass: create(canvass, ours), prism: create(prism, mock), jsonServer: create(jsonServer, mock, "/responses"), plain: create(plain, ours) },
    ],
    ["page shown", `GET ${asked}`, { canvass: shown(canvass, "canvass"), plain: shown(plain, "plain") }],
    ["page submitted", `POST ${asked}`, { canvass: submitted(canvass, "canvass"), plain: submitted(plain, "plain") }],
  ];
}

const SHARES = [0.5, 0.99];
const COUNTERS = ["object_requests", "rows_read", "rows_written", "statements"];

/** The service's counters since its start. */
async function countersOf({ origin }) {
  const response = await fetch(`${origin}/sandbox/cost`, { headers: { "X-Canvass": "1" } });
  const text = await response.text();
  if (!response.ok) throw new Failure(`/sandbox/cost returned status ${response.status}: ${text}`);
  return JSON.parse(text);
}

const differences = (before, after) => Object.fromEntries(COUNTERS.map((name) => [name, after[name] - before[name]]));

/** Measures a series for some milliseconds. */
async function measure({ side, next, isCached, take, status }, atOnce, milliseconds) {
  if (isCached) await sendOnce(side.origin, next());
  const cpu = processorTime(side.pid);
  const { times, wall, responses } = await sendMany({ next, status, origin: side.origin, keeps: take !== undefined }, atOnce, milliseconds);
  if (times.length === 0) throw new Failure(`${side.name} had nothing to answer.`);
  const used = cpu === null ? null : processorTime(side.pid) - cpu;
  take?.(responses);
  await new Promise((done) => setTimeout(done, PAUSE));
  return { times, wall, cpu: used };
}

/** The counts of one call of each series of Canvass, at sixteen at once: by a function from call and series. */
async function countAll(calls, canvass) {
  const before = await countersOf(canvass);
  const own = differences(before, await countersOf(canvass));
  const counts = new Map();
  for (const [call, , series] of calls) {
    for (const [name, one] of Object.entries(series).filter(([, { side }]) => side === canvass)) {
      if (one.isCached) await sendOnce(canvass.origin, one.next());
      const before = await countersOf(canvass);
      const { times } = await measure(one, AT_ONCE, COUNTED_SLICE);
      const spent = differences(before, await countersOf(canvass));
      counts.set(`${call}|${name}`, Object.fromEntries(COUNTERS.map((counter) => [counter, (spent[counter] - own[counter]) / times.length])));
    }
  }
  return (call, name) => counts.get(`${call}|${name}`);
}

/** Sums of the measurements of one series at one concurrency. */
class Total {
  times = [];
  wall = 0;
  cpu = 0;
  rates = [];

  add({ times, wall, cpu }) {
    for (const time of times) this.times.push(time);
    this.wall += wall;
    this.cpu = cpu === null ? null : this.cpu + cpu;
    this.rates.push((times.length / wall) * 1000);
  }

  get rate() {
    return (this.times.length / this.wall) * 1000;
  }

  get cpuEach() {
    return this.cpu === null ? null : this.cpu / this.times.length;
  }

  quantile(share) {
    return quantile(this.times, share);
  }

  cells() {
    const ms = SHARES.map((share) => this.quantile(share).toFixed(2));
    return [Math.round(this.rate), ...ms, this.cpuEach === null ? "?" : Math.round(this.cpuEach)];
  }
}

/** Measures all calls. Returns a function from call, series and concurrency to a `Total`. */
async function measureAll(calls) {
  const totals = new Map();
  const total = (...key) => {
    const text = key.join("|");
    if (!totals.has(text)) totals.set(text, new Total());
    return totals.get(text);
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const atOnce of round === 0 ? [AT_ONCE] : CONCURRENCIES) {
      for (const [call, , series] of calls) {
        const names = Object.keys(series);
        // Each is first equally often.
        for (const name of round % 2 === 0 ? names : names.toReversed()) {
          const measured = await measure(series[name], atOnce, round === 0 ? WARM_UP : SLICE);
          // The first round is a warm-up.
          if (round > 0) total(call, name, atOnce).add(measured);
        }
      }
    }
  }
  return total;
}

/** The ratios of two totals: rate, both times, CPU, and the range of the rate's ratio over the rounds. */
function ratios(ours, theirs) {
  const cpu = ours.cpuEach === null || theirs.cpuEach === null ? "?" : times(ours.cpuEach, theirs.cpuEach);
  const byRound = spread(ours.rates.map((rate, round) => rate / theirs.rates[round]));
  return [times(ours.rate, theirs.rate), ...SHARES.map((share) => times(ours.quantile(share), theirs.quantile(share))), cpu, byRound];
}

function printCall([call, title, series], total) {
  say(`\n${call}: ${title}`);
  for (const atOnce of CONCURRENCIES) {
    row(`${atOnce} at once`, [...COLUMNS, "by round"], WIDTH);
    for (const name of Object.keys(series)) row(`  ${NAMES[name]}`, total(call, name, atOnce).cells(), WIDTH);
    for (const missing of ["prism", "jsonServer"].filter((name) => !(name in series))) row(`  ${NAMES[missing]}`, ["-", "-", "-", "-"], WIDTH);
    for (const [name, other, goal] of GOALS[call] ?? []) {
      const [theirs, from = call] = other.split(" of ");
      const title = `${NAMES[name]} / ${NAMES[theirs]}${from === call ? "" : `, ${from}`}${atOnce === AT_ONCE ? ` (goal ${goal} ×)` : ""}`;
      row(`  ${title}`, ratios(total(call, name, atOnce), total(from, theirs, atOnce)), WIDTH);
    }
  }
}

function printLimits(limits, total) {
  say("\nWhat the platform can do: a small Worker in the same version of workerd, asked by the same client");
  for (const atOnce of CONCURRENCIES) {
    row(`${atOnce} at once`, COLUMNS, WIDTH);
    for (const [path, title] of limits) row(`  ${title}`, total(path, "limits", atOnce).cells(), WIDTH);
  }
}

/** The series of Canvass with their titles. */
const oursOf = (calls) =>
  calls.flatMap(([call, , series]) =>
    ["cold", "cached", "canvass"].filter((name) => name in series).map((name) => [call, name, name === "canvass" ? call : `${call}, ${name}`]),
  );

function printCosts(calls, total, counts) {
  say(`\nCanvass: counts of one call, ${AT_ONCE} at once`);
  row("", ["objects", "rows read", "rows written", "statements"], WIDTH);
  for (const [call, name, title] of oursOf(calls)) {
    row(title, COUNTERS.map((counter) => counts(call, name)[counter].toFixed(2)), WIDTH);
  }
  const million = (number) => Math.round(number * MILLION).toLocaleString("en");
  say("\nWhat it costs deployed: a million calls");
  row("", ["object requests", "rows read", "rows written", "CPU s"].map((title) => title.padStart(16)), WIDTH);
  for (const [call, name, title] of oursOf(calls)) {
    const cpu = total(call, name, AT_ONCE).cpuEach;
    const cells = ["object_requests", "rows_read", "rows_written"].map((counter) => million(counts(call, name)[counter]));
    row(title, [...cells, cpu === null ? "?" : Math.round(cpu).toLocaleString("en")].map((cell) => cell.padStart(16)), WIDTH);
  }
}

/** Measures and prints everything. */
export async function benchService() {
  const start = performance.now();
  const sides = await startSides();
  try {
    const { canvass, plain, prism, jsonServer } = sides;
    say(`\nService: ${ROUNDS} rounds × ${SLICE} ms for each call of each side, one at once and ${AT_ONCE} at once`);
    row("start", [canvass, prism, jsonServer, plain].map(({ name }) => name), WIDTH);
    row("  ms to the first response", [canvass, prism, jsonServer, plain].map(({ startedAfter }) => Math.round(startedAfter)), WIDTH);
    const all = callsOf(sides);
    const total = await measureAll(all);
    const [limits, calls] = [all.filter(([call]) => call in LIMITS), all.filter(([call]) => !(call in LIMITS))];
    printLimits(limits, total);
    for (const call of calls) printCall(call, total);
    const counted = await canvass.startCounted();
    try {
      printCosts(calls, total, await countAll(callsOf({ ...sides, canvass: counted }).filter(([call]) => !(call in LIMITS)), counted));
    } finally {
      await counted.stop();
    }
    say(`\n  The benchmark of the service took ${since(start)}.`);
  } finally {
    await sides.stop();
  }
}
