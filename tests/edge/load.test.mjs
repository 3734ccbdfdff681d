// Small cases of tests/load/, which `npm run load` runs in full: what many do at once, and what one could do to all
// others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { probe } from "../load/shared/probe.mjs";
import { respond, stored } from "../load/shared/respondent.mjs";
import { LARGEST, matrix, opened, quantile, withService } from "../load/shared/service.mjs";

const options = { skip: process.env.CANVASS_URL ? "a deployed Worker has no sandbox" : false };

test("s74_healthz_answers_while_many_open_the_largest_survey", options, async () => {
  await withService(async (service) => {
    const { url } = await opened(service, "Largest", LARGEST.choices);
    const open = async () => {
      const answer = await fetch(url);
      const page = await answer.text();
      assert.equal(answer.status, 200);
      assert.equal(page.match(/type="checkbox"/g).length, 5000);
    };
    const rounds = [];
    // Held by one view after the other, it would wait for about all of them, in each round. How fast this machine is
    // does not matter.
    const passes = ({ times, took }) => times.length > 3 && quantile(times, 0.9) < took / 4;
    while (rounds.length < 3 && !rounds.some(passes)) {
      const health = probe(`${service.origin}/healthz`);
      const start = performance.now();
      await Promise.all(Array.from({ length: 8 }, open));
      const took = performance.now() - start;
      const { times, failed } = await health.stop();
      assert.equal(failed, 0);
      rounds.push({ times, took });
    }
    const of = ({ times, took }) => `${quantile(times, 0.9)} ms of ${took} ms`;
    assert.ok(rounds.some(passes), `/healthz took ${rounds.map(of).join(", ")}`);
    const attack = await service.call("POST", "/v3/surveys", { title: "500 × 500", pages: [{ questions: [matrix(500, 500)] }] });
    assert.deepEqual([attack.status, attack.body.error.id], [400, "1062"]);
  });
});

test("many_respondents_at_once_are_all_stored", options, async () => {
  await withService(async (service) => {
    const question = { headings: [{ heading: "What is your word?" }], family: "open_ended", subtype: "single" };
    const { id, url } = await opened(service, "Everybody at once", [{ questions: [question] }]);
    const words = Array.from({ length: 100 }, (_, number) => `word ${number}`);
    await Promise.all(words.map((word) => respond(url, word)));
    assert.deepEqual((await stored(service.api, id)).sort(), words.sort());
  });
});
