// Starts a built Worker in bare workerd: the one way in which `npm start`, the tests, the benchmarks and the package's
// testing entry do it. It is plain JavaScript, so that scripts run it without a build.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { REGIONS, configuration } from "./configuration.js";

/** How long workerd may take to end by itself; it would wait for ever for a request that hangs. */
const GRACE = 300;
const START_LIMIT = 20_000;
/** How often other ports are tried where those that were free a moment ago are taken. */
const TRIES = 5;

/** A Worker that did not start, with a sentence that says why. */
export class WorkerdError extends Error {}

/** The variables that must be secret, made at random; the console's own app follows from them. */
export function freshSecrets() {
  const key = () => randomBytes(32).toString("base64url");
  return { SESSION_KEYS: key(), SERVICE_KEY: key() };
}

/** Secrets of a folder: made once, kept in a file that only its owner may read. */
export function keptSecrets(folder) {
  const file = join(folder, "secrets.json");
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify(freshSecrets(), null, 2)}\n`, { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, "utf8"));
}

/**
 * What the package carries to start its Worker with. The files that are served lie in `folder` then: the Worker's own,
 * the SDK's, and in place of them those of the folder `site`.
 */
export function carried(folder, site) {
  // Of the bundle in `dist`, the package is the folder above.
  const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
  const worker = at("worker");
  if (!existsSync(join(worker, "index.js"))) {
    throw new WorkerdError(`This copy of @canvass/sdk is without the local service: there is no ${worker}.`);
  }
  if (site !== undefined && !existsSync(site)) {
    throw new WorkerdError(`The option \`site\` names a folder that is not there: ${resolve(site)}.`);
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

/** A folder that is gone with this process, or when `remove` is called. */
export function passingFolder() {
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

/** The folders that this process uses. */
const claimed = new Set();

/** Two Workers must not share one data folder: it names the process that uses it, until that process ends. */
export function claimFolder(folder) {
  const file = resolve(folder, "process");
  const other = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (other === process.pid ? claimed.has(file) : other > 0 && isAlive(other)) {
    throw new WorkerdError(`Canvass is running already in ${folder}, as process ${other}. If it is not, delete ${file}.`);
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

/** True for a process that has ended and is listed only because its parent has not looked yet. */
function hasEnded(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

/**
 * Starts a Worker and resolves when it answers.
 *
 * `worker` is the folder of its build, `assets` that of its files, `egress` the module that guards the network.
 * `port` is the US origin's, EU and CA are the two after it; without it, free ports are found.
 * `vars` become the Worker's variables, beside its origins and fresh secrets.
 * `healthy: false` takes one that answers anything at all: some tests ask one that is not set up what it says.
 * `services` are more services in workerd's words; those named in `sockets` are reached at `extra`, in order.
 * `bound` are more bindings in the same words.
 * `passing` is for a folder that nobody needs afterwards: it goes with this process, however that ends.
 * `holds: false` lets this process end although the Worker runs, which then ends too.
 * `under` is a command that runs workerd's: its words stand in front.
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

async function startOnce({ worker: build, assets, egress, port, dataDir, vars = {}, quiet = true, healthy = true, services = "", sockets = [], bound = [], passing = false, holds = true, under = [] }) {
  const ports = port === undefined ? await freePorts(REGIONS.length + sockets.length) : await claimPorts(port, sockets.length);
  const at = (index) => `http://127.0.0.1:${ports[index]}`;
  const origins = Object.fromEntries(REGIONS.map((region, index) => [region, at(index)]));
  const bindings = { ORIGIN: origins.us, ORIGIN_EU: origins.eu, ORIGIN_CA: origins.ca, ...freshSecrets(), ...vars };

  const folder = resolve(dataDir);
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const config = join(folder, "workerd.capnp");
  const written = configuration({ worker: build, assets, egress, config, data, bindings, ports, services, sockets, bound });
  writeFileSync(config, written, { mode: 0o600 });

  const worker = { origin: origins.us, origins, extra: sockets.map((_, index) => at(REGIONS.length + index)) };
  let running;
  const start = async () => {
    running = await launch({ folder, config, bindings, origin: origins.us, sockets: ports.length, quiet, healthy, passing, holds, under });
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

/** One workerd process: started, asked for `/healthz`, and never left behind. */
async function launch({ folder, config, bindings, origin, sockets, quiet, healthy, passing, holds, under }) {
  const began = performance.now();
  const [program, ...words] = [...under, binary(), "serve", "--experimental", "--control-fd=3", config];
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...process.env, ...bindings },
    // Its own process group: a Ctrl-C reaches the launcher alone, which then decides.
    detached: true,
    stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit", "pipe"],
  });
  const guard = guardian(child.pid, passing ? folder : "");
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);

  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => (printed = (printed + text).slice(-20_000)));
  }
  const ended = new Promise((done) => {
    child.once("error", (error) => done({ code: null, signal: null, error }));
    child.once("exit", (code, signal) => done({ code, signal }));
  }).then((how) => {
    process.off("exit", kill);
    guard.kill();
    return how;
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
    const impatience = setTimeout(kill, grace);
    await ended;
    clearTimeout(impatience);
  };

  const first = await Promise.race([listening, late, ended]);
  if (first !== "listening") {
    await stop(0);
    throw new WorkerdError(`workerd did not start.\n${first.error?.message ?? printed.trim()}`);
  }
  const answer = healthy ? await healthz(origin) : null;
  if (answer !== null) {
    await stop(0);
    throw new WorkerdError(`The Worker does not answer at ${origin}/healthz: ${answer}\n${printed.trim()}`);
  }
  if (!holds) {
    for (const held of [child, ...child.stdio]) held?.unref();
  }
  return { pid: child.pid, ended, stop, output: () => printed, startedAfter: performance.now() - began };
}

/** workerd's program: the one beside this file's package, or that of the program which is running. */
function binary() {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), "package.json"))]) {
    try {
      return createRequire(from)("workerd").default;
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND") throw new WorkerdError(`workerd cannot be run here: ${error.message}`);
    }
  }
  throw new WorkerdError("The local service runs in workerd, which is not installed: npm install --save-dev workerd");
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
 * Kills `pid` when this process is gone, however it went: its end of the pipe closes then. A folder that nobody needs
 * afterwards goes with it.
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

/** Free ports of this machine, all different. */
async function freePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, () => listenAt(0)));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

/** The three ports from `port` on, if nothing listens there; more free ones after them. */
async function claimPorts(port, more) {
  const ports = REGIONS.map((_, index) => port + index);
  for (const wanted of ports) {
    const server = await listenAt(wanted).catch(() => {
      throw new WorkerdError(`Port ${wanted} is taken. Stop what uses it, or choose another: it uses the one that is given and the two after it.`);
    });
    await new Promise((done) => server.close(done));
  }
  return [...ports, ...(await freePorts(more))];
}

function listenAt(port) {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(port, "127.0.0.1", () => done(server));
  });
}
