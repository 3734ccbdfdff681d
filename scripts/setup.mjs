// Installs what the build needs: Rust's wasm target, the pinned cargo tools and npm packages; for tests also rustfmt,
// clippy, and programs such as the browsers.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Failure, ask, hashOf, isMain, main, root, run, say, since, tools } from "./run.mjs";

/** The cargo tools. The version of wasm-bindgen must be that of the crate in Cargo.lock. */
const BUILD_TOOLS = ["wasm-bindgen-cli@0.2.129", "worker-build@0.8.7"];
const TEST_TOOLS = ["wasm-pack@0.15.1", "geckodriver@0.37.1"];

/** The crates in which wasm-bindgen spends its time. */
const OPTIMIZED = ["gimli", "walrus", "wasm-bindgen-cli-support", "wasm-encoder", "wasmparser"];

/** Installs what `npm start` and `npm run build` need; with `{ tests: true }` also what `npm test` needs. */
export function setup({ tests = false } = {}) {
  checkNode();
  checkRust();
  installWasmTarget();
  if (tests) {
    installComponents();
  }
  installCargoTools(tests ? [...BUILD_TOOLS, ...TEST_TOOLS] : BUILD_TOOLS);
  installPackages(root);
  if (tests) {
    installPrograms();
  }
}

/** The oldest Node.js of the scripts and tests. The packages accept older ones. */
export const OLDEST_NODE = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines.node.replace(">=", "");

/** The oldest Rust that compiles the crate. */
export const OLDEST_RUST = /^rust-version = "(.+)"$/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"))[1];

/** Whether a version such as "20.9.0" is older than one such as "20.11". */
function isOlder(version, oldest) {
  const [[major, minor], [oldestMajor, oldestMinor]] = [version, oldest].map((text) => text.split(".").map(Number));
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

export function checkNode(version = process.versions.node) {
  if (isOlder(version, OLDEST_NODE)) {
    throw new Failure(`Node.js ${OLDEST_NODE} or newer is needed; this is ${version}. Update Node.js.`);
  }
}

export function checkRust() {
  const version = ask("rustc", ["--version"])?.split(" ")[1];
  if (version === undefined || ask("cargo", ["--version"]) === null) {
    throw new Failure("Rust is not installed. Install it with rustup (https://rustup.rs), then try again.");
  }
  if (isOlder(version, OLDEST_RUST)) {
    throw new Failure(`Rust ${OLDEST_RUST} or newer is needed; this is ${version}. Update it with rustup (https://rustup.rs): rustup update.`);
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

/** Parts of Rust that a minimal installation lacks, each with the command of cargo that needs it. */
const COMPONENTS = { rustfmt: "fmt", clippy: "clippy" };

/** Installs the parts of Rust that check format and style. */
export function installComponents() {
  const missing = Object.keys(COMPONENTS).filter((name) => ask("cargo", [COMPONENTS[name], "--version"]) === null);
  if (missing.length === 0) {
    return;
  }
  if (ask("rustup", ["--version"]) === null) {
    throw new Failure(`Rust lacks ${missing.join(" and ")}, which the tests need. Install Rust with rustup (https://rustup.rs), which can add them.`);
  }
  say(`setup: adding ${missing.join(" and ")} to Rust`);
  run("rustup", ["component", "add", ...missing]);
}

/** Why the cargo tools were not built, as far as this machine shows it. */
export function causeOfFailedTools() {
  const needed = [
    ["gcc", ask("cc", ["--version"])],
    ["pkg-config", ask("pkg-config", ["--version"])],
    ["libssl-dev", ask("pkg-config", ["--exists", "openssl"])],
  ];
  const missing = needed.filter(([, found]) => found === null).map(([name]) => name);
  const needs = "They need a C compiler and OpenSSL's headers";
  return missing.length > 0
    ? `The cargo tools could not be built. ${needs}: on Debian, apt-get install ${missing.join(" ")}.`
    : "The cargo tools could not be built; the output of cargo says why. It needs the network, and space on the disk.";
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
  // Each tool runs for a second or two, so a short compilation matters more than a fast binary. Without the exceptions
  // wasm-bindgen would take four times as long, which is seconds for each test binary.
  const optimized = OPTIMIZED.flatMap((name) => ["--config", `profile.release.package.${name}.opt-level=1`]);
  run("cargo", ["install", "--locked", "--force", "--quiet", ...optimized, "--root", tools, ...missing], {
    env: {
      CARGO_TARGET_DIR: build,
      CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
      CARGO_PROFILE_RELEASE_LTO: "off",
      CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
      CARGO_PROFILE_RELEASE_DEBUG: "0",
    },
    failure: causeOfFailedTools,
  });
  rmSync(build, { recursive: true, force: true });
  say(`setup: cargo tools ready after ${since(start)}`);
}

/**
 * Options of npm. No package needs its install script, and foreign scripts are a risk. Without `include` npm would
 * install nothing where NODE_ENV is `production`, and no platform's binaries where its configuration omits them.
 */
export const NPM_OPTIONS = ["--ignore-scripts", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];

/** Installs a folder's npm packages from its lock file when that file has changed. */
export function installPackages(folder, name = "npm packages") {
  const stamp = join(folder, "node_modules", ".installed");
  const expected = hashOf([join(folder, "package-lock.json")], [process.platform, process.arch]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === expected) {
    return;
  }
  const start = performance.now();
  say(`setup: installing ${name}`);
  run("npm", ["ci", ...NPM_OPTIONS], { cwd: folder });
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

/** The programs for tests: whether each is installed, its Debian packages, and the remedy on other systems. */
const PROGRAMS = [
  {
    present: () => chromium().browser && chromium().driver,
    packages: ["chromium", "chromium-driver"],
    elsewhere: "set CHROMIUM and CHROMEDRIVER to their paths",
  },
  { present: () => firefox().browser, packages: ["firefox-esr"], elsewhere: "put firefox on the PATH" },
  { present: () => ask("curl", ["--version"]) !== null, packages: ["curl"], elsewhere: "install curl" },
  // Debian's Python has the module venv, but not ensurepip, which a virtual environment needs.
  {
    present: () => ask("python3", ["-c", "import venv, ensurepip"]) !== null,
    packages: ["python3-venv"],
    elsewhere: "install Python 3 with venv",
  },
];

export function installPrograms() {
  const missing = () => PROGRAMS.filter(({ present }) => !present());
  if (missing().length === 0) {
    return;
  }
  const packages = missing().flatMap(({ packages }) => packages);
  const message =
    `The tests need programs that are missing: on Debian, apt-get install ${packages.join(" ")}; ` +
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
    if (args.includes("--help")) {
      say("npm run setup [-- --tests]\n\nInstalls what npm start and npm run build need; with --tests also what npm test needs.");
      return;
    }
    const unknown = args.find((arg) => arg !== "--tests");
    if (unknown !== undefined) {
      throw new Failure(`There is no option ${unknown}. npm run setup [-- --tests]`);
    }
    const start = performance.now();
    setup({ tests: args.includes("--tests") });
    say(`setup: complete (${since(start)})`);
  });
}
