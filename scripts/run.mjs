// Shared by all scripts: paths, running commands, messages, and expected failures.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const target = process.env.CARGO_TARGET_DIR ? resolve(process.env.CARGO_TARGET_DIR) : join(root, "target");
export const tools = join(target, "tools");
export const bin = (name) => join(root, "node_modules", ".bin", name);

/** An expected failure. Its message is printed without a stack trace. */
export class Failure extends Error {}

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * The environment of every command. The pinned tools come first in the path. The folder of cargo is named, because
 * cargo's configuration and CARGO_BUILD_TARGET_DIR may name another one.
 */
export function environment(extra = {}) {
  const path = [join(tools, "bin"), process.env.PATH ?? ""].join(delimiter);
  return { RUST_BACKTRACE: "0", ...process.env, PATH: path, CARGO_TARGET_DIR: target, ...extra };
}

/**
 * Runs a command and shows its output. Throws a `Failure` if it fails, with `failure` or what it returns as the
 * message.
 */
export function run(command, args, { cwd = root, env = {}, failure } = {}) {
  const result = spawnSync(command, args, { cwd, env: environment(env), stdio: ["ignore", "inherit", "inherit"] });
  if (result.error?.code === "ENOENT") {
    throw new Failure(`${command} is not installed. Run npm run setup, then try again.`);
  }
  if (result.signal) {
    throw new Failure(`${command} was killed by ${result.signal}.`);
  }
  if (result.status !== 0) {
    throw new Failure((typeof failure === "function" ? failure() : failure) ?? `${command} ${args.join(" ")} failed (exit ${result.status}).`);
  }
}

/** The output of a command, or `null` if it is missing or fails. */
export function ask(command, args) {
  const result = spawnSync(command, args, { cwd: root, env: environment(), encoding: "utf8" });
  return result.status === 0 ? result.stdout.trim() : null;
}

/** All files below files and folders, sorted, without hidden ones. */
export function filesBelow(paths) {
  const found = [];
  for (const path of paths.map((path) => resolve(root, path)).filter((path) => existsSync(path))) {
    if (!statSync(path).isDirectory()) {
      found.push(path);
      continue;
    }
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") {
        continue;
      }
      found.push(...filesBelow([join(path, entry.name)]));
    }
  }
  return found.sort();
}

/** A hash of the names and contents of files, and of other strings such as versions. */
export function hashOf(paths, words = []) {
  const hash = createHash("sha256").update(JSON.stringify(words));
  for (const file of filesBelow(paths)) {
    hash.update(`\n${relative(root, file)}\n`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** The time since `start`, a value of `performance.now()`, such as "3.2 s". */
export function since(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** Runs the body of a script. A `Failure` ends it with its message and exit code 1. */
export async function main(body) {
  try {
    await body(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Whether the module is the program that was started, also by a link to it, and not an import. */
export function isMain(url) {
  const [, started] = process.argv;
  return started !== undefined && existsSync(started) && realpathSync(started) === fileURLToPath(url);
}

/** All that is reached from a start, which comes first; `next` names what one leads to. */
export function reachable(start, next, found = new Set([start])) {
  for (const each of next(start)) if (!found.has(each)) reachable(each, next, found.add(each));
  return found;
}
