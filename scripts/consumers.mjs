// `npm run consumers`: tests the packed SDK in common bundlers and platforms, and the packed local service.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PACKAGE_PARTS, build } from "./build.mjs";
import { ask, filesBelow, isMain, main, root, run, say, since, target } from "./run.mjs";
import { NPM_OPTIONS, chromium, installPackages, setup } from "./setup.mjs";

const SOURCES = join(root, "tests", "consumers");

/** The folders of the packages. */
const PACKAGES = ["pkg", join("pkg", "local")];

/** Tests the packed packages; with a pattern, only the tests whose names match. They must be built already. */
export function consumers(pattern) {
  testPackage("consumers", "A package does not work for all its consumers.", pattern);
}

/** Tests the programs of `examples/`, each with the packed packages. */
export function examples() {
  testPackage("examples", "An example does not do what its README says.");
}

/** Runs the tests of a folder of `tests` with the packed packages installed in a folder of its own. */
function testPackage(name, failure, pattern) {
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "canvass-consumers-"));
  try {
    install(folder);
    say(`  packed and installed the packages after ${since(start)}`);
    const tests = filesBelow([join(root, "tests", name)]).filter((file) => file.endsWith(".test.mjs"));
    const reporter = process.stdout.isTTY ? "spec" : "tap";
    run(process.execPath, ["--test", `--test-reporter=${reporter}`, ...(pattern ? [`--test-name-pattern=${pattern}`] : []), ...tests], {
      env: { CHROMIUM: chromium().browser, CANVASS_CONSUMERS: folder },
      failure,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs the tools and the packed packages in a folder outside of the repository. */
function install(folder) {
  const tools = join(target, "consumers");
  mkdirSync(tools, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) {
    for (const to of [tools, folder]) cpSync(join(SOURCES, file), join(to, file));
  }
  installPackages(tools, "the consumers of the package");
  const [from, to] = [tools, folder].map((of) => join(of, "node_modules"));
  // Hard links are fast, but need the same file system; otherwise the files are copied.
  if (ask("cp", ["-al", from, to]) === null) {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
  run("npm", ["pack", ...PACKAGES.map((of) => join(root, of)), "--pack-destination", folder, "--loglevel=error"], { cwd: folder });
  const tarballs = readdirSync(folder).filter((name) => name.endsWith(".tgz")).map((name) => `./${name}`);
  run("npm", ["install", "--no-save", ...NPM_OPTIONS, ...tarballs], { cwd: folder });
}

const HELP = `npm run consumers [-- PATTERN]

Packs the SDK and the local service, installs them in a folder of their own, and runs the programs of tests/consumers.
With a pattern, such as Vite, it runs only the tests whose names contain it.`;

if (isMain(import.meta.url)) {
  await main(async ([pattern]) => {
    if (pattern === "--help") {
      say(HELP);
      return;
    }
    setup({ tests: true });
    await build(PACKAGE_PARTS);
    consumers(pattern);
  });
}
