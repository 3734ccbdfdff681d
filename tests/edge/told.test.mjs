// What the SDK tells its caller while it works, and how it ends: in Node against a service that says what a test wants,
// and against the real one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createCanvass } from "../../pkg/dist/index.js";
import { startCanvass } from "../../pkg/dist/testing.js";

let world;
before(async () => (world = await startCanvass()));
after(() => world?.stop());

/** Everything that the SDK tells, in order, by the name of the listener. */
function listening() {
  const told = [];
  const on = (name) => (event) => told.push([name, event]);
  return { told, hooks: { onRequest: on("request"), onResponse: on("response"), onRetry: on("retry"), onQuota: on("quota"), log: on("log") } };
}

test("every_attempt_is_told_with_its_number_its_answer_and_the_id_of_one_that_failed", async () => {
  const { told, hooks } = listening();
  const answers = [];
  const keep = async (request, next) => {
    const answer = await next(request);
    answers.push(answer.headers.get("x-request-id") ?? undefined);
    return answer;
  };
  const canvass = world.session(await world.signIn("owner"), { ...hooks, use: [keep] });
  await world.faults.add({ operation: "surveys.list", error: 1054, count: 1 });
  const { quota, status } = await canvass.surveys.list({ title: "a private title" }).withResponse();
  const of = (wanted) => told.filter(([name]) => name === wanted).map(([, event]) => event);
  assert.deepEqual(told.map(([name]) => name).filter((name) => name !== "quota"), ["request", "response", "log", "retry", "log", "request", "response", "log"]);
  assert.deepEqual(of("request"), [0, 1].map((attempt) => ({ method: "GET", path: "/api/v3/surveys", attempt })));
  const [failed, done] = of("response");
  assert.deepEqual([failed.request_id, done.request_id], answers);
  assert.match(failed.request_id, /^[0-9a-f]{16}$/);
  assert.equal(of("retry")[0].error.request_id, failed.request_id);
  const { milliseconds, ...rest } = done;
  assert.deepEqual(rest, { method: "GET", path: "/api/v3/surveys", attempt: 1, status, request_id: undefined });
  assert.ok(milliseconds >= 0 && status === 200);
  assert.deepEqual(of("quota").at(-1), quota);
  assert.deepEqual(canvass.quota, quota);
  assert.match(of("log")[0], new RegExp(`^GET /api/v3/surveys ${failed.status} \\d+ ms ${failed.request_id}$`));
  assert.ok(!JSON.stringify(told).includes("private"), "a query is nobody else's business");
});

test("an_error_has_the_id_of_its_request_which_no_two_have_alike", async () => {
  const canvass = world.session(await world.signIn("owner"));
  const ids = [];
  for (let call = 0; call < 2; call += 1) {
    const error = await canvass.surveys.get({ survey_id: "1" }).catch((error) => error);
    assert.equal(error.kind, "not_found");
    ids.push(error.request_id);
  }
  assert.match(ids[0], /^[0-9a-f]{16}$/);
  assert.notEqual(ids[0], ids[1]);
});

test("a_retry_is_told_with_its_reason_and_its_delay_before_the_next_attempt", async () => {
  const { told, hooks } = listening();
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    if (calls === 1) throw new TypeError("no connection");
    return new Response(JSON.stringify({ data: [], page: 1, per_page: 50, total: 0, links: { self: "x" } }));
  };
  await createCanvass({ gateway: "https://gateway.example", fetch, ...hooks }).surveys.list();
  assert.deepEqual(told.map(([name]) => name), ["request", "retry", "log", "request", "response", "log"]);
  const [, { attempt, delay, error }] = told[1];
  assert.deepEqual([attempt, error.kind, error.cause.message, delay > 0 && delay <= 8000], [1, "network", "no connection", true]);
  assert.deepEqual(told.filter(([name]) => name === "request").map(([, { attempt }]) => attempt), [0, 1]);
});

test("offline_nothing_is_sent_nor_repeated_and_the_error_says_so", async () => {
  const known = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", { value: { onLine: false }, configurable: true });
  const { told, hooks } = listening();
  try {
    const canvass = createCanvass({ gateway: "https://gateway.example", fetch: () => assert.fail("it was sent"), ...hooks });
    const error = await canvass.surveys.list().catch((error) => error);
    assert.deepEqual([error.name, error.kind, error.retryable, error.remedy.action], ["OfflineError", "offline", true, "retry"]);
    const create = await canvass.workgroups.create({ name: "a", is_visible: true }).catch((error) => error);
    assert.equal(create.kind, "offline");
    assert.deepEqual(told, []);
  } finally {
    if (known) Object.defineProperty(globalThis, "navigator", known);
    else delete globalThis.navigator;
  }
});
