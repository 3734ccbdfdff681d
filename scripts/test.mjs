// `npm test`: runs all checks in order and stops at the first that fails. `npm test -- NAME` runs one.

import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { DEFAULT_PARTS, PACKAGE_PARTS, build } from "./build.mjs";
import { consumers, examples } from "./consumers.mjs";
import { Failure, bin, environment, filesBelow, main, root, run, say, since, target } from "./run.mjs";
import { chromium, firefox, setup } from "./setup.mjs";
import { compare, sizes } from "./size.mjs";

const WASM = ["--target", "wasm32-unknown-unknown", "--no-default-features"];
const LINTED = [
  ["native", ["--all-targets"]],
  ["browser", [...WASM, "--features", "browser"]],
  ["export", [...WASM, "--features", "export"]],
  ["results", [...WASM, "--features", "results"]],
  ["sign-in", [...WASM, "--features", "sign-in"]],
  ["client", [...WASM, "--features", "client", "--lib", "--test", "client", "--example", "leptos-app"]],
  // For editors and checks of apps that are compiled for the server too.
  ["client on the host", ["--no-default-features", "--features", "client", "--lib"]],
  ["gateway", [...WASM, "--features", "edge"]],
  ["service", [...WASM, "--features", "edge,service"]],
  ["local", [...WASM, "--features", "edge,service,sandbox"]],
];

/** Files of `tests/e2e` that run in Firefox too, because browsers differ in storage, popups, history and policies. */
const IN_FIREFOX = ["origin.test.mjs", "policy.test.mjs", "results_sdk.test.mjs", "sign_in.test.mjs"];

const SECTIONS = {
  format: () => run("cargo", ["fmt", "--check"], { failure: "The Rust code is not formatted: run cargo fmt." }),
  lint() {
    for (const [name, args] of LINTED) {
      say(`  clippy: ${name}`);
      run("cargo", ["clippy", "--locked", "--quiet", ...args, "--", "-D", "warnings"], {
        failure: `Clippy found problems in the ${name} build.`,
      });
    }
  },
  docs() {
    for (const build of [[], [...WASM, "--features", "client"]]) {
      run("cargo", ["doc", "--locked", "--quiet", "--no-deps", "--lib", ...build], {
        env: { RUSTDOCFLAGS: "-D warnings" },
        failure: "cargo doc found problems in the crate's documentation.",
      });
    }
  },
  package: () =>
    // Compiles what is packed: a file that the crate needs and does not contain is found here.
    run("cargo", ["package", "--locked", "--quiet", "--allow-dirty", ...WASM, "--features", "client"], {
      failure: "The crate cannot be published: what it packs does not compile.",
    }),
  native: () => run("cargo", ["test", "--locked"], { failure: "A native test failed. Repeat it with: cargo test --locked --test FILE NAME" }),
  async browser() {
    for (const [name, driver] of [["chrome", chromium().driver], ["firefox", firefox().driver]]) {
      say(`  browser: ${name}`);
      const browser = [`--${name}`, `--${name === "chrome" ? "chrome" : "gecko"}driver`, driver];
      await inBrowser(browser, "browser,export,sign-in", ["browser", "export"]);
      await inBrowser(browser, "client", ["client"]);
    }
  },
  types() {
    const project = join("tests", "types");
    if (!existsSync(join(root, project, "tsconfig.json"))) {
      throw new Failure(`${project}/tsconfig.json is missing.`);
    }
    run(bin("tsc"), ["--noEmit", "-p", project], { failure: "The SDK's declarations do not match their samples." });
    for (const part of ["www", join("www", "worker")]) {
      run(bin("tsc"), ["-p", part], { failure: `The console has type errors in ${part}.` });
    }
  },
  size: async () => compare(await sizes()),
  // One file after the other, because the first installs the programs that read the documents.
  documents: () => node("tests/documents", { atOnce: 1 }),
  www: () => node("tests/www"),
  edge: () => node("tests/edge"),
  e2e() {
    node("tests/e2e");
    say("  e2e: firefox");
    node("tests/e2e", { files: IN_FIREFOX, env: { CANVASS_BROWSER: "firefox" } });
  },
  consumers: () => consumers(),
  examples: () => examples(),
};

/** The checks that need nothing built. What the others need is built meanwhile. */
const UNBUILT = ["format", "lint", "docs", "package", "native"];
/** The checks that need it. The rest compile for themselves, and would only be slowed down by the build. */
const BUILT = ["types", "size", "www", "edge", "e2e", "consumers", "examples"];

/**
 * Builds in a process of its own, because one compilation leaves processors idle. Returns a function that waits for its
 * end and prints its output, which goes to a file: the checks block this process, so that it could not read a pipe.
 */
function buildInBackground(parts) {
  const log = join(target, "build.log");
  const output = openSync(log, "w");
  const child = spawn(process.execPath, [join(root, "scripts", "build.mjs"), ...new Set(parts)], {
    cwd: root,
    env: environment(),
    stdio: ["ignore", output, output],
    detached: true,
  });
  closeSync(output);
  say(`build: in the background, with its output in ${relative(root, log)}`);
  /** Ends it with the compilers that it runs, if it has not ended. */
  const kill = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {}
  };
  process.once("exit", kill);
  const exit = () => process.exit(1);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.once(signal, exit);
  const ended = new Promise((done, fail) => child.once("error", fail).once("exit", done));
  // When a check has failed, nothing waits for the build, and this process ends.
  child.unref();
  return async () => {
    child.ref();
    const code = await ended;
    process.off("exit", kill);
    for (const signal of signals) process.off(signal, exit);
    say(readFileSync(log, "utf8").trimEnd());
    if (code !== 0) {
      throw new Failure("The build failed.");
    }
  };
}

/**
 * Runs tests of the crate by wasm-pack in one browser. Tries again if the driver could not open a session, which is not
 * the code's fault.
 */
async function inBrowser(browser, features, names, tries = 2) {
  const chosen = ["--no-default-features", "--features", features, ...names.flatMap((name) => ["--test", name])];
  const args = ["test", "--headless", ...browser, ".", "--locked", ...chosen];
  const child = spawn("wasm-pack", args, { cwd: root, env: environment(), stdio: ["ignore", "inherit", "pipe"] });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    process.stderr.write(text);
    printed = (printed + text).slice(-100_000);
  });
  const code = await new Promise((done, fail) => child.once("error", fail).once("close", done));
  if (code !== 0 && tries > 1 && printed.includes("webdriver POST /session request failed")) {
    return inBrowser(browser, features, names, tries - 1);
  }
  if (code !== 0) {
    throw new Failure("A browser test failed.");
  }
}

/**
 * Files of Node's test runner at a time. Two even on two cores, because most of their time is spent waiting for other
 * processes.
 */
const FILES_AT_ONCE = Math.max(availableParallelism() - 1, 2);

/** Milliseconds after which a test that hangs fails. */
const TIMEOUT = 600_000;

/** Runs all `*.test.mjs` below a folder, or those that are named, with Node's test runner. */
function node(folder, { files: names = [""], env = {}, atOnce = FILES_AT_ONCE } = {}) {
  const files = filesBelow(names.map((name) => join(folder, name))).filter((file) => file.endsWith(".test.mjs"));
  if (files.length === 0) {
    throw new Failure(`${folder} has no tests.`);
  }
  const reporter = process.stdout.isTTY ? "spec" : "tap";
  run(process.execPath, ["--test", `--test-concurrency=${atOnce}`, `--test-timeout=${TIMEOUT}`, `--test-reporter=${reporter}`, ...files], {
    env: { CHROMIUM: chromium().browser, ...env },
    failure: `A test in ${folder} failed.`,
  });
}

const HELP = `npm test [-- NAME ...]\n\nRuns all checks, or only those named: ${Object.keys(SECTIONS).join(", ")}.`;

await main(async (args) => {
  const began = performance.now();
  if (args.includes("--help")) {
    say(HELP);
    return;
  }
  const unknown = args.find((name) => !(name in SECTIONS));
  if (unknown) {
    throw new Failure(`Unknown check "${unknown}".\n\n${HELP}`);
  }
  const chosen = Object.entries(SECTIONS).filter(([name]) => args.length === 0 || args.includes(name));
  setup({ tests: true });
  const chooses = (...names) => chosen.some(([name]) => names.includes(name));
  const parts = [
    ...(chooses(...BUILT) ? DEFAULT_PARTS : []),
    ...(chooses("consumers", "examples") ? PACKAGE_PARTS : []),
    ...(chooses("size") ? ["gateway", "service"] : []),
  ];
  let built = parts.length > 0 && chooses(...UNBUILT) ? buildInBackground(parts) : () => build(parts);
  for (const [name, check] of chosen) {
    const start = performance.now();
    say(`\n== ${name}`);
    try {
      if (!UNBUILT.includes(name)) {
        await built();
        built = () => {};
      }
      await check();
    } catch (error) {
      if (error instanceof Failure) {
        error.message = `FAILED in ${name} after ${since(start)}: ${error.message}`;
      }
      throw error;
    }
    say(`== ${name}: passed after ${since(start)}`);
  }
  say(`\nAll ${chosen.length} checks passed after ${since(began)}.`);
});
