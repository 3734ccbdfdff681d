// `npm run wrangler -- ARGS` and `npm run deploy -- ARGS`: runs wrangler with a Node.js version that it accepts.
// Installed into target/ on first use, because neither `npm start` nor `npm test` needs it.

import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, environment, isMain, main, root, target } from "./run.mjs";
import { installPackages } from "./setup.mjs";
import { storedSecrets, withFailure } from "./worker.mjs";

/** The oldest Node.js that wrangler accepts. */
const OLDEST_NODE = [22, 12];

/** The paths of Node.js and of wrangler's script, in a folder in which wrangler is installed. */
export function wranglerIn(folder) {
  return [nodeFor(folder), join(folder, "node_modules", "wrangler", "bin", "wrangler.js")];
}

/** The running Node.js if it is new enough, otherwise the one that is installed next to wrangler. */
function nodeFor(folder) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) {
    return process.execPath;
  }
  const bundled = join(folder, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (!existsSync(bundled)) {
    throw new Failure(`wrangler needs Node.js ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}. Update Node.js.`);
  }
  return bundled;
}

/** Arguments that select the local build, which belongs to no environment of wrangler.toml. */
function local(args) {
  if (args.some((arg) => /^(-e|--env)(=|$)/.test(arg))) {
    return [];
  }
  if (args[0] !== "dev") {
    return args[0] === "deploy" ? ["--env="] : [];
  }
  const home = join(root, ".canvass");
  const at = args.findIndex((arg) => /^--port(=|$)/.test(arg));
  const port = at < 0 ? 8787 : Number(args[at].split("=")[1] ?? args[at + 1]);
  const vars = { ORIGIN: `http://127.0.0.1:${port}`, ...storedSecrets(home) };
  const file = join(home, "wrangler.env");
  writeFileSync(file, Object.entries(vars).map(([key, value]) => `${key}=${value}\n`).join(""), { mode: 0o600 });
  return ["--env=", "--env-file", file];
}

if (isMain(import.meta.url)) {
  await main(async (args) => {
    const folder = join(target, "wrangler");
    mkdirSync(folder, { recursive: true });
    for (const file of ["package.json", "package-lock.json"]) {
      cpSync(join(root, "scripts", "wrangler", file), join(folder, file));
    }
    installPackages(folder, "wrangler");
    const [node, script] = wranglerIn(folder);
    const env = environment({ WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" });
    const more = await withFailure(() => local(args));
    const child = spawn(node, [script, ...args, ...more], { cwd: root, env, stdio: "inherit" });
    // Ctrl-C reaches wrangler directly. The handler only keeps this process alive until wrangler has ended.
    for (const signal of ["SIGINT", "SIGTERM"]) {
      process.on(signal, () => signal === "SIGTERM" && child.kill(signal));
    }
    process.exitCode = await new Promise((done) => child.once("exit", (code) => done(code ?? 1)));
  });
}
