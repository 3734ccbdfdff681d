// Passwords as the Worker hashes them, and how often they can be guessed there.

import assert from "node:assert/strict";
import { pbkdf2Sync } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";

const data = mkdtempSync(join(tmpdir(), "canvass-guessing-"));
let worker;
let owner;

before(async () => {
  worker = await startWorker({ dataDir: data, vars: { CLIENT_ADDRESS_HEADER: "X-Real-IP" } });
  const { people } = await (await fetch(`${worker.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
  owner = people.find(({ email }) => email === "olivia@northwind.example");
});
after(async () => {
  await worker?.kill();
  rmSync(data, { recursive: true, force: true });
});

/** A sign-in to the account pages; `client` is what the proxy in front of the Worker says. */
async function signIn(client, { email = owner.email, password = owner.password } = {}) {
  const body = new URLSearchParams({ email, password });
  const headers = { ...(client ? { "X-Real-IP": client } : {}), "CF-Connecting-IP": `192.0.2.${Math.ceil(Math.random() * 250)}` };
  const answer = await fetch(`${worker.origin}/account/sign-in`, { method: "POST", body, headers, redirect: "manual" });
  await answer.arrayBuffer();
  return answer.status;
}

/** The passwords that lie in the stores. */
function stored() {
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => /sqlite/.test(entry.name));
  const texts = files.map((file) => readFileSync(join(file.parentPath ?? file.path, file.name), "latin1"));
  return texts.flatMap((text) => text.match(/pbkdf2-chain\$6x100000\$[\w-]{22}\$[\w-]{43}/g) ?? []);
}

test("s80_the_platform_hashes_a_password_as_the_service_says_it_does", async () => {
  assert.deepEqual(stored(), [], "the demo world's passwords cost nothing to make");
  assert.equal(await signIn("198.51.100.1"), 303);
  const made = new Set(stored());
  assert.equal(made.size, 1);
  const [, , salt, hash] = [...made][0].split("$");
  let bytes = Buffer.from(owner.password);
  for (let call = 0; call < 6; call += 1) {
    bytes = pbkdf2Sync(bytes, Buffer.from(salt, "base64url"), 100_000, 32, "sha256");
  }
  assert.equal(bytes.toString("base64url"), hash);
  assert.equal(await signIn("198.51.100.1"), 303);
  assert.equal(await signIn("198.51.100.1", { password: "a guess" }), 403);
  assert.equal(await signIn("198.51.100.1", { password: "" }), 403);
});

test("s79_a_client_that_guesses_shuts_out_itself_alone_and_is_known_by_the_configured_header", async () => {
  const together = await Promise.all(Array.from({ length: 12 }, () => signIn("203.0.113.1", { password: "a guess" })));
  assert.equal(together.filter((status) => status === 403).length, 5, `${together}`);
  assert.ok(together.every((status) => [403, 429].includes(status)), `${together}`);
  assert.equal(await signIn("203.0.113.1"), 429);
  assert.equal(await signIn("198.51.100.2"), 303);
});

test("password_hashes_wait_for_a_slot_and_not_for_a_clock_that_was_set_back", async (t) => {
  const { deriveHash } = await import("../../src/edge/service/derive.js");
  let now = 1_800_000_000_000;
  const waits = [];
  t.mock.method(Date, "now", () => now);
  t.mock.method(globalThis, "setTimeout", (run, wait) => {
    waits.push(wait);
    queueMicrotask(run);
  });
  const hash = (calls) => deriveHash(new TextEncoder().encode("password"), new Uint8Array(16), calls, 1);
  await hash(3);
  assert.deepEqual(waits.splice(0), [0, 50, 100]);
  now -= 3_600_000;
  await hash(2);
  assert.deepEqual(waits.splice(0), [150, 200], "the slots that were taken are kept");
  now -= 10;
  await hash(1);
  assert.deepEqual(waits, [260], "the clock of another request may be a little behind");
});
