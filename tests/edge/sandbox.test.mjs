// The sandbox over HTTP: the clock, faults, the journal, the outbox, seeding; and webhooks, which need all of them.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer, request as send } from "node:http";
import { connect } from "node:net";
import { after, before, beforeEach, test } from "node:test";
import { EMPTY } from "./demo_world.mjs";
import { eventually } from "./eventually.mjs";
import { underTest } from "./harness.mjs";
import { permitted } from "./people.mjs";

const OURS = { "X-Canvass": "1" };
const tested = underTest();
const options = { skip: process.env.CANVASS_URL ? "a deployed Worker has no sandbox" : false };
let world;
let listener;

/** A server of this test: what it was sent, and how it answers. */
async function listen() {
  const received = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const status = request.method === "HEAD" ? listener.head : request.url === "/hook" ? listener.status : 200;
      response.writeHead(status, { Location: listener.behind }).end();
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const posts = (path = "/hook") => received.filter(({ method, url }) => method === "POST" && url === path);
  return { url: `${origin}/hook`, behind: `${origin}/behind`, received, head: 200, status: 200, posts, server };
}

/**
 * Resolves once the team knows how its deliveries went until now, by a change of a survey of its own: the listener
 * answers at once, so what is announced now arrives behind them.
 */
async function delivered(id) {
  const about = { object_type: "survey", object_ids: [id], subscription_url: listener.behind };
  assert.equal((await call("POST", "/v3/webhooks", { name: "Behind", event_type: "survey_updated", ...about })).status, 201);
  await call("PATCH", `/v3/surveys/${id}`, { title: "Changed" });
  await eventually(() => listener.posts("/behind").length === 1);
}

async function control(method, path, body) {
  const response = await fetch(`${tested.origin}/sandbox${path}`, {
    method,
    headers: { ...OURS, "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function call(method, path, body, token = "owner") {
  const known = world.tokens.find(({ name }) => name === token).token;
  const response = await fetch(`${tested.origin}${path}`, {
    method,
    headers: { Authorization: `bearer ${known}`, ...(body ? { "Content-Type": "application/json" } : {}) },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Whatever a server sends to a request for a path, until the connection ends. */
function raw(path, token) {
  const { hostname, port } = new URL(tested.origin);
  const head = `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: bearer ${token}\r\n\r\n`;
  return new Promise((done, fail) => {
    let text = "";
    const socket = connect(port, hostname, () => socket.write(head));
    socket.setEncoding("utf8").on("data", (part) => (text += part)).on("close", () => done(text)).on("error", fail);
    socket.setTimeout(10_000, () => fail(new Error(`it stays open: ${text}`)));
  });
}

/** Signs a person of the demo world in at the gateway, as a browser does: the session's cookie. */
async function signedIn(key) {
  const { page, code, pkce, ticket } = await permitted(tested, world.people.find((person) => person.key === key));
  const { status, text, cookie } = await page.signIn(code, undefined, { pkce });
  assert.equal(status, 200, text);
  return { ...page, cookie, code, pkce, ticket };
}

before(async () => {
  await tested.ready();
  world = await tested.sandbox();
  listener = await listen();
});
after(() => listener?.server.close());
beforeEach(async () => {
  if (!options.skip) {
    assert.equal((await control("POST", "/reset")).status, 200);
    listener.received.length = 0;
    listener.head = listener.status = 200;
  }
});

test("s69_every_address_of_the_sandbox_needs_the_static_header_and_our_own_origin", options, async () => {
  for (const [method, path] of [
    ["POST", "/reset"], ["GET", "/clock"], ["POST", "/clock"], ["POST", "/seed"], ["GET", "/faults"],
    ["GET", "/outbox"], ["DELETE", "/outbox"], ["GET", "/journal"], ["DELETE", "/journal"], ["GET", "/nothing"],
  ]) {
    for (const headers of [{}, { ...OURS, Origin: "https://evil.example" }, { ...OURS, "Sec-Fetch-Site": "cross-site" }]) {
      const response = await fetch(`${tested.origin}/sandbox${path}`, { method, headers });
      assert.equal(response.status, 403, `${method} ${path} ${JSON.stringify(headers)}`);
    }
  }
  const page = await fetch(`${tested.origin}/sandbox/`);
  assert.deepEqual([page.status, page.headers.get("content-type")], [200, "text/html; charset=utf-8"]);
  assert.match(page.headers.get("content-security-policy"), /default-src 'none'/);
});

test("a_method_or_body_that_the_sandbox_does_not_take_is_told", options, async () => {
  assert.equal((await control("DELETE", "/clock")).status, 405);
  assert.equal((await control("GET", "/nothing")).status, 404);
  for (const [path, body, member] of [
    ["/clock", { forward: 1 }, "forward"],
    ["/clock", { set: "soon" }, "set"],
    ["/clock", { advance: "5 parsecs" }, "advance"],
    ["/faults", { error: 1 }, "error"],
    ["/faults", { error: 1051, count: "twice" }, "count"],
    ["/faults", { operation: "surveys.no", cut: true }, "operation"],
    ["/seed", { surveys: "many", responses: 1 }, "surveys"],
    ["/seed", { lifelike: 100 }, "lifelike"],
  ]) {
    const { status, body: problem } = await control("POST", path, body);
    assert.deepEqual([status, problem.status, problem.member], [400, 400, member], JSON.stringify(problem));
    assert.match(problem.detail, new RegExp(member));
  }
  assert.equal((await control("POST", "/seed", { surveys: 0, responses: 1 })).status, 400);
});

test("the_whole_worker_goes_by_the_clock_also_after_a_restart", options, async () => {
  const frozen = await control("POST", "/clock", { set: "2031-05-06T07:08:09", freeze: true });
  assert.deepEqual(frozen.body, { now: "2031-05-06T07:08:09.000000+00:00", frozen: true });
  const created = JSON.parse((await call("POST", "/v3/surveys", { title: "Later" })).text);
  assert.equal(created.date_created, "2031-05-06T07:08:00");
  await tested.worker.kill();
  await tested.worker.restart();
  assert.deepEqual((await control("GET", "/clock")).body, frozen.body);
  await control("POST", "/clock", { advance: 60, run: true });
  const { body } = await control("GET", "/clock");
  assert.ok(!body.frozen && body.now >= "2031-05-06T07:09:09", body.now);
});

test("the_clock_goes_back_and_what_is_due_soon_stays_due_soon", options, async () => {
  await control("POST", "/clock", { advance: "400d" });
  const hook = { name: "Hook", event_type: "survey_created", subscription_url: listener.url };
  assert.equal((await call("POST", "/v3/webhooks", hook)).status, 201);
  listener.status = 500;
  const { id } = JSON.parse((await call("POST", "/v3/surveys", { title: "Told later" })).text);
  await eventually(() => listener.posts().length === 1);
  await delivered(id);
  listener.status = 200;
  await control("POST", "/clock", { advance: "-400d" });
  assert.equal((await call("GET", "/v3/users/me")).status, 200);
  await control("POST", "/clock", { advance: 600 });
  await eventually(() => listener.posts().length === 2);
});

test("a_reset_brings_the_demo_back", options, async () => {
  const total = async () => JSON.parse((await call("GET", "/v3/surveys")).text).total;
  const before = await total();
  await call("POST", "/v3/surveys", { title: "One more" });
  await control("POST", "/faults", { error: 1051, path: "/v3/groups" });
  await control("POST", "/clock", { advance: 1e6 });
  assert.equal(await total(), before + 1);
  await control("POST", "/reset");
  assert.equal(await total(), before);
  assert.deepEqual((await control("GET", "/faults")).body.faults, []);
  assert.ok(Math.abs(Date.parse((await control("GET", "/clock")).body.now) - Date.now()) < 60_000);
});

test("a_reset_signs_browsers_out_and_leaves_no_session_place_mail_or_entry", options, async () => {
  const browser = await signedIn("owner");
  const ask = (path) => browser.ask(path, { cookie: browser.cookie });
  assert.equal((await ask("/api/v3/users/me")).status, 200);
  assert.equal((await ask("/auth/session")).json.signed_in, true);
  const fields = { email: "gone@new.example", first_name: "Nina", last_name: "Berg", password: "a long password" };
  await fetch(`${tested.origin}/oauth/sign-up`, { method: "POST", body: new URLSearchParams(fields) });
  assert.equal((await control("GET", "/outbox?to=gone@new.example")).body.mails.length, 1);
  await control("POST", "/reset");
  assert.deepEqual((await control("GET", "/journal")).body.requests, []);
  assert.deepEqual((await control("GET", "/outbox?to=gone@new.example")).body.mails, []);
  assert.equal((await ask("/api/v3/users/me")).type, "signed-out");
  assert.equal((await ask("/auth/session")).json.signed_in, false);
  const again = await fetch(`${tested.origin}/oauth/sign-up`, { method: "POST", body: new URLSearchParams(fields) });
  assert.match(await again.text(), /Check your mail/);
});

test("a_reset_among_other_requests_or_twice_at_once_leaves_nothing_either", options, async () => {
  const total = async () => JSON.parse((await call("GET", "/v3/surveys?per_page=1")).text).total;
  const before = await total();
  let going = true;
  let written = 0;
  const statuses = new Set();
  const writer = async () => {
    while (going) {
      statuses.add((await call("POST", "/v3/surveys", { title: "Soon gone" })).status);
      written += 1;
    }
  };
  const writers = Array.from({ length: 6 }, writer);
  await eventually(() => written >= writers.length);
  const resets = Promise.all([control("POST", "/reset"), control("POST", "/reset")]);
  going = false;
  assert.deepEqual((await resets).map(({ status }) => status), [200, 200]);
  await Promise.all(writers);
  assert.deepEqual([...statuses], [201]);
  await control("POST", "/reset");
  assert.equal(await total(), before);
  const journal = (await control("GET", "/journal")).body.requests;
  assert.deepEqual(journal.map(({ operation }) => operation), ["surveys.list"]);
});

test("a_fault_befalls_the_call_that_it_was_wished_for", options, async () => {
  await control("POST", "/faults", { operation: "surveys.list", error: 1040, nth: 2, count: 1 });
  const statuses = [];
  for (let turn = 0; turn < 3; turn += 1) {
    statuses.push((await call("GET", "/v3/surveys")).status);
  }
  assert.deepEqual(statuses, [200, 429, 200]);
  await control("POST", "/faults", { path: "/v3/users/*", delay: 300, count: 1 });
  const began = performance.now();
  assert.equal((await call("GET", "/v3/users/me")).status, 200);
  assert.ok(performance.now() - began >= 290);
});

test("the_error_of_a_fault_has_the_form_of_the_path", options, async () => {
  await control("POST", "/faults", { path: "/*", error: 1051 });
  const legacy = await call("POST", "/v2/surveys/get_respondent_list", {});
  const { status, code } = JSON.parse(legacy.text);
  assert.deepEqual([legacy.status, status, code], [200, 5, 1051]);
  const token = await call("POST", "/oauth/token", {});
  assert.deepEqual([token.status, JSON.parse(token.text).error], [503, "invalid_request"]);
  for (const path of ["/oauth/authorize", "/r/KEY"]) {
    const page = await call("GET", path);
    assert.deepEqual([page.status, page.headers.get("content-type")], [503, "text/html; charset=utf-8"], path);
  }
});

test("a_write_that_a_fault_delays_beyond_a_reset_is_refused_and_changes_nothing", options, async () => {
  await control("POST", "/faults", { operation: "surveys.create", delay: 8_000 });
  const writing = call("POST", "/v3/surveys", { title: "Of the old world" });
  await eventually(async () => (await control("GET", "/faults")).body.faults[0].seen === 1);
  assert.equal((await control("POST", "/reset")).status, 200);
  const { status, text } = await writing;
  assert.deepEqual([status, JSON.parse(text).error?.id], [503, "1051"]);
  assert.ok(!(await call("GET", "/v3/surveys?per_page=1000")).text.includes("Of the old world"));
});

test("s55_a_form_of_the_pages_is_completed_although_its_browser_goes_away", options, async () => {
  const account = { email: "gone@new.example", password: "a long password" };
  const body = String(new URLSearchParams({ ...account, first_name: "Gone", last_name: "Berg" }));
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": body.length };
  const leave = (method, path) => {
    const sent = send(new URL(path, tested.origin), { method, headers: method === "POST" ? headers : {}, agent: false });
    sent.on("error", () => {});
    sent.end(method === "POST" ? body : undefined);
    return () => sent.socket.resetAndDestroy();
  };
  // The delay comes before the first of the form's steps at several objects.
  const path = "/oauth/sign-up";
  await control("POST", "/faults", { path, delay: 1_000, count: 2 });
  const leavers = [leave("POST", path), leave("GET", path)];
  await eventually(async () => (await control("GET", "/faults")).body.faults.length === 0);
  leavers.forEach((go) => go());
  const journal = async () => (await control("GET", "/journal")).body.requests.filter((record) => record.path === path);
  await eventually(async () => (await journal()).length > 0);
  assert.deepEqual((await journal()).map(({ method, status }) => [method, status]), [["POST", 200]]);
  const answer = await fetch(`${tested.origin}/account/sign-in`, { method: "POST", body: new URLSearchParams(account), redirect: "manual" });
  assert.equal(answer.status, 303);
});

test("a_cut_off_answer_is_a_connection_that_breaks_half_way", options, async () => {
  const { token } = world.tokens.find(({ name }) => name === "owner");
  const whole = (await call("GET", "/v3/users/me")).text;
  await control("POST", "/faults", { path: "/v3/users/*", cut: true, count: 2 });
  const response = await fetch(`${tested.origin}/v3/users/me`, { headers: { Authorization: `bearer ${token}` } });
  assert.equal(response.status, 200);
  await assert.rejects(response.text());
  const [head, body] = (await raw("/v3/users/me", token)).split("\r\n\r\n");
  assert.match(head, /^HTTP\/1\.1 200 OK/);
  assert.equal(Number(head.match(/content-length: (\d+)/i)?.[1]), whole.length);
  assert.equal(body, whole.slice(0, Math.floor(whole.length / 2)));
  assert.equal((await call("GET", "/v3/users/me")).text, whole);
});

test("a_fault_befalls_the_calls_of_a_session_too", options, async () => {
  const browser = await signedIn("owner");
  const ask = (path) => browser.ask(path, { cookie: browser.cookie });
  await control("POST", "/faults", { method: "get", path: "/api/v3/*", error: 1051, count: 1 });
  assert.equal((await call("GET", "/v3/surveys")).status, 200, "not by that way");
  const refused = await ask("/api/v3/surveys");
  assert.deepEqual([refused.status, refused.json.error.id], [503, "1051"]);
  assert.equal((await ask("/api/v3/surveys")).status, 200);
  await control("POST", "/faults", { operation: "users.me", cut: true, count: 1 });
  await assert.rejects(ask("/api/v3/users/me"));
  await control("POST", "/faults", { path: "/auth/token", error: 1051, count: 1 });
  assert.equal((await browser.signIn("a-code", undefined, { pkce: browser.pkce })).status, 502);
  const { body } = await control("GET", "/journal");
  assert.deepEqual([body.requests[1].gateway, body.requests[1].operation, body.requests[1].status], [true, "users.me", 200]);
  assert.ok(body.requests[1].fault > 0);
});

test("a_fault_reports_what_it_has_seen_what_is_left_and_until_when", options, async () => {
  await control("POST", "/clock", { set: "2031-05-06T07:08:09", freeze: true });
  const { body } = await control("POST", "/faults", { operation: "groups.list", error: 1054, nth: 2, count: 3, seconds: 60 });
  await call("GET", "/v3/groups");
  await call("GET", "/v3/groups");
  const [fault] = (await control("GET", "/faults")).body.faults;
  assert.deepEqual([fault.id, fault.seen, fault.left, fault.until], [body.id, 2, 2, "2031-05-06T07:09:09.000000+00:00"]);
  await control("POST", "/clock", { advance: 60 });
  assert.deepEqual((await control("GET", "/faults")).body.faults, []);
  assert.equal((await call("GET", "/v3/groups")).status, 200);
});

test("a_fault_outlives_a_restart_and_can_be_taken_away", options, async () => {
  const { body } = await control("POST", "/faults", { method: "GET", path: "/v3/groups", error: 1054 });
  await tested.worker.kill();
  await tested.worker.restart();
  assert.equal((await call("GET", "/v3/groups")).status, 502);
  assert.equal((await control("DELETE", `/faults/${body.id}`)).status, 200);
  assert.equal((await call("GET", "/v3/groups")).status, 200);
  assert.equal((await control("DELETE", `/faults/${body.id}`)).status, 404);
});

test("the_journal_lists_the_last_requests_with_account_app_duration_and_quota_also_after_a_restart", options, async () => {
  await control("POST", "/faults", { operation: "surveys.list", delay: 120, count: 1 });
  await call("GET", "/v3/surveys?per_page=1");
  assert.match((await call("GET", "/v3/surveys/1")).text, /1020/);
  await call("GET", "/v3/surveys", undefined, "eu");
  await fetch(`${tested.origin}/v3/surveys`);
  await tested.worker.kill();
  await tested.worker.restart();
  const { requests } = (await control("GET", "/journal")).body;
  const [none, elsewhere, missing, listed] = requests;
  const { app } = world.tokens.find(({ name }) => name === "owner");
  const owner = world.people.find(({ key }) => key === "owner");
  assert.deepEqual([listed.operation, listed.query, listed.status], ["surveys.list", "per_page=1", 200]);
  assert.equal(listed.app, world.apps.find(({ key }) => key === app).client_id);
  assert.deepEqual([listed.account.user_id, listed.account.email], [owner.user_id, owner.email]);
  assert.ok(listed.duration >= 110 && listed.duration < 5_000, `${listed.duration}`);
  const { decision, minute, day } = listed.quota;
  assert.deepEqual([decision, minute.left, day.limit], ["unlimited", null, null]);
  assert.ok(minute.reset > 0 && day.reset > 0);
  assert.deepEqual([missing.operation, missing.status, missing.error, missing.quota.decision], ["surveys.get", 404, "1020", "unlimited"]);
  assert.equal(missing.answer.body.error.id, "1020");
  assert.deepEqual([elsewhere.error, elsewhere.quota.decision], ["1018", "unlimited"]);
  assert.deepEqual([none.error, none.quota.decision, none.account], ["1010", "not counted", null]);
  assert.deepEqual((await control("DELETE", "/journal")).body.requests, []);
});

test("the_journal_names_every_decision_of_the_quota", options, async () => {
  await control("POST", "/clock", { freeze: true });
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 20 }, () => call("GET", "/v3/users/me", undefined, "private")));
  }
  await call("GET", "/v3/users/me", undefined, "disabled");
  const { requests } = (await control("GET", "/journal")).body;
  assert.equal(requests[0].quota.decision, "not counted");
  const decisions = ["counted", "tolerated", "refused"].map((decision) => requests.filter(({ quota }) => quota.decision === decision).length);
  assert.deepEqual(decisions, [120, 60, 20]);
  const refused = requests.find(({ quota }) => quota.decision === "refused");
  assert.deepEqual([refused.status, refused.error, refused.quota.minute.left], [429, "1040", 0]);
});

test("the_journal_keeps_the_last_500_requests_and_no_secret", options, async () => {
  const canaries = ["canary-query", "canary-json", "canary-form", "canary-cookie", "canary-bearer"];
  const [query, json, form, cookie, bearer] = canaries;
  const browser = await signedIn("owner");
  await browser.ask("/api/v3/users/me", { cookie: browser.cookie });
  await call("GET", `/v3/surveys?per_page=1&api_key=${query}`);
  await call("POST", "/v3/webhooks", { name: "x", event_type: "survey_created", subscription_url: listener.url, authorization: json });
  await fetch(`${tested.origin}/account/sign-in`, { method: "POST", body: new URLSearchParams({ email: "a@b.example", password: form }), headers: { Cookie: `account=${cookie}` } });
  await fetch(`${tested.origin}/v3/surveys`, { headers: { Authorization: `bearer ${bearer}` } });
  const weblink = JSON.parse((await call("POST", `/v3/surveys/${EMPTY}/collectors`, { type: "weblink" })).text).url;
  await fetch(weblink);
  const first = (await control("GET", "/journal")).body.requests;
  assert.ok(first.length > 8);
  const written = JSON.stringify(first);
  const secrets = [...canaries, browser.code, browser.ticket, browser.cookie.split("=")[1], weblink.split("/r/")[1]];
  secrets.push(...world.tokens.map(({ token }) => token), ...world.apps.map((app) => app.client_secret));
  secrets.push(world.people.find(({ key }) => key === "owner").password);
  for (const secret of secrets) {
    assert.ok(secret && !written.includes(secret), `${secret} is in the journal`);
  }
  for (let round = 0; round < 26; round += 1) {
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${tested.origin}/v3/round/${round}`)));
  }
  const { requests } = (await control("GET", "/journal")).body;
  assert.equal(requests.length, 500);
  assert.ok(!JSON.stringify(requests).includes("sign-in"), "the oldest are gone");
});

test("a_delivery_arrives_at_this_machine_signed_by_the_app", options, async () => {
  const hook = { name: "Hook", event_type: "survey_created", subscription_url: listener.url, authorization: "Bearer word" };
  assert.equal((await call("POST", "/v3/webhooks", hook)).status, 201);
  assert.deepEqual(listener.received.map(({ method }) => method), ["HEAD"]);
  const survey = JSON.parse((await call("POST", "/v3/surveys", { title: "Told" })).text);
  await eventually(() => listener.posts().length === 1);
  const [{ headers, body }] = listener.posts();
  const app = world.apps.find(({ client_id }) => client_id === headers["sm-apikey"]);
  const signature = createHmac("sha1", `${app.client_id}&${app.client_secret}`).update(body).digest("base64");
  assert.equal(headers["sm-signature"], signature);
  assert.equal(headers.authorization, "Bearer word");
  assert.deepEqual([JSON.parse(body).event_type, JSON.parse(body).object_id], ["survey_created", survey.id]);
});

test("an_address_that_does_not_answer_head_gets_no_webhook", options, async () => {
  const hook = { name: "Hook", event_type: "survey_created", subscription_url: "http://127.0.0.1:1/nobody" };
  const { status, text } = await call("POST", "/v3/webhooks", hook);
  assert.equal(status, 400);
  assert.match(text, /subscription_url/);
});

test("s77_a_redirect_of_a_customers_server_is_not_followed", options, async () => {
  const hook = { name: "Hook", event_type: "survey_created", subscription_url: listener.url, authorization: "Bearer word" };
  listener.head = 302;
  assert.equal((await call("POST", "/v3/webhooks", hook)).status, 400);
  listener.head = 200;
  assert.equal((await call("POST", "/v3/webhooks", hook)).status, 201);
  listener.status = 307;
  await call("POST", "/v3/surveys", { title: "Moved" });
  await eventually(() => listener.posts().length === 1);
  await eventually(async () => {
    await control("POST", "/clock", { advance: 600 });
    return listener.posts().length >= 2;
  });
  assert.deepEqual(listener.received.filter(({ url }) => url !== "/hook"), [], "the delivery is repeated at its own address");
});

test("a_pending_delivery_survives_a_kill_and_follows_the_clock", options, async () => {
  // However long this test takes, nothing but the advances below brings the delivery nearer.
  await control("POST", "/clock", { freeze: true });
  const hook = { name: "Hook", event_type: "survey_created", subscription_url: listener.url };
  assert.equal((await call("POST", "/v3/webhooks", hook)).status, 201);
  listener.status = 500;
  const { id } = JSON.parse((await call("POST", "/v3/surveys", { title: "Told later" })).text);
  await eventually(() => listener.posts().length === 1);
  await delivered(id);
  await tested.worker.kill();
  await tested.worker.restart();
  listener.status = 200;
  await control("POST", "/clock", { advance: 59 });
  assert.equal(listener.posts().length, 1, "its time has not come");
  await control("POST", "/clock", { advance: 600 });
  await eventually(() => listener.posts().length === 2);
  const [first, second] = listener.posts();
  assert.equal(first.body, second.body);
});

test("mail_is_found_in_the_outbox", options, async () => {
  const fields = { email: `nina-${Date.now()}@new.example`, first_name: "Nina", last_name: "Berg", password: "a long password" };
  const opened = await fetch(`${tested.origin}/oauth/sign-up`, { method: "POST", body: new URLSearchParams(fields) });
  assert.equal(opened.status, 200);
  const { body } = await control("GET", "/outbox");
  assert.ok(body.mails.some(({ to }) => to === fields.email), JSON.stringify(body).slice(0, 500));
  const mine = `/outbox?to=${encodeURIComponent(fields.email)}`;
  assert.deepEqual((await control("GET", mine)).body.mails.map(({ to }) => to), [fields.email]);
  assert.ok(!(await control("DELETE", mine)).body.mails.some(({ to }) => to === fields.email));
  assert.deepEqual((await control("DELETE", "/outbox")).body.mails, []);
  assert.deepEqual((await control("GET", "/outbox")).body.mails, []);
});

test("a_day_without_quota_ends_when_the_clock_says_so", options, async () => {
  let refused;
  // Far from midnight, when another day begins.
  await control("POST", "/clock", { set: "2031-05-06T07:08:09" });
  // Every minute stays within its own limit, so that the day's is what ends.
  for (let minute = 0; minute < 10 && !refused; minute += 1) {
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => call("GET", "/v3/users/me", undefined, "private")));
      refused ??= answers.find(({ status }) => status === 429);
    }
    assert.equal((await control("POST", "/clock", { advance: "1m" })).status, 200);
  }
  assert.equal(refused?.headers.get("x-ratelimit-app-global-day-remaining"), "0");
  assert.equal(JSON.parse(refused.text).error.id, "1040");
  await control("POST", "/clock", { advance: "1d" });
  assert.equal((await call("GET", "/v3/users/me", undefined, "private")).status, 200);
});

test("a_scheduled_message_is_in_the_outbox_once_its_time_has_come", options, async () => {
  const made = async (path, body) => {
    const { status, text } = await call("POST", path, body);
    assert.ok(status === 200 || status === 201, text);
    return JSON.parse(text);
  };
  const reader = "mia@readers.example";
  const collector = await made(`/v3/surveys/${EMPTY}/collectors`, { type: "email" });
  const path = `/v3/collectors/${collector.id}/messages`;
  const body_text = "[SurveyLink] [OptOutLink] [PrivacyLink] [FooterLink]";
  const { id } = await made(path, { type: "invite", subject: "Hello", body_text });
  await made(`${path}/${id}/recipients`, { email: reader });
  const scheduled_date = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 19);
  await made(`${path}/${id}/send`, { scheduled_date });
  const mails = async () => (await control("GET", `/outbox?to=${encodeURIComponent(reader)}`)).body.mails;
  assert.deepEqual(await mails(), []);
  await control("POST", "/clock", { advance: "9d" });
  assert.deepEqual(await mails(), []);
  await control("POST", "/clock", { advance: "2d" });
  const [mail, ...more] = await mails();
  assert.deepEqual([mail?.to, more.length], [reader, 0]);
  assert.match(mail.text, /\/r\//);
});

test("thousands_of_surveys_and_responses_are_seeded_with_progress", options, async () => {
  const response = await fetch(`${tested.origin}/sandbox/seed`, {
    method: "POST",
    headers: { ...OURS, "Content-Type": "application/json" },
    body: JSON.stringify({ seed: 3, surveys: 1200, responses: 25_000 }),
  });
  assert.equal(response.status, 200);
  const lines = (await response.text()).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.at(-1), { done: true, surveys: 1200, responses: 25_000 });
  assert.ok(lines.length > 5);
  const { total } = JSON.parse((await call("GET", "/v3/surveys?per_page=1")).text);
  assert.ok(total >= 1200);
  const bulk = JSON.parse((await call("GET", "/v3/surveys/600000000/responses/bulk")).text);
  assert.equal(bulk.total, 21);
});

test("lifelike_surveys_are_seeded_with_progress_and_read_like_others", options, async () => {
  const response = await fetch(`${tested.origin}/sandbox/seed`, {
    method: "POST",
    headers: { ...OURS, "Content-Type": "application/json" },
    body: JSON.stringify({ seed: 3, lifelike: [100, 3000] }),
  });
  assert.equal(response.status, 200);
  const lines = (await response.text()).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.slice(0, 2), [{ surveys: 1, responses: 0 }, { surveys: 1, responses: 100 }]);
  assert.deepEqual(lines.at(-1), { done: true, surveys: 2, responses: 3100 });
  const bulk = JSON.parse((await call("GET", "/v3/surveys/690000001/responses/bulk?per_page=1")).text);
  assert.equal(bulk.total, 3000);
  assert.equal((await control("POST", "/seed", { lifelike: [1_000_001] })).status, 400);
});
