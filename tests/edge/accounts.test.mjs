// Several accounts in one browser, and an account in several browsers. `sNN` in a name is the security statement.

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
const folder = mkdtempSync(join(tmpdir(), "canvass-accounts-"));
let service;
let worker;
const { ask, askInHalves, post, signIn } = pageOf(() => worker);

const late = (answer) => new Promise((done) => setTimeout(done, 1_300, answer));

/** Each code is of an account of its own, `a` to `h`; the token of an account is always the same. */
before(async () => {
  const revoked = new Set();
  service = await fakeService({
    token: {
      failed: { status: 503, headers: JSON_TYPE, body: {} },
      ...Object.fromEntries(
        [..."abcdefgh"].map((name) => [
          name,
          ({ us, eu }) => ({ headers: JSON_TYPE, body: { access_token: `token-of-${name}`, access_url: name === "b" ? eu : us } }),
        ]),
      ),
    },
    "/v3/users/me": ({ headers, at }) => {
      const id = headers.authorization.at(-1);
      return revoked.has(id)
        ? { status: 401, headers: JSON_TYPE, body: { error: { id: "1011", http_status_code: 401 } } }
        : { headers: JSON_TYPE, body: { id, at } };
    },
    "/v3/surveys": () => ({ status: 201, headers: JSON_TYPE, body: {} }),
    // Longer than a response may take that still sets the cookie.
    "/v3/groups": () => late({ headers: JSON_TYPE, body: {} }),
    "/v3/surveys/7": () => late({ headers: JSON_TYPE, body: { id: "7" } }),
    "/v3/workgroups": () => late({ status: 401, headers: JSON_TYPE, body: { status: 1, errmsg: "The client revoked the access grant" } }),
  });
  service.revoked = revoked;
  worker = await startWorker({ dataDir: folder, vars: service.vars });
});
after(async () => {
  await worker?.kill();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Signs in to accounts, one after the other: the last answer, with the ids by name. */
async function signedIn(names) {
  let last;
  const ids = {};
  for (const name of names) {
    last = await signIn(name, last?.cookie, { add: true });
    assert.equal(last.status, 200);
    ids[name] = last.json.account;
  }
  return { ...last, ids };
}
const me = (cookie) => ask("/api/v3/users/me", { cookie });
const writes = (cookie) => ask("/api/v3/surveys", { method: "POST", body: "{}", cookie });
const session = async (cookie) => (await ask("/auth/session", { cookie })).json;

test("s20_s21_s34_several_accounts_share_one_cookie", async () => {
  const { set, cookie, json, ids } = await signedIn("abcde");
  assert.equal(set.length, 1);
  assert.match(set[0], /^canvass=[\w-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/);
  assert.ok(set[0].length < 1024, `${set[0].length} bytes`);
  assert.deepEqual(json.accounts.map(({ id, region, current }) => [id, region, current]), [..."abcde"].map((name) => [ids[name], name === "b" ? "eu" : "us", name === "e"]));
  assert.deepEqual((await me(cookie)).json, { id: "e", at: "us" });
  assert.equal(new Set(Object.values(ids)).size, 5);
  assert.deepEqual(await session(cookie), json);
});

test("a_switch_changes_whom_calls_are_made_for_and_where", async () => {
  const { cookie, ids } = await signedIn("ab");
  const switched = await post("/auth/switch", { account: ids.a }, cookie);
  assert.deepEqual([switched.status, switched.json.account, switched.json.region], [200, ids.a, "us"]);
  assert.deepEqual((await me(switched.cookie)).json, { id: "a", at: "us" });
  const back = await post("/auth/switch", { account: ids.b }, switched.cookie);
  assert.deepEqual((await me(back.cookie)).json, { id: "b", at: "eu" });
  assert.deepEqual(await session(back.cookie), back.json);
});

test("a_switch_to_what_is_not_signed_in_here_changes_nothing", async () => {
  const { cookie, ids } = await signedIn("a");
  const other = await signedIn("b");
  for (const account of [other.ids.b, "", "x"]) {
    const answer = await post("/auth/switch", { account }, cookie);
    assert.deepEqual([answer.status, answer.type, answer.set], [404, "unknown-account", []]);
  }
  for (const body of [{}, { account: 1 }, { account: null }]) {
    const answer = await post("/auth/switch", body, cookie);
    assert.deepEqual([answer.status, answer.type, answer.set], [400, "bad-request", []]);
  }
  const nobody = await post("/auth/switch", { account: ids.a });
  assert.deepEqual([nobody.status, nobody.type], [401, "signed-out"]);
  assert.equal((await session(cookie)).account, ids.a);
});

test("a_switch_to_an_account_that_was_left_elsewhere_says_so_and_stays", async () => {
  const { cookie, ids } = await signedIn("ab");
  assert.equal((await post("/auth/sign-out", { account: ids.a }, cookie)).status, 204);
  const answer = await post("/auth/switch", { account: ids.a }, cookie);
  assert.deepEqual([answer.status, answer.type, answer.set.length], [404, "unknown-account", 1]);
  const { account, accounts } = await session(answer.cookie);
  assert.deepEqual([account, accounts.length], [ids.b, 1]);
});

test("s13_s36_s37_s39_s40_switching_and_leaving_take_a_json_post_of_a_page_of_this_origin", async () => {
  const { cookie, ids } = await signedIn("ab");
  const body = JSON.stringify({ account: ids.a });
  for (const path of ["/auth/switch", "/auth/sign-out", "/auth/sign-out-everywhere"]) {
    for (const [status, type, options] of [
      [405, "method-not-allowed", { method: "GET" }],
      [405, "method-not-allowed", { method: "PUT", body }],
      [403, "forbidden", { method: "POST", body, headers: { "X-Canvass": "0" } }],
      [403, "forbidden", { method: "POST", body, headers: { Origin: "https://evil.example" } }],
      [403, "forbidden", { method: "POST", body, headers: { "Sec-Fetch-Site": "cross-site" } }],
      [415, "media-type", { method: "POST", body, headers: { "Content-Type": "text/plain" } }],
      [415, "media-type", { method: "POST", body, headers: { "Content-Type": "application/x-www-form-urlencoded" } }],
    ]) {
      const answer = await ask(path, { cookie, ...options });
      assert.deepEqual([answer.status, answer.type, answer.headers.getSetCookie()], [status, type, []], `${path} ${JSON.stringify(options)}`);
    }
  }
  const { account, accounts } = await session(cookie);
  assert.deepEqual([account, accounts.length], [ids.b, 2]);
});

test("who_signs_out_of_the_current_account_is_in_the_other", async () => {
  const { cookie, ids } = await signedIn("ab");
  const out = await post("/auth/sign-out", undefined, cookie);
  assert.deepEqual([out.status, out.text, out.set.length], [204, "", 1]);
  assert.deepEqual((await me(out.cookie)).json, { id: "a", at: "us" });
  assert.equal((await session(out.cookie)).account, ids.a);
  const last = await post("/auth/sign-out", {}, out.cookie);
  assert.match(last.set[0], /^canvass=; .*Max-Age=0/);
  assert.equal((await writes(cookie)).status, 401);
});

test("who_signs_out_of_another_account_stays_in_the_current_one", async () => {
  const { cookie, ids } = await signedIn("abc");
  const out = await post("/auth/sign-out", { account: ids.b }, cookie);
  const { account, accounts } = await session(out.cookie);
  assert.deepEqual([out.status, account, accounts.map(({ id }) => id)], [204, ids.c, [ids.a, ids.c]]);
  const unknown = await post("/auth/sign-out", { account: ids.b }, out.cookie);
  assert.deepEqual([unknown.status, unknown.type, unknown.set], [404, "unknown-account", []]);
  for (const body of [{ all: 1 }, { account: ids.a, all: true }, { account: 5 }]) {
    assert.equal((await post("/auth/sign-out", body, out.cookie)).type, "bad-request");
  }
});

test("s30_who_signs_out_of_all_is_out_of_all_with_every_copy_of_the_cookie", async () => {
  const { cookie, ids } = await signedIn("ab");
  const copy = (await post("/auth/switch", { account: ids.a }, cookie)).cookie;
  const out = await post("/auth/sign-out", { all: true }, cookie);
  assert.match(out.set[0], /^canvass=; .*Max-Age=0/);
  for (const old of [cookie, copy]) {
    assert.deepEqual([(await writes(old)).status, (await me(old)).status], [401, 401]);
    assert.deepEqual(await session(old), { signed_in: false, keep_results: true, ended: "signed_out" });
  }
  assert.equal((await post("/auth/sign-out", { all: true })).status, 204, "nobody may sign out too");
});

test("a_sign_in_without_add_ends_every_session_of_the_browser", async () => {
  const before = await signedIn("ab");
  const { json, cookie } = await signIn("c", before.cookie);
  assert.equal(json.accounts.length, 1);
  assert.deepEqual((await me(cookie)).json, { id: "c", at: "us" });
  assert.deepEqual(await session(before.cookie), { signed_in: false, keep_results: true, ended: "signed_out" });
  for (const add of [1, "true", null]) {
    assert.equal((await signIn("d", cookie, { add })).type, "bad-request");
  }
  assert.deepEqual(await session(cookie), json, "what was refused ended nothing");
});

test("s29_a_sign_in_that_fails_ends_no_session", async () => {
  const before = await signedIn("ab");
  for (const [code, status] of [["used", 400], ["failed", 502]]) {
    const refused = await signIn(code, before.cookie);
    assert.deepEqual([refused.status, refused.set], [status, []], code);
    assert.deepEqual(await session(before.cookie), before.json, code);
    assert.equal((await writes(before.cookie)).status, 201, code);
  }
});

test("s29_signing_in_to_an_account_again_is_a_new_session_in_place_of_the_old_one", async () => {
  const first = await signedIn("ab");
  const again = await signIn("a", first.cookie, { add: true });
  assert.equal(again.json.account, first.ids.a, "an account has the same id at each sign-in");
  assert.deepEqual(again.json.accounts.map(({ id }) => id), [first.ids.b, first.ids.a]);
  const old = await post("/auth/switch", { account: first.ids.a }, first.cookie);
  assert.equal(old.type, "unknown-account");
});

test("s29_a_planted_cookie_learns_nothing_of_the_account_that_is_added_to_it", async () => {
  const planted = await signedIn("a");
  const victim = await signIn("b", planted.cookie, { add: true });
  assert.equal(victim.json.accounts.length, 2);
  const seen = await session(planted.cookie);
  assert.deepEqual([seen.account, seen.accounts.length], [planted.ids.a, 1]);
  assert.equal((await post("/auth/switch", { account: victim.json.account }, planted.cookie)).type, "unknown-account");
});

test("a_sixth_account_ends_the_session_that_was_used_longest_ago", async () => {
  const five = await signedIn("abcde");
  const six = await signIn("f", five.cookie, { add: true });
  assert.deepEqual(six.json.accounts.map(({ id }) => id), [..."bcde"].map((name) => five.ids[name]).concat(six.json.account));
  assert.equal((await post("/auth/switch", { account: five.ids.a }, five.cookie)).type, "unknown-account");
});

test("s30_signing_out_everywhere_ends_the_account_in_every_browser_and_no_other", async () => {
  const browsers = [await signedIn("ga"), await signedIn("g"), await signedIn("ag")];
  const other = await signedIn("a");
  const reader = browsers[1].cookie;
  assert.equal((await me(reader)).status, 200);
  const out = await post("/auth/sign-out-everywhere", undefined, browsers[2].cookie);
  assert.deepEqual([out.status, out.text], [204, ""]);
  assert.deepEqual((await me(out.cookie)).json, { id: "a", at: "us" }, "the browser's other account stays");
  assert.equal((await writes(reader)).status, 401);
  assert.equal((await me(reader)).status, 401);
  assert.deepEqual(await session(reader), { signed_in: false, keep_results: true, ended: "signed_out" });
  const left = await session(browsers[0].cookie);
  assert.deepEqual([left.account, left.accounts.length], [browsers[0].ids.a, 1]);
  assert.equal((await session(other.cookie)).signed_in, true);
  assert.equal((await writes((await signedIn("g")).cookie)).status, 201, "who signs in again is in");
  const nobody = await post("/auth/sign-out-everywhere");
  assert.deepEqual([nobody.status, nobody.type], [401, "signed-out"]);
});

test("s30_sessions_and_their_end_survive_a_restart", async () => {
  const [one, two, three] = [await signedIn("h"), await signedIn("h"), await signedIn("c")];
  await post("/auth/sign-out", undefined, one.cookie);
  await worker.restart();
  assert.deepEqual([(await writes(one.cookie)).status, (await writes(two.cookie)).status], [401, 201]);
  await post("/auth/sign-out-everywhere", undefined, two.cookie);
  await worker.restart();
  assert.deepEqual([(await writes(two.cookie)).status, (await me(two.cookie)).status], [401, 401]);
  assert.equal((await writes(three.cookie)).status, 201);
});

test("s32_a_grant_that_is_gone_closes_its_session_and_the_others_stay", async () => {
  const { cookie, ids } = await signedIn("ad");
  service.revoked.add("d");
  const refused = await me(cookie);
  assert.deepEqual([refused.status, refused.type], [401, "signed-out"], "no other account answers in its place");
  const [left] = refused.headers.getSetCookie();
  service.revoked.delete("d");
  assert.equal((await writes(cookie)).status, 401, "the session is closed, whatever the service says later");
  const next = left.split(";")[0];
  assert.deepEqual((await me(next)).json, { id: "a", at: "us" });
  const { account, accounts } = await session(next);
  assert.deepEqual([account, accounts.length], [ids.a, 1]);
});

test("s32_a_call_that_names_its_account_is_refused_while_another_one_is_current", async () => {
  const { cookie, ids } = await signedIn("ad");
  const named = (path, cookie, account, more) => ask(path, { cookie, headers: { "X-Canvass-Account": account }, ...more });
  const write = { method: "POST", body: "{}" };
  assert.equal((await named("/api/v3/surveys", cookie, ids.d, write)).status, 201);
  service.revoked.add("d");
  const ended = await named("/api/v3/users/me", cookie, ids.d);
  service.revoked.delete("d");
  assert.deepEqual([ended.status, ended.type, ended.json.ended], [401, "signed-out", "revoked"]);
  const next = ended.headers.getSetCookie()[0].split(";")[0];
  const calls = service.requests.length;
  for (const [path, more] of [["/api/v3/surveys", write], ["/api/v3/users/me", {}], ["/auth/sign-out-everywhere", write]]) {
    const refused = await named(path, next, ids.d, more);
    assert.deepEqual([refused.status, refused.type, refused.headers.getSetCookie()], [401, "account-changed", []], path);
  }
  assert.equal(service.requests.length, calls, "the service hears of none of them");
  assert.equal((await session(next)).account, ids.a);
  assert.deepEqual((await named("/api/v3/users/me", next, ids.a)).json, { id: "a", at: "us" });
});

test("a_page_signs_out_of_the_account_that_it_shows_even_if_another_one_is_current", async () => {
  const { cookie, ids } = await signedIn("ad");
  const out = await ask("/auth/sign-out", { method: "POST", body: "{}", cookie, headers: { "X-Canvass-Account": ids.a } });
  assert.equal(out.status, 204);
  const left = out.headers.getSetCookie()[0].split(";")[0];
  const { account, accounts } = await session(left);
  assert.deepEqual([account, accounts.length], [ids.d, 1]);
  const again = await ask("/auth/sign-out", { method: "POST", body: "{}", cookie: left, headers: { "X-Canvass-Account": ids.a } });
  assert.equal(again.status, 204, "who is out already stays out");
  assert.equal((await session(again.headers.getSetCookie()[0].split(";")[0])).account, ids.d);
});

test("a_late_response_does_not_undo_a_switch_that_came_before_it", async () => {
  for (const path of ["/api/v3/groups", "/gateway/notes/7"]) {
    const { cookie, ids } = await signedIn("ab");
    assert.equal((await ask("/sandbox/clock", { method: "POST", body: JSON.stringify({ advance: 3_700 }) })).status, 200);
    const read = ask(path, { cookie });
    const switched = await post("/auth/switch", { account: ids.a }, cookie);
    assert.equal(switched.set.length, 1);
    const { status, headers } = await read;
    assert.deepEqual([status, headers.getSetCookie()], [200, []], `${path}: its cookie would have the accounts from before`);
    // A response in time renews the cookie. A busy machine may be late.
    await eventually(async () => (await writes(cookie)).headers.getSetCookie().length === 1);
  }
});

test("s32_a_late_refusal_says_why_the_session_ended_and_does_not_undo_a_sign_in_that_came_before_it", async () => {
  const { cookie } = await signedIn("f");
  const read = ask("/api/v3/workgroups", { cookie });
  const next = await signIn("a", cookie);
  assert.equal(next.set.length, 1);
  const { status, json, headers } = await read;
  assert.deepEqual([status, json.ended, headers.getSetCookie()], [401, "revoked", []], "its cookie would have no account");
  // A refusal in time removes the cookie.
  await eventually(async () => (await me(cookie)).headers.getSetCookie().length === 1);
});

test("a_late_switch_sets_the_cookie_only_if_it_has_switched", async () => {
  const { cookie, ids } = await signedIn("ab");
  const switchLate = () => askInHalves("/auth/switch", { method: "POST", cookie, body: JSON.stringify({ account: ids.a }) }, late);
  const switched = await switchLate();
  assert.deepEqual([switched.status, switched.headers["set-cookie"]?.length], [200, 1]);
  assert.equal((await post("/auth/sign-out", { account: ids.a }, cookie)).status, 204);
  const refused = await switchLate();
  assert.deepEqual([refused.status, refused.headers["set-cookie"]], [404, undefined]);
});

test("two_tabs_at_once_lose_nothing", async () => {
  const { cookie, ids } = await signedIn("abc");
  const answers = await Promise.all([..."abcab"].map((name) => post("/auth/switch", { account: ids[name] }, cookie)));
  for (const { cookie, json } of answers) {
    assert.equal(json.accounts.length, 3);
    assert.equal((await session(cookie)).account, json.account);
  }
  const added = await Promise.all(["d", "e"].map((name) => signIn(name, cookie, { add: true })));
  for (const { cookie, json } of added) {
    assert.deepEqual([(await session(cookie)).account, json.accounts.length], [json.account, 4]);
  }
});
