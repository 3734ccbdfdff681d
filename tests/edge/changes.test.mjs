// What a page hears of a survey by the gateway's webhook, from the local service and from one that is none.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { before, test } from "node:test";
import { eventually } from "./eventually.mjs";
import { underTest } from "./harness.mjs";
import { pageOf } from "./page.mjs";
import { signedIn } from "./people.mjs";

const tested = underTest();
const { ask } = pageOf(() => tested);
let world;
/** The survey of which the owner has heard. */
let survey;

before(async () => {
  await tested.ready();
  world = await tested.sandbox();
});

const person = (key) => world.people.find((known) => known.key === key);
const json = (body) => ({ method: "POST", body: JSON.stringify(body) });

/** A page of a person: calls that must succeed, and what has happened to a survey since a number. */
async function pageOfPerson(key) {
  const { cookie } = await signedIn(tested, person(key));
  const call = async (path, options = {}) => {
    const answer = await ask(path, { cookie, ...options });
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  };
  const changes = (survey, since) => call(`/gateway/changes?survey_id=${survey}${since === undefined ? "" : `&since=${since}`}`);
  return { cookie, call, changes };
}

test("a_page_hears_of_a_response_once_the_account_has_subscribed_the_webhook", async () => {
  const { call, changes } = await pageOfPerson("owner");
  survey = await call("/api/v3/surveys", json({ title: "Live" }));
  const { sequence, gap, live } = await changes(survey.id);
  assert.deepEqual([gap, live], [true, false], "nothing is known at first");

  const { subscription_url } = await call("/gateway/webhook");
  for (const event_type of ["response_created", "response_deleted"]) {
    const webhook = { name: `Live ${event_type}`, event_type, object_type: "survey", object_ids: [survey.id], subscription_url };
    await call("/api/v3/webhooks", json(webhook));
  }
  const collector = await call(`/api/v3/surveys/${survey.id}/collectors`, json({ type: "weblink" }));
  const response = await call(`/api/v3/collectors/${collector.id}/responses`, json({ pages: [] }));
  await eventually(async () => (await changes(survey.id, sequence)).events.length === 1, "the response was not heard of");

  const heard = await changes(survey.id, sequence);
  assert.deepEqual([heard.gap, heard.live], [false, true]);
  const [event] = heard.events;
  assert.deepEqual([event.type, event.response_id, event.sequence], ["response_created", response.id, heard.sequence]);
  assert.ok(Math.abs(Date.parse(event.at) - Date.now()) < 60_000, event.at);
  assert.deepEqual((await changes(survey.id, heard.sequence)).events, []);

  await call(`/api/v3/surveys/${survey.id}/responses/${response.id}`, { method: "DELETE" });
  await eventually(async () => (await changes(survey.id, heard.sequence)).events.length > 0, "the deletion was not heard of");
  const [deleted] = (await changes(survey.id, heard.sequence)).events;
  assert.deepEqual([deleted.type, deleted.response_id], ["response_deleted", response.id]);
});

test("another_account_hears_nothing_of_it_and_a_wrong_question_is_refused", async () => {
  const { cookie, changes } = await pageOfPerson("other_team");
  const { sequence } = await changes(survey.id);
  const { events, live } = await changes(survey.id, sequence - 1_000_000);
  assert.deepEqual([events, live], [[], false]);
  for (const [status, query, options] of [
    [400, "", { cookie }],
    [400, "?survey_id=../7", { cookie }],
    [400, "?survey_id=7&since=x", { cookie }],
    [401, "?survey_id=7", {}],
    [403, "?survey_id=7", { cookie, headers: { "X-Canvass": "0" } }],
    [403, "?survey_id=7", { cookie, headers: { Origin: "https://evil.example" } }],
    [405, "?survey_id=7", { cookie, method: "POST", body: "{}" }],
  ]) {
    assert.equal((await ask(`/gateway/changes${query}`, options)).status, status, `${query} ${JSON.stringify(options)}`);
  }
});

test("a_delivery_without_the_apps_signature_is_not_heard_of", async () => {
  const { call, changes } = await pageOfPerson("owner");
  const { subscription_url } = await call("/gateway/webhook");
  const { sequence } = await changes("9");
  const body = JSON.stringify({ event_type: "response_created", object_type: "response", object_id: "5", resources: { survey_id: "9" } });
  const signature = createHmac("sha1", `${world.console.client_id}&wrong`).update(body).digest("base64");
  const headers = { "Content-Type": "application/json", "Sm-Apikey": world.console.client_id, "Sm-Signature": signature };
  assert.equal((await fetch(subscription_url, { method: "POST", headers, body })).status, 403);
  assert.deepEqual((await changes("9", sequence)).events, []);
});

test("the_session_says_whether_a_page_may_keep_results", async () => {
  const { call } = await pageOfPerson("owner");
  assert.equal((await call("/auth/session")).keep_results, true);
  assert.equal((await ask("/auth/session")).json.keep_results, true, "also before a sign-in");
});
