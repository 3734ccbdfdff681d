// Installs what the build needs: Rust's wasm target, the pinned cargo tools, npm packages, and the browsers for tests.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Failure, ask, hashOf, isMain, main, root, run, say, since, tools } from "./run.mjs";

/** The cargo tools. The version of wasm-bindgen must be that of the crate in Cargo.toml. */
const BUILD_TOOLS = ["wasm-bindgen-cli@0.2.129", "worker-build@0.8.7"];
const TEST_TOOLS = ["wasm-pack@0.15.1", "geckodriver@0.37.1"];

/** Installs what `npm start` and `npm run build` need; with `{ tests: true }` also what `npm test` needs. */
export function setup({ tests = false } = {}) {
  checkNode();
  checkRust();
  installWasmTarget();
  installCargoTools(tests ? [...BUILD_TOOLS, ...TEST_TOOLS] : BUILD_TOOLS);
  installPackages(root);
  if (tests) {
    installBrowsers();
  }
}

function checkNode() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20) {
    throw new Failure(`Node.js 20 or newer is needed; this is ${process.versions.node}. Update Node.js.`);
  }
}

function checkRust() {
  if (ask("cargo", ["--version"]) === null || ask("rustc", ["--version"]) === null) {
    throw new Failure("Rust is not installed. Install it with rustup (https://rustup.rs), then try again.");
  }
}

function installWasmTarget() {
  const sysroot = ask("rustc", ["--print", "sysroot"]);
  if (existsSync(join(sysroot, "lib", "rustlib", "wasm32-unknown-unknown"))) {
    return;
  }
  if (ask("rustup", ["--version"]) === null) {
    throw new Failure("Rust lacks the target wasm32-unknown-unknown. Install Rust with rustup (https://rustup.rs), which can add it.");
  }
  say("setup: adding Rust's wasm32-unknown-unknown target");
  run("rustup", ["target", "add", "wasm32-unknown-unknown"]);
}

function installCargoTools(wanted) {
  const record = join(tools, ".crates.toml");
  const installed = existsSync(record) ? readFileSync(record, "utf8") : "";
  const missing = wanted.filter((tool) => !installed.includes(`"${tool.replace("@", " ")} (`));
  if (missing.length === 0) {
    return;
  }
  const start = performance.now();
  say(`setup: building ${missing.join(", ")} (several minutes, once)`);
  const build = join(tools, "build");
  mkdirSync(build, { recursive: true });
  // Each tool runs for a second or two, so a short compilation matters more than a fast binary.
  run("cargo", ["install", "--locked", "--force", "--quiet", "--root", tools, ...missing], {
    env: {
      CARGO_TARGET_DIR: build,
      CARGO_PROFILE_RELEASE_OPT_LEVEL: "1",
      CARGO_PROFILE_RELEASE_LTO: "off",
      CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
      CARGO_PROFILE_RELEASE_DEBUG: "0",
    },
    failure:
      "A cargo tool could not be built. It needs a C compiler and OpenSSL's headers: " +
      "on Debian, apt-get install gcc pkg-config libssl-dev.",
  });
  rmSync(build, { recursive: true, force: true });
  say(`setup: cargo tools ready after ${since(start)}`);
}

/** Installs a folder's npm packages from its lock file when that file has changed. */
export function installPackages(folder, name = "npm packages") {
  const stamp = join(folder, "node_modules", ".installed");
  const expected = hashOf([join(folder, "package-lock.json")], [process.platform, process.arch]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === expected) {
    return;
  }
  const start = performance.now();
  say(`setup: installing ${name}`);
  // No package needs its install script, and foreign scripts are a risk.
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder });
  writeFileSync(stamp, expected);
  say(`setup: ${name} ready after ${since(start)}`);
}

const first = (paths) => paths.filter(Boolean).find((path) => existsSync(path));

/** Paths of Chromium and its driver on this machine. */
export function chromium() {
  return {
    browser: first([process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/google-chrome"]),
    driver: first([process.env.CHROMEDRIVER, "/usr/bin/chromedriver"]),
  };
}

/** Paths of Firefox, searched where its driver searches, and of the driver, which is one of the cargo tools. */
export function firefox() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/Applications/Firefox.app/Contents/MacOS"];
  return { browser: first(folders.map((folder) => folder && join(folder, "firefox"))), driver: join(tools, "bin", "geckodriver") };
}

/** The browsers for tests: whether each is installed, its Debian packages, and the remedy on other systems. */
const BROWSERS = [
  {
    present: () => chromium().browser && chromium().driver,
    packages: ["chromium", "chromium-driver"],
    elsewhere: "set CHROMIUM and CHROMEDRIVER to their paths",
  },
  { present: () => firefox().browser, packages: ["firefox-esr"], elsewhere: "put firefox on the PATH" },
];

function installBrowsers() {
  const missing = () => BROWSERS.filter(({ present }) => !present());
  if (missing().length === 0) {
    return;
  }
  const packages = missing().flatMap(({ packages }) => packages);
  const message =
    `The tests need browsers: on Debian, apt-get install ${packages.join(" ")}; ` +
    `elsewhere ${missing().map(({ elsewhere }) => elsewhere).join(", and ")}.`;
  if (process.getuid?.() !== 0 || ask("apt-get", ["--version"]) === null) {
    throw new Failure(message);
  }
  say(`setup: installing ${packages.join(", ")}`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  run("apt-get", ["update", "-qq"], { env, failure: message });
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { env, failure: message });
  if (missing().length > 0) {
    throw new Failure(message);
  }
}

if (isMain(import.meta.url)) {
  await main((args) => {
    const start = performance.now();
    setup({ tests: args.includes("--tests") });
    say(`setup: complete (${since(start)})`);
  });
}
