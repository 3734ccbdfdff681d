// `node tests/load/large/team.mjs [RESPONSES]`: a team of ten million responses in one database, and with a database
// for each large survey: bytes, times of reads and writes, and the move from one to the other. Needs 26 GB of disk,
// which it frees, and half an hour; with 100000 responses a minute. docs/decisions/where-one-team-ends.md contains the
// figures.

import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, main, say, since } from "../../../scripts/run.mjs";
import { addResponses, buildTeam } from "./build.mjs";
import { runFaults } from "./faults.mjs";
import { spread, table } from "./figures.mjs";
import { move } from "./moving.mjs";
import { measureBulk, measureChoices, measureLists, measureRollup, measureTeam } from "./reads.mjs";
import { bytesByTable, openDatabase, removeDatabase, usedBytes } from "./schema.mjs";
import { makeWorld } from "./world.mjs";
import { entriesPerResponse, measureClearing, measureDeletion, measureWrites } from "./writes.mjs";

const RESPONSES = 10_000_000;
const LEAST = 20_000;
/** Bytes on disk for each response, at the most. */
const DISK_BYTES = 3000;
/** The platform's limit for one object. */
const LIMIT_BYTES = 10e9;
const SEEDS = 200;

/** The largest survey of 34 questions, the largest other one, and a small one of the team. */
const picked = ({ surveys }) => ({ long: surveys[0], short: surveys[3], small: surveys[4] });

/** Prints the bytes of a database for each response, by table. */
function printBytes(name, database, responses) {
  const used = usedBytes(database);
  const each = used / responses;
  const fitting = (LIMIT_BYTES / each / 1e6).toFixed(1);
  const rows = bytesByTable(database).filter(({ bytes }) => bytes / responses >= 1);
  table(
    `Bytes of ${name}: ${(used / 1e9).toFixed(2)} GB, ${Math.round(each)} for each of ${responses} responses; 10 GB are ${fitting} million`,
    ["bytes", "filled"],
    rows.map((row) => [row.name, row.bytes / responses, `${Math.round((row.payload / row.bytes) * 100)} %`]),
  );
}

/** The reads of one survey. */
function readSurvey(database, survey) {
  const rows = [...measureLists(database, survey), ...measureBulk(database, survey), measureChoices(database, survey)];
  return { rows, rollup: measureRollup(database, survey) };
}

/** The times of chunks, in words. */
function chunks(times) {
  const [median, late, longest] = spread(times).map((time) => time.toFixed(1));
  return `a chunk takes ${median} ms (99th percentile ${late}, longest ${longest})`;
}

/** The time of all responses of a survey, from the milliseconds of one. */
const forAll = (perResponse, { responses }) => `${((perResponse * responses) / 1000).toFixed(0)} s for all ${responses}, computed from 20,000`;

const cells = ({ page, count }) => [page.first, page.median, count?.first, count?.median];

function printReads(heading, { rows, rollup }, survey) {
  table(heading, ["page: first", "median", "count: first", "median"], rows.map((row) => [row.name, ...cells(row)]));
  say(`  rollup: ${chunks(rollup.chunks)}; ${forAll(rollup.perResponse, survey)}`);
}

function printWrites(name, world, database, survey, path) {
  const { rows, logged } = measureWrites(world, database, survey, path);
  const { byApi, byRespondent } = entriesPerResponse(database, survey.pages.length);
  const entries = `${byApi} rows and index entries by the API, ${byRespondent} by a respondent`;
  table(
    `Writes of a survey of ${survey.questions.length} questions in ${name}: ${entries}; ${Math.round(logged / 1000)} KB in the log`,
    ["median ms", "99 %", "responses/s"],
    rows.map(({ name: what, median, late, perSecond }) => [what, median, late, perSecond]),
  );
}

function printDeletion(name, database, survey) {
  const clearing = measureClearing(database, survey);
  const { times, perResponse } = measureDeletion(database, survey);
  say(`\nDeletion of responses in ${name}: ${chunks(times)}; ${forAll(perResponse, survey)}`);
  say(`  in one transaction, as the responses of a collector are deleted: ${forAll(clearing, survey)}`);
}

/** All in one database. */
function measureOne(world, path) {
  const { long, short, small } = picked(world);
  let start = performance.now();
  buildTeam(world, path);
  say(`\nAll in one database, filled in ${since(start)}`);
  const database = openDatabase(path);
  start = performance.now();
  printReads(`Reads of a survey of ${long.responses} responses with 34 questions, ms`, readSurvey(database, long), long);
  printReads(`Reads of a survey of ${small.responses} responses with ${small.questions.length} questions, ms`, readSurvey(database, small), small);
  table("Calls that span surveys, ms", ["first", "median"], measureTeam(world, database).map(({ name, page }) => [name, page.first, page.median]));
  printBytes("one database", database, world.total);
  for (const survey of [long, short]) printWrites("one database", world, database, survey, path);
  printDeletion("one database", database, long);
  database.close();
  say(`  measured in ${since(start)}`);
}

/** A team's database, and one for each large survey. */
function measureSplit(world, path, ownPath) {
  const { long, short, small } = picked(world);
  let start = performance.now();
  buildTeam(world, path, ownPath);
  const large = world.surveys.filter(({ isLarge }) => isLarge);
  say(`\nThe team, and a database for each of ${large.length} surveys of ${world.threshold} responses or more, filled in ${since(start)}`);
  start = performance.now();
  const team = openDatabase(path);
  const own = new Map(large.map((survey) => [survey.index, openDatabase(ownPath(survey))]));
  const database = own.get(long.index);
  printReads(`Reads of a survey of ${long.responses} responses in a database of its own, ms`, readSurvey(database, long), long);
  printReads(`Reads of a survey of ${small.responses} responses in the team's database, ms`, readSurvey(team, small), small);
  table("Calls that span surveys, ms", ["first", "median"], measureTeam(world, team, own).map(({ name, page }) => [name, page.first, page.median]));
  const left = world.surveys.filter(({ isLarge }) => !isLarge).reduce((sum, { responses }) => sum + responses, 0);
  printBytes("the team's database", team, left);
  for (const survey of [long, short]) printBytes(`a database of a survey of ${survey.questions.length} questions`, own.get(survey.index), survey.responses);
  printWrites("the team's database", world, team, small, path);
  printWrites("a database of its own", world, database, long, ownPath(long));
  printDeletion("a database of its own", database, long);
  team.close();
  own.forEach((one) => one.close());
  start = performance.now();
  removeDatabase(ownPath(long));
  say(`  the whole database: ${since(start)}`);
}

/** Moves a survey of a million responses. */
async function measureMove(world, path, ownPath, folder) {
  const survey = world.surveys[2];
  world.surveys.filter(({ isLarge }) => isLarge).forEach((large) => removeDatabase(ownPath(large)));
  let start = performance.now();
  addResponses(world, path, survey, openDatabase);
  say(`\nThe survey to move, added to the team's database in ${since(start)}`);
  start = performance.now();
  const result = await move(world, survey, path, ownPath(survey), folder);
  const [freed, bytes] = [result.freed, result.bytes].map((number) => `${(number / 1e9).toFixed(2)} GB`);
  say(`  after ${since(start)}, with the check; ${freed} less in the team's database, ${bytes} in the other`);
  table(
    `The move: ${result.messages} messages, ${result.changes} changes sent after the copy, ms`,
    ["median", "99 %", "longest", "number", "seconds"],
    [
      ["a chunk at the team", result.team],
      ["a chunk at the other side", result.own],
      ["a chunk of the deletion at the team", result.clean],
      ["a write to the survey, 100 a second", result.writes],
      ["how late a write begins", result.waits],
    ].map(([name, times]) => [name, ...spread(times), times.length, times.reduce((sum, time) => sum + time, 0) / 1000]),
  );
  const phases = Object.entries(result.phases).map(([phase, time]) => `${phase} ${(time / 1000).toFixed(2)}`);
  say(`  seconds by phase: ${phases.join(", ")}`);
  // A kill may have prevented the report of the switch.
  if (result.seals.length > 0) say(`  writes waited at the switch: ${Math.max(...result.seals).toFixed(1)} ms`);
}

await main(async ([argument]) => {
  const total = argument === undefined ? RESPONSES : Number(argument);
  if (!Number.isSafeInteger(total) || total < LEAST || total > RESPONSES) {
    throw new Failure(`Name a number of responses from ${LEAST} to ${RESPONSES}.`);
  }
  const { bavail, bsize } = statfsSync(tmpdir());
  if (bavail * bsize < total * DISK_BYTES) {
    throw new Failure(`${tmpdir()} needs ${Math.ceil((total * DISK_BYTES) / 1e9)} GB of free space.`);
  }
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "canvass-team-"));
  const end = () => rmSync(folder, { recursive: true, force: true });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => (end(), process.exit(1)));
  try {
    const { responses, writes, faults } = runFaults(SEEDS);
    say(`The move of ${responses} responses with ${faults} faults and ${writes} writes, ${SEEDS} times: nothing lost or doubled`);
    const world = makeWorld(total);
    const [one, team] = [join(folder, "one.db"), join(folder, "team.db")];
    const ownPath = ({ index }) => join(folder, `survey-${index}.db`);
    measureOne(world, one);
    removeDatabase(one);
    measureSplit(world, team, ownPath);
    await measureMove(world, team, ownPath, folder);
    say(`\nEnded after ${since(start)}`);
  } finally {
    end();
  }
});
