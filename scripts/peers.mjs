// Installs third-party programs for benchmarks and checks, in target/ on first use.

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure, ask, root, run, say, since, target } from "./run.mjs";
import { installPackages } from "./setup.mjs";

const folder = join(target, "peers");

/** Installs the npm programs. Returns a function from a program's name to its path. */
export function installPeers() {
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) {
    cpSync(join(root, "scripts", "peers", file), join(folder, file));
  }
  installPackages(folder, "the programs for comparison");
  return (name) => join(folder, "node_modules", ".bin", name);
}

const HEADERS_NEEDED =
  `better-sqlite3 is compiled on this machine, against the headers of Node.js ${process.versions.node}: ` +
  "on Debian, apt-get install g++ make python3, and libnode-dev for Debian's own nodejs; " +
  "elsewhere the archives of Node.js contain the headers.";

/** The folder above `include/node` with the headers of this Node.js. */
function headers() {
  const version = `define NODE_MAJOR_VERSION ${process.versions.node.split(".")[0]}\n`;
  const found = [process.env.npm_config_nodedir, dirname(dirname(process.execPath)), "/usr"].find((prefix) => {
    const file = prefix && join(prefix, "include", "node", "node_version.h");
    return file && existsSync(file) && readFileSync(file, "utf8").includes(version);
  });
  if (found === undefined) {
    throw new Failure(`The headers of Node.js are missing. ${HEADERS_NEEDED}`);
  }
  return found;
}

/** Compiles better-sqlite3, which `installPeers()` leaves without its native part. */
export function compileSqlite() {
  const built = join(folder, "node_modules", "better-sqlite3", "build", "Release", "better_sqlite3.node");
  const loads = () => existsSync(built) && ask(process.execPath, ["-e", `process.dlopen({ exports: {} }, ${JSON.stringify(built)})`]) !== null;
  if (loads()) {
    return;
  }
  const env = { npm_config_nodedir: headers(), npm_config_build_from_source: "true" };
  const missing = ["c++", "make", "python3"].find((program) => ask(program, ["--version"]) === null);
  if (missing) {
    throw new Failure(`${missing} is missing. ${HEADERS_NEEDED}`);
  }
  const start = performance.now();
  say("setup: compiling better-sqlite3 (a minute, once)");
  rmSync(dirname(dirname(built)), { recursive: true, force: true });
  const failure = `better-sqlite3 could not be compiled. ${HEADERS_NEEDED}`;
  run("npm", ["rebuild", "better-sqlite3", "--loglevel=error"], { cwd: folder, env, failure });
  if (!loads()) {
    throw new Failure(`better-sqlite3 was compiled, but does not load. ${HEADERS_NEEDED}`);
  }
  say(`setup: better-sqlite3 ready after ${since(start)}`);
}
