// The files of the packaged Worker, with those of an app in place of its own if a folder of them is given.

import { cpSync, existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { LocalError } from "./local_error.js";

const packaged = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** The Worker and the folder of files that it serves. With `site` that is a copy in `folder`, with the files of `site` over it. */
export function packagedParts(folder, site) {
  const [worker, www] = ["worker", "www"].map(packaged);
  if (!existsSync(join(worker, "index.js"))) {
    throw new LocalError(`This copy of @canvass/local has no Worker: ${worker} is missing. Install the package again; in the repository, run npm run build.`);
  }
  if (site === undefined) {
    return { worker, assets: www };
  }
  if (!existsSync(site)) {
    throw new LocalError(`The folder of the option \`site\` does not exist: ${resolve(site)}.`);
  }
  const assets = resolve(folder, "www");
  rmSync(assets, { recursive: true, force: true });
  cpSync(www, assets, { recursive: true });
  cpSync(site, assets, { recursive: true });
  return { worker, assets };
}
