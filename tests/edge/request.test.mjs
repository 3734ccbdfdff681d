// Requests that the caller writes: in Node against a service that says what a test wants, and against the real one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createCanvass } from "../../pkg/dist/index.js";
import { startCanvass } from "../../pkg/dist/testing.js";

let world;
before(async () => (world = await startCanvass({ env: { APP_QUOTAS: "120/500" } })));
after(() => world?.stop());

const gateway = "https://gateway.example";

/** A service that gives its answers in order, the last one again and again; `sent` says what it got. */
function serving(...answers) {
  const sent = [];
  const fetch = async (request) => {
    const { pathname, search } = new URL(request.url);
    sent.push([request.method, pathname + search, await request.clone().text()]);
    return (answers.length > 1 ? answers.shift() : answers[0]).clone();
  };
  return { fetch, sent };
}

test("a request is a method, a path with its arguments, and the rest as query or body", async () => {
  const { fetch, sent } = serving(Response.json({ tags: 2 }), Response.json({ tags: 3 }, { status: 201 }), new Response(null, { status: 204 }), new Response("", { status: 202 }));
  const canvass = createCanvass({ gateway, fetch });
  const given = { survey_id: "7", tag_id: 12, colours: ["red", "a&b"], none: null, left: undefined };
  assert.deepEqual(await canvass.request("GET /v3/surveys/{survey_id}/tags/{tag_id}", given), { tags: 2 });
  const { value, status } = await canvass.request("PUT /v3/surveys/{survey_id}/tags/{tag_id}", given).withResponse();
  assert.deepEqual([value, status], [{ tags: 3 }, 201]);
  assert.equal(await canvass.request("DELETE /v3/tags", { force: true }), undefined);
  assert.equal(await canvass.request("POST /v3/tags"), undefined);
  assert.deepEqual(sent, [
    ["GET", "/api/v3/surveys/7/tags/12?colours=red%2Ca%26b", ""],
    ["PUT", "/api/v3/surveys/7/tags/12", JSON.stringify({ colours: ["red", "a&b"], none: null })],
    ["DELETE", "/api/v3/tags?force=true", ""],
    ["POST", "/api/v3/tags", "{}"],
  ]);
});

test("what a request is given is sent as it is, or refused, and what it answers is left alone", async () => {
  const odd = { links: { self: "x" }, id: "1" };
  const { fetch, sent } = serving(Response.json(odd));
  const canvass = createCanvass({ gateway, fetch });
  assert.deepEqual(await canvass.request("POST /v3/tags", [{ name: "a" }, { name: "b" }]), odd);
  const since = new Date("2026-01-31T12:00:00Z");
  await canvass.request("GET /v3/surveys/{id}/copies/{id}", { id: "7", since, until: [since, 3, true] });
  assert.deepEqual(sent, [
    ["POST", "/api/v3/tags", '[{"name":"a"},{"name":"b"}]'],
    ["GET", "/api/v3/surveys/7/copies/7?since=2026-01-31T12%3A00%3A00.000Z&until=2026-01-31T12%3A00%3A00.000Z%2C3%2Ctrue", ""],
  ]);
  const error = await canvass.request("GET /v3/tags", { of: { a: 1 } }).catch((error) => error);
  assert.deepEqual([error.kind, error.path, sent.length], ["invalid_argument", "of", 2]);
});

test("a request leads nowhere but to its path", async () => {
  const canvass = createCanvass({ gateway, fetch: () => assert.fail("it was sent") });
  for (const operation of ["/v3/surveys", "get /v3/surveys", "GET v3/surveys", "GET /v3/../auth/session", "GET /v3/surveys?x=1", "GET //elsewhere.example/v3", "GET /v3/a%2fb", "TRACE /v3/surveys"]) {
    const error = await canvass.request(operation).catch((error) => error);
    assert.deepEqual([error.kind, error.path], ["invalid_argument", "operation"], operation);
  }
  for (const survey_id of ["", "a/b", "..", "%2e", undefined, "a".repeat(65)]) {
    const error = await canvass.request("GET /v3/surveys/{survey_id}/tags", { survey_id }).catch((error) => error);
    assert.deepEqual([error.kind, error.path], ["invalid_argument", "survey_id"], survey_id);
  }
});

test("a request is repeated, refused and stopped as any call", async () => {
  const busy = Response.json({ error: { id: "1054", message: "later", docs: "https://docs.example/1054" } }, { status: 503 });
  const read = serving(busy, Response.json({ ok: true }));
  assert.deepEqual(await createCanvass({ gateway, fetch: read.fetch }).request("GET /v3/tags"), { ok: true });
  assert.equal(read.sent.length, 2);
  for (const method of ["POST", "DELETE"]) {
    const write = serving(busy);
    const error = await createCanvass({ gateway, fetch: write.fetch }).request(`${method} /v3/tags`).catch((error) => error);
    assert.deepEqual([error.kind, error.code, error.docs, write.sent.length], ["service_failed", 1054, "https://docs.example/1054", 1], method);
  }
  const broken = serving(new Response("<html>"));
  const error = await createCanvass({ gateway, fetch: broken.fetch }).request("GET /v3/tags").catch((error) => error);
  assert.equal(error.kind, "unexpected_answer");
  const signal = AbortSignal.abort("enough");
  assert.equal(await createCanvass({ gateway, fetch: broken.fetch }).request("GET /v3/tags", {}, { signal }).catch((reason) => reason), "enough");
});

test("a request reaches the real service through the gateway and with a token, and counts against the quota where there is one", async () => {
  const [limited, free] = [world.session(await world.signIn("owner")), world.client("owner")];
  for (const [canvass, minute, day] of [[limited, 120, 500], [free, Infinity, Infinity]]) {
    const { value, quota } = await canvass.request("GET /v3/surveys", { per_page: 2, sort_by: "title" }).withResponse();
    assert.equal(value.data.length, 2);
    assert.deepEqual([quota.minute.limit, quota.day.limit], [minute, day]);
    assert.deepEqual([quota.minute.remaining < minute, quota.day.remaining < day], [canvass === limited, canvass === limited]);
    assert.ok(quota.minute.reset > 0 && quota.day.resets_at > new Date());
    const error = await canvass.request("GET /v3/surveys/{survey_id}", { survey_id: "1" }).catch((error) => error);
    assert.deepEqual([error.kind, error.code], ["not_found", 1020]);
    assert.match(error.docs, /^http.*\/v3\/errors\/1020$/);
    const { id } = await canvass.request("POST /v3/survey_folders", { title: "By hand" });
    assert.equal((await canvass.request("GET /v3/survey_folders/{folder_id}", { folder_id: id })).title, "By hand");
    await canvass.request("DELETE /v3/survey_folders/{folder_id}", { folder_id: id });
  }
});
