// Accounts of every region through one gateway: with the embedded service, and with a remote one of more regions.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { eventually } from "./eventually.mjs";
import { pageOf } from "./page.mjs";
import { signedIn } from "./people.mjs";
import { fakeService } from "./upstream.mjs";

const JSON_TYPE = { "Content-Type": "application/json" };
/** Accounts that are said to live in `us`. Where they do live comes first. */
const ASTRAY = [
  ...["ca-one", "ca-two", "ca-three", "nowhere-three", "nowhere-four", "ca-five", "ca-six"],
  ...["nowhere-seven", "ca-eight", "nowhere-eight", "ca-nine", "nowhere-nine", "ca-ten"],
];
const folders = [];
const workers = [];
let embedded;
let people;
let service;
let remote;

async function start(vars) {
  const dataDir = mkdtempSync(join(tmpdir(), "canvass-regions-"));
  folders.push(dataDir);
  const worker = await startWorker({ dataDir, vars });
  workers.push(worker);
  return worker;
}

const refusal = (status, id) => ({ status, headers: JSON_TYPE, body: { error: { id, http_status_code: status, name: "Error", message: `not ${id}`, docs: "" } } });
/** What regions say to tokens beside that, and where those live that have moved. */
const said = new Map();
const moved = new Map();

/** A survey service where a token is good in the region that it names, and everywhere else leads to 1018. */
before(async () => {
  const at = ({ at, headers }) => {
    const [, token, home] = /^bearer (of-(\w+)(?:-\w+)?)$/.exec(headers.authorization) ?? [];
    const good = at === (moved.get(token) ?? home);
    return said.get(`${token} ${at}`) ?? (good ? { headers: JSON_TYPE, body: { at } } : refusal(403, "1018"));
  };
  const granted = (access_token, access_url) => ({ headers: JSON_TYPE, body: { access_token, access_url } });
  service = await fakeService({
    token: {
      far: ({ ca }) => granted("of-ca", ca),
      here: ({ us }) => granted("of-us", us),
      ...Object.fromEntries(ASTRAY.map((code) => [code, ({ us }) => granted(`of-${code}`, us)])),
    },
    ...Object.fromEntries(["users/me", "surveys", "contacts", "contact_lists", "workgroups"].map((path) => [`/v3/${path}`, at])),
    "/v3/groups": () => ({ status: 403, headers: JSON_TYPE, body: { error: { id: "1014", http_status_code: 403 } } }),
  });
  const { us, eu, ca } = service.origins;
  const { API_URL, API_URL_EU, API_URL_CA, ...vars } = service.vars;
  embedded = await start({ PKCE: "S256" });
  remote = await start({ ...vars, REGIONS: `us=${us}, eu=${eu}, south=${ca}`, BEARER_CALLS: "on" });
  people = (await (await fetch(`${embedded.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json()).people;
});
after(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await service?.stop();
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
});

const person = (key) => people.find((each) => each.key === key);

test("s8_s17_an_account_of_every_region_signs_in_with_a_challenge_and_is_called_in_its_region", async () => {
  const page = pageOf(() => embedded);
  for (const key of ["owner", "eu", "ca"]) {
    const { email, region } = person(key);
    const { status, json, cookie } = await signedIn(embedded, person(key));
    assert.deepEqual([status, json.region], [200, region]);
    const me = await page.ask("/api/v3/users/me", { cookie });
    assert.deepEqual([me.status, me.json.email], [200, email]);
    assert.equal(me.json.href, `${embedded.origin}/api/v3/users/me`);
    const body = JSON.stringify({ title: `A survey in ${region}` });
    const made = await page.ask("/api/v3/surveys", { method: "POST", body, cookie });
    assert.equal(made.status, 201);
    assert.equal((await page.ask(`/api/v3/surveys/${made.json.id}`, { cookie })).json.title, `A survey in ${region}`);
  }
});

test("accounts_of_several_regions_share_a_browser", async () => {
  const page = pageOf(() => embedded);
  let { cookie } = await signedIn(embedded, person("owner"));
  const added = await signedIn(embedded, person("ca"), { add: true, cookie });
  assert.deepEqual(added.json.accounts.map(({ region }) => region), ["us", "ca"]);
  assert.equal((await page.ask("/api/v3/users/me", added)).json.email, person("ca").email);
  ({ cookie } = await page.post("/auth/switch", { account: added.json.accounts[0].id }, added.cookie));
  assert.equal((await page.ask("/api/v3/users/me", { cookie })).json.email, person("owner").email);
});

test("s17_another_region_is_configured_by_name_and_address", async () => {
  const page = pageOf(() => remote);
  const { status, json, cookie } = await page.signIn("far");
  assert.deepEqual([status, json.region], [200, "south"]);
  assert.deepEqual((await page.ask("/api/v3/users/me", { cookie })).json, { at: "ca" });
  assert.equal((await page.signIn("elsewhere")).status, 502);
});

/** A call of a server, which sends no header of a page. */
async function call(token, path, options = {}) {
  const response = await fetch(new URL(path, remote.origin), {
    redirect: "manual",
    ...options,
    headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...options.headers },
  });
  const text = await response.text();
  return { status: response.status, json: text.startsWith("{") ? JSON.parse(text) : null, headers: response.headers };
}
/** Where the requests of late arrived. */
const places = () => service.taken().map(({ at }) => at);

test("a_read_of_a_server_finds_the_region_of_its_token_and_remembers_it", async () => {
  service.taken();
  assert.deepEqual((await call("of-ca", "/v3/users/me")).json, { at: "ca" });
  assert.deepEqual(places(), ["us", "eu", "ca"]);
  assert.deepEqual((await call("of-ca", "/v3/users/me")).json, { at: "ca" });
  const body = JSON.stringify({ title: "x" });
  assert.equal((await call("of-ca", "/v3/surveys", { method: "POST", body, headers: JSON_TYPE })).status, 200);
  assert.deepEqual(places(), ["ca", "ca"]);
});

test("a_write_of_a_server_is_tried_in_one_region_only", async () => {
  service.taken();
  const answer = await call("of-eu", "/v3/surveys", { method: "POST", body: "{}", headers: JSON_TYPE });
  assert.deepEqual([answer.status, answer.json.error.id, places()], [403, "1018", ["us"]]);
});

test("a_token_that_is_good_nowhere_and_any_other_error_pass_as_they_are", async () => {
  service.taken();
  const nowhere = await call("of-nowhere", "/v3/users/me");
  assert.deepEqual([nowhere.status, nowhere.json.error.id, places()], [403, "1018", ["us", "eu", "ca"]]);
  const scope = await call("of-eu", "/v3/groups");
  assert.deepEqual([scope.status, scope.json.error.id, places()], [403, "1014", ["us"]]);
});

test("s44_s47_a_server_reaches_rows_and_their_parameters_only", async () => {
  service.taken();
  for (const [path, options, status, id] of [
    ["/v3/nowhere", {}, 404, "1020"],
    ["/v3/users/me", { method: "DELETE" }, 405, "1061"],
    ["/v3/surveys/%252e%252e", {}, 404, "1020"],
    ["/v3/surveys?page=1&page=2", {}, 400, "1003"],
  ]) {
    const answer = await call("of-us", path, options);
    assert.deepEqual([answer.status, answer.json.error.id], [status, id], path);
  }
  const bare = await call("", "/v3/users/me");
  assert.deepEqual([bare.status, bare.json.error.id], [401, "1010"]);
  assert.deepEqual(places(), []);
});

test("s49_a_page_is_refused_where_servers_are_served", async () => {
  service.taken();
  const page = pageOf(() => remote);
  const { cookie } = await page.signIn("far");
  service.taken();
  for (const headers of [{ Cookie: cookie }, { Origin: remote.origin }, { "Sec-Fetch-Site": "same-origin" }, { "X-Canvass": "1" }]) {
    const answer = await call("of-us", "/v3/users/me", { headers });
    assert.deepEqual([answer.status, answer.json.type], [400, "urn:canvass:problem:bearer-refused"], JSON.stringify(headers));
  }
  const answer = await page.ask("/api/v3/users/me", { cookie, headers: { Authorization: "bearer of-us" } });
  assert.deepEqual([answer.status, answer.type], [400, "bearer-refused"]);
  assert.deepEqual(places(), []);
});

/**
 * A browser signed in with one of the accounts that went astray: `read` and `write` give status, body, and where they
 * arrived.
 */
async function browser(code) {
  const page = pageOf(() => remote);
  let { cookie } = await page.signIn(code);
  const call = async (path, options) => {
    service.taken();
    const answer = await page.ask(path, { cookie, ...options });
    cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    return answer;
  };
  const seen = async (path, options) => {
    const { status, json } = await call(path, options);
    return [status, json.at ?? json.error?.id, places()];
  };
  return {
    call,
    read: (path = "users/me") => seen(`/api/v3/${path}`),
    write: () => seen("/api/v3/surveys", { method: "POST", body: "{}" }),
  };
}

test("a_read_of_a_page_finds_the_region_of_its_account_and_every_later_call_goes_there", async () => {
  const { call, read, write } = await browser("ca-one");
  assert.equal((await call("/auth/session")).json.region, "us");
  assert.deepEqual(await read(), [200, "ca", ["us", "eu", "ca"]]);
  assert.deepEqual(await read(), [200, "ca", ["ca"]]);
  assert.deepEqual(await write(), [200, "ca", ["ca"]]);
  const { json, headers } = await call("/auth/session");
  assert.deepEqual([json.region, json.accounts.map(({ region }) => region)], ["south", ["south"]]);
  assert.equal(headers.getSetCookie().length, 0, "the cookie has known it since the call after the one that found out");
});

test("a_write_of_a_page_is_tried_in_one_region_and_goes_where_the_account_is_known_to_live", async () => {
  const [one, other] = [await browser("ca-two"), await browser("ca-two")];
  assert.deepEqual(await one.write(), [403, "1018", ["us"]]);
  await one.read();
  assert.deepEqual(await one.write(), [200, "ca", ["ca"]]);
  assert.deepEqual(await other.write(), [200, "ca", ["ca"]], "another browser with the same account");
});

test("reads_at_once_wait_for_one_search_and_go_by_what_it_found", async () => {
  for (const [code, outcome, asked] of [["ca-three", [200, "ca"], { us: 5, eu: 1, ca: 5 }], ["nowhere-three", [403, "1018"], { us: 5, eu: 1, ca: 1 }]]) {
    const { call } = await browser(code);
    const page = pageOf(() => remote);
    const { cookie } = await page.signIn("here");
    service.taken();
    const count = (place) => service.requests.filter(({ at, headers }) => at === place && headers.authorization === `bearer of-${code}`).length;
    // The search is not over before all of them have been refused: a read behind them has gone the same way and back.
    const all = async () => {
      await eventually(() => count("us") === 5);
      assert.equal((await page.ask("/api/v3/users/me", { cookie })).json.at, "us");
      return refusal(403, "1018");
    };
    said.set(`of-${code} eu`, all());
    const paths = ["users/me", "surveys", "contacts", "contact_lists", "workgroups"];
    const answers = await Promise.all(paths.map((path) => call(`/api/v3/${path}`)));
    for (const { status, json } of answers) assert.deepEqual([status, json.at ?? json.error.id], outcome);
    assert.deepEqual({ us: count("us"), eu: count("eu"), ca: count("ca") }, asked, code);
  }
});

test("an_account_that_is_nowhere_gets_the_services_words", async () => {
  const { call, read } = await browser("nowhere-four");
  const { json } = await call("/api/v3/users/me");
  assert.deepEqual([json.error.id, json.error.message, places()], ["1018", "not 1018", ["us", "eu", "ca"]]);
  assert.deepEqual(await read(), [403, "1018", ["us"]], "nobody looks for it again for a while");
  assert.deepEqual(await read("groups"), [403, "1014", ["us"]], "any other refusal is passed on as it is");
});

test("what_is_cached_of_an_account_is_that_of_its_region", async () => {
  const { call, read, write } = await browser("ca-five");
  assert.deepEqual(await read("surveys"), [200, "ca", ["us", "eu", "ca"]]);
  const { json, headers } = await call("/api/v3/surveys");
  assert.deepEqual([json, places()], [{ at: "ca" }, []]);
  assert.match(headers.get("cache-status"), /^canvass; hit/);
  await write();
  assert.deepEqual(await read("surveys"), [200, "ca", ["ca"]]);
  moved.set("of-ca-five", "eu");
  assert.deepEqual(await read(), [200, "eu", ["ca", "us", "eu"]], "an account may move");
  assert.deepEqual(await read("surveys"), [200, "eu", ["eu"]], "nothing is left of the region before");
});

test("a_region_that_does_not_know_the_token_or_fails_ends_neither_search_nor_session", async () => {
  said.set("of-ca-six eu", refusal(401, "1011"));
  said.set("of-ca-six ca", refusal(503, "1051"));
  const { read } = await browser("ca-six");
  assert.deepEqual(await read(), [503, "1051", ["us", "eu", "ca", "ca", "ca"]], "the account may well live where nobody answers now");
  said.delete("of-ca-six ca");
  assert.deepEqual(await read(), [200, "ca", ["us", "eu", "ca"]]);
});

test("a_grant_that_another_region_says_is_revoked_ends_the_session", async () => {
  said.set("of-nowhere-seven eu", refusal(401, "1013"));
  const { call } = await browser("nowhere-seven");
  for (const arrived of [["us", "eu"], []]) {
    const { status, type } = await call("/api/v3/users/me");
    assert.deepEqual([status, type, places()], [401, "signed-out", arrived]);
  }
});

test("what_says_nothing_of_the_account_neither_moves_it_nor_ends_the_search", async () => {
  said.set("of-ca-eight eu", { status: 403, headers: JSON_TYPE, body: { message: "blocked" } });
  const there = await browser("ca-eight");
  assert.deepEqual(await there.read(), [200, "ca", ["us", "eu", "ca"]]);
  said.set("of-nowhere-eight eu", refusal(404, "1020"));
  const nowhere = await browser("nowhere-eight");
  for (const path of ["users/me", "contacts"]) {
    assert.deepEqual(await nowhere.read(path), [404, "1020", ["us", "eu", "ca"]], "the best answer that there is");
  }
  assert.deepEqual(await nowhere.write(), [403, "1018", ["us"]], "it has not moved");
});

test("a_refusal_that_is_too_large_ends_no_search_and_a_writes_passes_as_it_is", async () => {
  const large = refusal(403, "1014");
  large.body.error.message = "x".repeat(100_000);
  for (const [code, outcome] of [["ca-nine", [200, "ca"]], ["nowhere-nine", [502, undefined]]]) {
    said.set(`of-${code} eu`, large);
    const { read, call, write } = await browser(code);
    assert.deepEqual(await read(), [...outcome, ["us", "eu", "ca"]]);
    said.set(`of-${code} ${outcome[1] ?? "us"}`, large);
    assert.deepEqual((await write()).slice(0, 2), [403, "1014"]);
    const { json } = await call("/api/v3/surveys", { method: "POST", body: "{}" });
    assert.equal(json.error.message.length, 100_000);
  }
});

test("whoever_waits_for_a_search_that_never_ends_looks_for_the_account_itself", async () => {
  let end;
  said.set("of-ca-ten eu", new Promise((go) => (end = go)));
  const [one, other] = [await browser("ca-ten"), await browser("ca-ten")];
  service.taken();
  const never = one.call("/api/v3/users/me");
  await eventually(() => service.requests.some(({ at }) => at === "eu"));
  said.delete("of-ca-ten eu");
  assert.deepEqual(await other.read("contacts"), [200, "ca", ["us", "eu", "ca"]]);
  end(refusal(403, "1018"));
  assert.equal((await never).status, 200);
});
