// The webhook receiver: deliveries of the service, forged ones, repeated ones, and events that were left unprocessed.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startCanvass } from "../../pkg/dist/testing.js";
import { started } from "../consumers/programs.mjs";
import { eventually } from "../edge/eventually.mjs";
import { freeRange } from "../edge/free_ports.mjs";
import { copyOf } from "./examples.mjs";

const folder = copyOf("webhook-receiver");
let world;
let url;
let app;
let receiver;

before(async () => {
  world = await startCanvass();
  const { app: key } = world.tokens.find(({ name }) => name === "owner");
  app = world.apps.find((known) => known.key === key);
  await start();
});
after(async () => {
  await receiver?.();
  await world?.stop();
});

async function start() {
  const port = await freeRange();
  url = `http://127.0.0.1:${port}/hook`;
  const variables = { CLIENT_ID: app.client_id, CLIENT_SECRET: app.client_secret, PORT: String(port) };
  receiver = await started(folder, process.execPath, ["receiver.mjs"], port, variables);
}

const files = (name) => readdirSync(join(folder, "events", name));

/** How often an event was processed since the start. */
const processed = (text) => receiver.output.out.split("\n").filter((line) => line === text).length;

/** A signed delivery of an event with this id. */
function delivery(event_id) {
  const body = JSON.stringify({
    name: "Hook", event_id, event_type: "response_completed", event_datetime: new Date().toISOString(),
    filter_type: "survey", filter_id: "7", object_type: "response", object_id: `of-${event_id}`, resources: { survey_id: "7" },
  });
  const signature = createHmac("sha1", `${app.client_id}&${app.client_secret}`).update(body).digest("base64");
  return { body, headers: { "Sm-Apikey": app.client_id, "Sm-Signature": signature } };
}

const post = async ({ body, headers }) => (await fetch(url, { method: "POST", headers, body })).status;

test("a_delivery_of_the_service_is_processed", async () => {
  const canvass = world.client("owner");
  const { id: survey_id } = await canvass.surveys.create({ title: "Of an example" });
  const { id: collector_id } = await canvass.surveys.collectors.create({ survey_id, type: "weblink" });
  const webhook = { name: "Example", event_type: "response_created", object_type: "survey", object_ids: [survey_id] };
  await canvass.webhooks.create({ ...webhook, subscription_url: url });
  const { id } = await canvass.collectors.responses.create({ collector_id, pages: [] });
  await eventually(() => processed(`response_created ${id} of survey ${survey_id}`) === 1, () => receiver.output.all);
  await eventually(() => files("done").length === 1 && files("pending").length === 0);
});

test("a_forged_delivery_is_refused_and_not_stored", async () => {
  const stored = files("done");
  const good = delivery("forged");
  assert.equal(await post({ ...good, body: good.body.replace("of-forged", "of-another") }), 401);
  assert.equal(await post({ ...good, headers: { ...good.headers, "Sm-Signature": "AAAA" } }), 401);
  assert.equal(await post({ ...good, headers: {} }), 401);
  assert.equal(await post({ ...good, headers: { ...good.headers, "Sm-Apikey": "another-app" } }), 401);
  assert.equal(await post({ ...good, body: "x".repeat(200_000) }).catch(() => 413), 413);
  assert.equal((await fetch(url)).status, 405);
  assert.deepEqual([files("done"), files("pending")], [stored, []]);
});

test("an_event_that_is_delivered_twice_is_processed_once_also_after_a_restart", async () => {
  const twice = delivery("twice");
  const line = "response_completed of-twice of survey 7";
  assert.deepEqual(await Promise.all([post(twice), post(twice)]), [200, 200]);
  await eventually(() => existsSync(join(folder, "events", "done", "twice.json")));
  await receiver();
  assert.equal(processed(line), 1);
  await start();
  assert.equal(await post(twice), 200);
  assert.equal(await post(delivery("later")), 200);
  await eventually(() => processed("response_completed of-later of survey 7") === 1);
  assert.equal(processed(line), 0);
});

test("events_that_were_not_processed_when_the_program_was_killed_are_processed_after_its_start_in_the_order_of_their_arrival", async () => {
  const names = ["left-2", "left-3", "left-1"];
  for (const name of names) {
    assert.equal(await post(delivery(name)), 200);
    await eventually(() => existsSync(join(folder, "events", "done", `${name}.json`)));
  }
  await receiver();
  for (const name of names) renameSync(join(folder, "events", "done", `${name}.json`), join(folder, "events", "pending", `${name}.json`));
  await start();
  await eventually(() => files("pending").length === 0, () => receiver.output.all);
  assert.deepEqual([...receiver.output.out.matchAll(/ of-(left-\d) /g)].map(([, name]) => name), names);
});
