// The files of the packaged Worker, with those of an app in place of its own if a folder of them is given.

import { cpSync, existsSync, realpathSync, rmSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { inFolder } from "./folders.js";
import { LocalError } from "./local_error.js";

const packaged = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/**
 * The Worker and the folder of files that it serves. With `site` that is a copy in `folder`, with the files of `site`
 * over it.
 */
export function packagedParts(folder, site) {
  const [worker, www] = ["worker", "www"].map(packaged);
  if (!existsSync(join(worker, "index.js"))) {
    throw new LocalError(`This copy of @canvass/local has no Worker: ${worker} is missing. Install the package again; in the repository, run npm run build.`);
  }
  if (site === undefined) {
    return { worker, assets: www };
  }
  if (!statSync(site, { throwIfNoEntry: false })?.isDirectory()) {
    throw new LocalError(`The folder of the option \`site\` does not exist: ${resolve(site)}.`);
  }
  const assets = join(realpathSync(folder), "www");
  const source = realpathSync(site);
  if (contains(source, assets) || contains(assets, source)) {
    throw new LocalError(
      `The folder of the option \`site\`, ${source}, is copied to ${assets}, and one of the two contains the other. Build the app into a folder of its own, or name another folder for the data.`,
    );
  }
  inFolder(folder, () => {
    rmSync(assets, { recursive: true, force: true });
    cpSync(www, assets, { recursive: true });
    cpSync(source, assets, { recursive: true });
  });
  return { worker, assets };
}

/** Whether a path is the folder or lies in it. */
function contains(folder, path) {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
