// Results in numbers by the SDK as it is packed: from the local service, by rollups and by responses, and what fails.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createCanvass } from "../../pkg/dist/index.js";
import { EVERY_KIND, EVERY_KIND_LINK } from "./demo_world.mjs";
import { underTest } from "./harness.mjs";

const tested = underTest();
const options = { skip: process.env.CANVASS_URL ? "a deployed Worker has no sandbox" : false };
const survey_id = EVERY_KIND;
let token;

before(async () => {
  await tested.ready();
  token = (await tested.sandbox())?.tokens.find(({ name }) => name === "owner").token;
});

function connected(pass = (request) => fetch(request)) {
  const sent = [];
  const counted = (request) => {
    sent.push(new URL(request.url));
    return pass(request, sent.length);
  };
  return { canvass: createCanvass({ token, access_url: tested.origin, fetch: counted }), sent };
}

async function caught(promise) {
  return promise.then(
    () => assert.fail("nothing failed"),
    (error) => error,
  );
}

/** What both sources tell: fractions to nine digits, and no rows of texts. */
const common = ({ responses, questions }) =>
  JSON.parse(
    JSON.stringify({ responses, questions: questions.map((question) => (question.text === undefined ? question : { ...question, rows: undefined })) }, (_, value) =>
      typeof value === "number" ? Number(value.toPrecision(9)) : value,
    ),
  );

test("a_summary_takes_two_requests_by_rollups_and_says_what_the_responses_say", options, async () => {
  const { canvass, sent } = connected();
  const all = (await canvass.surveys.get({ survey_id })).response_count;
  for (const filters of [undefined, { status: ["completed"] }, { total_time_min: 100, collector_ids: [EVERY_KIND_LINK] }]) {
    sent.length = 0;
    const rolled = await canvass.summarise({ survey_id, filters });
    assert.equal(sent.length, 2);
    const told = [];
    const counted = await canvass.summarise({ survey_id, filters, source: "responses" }, { onProgress: ({ done, total }) => told.push([done, total]) });
    assert.ok(counted.responses > 0 && (filters === undefined || counted.responses < all));
    assert.deepEqual(common(rolled), common(counted));
    assert.equal(told.at(-1)[0], told.at(-1)[1]);
    assert.equal(sent.length, 3 + Math.ceil(told[0][1] / 1000));
    assert.equal(rolled.questions[0].percent, (100 * rolled.questions[0].answered) / rolled.responses);
    const numerical = ({ questions }) => questions.find(({ subtype }) => subtype === "numerical");
    assert.equal(numerical(rolled).rows, undefined);
    assert.equal(typeof numerical(counted).rows[0].stats.mean, "number");
  }
  const rating = (await canvass.summarise({ survey_id })).questions.find(({ subtype }) => subtype === "rating");
  const { stats, choices } = rating.rows[0];
  assert.ok(stats.min <= stats.mean && stats.mean <= stats.max);
  assert.ok(Math.abs(choices.reduce((sum, { percent }) => sum + percent, 0) - 100) < 1e-9);
});

test("a_summary_repeats_what_passes_ends_with_its_signal_and_passes_refusals_on", options, async () => {
  const broken = connected((request, nth) => (nth === 2 ? Promise.reject(new TypeError("fetch failed")) : fetch(request)));
  assert.ok((await broken.canvass.summarise({ survey_id })).responses > 0);
  const stop = new AbortController();
  const stopped = connected((request, nth) => {
    if (nth === 2) stop.abort("my reason");
    return fetch(request);
  });
  assert.equal(await caught(stopped.canvass.summarise({ survey_id, source: "responses" }, { signal: stop.signal })), "my reason");
  assert.equal((await caught(connected().canvass.summarise({ survey_id: "1" }))).kind, "not_found");
  const wrong = await caught(connected().canvass.summarise({ survey_id, filters: { status: ["lost"] } }));
  assert.deepEqual([wrong.kind, wrong.path], ["invalid_argument", "status"]);
});
