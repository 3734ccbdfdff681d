// `npm run consumers`: the package as others get it, in their bundlers and on their platforms.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { ask, filesBelow, isMain, main, root, run, say, since, target } from "./run.mjs";
import { chromium, installPackages, setup } from "./setup.mjs";

const SOURCES = join(root, "tests", "consumers");

/** Tests the packed package, or what of it a test's name says; what has to be built must be. */
export function consumers(pattern) {
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "canvass-consumers-"));
  try {
    install(folder);
    say(`  the package is packed and installed after ${since(start)}`);
    const tests = filesBelow([SOURCES]).filter((file) => file.endsWith(".test.mjs"));
    const reporter = process.stdout.isTTY ? "spec" : "tap";
    run(process.execPath, ["--test", `--test-reporter=${reporter}`, ...(pattern ? [`--test-name-pattern=${pattern}`] : []), ...tests], {
      env: { CHROMIUM: chromium().browser, CANVASS_CONSUMERS: folder },
      failure: "The package does not do for everyone who uses it.",
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs the tools and the packed package in a folder outside of this one. */
function install(folder) {
  const tools = join(target, "consumers");
  mkdirSync(tools, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) {
    for (const to of [tools, folder]) cpSync(join(SOURCES, file), join(to, file));
  }
  installPackages(tools, "the programs that use our package");
  const [from, to] = [tools, folder].map((of) => join(of, "node_modules"));
  // Links to the same files where the disk is the same, which takes no time; copies otherwise.
  if (ask("cp", ["-al", from, to]) === null) {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
  run("npm", ["pack", join(root, "pkg"), "--pack-destination", folder, "--loglevel=error"], { cwd: folder });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  run("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", `./${tarball}`], { cwd: folder });
}

const HELP = `npm run consumers [-- PATTERN]

Packs the SDK, installs it in a folder of its own, and runs the programs of tests/consumers against a local service.
With a pattern only the tests whose names have it, such as Vite.`;

if (isMain(import.meta.url)) {
  await main(async ([pattern]) => {
    if (pattern === "--help") {
      say(HELP);
      return;
    }
    setup({ tests: true });
    await build();
    consumers(pattern);
  });
}
