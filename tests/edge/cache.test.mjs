// What the gateway keeps, in front of a service that counts what it is asked. `sNN` in a name is the security
// statement.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { eventually } from "./eventually.mjs";
import { pageOf } from "./page.mjs";
import { fakeService } from "./upstream.mjs";

const PLAIN = { "Content-Type": "application/json" };
const folder = mkdtempSync(join(tmpdir(), "canvass-cache-"));
let service;
let worker;
/** How often each address was written to. */
let versions;
/** What the service says of a survey whose answers grow old. */
let grown;
/** Calls that the service holds back until they are released. */
let held;
const { ask, signIn } = pageOf(() => worker);

/** What the service says of an address: a write to it makes another version. */
const told = (echo, headers = {}) => ({
  headers: { ...PLAIN, "X-OAuth-Scopes-Granted": "surveys_read", "X-Ratelimit-App-Global-Day-Limit": "500", ...headers },
  body: { path: echo.path, search: echo.search, version: versions[echo.path] ?? 0, token: echo.headers.authorization },
});
const refused = (status, id) => ({ status, headers: PLAIN, body: { error: { id } } });

/** An answer that comes when the test says so. */
const hold = (echo, response) =>
  new Promise((done) => {
    const call = { echo, release: (answer = told(echo)) => done(answer) };
    call.over = new Promise((over) => response.once("close", () => over(response.writableFinished ? "answered" : "cancelled")));
    held.push(call);
  });
/** Also what should not have been asked for: it is counted then, and no read waits for it without an end. */
const releaseAll = (answer) => held.forEach(({ release }) => release(answer));
const until = (is) => eventually(is);

before(async () => {
  const token = (text) => () => ({ headers: PLAIN, body: { access_token: text, access_url: service.origins.us } });
  const answers = {};
  answers["/v3/survey_categories"] = (echo) => told(echo, { "X-OAuth-Scopes-Available": "surveys_read,groups_read" });
  for (const path of ["surveys", "survey_folders", "survey_languages", "users/me", "contacts", "surveys/1/details", "surveys/2/details"]) {
    answers[`/v3/${path}`] = (echo) => told(echo);
  }
  service = await fakeService({
    ...answers,
    token: { get ann() { return token("token-ann")(); }, get bob() { return token("token-bob")(); } },
    "/v3/surveys/1": (echo) => {
      if (echo.method !== "GET") {
        versions["/v3/surveys/1/details"] = versions["/v3/surveys/1"] = (versions["/v3/surveys/1"] ?? 0) + 1;
      }
      return told(echo);
    },
    "/v3/contact_lists": () => refused(403, "1014"),
    "/v3/contact_lists/1": () => refused(401, "1013"),
    "/v3/surveys/grown/details": (echo) => grown(echo),
    "/v3/surveys/held/details": hold,
    "/v3/collectors/held": hold,
    "/v3/surveys/cookie/details": (echo) => told(echo, { "Set-Cookie": "a=b" }),
    "/v3/surveys/hushed/details": (echo) => told(echo, { "Cache-Control": "No-Store" }),
    "/v3/surveys/large/details": () => ({ headers: PLAIN, body: "x".repeat(1_100_000) }),
    "/v3/surveys/odd/details": () => ({ headers: PLAIN, body: { error: { id: "1050" } } }),
    "/v3/surveys/text/details": () => ({ headers: PLAIN, body: "maintenance" }),
    "/v3/surveys/refused/details": () => refused(403, "1014"),
    "/v3/surveys/broken/details": () => refused(503, "1051"),
  });
  worker = await startWorker({ dataDir: folder, vars: service.vars });
});
beforeEach(() => {
  versions = {};
  held = [];
});
after(async () => {
  await worker?.kill();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * A page of a person for whom nothing is kept yet: `get` gives what it is told, and of `Cache-Status` what is no
 * number.
 */
async function fresh(person = "ann") {
  const { cookie } = await signIn(person);
  await ask("/auth/sign-out", { method: "POST", cookie });
  return signedIn(person);
}

async function signedIn(person) {
  const { cookie } = await signIn(person);
  const call = async (method, path, headers = {}) => {
    const body = method === "GET" ? undefined : "{}";
    const answer = await ask(`/api/v3/${path}`, { method, cookie, body, headers: { Accept: "*/*", "Accept-Language": "en", ...headers } });
    return { ...answer, how: answer.headers.get("cache-status")?.replace(/^canvass; /, "").replace(/; ttl=-?\d+/, "") };
  };
  service.taken();
  return { cookie, get: (path, headers) => call("GET", path, headers), write: (method, path) => call(method, path) };
}

/** A read whose page can leave. */
function leaving(path, cookie) {
  const headers = { "X-Canvass": "1", Cookie: cookie, Accept: "*/*", "Accept-Language": "en" };
  const sent = send(new URL(`/api/v3/${path}`, worker.origin), { headers, agent: false });
  sent.on("error", () => {});
  sent.end();
  return () => sent.socket.resetAndDestroy();
}

let behind = 0;
/**
 * Resolves once the gateway has seen all that was sent or ended before: a read behind it has gone to the service and
 * back.
 */
async function passed(get) {
  const search = `?page=${(behind += 1)}`;
  assert.equal((await get(`contacts${search}`)).status, 200);
  const own = service.requests.findIndex((request) => request.path === "/v3/contacts" && request.search === search);
  service.requests.splice(own, 1);
}

const MISS = "fwd=uri-miss; fwd-status=200; stored";

/** Lets seconds pass, for the gateway. */
async function pass(seconds) {
  const { status } = await ask("/sandbox/clock", { method: "POST", body: JSON.stringify({ advance: seconds }) });
  assert.equal(status, 200);
}

test("a_cached_read_is_requested_from_the_service_once_and_says_so", async () => {
  const { get } = await fresh();
  const first = await get("surveys/1/details");
  const second = await get("surveys/1/details");
  assert.deepEqual([first.how, second.how], [MISS, "hit"]);
  assert.match(second.headers.get("cache-status"), /; ttl=(60|5\d)$/);
  assert.deepEqual([second.json, second.status], [first.json, 200]);
  assert.equal(service.taken().length, 1);
  assert.equal(first.headers.get("x-ratelimit-app-global-day-limit"), "500");
  assert.equal(second.headers.get("x-ratelimit-app-global-day-limit"), null, "what was said of the quota is old");
  assert.equal(second.headers.get("x-oauth-scopes-granted"), "surveys_read");
});

test("a_page_that_has_the_answer_learns_so_by_its_tag", async () => {
  const { get } = await fresh();
  const { headers } = await get("survey_languages");
  assert.deepEqual([headers.get("cache-control"), headers.get("vary")], ["private, no-cache", "Cookie"]);
  assert.match(headers.get("etag"), /^"[0-9a-f]{24}"$/);
  const again = await get("survey_languages", { "If-None-Match": headers.get("etag") });
  assert.deepEqual([again.status, again.text, again.how], [304, "", "hit"]);
  assert.equal((await get("survey_languages", { "If-None-Match": '"other"' })).status, 200);
});

test("s59_nothing_of_a_person_nothing_with_a_cookie_and_nothing_that_forbids_it_is_kept", async () => {
  const { get } = await fresh();
  for (const path of ["users/me", "contacts", "surveys/cookie/details", "surveys/hushed/details", "surveys/broken/details"]) {
    for (let times = 0; times < 2; times += 1) {
      const { how, headers } = await get(path);
      assert.match(how, /^fwd=(bypass|uri-miss; fwd-status=(200|503))$/, path);
      assert.deepEqual([headers.get("cache-control"), headers.get("set-cookie")], ["private, no-store", null], path);
    }
    // A failure that may pass is asked for three times.
    assert.equal(service.taken().length, path.includes("broken") ? 6 : 2, path);
  }
});

test("s61_two_people_and_two_queries_have_answers_of_their_own", async () => {
  const [ann, bob] = [await fresh("ann"), await fresh("bob")];
  const round = () => Promise.all([ann, bob].flatMap(({ get }) => ["surveys", "surveys?page=2"].map((path) => get(path))));
  for (const answers of [await round(), await round()]) {
    assert.deepEqual(
      answers.map(({ json }) => [json.token, json.search]),
      ["ann", "bob"].flatMap((name) => ["", "?page=2"].map((search) => [`bearer token-${name}`, search])),
    );
  }
  assert.equal(service.taken().length, 4);
  const sorted = [await ann.get("surveys?per_page=5&page=1"), await ann.get("surveys?page=1&evil=1&per_page=5")];
  assert.deepEqual(sorted.map(({ how }) => how), [MISS, "hit"]);
});

test("s61_two_sessions_of_one_token_share_what_is_kept", async () => {
  const [one, two] = [await fresh(), await signedIn("ann")];
  await one.get("surveys/2/details");
  assert.equal((await two.get("surveys/2/details")).how, "hit");
});

test("a_write_is_seen_by_the_reads_after_it_and_touches_no_other_survey", async () => {
  const { get, write } = await fresh();
  for (const path of ["surveys/1/details", "surveys/2/details", "surveys", "survey_languages"]) {
    await get(path);
  }
  assert.equal((await write("PATCH", "surveys/1")).headers.get("cache-status"), null);
  assert.equal((await get("surveys/1/details")).json.version, 1);
  const how = async (path) => (await get(path)).how;
  assert.deepEqual(
    [await how("surveys/1/details"), await how("surveys/2/details"), await how("surveys"), await how("survey_languages")],
    ["hit", "hit", MISS, "hit"],
  );
});

test("a_read_under_way_when_a_write_passes_is_not_kept", async () => {
  const { get, write } = await fresh();
  const early = get("surveys/held/details");
  await until(() => held.length === 1);
  await write("PATCH", "surveys/held");
  const late = get("surveys/held/details");
  await until(() => held.length === 2);
  versions["/v3/surveys/held/details"] = 7;
  held[1].release();
  assert.equal((await late).json.version, 7);
  held[0].release({ ...told(held[0].echo), body: { version: 0 } });
  assert.equal((await early).json.version, 0);
  assert.equal((await get("surveys/held/details")).json.version, 7);
});

/** The answers of a round of like reads that were one call. What is not kept can be joined for half a second only. */
async function joined(path, round) {
  for (let tries = 1; ; tries += 1) {
    held = [];
    service.taken();
    const answers = await round();
    const calls = service.taken().length;
    if (calls === 1) return answers;
    assert.ok(tries < 5, `${calls} calls for ${path}`);
  }
}

test("like_reads_at_once_are_one_call", async () => {
  const { get } = await fresh();
  for (const [path, count, first] of [["surveys/held/details", 100, MISS], ["collectors/held", 5, "fwd=bypass"]]) {
    const answers = await joined(path, async () => {
      const reads = Array.from({ length: count }, () => get(path));
      await until(() => held.length > 0);
      await passed(get);
      releaseAll();
      return Promise.all(reads);
    });
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.deepEqual([...new Set(answers.map(({ how }) => how))].sort(), [first, `${first}; collapsed`], path);
  }
});

test("a_failure_is_everybodys_and_is_not_remembered", async () => {
  const { get } = await fresh();
  for (const path of ["surveys/held/details", "collectors/held"]) {
    const answers = await joined(path, async () => {
      const reads = Array.from({ length: 5 }, () => get(path));
      await until(() => held.length > 0);
      await passed(get);
      releaseAll({ headers: { "Content-Type": "text/html" }, body: "" });
      return Promise.all(reads);
    });
    assert.deepEqual(answers.map(({ status }) => status), Array(5).fill(502), path);
    const next = get(path);
    await until(() => held.length === 2);
    held[1].release();
    assert.equal((await next).status, 200, path);
    service.taken();
  }
});

test("who_leaves_takes_the_answer_from_nobody", async () => {
  const { get, cookie } = await fresh();
  for (const path of ["surveys/held/details", "collectors/held"]) {
    held = [];
    const leave = leaving(path, cookie);
    await until(() => held.length === 1);
    const reads = [get(path), get(path)];
    const follower = leaving(path, cookie);
    await passed(get);
    follower();
    leave();
    let how = "goes on";
    held[0].over.then((over) => (how = over));
    await passed(get);
    if (path === "collectors/held") {
      // The call ends with the page that made it: one of those who wait makes another.
      assert.equal(await held[0].over, "cancelled");
      await until(() => held.length === 2);
    } else {
      assert.equal(how, "goes on");
    }
    releaseAll();
    assert.deepEqual((await Promise.all(reads)).map(({ status }) => status), [200, 200], path);
    assert.equal(service.taken().length, held.length, path);
  }
});

test("a_cached_read_goes_on_for_the_next_when_its_page_leaves", async () => {
  const { get, cookie } = await fresh();
  const leave = leaving("surveys/held/details", cookie);
  await until(() => held.length === 1);
  leave();
  await passed(get);
  held[0].release();
  assert.equal(await held[0].over, "answered");
  assert.match((await get("surveys/held/details")).how, /^hit|collapsed$/);
  assert.equal(service.taken().length, 1);
});

test("an_answer_that_has_grown_old_is_served_once_more_while_a_new_one_is_fetched", async () => {
  const { get } = await fresh();
  let version = 1;
  grown = () => ({ headers: PLAIN, body: { version } });
  await get("surveys/grown/details");
  version = 2;
  await pass(50);
  assert.deepEqual([(await get("surveys/grown/details")).how, service.taken().length], ["hit", 1]);
  await pass(20);
  const old = await get("surveys/grown/details");
  assert.deepEqual([old.how, old.json.version], ["hit; detail=stale-while-revalidate", 1]);
  assert.match(old.headers.get("cache-status"), /; ttl=-1\d;/);
  let now;
  do {
    now = await get("surveys/grown/details");
  } while (now.json.version === 1);
  assert.deepEqual([now.how, service.taken().length], ["hit", 1]);
  await pass(360);
  version = 3;
  const late = await get("surveys/grown/details");
  assert.deepEqual([late.how, late.json.version], ["fwd=stale; fwd-status=200; stored", 3]);
});

test("an_old_answer_that_is_still_true_is_not_sent_again", async () => {
  const { get } = await fresh();
  const sent = [];
  grown = ({ headers }) => {
    sent.push(headers["if-none-match"]);
    const fits = headers["if-none-match"] === '"their-tag"';
    return fits ? { status: 304, headers: { ETag: '"their-tag"' } } : { headers: { ...PLAIN, ETag: '"their-tag"' }, body: { version: 1 } };
  };
  const first = await get("surveys/grown/details");
  await pass(361);
  const second = await get("surveys/grown/details");
  assert.deepEqual([second.status, second.json, second.how], [200, first.json, "fwd=stale; fwd-status=304; stored"]);
  assert.equal(second.headers.get("etag"), first.headers.get("etag"));
  assert.notEqual(second.headers.get("etag"), '"their-tag"');
  assert.equal((await get("surveys/grown/details")).how, "hit");
  assert.deepEqual(sent, [undefined, '"their-tag"']);
});

test("an_old_answer_replaces_one_that_the_service_owes_and_for_a_day_at_most", async () => {
  const { get } = await fresh();
  let fails = false;
  grown = () => (fails ? refused(503, "1051") : { headers: PLAIN, body: { version: 1 } });
  await get("surveys/grown/details");
  fails = true;
  await pass(361);
  const spare = await get("surveys/grown/details");
  assert.deepEqual([spare.status, spare.json.version, spare.how], [200, 1, "hit; detail=stale-if-error"]);
  await pass(90_000);
  const late = await get("surveys/grown/details");
  assert.deepEqual([late.status, late.json.error.id], [503, "1051"]);
});

test("an_old_answer_is_given_where_the_quota_is_spent", async () => {
  const { get } = await fresh();
  let spent = false;
  grown = () => (spent ? { ...refused(429, "1040"), headers: { ...PLAIN, "Retry-After": "3600" } } : { headers: PLAIN, body: { version: 1 } });
  await get("surveys/grown/details");
  spent = true;
  await pass(361);
  service.taken();
  const answers = [await get("surveys/grown/details"), await get("surveys/grown/details")];
  assert.deepEqual(answers.map(({ status, how }) => [status, how]), [[200, "hit; detail=stale-if-error"], [200, "hit; detail=quota"]]);
  assert.equal(service.taken().length, 1, "the service refused, and is left alone");
  await pass(7200);
});

test("a_spent_budget_is_429_with_retry_after_for_reads_that_may_be_cached_too", async () => {
  const { get } = await fresh();
  grown = () => ({ ...refused(429, "1040"), headers: { ...PLAIN, "Retry-After": "3600" } });
  assert.equal((await get("surveys/grown/details")).json.error.id, "1040");
  service.taken();
  for (const path of ["surveys/grown/details", "surveys/grown/details", "surveys/1/details", "surveys"]) {
    for (const { status, type, json, headers } of await Promise.all([get(path), get(path)])) {
      assert.deepEqual([status, type, json.cause], [429, "budget-spent", "refused"], path);
      const wait = Number(headers.get("retry-after"));
      assert.ok(wait > 3500 && wait <= 3603, headers.get("retry-after"));
    }
  }
  assert.equal(service.taken().length, 0, "the service refused, and is left alone");
  await pass(7200);
  grown = () => ({ headers: PLAIN, body: { version: 2 } });
  assert.equal((await get("surveys/grown/details")).json.version, 2);
});

test("what_is_too_large_passes_through_and_is_not_kept", async () => {
  const { get } = await fresh();
  const answers = await Promise.all([get("surveys/large/details"), get("surveys/large/details")]);
  assert.deepEqual(answers.map(({ text }) => text.length), [1_100_002, 1_100_002]);
  assert.match((await get("surveys/large/details")).how, /detail=large$/);
});

test("a_200_that_is_no_object_or_an_error_is_passed_on_and_not_kept", async () => {
  const { get } = await fresh();
  for (const survey of ["odd", "text"]) {
    for (let times = 0; times < 2; times += 1) {
      const { status, how } = await get(`surveys/${survey}/details`);
      assert.deepEqual([status, how], [200, "fwd=uri-miss; fwd-status=200"], survey);
    }
  }
});

test("a_404_is_cached_for_a_moment", async () => {
  const { get } = await fresh();
  const answers = [await get("surveys/none/details"), await get("surveys/none/details")];
  assert.deepEqual(answers.map(({ status, how }) => [status, how]), [[404, "fwd=uri-miss; fwd-status=404; stored"], [404, "hit"]]);
});

test("s62_signing_out_a_refusal_and_a_revocation_forget_what_is_kept", async () => {
  const ends = {
    "sign-out": ({ cookie }) => ask("/auth/sign-out", { method: "POST", cookie }),
    "403": ({ get }) => get("contact_lists"),
    "403 of a kept read": ({ get }) => get("surveys/refused/details"),
    "403 of a write": ({ write }) => write("POST", "contact_lists"),
    "401": ({ get }) => get("contact_lists/1"),
  };
  for (const [name, end] of Object.entries(ends)) {
    const page = await fresh();
    // A sign-in forgets what is kept, so this session, which shares it, begins before there is anything.
    const other = await signedIn("ann");
    await page.get("survey_languages");
    assert.equal((await other.get("survey_languages")).how, "hit");
    await end(page);
    assert.equal((await other.get("survey_languages")).how, MISS, name);
  }
});

test("s62_a_sign_in_forgets_what_is_cached_of_its_account_and_what_is_under_way", async () => {
  const wide = await fresh();
  await wide.get("survey_languages");
  const early = wide.get("surveys/held/details");
  await until(() => held.length === 1);
  // The token is the same, and may be good for less from now on.
  const narrow = await signedIn("ann");
  assert.deepEqual([(await wide.get("survey_languages")).how, (await narrow.get("survey_languages")).how], [MISS, "hit"]);
  const late = narrow.get("surveys/held/details");
  await until(() => held.length === 2);
  held[1].release(refused(403, "1014"));
  assert.equal((await late).status, 403, "it does not wait for what the wider permission asked for");
  held[0].release();
  assert.equal((await early).status, 200);
  assert.notEqual((await narrow.get("survey_languages")).how, "hit", "and a refusal forgets as well");
});

test("s62_a_change_of_plan_is_seen_after_ten_minutes_at_most_and_with_the_next_answer_that_says_so", async () => {
  const { get } = await fresh();
  let plan = "surveys_read,groups_read";
  grown = (echo) => told(echo, { "X-OAuth-Scopes-Available": plan });
  const how = async (path) => (await get(path)).how;
  const keep = async () => {
    await get("surveys/grown/details");
    await get("survey_categories");
  };
  await keep();
  await pass(580);
  assert.equal(await how("survey_categories"), "hit", "what changes once a release is kept for longer");
  await pass(30);
  service.taken();
  assert.match(await how("survey_categories"), /^fwd=stale/, "but is asked for where nothing has confirmed the plan");
  assert.equal(service.taken().length, 1);

  await keep();
  await pass(400);
  await get("surveys/grown/details");
  await pass(400);
  assert.equal(await how("survey_categories"), "hit", "any answer with the same scopes confirms it");
  plan = "surveys_read";
  await get("surveys/grown/details");
  assert.equal(await how("survey_categories"), MISS, "any answer with others ends it");
});

test("a_signed_delivery_to_the_accounts_address_forgets_what_it_concerns", async () => {
  const { cookie, get } = await fresh();
  const { status, json } = await ask("/gateway/webhook", { cookie });
  assert.equal(status, 200);
  const url = new URL(json.subscription_url);
  assert.equal(url.origin, worker.origin);
  assert.equal((await fetch(url, { method: "HEAD" })).status, 200);
  const body = JSON.stringify({ event_type: "survey_updated", resources: { survey_id: "1" } });
  const key = `${service.vars.CLIENT_ID}&${service.vars.CLIENT_SECRET}`;
  const deliver = async (secret, at = url) => {
    const signature = createHmac("sha1", secret).update(body).digest("base64");
    const headers = { ...PLAIN, "Sm-Apikey": service.vars.CLIENT_ID, "Sm-Signature": signature };
    return (await fetch(at, { method: "POST", headers, body })).status;
  };
  const how = async () => [(await get("surveys/1/details")).how, (await get("surveys/2/details")).how];
  await how();
  assert.deepEqual([await deliver(`${key}x`), await how()], [403, ["hit", "hit"]]);
  assert.deepEqual([await deliver(key, `${url}x`), await how()], [404, ["hit", "hit"]]);
  assert.deepEqual([await deliver(key), await how()], [204, [MISS, "hit"]]);
});

test("the_webhooks_url_is_returned_to_a_session_of_this_origin_only", async () => {
  const { cookie } = await fresh();
  for (const [status, options] of [
    [401, {}],
    [403, { cookie, headers: { "X-Canvass": "0" } }],
    [403, { cookie, headers: { Origin: "https://evil.example" } }],
    [405, { cookie, method: "POST", body: "{}" }],
  ]) {
    assert.equal((await ask("/gateway/webhook", options)).status, status, JSON.stringify(options));
  }
});
