// Programs of others that ours is compared with or checked by: in target/, on first use.

import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { root, target } from "./run.mjs";
import { installPackages } from "./setup.mjs";

/** Installs the npm programs; gives the path of each by its name. */
export function installPeers() {
  const folder = join(target, "peers");
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) {
    cpSync(join(root, "scripts", "peers", file), join(folder, file));
  }
  installPackages(folder, "the programs that we are compared with");
  return (name) => join(folder, "node_modules", ".bin", name);
}
