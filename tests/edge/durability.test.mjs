// Fifty kills in the middle of concurrent writes: what was acknowledged is there afterwards, and no id comes twice.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { underTest } from "./harness.mjs";

const KILLS = 50;
const WRITERS = 8;

const tested = underTest();
let world;
before(async () => {
  await tested.ready();
  world = await tested.sandbox();
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

test("what_was_acknowledged_is_there_after_fifty_kills", async (context) => {
  if (!tested.worker) {
    context.skip("a Worker that somebody else started is not killed");
    return;
  }
  const { token } = world.tokens.find(({ name }) => name === "owner");
  const headers = { Authorization: `bearer ${token}`, "Content-Type": "application/json" };
  const acknowledged = [];
  let number = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const wanted = acknowledged.length + WRITERS + (kill % 5);
    let alive = true;
    const writer = async () => {
      while (alive) {
        number += 1;
        const write = WRITES[number % WRITES.length];
        const body = write.body(number);
        try {
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
  for (const { write, body, id } of acknowledged) {
    const response = await fetch(tested.origin + write.at(id), { headers });
    const found = await response.json();
    assert.equal(found[write.field], body[write.field], `${write.at(id)}: ${JSON.stringify(found)}`);
  }
});
