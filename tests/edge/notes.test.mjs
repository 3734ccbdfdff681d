// The notes of a survey: accounts that may read the survey see and change them, and no others. `sNN` in a name is the
// security statement.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { pageOf } from "./page.mjs";
import { signedIn } from "./people.mjs";
import { fakeService } from "./upstream.mjs";

const PLAIN = { "Content-Type": "application/json" };
const folder = mkdtempSync(join(tmpdir(), "canvass-notes-"));
/** A local service, and a gateway in front of a service that is none. */
let local;
let remote;
let service;
/** The teams whose surveys of the same id the service shows to these accounts. */
const TEAMS = { cat: "61001", dan: "61002" };
/** The tokens that the service shows no survey. */
const denied = new Set();

before(async () => {
  const token = (name, region) => (origins) => ({ headers: PLAIN, body: { access_token: `token-of-${name}`, access_url: origins[region] } });
  service = await fakeService({
    token: { ann: token("ann", "us"), bob: token("bob", "us"), cat: token("cat", "us"), dan: token("dan", "us"), eve: token("eve", "eu") },
    "/v3/users/me": ({ headers }) => ({ headers: PLAIN, body: { id: headers.authorization, first_name: headers.authorization.split("-").at(-1) } }),
    "/v3/surveys/7": ({ headers }) => {
      const name = headers.authorization.split("-").at(-1);
      if (denied.has(name)) return { status: 404, headers: PLAIN, body: { error: { id: "1020", http_status_code: 404 } } };
      const team = TEAMS[name];
      return { headers: { ...PLAIN, ETag: '"one"' }, body: { id: "7", title: "Seven", ...(team && { preview: `http://surveys.example/r/${team}.preview.7.AbC` }) } };
    },
  });
  [local, remote] = await Promise.all([
    startWorker({ dataDir: join(folder, "local") }),
    startWorker({ dataDir: join(folder, "remote"), vars: service.vars }),
  ]);
});
after(async () => {
  await Promise.all([local?.kill(), remote?.kill(), service?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const page = pageOf(() => remote);
/** A page of an account at the remote service. */
async function pageAt(name) {
  const { cookie } = await page.signIn(name);
  return notesOf(page, cookie);
}

function notesOf({ ask }, cookie) {
  const call = (path, options) => ask(path, { cookie, ...options });
  const load = (survey = "7", headers = {}) => call(`/gateway/notes/${survey}`, { headers });
  const save = (change, survey = "7", headers = {}) => call(`/gateway/notes/${survey}`, { method: "PATCH", body: JSON.stringify(change), headers });
  return { cookie, call, load, save };
}

/** The calls that were made for the survey. */
const asked = () => service.taken().filter(({ path }) => path === "/v3/surveys/7").length;

/** Lets seconds pass, for the gateway. */
async function pass(seconds) {
  const answer = await page.ask("/sandbox/clock", { method: "POST", body: JSON.stringify({ advance: seconds }) });
  assert.equal(answer.status, 200);
}

test("what_one_account_notes_another_sees_and_both_know_who_named_a_view", async () => {
  const [ann, bob] = [await pageAt("ann"), await pageAt("bob")];
  assert.deepEqual((await ann.load()).json, { version: 0, tags: {}, views: [] });
  const tagged = await ann.save({ version: 0, tag: { name: "price", add: ["2", "1"] } });
  assert.deepEqual([tagged.status, tagged.headers.get("etag"), tagged.json.tags], [200, '"1"', { price: ["1", "2"] }]);
  const viewed = await bob.save({ view: { name: "North", address: "/surveys/7?r=north" } }, "7", { "If-Match": '"1"' });
  assert.equal(viewed.status, 200, viewed.text);
  const { json } = await ann.load();
  assert.deepEqual([json.version, json.tags, json.views.length], [2, { price: ["1", "2"] }, 1]);
  const [view] = json.views;
  assert.deepEqual([view.name, view.address, view.by], ["North", "/surveys/7?r=north", "bob"]);
  assert.match(view.id, /^[0-9a-f]{16}$/);
  const known = await ann.load("7", { "If-None-Match": '"2"' });
  assert.deepEqual([known.status, known.text], [304, ""]);
});

test("a_change_of_an_older_version_is_409_with_the_present_one", async () => {
  const ann = await pageAt("ann");
  const { version } = (await ann.load()).json;
  assert.equal((await ann.save({ version, tag: { name: "late", add: ["3"] } })).status, 200);
  const late = await ann.save({ version, tag: { name: "late", remove: ["3"] } });
  assert.deepEqual([late.status, late.type, late.json.version], [409, "notes-changed", version + 1]);
  assert.deepEqual((await ann.load()).json.tags.late, ["3"]);
});

test("notes_outlive_a_sign_out", async () => {
  const ann = await pageAt("ann");
  const before = (await ann.load()).json;
  assert.equal((await ann.call("/auth/sign-out-everywhere", { method: "POST", body: "{}" })).status, 204);
  assert.equal((await ann.load()).status, 401);
  assert.deepEqual((await (await pageAt("ann")).load()).json, before);
});

test("too_much_is_413_with_a_sentence_and_what_is_no_change_400", async () => {
  const ann = await pageAt("ann");
  const { version } = (await ann.load()).json;
  const ids = (digit) => Array.from({ length: 50_000 }, (_, index) => `${digit}${String(index).padStart(9, "0")}`);
  const large = await ann.save({ version, tag: { name: "large", add: ids(1) } });
  assert.equal(large.status, 200);
  const larger = await ann.save({ version: version + 1, tag: { name: "larger", add: ids(2) } });
  assert.deepEqual([larger.status, larger.type], [413, "notes-too-large"]);
  assert.match(larger.json.title, /1 MB/);
  assert.equal((await ann.save({ version: version + 1, remove_tag: "large" })).status, 200);
  const body = JSON.stringify({ version, tag: { name: "x".repeat(1_100_000) } });
  assert.equal((await ann.call("/gateway/notes/7", { method: "PATCH", body })).status, 413);
  for (const wrong of [{}, { version: version + 2 }, { version: version + 2, tag: { name: "a", other: 1 } }, { version: version + 2, other: 1 }]) {
    assert.equal((await ann.save(wrong)).status, 400, JSON.stringify(wrong));
  }
});

test("s90_the_service_decides_whether_an_account_may_read_the_survey_for_a_minute_at_a_time", async () => {
  await pass(61);
  const [ann, bob] = [await pageAt("ann"), await pageAt("bob")];
  await ann.call("/api/v3/surveys/7/details");
  service.taken();
  assert.deepEqual([(await ann.load()).status, (await ann.load()).status, asked()], [200, 200, 1]);
  assert.deepEqual([(await bob.load()).status, asked()], [200, 1], "each account for itself");
  denied.add("ann");
  try {
    assert.equal((await ann.load()).status, 200, "within the minute");
    await pass(61);
    for (const _ of [1, 2]) {
      const refused = await ann.load("7", { "If-None-Match": '"one"' });
      assert.deepEqual([refused.status, refused.json.error.id, refused.headers.get("cache-control")], [404, "1020", "private, no-store"]);
      assert.equal((await ann.save({ version: 0, remove_tag: "price" })).status, 404);
    }
    assert.equal(asked(), 4, "a refusal is not remembered");
    assert.equal((await bob.load()).status, 200, "nor does it end what another account may read");
  } finally {
    denied.clear();
  }
  assert.equal((await ann.load()).status, 200, "and it ends with the service's");
});

test("s90_the_same_id_in_another_region_is_another_survey", async () => {
  const eve = await pageAt("eve");
  assert.deepEqual((await eve.load()).json, { version: 0, tags: {}, views: [] });
});

test("s90_surveys_of_two_teams_with_one_id_have_notes_of_their_own", async () => {
  const [cat, dan] = [await pageAt("cat"), await pageAt("dan")];
  const saved = await cat.save({ version: 0, tag: { name: "ours", add: ["1"] } });
  assert.deepEqual([saved.status, saved.json.version], [200, 1], saved.text);
  assert.deepEqual((await dan.load()).json, { version: 0, tags: {}, views: [] });
  assert.deepEqual((await cat.load()).json.tags, { ours: ["1"] });
});

test("s90_notes_are_shown_with_their_survey_and_end_with_the_world", async () => {
  const at = pageOf(() => local);
  const world = (await at.ask("/sandbox")).json;
  const person = async (key) => {
    const { cookie } = await signedIn(local, world.people.find((known) => known.key === key));
    return notesOf(at, cookie);
  };
  const [owner, stranger, colleague] = [await person("owner"), await person("other_team"), await person("regular")];
  const create = async ({ call }) => (await call("/api/v3/surveys", { method: "POST", body: '{"title":"Noted"}' })).json.id;
  const ours = await create(owner);
  const saved = await owner.save({ version: 0, tag: { name: "ours", add: ["1"] } }, ours);
  assert.deepEqual([saved.status, saved.json.version], [200, 1], saved.text);
  assert.equal((await stranger.load(ours)).status, 404);
  assert.deepEqual((await owner.load(ours)).json.tags, { ours: ["1"] });
  assert.deepEqual([(await colleague.call(`/api/v3/surveys/${ours}`)).status, (await colleague.load(ours)).status], [404, 404], "nobody shares it yet");
  const { data } = (await colleague.call("/api/v3/surveys?include=shared_with&per_page=100")).json;
  const owned = (await owner.call("/api/v3/surveys?include=owned&per_page=100")).json.data.map(({ id }) => id);
  const shared = data.map(({ id }) => id).find((id) => owned.includes(id)) ?? assert.fail("the owner shares no survey with the colleague");
  assert.equal((await owner.save({ version: 0, tag: { name: "theirs", add: ["2"] } }, shared)).status, 200);
  const noted = await colleague.load(shared);
  assert.deepEqual([noted.status, noted.json.tags], [200, { theirs: ["2"] }], "a colleague sees the notes if the service shows the survey");
  assert.equal((await at.ask("/sandbox/reset", { method: "POST", body: "{}" })).status, 200);
  const again = await person("owner");
  assert.deepEqual((await again.load(await create(again))).json.version, 0, "a new world has no notes of the old one");
});

test("s90_a_request_needs_a_session_and_a_page_of_this_origin", async () => {
  const { cookie } = await pageAt("ann");
  service.taken();
  for (const [status, options] of [
    [401, {}],
    [403, { cookie, headers: { "X-Canvass": "0" } }],
    [403, { cookie, method: "PATCH", body: "{}", headers: { Origin: "https://evil.example" } }],
    [415, { cookie, method: "PATCH", body: "{}", headers: { "Content-Type": "text/plain" } }],
    [405, { cookie, method: "PUT", body: "{}" }],
  ]) {
    assert.equal((await page.ask("/gateway/notes/7", options)).status, status, JSON.stringify(options));
  }
  assert.equal((await page.ask("/gateway/notes/", { cookie })).status, 404);
  assert.equal(asked(), 0);
});
