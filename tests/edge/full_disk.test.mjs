// A full disk: what still works, and that `/healthz` says so. `sNN` in a name is the security statement.
//
// The disk is full for the Worker alone: no file of its process may grow any more, which needs neither a disk of its
// own nor the rights to make one.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { eventually } from "./eventually.mjs";
import { pageOf } from "./page.mjs";
import { fakeService } from "./upstream.mjs";

const JSON_TYPE = { "Content-Type": "application/json" };
/** A write past the limit is an error of the write then, as on a full disk, and no end of the process. */
const UNDER = ["sh", "-c", 'trap "" XFSZ; exec "$@"', "sh"];
/** On Linux a test that is skipped would go unnoticed: there prlimit must be installed. */
const skip = process.platform !== "linux" && spawnSync("prlimit", ["--version"]).error ? "there is no prlimit" : false;
const folder = mkdtempSync(join(tmpdir(), "canvass-full-"));
let service;
let worker;
const { ask, post, signIn } = pageOf(() => worker);

/** Each code is of an account of its own, `a` to `e`. */
before(async () => {
  const token = (name) => ({ us }) => ({ headers: JSON_TYPE, body: { access_token: `token-of-${name}`, access_url: us } });
  const answer = (status) => () => ({ status, headers: JSON_TYPE, body: {} });
  service = await fakeService({
    token: Object.fromEntries([..."abcde"].map((name) => [name, token(name)])),
    "/v3/users/me": answer(200),
    "/v3/surveys": answer(201),
  });
  worker = await startWorker({ dataDir: folder, vars: service.vars, under: UNDER });
});
after(async () => {
  await worker?.kill();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const fill = () => execFileSync("prlimit", ["--pid", String(worker.pid), "--fsize=0:unlimited"]);
const free = () => execFileSync("prlimit", ["--pid", String(worker.pid), "--fsize=unlimited:unlimited"]);
const me = (cookie) => ask("/api/v3/users/me", { cookie });
const write = (cookie) => ask("/api/v3/surveys", { method: "POST", body: "{}", cookie });
const said = ({ status, type, json }) => [status, type, json?.ended];
const OVER = [401, "signed-out", "signed_out"];
const health = async () => (await ask("/healthz")).status;

test("s85_a_session_is_signed_out_while_the_disk_is_full_and_stays_so", { skip }, async () => {
  const [here, other] = [await signIn("a"), await signIn("b")];
  const everywhere = [await signIn("c"), await signIn("c")];
  assert.equal((await me(here.cookie)).status, 200);
  assert.equal(await health(), 200);
  fill();
  // Meanwhile the budget is told of that request, in vain: after a second by a timer of the platform (`REPORT_AFTER`),
  // which leaves no trace that could be waited for.
  await new Promise((done) => setTimeout(done, 2_000));
  const out = await post("/auth/sign-out", undefined, here.cookie);
  assert.deepEqual([out.status, out.set.length], [204, 1]);
  assert.match(out.set[0], /^canvass=; .*Max-Age=0/);
  assert.deepEqual(said(await me(here.cookie)), OVER, "a copy of the cookie reads nothing");
  assert.deepEqual(said(await write(here.cookie)), OVER);
  assert.deepEqual((await ask("/auth/session", { cookie: here.cookie })).json, { signed_in: false, keep_results: true, ended: "signed_out" });
  for (const browser of everywhere.slice(1)) {
    assert.equal((await post("/auth/sign-out-everywhere", undefined, browser.cookie)).status, 204);
  }
  assert.equal((await post("/auth/sign-out", undefined, everywhere[1].cookie)).status, 204, "once more changes nothing");
  assert.deepEqual(said(await write(everywhere[0].cookie)), OVER);

  free();
  assert.equal((await signIn("c")).status, 200, "who signs in again is in");
  assert.equal(await health(), 200);
  // The next request after a moment stores what could not be stored, a second (`STORE_AFTER`) after the try before it.
  // Whether it is stored shows by a restart alone.
  await new Promise((done) => setTimeout(done, 2_000));
  const again = await signIn("c");
  assert.equal((await write(again.cookie)).status, 201, "an end that was stored late ends nothing that began since");
  await worker.restart();
  for (const cookie of [here.cookie, everywhere[0].cookie, everywhere[1].cookie]) {
    assert.deepEqual(said(await write(cookie)), OVER, "it was stored once the disk had room");
  }
  assert.equal((await write(other.cookie)).status, 201);
  assert.equal((await write(again.cookie)).status, 201);
});

test("health_is_503_from_a_failed_write_until_one_succeeds", { skip }, async () => {
  const { cookie } = await signIn("d");
  assert.equal(await health(), 200);
  fill();
  assert.equal(await health(), 200, "while all is well it writes nothing itself, so that it cannot know");
  const refused = await signIn("e");
  assert.equal(refused.status, 500);
  const id = refused.headers.get("x-request-id");
  const line = `"what":"session object failed","request":"${id}","route":"auth"`;
  await eventually(() => worker.output().includes(line), `the log knows why: ${worker.output()}`);
  const failing = await ask("/healthz");
  assert.deepEqual([failing.status, failing.type], [503, "not-stored"]);
  assert.match(failing.json.title, /disk/);
  assert.equal(await health(), 503);
  free();
  assert.equal(await health(), 503, "nothing has been written since");
  await eventually(async () => (await health()) === 200, "a balancer that sends nothing else has something written");
  assert.equal((await me(cookie)).status, 200);
});
