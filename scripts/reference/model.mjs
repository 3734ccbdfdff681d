// The model of the SDK's declarations: TypeDoc reads them and writes JSON, which the page is made from.
// TypeDoc does not support the compiler of package.json yet (its peer range ends at TypeScript 6.0), so it has one of
// its own. Both are installed into target/ on first use.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root, run, target } from "../run.mjs";
import { installPackages } from "../setup.mjs";

/** The declarations' own compiler options, without the type packages of this machine. */
const COMPILER = {
  noEmit: true,
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  strict: true,
  exactOptionalPropertyTypes: true,
  types: [],
};

/** The plugin imports TypeDoc, so it is copied next to it. */
const PLUGIN = "declared_types.mjs";

/** The numbers that TypeDoc gives to the kinds of declarations. */
export const Kind = {
  Enum: 8,
  Variable: 32,
  Function: 64,
  Class: 128,
  Interface: 256,
  Constructor: 512,
  Property: 1024,
  Method: 2048,
  Alias: 2097152,
};

/**
 * Returns for each entry of the package, a file of declarations, what it exports, in the order of the sources.
 * An export that an earlier entry has too is a row with `variant: "reference"`.
 */
export function readModel(entries) {
  const folder = join(target, "reference");
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json", PLUGIN]) {
    cpSync(join(root, "scripts", "reference", file), join(folder, file));
  }
  installPackages(folder, "TypeDoc");
  const project = join(folder, "tsconfig.json");
  const options = join(folder, "typedoc.json");
  const json = join(folder, "model.json");
  writeFileSync(project, JSON.stringify({ compilerOptions: COMPILER, files: entries }));
  writeFileSync(options, JSON.stringify({
    tsconfig: project,
    entryPoints: entries,
    json,
    name: "@canvass/sdk",
    readme: "none",
    disableGit: true,
    // The template needs the file of each declaration. TypeDoc writes it only if it can write a link too.
    sourceLinkTemplate: "{path}",
    excludePrivate: true,
    // The package is checked with its own compiler; here only the optional packages that it imports are missing.
    skipErrorChecking: true,
    sort: ["source-order"],
    plugin: [join(folder, PLUGIN)],
    validation: { notExported: false, invalidLink: true },
    treatValidationWarningsAsErrors: true,
    logLevel: "Warn",
  }));
  const typedoc = join(folder, "node_modules", "typedoc", "bin", "typedoc");
  run(process.execPath, [typedoc, "--options", options], { failure: "TypeDoc cannot read the declarations of the SDK." });
  const { children } = JSON.parse(readFileSync(json, "utf8"));
  return entries.map((entry) => children.find(({ name }) => name === basename(entry, ".d.ts")).children);
}
