// The embedded service over HTTP: who is refused and why, and what survives a restart.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { before, test } from "node:test";
import { CSAT } from "./demo_world.mjs";
import { eventually } from "./eventually.mjs";
import { underTest } from "./harness.mjs";
import { permitted } from "./people.mjs";

const METRICS_TOKEN = randomBytes(32).toString("hex");
const tested = underTest({ vars: { METRICS_TOKEN } });
let world;
before(async () => {
  await tested.ready();
  world = await tested.sandbox();
});

/** A call with a token of the demo world, or with none. */
function call(token, path, { method = "GET", origin = tested.origin, headers = {}, body } = {}) {
  const known = world.tokens.find(({ name }) => name === token)?.token ?? token;
  return fetch(new URL(path, origin), {
    method,
    body,
    headers: {
      ...(known ? { Authorization: `bearer ${known}` } : {}),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
  });
}

/** What a refusal must be: its status, its code, and a message that says which thing it is about. */
async function refused(response, status, code, about) {
  const { error } = await response.json();
  assert.deepEqual([response.status, error.id, error.http_status_code], [status, code, status]);
  assert.match(error.message, about);
}

test("the_same_data_answers_a_token_at_a_terminal", async () => {
  const response = await call("owner", "/v3/surveys?include=response_count");
  assert.equal(response.status, 200);
  const { data } = await response.json();
  assert.ok(data.some((survey) => survey.response_count === 260));
  for (const window of ["day", "minute"]) {
    for (const number of ["limit", "remaining", "reset"]) {
      assert.match(response.headers.get(`x-ratelimit-app-global-${window}-${number}`), /^[0-9]+$/);
    }
  }
});

test("a_missing_token_is_told", async () => {
  await refused(await call("", "/v3/users/me"), 401, "1010", /token/);
});

test("a_token_that_the_service_did_not_make_is_told", async () => {
  await refused(await call("invented", "/v3/users/me"), 401, "1011", /token/);
});

test("a_revoked_token_is_answered_with_status_1", async () => {
  const response = await call("revoked", "/v3/users/me");
  const body = await response.json();
  assert.deepEqual([response.status, body.status, typeof body.errmsg], [401, 1, "string"]);
});

test("a_token_without_grants_is_told", async () => {
  await refused(await call("no_grants", "/v3/users/me"), 401, "1057", /grants/);
});

test("a_missing_scope_is_named", async () => {
  await refused(await call("surveys_read_only", "/v3/groups"), 403, "1014", /groups_read/);
});

test("a_free_account_is_refused_a_paid_operation", async () => {
  await refused(await call("free_with_paid_scopes", "/v3/groups"), 403, "1015", /paid plan/);
});

test("a_call_to_the_wrong_region_names_the_right_one", async () => {
  await refused(await call("eu", "/v3/users/me"), 403, "1018", new RegExp(tested.origins.eu));
  for (const region of ["eu", "ca"]) {
    const response = await call(region, "/v3/users/me", { origin: tested.origins[region] });
    const me = await response.json();
    assert.equal(response.status, 200);
    assert.ok(me.href.startsWith(tested.origins[region]), "links point at the region");
  }
});

test("an_unknown_path_does_not_exist", async () => {
  await refused(await call("owner", "/v3/nowhere"), 404, "1020", /\/v3\/nowhere/);
});

test("another_method_names_those_that_the_path_takes", async () => {
  await refused(await call("owner", "/v3/surveys", { method: "DELETE" }), 405, "1061", /GET, POST/);
});

test("broken_JSON_and_a_body_of_the_wrong_shape_change_nothing", async () => {
  const total = async () => (await (await call("owner", "/v3/workgroups")).json()).total;
  const earlier = await total();
  await refused(await call("owner", "/v3/workgroups", { method: "POST", body: "{" }), 400, "1001", /JSON/);
  const body = JSON.stringify({ name: 7, is_visible: true });
  await refused(await call("owner", "/v3/workgroups", { method: "POST", body }), 400, "1002", /`name`/);
  assert.equal(await total(), earlier);
});

test("a_parameter_that_cannot_be_read_is_named", async () => {
  await refused(await call("owner", "/v3/surveys?per_page=many"), 400, "1003", /`per_page`/);
});

/** A form as a browser sends it, without following where it leads. */
function form(path, fields, headers = {}) {
  const body = new URLSearchParams(fields);
  return fetch(new URL(path, tested.origin), { method: "POST", body, headers, redirect: "manual" });
}

test("an_account_is_opened_over_http_and_its_page_requires_a_session", async () => {
  const email = `nina-${Date.now()}@new.example`;
  const opened = await form("/oauth/sign-up", { email, first_name: "Nina", last_name: "Berg", password: "a long password" });
  assert.equal(opened.status, 200);
  assert.match(await opened.text(), /Check your mail/);
  const stranger = await fetch(new URL("/account/", tested.origin));
  assert.match(await stranger.text(), /action="\/account\/sign-in"/);
  assert.equal(stranger.headers.get("set-cookie"), null);
  const signedIn = await form("/account/sign-in", { email, password: "a long password" });
  assert.deepEqual([signedIn.status, signedIn.headers.get("location")], [303, "/account/"]);
  const cookie = signedIn.headers.get("set-cookie");
  assert.match(cookie, /; Path=\/; HttpOnly; SameSite=Strict/);
  const page = await fetch(new URL("/account/", tested.origin), { headers: { Cookie: cookie.split(";")[0] } });
  assert.match(await page.text(), new RegExp(`${email} · Basic plan`));
});

test("the_legacy_list_answers_200_whatever_happens", async () => {
  const body = JSON.stringify({ survey_id: CSAT });
  for (const [token, app, status] of [["owner", "workbench", 0], ["owner", "sync", 3], ["revoked", "chartroom", 1], ["surveys_read_only", "chartroom", 2]]) {
    const { client_id } = world.apps.find(({ key }) => key === app);
    const response = await call(token, `/v2/surveys/get_respondent_list?api_key=${client_id}`, { method: "POST", body });
    assert.deepEqual([response.status, (await response.json()).status], [200, status], token);
  }
  const large = " ".repeat(1024 * 1024 + 1);
  const response = await call("owner", "/v2/surveys/get_respondent_list", { method: "POST", body: large });
  const { status, code } = await response.json();
  assert.deepEqual([response.status, status, code], [200, 3, 1030]);
  const exchange = await call("owner", "/oauth/token", { method: "POST", body: large });
  assert.deepEqual([exchange.status, (await exchange.json()).error], [413, "invalid_request"]);
});

test("a_message_for_a_distant_year_keeps_no_other_call_from_being_answered", async () => {
  const post = async (path, value) => {
    const response = await call("other_team", `/v3${path}`, { method: "POST", body: JSON.stringify(value) });
    assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
    return response.json();
  };
  const survey = await post("/surveys", { title: "Scheduled" });
  const collector = await post(`/surveys/${survey.id}/collectors`, { type: "email" });
  const message = await post(`/collectors/${collector.id}/messages`, { type: "invite" });
  const path = `/collectors/${collector.id}/messages/${message.id}`;
  await post(`${path}/recipients`, { email: "mia@mail.example" });
  for (const year of ["3026", "9999"]) {
    const { scheduled_date } = await post(`${path}/send`, { scheduled_date: `${year}-12-31T23:59:59` });
    assert.ok(scheduled_date.startsWith(`${year}-12-31`));
    await post("/surveys", { title: `After ${year}` });
  }
  assert.ok((await call("other_team", `/v3/surveys/${survey.id}`, { method: "DELETE" })).ok);
});

test("what_was_acknowledged_is_there_after_a_kill", async (context) => {
  if (!tested.worker) {
    context.skip("a Worker that somebody else started is not killed");
    return;
  }
  const body = JSON.stringify({ name: "Survives", is_visible: true });
  const { id } = await (await call("owner", "/v3/workgroups", { method: "POST", body })).json();
  await tested.worker.kill();
  await tested.worker.restart();
  const found = await (await call("owner", `/v3/workgroups/${id}`)).json();
  assert.equal(found.name, "Survives");
});

test("s8_a_sign_in_at_the_embedded_service_ends_with_the_verifier_that_it_began_with", async () => {
  const owner = world.people.find(({ key }) => key === "owner");
  const [one, two] = [await permitted(tested, owner), await permitted(tested, owner)];
  for (const [pkce, type] of [[undefined, "bad-request"], [`${one.pkce}x`, "code-refused"], [two.pkce, "code-refused"]]) {
    const { status, type: told } = await one.page.signIn(one.code, undefined, { pkce });
    assert.deepEqual([status, told], [400, type]);
  }
  assert.equal((await two.page.signIn(two.code, undefined, { pkce: two.pkce })).status, 200);
});

test("an_upload_that_its_client_breaks_off_is_no_failure_of_the_worker", async (t) => {
  if (!tested.worker) return t.skip("its log and its metrics are those of a Worker of our own");
  const count = async (route, status) => {
    const text = await (await tested.get("/metrics", { Authorization: `Bearer ${METRICS_TOKEN}` })).text();
    return Number(new RegExp(`^canvass_requests_total{route="${route}",status="${status}"} (\\d+)`, "m").exec(text)?.[1] ?? 0);
  };
  const { host, hostname, port } = new URL(tested.origin);
  for (const [route, path] of [["service", "/v3/surveys"], ["service", "/oauth/token"], ["sandbox", "/sandbox/faults"]]) {
    for (const part of ["Content-Length: 1000\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"]) {
      const before = [await count(route, "4xx"), await count(route, "5xx")];
      const socket = connect(Number(port), hostname);
      socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Canvass: 1\r\nContent-Type: application/json\r\n${part}`);
      await new Promise((go) => setTimeout(go, 100));
      socket.destroy();
      await eventually(async () => (await count(route, "4xx")) + (await count(route, "5xx")) > before[0] + before[1], `${path} is not answered`);
      assert.deepEqual([await count(route, "4xx"), await count(route, "5xx")], [before[0] + 1, before[1]], `${path} ${part}`);
    }
  }
  assert.ok(!tested.worker.output().includes("request failed"), tested.worker.output());
});
