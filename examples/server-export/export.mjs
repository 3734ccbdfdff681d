// Exports all responses of a survey as CSV, every night or once with --now. README.md lists the variables.

import { createCanvass, isCanvassError } from "@canvass/sdk";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { appendFileSync, closeSync, fsyncSync, ftruncateSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const { CANVASS_TOKEN, CANVASS_URL, SURVEY_ID, FOLDER = "exports", AT = "02:00" } = process.env;
const DAY = 86_400_000;
const RETRY_AFTER = 5 * 60_000;

/**
 * The export that is not complete yet, and its state: how many of its bytes are valid, and the checkpoint behind them.
 */
const PART = join(FOLDER, "export.part");
const STATE = join(FOLDER, "export.json");

/** A folder with one file, whose name is that of the process that exports, as `processName` has it. */
const LOCK = join(FOLDER, "export.lock");

/** Keeps other programs out of the folder until this one ends: two would write into one part. */
function lockFolder() {
  const prepared = mkdtempSync(`${LOCK}.`);
  try {
    writeFileSync(join(prepared, processName(process.pid)), "");
    while (!becomesLock(prepared)) removeLeftLock();
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true });
    throw error;
  }
  process.once("exit", () => rmSync(LOCK, { recursive: true, force: true }));
  // A signal that is not handled ends the program without that event.
  for (const [signal, code] of [["SIGHUP", 129], ["SIGINT", 130], ["SIGTERM", 143]]) process.once(signal, () => process.exit(code));
}

/** Of several programs that try, one succeeds, because a folder replaces no folder with a file. */
function becomesLock(prepared) {
  try {
    renameSync(prepared, LOCK);
    return true;
  } catch (error) {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    return false;
  }
}

/** Removes the lock of a program that has ended. */
function removeLeftLock() {
  for (const name of namesIn(LOCK)) {
    const [, pid] = /^([1-9]\d*)-\d*$/.exec(name) ?? [];
    if (pid === undefined) throw new Error(`${LOCK} contains another file: ${name}. Delete that file.`);
    if (isAlive(Number(pid), name)) {
      throw new Error(`Process ${pid} exports into ${FOLDER}. Stop it, or name another folder with FOLDER. If it does not, delete ${LOCK}.`);
    }
    rmSync(join(LOCK, name), { force: true });
  }
}

/** The names in a folder; none if it is gone. */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return [];
  }
}

/** The number of a process and, where the system is Linux, when it began: later another process may have the number. */
function processName(pid) {
  let stat = "";
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // Another system, or a process that is gone.
  }
  // The name of the program, in parentheses, may have spaces. The time is the twentieth member after it.
  return `${pid}-${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""}`;
}

/** Whether the process of this number is the one of this name. */
function isAlive(pid, name) {
  // In a container, each start may have the same number.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user lives, too.
    if (error.code !== "EPERM") return false;
  }
  // Without the time, the number has to do.
  return [name, `${pid}-`].includes(processName(pid));
}

/** The state of an interrupted export of this survey, if there is one. */
function readState() {
  if (!existsSync(STATE) || !existsSync(PART)) return undefined;
  const state = JSON.parse(readFileSync(STATE, "utf8"));
  return state.survey_id === SURVEY_ID && statSync(PART).size >= state.size ? state : undefined;
}

function writeState(state) {
  // A file is complete under its own name, or it is not there: a program that is killed here leaves the earlier state.
  writeFileSync(`${STATE}.new`, JSON.stringify(state), { flush: true });
  renameSync(`${STATE}.new`, STATE);
}

/** Exports the survey, or the rest of it. Returns the path of the complete file. */
async function exportResponses(canvass) {
  const state = readState();
  // Another survey's state must not be taken for that of the part that begins.
  if (state === undefined) rmSync(STATE, { force: true });
  const name = state?.name ?? `responses-${new Date().toISOString().slice(0, 10)}.csv`;
  const file = openSync(PART, state ? "a" : "w");
  let size = state?.size ?? 0;
  // What was written after the last checkpoint will come again.
  ftruncateSync(file, size);
  const to = new WritableStream({
    write(bytes) {
      appendFileSync(file, bytes);
      size += bytes.length;
    },
  });
  try {
    await canvass.exportResponses({ survey_id: SURVEY_ID, format: "csv", to }, {
      from: state?.checkpoint,
      // When the day's quota is used up, the export pauses until the next day.
      maxWait: DAY,
      onProgress({ done, total, checkpoint }) {
        // The bytes before their checkpoint: a checkpoint on disk must never be ahead of them.
        fsyncSync(file);
        writeState({ survey_id: SURVEY_ID, name, checkpoint, size });
        console.log(`${done} of ${total} responses`);
      },
    });
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  const path = join(FOLDER, name);
  renameSync(PART, path);
  rmSync(STATE, { force: true });
  return path;
}

/** Exports until it succeeds. Failures that no repetition can cure are thrown. */
async function exportUntilDone(canvass) {
  for (;;) {
    try {
      return await exportResponses(canvass);
    } catch (error) {
      if (!isCanvassError(error)) throw error;
      if (error.kind === "invalid_argument" && error.path === "from") {
        // The survey has other columns than before the interruption, so that its parts do not fit: begin again.
        rmSync(STATE);
      } else if (error.retryable) {
        console.error(`${error.message} The next attempt is in ${RETRY_AFTER / 60_000} minutes.`);
        await sleep(RETRY_AFTER);
      } else {
        throw error;
      }
    }
  }
}

/** The next time that a UTC clock shows `AT`. */
function nextRun(now = new Date()) {
  const [hours, minutes] = AT.split(":").map(Number);
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hours, minutes);
  return new Date(today > now.getTime() ? today : today + DAY);
}

const missing = Object.entries({ CANVASS_TOKEN, CANVASS_URL, SURVEY_ID }).find(([, value]) => !value);
if (missing) throw new Error(`The variable ${missing[0]} is not set.`);
if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(AT)) throw new Error("AT must be a time such as 02:00.");

const unknown = process.argv.slice(2).find((option) => option !== "--now");
if (unknown) throw new Error(`There is no option ${unknown}. The only one is --now.`);

mkdirSync(FOLDER, { recursive: true });
lockFolder();
const canvass = createCanvass({ token: CANVASS_TOKEN, access_url: CANVASS_URL });
const once = process.argv.includes("--now");
do {
  // An export that was interrupted is completed at once.
  if (!once && readState() === undefined) {
    const next = nextRun();
    console.log(`The next export is at ${next.toISOString()}.`);
    await sleep(next.getTime() - Date.now());
  }
  console.log(`Exported ${await exportUntilDone(canvass)}`);
} while (!once);
await canvass.close();
