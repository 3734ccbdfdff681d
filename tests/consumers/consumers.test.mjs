// The packed package in programs that others would write, built without any setting: each runs, against a real service.

import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { createCanvass } from "../../pkg/dist/index.js";
import { filesBelow, root } from "../../scripts/run.mjs";
import { wranglerIn } from "../../scripts/wrangler.mjs";
import { browse, owner, signIn, stage } from "../e2e/harness.mjs";
import { freeRange } from "../edge/free_ports.mjs";
import { place, serving, started, tool } from "./programs.mjs";
import { report } from "./shared/report.js";

const sources = join(root, "tests", "consumers");
const port = await freeRange();
const at = stage({ ALLOWED_ORIGIN: `http://127.0.0.1:${port}` });

/** A program of its own, in a folder of that name: what all have, and what it alone has. */
function program(name, called = name) {
  const folder = join(place, called);
  mkdirSync(folder);
  cpSync(join(sources, "shared"), join(folder, "src"), { recursive: true });
  if (existsSync(join(sources, name))) cpSync(join(sources, name), folder, { recursive: true });
  // Next's own routes at the edge do not build with webpack in a package of modules.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: called, private: true, ...(name !== "next" && { type: "module" }) }));
  return { folder, run: (command, ...args) => tool(folder, command, args), html: (script) => html(folder, script) };
}

/** A page that is nothing but its script. */
function html(folder, script) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), `<!doctype html><title>A page</title><body></body><script type="module" src="${script}"></script>\n`);
}

/** What every program has to find: made by this process, of the SDK as it was built. */
let found;
const expected = () => (found ??= report(createCanvass(credentials())));
function credentials() {
  const { token } = at.world.tokens.find(({ name }) => name === "owner");
  return { token, access_url: at.origin };
}
/** The address that tells a program without a page its token. */
const told = (path = "/") => `http://127.0.0.1:${port}${path}?${new URLSearchParams(credentials())}`;
const answered = async (path) => (await fetch(told(path))).json();

/** Every page is opened in both. */
const browsers = [at, browse("firefox")];

/** A browser whose person is signed in at the gateway: pages on other ports of this machine send the cookie too. */
const signedIn = (browser) => (browser.context ??= enter(browser));
async function enter({ visit }) {
  const { page } = await visit();
  await signIn(page, at.origin, owner(at.world));
  return page.context();
}

/** Opens the page that is served, and gives its report. */
async function shown(browser) {
  const page = await (await signedIn(browser)).newPage();
  const problems = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  await page.goto(`http://127.0.0.1:${port}/?gateway=${at.origin}`);
  const made = await page.waitForFunction(() => document.body.dataset.report, undefined, { timeout: 60_000 });
  const text = await made.jsonValue();
  await page.close();
  assert.deepEqual(problems, [], browser.name);
  return JSON.parse(text);
}

/** The page that is served does what it should. */
async function works() {
  const { surveys, rows, bytes } = await expected();
  assert.ok(surveys > 0 && rows > 0 && bytes > 0);
  for (const browser of browsers) assert.deepEqual(await shown(browser), await expected(), browser.name);
}

/** So does one that was built into a folder. */
async function worksIn(folder) {
  const stop = await serving(folder, port);
  try {
    await works();
  } finally {
    await stop();
  }
}

for (const version of ["vite", "vite-6"]) {
  const vite = join(place, "node_modules", version, "bin", "vite.js");

  test(`a page that Vite builds: ${version}`, async () => {
    const { folder, run, html } = program(version);
    html("src/page.js");
    await run(process.execPath, vite, "build");
    await worksIn(join(folder, "dist"));
  });

  test(`a page that Vite serves while it is written: ${version}`, async () => {
    const { folder, html } = program(`${version}-dev`);
    html("src/page.js");
    const stop = await started(folder, process.execPath, [vite, "--port", port, "--strictPort", "--host", "127.0.0.1"], port);
    try {
      await works();
    } finally {
      await stop();
    }
  });
}

test("a page that webpack builds", async () => {
  const { folder, run } = program("webpack");
  await run("webpack", "--mode", "production", "--entry", "./src/page.js");
  html(join(folder, "dist"), "main.js");
  await worksIn(join(folder, "dist"));
});

test("a page that esbuild builds, with chunks and as one script", async () => {
  const { folder, run } = program("esbuild");
  await run("esbuild", "src/page.js", "--bundle", "--minify", "--splitting", "--format=esm", "--outdir=dist");
  html(join(folder, "dist"), "page.js");
  await worksIn(join(folder, "dist"));
  await run("esbuild", "src/page.js", "--bundle", "--minify", "--outfile=one/page.js");
  html(join(folder, "one"), "page.js");
  await worksIn(join(folder, "one"));
});

test("a page that Rollup builds", async () => {
  const { folder, run } = program("rollup");
  await run("rollup", "-p", "@rollup/plugin-node-resolve", "src/page.js", "-d", "dist");
  html(join(folder, "dist"), "page.js");
  await worksIn(join(folder, "dist"));
});

test("a page that Parcel builds", async () => {
  const { folder, run, html } = program("parcel");
  html("src/page.js");
  await run("parcel", "build", "index.html", "--no-cache");
  await worksIn(join(folder, "dist"));
});

test("entries of the package that Parcel finds with the setting that the guide names", async () => {
  const { folder, run, html } = program("parcel", "parcel-entries");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "parcel-entries", private: true, "@parcel/resolver-default": { packageExports: true } }));
  // Parcel reads the setting where the lock file is.
  writeFileSync(join(folder, "package-lock.json"), "{}");
  writeFileSync(join(folder, "src", "entries.js"), 'import { openResults } from "@canvass/sdk/results";\nimport { verifyWebhook } from "@canvass/sdk/webhook";\ndocument.body.textContent = `${openResults}${verifyWebhook}`;\n');
  html("src/entries.js");
  await run("parcel", "build", "index.html", "--no-cache");
  assert.ok(filesBelow([join(folder, "dist")]).some((file) => /results_worker/.test(file)));
});

for (const bundler of ["turbopack", "webpack"]) {
  test(`a page, a route in Node.js and a route at the edge that Next builds: ${bundler}`, async () => {
    const { folder, run } = program("next", `next-${bundler}`);
    await run("next", "build", `--${bundler}`);
    const stop = await started(folder, "next", ["start", "-p", port, "-H", "127.0.0.1"], port);
    try {
      await works();
      assert.deepEqual(await answered("/node"), await expected());
      assert.deepEqual(await answered("/edge"), await expected());
      assert.equal(filesBelow([join(folder, ".next", "server")]).filter((file) => file.endsWith(".wasm")).length, 3);
    } finally {
      await stop();
    }
  });
}

test("a module and CommonJS scripts in Node.js", async () => {
  const { run } = program("node");
  const scripts = ["module.mjs", "common.cjs", ...(process.features.require_module ? ["required.cjs"] : [])];
  for (const script of scripts) {
    assert.deepEqual(JSON.parse(await run(process.execPath, script, told())), await expected(), script);
  }
});

test("a module in Bun, and in Deno", async () => {
  // Bun's own script waits for an installation that has run scripts.
  const [bun] = readdirSync(join(place, "node_modules", "@oven")).filter((name) => name.startsWith("bun-"));
  const { run } = program("node", "others");
  assert.deepEqual(JSON.parse(await run(join(place, "node_modules", "@oven", bun, "bin", "bun"), "module.mjs", told())), await expected(), "Bun");
  const flags = ["--allow-net", "--node-modules-dir=manual", "--no-lock"];
  assert.deepEqual(JSON.parse(await run("deno", "run", ...flags, "module.mjs", told())), await expected(), "Deno");
});

test("a Worker, with the modules that its platform compiles", async () => {
  const { folder, run } = program("worker");
  await run("esbuild", "worker.js", "--bundle", "--format=esm", "--conditions=workerd", "--loader:.wasm=copy", "--outdir=dist");
  const stop = await started(folder, createRequire(import.meta.url)("workerd").default, ["serve", configured(folder)], port);
  try {
    assert.deepEqual(await answered("/"), await expected());
  } finally {
    await stop();
  }
});

/** What workerd is told of the bundle: its script, and the modules beside it. */
function configured(folder) {
  const parts = binariesOf(join(folder, "dist"));
  assert.equal(parts.length, 3);
  const modules = ["worker.js", ...parts].map((name) => `(name = "${name}", ${name.endsWith(".js") ? "esModule" : "wasm"} = embed "dist/${name}")`);
  writeFileSync(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "consumer", worker = (
      modules = [${modules.join(", ")}],
      compatibilityDate = "2026-10-01",
      globalOutbound = "network",
    )),
    (name = "network", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "consumer")],
);
`,
  );
  return "config.capnp";
}

/** The parts that a platform compiles when it is given the program. */
const binariesOf = (folder) => readdirSync(folder).filter((name) => name.endsWith(".wasm"));

test("a Worker that wrangler bundles and serves", async () => {
  const { folder } = program("worker", "wrangler");
  const [node, wrangler] = wranglerIn(place);
  const stop = await started(folder, node, [wrangler, "dev", "--ip", "127.0.0.1", "--port", port], port);
  try {
    assert.deepEqual(await answered("/"), await expected());
    assert.equal(binariesOf(bundled(folder)).length, 3);
  } finally {
    await stop();
  }
});

/** Where wrangler puts the bundle while it serves it. */
function bundled(folder) {
  const made = join(folder, ".wrangler", "tmp");
  const [name] = readdirSync(made).filter((name) => name.startsWith("dev-"));
  return join(made, name);
}

test("a strict program in TypeScript, with every declaration checked, that is compiled and run", async () => {
  const { run } = program("typescript");
  await run("tsc", "-p", "tsconfig.json");
  await run("tsc", "-p", "node.json");
  await run("tsc", "-p", "run.json");
  assert.deepEqual(JSON.parse(await run(process.execPath, "made/run.js", told())), await expected());
});
