// Starts a built Worker in bare workerd, for `npm start`, the tests, the benchmarks, the command and `startLocal`.
// Plain JavaScript, so that scripts can run it without a build.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { atExit } from "./at_exit.js";
import { REGIONS, configuration } from "./configuration.js";
import { freshSecrets, inFolder, recordVersions } from "./folders.js";
import { LocalError } from "./local_error.js";
import { claimPorts, freePorts } from "./ports.js";

/**
 * Milliseconds for workerd to end after SIGTERM, because it waits for open requests without a limit. Tests stop a
 * Worker of which they need nothing any more.
 */
const GRACE = 300;
/** Milliseconds for workerd to listen on all its ports. */
const START_LIMIT = 20_000;
/** How often a start is tried with other ports, because another process may take a free port before workerd does. */
const TRIES = 5;

/** The host names of this machine. To a browser they are two sites. */
const LOOPBACK = ["127.0.0.1", "localhost"];

/** The host name of the pages of the option `origin`. */
function pageHost(origin) {
  const hosts = new Set(origin.split(",").map((entry) => (URL.canParse(entry.trim()) ? new URL(entry.trim()).hostname : "")));
  const [host] = hosts;
  if (hosts.size !== 1 || !LOOPBACK.includes(host)) {
    throw new LocalError(
      `The origin "${origin}" cannot use the local gateway. Name the origin of a server on this machine, such as http://localhost:5173; if there are several, all on localhost or all on 127.0.0.1, because browsers send no session from one to the other.`,
    );
  }
  return host;
}

/**
 * Starts a Worker and resolves when it responds.
 *
 * `worker` is the folder of its build, `assets` that of its files. `port` is that of the US origin, EU and CA use the
 * next two; by default, or if it is 0, free ports are used. `origin` is the origin of pages that another server serves,
 * such as a dev server on this machine; several are separated by commas. The Worker then has the same host name, so
 * that it is on their site, and allows them to call, and no others. `vars` are variables of the Worker, in addition to
 * its origins and fresh secrets. `healthy: false` accepts a Worker whose `/healthz` fails, for tests of a wrong
 * configuration. `services` are more services in workerd's configuration language; those named in `sockets` listen at
 * `extra`, in order. `extraBindings` are more bindings in the same language. `temporary` deletes the data folder when
 * this process ends, also if it is killed. `keepAlive: false` lets this process end while the Worker runs; the Worker
 * then ends too. `under` is a command with arguments that runs workerd, such as a profiler.
 */
export async function startWorkerd(options) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      if (options.port || !/address already in use/i.test(error.message) || tries === TRIES) {
        throw error;
      }
    }
  }
}

/**
 * Starts a Worker in a data folder with databases, and records the versions that it gives them. If that fails, nothing
 * runs. The options are those of `startWorkerd`.
 */
export async function startRecorded(options) {
  const worker = await startWorkerd(options);
  try {
    recordVersions(options.dataDir);
    return worker;
  } catch (error) {
    await worker.stop();
    throw error;
  }
}

async function startOnce({ worker: build, assets, port, origin, dataDir, vars = {}, quiet = true, healthy = true, services = "", sockets = [], extraBindings = [], temporary = false, keepAlive = true, under = [] }) {
  const ports = port ? await claimPorts(port, sockets.length) : await freePorts(REGIONS.length + sockets.length);
  const host = origin === undefined ? LOOPBACK[0] : pageHost(origin);
  const at = (index) => `http://${host}:${ports[index]}`;
  const origins = Object.fromEntries(REGIONS.map((region, index) => [region, at(index)]));
  const bindings = { ORIGIN: origins.us, ORIGIN_EU: origins.eu, ORIGIN_CA: origins.ca, ...freshSecrets(), ...vars, ...(origin && { ALLOWED_ORIGIN: origin }) };

  const folder = resolve(dataDir);
  const data = join(folder, "data");
  const config = join(folder, "workerd.capnp");
  const content = configuration({ worker: build, assets, config, data, bindings, ports, services, sockets, extraBindings });
  inFolder(folder, () => {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    writeFileSync(config, content, { mode: 0o600 });
  });

  const worker = { origin: origins.us, origins, extra: sockets.map((_, index) => at(REGIONS.length + index)) };
  let running;
  const start = async () => {
    running = await launch({ folder, config, bindings, origin: origins.us, sockets: ports.length, quiet, healthy, temporary, keepAlive, under });
    worker.startedAfter = running.startedAfter;
    worker.pid = running.pid;
    worker.ended = running.ended;
  };
  worker.stop = (grace = GRACE) => running.stop(grace);
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
  const forget = atExit(kill);

  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => (printed = (printed + text).slice(-20_000)));
  }
  const ended = new Promise((done) => {
    child.once("error", (error) => done({ code: null, signal: null, error }));
    child.once("exit", (code, signal) => done({ code, signal }));
  }).then((result) => {
    forget();
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
    throw new LocalError(`${whyNot(first, program)}\n${printed}`.trim());
  }
  const problem = healthy ? await healthz(origin) : null;
  if (problem !== null) {
    await stop(0);
    throw new LocalError(`The Worker's health check ${origin}/healthz failed: ${problem}${ofProxy()}\n${printed.trim()}`);
  }
  if (!keepAlive) {
    for (const handle of [child, ...child.stdio]) handle?.unref();
  }
  return { pid: child.pid, ended, stop, output: () => printed, startedAfter: performance.now() - began };
}

/** The path of workerd, a dependency of this package. */
function binary() {
  try {
    return createRequire(import.meta.url)("workerd").default;
  } catch (error) {
    throw new LocalError(
      error.code === "MODULE_NOT_FOUND" && error.message.includes("'workerd'")
        ? "The local service needs the package workerd, which npm installs with @canvass/local: run npm install."
        : `workerd cannot run on this machine: ${error.message}`,
    );
  }
}

/** Why workerd does not listen: it is late, or its process has ended or could not be executed. */
export function whyNot(end, program) {
  if (end === "late") {
    return `workerd did not listen within ${START_LIMIT / 1000} seconds. This machine may be too slow or too busy for it: try again.`;
  }
  if (end.error) {
    // The system also says that a file is missing if it lacks the program that loads it.
    const reason = end.error.code === "ENOENT" && existsSync(program) ? " The file is there, but the system cannot load it: workerd needs glibc, which Alpine Linux does not have." : "";
    return `workerd cannot be executed on this machine: ${end.error.message}.${reason}`;
  }
  return end.signal
    ? `workerd was ended by the signal ${end.signal} before it listened.${OF_SIGNAL[end.signal] ?? ""}`
    : `workerd ended with the exit code ${end.code} before it listened.`;
}

/** What some signals mean that no person sends. */
const OF_SIGNAL = {
  SIGKILL: " The system may have too little memory.",
  SIGILL: " The processor may be too old for it.",
};

/** What helps if it was a proxy that answered. */
const ofProxy = () => (process.env.NODE_USE_ENV_PROXY ? ". NODE_USE_ENV_PROXY is set, so Node.js may have asked a proxy: set NO_PROXY=127.0.0.1,localhost." : "");

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
 * Starts a process that kills `pid` and deletes `folder`, if it has a name, when this process ends. It waits for the
 * end of a pipe, which the system closes even if this process is killed.
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
