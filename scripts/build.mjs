// Builds all artefacts: pkg/dist (the SDK), build/* (the Workers), build/www (the site), and what the packages contain
// of them: pkg/gateway and pkg/local. A part is skipped if its inputs have not changed since its last build.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { inflateRawSync } from "node:zlib";
import { buildConsole } from "./console.mjs";
import { page } from "./docs.mjs";
import { buildFacade, linkModules } from "./facade.mjs";
import { setup } from "./setup.mjs";
import { buildFallback } from "./fallback.mjs";
import { Failure, ask, bin, filesBelow, hashOf, isMain, main, root, run, say, since, target } from "./run.mjs";

/**
 * SHA-256 as a loop instead of unrolled code, 2 KB smaller: a Worker hashes little, and the platform hashes passwords.
 */
const COMPACT_HASH = '--cfg=sha2_backend_soft="compact"';

/** The limits up to which the compiler inlines: of all functions, of those marked `#[inline]`, and in loops. */
const INLINING = ["inline", "inlinehint", "locally-hot-callsite"];

/** The flags that limit inlining to this cost, wherever and however a function is called. */
const inlining = (cost) => INLINING.map((name) => `-Cllvm-args=-${name}-threshold=${cost}`);

/**
 * The Workers by name, with their features and optimisation levels. The gateway alone is optimised for speed, because
 * it is on the path of every call: with "z" it is 24 KB smaller, and takes up to a tenth more time. Above a threshold
 * of 40, more inlining makes it larger and no faster. Functions marked `#[inline]`, as most of the standard library,
 * and calls in loops have thresholds of their own, 325 and 525: with these the gateway is 25 KB larger and no faster.
 * The deployed service has the level between: reads take 4 to 7 % less time than with "z", and it is 147 KB larger.
 * With "3" they take another 2 % less, and it is 120 KB larger again. The local Worker has to be small.
 */
const WORKERS = {
  local: { features: "edge,service,sandbox", level: "z" },
  service: { features: "edge,service", level: "s" },
  gateway: { features: "edge", level: "3", flags: inlining(40) },
};

/** More features of the Workers, for measurements: `stock-runtime`, or the parts of it that Cargo.toml lists. */
const MORE_FEATURES = (process.env.CANVASS_WORKER_FEATURES ?? "").split(",").filter(Boolean);

/** True for a profiler: the Workers keep the names of their functions, which are a third of the file. */
const KEEPS_NAMES = Boolean(process.env.CANVASS_WORKER_NAMES);

/** True without our entry: then the Worker has that of worker-build. */
const HAS_STOCK_ENTRY = ["stock-runtime", "stock-entry"].some((feature) => MORE_FEATURES.includes(feature));

/**
 * Options of wasm-opt for the Workers. Two passes are off, because they make the file smaller but its compressed form
 * larger: inlining of functions with one caller, and the reuse of common expressions. With them the service is a tenth
 * larger.
 */
const WORKER_PASSES = ["-O3", "--converge", "--one-caller-inline-max-function-size=0", "--skip-pass=local-cse"];

/** Features that all browsers and workerd support. `--all-features` would emit encodings that they refuse. */
const WASM_FEATURES = [
  "mutable-globals",
  "sign-ext",
  "nontrapping-float-to-int",
  "bulk-memory",
  "multivalue",
  "reference-types",
  "exception-handling",
].map((feature) => `--enable-${feature}`);

export const DEFAULT_PARTS = ["sdk", "local", "www", "worker"];

/**
 * The parts of the two packages. `npm start` and most tests need no gateway of its own, which takes a minute to build.
 */
export const PACKAGE_PARTS = [...DEFAULT_PARTS, "gateway", "entry"];
const PARTS = ["sdk", ...Object.keys(WORKERS), "www", "worker", "entry"];

/** Builds the named parts in the order of their dependencies. `setup()` must have run. */
export async function build(wanted = DEFAULT_PARTS) {
  const unknown = wanted.find((part) => !PARTS.includes(part));
  if (unknown) {
    throw new Failure(`Unknown part "${unknown}". The parts are: ${PARTS.join(", ")}.`);
  }
  // The site serves the SDK and its reference.
  const needed = wanted.includes("www") ? [...wanted, "sdk"] : wanted;
  for (const part of PARTS.filter((part) => needed.includes(part))) {
    if (part === "sdk") {
      await refresh("parts", [...sdkInputs(), "scripts/fallback.mjs"], PARTS_FOLDER, buildSdkParts);
      await refresh(part, [PARTS_FOLDER, "pkg/src", "pkg/package.json", "pkg/tsconfig.json", "scripts/facade.mjs"], "pkg/dist", buildSdkFacade);
    } else if (part === "worker") {
      await refresh(part, ["build/local", "build/www"], "pkg/local/worker", packageLocal);
    } else if (part === "entry") {
      await refresh(part, ["build/gateway", "pkg/src/worker.js"], "pkg/gateway", buildGatewayEntry);
    } else if (part === "www") {
      await refresh(part, ["www", "pkg/dist", "scripts/console.mjs", "scripts/docs.mjs", "scripts/agent_docs.mjs", "scripts/reference.mjs", "scripts/reference"], "build/www", buildSite);
    } else {
      await refresh(part, rustInputs(), `build/${part}/index_bg.wasm`, () => buildWorker(part), [...MORE_FEATURES, KEEPS_NAMES]);
    }
  }
}

/** Runs `make` unless `output` exists and was made from exactly these inputs. */
async function refresh(part, inputs, output, make, more = []) {
  const stamp = join(root, "build", ".stamps", part);
  const hash = hashOf([...inputs, "scripts/build.mjs", "package-lock.json"], [ask("rustc", ["--version"]), ...more]);
  if (existsSync(resolve(root, output)) && existsSync(stamp) && readFileSync(stamp, "utf8") === hash) {
    return;
  }
  const start = performance.now();
  rmSync(stamp, { force: true });
  say(`build: ${part}`);
  await make();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  say(`build: ${part} done after ${since(start)}`);
}

/** The compiler's flags. They keep this machine's paths out of the messages of panics, and so out of the binaries. */
function compilerFlags(more = []) {
  const home = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  // If the standard library's sources are installed, the compiler uses their paths instead of /rustc.
  const library = join(ask("rustc", ["--print", "sysroot"]), "lib", "rustlib", "src", "rust");
  const registries = join(home, "registry", "src");
  const crates = existsSync(registries) ? readdirSync(registries).map((name) => `${join(registries, name)}=crates`) : [];
  const prefixes = [`${registries}=crates`, ...crates, `${root}=canvass`, `${library}=/rustc`];
  const flags = [...prefixes.map((prefix) => `--remap-path-prefix=${prefix}`), ...more];
  return { CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") };
}

/** The crate's sources and the files that they include. */
function rustInputs() {
  const sources = filesBelow(["src"]);
  const included = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/include_(?:str|bytes)!\(\s*"([^"]+)"/g)].map(([, path]) =>
      resolve(dirname(file), path),
    ),
  );
  return ["Cargo.toml", "Cargo.lock", ".cargo", ...new Set([...sources, ...included])];
}

/** The layers that no part of the SDK contains. */
const WORKER_LAYERS = ["crypto", "gateway", "service", "edge"].map((layer) => join("src", layer));

/** The inputs of the SDK's parts: a change of the service does not compile them again. */
function sdkInputs() {
  return rustInputs().filter((file) => !WORKER_LAYERS.some((layer) => resolve(root, file).startsWith(join(root, layer) + sep)));
}

async function buildWorker(name) {
  const out = `build/${name}`;
  const { features, level, flags = [] } = WORKERS[name];
  run(
    "worker-build",
    ["--release", "--no-opt", "--out-dir", out, "--", "--locked", "--no-default-features", "--features", [features, ...MORE_FEATURES].join(",")],
    {
      env: {
        ...compilerFlags([COMPACT_HASH, ...flags]),
        CARGO_PROFILE_RELEASE_OPT_LEVEL: level,
        WASM_BINDGEN_BIN: join(target, "tools", "bin", "wasm-bindgen"),
        WASM_OPT_BIN: bin("wasm-opt"),
        ESBUILD_BIN: bin("esbuild"),
      },
      failure: `The Worker "${name}" could not be built.`,
    },
  );
  // worker-build's own optimisation preserves the names of functions, which are a third of the file.
  optimize(WORKER_PASSES, join(root, out, "index_bg.wasm"), join(root, out, "index_bg.wasm"));
  await bundleEntry(join(root, out, "index.js"));
}

/** Bundles our entry with the output of worker-build. */
async function bundleEntry(worker) {
  const { build: bundle } = await import("esbuild");
  await bundle({
    entryPoints: [join(root, "src", "edge", HAS_STOCK_ENTRY ? "without/stock" : "runtime", "entry.js")],
    alias: { "canvass:worker": worker },
    bundle: true,
    format: "esm",
    minify: true,
    external: ["*.wasm", "cloudflare:*"],
    outfile: worker,
    allowOverwrite: true,
    logLevel: "warning",
  });
}

/**
 * Optimises a module and removes its names. `--low-memory-unused` is valid because the first kilobyte of memory is the
 * end of the stack, to which no pointer exists. Functions are sorted by name, so that copies of a generic function are
 * adjacent: gzip finds repetitions within 32 KB only, and this saves 3 %.
 */
function optimize(options, from, to) {
  const names = KEEPS_NAMES ? "--debuginfo" : "--strip-debug";
  const passes = [...options, "--low-memory-unused", "--reorder-functions-by-name", names, "--strip-producers"];
  run(bin("wasm-opt"), [...passes, ...WASM_FEATURES, from, "-o", to]);
}

/**
 * The SDK's compiled parts: the feature, the name of the wasm file and of its glue. `fast` parts are optimised for
 * speed, not size. A part with `needsWasm` has no JavaScript fallback, in which analyses would take seconds instead of
 * milliseconds.
 */
const SDK_PARTS = [
  { feature: "browser", name: "engine", glue: "glue" },
  { feature: "export", name: "export", glue: "export_glue", fast: true },
  { feature: "sign-in", name: "sign_in", glue: "sign_in_glue" },
  { feature: "results", name: "results", glue: "results_glue", fast: true, needsWasm: true },
];

/** The folder of the compiled parts and their glue, the input of the facade. */
const PARTS_FOLDER = join(target, "sdk");

async function buildSdkParts() {
  emptyFolder(PARTS_FOLDER);
  for (const part of SDK_PARTS) {
    await buildPart(part, PARTS_FOLDER);
  }
}

async function buildSdkFacade() {
  emptyFolder(join(root, "pkg", "dist"));
  await buildFacade(PARTS_FOLDER, SDK_PARTS);
  copyLicences(join(root, "pkg"));
}

function copyLicences(folder) {
  for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    cpSync(join(root, licence), join(folder, licence));
  }
}

function emptyFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/**
 * Options of wasm-bindgen: with a function that restarts a part after a crash, without types and without a default URL.
 */
const GLUE = ["--experimental-reset-state-function", "--no-typescript", "--omit-default-module-path", "--remove-producers-section"];

async function buildPart({ feature, name, glue, fast = false, needsWasm = false }, out) {
  run(
    "cargo",
    ["build", "--release", "--lib", "--locked", "--target", "wasm32-unknown-unknown", "--no-default-features"].concat([
      "--features",
      feature,
    ]),
    {
      env: { ...compilerFlags(), ...(fast && { CARGO_PROFILE_RELEASE_OPT_LEVEL: "3" }) },
      failure: `The SDK's part "${name}" could not be built.`,
    },
  );
  const wasm = join(target, "wasm32-unknown-unknown", "release", "canvass.wasm");
  run("wasm-bindgen", [wasm, "--target", "web", "--out-dir", out, "--out-name", glue, ...GLUE]);
  const optimized = join(out, `${name}.wasm`);
  // With -O3, code that was compiled for size gets faster, and at this size its compressed form does not grow.
  optimize(["-O3", "--converge"], join(out, `${glue}_bg.wasm`), optimized);
  writeFileSync(join(out, `${name}.inline.js`), `export default "${(await deflate(optimized)).toString("base64")}";\n`);
  if (!needsWasm) buildFallback({ wasm, name, flags: GLUE, out });
}

/** Deflates a file with zopfli, which saves a twentieth compared with zlib and takes seconds. */
async function deflate(file) {
  const { default: zopfli } = await import("@gfx/zopfli");
  const bytes = readFileSync(file);
  const packed = Buffer.from(await zopfli.deflateAsync(bytes, { numiterations: 15 }));
  if (!inflateRawSync(packed).equals(bytes)) {
    throw new Failure(`${file} differs after it is deflated and inflated.`);
  }
  return packed;
}

async function buildSite() {
  const site = join(root, "build", "www");
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  cpSync(join(root, "www"), site, { recursive: true, filter: isServed });
  cpSync(join(root, "pkg", "dist", "browser"), join(site, "sdk"), { recursive: true });
  for (const { name } of SDK_PARTS) cpSync(join(root, "pkg", "dist", `${name}.wasm`), join(site, "sdk", `${name}.wasm`));
  linkModules(site);
  await buildConsole(site);
  mkdirSync(join(site, "docs"));
  writeFileSync(join(site, "docs", "index.html"), page(JSON.parse(readFileSync(join(root, "www", "openapi.json"), "utf8"))));
  const { agentPage } = await import("./agent_docs.mjs");
  mkdirSync(join(site, "docs", "mcp"));
  writeFileSync(join(site, "docs", "mcp", "index.html"), agentPage(JSON.parse(readFileSync(join(root, "www", "_templates", "tools.json"), "utf8"))));
  const { reference } = await import("./reference.mjs");
  const { pages, index } = reference();
  for (const { folder, html } of pages) {
    mkdirSync(join(site, "docs", "sdk", folder), { recursive: true });
    writeFileSync(join(site, "docs", "sdk", folder, "index.html"), html);
  }
  writeFileSync(join(site, "assets", "reference.json"), JSON.stringify(index));
}

/** The console's sources, which are bundled. */
const BUNDLED = ["src", "worker", "tsconfig.json"].map((name) => join(root, "www", name));

/** Files whose names begin with an underscore are built into the Worker instead of served. */
const isServed = (path) => !BUNDLED.includes(path) && !/[\\/]_[^\\/]*$/.test(path);

/** Copies the local Worker and the site, with the SDK that its pages load, into the package @canvass/local. */
function packageLocal() {
  const folder = join(root, "pkg", "local");
  emptyFolder(join(folder, "worker"));
  for (const file of ["index.js", "index_bg.wasm"]) {
    cpSync(join(root, "build", "local", file), join(folder, "worker", file));
  }
  rmSync(join(folder, "www"), { recursive: true, force: true });
  // Maps and declarations are in the package @canvass/sdk.
  cpSync(join(root, "build", "www"), join(folder, "www"), { recursive: true, filter: (path) => !/\.(map|d\.ts)$/.test(path) });
  copyLicences(folder);
}

/** The gateway as the entry `@canvass/sdk/worker`: one module and the wasm that it imports. */
async function buildGatewayEntry() {
  const gateway = join(root, "build", "gateway");
  if (!existsSync(join(gateway, "index.js"))) {
    throw new Failure("The part entry contains the part gateway: build both.");
  }
  const folder = join(root, "pkg", "gateway");
  emptyFolder(folder);
  const { build: bundle } = await import("esbuild");
  await bundle({
    entryPoints: [join(root, "pkg", "src", "worker.js")],
    alias: { "canvass:gateway": join(gateway, "index.js") },
    bundle: true,
    format: "esm",
    minify: true,
    external: ["*.wasm", "cloudflare:*"],
    outfile: join(folder, "index.js"),
    logLevel: "warning",
  });
  cpSync(join(gateway, "index_bg.wasm"), join(folder, "index_bg.wasm"));
}

if (isMain(import.meta.url)) {
  await main(async (args) => {
    const start = performance.now();
    if (args.includes("--help")) {
      say(`npm run build [-- PART ...]\n\nParts: ${PARTS.join(", ")}. Without one: ${PACKAGE_PARTS.join(", ")}.`);
      return;
    }
    setup();
    await build(args.length > 0 ? args : PACKAGE_PARTS);
    say(`build: up to date (${since(start)})`);
  });
}
