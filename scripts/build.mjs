// Builds everything that is made and not written: pkg/dist (the SDK), build/* (the Workers), build/www (the site), and
// pkg/worker (the local Worker as the package carries it).
// A part whose inputs have not changed since its last build is left alone.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { inflateRawSync } from "node:zlib";
import { page } from "./docs.mjs";
import { inserted } from "./maps.mjs";
import { setup } from "./setup.mjs";
import { buildTwin } from "./twin.mjs";
import { Failure, ask, bin, filesBelow, hashOf, isMain, main, root, run, say, since, target } from "./run.mjs";

/** SHA-256 as a loop and not unrolled, 2 KB less: the gateway hashes where a session begins or is met again. */
const COMPACT_HASH = '--cfg=sha2_backend_soft="compact"';

/**
 * The Workers: what each is called, which features it has, and what it is optimised for. The gateway is on every call's
 * path: made for speed it takes a tenth less time, and is 30 KB larger. With the service it would be 200 KB.
 */
const WORKERS = {
  local: { features: "edge,service,sandbox", level: "z" },
  service: { features: "edge,service", level: "z" },
  gateway: { features: "edge", level: "3", flags: [COMPACT_HASH] },
};

/**
 * How the Workers are optimised once they are compiled. Two passes make the file smaller, and larger once it is compressed:
 * one inlines what the compiler left apart, the other keeps common expressions. With them the service is a tenth larger.
 */
const WORKER_PASSES = ["-O3", "--one-caller-inline-max-function-size=0", "--skip-pass=local-cse"];

/** What browsers and workerd all accept; `--all-features` would emit encodings that they refuse. */
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
const PARTS = ["sdk", ...Object.keys(WORKERS), "www", "worker"];

/** Builds the named parts, in an order that fits; `setup()` must have run. */
export async function build(wanted = DEFAULT_PARTS) {
  const unknown = wanted.find((part) => !PARTS.includes(part));
  if (unknown) {
    throw new Failure(`There is no part "${unknown}" to build. The parts are: ${PARTS.join(", ")}.`);
  }
  // The site serves the SDK, and a reference of it.
  const needed = wanted.includes("www") ? [...wanted, "sdk"] : wanted;
  for (const part of PARTS.filter((part) => needed.includes(part))) {
    if (part === "sdk") {
      await refresh("parts", rustInputs(), PARTS_FOLDER, buildSdkParts);
      await refresh(part, [PARTS_FOLDER, "pkg/src", "pkg/package.json", "pkg/tsconfig.json"], "pkg/dist", buildFacade);
    } else if (part === "worker") {
      await refresh(part, ["build/local", "scripts/egress.js", "www"], "pkg/worker", carryWorker);
    } else if (part === "www") {
      await refresh(part, ["www", "pkg/dist"], "build/www", buildSite);
    } else {
      await refresh(part, rustInputs(), `build/${part}/index_bg.wasm`, () => buildWorker(part));
    }
  }
}

/** Runs `make` unless `output` is there and made from exactly these inputs. */
async function refresh(part, inputs, output, make) {
  const stamp = join(root, "build", ".stamps", part);
  const hash = hashOf([...inputs, "scripts/build.mjs", "scripts/docs.mjs", "scripts/maps.mjs", "scripts/reference.mjs", "scripts/reference", "scripts/twin.mjs", "package-lock.json"], [ask("rustc", ["--version"])]);
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

/** The compiler's flags. This machine's folders stay out of what panics print, and so out of the binaries. */
function compilerFlags(more = []) {
  const home = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  // Where the standard library's sources are installed, the compiler names them instead of its own path.
  const library = join(ask("rustc", ["--print", "sysroot"]), "lib", "rustlib", "src", "rust");
  const prefixes = [`${home}/registry/src=crates`, `${root}=canvass`, `${library}=/rustc`];
  const flags = [...prefixes.map((prefix) => `--remap-path-prefix=${prefix}`), ...more];
  return { CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") };
}

/** The crate's sources, and the files that they include. */
function rustInputs() {
  const sources = filesBelow(["src"]);
  const included = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/include_(?:str|bytes)!\(\s*"([^"]+)"/g)].map(([, path]) =>
      resolve(dirname(file), path),
    ),
  );
  return ["Cargo.toml", "Cargo.lock", ".cargo", ...new Set([...sources, ...included])];
}

async function buildWorker(name) {
  const out = `build/${name}`;
  const { features, level, flags = [] } = WORKERS[name];
  run(
    "worker-build",
    ["--release", "--no-opt", "--out-dir", out, "--", "--locked", "--no-default-features", "--features", features],
    {
      env: {
        ...compilerFlags(flags),
        CARGO_PROFILE_RELEASE_OPT_LEVEL: level,
        WASM_BINDGEN_BIN: join(target, "tools", "bin", "wasm-bindgen"),
        WASM_OPT_BIN: bin("wasm-opt"),
        ESBUILD_BIN: bin("esbuild"),
      },
      failure: `The Worker "${name}" did not build.`,
    },
  );
  // worker-build's own optimisation keeps every function's name, a third of the file.
  optimize(WORKER_PASSES, join(root, out, "index_bg.wasm"), join(root, out, "index_bg.wasm"));
  await bundleEntry(join(root, out, "index.js"));
}

/** Puts our entry around what worker-build made. */
async function bundleEntry(worker) {
  const { build: bundle } = await import("esbuild");
  await bundle({
    entryPoints: [join(root, "src", "edge", "entry.js")],
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
 * Optimises, and forgets the names. The lowest kilobyte of memory is the far end of the stack: no pointer into it is ever
 * made. Compression looks back 32 KB: by name, a generic function's copies lie next to each other, which saves 3 %.
 */
function optimize(how, from, to) {
  const passes = [...how, "--low-memory-unused", "--reorder-functions-by-name", "--strip-debug", "--strip-producers"];
  run(bin("wasm-opt"), [...passes, ...WASM_FEATURES, from, "-o", to]);
}

/**
 * The SDK's compiled parts: the feature that makes each, which names the wasm file too, and its glue. What is `fast` is
 * compiled for speed, not for size.
 */
const SDK_PARTS = [
  { feature: "browser", name: "engine", glue: "glue" },
  { feature: "export", name: "export", glue: "export_glue", fast: true },
  { feature: "sign-in", name: "sign_in", glue: "sign_in_glue" },
];

/** Where the compiled parts lie, with their glue, until the facade is put around them. */
const PARTS_FOLDER = join(target, "sdk");

async function buildSdkParts() {
  emptied(PARTS_FOLDER);
  for (const part of SDK_PARTS) {
    await buildPart(part, PARTS_FOLDER);
  }
}

async function buildFacade() {
  const dist = join(root, "pkg", "dist");
  emptied(dist);
  for (const { name } of SDK_PARTS) {
    cpSync(join(PARTS_FOLDER, `${name}.wasm`), join(dist, `${name}.wasm`));
  }
  await bundleFacade(PARTS_FOLDER, dist);
  keepImports(dist);
  keepMaps(dist);
  declareFacade(dist);
  for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    cpSync(join(root, licence), join(root, "pkg", licence));
  }
}

function emptied(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/** What their glue has: how each is started anew after it broke down, and neither types nor an address of its own. */
const GLUE = ["--experimental-reset-state-function", "--no-typescript", "--omit-default-module-path", "--remove-producers-section"];

async function buildPart({ feature, name, glue, fast = false }, made) {
  run(
    "cargo",
    ["build", "--release", "--lib", "--locked", "--target", "wasm32-unknown-unknown", "--no-default-features"].concat([
      "--features",
      feature,
    ]),
    {
      env: { ...compilerFlags(), ...(fast && { CARGO_PROFILE_RELEASE_OPT_LEVEL: "3" }) },
      failure: `The SDK's ${name} did not build.`,
    },
  );
  const wasm = join(target, "wasm32-unknown-unknown", "release", "canvass.wasm");
  run("wasm-bindgen", [wasm, "--target", "web", "--out-dir", made, "--out-name", glue, ...GLUE]);
  const optimized = join(made, `${name}.wasm`);
  // By -O3 what is compiled for size is faster, and at this size not larger once it is compressed.
  optimize(["-O3", "--converge"], join(made, `${glue}_bg.wasm`), optimized);
  writeFileSync(join(made, `${name}.inline.js`), `export default "${(await deflated(optimized)).toString("base64")}";\n`);
  buildTwin({ wasm, name, flags: GLUE, made });
}

/** A file's bytes as plain deflate, in a twentieth less than zlib makes of them: what is built once may take seconds. */
async function deflated(file) {
  const { default: zopfli } = await import("@gfx/zopfli");
  const bytes = readFileSync(file);
  const packed = Buffer.from(await zopfli.deflateAsync(bytes, { numiterations: 15 }));
  if (!inflateRawSync(packed).equals(bytes)) {
    throw new Failure(`${file} is another one once it is deflated and inflated.`);
  }
  return packed;
}

/** What the facade imports and the build makes. */
const GENERATED = /^\.\/(((export|sign_in)_)?glue|(engine|export|sign_in)(\.inline|_twin))\.js$/;

/** `pkg/src/NAME.ts` becomes `pkg/dist/NAME.js`; shared code and the inline engine become chunks beside it. */
async function bundleFacade(made, dist) {
  const source = join(root, "pkg", "src");
  const entries = existsSync(source) ? readdirSync(source).filter(isEntry).map((name) => join(source, name)) : [];
  if (entries.length === 0) {
    return;
  }
  const { build: bundle } = await import("esbuild");
  const generated = {
    name: "generated",
    setup(builder) {
      builder.onResolve({ filter: GENERATED }, ({ path }) => ({ path: join(made, path) }));
    },
  };
  const options = {
    bundle: true,
    format: "esm",
    target: "es2022",
    outdir: dist,
    splitting: true,
    minify: true,
    legalComments: "none",
    sourcemap: true,
    chunkNames: "[name]-[hash]",
    external: ["*.wasm", "*.wasm?module", "react", "cloudflare:*", "node:*"],
    plugins: [generated],
    logLevel: "warning",
  };
  // What runs in tests alone stays readable, and takes the SDK from beside it.
  const [tests, facade] = [true, false].map((is) => entries.filter((file) => file.endsWith("testing.ts") === is));
  const readable = { ...options, entryPoints: tests, minify: false, splitting: false, external: [...options.external, "./index.js"] };
  await Promise.all([bundle({ ...options, entryPoints: facade }), bundle(readable)]).catch(() => {
    throw new Failure("The SDK's facade did not build.");
  });
}

/** Keeps other bundlers from an import whose address is known at run time alone: esbuild drops the comments for them. */
function keepImports(dist) {
  const text = "/* webpackIgnore: true *//* turbopackIgnore: true *//* @vite-ignore */";
  for (const file of readdirSync(dist).filter((name) => name.endsWith(".js")).map((name) => join(dist, name))) {
    const code = readFileSync(file, "utf8");
    const place = /\bimport\((?=`)/.exec(code);
    if (place === null) continue;
    const map = JSON.parse(readFileSync(`${file}.map`, "utf8"));
    const made = inserted({ code, map, at: place.index + place[0].length, text });
    writeFileSync(file, made.code);
    writeFileSync(`${file}.map`, JSON.stringify(made.map));
  }
}

/** Maps lead to the sources that they hold, wherever those lay here; what is all data or was translated has none. */
function keepMaps(dist) {
  for (const map of readdirSync(dist).filter((name) => name.endsWith(".js.map"))) {
    const file = join(dist, map);
    if (/\.inline-|_twin-/.test(map)) {
      const code = file.slice(0, -".map".length);
      writeFileSync(code, readFileSync(code, "utf8").replace(/\/\/# sourceMappingURL=.*\n$/, ""));
      rmSync(file);
    } else {
      const { sources, ...rest } = JSON.parse(readFileSync(file, "utf8"));
      writeFileSync(file, JSON.stringify({ ...rest, sources: sources.map((source) => `../src/${basename(source)}`) }));
    }
  }
}

/** An entry is a file that stands in the package's exports: `index`, or one with a name of its own there. */
function isEntry(name) {
  if (!name.endsWith(".ts") || name.endsWith(".d.ts")) {
    return false;
  }
  const exported = readFileSync(join(root, "pkg", "package.json"), "utf8");
  return exported.includes(`./dist/${name.replace(/\.ts$/, ".js")}"`);
}

/** The declarations: printed by the compiler, beside those written or generated in `pkg/src`. */
function declareFacade(dist) {
  const pkg = join(root, "pkg");
  if (existsSync(join(pkg, "tsconfig.json"))) {
    run(bin("tsc"), ["-p", pkg, "--declaration", "--emitDeclarationOnly", "--noEmit", "false", "--outDir", dist], {
      failure: "The SDK's facade has type errors.",
    });
  }
  for (const file of filesBelow([join(pkg, "src")]).filter((file) => file.endsWith(".d.ts"))) {
    if (!/(\.inline|[\\/]wasm|[\\/]peer)\.d\.ts$/.test(file)) {
      cpSync(file, join(dist, relative(join(pkg, "src"), file)));
    }
  }
}

async function buildSite() {
  const site = join(root, "build", "www");
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  for (const [from, to] of [["www", site], ["pkg/dist", join(site, "sdk")]]) {
    if (existsSync(join(root, from))) {
      cpSync(join(root, from), to, { recursive: true, filter: isServed });
    }
  }
  mkdirSync(join(site, "docs", "sdk"), { recursive: true });
  writeFileSync(join(site, "docs", "index.html"), page(JSON.parse(readFileSync(join(root, "www", "openapi.json"), "utf8"))));
  const { reference } = await import("./reference.mjs");
  writeFileSync(join(site, "docs", "sdk", "index.html"), reference());
}

/** What begins with an underscore is built into the Worker and not served as it is. */
const isServed = (path) => !/[\\/]_[^\\/]*$/.test(path);

/** The local Worker for those who test against it: without the SDK, which the package has anyway, and the reference. */
function carryWorker() {
  const carried = join(root, "pkg", "worker");
  rmSync(carried, { recursive: true, force: true });
  mkdirSync(carried, { recursive: true });
  for (const file of ["index.js", "index_bg.wasm"]) {
    cpSync(join(root, "build", "local", file), join(carried, file));
  }
  cpSync(join(root, "scripts", "egress.js"), join(carried, "egress.js"));
  const filter = (path) => isServed(path) && !path.endsWith("openapi.json");
  cpSync(join(root, "www"), join(carried, "www"), { recursive: true, filter });
}

if (isMain(import.meta.url)) {
  await main(async (args) => {
    const start = performance.now();
    if (args.includes("--help")) {
      say(`npm run build [-- PART ...]\n\nParts: ${PARTS.join(", ")}. Without one: ${DEFAULT_PARTS.join(", ")}.`);
      return;
    }
    setup();
    await build(args.length > 0 ? args : DEFAULT_PARTS);
    say(`build: up to date (${since(start)})`);
  });
}
