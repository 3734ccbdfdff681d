// Starts a built Worker in bare workerd, for `npm start`, the tests, the benchmarks and the package's testing entry.
// Plain JavaScript, so that scripts can run it without a build.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { REGIONS, configuration } from "./configuration.js";
import { claimPorts, freePorts } from "./ports.js";
import { WorkerdError } from "./workerd_error.js";

export { WorkerdError } from "./workerd_error.js";

/** Milliseconds for workerd to end after SIGTERM, because it waits for open requests without a limit. */
const GRACE = 300;
/** Milliseconds for workerd to listen on all its ports. */
const START_LIMIT = 20_000;
/** How often a start is tried with other ports, because another process may take a free port before workerd does. */
const TRIES = 5;

/** Random values for the secret variables. The credentials of the console's app are derived from them. */
export function freshSecrets() {
  const key = () => randomBytes(32).toString("base64url");
  return { SESSION_KEYS: key(), SERVICE_KEY: key() };
}

/** The secrets of a data folder: created once, and stored in a file that only its owner may read. */
export function storedSecrets(folder) {
  const file = join(folder, "secrets.json");
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify(freshSecrets(), null, 2)}\n`, { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/**
 * The files of the packaged Worker. Copies the files to serve into `folder`: the Worker's, the SDK's, and those of the
 * folder `site`, which replace files of the same name.
 */
export function packagedWorker(folder, site) {
  // This file is bundled into `dist`, so the package is one folder up.
  const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
  const worker = at("worker");
  if (!existsSync(join(worker, "index.js"))) {
    throw new WorkerdError(`This copy of @canvass/sdk does not contain the local service: ${worker} is missing.`);
  }
  if (site !== undefined && !existsSync(site)) {
    throw new WorkerdError(`The folder of the option \`site\` does not exist: ${resolve(site)}.`);
  }
  const assets = resolve(folder, "www");
  rmSync(assets, { recursive: true, force: true });
  cpSync(join(worker, "www"), assets, { recursive: true });
  cpSync(at("dist"), join(assets, "sdk"), { recursive: true, filter: (path) => !/\.(map|d\.ts)$/.test(path) });
  if (site !== undefined) {
    cpSync(site, assets, { recursive: true });
  }
  return { worker, assets, egress: join(worker, "egress.js") };
}

/** A temporary folder. It is deleted when this process ends, or by `remove`. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "canvass-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  return {
    folder,
    remove() {
      process.off("exit", remove);
      remove();
    },
  };
}

/** The data folders that this process uses. */
const claimed = new Set();

/** Claims a data folder for this process, because two Workers must not share one. Returns a function that releases it. */
export function claimFolder(folder) {
  const file = resolve(folder, "process");
  const other = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (other === process.pid ? claimed.has(file) : other > 0 && isAlive(other)) {
    throw new WorkerdError(`Canvass already runs in ${folder}, as process ${other}. If it does not, delete ${file}.`);
  }
  claimed.add(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${process.pid}\n`);
  const release = () => {
    claimed.delete(file);
    rmSync(file, { force: true });
  };
  process.once("exit", release);
  return () => {
    process.off("exit", release);
    release();
  };
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return !hasEnded(pid);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Whether a process is a zombie: ended, but listed until its parent reads its exit status. */
function hasEnded(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

/**
 * Starts a Worker and resolves when it responds.
 *
 * `worker` is the folder of its build, `assets` that of its files, `egress` the module that guards the network.
 * `port` is that of the US origin, EU and CA use the next two; by default free ports are used.
 * `vars` are variables of the Worker, in addition to its origins and fresh secrets.
 * `healthy: false` accepts a Worker whose `/healthz` fails, for tests of a wrong configuration.
 * `services` are more services in workerd's configuration language; those named in `sockets` listen at `extra`, in order.
 * `extraBindings` are more bindings in the same language.
 * `temporary` deletes the data folder when this process ends, also if it is killed.
 * `keepAlive: false` lets this process end while the Worker runs; the Worker then ends too.
 * `under` is a command with arguments that runs workerd, such as a profiler.
 */
export async function startWorkerd(options) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      if (options.port !== undefined || !/address already in use/i.test(error.message) || tries === TRIES) {
        throw error;
      }
    }
  }
}

async function startOnce({ worker: build, assets, egress, port, dataDir, vars = {}, quiet = true, healthy = true, services = "", sockets = [], extraBindings = [], temporary = false, keepAlive = true, under = [] }) {
  const ports = port === undefined ? await freePorts(REGIONS.length + sockets.length) : await claimPorts(port, sockets.length);
  const at = (index) => `http://127.0.0.1:${ports[index]}`;
  const origins = Object.fromEntries(REGIONS.map((region, index) => [region, at(index)]));
  const bindings = { ORIGIN: origins.us, ORIGIN_EU: origins.eu, ORIGIN_CA: origins.ca, ...freshSecrets(), ...vars };

  const folder = resolve(dataDir);
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const config = join(folder, "workerd.capnp");
  const content = configuration({ worker: build, assets, egress, config, data, bindings, ports, services, sockets, extraBindings });
  writeFileSync(config, content, { mode: 0o600 });

  const worker = { origin: origins.us, origins, extra: sockets.map((_, index) => at(REGIONS.length + index)) };
  let running;
  const start = async () => {
    running = await launch({ folder, config, bindings, origin: origins.us, sockets: ports.length, quiet, healthy, temporary, keepAlive, under });
    worker.startedAfter = running.startedAfter;
    worker.pid = running.pid;
    worker.ended = running.ended;
  };
  worker.stop = () => running.stop(GRACE);
  worker.kill = () => running.stop(0);
  worker.output = () => running.output();
  worker.restart = async () => {
    await worker.stop();
    await start();
  };
  await start();
  return worker;
}

/** One workerd process: started, checked by `/healthz`, and ended with this process in any case. */
async function launch({ folder, config, bindings, origin, sockets, quiet, healthy, temporary, keepAlive, under }) {
  const began = performance.now();
  const [program, ...words] = [...under, binary(), "serve", "--experimental", "--control-fd=3", config];
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...process.env, ...bindings },
    // A process group of its own, so that Ctrl-C reaches only this process, which stops workerd in order.
    detached: true,
    stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit", "pipe"],
  });
  const guard = guardian(child.pid, temporary ? folder : "");
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);

  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => (printed = (printed + text).slice(-20_000)));
  }
  const ended = new Promise((done) => {
    child.once("error", (error) => done({ code: null, signal: null, error }));
    child.once("exit", (code, signal) => done({ code, signal }));
  }).then((result) => {
    process.off("exit", kill);
    guard.kill();
    return result;
  });

  const listening = new Promise((done) => {
    let seen = 0;
    let rest = "";
    child.stdio[3].setEncoding("utf8").on("data", (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      seen += lines.filter((line) => line.includes('"listen"')).length;
      if (seen >= sockets) {
        done("listening");
      }
    });
  });
  const late = new Promise((done) => setTimeout(done, START_LIMIT, "late").unref());
  const stop = async (grace) => {
    child.ref();
    child.kill(grace > 0 ? "SIGTERM" : "SIGKILL");
    const timer = setTimeout(kill, grace);
    await ended;
    clearTimeout(timer);
  };

  const first = await Promise.race([listening, late, ended]);
  if (first !== "listening") {
    await stop(0);
    throw new WorkerdError(`workerd did not start.\n${first.error?.message ?? printed.trim()}`);
  }
  const problem = healthy ? await healthz(origin) : null;
  if (problem !== null) {
    await stop(0);
    throw new WorkerdError(`The Worker's health check ${origin}/healthz failed: ${problem}\n${printed.trim()}`);
  }
  if (!keepAlive) {
    for (const handle of [child, ...child.stdio]) handle?.unref();
  }
  return { pid: child.pid, ended, stop, output: () => printed, startedAfter: performance.now() - began };
}

/** The path of workerd: as installed with this package, or with the program that runs. */
function binary() {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), "package.json"))]) {
    try {
      return createRequire(from)("workerd").default;
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND") throw new WorkerdError(`workerd cannot run on this platform: ${error.message}`);
    }
  }
  throw new WorkerdError("The local service needs workerd: run npm install --save-dev workerd");
}

async function healthz(origin) {
  try {
    const response = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return response.ok ? null : `status ${response.status}`;
  } catch (error) {
    return error.cause?.message ?? error.message;
  }
}

/**
 * Starts a process that kills `pid` and deletes `folder`, if it has a name, when this process ends. It waits for the end of
 * a pipe, which the system closes even if this process is killed.
 */
function guardian(pid, folder) {
  const guard = spawn("sh", ["-c", 'read -r _; kill -KILL "$0"; test -z "$1" || rm -rf -- "$1"', String(pid), folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.on("error", () => {});
  guard.stdin.on("error", () => {});
  guard.unref();
  guard.stdin.unref?.();
  return guard;
}
