// Data folders of local services: their secrets, temporary ones, and the claim that keeps two Workers out of one folder.

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { LocalError } from "./local_error.js";

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
    // The folder is often inside a repository.
    writeFileSync(join(folder, ".gitignore"), "*\n");
    writeFileSync(file, `${JSON.stringify(freshSecrets(), null, 2)}\n`, { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, "utf8"));
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
    throw new LocalError(`Canvass already runs in ${folder}, as process ${other}. If it does not, delete ${file}.`);
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
