// Deliveries verified by the SDK as it is packed: those of the local service itself, and what others make of them.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { WebhookError, isWebhookError, verifyWebhook } from "../../pkg/dist/webhook.js";
import { root } from "../../scripts/run.mjs";
import { startWorker } from "../../scripts/worker.mjs";
import { eventually } from "./eventually.mjs";

const folder = mkdtempSync(join(tmpdir(), "canvass-webhook-"));
const app = { client_id: "app-1", client_secret: "hush" };
let worker;
let world;
let listener;

/** A second Worker, of an app that is told: it answers a delivery with what it makes of it. */
const RECEIVER = `
import { verifyWebhook } from "./webhook.js";
export default {
  async fetch(request) {
    const { client_id, client_secret } = Object.fromEntries(new URL(request.url).searchParams);
    try {
      const event = await verifyWebhook({ body: await request.arrayBuffer(), headers: request.headers, client_id, client_secret });
      return new Response(event.event_type);
    } catch (error) {
      return new Response(error.kind, { status: error.status });
    }
  },
};`;

before(async () => {
  const { outputFiles } = await build({ entryPoints: [join(root, "pkg", "dist", "webhook.js")], bundle: true, format: "esm", write: false });
  writeFileSync(join(folder, "webhook.js"), outputFiles[0].text);
  writeFileSync(join(folder, "receiver.js"), RECEIVER);
  const modules = ["receiver.js", "webhook.js"].map((name) => `(name = "${name}", esModule = embed "${name}")`);
  const services = `(name = "receiver", worker = (modules = [${modules}], compatibilityDate = "2026-10-01")),`;
  worker = await startWorker({ dataDir: folder, services, sockets: ["receiver"] });
  world = await (await fetch(`${worker.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
  const posts = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method === "POST") posts.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.end();
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  listener = { posts, server, url: `http://127.0.0.1:${server.address().port}/hook` };
});
after(async () => {
  listener?.server.close();
  await worker?.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function call(method, path, body) {
  const { token } = world.tokens.find(({ name }) => name === "owner");
  const headers = { Authorization: `bearer ${token}`, "Content-Type": "application/json" };
  const response = await fetch(worker.origin + path, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  assert.ok(response.ok, text);
  return JSON.parse(text);
}

async function caught(promise) {
  return promise.then(
    () => assert.fail("nothing failed"),
    (error) => error,
  );
}

const sign = (body, { client_id, client_secret } = app) =>
  createHmac("sha1", `${client_id}&${client_secret}`).update(body).digest("base64");

/** A delivery as the service would make it, of 2031-01-01T00:00:00Z. */
function delivery(changes = {}) {
  const body = JSON.stringify({
    name: "Hook", event_id: "9", event_type: "response_completed", event_datetime: "2031-01-01T00:00:00.123456+00:00",
    filter_type: "survey", filter_id: "7", object_type: "response", object_id: "5", resources: { survey_id: "7" }, ...changes,
  });
  return { body, headers: { "Sm-Apikey": app.client_id, "Sm-Signature": sign(body) }, ...app, now: new Date("2031-01-01T00:01:00Z") };
}

/** What a delivery is refused for. */
const refused = async (request) => (await caught(verifyWebhook(request))).kind;

test("the_services_own_deliveries_are_verified_wherever_they_arrive", async () => {
  const events = ["survey_created", "survey_updated", "collector_created", "response_created", "survey_deleted"];
  const { id } = await call("POST", "/v3/surveys", { title: "Told" });
  for (const event_type of events) {
    const about = event_type === "survey_created" ? {} : { object_type: "survey", object_ids: [id] };
    await call("POST", "/v3/webhooks", { name: event_type, event_type, subscription_url: `${listener.url}/${event_type}`, ...about });
  }
  await call("POST", "/v3/surveys", { title: "Another" });
  await call("PATCH", `/v3/surveys/${id}`, { title: "Told again" });
  const collector = await call("POST", `/v3/surveys/${id}/collectors`, { type: "weblink" });
  await call("POST", `/v3/collectors/${collector.id}/responses`, { pages: [] });
  await call("DELETE", `/v3/surveys/${id}`);
  await eventually(() => listener.posts.length >= events.length);
  const seen = new Set();
  for (const { headers, body } of listener.posts) {
    const { client_id, client_secret } = world.apps.find((known) => known.client_id === headers["sm-apikey"]);
    const event = await verifyWebhook({ body, headers, client_id, client_secret });
    assert.equal(event.name, event.event_type);
    assert.equal(event.object_type, event.event_type.split("_")[0]);
    if (event.event_type !== "survey_created") assert.deepEqual([event.filter_type, event.filter_id, event.resources.survey_id], ["survey", id, id]);
    seen.add(event.event_type);
    const at = `${worker.extra[0]}/?${new URLSearchParams({ client_id, client_secret })}`;
    const post = { "sm-apikey": client_id, "sm-signature": headers["sm-signature"] };
    const arrived = await fetch(at, { method: "POST", headers: post, body });
    assert.equal(await arrived.text(), event.event_type, "the same in a Worker");
    const changed = await fetch(at, { method: "POST", headers: post, body: `${body} ` });
    assert.deepEqual([changed.status, await changed.text()], [401, "wrong_signature"]);
  }
  assert.deepEqual([...seen].sort(), [...events].sort());
});

test("a_receiver_that_does_not_answer_delays_no_other", async () => {
  const { id } = await call("POST", "/v3/surveys", { title: "Slow" });
  const arrived = [];
  let slow;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      if (request.method === "HEAD") return response.end();
      arrived.push(request.url);
      if (request.url === "/fast") return response.end();
      slow ??= response;
      response.on("close", () => arrived.push("/slow given up"));
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const at = (path) => `http://127.0.0.1:${server.address().port}${path}`;
  const about = { object_type: "survey", object_ids: [id], event_type: "survey_updated" };
  const webhooks = [];
  for (const path of ["/slow", "/fast"]) webhooks.push(await call("POST", "/v3/webhooks", { name: path, subscription_url: at(path), ...about }));
  for (let turn = 0; turn < 4; turn += 1) {
    await call("PATCH", `/v3/surveys/${id}`, { title: `Slow ${turn}` });
    await eventually(() => arrived.filter((path) => path === "/fast").length > turn);
  }
  assert.deepEqual(arrived.filter((path) => path !== "/fast"), ["/slow"], "all arrived while the slow one was awaited");
  slow.end();
  for (const { id } of webhooks) await call("DELETE", `/v3/webhooks/${id}`);
  server.closeAllConnections();
  server.close();
});

test("many_receivers_that_do_not_answer_delay_no_other_work", async () => {
  const { id } = await call("POST", "/v3/surveys", { title: "Silent" });
  const silent = [];
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === "HEAD") response.end();
    else silent.push(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const about = { object_type: "survey", object_ids: [id], event_type: "survey_updated" };
  const webhooks = [];
  for (let number = 0; number < 8; number += 1) {
    const subscription_url = `http://127.0.0.1:${server.address().port}/${number}`;
    webhooks.push(await call("POST", "/v3/webhooks", { name: "Silent", subscription_url, ...about }));
  }
  await call("PATCH", `/v3/surveys/${id}`, { title: "Silent 2" });
  await eventually(() => silent.length >= 4);
  const { id: collector } = await call("POST", `/v3/surveys/${id}/collectors`, { type: "email" });
  const messages = `/v3/collectors/${collector}/messages`;
  const { id: message } = await call("POST", messages, { type: "invite" });
  await call("POST", `${messages}/${message}/recipients`, { email: "silent@mail.example" });
  await call("POST", `${messages}/${message}/send`, {});
  const sent = async () => (await call("GET", `${messages}/${message}`)).status === "sent";
  while (!(await sent())) await new Promise((done) => setTimeout(done, 100));
  assert.equal(silent.filter(({ closed }) => closed).length, 0, "no receiver was given up meanwhile");
  assert.equal(silent.length, 4);
  for (const { id } of webhooks) await call("DELETE", `/v3/webhooks/${id}`);
  server.closeAllConnections();
  server.close();
});

test("a_body_that_was_changed_or_signed_by_another_is_refused", async () => {
  const good = delivery();
  assert.equal((await verifyWebhook(good)).object_id, "5");
  assert.equal(await refused({ ...good, body: good.body.replace('"5"', '"6"') }), "wrong_signature");
  assert.equal(await refused({ ...good, client_secret: "other" }), "wrong_signature");
  for (const signature of ["%%", "AAAA", sign(good.body).slice(0, -4), Buffer.from(sign(good.body), "base64").toString("hex")]) {
    assert.equal(await refused({ ...good, headers: { ...good.headers, "Sm-Signature": signature } }), "wrong_signature", signature);
  }
  assert.equal(await refused({ ...good, client_id: "app-2" }), "other_app");
  assert.equal(await refused({ ...good, headers: { "Sm-Apikey": app.client_id } }), "unsigned");
  assert.equal(await refused({ ...good, headers: { "Sm-Signature": sign(good.body) } }), "unsigned");
});

test("an_old_secret_counts_while_it_is_being_replaced", async () => {
  assert.equal((await verifyWebhook({ ...delivery(), client_secret: ["new", app.client_secret] })).event_id, "9");
});

test("bodies_and_headers_are_taken_as_any_platform_gives_them", async () => {
  const { body, headers, ...rest } = delivery({ name: "Größe" });
  const bytes = new TextEncoder().encode(body);
  const within = new Uint8Array([0, ...bytes, 0]).subarray(1, -1);
  for (const given of [body, bytes, within, bytes.buffer, Buffer.from(bytes)]) {
    assert.equal((await verifyWebhook({ body: given, headers: new Headers(headers), ...rest })).name, "Größe");
  }
  const { kind, status } = await caught(verifyWebhook({ body: JSON.parse(body), headers, ...rest }));
  assert.deepEqual([kind, status], ["configuration", 500], "the receiver has parsed it");
});

test("an_event_counts_until_its_last_attempt_and_not_before_its_time", async () => {
  const at = (now, more) => verifyWebhook({ ...delivery(), now: new Date(now), ...more }).then(() => "taken", ({ kind }) => kind);
  assert.equal(await at("2031-01-02T14:36:00Z"), "taken", "the last attempt of the service");
  assert.equal(await at("2031-01-02T14:42:00Z"), "out_of_time");
  assert.equal(await at("2030-12-31T23:56:00Z"), "taken");
  assert.equal(await at("2030-12-31T23:54:00Z"), "out_of_time");
  assert.equal(await at("2031-01-01T00:02:00Z", { tolerance: 60 }), "out_of_time");
  assert.equal(await at("2041-01-01T00:00:00Z", { tolerance: Infinity }), "taken");
});

test("a_tolerance_or_a_time_that_is_no_number_accepts_no_event", async () => {
  for (const wrong of [{ tolerance: Number(process.env.UNSET) }, { tolerance: "300" }, { tolerance: null }, { now: new Date("no date") }, { now: Date.now() }]) {
    const { kind, status, message } = await caught(verifyWebhook({ ...delivery(), ...wrong }));
    assert.deepEqual([kind, status], ["configuration", 500]);
    assert.match(message, new RegExp(`^The option \`${Object.keys(wrong)[0]}\` must be `));
  }
});

test("a_signed_body_that_is_no_delivery_is_malformed_and_an_unknown_event_comes_through", async () => {
  assert.equal((await verifyWebhook(delivery({ event_type: "something_new" }))).event_type, "something_new");
  for (const changes of [{ event_type: 7 }, { event_datetime: "yesterday" }, { object_id: undefined }, { resources: null }]) {
    assert.equal(await refused(delivery(changes)), "malformed", JSON.stringify(changes));
  }
  for (const body of ["", "null", "{", Uint8Array.of(0xff)]) {
    const headers = { "Sm-Apikey": app.client_id, "Sm-Signature": sign(body) };
    assert.equal(await refused({ body, headers, ...app }), "malformed");
  }
});

test("an_error_is_of_its_class_and_says_what_to_answer", async () => {
  const wrong = await caught(verifyWebhook({ ...delivery(), client_secret: "other" }));
  assert.ok(wrong instanceof WebhookError && isWebhookError(wrong));
  assert.deepEqual([wrong.name, wrong.kind, wrong.status], ["WebhookError", "wrong_signature", 401]);
  assert.equal((await caught(verifyWebhook({ ...delivery(), now: new Date("2041-01-01") }))).status, 400);
  assert.ok(!isWebhookError(new Error("another")));
});
