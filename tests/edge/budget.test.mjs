// The budget over HTTP: a gateway in front of a service of its own kind, each with a clock that the test moves. Nobody
// waits: whoever is told when it goes on moves both clocks there.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { eventually } from "./eventually.mjs";
import { pageOf } from "./page.mjs";
import { fakeService } from "./upstream.mjs";

const OURS = { "X-Canvass": "1", "Content-Type": "application/json" };
const BACKGROUND = { "X-Canvass-Class": "background" };
const folder = mkdtempSync(join(tmpdir(), "canvass-budget-"));
/** The demo world's public app, to which the service is told to grant 120 requests a minute and no limit of a day. */
const workbench = createHash("sha256").update("canvass demo app workbench").digest().subarray(0, 16).toString("base64url");
const running = [];
let service;
let world;

async function worker(name, vars) {
  const started = await startWorker({ dataDir: join(folder, name), vars });
  running.push(started);
  return started;
}

async function clock(of, change) {
  const response = await fetch(`${of.origin}/sandbox/clock`, { method: "POST", headers: OURS, body: JSON.stringify(change) });
  assert.equal(response.status, 200, await response.text());
}

/** A gateway of its own for an app, the two sessions of its page, and the time that has passed on both clocks. */
async function gateway(name, { client, token, at }) {
  const bearer = world.tokens.find((known) => known.name === token).token;
  const headers = { "Content-Type": "application/json" };
  const auth = await fakeService({ token: { in: { headers, body: { access_token: bearer, access_url: service.origins.us } } } });
  running.push({ kill: () => auth.stop() });
  const front = await worker(name, {
    ...auth.vars,
    API_URL: service.origins.us,
    API_URL_EU: service.origins.eu,
    API_URL_CA: service.origins.ca,
    CLIENT_ID: client,
  });
  const page = pageOf(() => front);
  for (const each of [service, front]) {
    await clock(each, { set: at, freeze: true });
  }
  const { cookie } = await page.signIn("in");
  const other = await page.signIn("in");
  const passed = { seconds: 0 };
  const pass = async (seconds) => {
    passed.seconds += seconds;
    for (const each of [service, front]) {
      await clock(each, { advance: seconds });
    }
  };
  return { front, passed, pass, cookie, other: other.cookie, ask: page.ask };
}

/** Fetches pages one after the other and goes on when it is told to. Returns what the refusals said. */
async function exportPages(at, pages) {
  const refusals = [];
  for (let page = 0; page < pages; ) {
    const answer = await at.ask("/api/v3/users/me", { cookie: at.cookie, headers: BACKGROUND });
    if (answer.status === 200) {
      page += 1;
      continue;
    }
    assert.deepEqual([answer.status, answer.type], [429, "budget-spent"], answer.text);
    const wait = Number(answer.headers.get("retry-after"));
    assert.ok(Number.isInteger(wait) && wait > 0, answer.headers.get("retry-after"));
    refusals.push({ ...answer.json, page, wait, at: at.passed.seconds });
    await at.pass(wait);
  }
  return refusals;
}

before(async () => {
  service = await worker("service", { APP_QUOTAS: `${workbench}=120/-` });
  const described = await fetch(`${service.origin}/sandbox`, { headers: OURS });
  world = await described.json();
});
after(async () => {
  await Promise.all(running.map((each) => each.kill()));
  rmSync(folder, { recursive: true, force: true });
});

test("an_export_of_1000_pages_takes_as_long_as_the_minutes_quota_forces_it_to", async () => {
  const at = await gateway("minutes", { client: workbench, token: "owner", at: "2031-03-04T10:00:00" });
  // For two minutes after the sign-in background work is held, which takes real time.
  await at.pass(180);
  const refusals = await exportPages(at, 1000);
  const took = at.passed.seconds - 180;
  // Eight minutes of 120, and what is left of it in the ninth.
  assert.ok(took >= 480 && took <= 480 * 1.02, `${took} s`);
  assert.ok(refusals.every(({ cause }) => cause === "minute"));
  const { headers } = await at.ask("/api/v3/users/me", { cookie: at.cookie });
  assert.equal(headers.get("ratelimit-policy"), '"minute";q=120;w=60');
  assert.match(headers.get("ratelimit"), /^"minute";r=\d+;t=\d+$/);
});

test("an_export_of_1000_pages_pauses_at_the_days_end_says_until_when_and_goes_on_after_midnight", async () => {
  const sync = world.apps.find(({ key, name }) => key === "sync" || name === "Northwind Sync").client_id;
  const at = await gateway("days", { client: sync, token: "private", at: "2031-03-04T23:50:00" });
  await at.pass(180);
  const refusals = await exportPages(at, 1000);
  const days = refusals.filter(({ cause }) => cause === "day");
  assert.equal(days.length, 2);
  for (const [index, { page, until, detail, title }] of days.entries()) {
    assert.match(until, new RegExp(`^2031-03-0${5 + index}T00:00:0[0-2]\\+00:00$`));
    assert.equal(detail, `Today's requests are used up. Try again at ${until}.`);
    assert.match(title, /used up/);
    assert.ok(page >= (index + 1) * 475 && page <= (index + 1) * 500, `${page} pages`);
  }
  assert.ok(at.passed.seconds < 600 + 86_400 + 130, `${at.passed.seconds} s`);
});

test("an_export_that_has_spent_its_share_leaves_people_theirs_also_after_a_restart", async () => {
  const field = world.apps.find(({ name }) => name === "Field Notes").client_id;
  const at = await gateway("people", { client: field, token: "draft", at: "2026-11-21T12:00:00" });
  const first = await at.ask("/api/v3/users/me", { cookie: at.cookie });
  assert.equal(first.status, 200, first.text);
  const refused = async () => (await at.ask("/api/v3/users/me", { cookie: at.cookie, headers: BACKGROUND })).status;
  for (let page = 0; (await refused()) === 200; page += 1) {
    assert.ok(page < 120);
  }
  await at.front.restart();
  await clock(at.front, {});
  assert.equal(await refused(), 429);
  const click = await at.ask("/api/v3/users/me", { cookie: at.other });
  assert.equal(click.status, 200, click.text);
  const plan = await at.ask("/gateway/budget", { cookie: at.other });
  assert.equal(plan.json.minute.limit, 120);
  assert.ok(plan.json.minute.left > 0 && plan.json.minute.left_for_background <= 0, plan.text);
  assert.equal(plan.json.day.limit, 500);
  assert.equal((await at.ask("/gateway/budget")).status, 401);
  assert.equal((await at.ask("/gateway/budget", { cookie: at.other, headers: { "X-Canvass": "0" } })).status, 403);
});

/** What a service says of a minute of 120 and a day of 500. */
const told = (minute, reset) => ({
  "Content-Type": "application/json",
  "X-Ratelimit-App-Global-Day-Limit": "500",
  "X-Ratelimit-App-Global-Day-Remaining": "400",
  "X-Ratelimit-App-Global-Day-Reset": "5000",
  "X-Ratelimit-App-Global-Minute-Limit": "120",
  "X-Ratelimit-App-Global-Minute-Remaining": String(minute),
  "X-Ratelimit-App-Global-Minute-Reset": String(reset),
});

test("a_click_does_not_get_the_refusal_of_like_background_work_that_it_has_joined", async () => {
  const paths = Array.from({ length: 10 }, (_, number) => [`surveys/${number}/details`, `collectors/${number}`]).flat();
  // More than half of the minute is left to people.
  const left = told(55, 60);
  const answer = () => ({ headers: left, body: { id: "1" } });
  const upstream = await fakeService(Object.fromEntries(["users/me", ...paths].map((path) => [`/v3/${path}`, answer])));
  running.push({ kill: () => upstream.stop() });
  const front = await worker("joined", { ...upstream.vars, BUDGET_RESERVE: "50" });
  await clock(front, { set: "2031-03-04T10:00:00", freeze: true });
  const { ask, signIn } = pageOf(() => front);
  const { cookie } = await signIn();
  const read = (path, headers) => ask(`/api/v3/${path}`, { cookie, headers });
  assert.equal((await read("users/me", BACKGROUND)).status, 429);
  const burst = async () => {
    const answers = await Promise.all(paths.flatMap((path) => [read(path, BACKGROUND), read(path, {})]));
    const clicks = answers.filter((_, index) => index % 2 === 1);
    assert.deepEqual(clicks.map(({ status }) => status), paths.map(() => 200));
    assert.ok(answers.some(({ status }) => status === 429));
    return [answers, clicks].map((some) => some.filter(({ headers }) => headers.get("cache-status")?.includes("detail=quota")).length);
  };
  assert.deepEqual(await burst(), [0, 0]);
  // The cached designs have expired: background work gets them nevertheless, and a click a new one.
  await clock(front, { set: "2031-03-04T10:07:00", freeze: true });
  assert.equal((await read("collectors/0", {})).status, 200);
  const [spared, sparedClicks] = await burst();
  assert.ok(spared > 0);
  assert.equal(sparedClicks, 0);
});

test("a_click_is_held_for_a_moment_and_not_sent_once_its_page_is_gone", async () => {
  let isSignedIn = false;
  // The longest time that both requests may take to arrive, and less than the five seconds for which they are held.
  const spent = told(0, 3);
  const upstream = await fakeService({
    "/v3/users/me": () => ({ headers: isSignedIn ? spent : {}, body: { id: "1" } }),
    "/v3/surveys": () => ({ status: 201, headers: spent, body: {} }),
  });
  running.push({ kill: () => upstream.stop() });
  const front = await worker("held", upstream.vars);
  const { ask, signIn } = pageOf(() => front);
  const { cookie } = await signIn();
  isSignedIn = true;
  assert.equal((await ask("/api/v3/users/me", { cookie })).status, 200);
  upstream.taken();
  const { port } = new URL(front.origin);
  const gone = connect(Number(port), "127.0.0.1");
  const head = `Host: 127.0.0.1:${port}\r\nX-Canvass: 1\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 2`;
  gone.write(`POST /api/v3/surveys HTTP/1.1\r\n${head}\r\n\r\n{}`);
  const plan = async () => (await ask("/gateway/budget", { cookie })).json;
  await eventually(async () => (await plan()).waiting === 1, "it was not held");
  gone.resetAndDestroy();
  let isAnswered = false;
  const asked = ask("/api/v3/surveys", { method: "POST", body: "{}", cookie }).finally(() => (isAnswered = true));
  for (let behind = 0; behind < 5; behind += 1) await plan();
  assert.deepEqual([isAnswered, upstream.requests.length], [false, 0], "it is held while others pass");
  const stayed = await asked;
  assert.equal(stayed.status, 201, stayed.text);
  assert.equal(upstream.taken().filter(({ path }) => path === "/v3/surveys").length, 1);
});
