// Bundles the console: its scripts and styles under names with the hash of their content, and the service worker, which
// knows these names. The pages that load them are linked to the names.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import { Failure, reachable, root } from "./run.mjs";

const SOURCE = join(root, "www", "src");
const OPTIONS = { bundle: true, format: "esm", target: "es2022", minify: true, legalComments: "none", logLevel: "warning" };

/** The console's script, by the name without hash that its page has. */
const CONSOLE = { console: join(SOURCE, "main.tsx") };

/** The script that runs before it. */
const PRELOAD = join(SOURCE, "preload.ts");

/** The screen whose modules the first script loads: the others are small. */
const RESULTS = join(SOURCE, "results", "index.tsx");

/**
 * The scripts of the other pages, by name. They share modules among each other only, or the console would be split into
 * many chunks.
 */
const PAGES = { callback: join(SOURCE, "callback.tsx"), shared: join(SOURCE, "shared", "main.tsx"), authorize: join(SOURCE, "agents", "authorize.tsx"), plan: join(SOURCE, "agents", "plan.tsx") };

/** The styles of pages, by name. */
const STYLES = { console: join(SOURCE, "styles", "console.css") };

/** Files without a hash that the shell needs. */
const PLAIN = ["/", "/assets/pages.css", "/favicon.svg"];

/** Bundles the console into the folder of the site, which has the SDK, and links the pages to it. */
export async function buildConsole(site) {
  const { build: bundle } = await import("esbuild");
  const assets = join(site, "assets");
  const outputs = {};
  const packages = new Set();
  for (const [kinds, plugins] of [[[CONSOLE, STYLES], [lazyWithFrame()]], [[PAGES], []]]) {
    const { metafile } = await bundle({
      ...OPTIONS,
      entryPoints: kinds.flatMap((files) => Object.entries(files).map(([out, file]) => ({ in: file, out }))),
      outdir: assets,
      absWorkingDir: root,
      entryNames: "[name]-[hash]",
      chunkNames: "[name]-[hash]",
      splitting: true,
      sourcemap: true,
      jsx: "automatic",
      jsxImportSource: "preact",
      plugins: [sdkOf(site), ...plugins],
      metafile: true,
    });
    for (const [path, output] of Object.entries(metafile.outputs)) if (!path.endsWith(".map")) outputs[`/assets/${basename(path)}`] = output;
    for (const path of Object.keys(metafile.inputs)) packages.add(packageOf(path));
  }
  const addressOf = (source) => {
    const found = Object.keys(outputs).find((path) => outputs[path].entryPoint !== undefined && join(root, outputs[path].entryPoint) === source);
    if (found === undefined) throw new Failure(`The bundles of the console have no file for ${source}.`);
    return found;
  };
  const importsOf = (address, kind) => outputs[address].imports.filter((each) => each.kind === kind).map(({ path, external }) => (external ? path : `/assets/${basename(path)}`));
  /** A module of the console and all that it imports statically; the SDK's modules are leaves. */
  const withImports = (address) => reachable(address, (each) => (outputs[each] ? importsOf(each, "import-statement") : []));
  const results = [...withImports(addressOf(RESULTS))];
  const ofSdk = results.filter((address) => outputs[address]).flatMap((address) => importsOf(address, "dynamic-import").filter((each) => each.startsWith("/sdk/")));
  const known = withImports(addressOf(CONSOLE.console));
  const preload = await buildPreload(bundle, assets, [...new Set([...results, ...ofSdk])].filter((address) => !known.has(address)));
  for (const page of ["index.html", "callback/index.html", "shared/index.html", "mcp/authorize/index.html", "mcp/plan/index.html"]) {
    const path = join(site, page);
    let html = readFileSync(path, "utf8").replace('src="/assets/preload.js"', `src="${preload}"`);
    for (const [name, source] of Object.entries(STYLES)) html = html.replace(`/assets/${name}.css`, addressOf(source));
    for (const [name, source] of Object.entries({ ...CONSOLE, ...PAGES })) {
      html = html.replace(new RegExp(`^( *)<script type="module" src="/assets/${name}\\.js"></script>$`, "m"), (_, indent) => {
        const [script, ...imported] = [...withImports(addressOf(source))].filter((address) => outputs[address]);
        return [...imported.map((address) => `<link rel="modulepreload" href="${address}">`), `<script type="module" src="${script}"></script>`].map((line) => `${indent}${line}`).join("\n");
      });
    }
    writeFileSync(path, html);
  }
  packages.delete(undefined);
  // The licences of the packages that the scripts contain are served with them.
  const licences = [...packages].sort().map((name) => `${name}\n\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8").trim()}\n`);
  writeFileSync(join(assets, "licences.txt"), licences.join("\n\n"));
  await buildServiceWorker(bundle, site, [...Object.keys(outputs), preload]);
}

/** The package of a module; undefined for one of the console's own. */
function packageOf(path) {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(`/${path}`)?.[1];
}

/**
 * Makes every module that is loaded lazily import the frame, or the results' screen if it is a part of that. They are
 * there when it is loaded, so this changes nothing but the bundle: what the frame imports is one file, and what the
 * results' screen imports another. Otherwise there is a file for each set of lazy modules that share something, thirty
 * in all.
 */
function lazyWithFrame() {
  const folderOfResults = join(SOURCE, "results") + sep;
  return {
    name: "lazy-with-frame",
    setup(builder) {
      builder.onResolve({ filter: /^\.{1,2}\// }, ({ path, kind, resolveDir }) => {
        // A catalogue of messages imports nothing, and arrives before the frame.
        const isScreen = kind === "dynamic-import" && !/\/[a-z]{2}\.ts$/.test(path);
        return isScreen ? { path: resolve(resolveDir, path), pluginData: { isScreen } } : null;
      });
      builder.onLoad({ filter: /\.tsx?$/ }, ({ path, pluginData }) => {
        if (!pluginData?.isScreen) return null;
        const before = path.startsWith(folderOfResults) && path !== RESULTS ? RESULTS : join(SOURCE, "frame", "Frame.tsx");
        return { contents: `${readFileSync(path, "utf8")}\nimport ${JSON.stringify(before)};\n`, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

/** Builds the page's first script with the modules that it loads; its address. */
async function buildPreload(bundle, assets, modules) {
  const options = { entryPoints: [{ in: PRELOAD, out: "preload" }], outdir: assets, entryNames: "[name]-[hash]", define: { RESULTS: JSON.stringify(modules) }, metafile: true };
  const { metafile } = await bundle({ ...OPTIONS, ...options, format: "iife" });
  return `/assets/${basename(Object.keys(metafile.outputs)[0])}`;
}

/** Makes the console import the SDK's modules by the names that are cached forever. */
function sdkOf(site) {
  return {
    name: "sdk",
    setup(builder) {
      builder.onResolve({ filter: /^\/sdk\/.*\.js$/ }, ({ path }) => ({ path: hashedModule(site, path), external: true }));
    },
  };
}

/** An entry of the SDK by the name with its hash. The entry without a hash exports it last. */
function hashedModule(site, path) {
  const [, hashed] = /export \* from "\.\/([^"]+)";\n$/.exec(readFileSync(join(site, path), "utf8"));
  return `/sdk/${hashed}`;
}

/** Builds the service worker with the list of files that it keeps. */
async function buildServiceWorker(bundle, site, assets) {
  // The plain JavaScript for pages that forbid WebAssembly is not for this console.
  const modules = readdirSync(join(site, "sdk")).filter((name) => /-[A-Z2-7]{8}\.js$/.test(name) && !/_fallback-/.test(name));
  const hashed = [...assets, ...modules.map((name) => `/sdk/${name}`)].sort();
  const sha256 = (content) => createHash("sha256").update(content);
  const hashOf = (path) => sha256(readFileSync(join(site, path.endsWith("/") ? `${path}index.html` : path))).digest("base64");
  const shell = Object.fromEntries([...PLAIN.map((path) => [path, hashOf(path)]), ...hashed.map((path) => [path, null])]);
  await bundle({
    ...OPTIONS,
    entryPoints: [join(root, "www", "worker", "sw.ts")],
    outfile: join(site, "sw.js"),
    define: { SHELL: JSON.stringify(shell), VERSION: JSON.stringify(sha256(JSON.stringify(shell)).digest("hex").slice(0, 16)) },
  });
}
