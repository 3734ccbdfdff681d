// Data folders of local services: their secrets, the versions of their databases, temporary ones, and the claim that
// keeps two Workers out of one folder, and Canvass out of folders with other files.

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { atExit } from "./at_exit.js";
import { DATA_VERSIONS } from "./data_versions.js";
import { LocalError } from "./local_error.js";

/** Random values for the secret variables. The credentials of the console's app are derived from them. */
export function freshSecrets() {
  const key = () => randomBytes(32).toString("base64url");
  return { SESSION_KEYS: key(), SERVICE_KEY: key() };
}

/** Uses the files of a data folder. If the system refuses that, the error names the folder and the reason. */
export function inFolder(folder, action) {
  try {
    return action();
  } catch (error) {
    if (error.syscall === undefined) throw error;
    throw new LocalError(`The data folder ${resolve(folder)} cannot be used: ${error.message}. Name a new folder where this user may write.`);
  }
}

/** The file with the secrets of a data folder. It also marks the folder as one of Canvass. */
const SECRETS = "secrets.json";
/** The name of that file until it is complete. */
const INCOMPLETE = "secrets.json.new";
/** The claim of an earlier version: a file with the number of the process. */
const EARLIER_CLAIM = "process";
/** What a first start writes before the secrets, besides its claim, and leaves behind if it is interrupted. */
const WRITTEN_FIRST = [".gitignore", INCOMPLETE, EARLIER_CLAIM];

/** The secrets of a data folder: created once, and stored in a file that only its owner may read. */
export function storedSecrets(folder) {
  return inFolder(folder, () => {
    if (!existsSync(join(folder, SECRETS))) {
      createSecrets(folder);
    }
    return readSecrets(folder);
  });
}

function createSecrets(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The folder is often inside a repository.
  const ignored = join(folder, ".gitignore");
  if (!existsSync(ignored)) {
    writeFileSync(ignored, "*\n", { flag: "wx" });
  }
  replaceFile(join(folder, SECRETS), `${JSON.stringify(freshSecrets(), null, 2)}\n`, 0o600);
}

function readSecrets(folder) {
  const file = resolve(folder, SECRETS);
  const secrets = parsed(readFileSync(file, "utf8"));
  if (!["SESSION_KEYS", "SERVICE_KEY"].every((key) => typeof secrets?.[key] === "string")) {
    throw new LocalError(`${file} does not contain the keys of a local service. If Canvass made the folder, delete it; otherwise name an empty or new folder.`);
  }
  return secrets;
}

function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The file with the newest versions of the databases that a data folder may contain. */
const VERSIONS = "versions.json";

/**
 * Refuses data of a newer version of Canvass, and data of which the version is not known: it would be migrated as older
 * data.
 */
export function checkVersions(folder) {
  inFolder(folder, () => {
    const file = join(folder, VERSIONS);
    // The deletion of the data was interrupted, or nothing was stored.
    if (!existsSync(join(folder, "data"))) return;
    // Without the file, the data is older or there is none.
    const stored = existsSync(file) ? parsed(readFileSync(file, "utf8")) : [];
    if (!Array.isArray(stored) || !stored.every(Number.isInteger)) {
      throw new LocalError(
        `${resolve(file)} is damaged: it does not contain the versions of the data. If no newer version of Canvass has used the folder, delete that file; otherwise delete the data with --fresh.`,
      );
    }
    if (DATA_VERSIONS.some((version, index) => stored[index] > version)) {
      throw new LocalError(
        `The data in ${resolve(folder)} was written by a newer version of Canvass. Use that version, name another folder, or delete the data with --fresh.`,
      );
    }
  });
}

/**
 * Records the versions of the databases that this version writes, once its Worker runs: a failed start changes no data.
 */
export function recordVersions(folder) {
  inFolder(folder, () => replaceFile(join(folder, VERSIONS), `${JSON.stringify(DATA_VERSIONS)}\n`));
}

/** Writes a file, or replaces it when the new one is complete: a crash would leave an empty file. */
function replaceFile(file, text, mode) {
  writeFileSync(`${file}.new`, text, { mode, flush: true });
  renameSync(`${file}.new`, file);
}

/**
 * The data that is being deleted. The next claim of the folder deletes what is left of it. People give no copy this
 * name.
 */
const DELETED = ".deleted-data";

/**
 * Deletes the data of earlier runs: all of it at once, by a new name, so that no interruption leaves a part in use. The
 * secrets stay.
 */
export function deleteData(folder) {
  inFolder(folder, () => {
    const data = join(folder, "data");
    if (existsSync(data)) renameSync(data, join(folder, DELETED));
    for (const name of [VERSIONS, DELETED]) rmSync(join(folder, name), { recursive: true, force: true });
  });
}

/** A temporary folder. It is deleted when this process ends, or by `remove`. */
export function temporaryFolder() {
  const folder = inFolder(tmpdir(), () => mkdtempSync(join(tmpdir(), "canvass-")));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forget = atExit(remove);
  return {
    folder,
    remove() {
      forget();
      remove();
    },
  };
}

/**
 * A folder in a data folder with one file: its name is the number of the process that uses the data folder, its text
 * when that process started.
 */
const CLAIM = "running";
/** Names of that folder: its own, and those that it has while a process prepares it. */
const CLAIMS = /^running(\.[A-Za-z0-9]{6})?$/;

/**
 * Claims a data folder for this process, because two Workers must not share one. Returns a function that releases it.
 */
export function claimFolder(folder) {
  return inFolder(folder, () => claim(folder));
}

function claim(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  checkOwn(folder);
  removeEarlier(folder);
  removeUnfinished(folder);
  const place = resolve(folder, CLAIM);
  const prepared = mkdtempSync(`${place}.`);
  try {
    writeFileSync(join(prepared, String(process.pid)), startOf(process.pid));
    while (!becomes(prepared, place)) removeLeft(folder, place);
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true });
    throw error;
  }
  const release = () => removeClaim(place, process.pid);
  const forget = atExit(release);
  const end = () => {
    forget();
    release();
  };
  try {
    rmSync(join(folder, DELETED), { recursive: true, force: true });
    return end;
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * Whether a claim gets its name: of several processes that try, one succeeds, because a folder replaces no folder with
 * a file.
 */
function becomes(prepared, place) {
  try {
    renameSync(prepared, place);
    return true;
  } catch (error) {
    if (!IS_THERE.includes(error.code) && !existsSync(place)) throw error;
    return false;
  }
}

/** Codes of errors that say that a folder exists and is not empty. Windows has others. */
const IS_THERE = ["EEXIST", "ENOTEMPTY"];

/** Removes the claim of a process that has ended. */
function removeLeft(folder, place) {
  const names = namesIn(place);
  const pids = names.filter(isNumber);
  for (const pid of pids.map(Number)) {
    if (isHeld(pid, place)) throw inUse(folder, pid, place);
  }
  const other = names.find((name) => !isNumber(name));
  if (other !== undefined) {
    throw new LocalError(`${place} contains another file: ${other}. If Canvass made the folder, delete that file; otherwise name an empty or new folder.`);
  }
  removeClaim(place, ...pids);
}

/** Whether the process of a claim runs. */
const isHeld = (pid, place) => isAlive(pid) && !isReused(pid, place);

/** Removes the claim of an earlier version whose process has ended. */
function removeEarlier(folder) {
  const file = resolve(folder, EARLIER_CLAIM);
  const pid = ifThere(() => readFileSync(file, "utf8"))?.trim();
  if (pid === undefined) return;
  if (isNumber(pid) && Number(pid) !== process.pid && isAlive(Number(pid))) throw inUse(folder, pid, file);
  // Empty if that process was interrupted as it wrote the number. With another text it is a file of others.
  if (isNumber(pid) || pid === "") rmSync(file, { force: true });
}

/** Removes claims that processes prepared before they were killed. */
function removeUnfinished(folder) {
  for (const name of readdirSync(folder).filter((name) => CLAIMS.test(name) && name !== CLAIM)) {
    const prepared = resolve(folder, name);
    const ended = namesIn(prepared).filter((name) => isNumber(name) && !isAlive(Number(name)));
    if (ended.length > 0 || isOld(prepared)) removeClaim(prepared, ...ended);
  }
}

/**
 * Whether a folder has been as it is for more than a minute. A process writes its number into its claim at once, so an
 * empty one is not used any more.
 */
const isOld = (folder) => ifThere(() => statSync(folder).mtimeMs) < Date.now() - 60_000;

const inUse = (folder, pid, claim) => {
  // A thread that is terminated runs nothing at its end, and so releases nothing.
  const which = Number(pid) === process.pid ? `${pid}, which is this one: a thread uses the folder, or was terminated while it did` : pid;
  return new LocalError(`Canvass already runs in ${folder}, as process ${which}. If it does not, delete ${claim}.`);
};

/** The names in a folder; none if it is gone. */
const namesIn = (folder) => ifThere(() => readdirSync(folder)) ?? [];

/** Whether a text is the number of a process. */
const isNumber = (text) => /^[1-9]\d*$/.test(text);

/** Removes the claim of processes, and not that of another one that has claimed the folder meanwhile. */
function removeClaim(place, ...pids) {
  for (const pid of pids) rmSync(join(place, String(pid)), { force: true });
  ifThere(() => rmdirSync(place));
}

/** What is done to a file or folder; undefined if it is gone, or must not be removed because it is not empty. */
function ifThere(action) {
  try {
    return action();
  } catch (error) {
    if (error.code !== "ENOENT" && !IS_THERE.includes(error.code)) throw error;
    return undefined;
  }
}

/** Refuses a folder with files of others, because Canvass deletes and replaces files in its data folder. */
function checkOwn(folder) {
  const names = readdirSync(folder);
  if (names.includes(SECRETS)) {
    readSecrets(folder);
    return;
  }
  const other = names.find((name) => !WRITTEN_FIRST.includes(name) && !CLAIMS.test(name));
  if (other !== undefined) {
    throw new LocalError(`The data folder ${resolve(folder)} contains other files, such as ${other}. Name an empty or new folder.`);
  }
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
const hasEnded = (pid) => statusOf(pid)?.[0] === "Z";

/** Whether the number in a claim belongs to a later process, as after a restart of the machine or container. */
function isReused(pid, place) {
  const start = ifThere(() => readFileSync(join(place, String(pid)), "utf8"));
  const present = startOf(pid);
  return Boolean(start && present) && start !== present && !(Math.abs(start - present) < 1);
}

/**
 * When a process started: the boot of the machine, and the time since then. Where the system has no `/proc`, the
 * seconds since the boot for this process, the same in all its threads but for the time that the measurement takes, and
 * an empty text for others.
 */
function startOf(pid) {
  const boot = readProc("sys/kernel/random/boot_id");
  const ticks = statusOf(pid)?.[19];
  if (boot && ticks) return `${boot.trim()} ${ticks}`;
  return pid === process.pid ? String(Number(process.hrtime.bigint()) / 1e9 - process.uptime()) : "";
}

/** The values of a process that Linux lists after its name, which may contain any character. The first is its state. */
const statusOf = (pid) => readProc(`${pid}/stat`)?.split(") ").at(-1).split(" ");

/** A file of `/proc`; undefined where it is absent. */
function readProc(path) {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return undefined;
  }
}
