// The attack by a product of limits: many open the largest survey that is allowed, while others ask whether the service
// is up. A larger one cannot be made.

import { Failure, main, say } from "../../scripts/run.mjs";
import { probe } from "./shared/probe.mjs";
import { LARGEST, matrix, measured, opened, peakMemory, quantile, withService } from "./shared/service.mjs";

const CLIENTS = 16;
const SECONDS = 15;
const HEALTH_MS = 250;
const MEMORY_MB = 600;

/** Opens an address again and again, many at a time, for some seconds: the milliseconds of each answer. */
async function open(url, least) {
  const times = [];
  const end = performance.now() + SECONDS * 1000;
  const client = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      const answer = await fetch(url);
      const { length } = await answer.text();
      if (answer.status !== 200 || length < least) {
        throw new Failure(`The survey was answered with ${answer.status} and ${length} characters.`);
      }
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return times;
}

/** How `/healthz` is answered while work goes on; without a limit, that is only printed. */
async function beside(origin, what, work, limit = HEALTH_MS) {
  const health = probe(`${origin}/healthz`);
  const done = await work();
  const { times, failed } = await health.stop();
  if (failed > 0) {
    throw new Failure(`/healthz failed ${failed} times while ${what}.`);
  }
  say(`  /healthz while ${what}: ${times.length} answers, p50 ${Math.round(quantile(times, 0.5))} ms`);
  if (limit === null) {
    say(`  /healthz at p99 while ${what}: ${Math.round(quantile(times, 0.99))} ms`);
  } else {
    measured(`/healthz at p99 while ${what}`, quantile(times, 0.99), limit, "ms");
  }
  return done;
}

await main(() =>
  withService(async (service) => {
    const { origin, pid, call } = service;
    await beside(origin, "nothing else happens", () => new Promise((done) => setTimeout(done, 2000)));
    for (const [name, pages] of Object.entries(LARGEST)) {
      const { url } = await opened(service, `The largest survey of ${name}`, pages);
      const times = await beside(origin, `${CLIENTS} clients open the largest survey of ${name}`, () => open(url, 300_000));
      say(`  the survey of ${name}: ${times.length} times in ${SECONDS} s, p50 ${Math.round(quantile(times, 0.5))} ms`);
    }
    const attack = async () => {
      const survey = { title: "500 × 500", pages: [{ questions: [matrix(500, 500)] }] };
      for (let round = 0; round < 5; round += 1) {
        const answers = await Promise.all(Array.from({ length: CLIENTS }, () => call("POST", "/v3/surveys", survey)));
        const other = answers.find(({ status, body }) => status !== 400 || body.error.id !== "1062");
        if (other) {
          throw new Failure(`A survey of 250,000 cells was answered with ${other.status}.`);
        }
      }
    };
    // A write is made at once: so many of them are waited for.
    await beside(origin, `${CLIENTS} clients post a survey that is too large`, attack, null);
    measured("memory of workerd at its peak", peakMemory(pid), MEMORY_MB, "MB");
  }),
);
