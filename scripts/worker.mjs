// Starts a built Worker in bare workerd: the one way in which `npm start`, the tests and the benchmarks do it.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join, relative, resolve } from "node:path";
import { Failure, root } from "./run.mjs";

/** Durable Object classes, by binding; a build has those that it exports. */
const OBJECTS = { TEAM: "Team", APP: "App", DIRECTORY: "Directory", SESSION: "Session", CACHE: "Cache", BUDGET: "Budget", SANDBOX: "Sandbox" };
const REGIONS = ["us", "eu", "ca"];
const COMPATIBILITY_DATE = "2026-10-01";
/** How long workerd may take to end by itself; it would wait for ever for a request that hangs. */
const GRACE = 300;
const START_LIMIT = 20_000;

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
 * Starts the Worker in `build/NAME` and resolves when it answers.
 *
 * `port` is the US origin's, EU and CA are the two after it; without it, free ports are found.
 * `vars` become the Worker's variables, beside its origins and fresh secrets.
 * `healthy: false` takes one that answers anything at all: some tests ask one that is not set up what it says.
 * `services` are more services in workerd's words; those named in `sockets` are reached at `extra`, in order.
 * `bound` are more bindings in the same words.
 */
export async function startWorker({ name = "local", port, dataDir, vars = {}, quiet = true, healthy = true, services = "", sockets = [], bound = [] }) {
  const ports = port === undefined ? await freePorts(REGIONS.length + sockets.length) : await claim(port, sockets.length);
  const at = (index) => `http://127.0.0.1:${ports[index]}`;
  const origins = Object.fromEntries(REGIONS.map((region, index) => [region, at(index)]));
  const bindings = { ORIGIN: origins.us, ORIGIN_EU: origins.eu, ORIGIN_CA: origins.ca, ...freshSecrets(), ...vars };

  const data = join(resolve(dataDir), "data");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const config = join(resolve(dataDir), "workerd.capnp");
  writeFileSync(config, configuration({ name, config, data, bindings, ports, services, sockets, bound }), { mode: 0o600 });

  const worker = { origin: origins.us, origins, extra: sockets.map((_, index) => at(REGIONS.length + index)) };
  let running;
  const start = async () => {
    running = await launch({ config, bindings, origin: origins.us, sockets: ports.length, quiet, healthy });
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
async function launch({ config, bindings, origin, sockets, quiet, healthy }) {
  const binary = createRequire(import.meta.url)("workerd").default;
  const began = performance.now();
  const child = spawn(binary, ["serve", "--experimental", "--control-fd=3", config], {
    cwd: root,
    env: { ...process.env, ...bindings },
    // Its own process group: a Ctrl-C reaches the launcher alone, which then decides.
    detached: true,
    stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit", "pipe"],
  });
  const guard = guardian(child.pid);
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
    child.kill(grace > 0 ? "SIGTERM" : "SIGKILL");
    const impatience = setTimeout(kill, grace);
    await ended;
    clearTimeout(impatience);
  };

  const first = await Promise.race([listening, late, ended]);
  if (first !== "listening") {
    await stop(0);
    throw new Failure(`workerd did not start.\n${first.error?.message ?? printed.trim()}`);
  }
  const answer = healthy ? await healthz(origin) : null;
  if (answer !== null) {
    await stop(0);
    throw new Failure(`The Worker does not answer at ${origin}/healthz: ${answer}\n${printed.trim()}`);
  }
  return { pid: child.pid, ended, stop, output: () => printed, startedAfter: performance.now() - began };
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

/** Kills `pid` when this process is gone, however it went: its end of the pipe closes then. */
function guardian(pid) {
  const guard = spawn("sh", ["-c", `read -r _; kill -KILL ${pid}`], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.on("error", () => {});
  guard.stdin.on("error", () => {});
  guard.unref();
  guard.stdin.unref?.();
  return guard;
}

/** workerd's configuration. Values of variables stay out of it: they come from the environment. */
function configuration({ name, config, data, bindings, ports, services, sockets, bound }) {
  const embedded = (...path) => text(relative(join(config, ".."), join(root, ...path)));
  const listen = (title, index, service) =>
    `    (name = ${text(title)}, address = "127.0.0.1:${ports[index]}", http = (), service = ${text(service)})`;
  const objects = Object.entries(OBJECTS).filter(([, type]) => exported(name).includes(type));
  const origins = remoteOrigins(bindings);
  const lines = [
    ...Object.keys(bindings).map((key) => `    (name = ${text(key)}, fromEnvironment = ${text(key)})`),
    ...objects.map(([key, type]) => `    (name = "${key}", durableObjectNamespace = "${type}")`),
    `    (name = "ASSETS", service = "assets")`,
    ...bound.map((binding) => `    ${binding}`),
  ];
  const namespaces = objects.map(
    ([, type]) => `    (className = "${type}", uniqueKey = "canvass-${type.toLowerCase()}", enableSql = true)`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "canvass", worker = .canvass),
    (name = "internet", network = (allow = ${text(networks(origins))}, deny = ${text(NEVER)}, tlsOptions = (trustBrowserCas = true))),
${origins.length > 0 ? EGRESS : ""}
    (name = "assets", disk = (path = ${text(join(root, "build", "www"))})),
    (name = "data", disk = (path = ${text(data)}, writable = true)),
${services}
  ],
  sockets = [
${[...REGIONS.map((region, index) => listen(region, index, "canvass")), ...sockets.map((service, index) => listen(service, REGIONS.length + index, service))].join(",\n")}
  ],
);

const canvass :Workerd.Worker = (
  modules = [
    (name = "index.js", esModule = embed ${embedded("build", name, "index.js")}),
    (name = "index_bg.wasm", wasm = embed ${embedded("build", name, "index_bg.wasm")}),
  ],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  bindings = [
${lines.join(",\n")}
  ],
  globalOutbound = ${text(origins.length > 0 ? "egress" : "internet")},
  durableObjectNamespaces = [
${namespaces.join(",\n")}
  ],
  durableObjectStorage = (localDisk = "data"),
);
${origins.length > 0 ? egress(embedded("scripts", "egress.js"), origins) : ""}`;
}

/** Addresses that no service is at: those at which clouds tell a machine its secrets. */
const NEVER = ["169.254.0.0/16", "fd00:ec2::254/128"];

const EGRESS = `    (name = "egress", worker = .egress),`;

/** The Worker that stands between ours and the network. */
const egress = (source, origins) => `
const egress :Workerd.Worker = (
  modules = [(name = "egress.js", esModule = embed ${source})],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  bindings = [
    (name = "ORIGINS", json = ${text(text(origins))}),
    (name = "NETWORK", service = "internet"),
  ],
);
`;

/** The origins of a remote service, which are all that the Worker may reach; none with the embedded one. */
function remoteOrigins(bindings) {
  const listed = (bindings.REGIONS ?? "").split(",").map((region) => region.split("=")[1]);
  const addresses = ["AUTH_URL", "API_URL", "API_URL_EU", "API_URL_CA"].map((key) => bindings[key]).concat(listed);
  return [...new Set(addresses.map((address) => address && URL.canParse(address.trim()) && new URL(address.trim()).origin).filter(Boolean))];
}

/**
 * The kinds of network that the Worker reaches: those where the remote service is. The embedded service delivers
 * webhooks to wherever its users want them.
 */
function networks(origins) {
  const isLocal = (origin) => ["127.0.0.1", "localhost"].includes(new URL(origin).hostname);
  if (origins.length === 0) {
    return ["public", "private", "local"];
  }
  return [...(origins.every(isLocal) ? [] : ["public", "private"]), ...(origins.some(isLocal) ? ["local"] : [])];
}

const text = (value) => JSON.stringify(value);

/** The names that a built Worker exports: its last statement, as esbuild writes it. */
function exported(name) {
  const source = readFileSync(join(root, "build", name, "index.js"), "utf8");
  const [, list] = source.match(/export\s*\{([^}]*)\};?\s*$/) ?? [null, ""];
  return list.split(",").map((item) => item.trim().split(/\s+as\s+/).pop());
}

/** Free ports of this machine, all different. */
async function freePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, () => listenAt(0)));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

/** The three ports from `port` on, if nothing listens there; more free ones after them. */
async function claim(port, more) {
  const ports = REGIONS.map((_, index) => port + index);
  for (const wanted of ports) {
    const server = await listenAt(wanted).catch(() => {
      throw new Failure(`Port ${wanted} is taken. Stop what uses it, or choose others: npm start -- --port 9000`);
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
