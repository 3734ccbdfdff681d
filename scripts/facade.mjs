// The SDK's facade: compiles pkg/src and joins it with the compiled parts. pkg/dist gets readable modules, one for each
// source, for bundlers and servers; pkg/dist/browser the same minified, for pages without a bundler.

import { createHash } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { Failure, bin, filesBelow, reachable, root, run } from "./run.mjs";

const PACKAGE = join(root, "pkg");
const SOURCE = join(PACKAGE, "src");
const DIST = join(PACKAGE, "dist");
const BROWSER = join(DIST, "browser");

/** The glue of the compiled parts, their text and their fallbacks; the binaries are entries of the package. */
const PARTS = join(DIST, "parts");

/** The entries that a page can import without a bundler. */
const BROWSER_ENTRIES = ["index", "slim", "webhook", "react", "results"];

/** The module that starts the worker of results, and the worker, which is a file of its own. */
const WORKER_HOST = join(DIST, "results", "host.js");
const WORKER = join(DIST, "results", "results_worker.js");

/** Imports that are resolved by the users of the package. */
const EXTERNAL = ["*.wasm", "*.wasm?module", "react", "@canvass/local", "cloudflare:*", "node:*"];

const OPTIONS = { bundle: true, format: "esm", target: "es2022", legalComments: "none", external: EXTERNAL, logLevel: "warning", absWorkingDir: DIST };

/** Fills pkg/dist, which must be empty. `folder` is that of the compiled parts. */
export async function buildFacade(folder, parts) {
  const { build: bundle } = await import("esbuild");
  compile();
  for (const { name, glue, needsWasm } of parts) {
    writeFileSync(join(PARTS, `${glue}.js`), trimmed(readFileSync(join(folder, `${glue}.js`), "utf8")));
    cpSync(join(folder, `${name}.wasm`), join(DIST, `${name}.wasm`));
    cpSync(join(folder, `${name}.inline.js`), join(PARTS, `${name}.inline.js`));
    // The translated code is unreadable anyway, and minified a third of the size.
    if (!needsWasm) await bundle({ ...OPTIONS, entryPoints: [join(folder, `${name}_fallback.js`)], minify: true, outdir: PARTS });
  }
  markBuild();
  await removeUnused(bundle);
  await bundleForBrowsers(bundle);
}

/**
 * Changes to the code that wasm-bindgen generates. A part starts from bytes or a module, never from a URL or a
 * response, and never schedules its own restart. It gets and returns short texts: copying one costs little, and the two
 * gigabytes after which Safari needs another decoder are never reached.
 */
const TRIMMED = [
  [/^async function __wbg_load\(.*?^}\n/ms, ""],
  [/^async function __wbg_init\(.*?^}\n/ms, `async function __wbg_init({ module_or_path }) {
    if (wasm !== undefined) return wasm;
    const started = await WebAssembly.instantiate(module_or_path, __wbg_get_imports());
    return __wbg_finalize_init(started.instance ?? started, started.module ?? module_or_path);
}
`],
  [/^function passStringToWasm0\(.*?^}\n/ms, `function passStringToWasm0(text, malloc) {
    const bytes = cachedTextEncoder.encode(text);
    const ptr = malloc(bytes.length, 1) >>> 0;
    getUint8ArrayMemory0().set(bytes, ptr);
    WASM_VECTOR_LEN = bytes.length;
    return ptr;
}
`],
  [/^ *__wbg_call_guard\(\);\n|^function __wbg_call_guard\(.*?^}\n|^    __wbg_reinit_scheduled = false;\n/gms, ""],
  [/^    if \(typeof numBytesDecoded.*\n/m, ""],
  [/^let numBytesDecoded = 0;\nfunction decodeText\(.*?^}\n/ms, `function decodeText(ptr, len) {
    return cachedTextDecoder.decode(getUint8ArrayMemory0().subarray(ptr, ptr + len));
}
`],
  [/if \(typeof (\w+) !== 'undefined'\) (?=\1 = 0;)/g, ""],
  [/^if \(!\('encodeInto' in cachedTextEncoder\)\) \{.*?^}\n/ms, ""],
];

function trimmed(glue) {
  // Not every part has an enumeration; one that nothing uses can be dropped.
  const pure = glue.replaceAll("= Object.freeze(", "= /* @__PURE__ */ Object.freeze(");
  return TRIMMED.reduce((text, [pattern, replacement]) => {
    const changed = text.replace(pattern, () => replacement);
    if (changed === text) throw new Failure(`The output of wasm-bindgen has changed: adapt TRIMMED in scripts/facade.mjs. Nothing matches ${pattern}.`);
    return changed;
  }, pure);
}

/**
 * Compiles each source to a module, its map and its declarations; sources that are JavaScript or declarations are
 * copied.
 */
function compile() {
  const options = ["--declaration", "--noEmit", "false", "--sourceMap", "--inlineSources", "--outDir", DIST];
  run(bin("tsc"), ["-p", PACKAGE, ...options], { failure: "The SDK's facade has type errors." });
  cpSync(join(SOURCE, "calls", "exchange.js"), join(DIST, "calls", "exchange.js"));
  for (const file of filesBelow([SOURCE]).filter((file) => file.endsWith(".d.ts"))) {
    if (!/(\.inline|[\\/]wasm|[\\/]peer)\.d\.ts$/.test(file)) cpSync(file, join(DIST, relative(SOURCE, file)));
  }
}

/** Removes modules that no entry imports: those that contain only types, and those that another module contains. */
async function removeUnused(bundle) {
  const exported = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")).exports;
  const named = Object.values(exported).flatMap((entry) => Object.values(typeof entry === "string" ? [entry] : entry));
  const entries = [...new Set(named.filter((path) => /^\.\/dist\/[^/]*\.js$/.test(path)))].map((path) => join(PACKAGE, path));
  const entryPoints = [...entries, WORKER];
  const { metafile } = await bundle({ ...OPTIONS, entryPoints, outdir: DIST, write: false, metafile: true });
  const used = new Set(Object.keys(metafile.inputs).map((path) => resolve(DIST, path)));
  for (const file of filesBelow([DIST]).filter((file) => file.endsWith(".js") && !used.has(file))) {
    rmSync(file);
    rmSync(`${file}.map`, { force: true });
  }
}

/**
 * Writes the build that the worker of results and its page compare: the hash of the engine and of all modules around
 * it.
 */
function markBuild() {
  const hash = createHash("sha256");
  for (const file of [join(PARTS, "results.inline.js"), join(PARTS, "results_glue.js"), ...filesBelow([join(DIST, "results")])].sort()) {
    if (file.endsWith(".js")) hash.update(readFileSync(file));
  }
  const file = join(DIST, "results", "build.js");
  writeFileSync(file, readFileSync(file, "utf8").replace('"source"', JSON.stringify(hash.digest("hex").slice(0, 12))));
}

/**
 * Bundles the minified modules. All have the hash of their content in their name, so that they can be cached forever;
 * `index.js` and the other entries lead to them. `preload.json` lists the modules that the first call needs.
 */
async function bundleForBrowsers(bundle) {
  const worker = await bundleWorker(bundle);
  const { metafile } = await bundle({
    ...OPTIONS,
    entryPoints: BROWSER_ENTRIES.map((name) => join(DIST, `${name}.js`)),
    outdir: BROWSER,
    splitting: true,
    minify: true,
    sourcemap: true,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    plugins: [await oneCore(bundle), startsWorker(worker)],
    // The package has no side effects, so an import without a name would be dropped.
    ignoreAnnotations: true,
    metafile: true,
  });
  const modules = new Map(Object.entries(metafile.outputs).filter(([path]) => path.endsWith(".js")).map(([path, output]) => [basename(path), output]));
  const fileOf = (name) => [...modules.keys()].find((file) => file.startsWith(`${name}-`));
  const withImports = (file) => [...reachable(file, (each) => modules.get(each).imports.filter(isStatic).map(({ path }) => basename(path)))];
  for (const [file, { inputs }] of modules) {
    // Text and translated code have no source to show, nor has a module that only exports what another contains.
    const hasSource = JSON.parse(readFileSync(join(BROWSER, `${file}.map`), "utf8")).sources.length > 0;
    if (!hasSource || Object.keys(inputs).some((input) => /(\.inline|_fallback)\.js$/.test(input))) removeMap(join(BROWSER, file));
  }
  for (const name of BROWSER_ENTRIES) {
    const [entry, ...imports] = withImports(fileOf(name));
    // The imports are named here too, so that a browser requests them all at once.
    const lines = [...imports.map((file) => `import "./${file}";`), `export * from "./${entry}";`];
    writeFileSync(join(BROWSER, `${name}.js`), `${lines.join("\n")}\n`);
  }
  const first = new Set(["index", "engine_glue", "engine.inline"].flatMap((name) => withImports(fileOf(name))));
  writeFileSync(join(BROWSER, "preload.json"), `${JSON.stringify({ entry: fileOf("index"), modules: [...first] }, null, 2)}\n`);
}

/**
 * Bundles the worker of results with its engine. Returns the name of the file. `results_worker.js` is the same under a
 * name that stays, for apps that name the file themselves; it is no module that leads to the other, because the policy
 * of a worker may forbid that it imports any.
 */
async function bundleWorker(bundle) {
  const { metafile } = await bundle({ ...OPTIONS, entryPoints: [WORKER], outdir: BROWSER, minify: true, entryNames: "[name]-[hash]", ignoreAnnotations: true, metafile: true });
  const worker = basename(Object.keys(metafile.outputs)[0]);
  cpSync(join(BROWSER, worker), join(BROWSER, "results_worker.js"));
  return worker;
}

/** Makes the page start the worker by the name that is cached forever. */
function startsWorker(worker) {
  return {
    name: "worker",
    setup(builder) {
      builder.onLoad({ filter: /[\\/]host\.js$/ }, ({ path }) => {
        if (path !== WORKER_HOST) return undefined;
        const text = readFileSync(path, "utf8");
        if (!text.includes('"./results_worker.js"')) throw new Failure(`${path} starts no worker: adapt startsWorker in scripts/facade.mjs.`);
        return { contents: text.replace('"./results_worker.js"', JSON.stringify(`./${worker}`)), resolveDir: dirname(path) };
      });
    },
  };
}

const isStatic = ({ kind, external }) => kind === "import-statement" && !external;

/**
 * Makes the core one chunk: the modules that the entry `index` imports statically. esbuild makes a chunk of the modules
 * that the same entries and later parts need, so each of these that needs a module of the core imports all of it.
 */
async function oneCore(bundle) {
  const { metafile } = await bundle({ ...OPTIONS, entryPoints: BROWSER_ENTRIES.map((name) => `${name}.js`), splitting: true, outdir: BROWSER, write: false, metafile: true });
  const imports = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
  const reached = (file) => [...reachable(file, (each) => metafile.inputs[each].imports.filter(isStatic).map(({ path }) => path))].slice(1);
  const core = new Set(reached("index.js"));
  const starts = [...BROWSER_ENTRIES.map((name) => `${name}.js`), ...imports.filter(({ kind }) => kind === "dynamic-import").map(({ path }) => path)];
  const users = starts.filter((file) => metafile.inputs[file] && reached(file).some((path) => core.has(path))).map((file) => join(DIST, file));
  return {
    name: "core",
    setup(builder) {
      builder.onResolve({ filter: /^canvass:core$/ }, () => ({ path: "core", namespace: "canvass" }));
      builder.onLoad({ filter: /.*/, namespace: "canvass" }, () => ({ contents: [...core].map((path) => `import "./${path}";`).join(""), resolveDir: DIST }));
      builder.onLoad({ filter: /\.js$/ }, ({ path }) => (users.includes(path) ? { contents: `import "canvass:core";${readFileSync(path, "utf8")}`, resolveDir: dirname(path) } : undefined));
    },
  };
}

function removeMap(file) {
  rmSync(`${file}.map`);
  writeFileSync(file, readFileSync(file, "utf8").replace(/\/\/# sourceMappingURL=.*\n$/, ""));
}

/** Makes the pages of a site preload the modules of the first call, by the names that are cached forever. */
export function linkModules(site) {
  const { modules } = JSON.parse(readFileSync(join(site, "sdk", "preload.json"), "utf8"));
  for (const file of filesBelow([site]).filter((file) => file.endsWith(".html"))) {
    const text = readFileSync(file, "utf8");
    const linked = text.replace(/^( *)<link rel="modulepreload" href="\/sdk\/index\.js">$/m, (_, indent) =>
      modules.map((name) => `${indent}<link rel="modulepreload" href="/sdk/${name}">`).join("\n"),
    );
    if (linked !== text) writeFileSync(file, linked);
  }
}
