// A process that moves a survey's responses while writes to it go on, from where the previous process was killed.
// Started by `moving.mjs`, which it sends its times.

import { readFileSync } from "node:fs";
import { Arrival, Departure } from "./move.mjs";
import { openDatabase } from "./schema.mjs";
import { Traffic } from "./traffic.mjs";
import { makeWorld } from "./world.mjs";

/** Writes a second. */
const RATE = 100;
/** Milliseconds between two messages to the parent. */
const REPORT_MS = 100;

const [total, index, teamPath, ownPath, numbersPath] = process.argv.slice(2);
const world = makeWorld(Number(total));
const survey = world.surveys[Number(index)];
const file = readFileSync(numbersPath);
const numbers = new Int32Array(file.buffer, file.byteOffset, file.byteLength / 4);
const [team, own] = [openDatabase(teamPath), openDatabase(ownPath)];
const [departure, arrival] = [new Departure(team, survey.id), new Arrival(own)];
const traffic = new Traffic(world, survey, numbers, { team, own, departure });
if (departure.state === undefined) departure.begin();

const noTimes = () => ({ team: [], own: [], clean: [], waits: [], writes: [], seals: [], counts: { messages: 0, changes: 0 }, phases: {} });
let times = noTimes();
let reported = performance.now();

/** Runs `work` and stores how long it held the thread. */
function held(list, work) {
  const start = performance.now();
  const result = work();
  list.push(performance.now() - start);
  return result;
}

/** Makes the writes that are due, and stores how late each begins and how long it takes. */
let due = performance.now();
function writeDue() {
  for (let start = performance.now(); due <= start && traffic.write(); start = performance.now()) {
    times.waits.push(start - due);
    times.writes.push(performance.now() - start);
    due += 1000 / RATE;
  }
}

let confirmed = null;
let sealed;
let isDone = false;
while (!isDone) {
  const { phase } = departure.state;
  const start = performance.now();
  if (phase === "moved") {
    isDone = !held(times.clean, () => departure.clean());
  } else {
    const message = held(times.team, () => departure.next(confirmed));
    confirmed = message && held(times.own, () => arrival.receive(message));
    if (message?.counts) sealed = start;
    if (message === null && sealed !== undefined) times.seals.push(performance.now() - sealed);
    times.counts.messages += message ? 1 : 0;
    times.counts.changes += message && !message.isNew ? message.ids.length : 0;
  }
  times.phases[phase] = (times.phases[phase] ?? 0) + performance.now() - start;
  writeDue();
  if (isDone || performance.now() - reported > REPORT_MS) {
    await new Promise((sent) => process.send({ times, isDone }, sent));
    times = noTimes();
    reported = performance.now();
  }
}
team.close();
own.close();
process.disconnect();
