// The end of a session: its first refused call says why, and no other call does. `sNN` in a name is the security
// statement.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { eventually } from "./eventually.mjs";
import { pageOf } from "./page.mjs";
import { fakeService } from "./upstream.mjs";

const JSON_TYPE = { "Content-Type": "application/json" };
const folder = mkdtempSync(join(tmpdir(), "canvass-ended-"));
const revoked = new Set();
let service;
let worker;
const { ask, post, signIn } = pageOf(() => worker);

/** Each code is of an account of its own, `a` to `d`. */
before(async () => {
  const token = (name) => ({ us }) => ({ headers: JSON_TYPE, body: { access_token: `token-of-${name}`, access_url: us } });
  const answer = (status) => ({ headers }) =>
    revoked.has(headers.authorization.at(-1))
      ? { status: 401, headers: JSON_TYPE, body: { status: 1, errmsg: "The client revoked the access grant" } }
      : { status, headers: JSON_TYPE, body: { id: headers.authorization.at(-1) } };
  service = await fakeService({
    token: Object.fromEntries([..."abcd"].map((name) => [name, token(name)])),
    "/v3/users/me": answer(200),
    "/v3/surveys": answer(201),
  });
  worker = await startWorker({ dataDir: folder, vars: service.vars });
});
after(async () => {
  await worker?.kill();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Lets days pass, for the gateway. */
async function days(number) {
  const { status } = await ask("/sandbox/clock", { method: "POST", body: JSON.stringify({ advance: number * 86_400 }) });
  assert.equal(status, 200);
}
const me = (cookie) => ask("/api/v3/users/me", { cookie });
const write = (cookie) => ask("/api/v3/surveys", { method: "POST", body: "{}", cookie });
const session = async (cookie) => ask("/auth/session", { cookie });

/** What a refused call says, and whether the browser is without a cookie from then on. */
function said({ status, type, json, headers }) {
  const [cookie = "", ...more] = headers.getSetCookie();
  assert.equal(more.length, 0);
  return [status, type, json.ended, /^canvass=; .*Max-Age=0/.test(cookie)];
}

const ENDS = {
  revoked: async () => {
    const { cookie } = await signIn("a");
    revoked.add("a");
    const other = await signIn("a");
    assert.deepEqual(said(await me(other.cookie)), [401, "signed-out", "revoked", true]);
    assert.deepEqual(said(await me(cookie)), [401, "signed-out", "revoked", true]);
    revoked.clear();
    return cookie;
  },
  signed_out: async () => {
    const { cookie } = await signIn("a");
    assert.equal((await post("/auth/sign-out", undefined, cookie)).status, 204);
    return cookie;
  },
  "signed_out everywhere": async () => {
    const [one, two] = [await signIn("a"), await signIn("a")];
    assert.equal((await post("/auth/sign-out-everywhere", undefined, two.cookie)).status, 204);
    return one.cookie;
  },
  "signed_out by a sign-in": async () => {
    const { cookie } = await signIn("a");
    assert.equal((await signIn("b", cookie)).status, 200);
    return cookie;
  },
  "signed_out, and unused since": async () => {
    const { cookie } = await signIn("a");
    assert.equal((await post("/auth/sign-out", undefined, cookie)).status, 204);
    await days(8);
    return cookie;
  },
  idle: async () => {
    const { cookie } = await signIn("a");
    await days(7);
    return cookie;
  },
  expired: async () => {
    let { cookie } = await signIn("a");
    for (let day = 6; day < 30; day += 6) {
      await days(6);
      [cookie] = (await me(cookie)).headers.getSetCookie()[0].split(";");
    }
    await days(6);
    return cookie;
  },
};

test("s32_s66_a_session_that_ended_says_why_on_its_first_refused_call_and_then_nothing", async (context) => {
  for (const [how, end] of Object.entries(ENDS)) {
    await context.test(how, async () => {
      const cookie = await end();
      const [why] = how.split(/[ ,]/);
      assert.deepEqual(said(await write(cookie)), [401, "signed-out", why, true]);
      assert.deepEqual(said(await me(cookie)), [401, "signed-out", why, true]);
      const { json, headers } = await session(cookie);
      assert.deepEqual(json, { signed_in: false, keep_results: true, ended: why });
      assert.match(headers.getSetCookie()[0], /^canvass=; .*Max-Age=0/);
      assert.deepEqual(said(await me()), [401, "signed-out", undefined, false]);
    });
  }
});

test("s24_s66_a_cookie_whose_seal_does_not_open_learns_nothing_of_a_session_that_ended", async () => {
  const { cookie } = await signIn("a");
  await post("/auth/sign-out", undefined, cookie);
  const flipped = `${cookie.slice(0, -10)}${cookie.at(-10) === "A" ? "B" : "A"}${cookie.slice(-9)}`;
  for (const bad of [flipped, cookie.slice(0, -1), `${cookie}A`, "canvass=x"]) {
    assert.deepEqual(said(await write(bad)), [401, "signed-out", undefined, false]);
    assert.deepEqual((await session(bad)).json, { signed_in: false, keep_results: true });
  }
});

test("s32_where_one_account_ended_the_others_stay_and_it_is_reported_once", async () => {
  const first = await signIn("c");
  const both = await signIn("d", first.cookie, { add: true });
  const [c, d] = both.json.accounts.map(({ id }) => id);
  revoked.add("d");
  const refused = await me(both.cookie);
  revoked.clear();
  assert.deepEqual(said(refused), [401, "signed-out", "revoked", false]);
  const left = refused.headers.getSetCookie()[0].split(";")[0];
  assert.deepEqual((await me(left)).json, { id: "c" });
  const shown = await session(both.cookie);
  assert.deepEqual([shown.json.account, shown.json.accounts.length, shown.json.ended], [c, 1, "revoked"]);
  assert.equal((await session(left)).json.ended, undefined);
  const switched = await post("/auth/switch", { account: d }, (await post("/auth/switch", { account: c }, both.cookie)).cookie);
  assert.deepEqual([switched.status, switched.type, switched.json.ended], [404, "unknown-account", "revoked"]);
});

test("why_a_session_ended_is_known_after_a_restart", async () => {
  const { cookie } = await signIn("a");
  await post("/auth/sign-out", undefined, cookie);
  await worker.restart();
  assert.deepEqual(said(await write(cookie)), [401, "signed-out", "signed_out", true]);
});

test("s32_why_a_session_ended_is_forgotten_when_the_session_would_have_ended_by_itself", async () => {
  const { cookie } = await signIn("b");
  await post("/auth/sign-out", undefined, cookie);
  await days(31);
  assert.deepEqual(said(await write(cookie)), [401, "signed-out", "signed_out", true]);
  // The clock was moved and the alarm was not: the next session of the account sets it anew. Then the cookie's own
  // times are all that is left.
  const other = await signIn("b");
  await eventually(async () => (await write(cookie)).json.ended === "idle", "why it ended is still there");
  assert.equal((await me(other.cookie)).status, 200);
  assert.equal((await post("/auth/sign-out", undefined, other.cookie)).status, 204);
  assert.deepEqual(said(await write(other.cookie)), [401, "signed-out", "signed_out", true]);
});
