// Kills: what was acknowledged is there afterwards, no id comes twice, and what was interrupted is done again.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { before, test } from "node:test";
import { eventually } from "./eventually.mjs";
import { freeRange } from "./free_ports.mjs";
import { underTest } from "./harness.mjs";

const KILLS = 50;
/** Enough that writes wait for each other and commit together. */
const WRITERS = 16;

// It is killed and restarted at its ports: they are none that the system gives to a connection meanwhile.
const tested = underTest({ port: await freeRange() });
let world;
before(async () => {
  await tested.ready();
  world = await tested.sandbox();
});

/** An address that takes deliveries: the bodies that it was sent. The first one it never answers. */
async function listen() {
  const bodies = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      if (request.method === "HEAD" || bodies.push(body) > 1) response.writeHead(200).end();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = () => (server.closeAllConnections(), server.close());
  return { url: `http://127.0.0.1:${server.address().port}/hook`, bodies, close };
}

test("s84_a_delivery_that_a_kill_interrupted_is_made_within_30_seconds", async (context) => {
  if (!tested.worker) {
    context.skip("a Worker that somebody else started is not killed");
    return;
  }
  const { token } = world.tokens.find(({ name }) => name === "owner");
  const headers = { Authorization: `bearer ${token}`, "Content-Type": "application/json" };
  const post = (path, body) => fetch(tested.origin + path, { method: "POST", headers, body: JSON.stringify(body) });
  const listener = await listen();
  try {
    const hook = { name: "Hook", event_type: "survey_created", subscription_url: listener.url };
    assert.equal((await post("/v3/webhooks", hook)).status, 201);
    assert.equal((await post("/v3/surveys", { title: "Told" })).status, 201);
    await eventually(() => listener.bodies.length === 1);
    await tested.worker.kill();
    const killed = performance.now();
    await tested.worker.restart();
    // No request wakes the team: the agenda alone does.
    const left = 30 - (performance.now() - killed) / 1000;
    await eventually(() => listener.bodies.length >= 2, "it was not made in 30 seconds", left);
    assert.equal(listener.bodies.length, 2);
    assert.equal(listener.bodies[0], listener.bodies[1]);
  } finally {
    listener.close();
  }
});

/** What is written, and where it is read again. */
const WRITES = [
  { path: "/v3/surveys", body: (number) => ({ title: `Survey ${number}` }), at: (id) => `/v3/surveys/${id}`, field: "title" },
  {
    path: "/v3/workgroups",
    body: (number) => ({ name: `Workgroup ${number}`, is_visible: true }),
    at: (id) => `/v3/workgroups/${id}`,
    field: "name",
  },
  {
    path: "/v3/contact_lists",
    body: (number) => ({ name: `List ${number}` }),
    at: (id) => `/v3/contact_lists/${id}`,
    field: "name",
  },
];

/** Makes a survey with one open question and a link. Returns writes of its responses, by an app and by respondents. */
async function responseWrites(api) {
  const question = { headings: [{ heading: "Word?" }], family: "open_ended", subtype: "single" };
  const survey = await api("POST", "/v3/surveys", { title: "Durable", pages: [{ questions: [question] }] });
  const { pages } = await api("GET", `/v3/surveys/${survey.id}/details`);
  const settings = { type: "weblink", allow_multiple_responses: true };
  const collector = await api("POST", `/v3/surveys/${survey.id}/collectors`, settings);
  const path = `/v3/collectors/${collector.id}/responses`;
  const created = {
    path,
    body: (number) => ({ custom_value: `Response ${number}`, pages: [] }),
    at: (id) => `${path}/${id}`,
    field: "custom_value",
  };
  const link = tested.origin + new URL(collector.url).pathname;
  const field = `q${pages[0].questions[0].id}`;
  const submitted = {
    path: "page",
    body: (number) => ({ text: `Page ${number}` }),
    /** Shows the page, fills it and submits it, as a new respondent. */
    async send({ text }) {
      const shown = await fetch(link);
      const [, ticket] = /name="ticket" value="([^"]+)"/.exec(await shown.text());
      const cookie = shown.headers.getSetCookie()[0].split(";")[0];
      const body = new URLSearchParams({ ticket, [field]: text, go: "next" });
      const sent = await fetch(link, { method: "POST", headers: { Cookie: cookie, Origin: tested.origin }, body });
      const end = await sent.text();
      assert.equal(sent.status, 200, end);
      return text;
    },
    /** The texts of all submitted pages. */
    async found() {
      const texts = new Set();
      for (let page = 1, total = 1; texts.size < total; page += 1) {
        const list = await api("GET", `/v3/surveys/${survey.id}/responses/bulk?per_page=100&page=${page}`);
        if (list.data.length === 0) break;
        total = list.total;
        for (const { id, pages } of list.data) texts.add(pages[0]?.questions[0]?.answers[0]?.text ?? id);
      }
      return texts;
    },
  };
  return [created, submitted];
}

test("what_was_acknowledged_is_there_after_fifty_kills", async (context) => {
  if (!tested.worker) {
    context.skip("a Worker that somebody else started is not killed");
    return;
  }
  const { token } = world.tokens.find(({ name }) => name === "owner");
  const headers = { Authorization: `bearer ${token}`, "Content-Type": "application/json" };
  const api = async (method, path, body) =>
    (await fetch(tested.origin + path, { method, headers, body: body && JSON.stringify(body) })).json();
  const [created, submitted] = await responseWrites(api);
  const writes = [...WRITES, created, submitted, submitted];
  const acknowledged = [];
  let number = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const wanted = acknowledged.length + WRITERS + (kill % 5);
    let alive = true;
    const writer = async () => {
      while (alive) {
        number += 1;
        const write = writes[number % writes.length];
        const body = write.body(number);
        try {
          if (write.send) {
            acknowledged.push({ write, body, id: await write.send(body) });
            continue;
          }
          const response = await fetch(tested.origin + write.path, { method: "POST", headers, body: JSON.stringify(body) });
          const made = await response.json();
          assert.equal(response.status, 201, JSON.stringify(made));
          acknowledged.push({ write, body, id: made.id });
        } catch (error) {
          if (error instanceof assert.AssertionError) {
            throw error;
          }
          // The Worker is gone in the middle of this write: it was not acknowledged.
        }
        if (acknowledged.length >= wanted) {
          return;
        }
      }
    };
    const writers = Array.from({ length: WRITERS }, writer);
    // The first one that has its fill pulls the plug on all others.
    await Promise.race(writers);
    await tested.worker.kill();
    alive = false;
    await Promise.all(writers);
    await tested.worker.restart();
  }
  assert.ok(acknowledged.length >= KILLS * WRITERS);
  assert.equal(new Set(acknowledged.map(({ write, id }) => write.path + id)).size, acknowledged.length, "an id came twice");
  const texts = await submitted.found();
  for (const { write, body, id } of acknowledged) {
    if (write.send) {
      assert.ok(texts.has(body.text), `${body.text} is lost`);
      continue;
    }
    const response = await fetch(tested.origin + write.at(id), { headers });
    const found = await response.json();
    assert.equal(found[write.field], body[write.field], `${write.at(id)}: ${JSON.stringify(found)}`);
  }
});
