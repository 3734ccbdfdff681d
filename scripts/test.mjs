// `npm test`: every check there is, in order, ending at the first that fails. `npm test -- NAME` runs one.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { consumers } from "./consumers.mjs";
import { Failure, bin, environment, filesBelow, main, root, run, say, since } from "./run.mjs";
import { chromium, firefox, setup } from "./setup.mjs";
import { compare, sizes } from "./size.mjs";

const WASM = ["--target", "wasm32-unknown-unknown", "--no-default-features"];
const LINTED = [
  ["native", ["--all-targets"]],
  ["browser", [...WASM, "--features", "browser"]],
  ["export", [...WASM, "--features", "export"]],
  ["sign-in", [...WASM, "--features", "sign-in"]],
  ["gateway", [...WASM, "--features", "edge"]],
  ["service", [...WASM, "--features", "edge,service"]],
  ["local", [...WASM, "--features", "edge,service,sandbox"]],
];

/** What of `tests/e2e` runs in Firefox too: browsers differ in storage, windows, ways back and policies. */
const IN_FIREFOX = ["origin.test.mjs", "policy.test.mjs", "sign_in.test.mjs"];

const SECTIONS = {
  format: () => run("cargo", ["fmt", "--check"], { failure: "The Rust code is not formatted: run cargo fmt." }),
  lint() {
    for (const [name, args] of LINTED) {
      say(`  clippy: ${name}`);
      run("cargo", ["clippy", "--locked", "--quiet", ...args, "--", "-D", "warnings"], {
        failure: `Clippy is not content with the ${name} build.`,
      });
    }
  },
  docs: () =>
    run("cargo", ["doc", "--locked", "--quiet", "--no-deps"], {
      env: { RUSTDOCFLAGS: "-D warnings" },
      failure: "The documentation of the crate has mistakes.",
    }),
  native: () => run("cargo", ["test", "--locked"], { failure: "A native test failed." }),
  async browser() {
    for (const [name, driver] of [["chrome", chromium().driver], ["firefox", firefox().driver]]) {
      say(`  browser: ${name}`);
      await inBrowser([`--${name}`, `--${name === "chrome" ? "chrome" : "gecko"}driver`, driver]);
    }
  },
  types() {
    const project = join("tests", "types");
    if (!existsSync(join(root, project, "tsconfig.json"))) {
      throw new Failure(`There is no ${project}/tsconfig.json.`);
    }
    run(bin("tsc"), ["--noEmit", "-p", project], { failure: "The declarations of the SDK do not fit their samples." });
  },
  edge: () => node("tests/edge"),
  e2e() {
    node("tests/e2e");
    say("  e2e: firefox");
    node("tests/e2e", { files: IN_FIREFOX, env: { CANVASS_BROWSER: "firefox" } });
  },
  consumers: () => consumers(),
  size: async () => compare(await sizes()),
};

/** wasm-pack's tests in one browser: once more if its driver did not get to open a session, which says nothing of us. */
async function inBrowser(which, tries = 2) {
  const features = ["--no-default-features", "--features", "browser,export,sign-in"];
  const args = ["test", "--headless", ...which, ".", "--locked", ...features, "--test", "browser", "--test", "export"];
  const child = spawn("wasm-pack", args, { cwd: root, env: environment(), stdio: ["ignore", "inherit", "pipe"] });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    process.stderr.write(text);
    printed = (printed + text).slice(-100_000);
  });
  const code = await new Promise((done, fail) => child.once("error", fail).once("close", done));
  if (code !== 0 && tries > 1 && printed.includes("webdriver POST /session request failed")) {
    return inBrowser(which, tries - 1);
  }
  if (code !== 0) {
    throw new Failure("A test in the browser failed.");
  }
}

/** Node's test runner on every `*.test.mjs` below a folder, or on those that are named. */
function node(folder, { files: named = [""], env = {} } = {}) {
  const files = filesBelow(named.map((name) => join(folder, name))).filter((file) => file.endsWith(".test.mjs"));
  if (files.length === 0) {
    throw new Failure(`There is no test in ${folder}.`);
  }
  const reporter = process.stdout.isTTY ? "spec" : "tap";
  run(process.execPath, ["--test", `--test-reporter=${reporter}`, ...files], {
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
    throw new Failure(`There is no check "${unknown}".\n\n${HELP}`);
  }
  const chosen = Object.entries(SECTIONS).filter(([name]) => args.length === 0 || args.includes(name));
  setup({ tests: true });
  if (chosen.some(([name]) => ["types", "edge", "e2e", "consumers", "size"].includes(name))) {
    await build();
  }
  for (const [name, check] of chosen) {
    const start = performance.now();
    say(`\n== ${name}`);
    try {
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
