// Bundles the console: its scripts and styles under names with the hash of their content, and the service worker, which
// knows these names. The pages that load them are linked to the names.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "./run.mjs";

const SOURCE = join(root, "www", "src");
const OPTIONS = { bundle: true, format: "esm", target: "es2022", minify: true, legalComments: "none", logLevel: "warning" };

/** The scripts of pages, by the name without hash that the pages have. */
const ENTRIES = { console: join(SOURCE, "main.tsx"), callback: join(SOURCE, "callback.tsx"), shared: join(SOURCE, "shared", "main.tsx"), authorize: join(SOURCE, "agents", "authorize.tsx"), plan: join(SOURCE, "agents", "plan.tsx") };

/** The styles of pages, by name. */
const STYLES = { console: join(SOURCE, "styles", "console.css") };

/** The packages that the scripts contain. Their licences are served with the scripts. */
const PACKAGES = ["preact", "@preact/signals", "@preact/signals-core"];

/** Files without a hash that the shell needs. */
const PLAIN = ["/", "/assets/pages.css", "/favicon.svg"];

/** Bundles the console into the folder of the site, which has the SDK, and links the pages to it. */
export async function buildConsole(site) {
  const { build: bundle } = await import("esbuild");
  const assets = join(site, "assets");
  const { metafile } = await bundle({
    ...OPTIONS,
    entryPoints: [ENTRIES, STYLES].flatMap((files) => Object.entries(files).map(([out, file]) => ({ in: file, out }))),
    outdir: assets,
    absWorkingDir: root,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    splitting: true,
    sourcemap: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    plugins: [sdkOf(site)],
    metafile: true,
  });
  const outputs = Object.entries(metafile.outputs).filter(([path]) => !path.endsWith(".map"));
  const fileOf = (source) => basename(outputs.find(([, { entryPoint }]) => entryPoint !== undefined && join(root, entryPoint) === source)[0]);
  const importsOf = (file) => metafile.outputs[outputs.find(([path]) => basename(path) === file)[0]].imports.filter(({ kind, external }) => kind === "import-statement" && !external).map(({ path }) => basename(path));
  const withImports = (file, found = new Set()) => (importsOf(file).forEach((each) => found.has(each) || withImports(each, found.add(each))), found);
  for (const page of ["index.html", "callback/index.html", "shared/index.html", "mcp/authorize/index.html", "mcp/plan/index.html"]) {
    const path = join(site, page);
    let html = readFileSync(path, "utf8");
    for (const [name, source] of Object.entries(STYLES)) html = html.replace(`/assets/${name}.css`, `/assets/${fileOf(source)}`);
    for (const [name, source] of Object.entries(ENTRIES)) {
      html = html.replace(new RegExp(`^( *)<script type="module" src="/assets/${name}\\.js"></script>$`, "m"), (_, indent) =>
        [...[...withImports(fileOf(source))].map((file) => `<link rel="modulepreload" href="/assets/${file}">`), `<script type="module" src="/assets/${fileOf(source)}"></script>`].map((line) => `${indent}${line}`).join("\n"),
      );
    }
    writeFileSync(path, html);
  }
  const licences = PACKAGES.map((name) => `${name}\n\n${readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8").trim()}\n`);
  writeFileSync(join(assets, "licences.txt"), licences.join("\n\n"));
  await buildServiceWorker(bundle, site, outputs.map(([path]) => `/assets/${basename(path)}`));
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
  const shell = Object.fromEntries([...PLAIN.map((path) => [path, false]), ...hashed.map((path) => [path, true])]);
  const version = createHash("sha256").update(JSON.stringify(shell));
  for (const path of PLAIN) version.update(readFileSync(join(site, path.endsWith("/") ? `${path}index.html` : path)));
  await bundle({
    ...OPTIONS,
    entryPoints: [join(root, "www", "worker", "sw.ts")],
    outfile: join(site, "sw.js"),
    define: { SHELL: JSON.stringify(shell), VERSION: JSON.stringify(version.digest("hex").slice(0, 16)) },
  });
}
