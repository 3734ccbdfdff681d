// Two thousand respondents at once: each opens the survey, answers, and is told thanks. Every answer is stored once.

import { Failure, main, say, since } from "../../scripts/run.mjs";
import { probe } from "./shared/probe.mjs";
import { respond, stored } from "./shared/respondent.mjs";
import { measured, opened, peakMemory, quantile, withService } from "./shared/service.mjs";

const RESPONDENTS = 2000;
const MEMORY_MB = 600;

await main(() =>
  withService(async (service) => {
    const { origin, pid, api } = service;
    const question = { headings: [{ heading: "What is your word?" }], family: "open_ended", subtype: "single" };
    const { id, url } = await opened(service, "Everybody at once", [{ questions: [question] }]);
    const words = Array.from({ length: RESPONDENTS }, (_, number) => `word ${number}`);
    const health = probe(`${origin}/healthz`);
    const start = performance.now();
    const ends = await Promise.allSettled(words.map((word) => respond(url, word)));
    say(`  ${RESPONDENTS} respondents answered after ${since(start)}`);
    const { times, failed } = await health.stop();
    const refused = ends.filter(({ status }) => status === "rejected");
    if (refused.length > 0) {
      throw new Failure(`${refused.length} of ${RESPONDENTS} respondents failed: ${refused[0].reason.message}`);
    }
    const found = await stored(api, id);
    const missing = words.filter((word) => !found.includes(word));
    say(`  stored: ${found.length} (${RESPONDENTS}), missing: ${missing.length} (0)`);
    if (found.length !== RESPONDENTS || missing.length > 0) {
      throw new Failure(`${missing.length} answers are missing, and ${found.length} are stored.`);
    }
    if (failed > 0) {
      throw new Failure(`/healthz failed ${failed} times.`);
    }
    say(`  /healthz meanwhile: p50 ${Math.round(quantile(times, 0.5))} ms, p99 ${Math.round(quantile(times, 0.99))} ms`);
    measured("memory of workerd at its peak", peakMemory(pid), MEMORY_MB, "MB");
  }),
);
