// What requests without an account leave on the disk.

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { eventually } from "./eventually.mjs";

let dataDir;
let worker;

before(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "canvass-anonymous-"));
  worker = await startWorker({ dataDir });
});
after(async () => {
  await worker.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The stores of the service's objects of a kind. */
function stores(kind) {
  const stores = readdirSync(dataDir, { recursive: true }).filter((file) => file.endsWith(".sqlite") && !file.endsWith("metadata.sqlite"));
  return stores.filter((file) => file.includes(`canvass-${kind}`));
}

const form = (path, fields) => fetch(`${worker.origin}${path}`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

test("s75_an_invented_client_id_leaves_no_store", async () => {
  for (let number = 0; number < 8; number++) {
    const client_id = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
    const redirect_uri = "https://invented.example/callback";
    const asking = `/oauth/authorize?${new URLSearchParams({ response_type: "code", client_id, redirect_uri })}`;
    const page = await fetch(`${worker.origin}${asking}`, { redirect: "manual" });
    assert.equal(page.status, 200);
    assert.match(await page.text(), /An app asks you to sign in/);
    assert.equal((await form(asking, { email: `nobody${number % 2}@new.example`, password: "a guess" })).status, 403);
    const asked = { client_id, client_secret: "s", code: "c", redirect_uri, grant_type: "authorization_code" };
    assert.equal((await form("/oauth/token", asked)).status, 401);
  }
  assert.deepEqual(stores("app"), []);
  assert.equal(stores("team").length, 2, "those that take the sign-ins of addresses that nobody has");
});

const DAY = 24 * 60 * 60;

const signUp = (email) => form("/oauth/sign-up", { email, first_name: "Nina", last_name: "Berg", password: "a long password" });

const sandbox = async (path, body) => {
  const headers = { "X-Canvass": "1", "Content-Type": "application/json" };
  return (await fetch(`${worker.origin}/sandbox${path}`, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) })).json();
};

/** What the stores of a kind hold, in bytes: a store is its file and what has not been moved into it yet. */
const bytes = (kind) => new Map(stores(kind).map((store) => [store, statSync(join(dataDir, store)).size]));

test("s76_an_unconfirmed_account_leaves_no_data_on_the_disk", async () => {
  const before = new Set(stores("team"));
  assert.equal((await signUp("ida@new.example")).status, 200);
  const signedIn = () => form("/account/sign-in", { email: "ida@new.example", password: "a long password" });
  assert.equal((await signedIn()).status, 303);
  const made = stores("team").filter((store) => !before.has(store));
  assert.equal(made.length, 1);
  await sandbox("/clock", { advance: DAY });
  await eventually(async () => (await signedIn()).status === 403, "the account did not end");
  const left = () => bytes("team").get(made[0]) ?? 0;
  await eventually(() => left() <= 8192, () => `${left()} bytes are left`);
  await worker.kill();
  assert.ok(left() <= 8192, `${left()} bytes are left`);
  await worker.restart();
  assert.equal((await signUp("ida@new.example")).status, 200);
  assert.equal((await signedIn()).status, 303);
});
