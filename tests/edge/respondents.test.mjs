// The legacy list of respondents by the SDK as it is packed: as any other list, for a session and with a token.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";
import { createCanvass } from "../../pkg/dist/index.js";
import { startWorker } from "../../scripts/worker.mjs";
import { EVERY_KIND, EVERY_KIND_LINK } from "./demo_world.mjs";
import { underTest } from "./harness.mjs";
import { pageOf } from "./page.mjs";
import { signedIn } from "./people.mjs";
import { CANARY, fakeService } from "./upstream.mjs";

const tested = underTest();
const options = { skip: process.env.CANVASS_URL ? "a deployed Worker has no sandbox" : false };
const survey_id = EVERY_KIND;
let world;

before(async () => {
  await tested.ready();
  world = await tested.sandbox();
});

const token = (name) => world.tokens.find((known) => known.name === name).token;

/** The key of the app that the tokens below are of. */
const key = () => world.apps.find(({ key }) => key === "workbench").client_id;

/** The SDK with a token, and what it has sent. */
function connected(name = "owner", pass = (request) => fetch(request)) {
  const sent = [];
  const counted = async (request) => {
    sent.push(request.url);
    return pass(request, sent.length);
  };
  return { canvass: createCanvass({ token: token(name), access_url: tested.origin, fetch: counted }), sent };
}

async function caught(promise) {
  return promise.then(
    () => assert.fail("nothing failed"),
    (error) => error,
  );
}

test("respondents_are_a_list_like_any_other", options, async () => {
  const { canvass, sent } = connected();
  const first = await canvass.respondents({ api_key: key(), survey_id, page_size: 100, order_asc: true });
  assert.deepEqual([first.page, first.per_page, first.data.length], [1, 100, 100]);
  assert.notEqual(first.links.next, undefined, "the hooks for React offer the next page by it");
  const list = canvass.respondents({ api_key: key(), survey_id, page_size: 100, order_asc: true, fields: ["status", "email"] });
  const ids = [];
  for await (const { respondent_id, status, email, ip_address } of list) {
    ids.push(respondent_id);
    assert.ok(typeof status === "string" && typeof email === "string" && ip_address === undefined);
  }
  const responses = await canvass.surveys.responses.list({ survey_id, per_page: 1000 });
  assert.deepEqual([...ids].sort(), responses.data.map(({ id }) => id).sort());
  assert.equal(sent.length, 1 + Math.ceil((ids.length + 1) / 100) + 1);
  assert.ok(sent[0].endsWith(`/v2/surveys/get_respondent_list?api_key=${key()}`));
  const some = await canvass.respondents({ api_key: key(), survey_id, collector_id: EVERY_KIND_LINK, order_by: "date_start" }).toArray({ limit: 7 });
  assert.equal(some.length, 7);
  const last = await canvass.respondents({ api_key: key(), survey_id, page_size: 1000 });
  assert.equal(last.links.next, undefined);
});

test("a_list_of_respondents_goes_on_from_its_checkpoint_and_ends_with_its_signal", options, async () => {
  const { canvass } = connected();
  const asked = { api_key: key(), survey_id, page_size: 50, order_asc: true };
  const all = await canvass.respondents(asked).toArray({ limit: 1000 });
  const list = canvass.respondents(asked);
  const seen = [];
  for await (const { respondent_id } of list) {
    if (seen.push(respondent_id) === 70) break;
  }
  assert.equal(list.checkpoint(), "2.50.20");
  for await (const { respondent_id } of canvass.respondents(asked, { from: list.checkpoint() })) seen.push(respondent_id);
  assert.deepEqual(seen, all.map(({ respondent_id }) => respondent_id));
  const stop = new AbortController();
  const stopped = (async () => {
    for await (const _ of canvass.respondents(asked, { signal: stop.signal })) stop.abort("my reason");
  })();
  assert.equal(await caught(stopped), "my reason");
});

test("an_answer_that_is_not_as_documented_is_refused", options, async () => {
  for (const [data, path] of [[[], "data"], [{ page: 1, page_size: 5, respondents: [7] }, "data.respondents[0]"]]) {
    const { canvass } = connected("owner", () => new Response(JSON.stringify({ status: 0, data })));
    const error = await caught(canvass.respondents({ api_key: key(), survey_id }));
    assert.deepEqual([error.kind, error.path], ["unexpected_answer", path]);
  }
});

test("what_fails_has_its_cause_though_the_status_is_200", options, async () => {
  const { canvass } = connected();
  const keyless = await caught(canvass.respondents({ survey_id }));
  assert.deepEqual([keyless.kind, keyless.status], ["bad_request", 200]);
  assert.match(keyless.message, /api_key/);
  const unknown = await caught(canvass.respondents({ api_key: key(), survey_id: "1" }));
  assert.deepEqual([unknown.kind, unknown.code, unknown.status], ["not_found", 1020, 200]);
  const unscoped = connected("surveys_read_only").canvass;
  const missing = await caught(unscoped.respondents({ api_key: world.apps.find(({ key }) => key === "chartroom").client_id, survey_id }));
  assert.deepEqual([missing.kind, missing.remedy.scope, missing.remedy.available], ["scope_missing", "responses_read", true]);
  assert.equal((await caught(canvass.respondents({ api_key: key(), survey_id, page_size: 0 }))).kind, "bad_request");
  const wrong = await caught(canvass.respondents({ api_key: key(), survey_id, fields: ["shoe_size"] }));
  assert.deepEqual([wrong.kind, wrong.path], ["invalid_argument", "fields[0]"]);
  const refused = createCanvass({ token: "no-such-token", access_url: tested.origin });
  assert.equal((await caught(refused.respondents({ api_key: key(), survey_id }))).kind, "signed_out");
});

test("a_plan_that_holds_respondents_back_says_so", options, async () => {
  const free = { ...world.tokens.find(({ name }) => name === "free") };
  const { canvass } = connected(free.name);
  const [survey] = (await canvass.surveys.list()).data;
  const { data, upgrade_info } = await canvass.respondents({ api_key: key(), survey_id: survey.id });
  assert.ok(data.length <= 100);
  assert.match(upgrade_info.restrictions[0].message, /first 100/);
  assert.equal((await connected().canvass.respondents({ api_key: key(), survey_id })).upgrade_info, undefined);
});

test("a_session_has_every_flow_through_the_gateway", options, async () => {
  const { cookie } = await signedIn(tested, world.people.find(({ key }) => key === "owner"));
  const fetched = (request) => fetch(request, { headers: { ...Object.fromEntries(request.headers), Cookie: cookie } });
  const canvass = createCanvass({ gateway: tested.origin, fetch: fetched });
  const list = await canvass.respondents({ survey_id, page_size: 3, api_key: "another" });
  assert.equal(list.data.length, 3);
  const made = await canvass.sendInvitation({ survey_id, recipients: ["gate@invited.example"] });
  assert.equal(made.added, 1);
  assert.equal((await canvass.summarise({ survey_id })).responses > 0, true);
});

test("a_remote_service_is_called_with_the_apps_key_and_the_sessions_token", options, async () => {
  const headers = { "Content-Type": "application/json" };
  const body = { status: 0, data: { page: 1, page_size: 1000, respondents: [{ respondent_id: "5", email: null }] } };
  const service = await fakeService({});
  // An origin that no other variable names.
  const legacy = await fakeService({ "/v2/surveys/get_respondent_list": () => ({ headers, body }) });
  const folder = mkdtempSync(join(tmpdir(), "canvass-respondents-"));
  const front = await startWorker({ dataDir: folder, vars: { ...service.vars, LEGACY_API_URL: legacy.origins.ca } });
  try {
    const { cookie } = await pageOf(() => front).signIn("in");
    const fetched = (request) => fetch(request, { headers: { ...Object.fromEntries(request.headers), Cookie: cookie } });
    const canvass = createCanvass({ gateway: front.origin, fetch: fetched });
    legacy.taken();
    assert.deepEqual(await canvass.respondents({ survey_id: "7", api_key: "another" }).toArray({ limit: 9 }), [{ respondent_id: "5", email: null }]);
    const [{ at, method, search, headers: sent, body: asked }] = legacy.taken();
    assert.deepEqual([at, method, search, asked], ["ca", "POST", "?api_key=app-1", '{"survey_id":"7"}']);
    assert.equal(sent.authorization, `bearer ${CANARY}`);
  } finally {
    await front.kill();
    await Promise.all([service.stop(), legacy.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
});
