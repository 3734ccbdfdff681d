// Ten thousand people open a survey in ten seconds, and some of them answer, while the team uses the API. An opening
// gets the page, or one that asks to wait; no answer is lost, and the team's calls stay fast.

import { Failure, main, say } from "../../scripts/run.mjs";
import { probe } from "./shared/probe.mjs";
import { ask, respond, stored } from "./shared/respondent.mjs";
import { measured, opened, quantile, withService } from "./shared/service.mjs";

const OPENINGS = 10_000;
const SECONDS = 10;
/** Respondents who answer meanwhile. */
const ANSWERS = 200;
/** Milliseconds for `users.me` of the same team. */
const CALL_MS = 200;
/** Milliseconds between two groups of openings. */
const STEP_MS = 10;

await main(() =>
  withService(async (service) => {
    const { origin, token, api } = service;
    const question = { headings: [{ heading: "What is your word?" }], family: "open_ended", subtype: "single" };
    const { id, url } = await opened(service, "Everybody in ten seconds", [{ questions: [question] }]);
    for (let warm = 0; warm < 500; warm += 1) {
      await ask(url);
    }
    const calls = probe(`${origin}/v3/users/me`, { Authorization: `Bearer ${token}` });
    const counts = {};
    const openings = [];
    const answers = [];
    const start = performance.now();
    for (let sent = 0; sent < OPENINGS; ) {
      // As many as are due, whatever has become of the ones before.
      const due = Math.min(OPENINGS, Math.ceil(((performance.now() - start) / (SECONDS * 1000)) * OPENINGS));
      for (; sent < due; sent += 1) {
        openings.push(ask(url).then(({ status }) => (counts[status] = (counts[status] ?? 0) + 1)));
        if (sent % (OPENINGS / ANSWERS) === 0) {
          answers.push(respond(url, `word ${answers.length}`));
        }
      }
      await new Promise((done) => setTimeout(done, STEP_MS));
    }
    await Promise.all(openings);
    const took = (performance.now() - start) / 1000;
    say(`  ${OPENINGS} openings in ${took.toFixed(1)} s: ${counts[200] ?? 0} pages, ${counts[503] ?? 0} asked to wait`);
    const { times, failed } = await calls.stop();
    await Promise.all(answers);
    const found = await stored(api, id);
    const missing = answers.filter((_, number) => !found.includes(`word ${number}`));
    say(`  answers stored: ${found.length} (${ANSWERS}), missing: ${missing.length} (0)`);
    const others = Object.keys(counts).filter((status) => !["200", "503"].includes(status));
    if (failed > 0 || missing.length > 0 || found.length !== ANSWERS || others.length > 0) {
      throw new Failure(`${failed} calls failed, ${missing.length} answers are missing, other statuses: ${others.join(", ") || "none"}.`);
    }
    say(`  users.me meanwhile: p50 ${Math.round(quantile(times, 0.5))} ms`);
    measured("users.me meanwhile, p99", quantile(times, 0.99), CALL_MS, "ms");
  }),
);
