// One account reads as fast as it can, 40 calls at once, while another person clicks: nobody is refused a click.

import { setTimeout as pause } from "node:timers/promises";
import { startCanvass } from "../../pkg/dist/testing.js";

const SECONDS = 75;
const AT_ONCE = 40;
const CLICK_EVERY = 2_500;
/** Requests a minute of the console's app, and no limit of a day. */
const QUOTA = 120;

const world = await startCanvass({ env: { APP_QUOTAS: `${QUOTA}/-` } });
const until = performance.now() + SECONDS * 1000;

/** Reads a page of surveys that nobody else reads, so that no two reads share an answer. */
let reads = 0;
async function read({ header }) {
  reads += 1;
  const began = performance.now();
  const response = await fetch(`${world.origin}/api/v3/surveys?per_page=1&page=${reads}`, {
    headers: { Cookie: header, "X-Canvass": "1" },
  });
  await response.arrayBuffer();
  return { status: response.status, took: performance.now() - began };
}

async function flood(person) {
  const answers = [];
  while (performance.now() < until) {
    const answer = await read(person);
    answers.push(answer);
    if (answer.status !== 200) await pause(150);
  }
  return answers;
}

async function click(person) {
  const answers = [];
  for (let next = performance.now(); next < until; next += CLICK_EVERY) {
    await pause(Math.max(0, next - performance.now()));
    answers.push(await read(person));
  }
  return answers;
}

try {
  const [greedy, modest] = [await world.signIn("owner"), await world.signIn("free")];
  const floods = Array.from({ length: AT_ONCE }, () => flood(greedy));
  const clicks = await click(modest);
  const answers = (await Promise.all(floods)).flat();
  const of = (list, status) => list.filter((answer) => answer.status === status).length;
  const slowest = Math.max(...clicks.map(({ took }) => took));
  console.log(
    `starvation: ${AT_ONCE} reads at once for ${SECONDS} s, ${QUOTA} requests a minute: ${of(answers, 200)} answered, ${of(answers, 429)} refused; ` +
      `of ${clicks.length} clicks of another person ${of(clicks, 200)} answered, the slowest after ${Math.round(slowest)} ms`,
  );
  if (of(clicks, 200) !== clicks.length) {
    throw new Error(`The flood of one account took ${clicks.length - of(clicks, 200)} of ${clicks.length} clicks of another person.`);
  }
  if (of(answers, 200) + of(answers, 429) !== answers.length) {
    throw new Error(`A read was answered with ${answers.find(({ status }) => status !== 200 && status !== 429).status}.`);
  }
  // The minute in which it began and the one in which it ended are not whole.
  if (of(answers, 200) < QUOTA / 2) {
    throw new Error("The rest of the quota was not used.");
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await world.stop();
}
