// The sandbox over HTTP: the clock, faults, the journal, the outbox, seeding; and webhooks, which need all of them.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { underTest } from "./harness.mjs";

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
      received.push({ method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(request.method === "HEAD" ? 200 : listener.status).end();
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${server.address().port}/hook`;
  return { url, received, status: 200, posts: () => received.filter(({ method }) => method === "POST"), server };
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

/** Waits for something that an alarm does. */
async function eventually(check) {
  for (let turn = 0; turn < 200; turn += 1) {
    if (check()) {
      return;
    }
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.fail("it did not happen");
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
    listener.status = 200;
  }
});

test("s69_every_address_of_the_sandbox_needs_the_static_header_and_our_own_origin", options, async () => {
  for (const [method, path] of [
    ["POST", "/reset"], ["GET", "/clock"], ["POST", "/clock"], ["POST", "/seed"], ["GET", "/faults"],
    ["GET", "/outbox"], ["GET", "/journal"], ["GET", "/nothing"],
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
  assert.equal((await control("POST", "/clock", { forward: 1 })).status, 400);
  assert.equal((await control("POST", "/faults", { error: 1 })).status, 400);
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

test("a_fault_befalls_the_call_that_it_was_wished_for", options, async () => {
  await control("POST", "/faults", { operation: "surveys.list", error: 1040, nth: 2, count: 1 });
  const statuses = [];
  for (let turn = 0; turn < 3; turn += 1) {
    statuses.push((await call("GET", "/v3/surveys")).status);
  }
  assert.deepEqual(statuses, [200, 429, 200]);
  await control("POST", "/faults", { path: "/v3/users/*", cut: true, delay: 300, count: 1 });
  const began = performance.now();
  const { status, text } = await call("GET", "/v3/users/me");
  assert.equal(status, 200);
  assert.throws(() => JSON.parse(text));
  assert.ok(performance.now() - began >= 290);
  assert.equal(JSON.parse((await call("GET", "/v3/users/me")).text).id, "20010001");
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

test("the_journal_tells_the_last_requests_with_the_quota_and_without_secrets", options, async () => {
  await call("GET", "/v3/surveys?per_page=1&api_key=hush");
  const { text } = await call("GET", "/v3/surveys/1");
  assert.match(text, /1020/);
  const journal = await control("GET", "/journal");
  const [newest, older] = journal.body.requests;
  assert.deepEqual([newest.operation, newest.status, newest.error], ["surveys.get", 404, "1020"]);
  assert.deepEqual([older.operation, older.query], ["surveys.list", "per_page=1&api_key=(secret)"]);
  assert.ok(older.quota["x-ratelimit-app-global-minute-remaining"] > 0);
  const written = JSON.stringify(journal.body);
  for (const { token } of world.tokens) {
    assert.ok(!written.includes(token));
  }
  assert.ok(!written.includes("hush"));
  assert.deepEqual((await control("DELETE", "/journal")).body.requests, []);
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

test("a_pending_delivery_survives_a_kill_and_follows_the_clock", options, async () => {
  const hook = { name: "Hook", event_type: "survey_created", subscription_url: listener.url };
  assert.equal((await call("POST", "/v3/webhooks", hook)).status, 201);
  listener.status = 500;
  await call("POST", "/v3/surveys", { title: "Told later" });
  await eventually(() => listener.posts().length === 1);
  await new Promise((done) => setTimeout(done, 100));
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
});

test("a_day_without_quota_ends_when_the_clock_says_so", options, async () => {
  let refused;
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
  const collector = await made("/v3/surveys/301000007/collectors", { type: "email" });
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
