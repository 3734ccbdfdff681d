// Running others' programs: tools that end, and servers that are stopped.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, isAbsolute, join } from "node:path";

/** Where the package is installed, and the programs are made. */
export const place = process.env.CANVASS_CONSUMERS;
if (place === undefined) throw new Error("These tests are run by npm run consumers.");

/** How long a tool may build, and a server may start. */
const BUILD = 240_000;
const START = 60_000;

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** What keeps tools from telling their makers of us, asking them for news, and writing below the home folder. */
const QUIET = {
  NEXT_TELEMETRY_DISABLED: "1",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  XDG_CONFIG_HOME: join(place, "config"),
};

/**
 * A program of `node_modules/.bin` or one by its path, without colours, questions or telemetry; npm and npx are the
 * machine's.
 */
export function launch(folder, command, args, variables = {}) {
  const binary = isAbsolute(command) || ["npm", "npx"].includes(command) ? command : join(place, "node_modules", ".bin", command);
  const env = { ...process.env, CI: "1", NO_COLOR: "1", ...QUIET, PARCEL_WORKERS: "1", ...variables };
  delete env.FORCE_COLOR;
  delete env.NODE_TEST_CONTEXT;
  const child = spawn(binary, args.map(String), { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const output = { all: "", out: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => ((output.out += text), (output.all += text)));
  child.stderr.setEncoding("utf8").on("data", (text) => (output.all += text));
  const ended = once(child, "close").catch((error) => [error.message]);
  const kill = (signal = "SIGKILL") => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // It is gone already.
    }
  };
  const killAtExit = () => kill();
  process.once("exit", killAtExit);
  ended.then(() => process.off("exit", killAtExit));
  return { output, ended, kill };
}

/** Runs a tool to its end; gives what it printed. */
export async function tool(folder, command, args, variables) {
  const { output, ended, kill } = launch(folder, command, args, variables);
  const late = setTimeout(kill, BUILD);
  const [code] = await ended;
  clearTimeout(late);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}\n${output.all.slice(-6000)}`);
  return output.out;
}

/** Starts a server and waits until it answers at a port; returns the function that stops it, with its output. */
export async function started(folder, command, args, port, variables) {
  const { output, ended, kill } = launch(folder, command, args, variables);
  const stop = async () => {
    kill();
    await ended;
  };
  let over = false;
  ended.then(() => (over = true));
  for (const end = Date.now() + START; ; ) {
    // wrangler accepts requests before it can answer them, and answers none if the Worker does not start.
    const signal = AbortSignal.timeout(Math.max(1, end - Date.now()));
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "HEAD", signal }).catch(() => undefined);
    if (answer) return Object.assign(stop, { output });
    if (over || Date.now() > end) {
      await stop();
      throw new Error(`${command} ${args.join(" ")} does not answer\n${output.all.slice(-6000)}`);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Serves a folder at a port; gives what stops it. */
export async function serving(folder, port) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://host").pathname.replace(/\/$/, "/index.html");
    try {
      const content = readFileSync(join(folder, path));
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
}
