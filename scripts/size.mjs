// `npm run size`: measures sizes and the start time of the Worker, and fails if a limit of budgets.json is exceeded.

import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { Failure, isMain, main, root, say } from "./run.mjs";
import { setup } from "./setup.mjs";
import { startWorker } from "./worker.mjs";

const require = createRequire(import.meta.url);

const STARTS = 7;

export function budgets() {
  return JSON.parse(readFileSync(join(root, "budgets.json"), "utf8"));
}

/** Prints a row per measurement. Throws if one exceeds its limit. */
export function compare(measured) {
  const limits = budgets();
  const rows = Object.entries(measured).map(([key, value]) => ({ ...limits[key], value, over: value > limits[key].limit }));
  const show = (value, unit) => (unit === "ratio" ? `${value.toFixed(2)} ×` : `${Math.round(value).toLocaleString("en")} ${unit}`);
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, value, limit, unit, over } of rows) {
    say(`  ${what.padEnd(width)}  ${show(value, unit).padStart(14)}  of ${show(limit, unit).padStart(14)}${over ? "  OVER" : ""}`);
  }
  const over = rows.filter(({ over }) => over);
  if (over.length > 0) {
    throw new Failure(`Over budget: ${over.map(({ what }) => what).join("; ")}.`);
  }
}

/**
 * The number of bytes after compression by zlib, the same on every machine. The zlib of Node.js hashes with
 * instructions that only some processors have, and its output is up to 2 % larger there. The library is loaded when it
 * is used, because the modules that import this one also install it.
 */
export const gzipped = (bytes) => require("pako").gzip(bytes, { level: 9, legacyHash: true }).length;

function workerSize(name) {
  return ["index.js", "index_bg.wasm"]
    .map((file) => gzipped(readFileSync(join(root, "build", name, file))))
    .reduce((sum, size) => sum + size, 0);
}

/** Modules that only exports, sign-ins, sign-outs and servers load. */
const LAZY = ["export", "sign_in", "bearer", "diagnose", "guarded", "start_fallback", "engine_fallback", "flows", "leaving"].flatMap((name) => [`./${name}.*`, `./${name}_*`]);

/**
 * The compressed size of all that a page loads for `import "@canvass/sdk"` and its first call, as one minified file.
 */
export async function importSize() {
  const { build: bundle } = await import("esbuild");
  const entry = join(root, "pkg", "dist", "index.js");
  if (!existsSync(entry)) {
    throw new Failure("pkg/dist/index.js is missing: run npm run build -- sdk.");
  }
  const { outputFiles } = await bundle({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    external: LAZY,
    logLevel: "silent",
  });
  return gzipped(outputFiles[0].contents);
}

/** The compressed size of all scripts that the console loads before it shows the surveys of a signed-in account. */
function consoleSize() {
  const site = join(root, "build", "www");
  const page = readFileSync(join(site, "index.html"), "utf8");
  // The page names every module of the first screen: the script, and its imports to be preloaded.
  const modules = [...page.matchAll(/(?:modulepreload" href|module" src)="(\/[^"]+)"/g)].map(([, path]) => path);
  return modules.map((path) => gzipped(readFileSync(join(site, path)))).reduce((sum, size) => sum + size, 0);
}

/**
 * The rows of the table "Weight" in pkg/README.md: the title of a part and the modules that it consists of, by their
 * names in `dist/browser`. The first row is the whole default import.
 */
const PARTS = {
  "everything for the first call": [],
  "sign-in": ["sign_in", "guarded", "sign_in_glue", "sign_in.inline"],
  "exports and summaries": ["flows", "guarded", "export_glue", "export.inline"],
  "invitations, respondents, `request`": ["flows"],
  "a token of your own": ["bearer"],
  "plain JavaScript: engine": ["engine_fallback"],
  "plain JavaScript: sign-in": ["sign_in_fallback"],
  "plain JavaScript: exports and summaries": ["export_fallback"],
  "`@canvass/sdk/results`": ["results"],
  "`@canvass/sdk/results`: the worker": ["results_worker"],
  "`@canvass/sdk/react`": ["react"],
  "`@canvass/sdk/webhook`": ["webhook"],
};

/** The path of a minified module, whose name ends with the hash of its content. */
function moduleOf(name) {
  const folder = join(root, "pkg", "dist", "browser");
  return join(folder, readdirSync(folder).find((file) => file.startsWith(`${name}-`) && file.endsWith(".js")));
}

/** How far the table may differ from the measured size: by this ratio, or by a tenth of a kilobyte. */
const TOLERANCE = 0.05;

/** Prints the compressed size of every part. Throws if the table in the package's README differs. */
async function compareWeights() {
  const sizeOf = (name) => gzipped(readFileSync(moduleOf(name)));
  const readme = readFileSync(join(root, "pkg", "README.md"), "utf8");
  const [, table = ""] = /\n## Weight\n(.*?)(?:\n## |$)/s.exec(readme) ?? [];
  const listed = new Map([...table.matchAll(/^\| (.*?) \|.*\| ([\d.]+) KB \|$/gm)].map(([, title, size]) => [title, Number(size)]));
  const wrong = [];
  for (const [title, names] of Object.entries(PARTS)) {
    const bytes = names.length > 0 ? names.map(sizeOf).reduce((sum, size) => sum + size, 0) : await importSize();
    say(`  ${title.padEnd(42)}  ${(bytes / 1000).toFixed(1).padStart(6)} KB`);
    const difference = Math.abs(listed.get(title) * 1000 - bytes);
    if (!(difference <= Math.max(100, bytes * TOLERANCE))) wrong.push(title);
  }
  if (wrong.length > 0) {
    throw new Failure(`The table "Weight" in pkg/README.md differs from the sizes above: correct ${wrong.join("; ")}.`);
  }
}

/**
 * Milliseconds from the start of workerd to the first response. The best of several runs, because other programs
 * disturb some.
 */
export async function startTime() {
  const folder = mkdtempSync(join(tmpdir(), "canvass-"));
  try {
    const times = [];
    for (let run = 0; run < STARTS; run += 1) {
      const worker = await startWorker({ dataDir: folder });
      times.push(worker.startedAfter);
      await worker.kill();
    }
    return Math.min(...times);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All sizes. They are the same on every machine. */
export async function sizes() {
  await build(["sdk", "local", "service", "gateway", "www"]);
  return {
    engine: gzipped(readFileSync(join(root, "pkg", "dist", "engine.wasm"))),
    import: await importSize(),
    results: gzipped(readFileSync(moduleOf("results_worker"))),
    console: consoleSize(),
    gateway: workerSize("gateway"),
    service: workerSize("service"),
  };
}

if (isMain(import.meta.url)) {
  await main(async (args) => {
    if (args.length > 0) {
      say("npm run size\n\nBuilds everything, then measures sizes and the start time. Fails if a limit of budgets.json is exceeded, or if the\ntable of sizes in pkg/README.md is out of date. It has no options.");
      if (args[0] === "--help") return;
      throw new Failure(`There is no option ${args[0]}.`);
    }
    setup();
    compare({ ...(await sizes()), start: await startTime() });
    await compareWeights();
  });
}
