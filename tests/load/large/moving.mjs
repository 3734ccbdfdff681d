// Moves a large survey to a database of its own while writes to it go on, kills the process at random points, and
// checks that nothing is lost or doubled.

import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, say } from "../../../scripts/run.mjs";
import { insertSurveys } from "./build.mjs";
import { mix } from "./designs.mjs";
import { createDatabase, openDatabase, usedBytes } from "./schema.mjs";
import { check, numbersOf } from "./traffic.mjs";

const program = join(import.meta.dirname, "move_process.mjs");
/**
 * Kills, the least milliseconds from the first report of a process to its end, and the most for each response to move.
 */
const KILLS = 20;
const KILL_MS = { least: 20, perResponse: 0.02 };

/** Runs a process until it is done or killed. Returns whether it is done; its times are added. */
function runProcess(args, killAfter, add) {
  return new Promise((done, fail) => {
    const child = fork(program, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    let [timer, isDone, isKilled] = [undefined, false, false];
    child.on("message", ({ times, isDone: ends }) => {
      add(times);
      isDone ||= ends;
      if (timer === undefined && killAfter !== undefined) {
        timer = setTimeout(() => (isKilled = child.kill("SIGKILL")), killAfter);
      }
    });
    child.once("error", fail);
    child.once("close", (code) => {
      clearTimeout(timer);
      if (code !== 0 && !isKilled) fail(new Failure(`The process of the move ended with ${code}.`));
      else done(isDone);
    });
  });
}

/** Moves a survey. Returns the times of all processes together. */
export async function move(world, survey, teamPath, ownPath, folder) {
  const numbersPath = join(folder, "numbers");
  const team = openDatabase(teamPath);
  const numbers = numbersOf(team, survey);
  const before = usedBytes(team);
  team.close();
  writeFileSync(numbersPath, Int32Array.from(numbers));
  const created = createDatabase(ownPath);
  insertSurveys(created, [survey]);
  created.close();
  const all = { team: [], own: [], clean: [], waits: [], writes: [], seals: [], messages: 0, changes: 0, phases: {}, kills: 0, killedIn: {} };
  let last;
  const add = (times) => {
    for (const list of ["team", "own", "clean", "waits", "writes", "seals"]) for (const time of times[list]) all[list].push(time);
    all.messages += times.counts.messages;
    all.changes += times.counts.changes;
    for (const [phase, time] of Object.entries(times.phases)) {
      all.phases[phase] = (all.phases[phase] ?? 0) + time;
      last = phase;
    }
  };
  const most = Math.ceil(numbers.length * KILL_MS.perResponse);
  const args = [world.total, survey.index, teamPath, ownPath, numbersPath].map(String);
  for (let isDone = false; !isDone; ) {
    const isLast = all.kills >= KILLS;
    isDone = await runProcess(args, isLast ? undefined : KILL_MS.least + (mix(all.kills, 99) % most), add);
    if (!isDone) {
      all.kills += 1;
      all.killedIn[last] = (all.killedIn[last] ?? 0) + 1;
    }
  }
  const [left, own] = [openDatabase(teamPath), openDatabase(ownPath)];
  const count = own.prepare("SELECT next FROM writes").get().next;
  const responses = check(world, survey, numbers, { team: left, own, count });
  for (const database of [left, own]) {
    const [fault] = database.pragma("foreign_key_check");
    if (fault) throw new Failure(`After the move, a row of ${fault.table} has lost its response.`);
  }
  const result = { ...all, count, responses, freed: before - usedBytes(left), bytes: usedBytes(own) };
  left.close();
  own.close();
  const kills = `${result.kills} kills (${JSON.stringify(result.killedIn)})`;
  say(`  moved: ${numbers.length} responses, ${count} writes meanwhile, ${kills}; ${responses} responses as they must be`);
  return result;
}
