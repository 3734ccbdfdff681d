// `npm run bench`: compares Canvass with the simplest program for the same task, in one run on one machine. Only ratios
// are meaningful, because the times depend on the machine and its load.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { against } from "./bench/against.mjs";
import { benchLighthouse } from "./bench/lighthouse.mjs";
import { benchResults } from "./bench/results.mjs";
import { benchSdk } from "./bench/sdk.mjs";
import { benchService } from "./bench/service.mjs";
import { weights } from "./bench/weights.mjs";
import { build } from "./build.mjs";
import { flatCost, large } from "./bench/flat.mjs";
import { AT_ONCE, PASSED, WARM_UP, inFrontOf, load, processorTime, row, signedIn, spread, times, upstream } from "./bench/measure.mjs";
import { installPeers } from "./peers.mjs";
import { Failure, isMain, main, root, say, target } from "./run.mjs";
import { setup } from "./setup.mjs";
import { budgets, startTime } from "./size.mjs";
import { startWorker } from "./worker.mjs";

const ROUNDS = 10;
const REQUESTS = 1500;
/**
 * How often a measurement is repeated in new processes, because JIT compilation and memory layout differ between them.
 */
const PROCESSES = 5;
const ITEMS = 1000;
const DECODES = 500;
/** Requests of the memory measurement, and how often the memory is read. */
const MANY = 1_000_000;
const STEPS = 20;

/** The simplest gateway: a Worker that adds the token and forwards every request. */
function plainWorker(origin) {
  return `export default {
  async fetch(request) {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("Authorization", "bearer bench");
    headers.delete("Cookie");
    const body = request.method === "GET" ? undefined : request.body;
    const response = await fetch("${origin}" + pathname.slice(4) + search, { method: request.method, headers, body });
    return new Response(response.body, { status: response.status, headers: response.headers });
  },
};`;
}

/** A gateway written with Hono. `watched` adds route checks, timeouts and traces, as our gateway has them. */
async function honoWorker(origin, watched) {
  installPeers();
  const entry = join(target, "peers", "hono.mjs");
  cpSync(join(root, "scripts", "peers", "hono.mjs"), entry);
  const { build: bundle } = await import("esbuild");
  const { outputFiles } = await bundle({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
    define: { UPSTREAM: JSON.stringify(origin), WATCHED: String(watched), ROUTES: JSON.stringify(routes()) },
  });
  return outputFiles[0].text;
}

/** Method and path of every operation, in Hono's notation. */
function routes() {
  const { paths } = JSON.parse(readFileSync(join(root, "www", "openapi.json"), "utf8"));
  const named = (path) => path.replaceAll(/\{(\w+)\}/g, ":$1");
  const methods = ["get", "head", "post", "put", "patch", "delete"];
  return Object.entries(paths).flatMap(([path, row]) => methods.filter((method) => row[method]).map((method) => [method.toUpperCase(), named(path)]));
}

/** The Workers to compare ours with, in workerd's configuration language. Their sources are written to `folder`. */
function competitors(folder, sources) {
  const service = ([name, source]) => {
    writeFileSync(join(folder, `${name}.js`), source);
    return `    (name = "${name}", worker = (
      modules = [(name = "${name}.js", esModule = embed "${name}.js")],
      compatibilityDate = "2026-10-01",
      globalOutbound = "egress",
    )),`;
  };
  return { services: Object.entries(sources).map(service).join("\n"), sockets: Object.keys(sources) };
}

/** Starts our gateway and the others in one workerd, in front of the same upstream. */
async function startGateways() {
  const { server, origin } = await upstream();
  const folder = mkdtempSync(join(tmpdir(), "canvass-"));
  let worker;
  const stop = async () => {
    await worker?.kill();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    worker = await startWorker({
      name: "gateway",
      dataDir: folder,
      vars: inFrontOf(origin),
      ...competitors(folder, { plain: plainWorker(origin), hono: await honoWorker(origin, false), watched: await honoWorker(origin, true) }),
    });
    const [plain, hono, watched] = worker.extra;
    const sides = [
      { name: "plain JavaScript Worker", at: plain, headers: {} },
      { name: "gateway in Hono", at: hono, headers: await signedIn(hono) },
      { name: "  with the API's routes, timeouts, traces", at: watched, headers: await signedIn(watched) },
      { name: "Canvass gateway", at: worker.origin, headers: await signedIn(worker.origin) },
    ];
    return { pid: worker.pid, sides: sides.map((side) => ({ ...side, url: side.at + PASSED })), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Measures all gateways alternately, in several processes. */
async function passThrough() {
  const measured = new Map();
  for (let run = 0; run < PROCESSES; run += 1) {
    const { pid, sides, stop } = await startGateways();
    try {
      for (const { url, headers } of sides) {
        await load(url, headers, WARM_UP);
      }
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { name, url, headers } of sides) {
          const side = measured.get(name) ?? { name, times: [], wall: 0, cpus: Array(PROCESSES).fill(0) };
          const [cpu, wall] = [processorTime(pid), performance.now()];
          side.times.push(...(await load(url, headers, REQUESTS)));
          side.wall += performance.now() - wall;
          side.cpus[run] += (processorTime(pid) ?? 0) - (cpu ?? 0);
          measured.set(name, side);
        }
      }
    } finally {
      await stop();
    }
  }
  return [...measured.values()].map(({ name, times, wall, cpus }) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share) => sorted[Math.floor(sorted.length * share)];
    const cpu = cpus.reduce((sum, cpu) => sum + cpu, 0) / times.length;
    return { name, rate: (times.length / wall) * 1000, p50: at(0.5), p99: at(0.99), cpu, cpus };
  });
}

/** Resident memory of a process in kilobytes; null if the system does not report it. */
function memory(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]);
  } catch {
    return null;
  }
}

/**
 * How much memory a request leaves behind, in bytes: the slope of a line through the second half of `count` requests.
 */
async function memoryOver(side, count) {
  const { pid, sides, stop } = await startGateways();
  try {
    const { name, url, headers } = sides.at(side);
    const step = Math.ceil(count / STEPS);
    const points = [];
    for (let done = 0; done < count; done += step) {
      await load(url, headers, step);
      points.push([done + step, memory(pid)]);
      row(`${name} after ${(done + step).toLocaleString("en")}`, [`${Math.round(points.at(-1)[1] / 1024)} MB`], 44);
    }
    const late = points.slice(STEPS / 2);
    const mean = (at) => late.reduce((sum, point) => sum + point[at], 0) / late.length;
    const [x, y] = [mean(0), mean(1)];
    const rise = late.reduce((sum, [requests, kilobytes]) => sum + (requests - x) * (kilobytes - y), 0);
    return (rise / late.reduce((sum, [requests]) => sum + (requests - x) ** 2, 0)) * 1024;
  } finally {
    await stop();
  }
}

/**
 * Median milliseconds for a page of 1000 surveys: decoded and checked by the SDK, and by `JSON.parse` alone. Both make
 * a request with a signal and read its response.
 */
async function decode() {
  const { createCanvass } = await import(join(root, "pkg", "dist", "slim.js"));
  const gateway = "http://localhost";
  const data = Array.from({ length: ITEMS }, (_, index) => ({
    id: String(100_000 + index),
    title: `Survey number ${index}: what did you think of it?`,
    nickname: "",
    href: `${gateway}/v3/surveys/${100_000 + index}`,
  }));
  const links = { self: `${gateway}/v3/surveys?page=1&per_page=${ITEMS}` };
  const bytes = new TextEncoder().encode(JSON.stringify({ data, per_page: ITEMS, page: 1, total: ITEMS, links }));
  const respond = () => new Response(bytes, { headers: { "Content-Type": "application/json" } });
  const engine = readFileSync(join(root, "pkg", "dist", "engine.wasm"));
  const fetch = async () => respond();
  const canvass = createCanvass({ engine, gateway, fetch });
  const sides = [
    async () => {
      const { signal } = new AbortController();
      const response = await fetch(new Request(gateway, { signal, headers: { Accept: "application/json" } }));
      return JSON.parse(await response.text());
    },
    async () => canvass.surveys.list({ per_page: ITEMS }),
  ].map((read) => ({ read, times: [] }));
  for (let round = 0; round < DECODES; round += 1) {
    for (const { read, times } of sides) {
      const start = performance.now();
      const page = await read();
      times.push(performance.now() - start);
      if (page.data.length !== ITEMS) {
        throw new Failure("Items of a page are missing.");
      }
    }
  }
  const medians = sides.map(({ times }) => times.slice(DECODES / 5).toSorted((a, b) => a - b)[Math.floor(DECODES * 0.4)]);
  return { plain: medians[0], ours: medians[1], size: bytes.length };
}

async function flat(limits) {
  const { surveys, responses } = large();
  say(`\nFlat cost: 10 surveys and 1,000 responses compared with ${surveys.toLocaleString("en")} and ${responses.toLocaleString("en")}`);
  const { rows, took } = await flatCost();
  say(`  The data of the large side was created in ${took}.`);
  row("", ["small ms", "large ms", "small CPU µs", "large CPU µs", "ratio"], 76);
  for (const { name, small, large, ratio } of rows) {
    const cells = [small, large].map(({ ms }) => ms.toFixed(2)).concat([small, large].map(({ cpu }) => (cpu === null ? "?" : Math.round(cpu))));
    row(name.length > 76 ? `${name.slice(0, 75)}…` : name, [...cells, times(ratio, 1)], 76);
  }
  const worst = rows.reduce((one, other) => (other.ratio > one.ratio ? other : one));
  row(`worst (goal ${limits["flat-cost"].limit} ×)`, ["", "", "", "", times(worst.ratio, 1)], 76);
}

async function gateways(limits) {
  say(`\nPass-through: GET ${PASSED}N, ${PROCESSES} × ${ROUNDS} × ${REQUESTS} requests each, ${AT_ONCE} at once, all in one workerd`);
  const [plain, hono, watched, ours] = await passThrough();
  row("", ["requests/s", "p50 ms", "p99 ms", "CPU µs each", "by process"], 44);
  for (const { name, rate, p50, p99, cpu } of [plain, hono, watched, ours]) {
    row(name, [Math.round(rate), p50.toFixed(2), p99.toFixed(2), cpu ? Math.round(cpu) : "?"], 44);
  }
  row("added to plain", ["", (ours.p50 - plain.p50).toFixed(2), (ours.p99 - plain.p99).toFixed(2), Math.round(ours.cpu - plain.cpu)], 44);
  const goal = `compared with plain (CPU: goal ${limits["pass-through"].limit} ×)`;
  for (const [title, other] of [[goal, plain], ["compared with Hono", hono], ["  with routes, timeouts, traces", watched]]) {
    const ratios = ours.cpus.map((cpu, run) => cpu / other.cpus[run]);
    const cpu = other.cpu ? [times(ours.cpu, other.cpu), spread(ratios)] : ["?"];
    row(title, [times(ours.rate, other.rate), times(ours.p50, other.p50), times(ours.p99, other.p99), ...cpu], 44);
  }
}

async function memoryFlat() {
  say(`\nMemory over ${MANY.toLocaleString("en")} requests, each gateway in its own workerd`);
  const [plain, ours] = [await memoryOver(0, MANY), await memoryOver(-1, MANY)];
  row("", ["plain", "gateway"], 44);
  row("slope of the second half, bytes per request", [plain.toFixed(1), ours.toFixed(1)], 44);
}

async function bench() {
  const limits = budgets();
  await build(["sdk", "local", "gateway", "www"]);

  await gateways(limits);

  await benchService();

  await compareParse(limits);
  await benchSdk(limits);

  await flat(limits);

  say("\nStart: workerd to its first response, best of 7");
  row(`ms (goal ${limits.start.limit})`, [Math.round(await startTime())]);
}

async function compareParse(limits) {
  const page = await decode();
  say(`\nPage decode: ${ITEMS} surveys, ${Math.round(page.size / 1000)} KB, ${DECODES} times each`);
  row("", ["median ms"]);
  row("JSON.parse", [page.plain.toFixed(3)]);
  row("Canvass SDK, checked", [page.ours.toFixed(3)]);
  row(`ratio (goal ${limits.decode.limit} ×)`, [times(page.ours, page.plain)]);
}

/** Parts that can be measured alone: what must be built, and the function that measures. */
const PARTS = {
  gateway: [["gateway", "www"], gateways],
  memory: [["gateway", "www"], memoryFlat],
  service: [["local", "service", "www"], benchService],
  decode: [["sdk"], compareParse],
  sdk: [["sdk", "local"], benchSdk],
  results: [["sdk", "local", "www"], benchResults],
  lighthouse: [["sdk", "local", "www"], benchLighthouse],
  weights: [["sdk"], weights],
  flat: [["local"], flat],
};

const HELP = `npm run bench [-- PART ...] [--against REV]

Parts: ${Object.keys(PARTS).join(", ")}. Without one: all but memory, results, lighthouse and weights.

service compares the service with Prism, json-server and a plain Node.js program on better-sqlite3, which is compiled on first
use. It takes seven minutes; CANVASS_BENCH_ROUNDS=1 makes it a short check of the benchmark itself.

With --against, it compares the builds of this work tree and of a revision, in pairs of processes: gateway and service, or
the one that is named.`;

if (isMain(import.meta.url)) {
  await main(async (args) => {
    if (args.includes("--help")) {
      say(HELP);
      return;
    }
    const [names, [flag, revision, ...rest]] = args.includes("--against")
      ? [args.slice(0, args.indexOf("--against")), args.slice(args.indexOf("--against"))]
      : [args, []];
    if (flag) {
      setup();
      await against(revision, [...names, ...rest]);
      return;
    }
    const unknown = names.find((name) => !(name in PARTS));
    if (unknown) {
      throw new Failure(`Unknown part "${unknown}". The parts are: ${Object.keys(PARTS).join(", ")}.`);
    }
    setup();
    for (const name of names) {
      const [parts, measure] = PARTS[name];
      await build(parts);
      await measure(budgets());
    }
    if (names.length === 0) {
      await bench();
    }
  });
}
