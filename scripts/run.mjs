// Running commands: where things lie, how a step is announced, and how an expected failure ends.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const target = process.env.CARGO_TARGET_DIR ? resolve(process.env.CARGO_TARGET_DIR) : join(root, "target");
export const tools = join(target, "tools");
export const bin = (name) => join(root, "node_modules", ".bin", name);

/** A failure that needs a sentence and no stack trace. */
export class Failure extends Error {}

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** The environment of every command: our pinned tools come first on the path. */
export function environment(extra = {}) {
  const path = [join(tools, "bin"), process.env.PATH ?? ""].join(delimiter);
  return { RUST_BACKTRACE: "0", ...process.env, PATH: path, ...extra };
}

/** Runs a command in front of the reader's eyes; fails with a sentence when it fails. */
export function run(command, args, { cwd = root, env = {}, failure } = {}) {
  const done = spawnSync(command, args, { cwd, env: environment(env), stdio: ["ignore", "inherit", "inherit"] });
  if (done.error?.code === "ENOENT") {
    throw new Failure(`${command} is not installed.`);
  }
  if (done.signal) {
    throw new Failure(`${command} was ended by ${done.signal}.`);
  }
  if (done.status !== 0) {
    throw new Failure(failure ?? `${command} ${args.join(" ")} failed (exit ${done.status}).`);
  }
}

/** What a command prints, or `null` when it is missing or fails. */
export function ask(command, args) {
  const done = spawnSync(command, args, { cwd: root, env: environment(), encoding: "utf8" });
  return done.status === 0 ? done.stdout.trim() : null;
}

/** Every file below the given files and folders, sorted, hidden ones left out. */
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

/** One hash over names and contents of files, and over loose words such as versions. */
export function hashOf(paths, words = []) {
  const hash = createHash("sha256").update(JSON.stringify(words));
  for (const file of filesBelow(paths)) {
    hash.update(`\n${relative(root, file)}\n`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** "3.2 s" since a moment of `performance.now()`. */
export function since(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** Runs a script's body; a `Failure` ends it with its sentence and exit code 1. */
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

/** True when the module was started by itself and not imported. */
export function isMain(url) {
  return process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(url);
}
