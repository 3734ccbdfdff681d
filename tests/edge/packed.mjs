// The packages of the repository, packed and unpacked into a project.

import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";

/** The packages: the name after `@canvass/`, and the folder. */
export const SDK = ["sdk", "pkg"];
export const LOCAL = ["local", join("pkg", "local")];

/** Installs packages as npm would unpack them, and workerd beside them unless it is to be missing. */
export function install(folder, packages, { workerd = true } = {}) {
  for (const [name, source] of packages) {
    const pack = ["pack", "--silent", "--pack-destination", folder, join(root, source)];
    const tarball = execFileSync("npm", pack, { encoding: "utf8", cwd: folder }).trim().split("\n").pop();
    const place = join(folder, "node_modules", "@canvass", name);
    mkdirSync(place, { recursive: true });
    execFileSync("tar", ["xzf", join(folder, tarball), "-C", place, "--strip-components=1"]);
  }
  for (const name of workerd ? ["workerd", "@cloudflare"] : []) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
}
