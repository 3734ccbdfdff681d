// The move under faults, many times on a small survey: messages that are lost, repeated or late, confirmations that are
// lost, ends of the program within a transaction, and waits that end without an answer. Each fault follows from the
// seed.

import { Failure } from "../../../scripts/run.mjs";
import { insertRows, insertSurveys, responseStatements } from "./build.mjs";
import { mix } from "./designs.mjs";
import { Arrival, Departure } from "./move.mjs";
import { createDatabase } from "./schema.mjs";
import { Traffic, check, numbersOf } from "./traffic.mjs";
import { forEachResponse, makeWorld, rowsOf } from "./world.mjs";

/** Responses of the team, of which the moved survey has about a tenth. One in seven has a file. */
const TOTAL = 3000;
const FILE_EVERY = 7;
const CHUNK = { rows: 12, bytes: 20_000, changes: 6, lastChanges: 3 };
/** Steps after which the faults end, so that the move ends. */
const FAULTY_STEPS = 600;

class Interrupted extends Error {}

/** One move with faults. Returns how many writes and faults there were. */
function runOnce(world, survey, seed) {
  let drawn = seed * 100_000;
  const dice = (sides) => mix((drawn += 1), 77) % sides;
  const [team, own] = [createDatabase(":memory:"), createDatabase(":memory:")];
  insertSurveys(team, world.surveys);
  insertSurveys(own, [survey]);
  const statements = responseStatements(team);
  forEachResponse(world, (one, number, seq) => one === survey && insertRows(statements, rowsOf(world, one, number, seq)));
  const numbers = numbersOf(team, survey);

  let step = 0;
  let faults = 0;
  const isFault = (sides) => {
    const happens = step < FAULTY_STEPS && dice(sides) === 0;
    faults += happens ? 1 : 0;
    return happens;
  };
  const interrupt = () => {
    if (isFault(15)) throw new Interrupted();
  };
  let [departure, arrival, traffic] = [];
  const start = () => {
    [departure, arrival] = [new Departure(team, survey.id, { chunk: CHUNK, interrupt }), new Arrival(own, { interrupt })];
    traffic = new Traffic(world, survey, numbers, { team, own, departure, seed });
  };
  const late = [];
  let confirmed = null;
  const actions = {
    write: () => traffic.write(),
    exchange: () => {
      const { phase } = departure.state;
      if (phase === "moved") return departure.clean();
      if (phase === "sealed" && isFault(3)) departure.unseal();
      const message = departure.next(confirmed);
      confirmed = null;
      if (message === null || isFault(8)) return true;
      if (isFault(4)) late.push(message);
      const number = arrival.receive(message);
      confirmed = isFault(8) ? null : number;
      return true;
    },
    deliverLate: () => late.length > 0 && arrival.receive(late[dice(late.length)]),
  };
  start();
  const guarded = (work) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      confirmed = null;
      start();
    }
  };
  while (departure.state === undefined) guarded(() => departure.begin());
  while (departure.state.phase !== "done") {
    step += 1;
    if (step > 20 * FAULTY_STEPS) throw new Failure(`The move with the faults of seed ${seed} does not end.`);
    const luck = dice(10);
    guarded(luck < 4 && step < 2 * FAULTY_STEPS ? actions.write : luck === 4 ? actions.deliverLate : actions.exchange);
  }
  step = 2 * FAULTY_STEPS;
  for (let more = 0; more < 20; more += 1) traffic.write();
  try {
    check(world, survey, numbers, { team, own, count: traffic.index, seed });
  } catch (error) {
    throw new Failure(`With the faults of seed ${seed}: ${error.message}`);
  }
  const writes = traffic.index;
  team.close();
  own.close();
  return { writes, faults };
}

/** Runs the move with the faults of so many seeds. Returns the numbers of writes and faults. */
export function runFaults(seeds) {
  const world = makeWorld(TOTAL, FILE_EVERY);
  const survey = world.surveys[0];
  const all = { writes: 0, faults: 0, responses: survey.responses };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { writes, faults } = runOnce(world, survey, seed);
    all.writes += writes;
    all.faults += faults;
  }
  return all;
}
