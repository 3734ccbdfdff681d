// The sides of `npm run bench -- service`, each in its own process: the Canvass service, Prism, json-server, a plain
// Node.js program on better-sqlite3, and a small Worker that shows what the platform can do.

import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "../../pkg/local/src/ports.js";
import { FORM, copyTeam, filledForm, prepareData, uncached } from "./service_data.mjs";
import { requestBytes, sendOnce } from "../load_client.mjs";
import { compileSqlite, installPeers } from "../peers.mjs";
import { Failure, root, target } from "../run.mjs";
import { freshSecrets, startWorker } from "../worker.mjs";

const START_LIMIT = 60_000;

/** Starts a Node.js program. Resolves when it responds to a path, with the milliseconds that this took. */
async function startProgram(name, file, words, env, { port, path, headers = {} }) {
  const origin = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const child = spawn(process.execPath, [file, ...words], { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"] });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (printed = (printed + text).slice(-2000)));
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise((done) => child.once("exit", done)).then(() => process.off("exit", kill));
  const stop = () => {
    child.kill();
    const timer = setTimeout(kill, 1000);
    return ended.then(() => clearTimeout(timer));
  };
  for (let response = null; response?.status !== 200; ) {
    response = await fetch(origin + path, { headers }).catch(() => null);
    if (child.exitCode !== null || performance.now() - start > START_LIMIT) {
      await stop();
      throw new Failure(`${name} does not respond: ${response ? await response.text() : printed.trim() || "it did not start"}`);
    }
    await response?.arrayBuffer();
    if (response?.status !== 200) await new Promise((done) => setTimeout(done, 5));
  }
  return { name, origin, pid: child.pid, startedAfter: performance.now() - start, stop };
}

/**
 * Makes the data with a local service and its demo world. Then starts the deployed build of the service, which has no
 * sandbox, on these data. `startCounted` starts the local service on a copy of them, because only it has counters.
 */
async function startCanvass(folder) {
  const secrets = freshSecrets();
  const dataDir = join(folder, "canvass");
  const local = await startWorker({ dataDir, vars: secrets });
  const { origin } = local;
  const world = await (await fetch(`${origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
  const { token } = world.tokens.find(({ name }) => name === "owner");
  const call = async (method, path, body) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const response = await fetch(origin + path, { method, headers, body: body && JSON.stringify(body) });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const api = async (method, path, body) => {
    const response = await call(method, path, body);
    if (response.status >= 300) throw new Failure(`${method} ${path} returned ${response.status}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  try {
    const data = await prepareData({ call, api });
    await local.stop();
    const database = copyTeam(join(dataDir, "data"), token, join(folder, "plain"));
    const counted = join(folder, "counted");
    cpSync(dataDir, counted, { recursive: true });
    const about = { token, data, database, key: secrets.SERVICE_KEY };
    const started = async (options) => {
      const worker = await startWorker({ vars: secrets, ...options });
      const { origin, pid, startedAfter } = worker;
      return { name: "Canvass", origin, pid, startedAfter, ...about, stop: () => worker.kill() };
    };
    const side = await started({ name: "service", dataDir });
    return { ...side, startCounted: () => started({ dataDir: counted }) };
  } catch (error) {
    await local.kill();
    throw error;
  }
}

/** Starts Prism with our openapi.json. */
async function startPrism() {
  const [port] = await freePorts(1);
  const words = ["mock", "--port", String(port), "--verboseLevel", "silent", join(root, "www", "openapi.json")];
  const headers = { Authorization: "Bearer bench", Accept: "application/json" };
  return startProgram("Prism", installPeers()("prism"), words, {}, { port, path: "/v3/users/me", headers });
}

/** Starts json-server with the bodies that Canvass returns for the reads. It rewrites its file at each POST. */
async function startJsonServer(folder, bodies) {
  const [port] = await freePorts(1);
  const surveys = [bodies["surveys.list"], bodies["surveys.next"]].flatMap(({ data }) => data);
  const file = join(folder, "db.json");
  const database = { me: bodies["users.me"], surveys, details: bodies["surveys.details"], bulk: bodies["responses.bulk"], responses: [] };
  writeFileSync(file, JSON.stringify(database));
  const words = ["--port", String(port), "--host", "127.0.0.1", "--quiet", file];
  return startProgram("json-server", installPeers()("json-server"), words, {}, { port, path: "/me" });
}

/** Starts the plain Node.js program on a copy of the team's database. */
async function startPlain({ database, origin, key, token }) {
  const [port] = await freePorts(1);
  const sources = join(target, "peers", "plain");
  rmSync(sources, { recursive: true, force: true });
  cpSync(join(root, "scripts", "peers", "plain"), sources, { recursive: true });
  const env = { PLAIN: JSON.stringify({ file: database, port, origin, key }) };
  return startProgram("plain Node.js", join(sources, "server.mjs"), [], env, { port, path: "/v3/users/me", headers: { Authorization: `Bearer ${token}` } });
}

/** The Worker of the platform's limits, in workerd's configuration language. */
const LIMITS = `    (name = "limits", worker = (
      modules = [(name = "limits.mjs", esModule = embed "limits.mjs")],
      compatibilityDate = "2026-10-01",
      bindings = [(name = "LIMIT", durableObjectNamespace = "Limit")],
      durableObjectNamespaces = [(className = "Limit", uniqueKey = "limit", enableSql = true)],
      durableObjectStorage = (localDisk = "data"),
    )),`;

/** Starts the small Worker in a workerd of its own, in the same way as the service. */
async function startLimits(folder) {
  const dataDir = join(folder, "limits");
  mkdirSync(dataDir, { recursive: true });
  cpSync(join(root, "scripts", "peers", "limits.mjs"), join(dataDir, "limits.mjs"));
  const worker = await startWorker({ dataDir, services: LIMITS, sockets: ["limits"] });
  return { name: "the platform", origin: worker.extra[0], pid: worker.pid, startedAfter: worker.startedAfter, stop: () => worker.kill() };
}

/**
 * Sends the same request to both services. Throws unless their responses are the same, apart from what `fixed`
 * replaces.
 */
async function compare([canvass, plain], method, path, headers, { body, status = 200, fixed = (body) => body } = {}) {
  const ask = (side) => sendOnce(side.origin, requestBytes(side.origin, method, path, headers, typeof body === "function" ? body(side) : body));
  const responses = [await ask(canvass), await ask(plain)];
  const typeOf = (head) => /\r\ncontent-type: *([^\r]+)/i.exec(head)?.[1];
  const [ours, theirs] = responses.map(({ status, head, body }) => ({ status, type: typeOf(head), body: fixed(body) }));
  const what = `${method} ${path}`;
  if (ours.status !== status || ours.status !== theirs.status || ours.type !== theirs.type) {
    throw new Failure(`${what}: Canvass returned ${ours.status} ${ours.type}, the plain program ${theirs.status} ${theirs.type}: ${theirs.body.slice(0, 500)}`);
  }
  if (ours.body !== theirs.body) {
    const at = [...ours.body].findIndex((letter, index) => letter !== theirs.body[index]);
    const around = ({ body }) => body.slice(Math.max(at - 60, 0), at + 60);
    throw new Failure(`${what}: the bodies differ at character ${at}.\nCanvass: ${around(ours)}\nplain:   ${around(theirs)}`);
  }
  return responses;
}

/**
 * Checks that the plain program answers each call as Canvass does: the reads byte for byte, the others apart from dates
 * and tokens; and that both store the same. Returns the bodies of the reads.
 */
async function compareAnswers(canvass, plain) {
  const { token, data } = canvass;
  const sides = [canvass, plain];
  const headers = { Authorization: `Bearer ${token}`, Accept: "application/json" };
  const bodies = {};
  for (const [name, path] of [...Object.entries(data.reads), ["surveys.next", `${data.reads["surveys.list"]}&page=2`]]) {
    const [ours] = await compare(sides, "GET", path, headers);
    await compare(sides, "GET", uncached(path, 0), headers);
    bodies[name] = JSON.parse(ours.body);
  }
  const undated = (body) => body.replace(/"date_\w+":"[^"]+"/g, '"date":""').replace(/"total_time":\d+/g, '"total_time":0');
  const json = { ...headers, "Content-Type": "application/json" };
  await compare(sides, "POST", data.create.path, json, { body: data.create.body, status: 201, fixed: undated });

  const { path, form, headers: browser } = data.page;
  const shown = await compare(sides, "GET", path, browser, { fixed: (body) => body.replace(/name="ticket" value="[^"]+"/, 'name="ticket"') });
  const forms = new Map(sides.map((side, index) => [side, filledForm(shown[index], form)]));
  await compare(sides, "POST", path, { ...browser, ...FORM }, { body: (side) => forms.get(side).body });
  await compare(sides, "GET", `/v3/surveys/${data.answered}/responses/bulk`, headers, { fixed: undated });
  return bodies;
}

/** Starts all sides with the same data. */
export async function startSides() {
  installPeers();
  compileSqlite();
  const folder = mkdtempSync(join(tmpdir(), "canvass-"));
  const running = [];
  const started = async (side) => {
    running.push(await side);
    return running.at(-1);
  };
  const stop = async () => {
    await Promise.all(running.map(({ stop }) => stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const canvass = await started(startCanvass(folder));
    const plain = await started(startPlain(canvass));
    const bodies = await compareAnswers(canvass, plain);
    const jsonServer = await started(startJsonServer(folder, bodies));
    const prism = await started(startPrism());
    const limits = await started(startLimits(folder));
    return { canvass, plain, prism, jsonServer, limits, data: canvass.data, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
