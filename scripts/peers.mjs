// Installs third-party programs for benchmarks and checks, in target/ on first use.

import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { root, target } from "./run.mjs";
import { installPackages } from "./setup.mjs";

/** Installs the npm programs. Returns a function from a program's name to its path. */
export function installPeers() {
  const folder = join(target, "peers");
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) {
    cpSync(join(root, "scripts", "peers", file), join(folder, file));
  }
  installPackages(folder, "the programs for comparison");
  return (name) => join(folder, "node_modules", ".bin", name);
}
