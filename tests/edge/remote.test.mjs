// The gateway in front of a remote service: one of our own, one that fails in every way, and one that answers at
// length.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { createCanvass } from "../../pkg/dist/index.js";
import { startWorker } from "../../scripts/worker.mjs";
import { eventually } from "./eventually.mjs";
import { pageOf } from "./page.mjs";
import { fakeService } from "./upstream.mjs";

const JSON_TYPE = { "Content-Type": "application/json" };
const METRICS_TOKEN = "m3Tr1cs-9f0aQ7zL2xW8vB4nK6yH1cD5";
const MEGABYTE = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), "canvass-remote-"));
const never = new Promise(() => {});
const running = [];
let service;
let worker;
let cookie;
const { ask, askRaw, signIn } = pageOf(() => worker);

const failed = { status: 503, headers: JSON_TYPE, body: { error: { id: "1051", http_status_code: 503, name: "", message: "", docs: "" } } };
const done = { headers: JSON_TYPE, body: { done: true } };

/** An answer of so many megabytes, written as fast as it is read. Resolves when its connection is over. */
async function atLength(response, megabytes) {
  response.over = new Promise((tell) => response.on("close", () => tell(response.writableFinished ? "answered" : "cancelled")));
  lengths.push(response);
  response.writeHead(200, JSON_TYPE);
  response.write('"');
  for (let count = 0; count < megabytes && !response.destroyed; count += 1) {
    response.sent = count * MEGABYTE;
    if (!response.write("x".repeat(MEGABYTE))) {
      await Promise.race([new Promise((go) => response.once("drain", go)), response.over]);
    }
  }
  response.end('"');
  return never;
}
const lengths = [];

/** Never answers; `silences` resolve when the connection is over. */
function silent(_, response) {
  silences.push(new Promise((tell) => response.on("close", tell)));
  return never;
}
const silences = [];

/**
 * The same, once it is too late. A call is given up after the second of `UPSTREAM_TIMEOUT` and at most half a second
 * more, and the read after three calls: the answer comes well after the one and well before the other. Both are timers
 * of the gateway's platform, whose time passes by itself alone.
 */
async function late(_, response) {
  await new Promise((go) => setTimeout(go, 3000));
  return atLength(response, 50);
}

/** What is written to the connection as it is; then it ends, or nothing follows. */
const raw = (text, end) => (_, response) => {
  const { socket } = response;
  socket?.write(text, () => end && socket.destroy());
  return never;
};

/** An answer as text of so many characters, compressed. */
async function packed(response, length) {
  const body = gzipSync(JSON.stringify("x".repeat(length)));
  response.writeHead(200, { ...JSON_TYPE, "Content-Encoding": "gzip", "Content-Length": body.length });
  response.end(body);
  return never;
}

/** Fails so often, then answers. */
function failing(times, failure, success = done) {
  let calls = 0;
  return () => (calls++ < times ? failure : success);
}

const PAST = "Sun, 06 Nov 1994 08:49:37 GMT";
const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const WAYS = {
  silent,
  late,
  stalls: raw(`${HEAD}Content-Length: 100\r\n\r\n{"a":`),
  cut: raw(`${HEAD}Content-Length: 100\r\n\r\n{"a":`, true),
  "stalls-late": raw(`${HEAD}Content-Length: 100000\r\n\r\n{"a":`),
  "cut-late": raw(`${HEAD}Content-Length: 100000\r\n\r\n{"a":`, true),
  "stalls-unmeasured": raw(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`),
  "cut-unmeasured": raw(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`, true),
  html: () => ({ headers: { "Content-Type": "text/html" }, body: "<script>" }),
  moved: () => ({ status: 307, headers: { Location: "https://evil.example/" }, body: {} }),
  flood: raw(`${HEAD}${`X-Flood: ${"x".repeat(1000)}\r\n`.repeat(1000)}Content-Length: 2\r\n\r\n{}`),
  odd: raw("HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\n{}", true),
  short: raw("HTTP/1.1 42 Short\r\nContent-Length: 2\r\n\r\n{}", true),
  noise: raw("nonsense\r\n\r\n", true),
  switching: raw("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n", true),
  dropped: () => "drop",
  broken: () => failed,
  later: () => ({ ...failed, headers: { ...JSON_TYPE, "Retry-After": "60" } }),
  dated: () => ({ ...failed, headers: { ...JSON_TYPE, "Retry-After": new Date(Date.now() + 60_000).toUTCString() } }),
  twice: failing(2, failed),
  resets: failing(2, "drop"),
  past: failing(2, { ...failed, headers: { ...JSON_TYPE, "Retry-After": PAST } }),
  passing: failing(2, failed, { headers: JSON_TYPE, body: { id: "passing", name: "", href: "" } }),
  spent: () => ({ status: 429, headers: { ...JSON_TYPE, "Retry-After": "60" }, body: { error: { id: "1040" } } }),
  packed: (_, response) => packed(response, 100),
  "packed-long": (_, response) => packed(response, 5 * MEGABYTE),
  long: (_, response) => atLength(response, 50),
  huge: (_, response) => atLength(response, 200),
  endless: (_, response) => atLength(response, 100_000),
};

before(async () => {
  const ways = Object.entries(WAYS).map(([name, way]) => [`/v3/contact_lists/${name}`, way]);
  service = await fakeService({ ...Object.fromEntries(ways), "/v3/surveys/late/details": late, "/v3/surveys/silent/details": silent });
  worker = await startWorker({ dataDir: join(folder, "gateway"), vars: { ...service.vars, UPSTREAM_TIMEOUT: "1", METRICS_TOKEN } });
  ({ cookie } = await signIn());
  assert.equal((await ask("/api/v3/users/me", { cookie })).status, 200);
});
after(async () => {
  await worker?.kill();
  await Promise.all(running.map((each) => each.kill()));
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A call of a way to fail, and how often the service was called for it. */
async function tried(way, options = {}) {
  service.taken();
  const answer = await ask(`/api/v3/contact_lists/${way}`, { cookie, ...options });
  return { ...answer, calls: service.taken().length };
}
const write = { method: "PATCH", body: "{}" };

/** The same by the SDK, in place of a page. */
async function asked(way) {
  service.taken();
  const withCookie = (request) => fetch(new Request(request, { headers: { ...Object.fromEntries(request.headers), cookie } }));
  const outcome = await createCanvass({ gateway: worker.origin, fetch: withCookie })
    .contact_lists.get({ contact_list_id: way })
    .catch((error) => error);
  return { outcome, calls: service.taken().length };
}

/** What the metrics say of a name, with its labels. */
async function metric(name) {
  const { text } = await ask("/metrics", { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(text.split("\n").find((line) => line.startsWith(`${name} `))?.split(" ")[1] ?? 0);
}

test("a_service_of_our_own_answers_through_the_gateway_as_it_does_itself_but_for_where_addresses_lead", async () => {
  const ours = await startWorker({ dataDir: join(folder, "service") });
  running.push(ours);
  const world = await (await fetch(`${ours.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
  const { token } = world.tokens.find(({ name }) => name === "owner");
  const app = world.apps.find(({ name }) => name === "Workbench") ?? world.apps[0];
  const auth = await fakeService({ token: { in: { headers: JSON_TYPE, body: { access_token: token, access_url: ours.origins.us } } } });
  running.push({ kill: () => auth.stop() });
  const { us, eu, ca } = ours.origins;
  const vars = { ...auth.vars, API_URL: us, API_URL_EU: eu, API_URL_CA: ca, CLIENT_ID: app.client_id };
  const front = await startWorker({ dataDir: join(folder, "front"), vars });
  running.push(front);
  const page = pageOf(() => front);
  const session = (await page.signIn("in")).cookie;
  const direct = async (path) => (await fetch(`${us}${path}`, { headers: { Authorization: `bearer ${token}` } })).json();
  for (const path of ["/v3/users/me", "/v3/surveys?per_page=2", "/v3/surveys/1", "/v3/groups"]) {
    const { href, links, data, ...rest } = await direct(path);
    const led = (address) => address.replace(us, `${front.origin}/api`);
    const wanted = {
      ...rest,
      ...(href && { href: led(href) }),
      ...(data && { data: data.map((item) => ({ ...item, href: led(item.href) })) }),
      ...(links && { links: Object.fromEntries(Object.entries(links).map(([name, address]) => [name, led(address)])) }),
    };
    assert.deepEqual((await page.ask(`/api${path}`, { cookie: session })).json, wanted, path);
  }
  const made = await page.ask("/api/v3/surveys", { method: "POST", body: '{"title":"Far away"}', cookie: session });
  assert.deepEqual([made.status, made.json.title], [201, "Far away"], made.text);
  assert.equal((await direct(`/v3/surveys/${made.json.id}`)).title, "Far away");
  const gone = await page.ask(`/api/v3/surveys/${made.json.id}`, { method: "DELETE", cookie: session });
  assert.ok(gone.status < 300, gone.text);
  assert.equal((await direct(`/v3/surveys/${made.json.id}`)).error.id, "1020");
});

test("a_read_is_made_again_after_a_passing_failure_and_the_page_sees_the_answer_alone", async () => {
  const before = await metric("canvass_retries_total");
  for (const way of ["twice", "resets", "past"]) {
    const { status, json, calls } = await tried(way);
    assert.deepEqual([status, json, calls], [200, { done: true }, 3], way);
  }
  assert.equal((await metric("canvass_retries_total")) - before, 6);
});

test("a_failure_that_does_not_pass_is_passed_on_after_three_calls", async () => {
  const broken = await tried("broken");
  assert.deepEqual([broken.status, broken.json.error.id, broken.calls], [503, "1051", 3]);
  const dropped = await tried("dropped");
  assert.deepEqual([dropped.status, dropped.type, dropped.calls], [502, "upstream-failed", 3]);
});

test("what_the_sdk_requests_is_repeated_by_the_sdk_alone", async () => {
  const broken = await asked("broken");
  assert.deepEqual([broken.outcome.kind, broken.outcome.code, broken.calls], ["service_failed", 1051, 3]);
  const passing = await asked("passing");
  assert.deepEqual([passing.outcome.id, passing.calls], ["passing", 3]);
});

test("a_wait_that_is_too_long_is_the_pages_to_decide", async () => {
  for (const [way, waits] of [["later", ["60"]], ["dated", ["59", "60"]]]) {
    const { status, headers, calls } = await tried(way);
    assert.deepEqual([status, waits.includes(headers.get("retry-after")), calls], [503, true, 1], `${way}: ${headers.get("retry-after")}`);
  }
});

test("a_write_is_sent_once_however_it_ends", async () => {
  for (const [way, status] of [["broken", 503], ["dropped", 502], ["silent", 504], ["noise", 502]]) {
    const answer = await tried(way, write);
    assert.deepEqual([answer.status, answer.calls], [status, 1], way);
  }
});

/** The members of the log's line of a failed call, after its route. */
function logged(id) {
  const found = new RegExp(`"level":"warn","what":"upstream failed","request":"${id}","route":"api",(.*)}`).exec(worker.output());
  return found?.[1];
}

test("s15_what_is_no_proper_answer_is_502", async () => {
  for (const way of ["html", "moved", "flood", "odd", "short", "noise", "switching"]) {
    const before = await metric("canvass_upstream_failures_total");
    const { status, type, headers, text } = await tried(way);
    assert.deepEqual([status, type, headers.get("location")], [502, "upstream-failed", null], way);
    assert.doesNotMatch(text, /script|evil|nonsense|Flood/, way);
    assert.match(logged(headers.get("x-request-id")), /"reason":"us: [a-zA-Z ]+"/, way);
    assert.ok((await metric("canvass_upstream_failures_total")) > before, way);
  }
  const why = async (way) => logged((await tried(way)).headers.get("x-request-id"));
  assert.equal(await why("html"), '"status":200,"reason":"us: not JSON"');
  assert.equal(await why("moved"), '"status":307,"reason":"us: a redirect or an unknown status"');
});

test("a_service_that_is_silent_is_given_up", async () => {
  const { status, type, headers } = await tried("silent");
  assert.deepEqual([status, type], [504, "upstream-timeout"]);
  assert.equal(logged(headers.get("x-request-id")), '"reason":"us: TimeoutError"');
});

test("a_call_that_is_given_up_ends_at_the_service", async () => {
  for (const options of [{}, write]) {
    assert.equal((await tried("silent", options)).status, 504);
    assert.ok(silences.length > 0);
    await Promise.all(silences.splice(0));
  }
  assert.equal((await ask("/api/v3/surveys/silent/details", { cookie })).status, 504, "a cached read");
  assert.equal(silences.length, 3);
  await Promise.all(silences.splice(0));
});

test("what_comes_too_late_is_not_read", async () => {
  const before = lengths.length;
  const answered = tried("late");
  await eventually(() => lengths.length > before);
  const first = await Promise.race([lengths[before].over, answered.then(() => "the page was answered")]);
  assert.equal(first, "cancelled", "the connection is over while the read is made again");
  assert.equal((await answered).status, 504);
});

test("a_cached_read_keeps_the_same_time", async () => {
  const { status, headers } = await ask("/api/v3/surveys/late/details", { cookie });
  assert.equal(status, 504);
  assert.equal(logged(headers.get("x-request-id")), '"reason":"us: TimeoutError"', "the cache object logs the page's id");
});

test("an_answer_that_stalls_or_breaks_off_is_never_taken_for_a_whole_one", async () => {
  for (const [way, problem] of [["stalls", 504], ["cut", 502]]) {
    service.taken();
    assert.equal((await ask(`/api/v3/contact_lists/${way}`, { cookie })).status, problem, way);
    assert.equal(service.taken().length, 3, `${way}: nothing had reached the page`);
  }
  for (const way of ["stalls-late", "cut-late", "stalls-unmeasured", "cut-unmeasured"]) {
    service.taken();
    const [before, said] = [await metric("canvass_upstream_failures_total"), worker.output().slice(-200)];
    await assert.rejects(ask(`/api/v3/contact_lists/${way}`, { cookie }), way);
    assert.equal(service.taken().length, 1, `${way}: something had reached the page`);
    await eventually(async () => (await metric("canvass_upstream_failures_total")) === before + 1, `${way} is counted`);
    assert.match(worker.output().split(said).at(-1), /"upstream failed",.*"reason":"body: (TimeoutError|Network connection lost)"/, way);
  }
  assert.equal((await ask("/api/v3/users/me", { cookie })).status, 200, "the gateway goes on");
});

test("a_silent_service_is_given_up_even_if_the_request_that_would_have_looked_is_over", async () => {
  // Whoever calls first sees to it that somebody looks after all that call in the next half second. That is a timer of
  // the gateway's platform, and nothing tells that it has run out: time must pass until nobody looks any more.
  const round = () => new Promise((go) => setTimeout(go, 600));
  const calls = (count) => eventually(() => silences.length >= count);
  await round();
  assert.equal((await tried("unknown")).status, 404);
  assert.equal((await tried("silent", write)).status, 504, "it was answered");

  await round();
  const before = silences.length;
  const leaver = send(new URL("/api/v3/contact_lists/silent", worker.origin), {
    headers: { "X-Canvass": "1", "X-Canvass-Attempt": "1", Cookie: cookie },
    agent: false,
  });
  leaver.on("error", () => {});
  leaver.end();
  await calls(before + 1);
  const second = tried("silent", write);
  await calls(before + 2);
  leaver.socket.resetAndDestroy();
  await silences[before];
  assert.equal((await second).status, 504, "it went away");
});

test("a_compressed_answer_comes_as_what_it_says_however_little_was_sent", async () => {
  for (const [way, length] of [["packed", 100], ["packed-long", 5 * MEGABYTE]]) {
    const { status, text } = await ask(`/api/v3/contact_lists/${way}`, { cookie });
    assert.deepEqual([status, JSON.parse(text).length], [200, length], way);
  }
});

test("a_call_belongs_to_a_trace_and_reports_its_times", async () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  service.taken();
  const { headers } = await ask("/api/v3/users/me", { cookie, headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } });
  await ask("/api/v3/users/me", { cookie });
  const [continued, begun] = service.taken().map(({ headers }) => headers.traceparent);
  assert.match(continued, new RegExp(`^00-${trace}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`));
  assert.match(begun, /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  assert.ok(!begun.includes(trace));
  assert.match(headers.get("server-timing"), /^session;dur=\d+, upstream;dur=\d+, total;dur=\d+$/);
});

test("no_two_calls_have_the_same_trace_or_id", async () => {
  service.taken();
  for (let list = 1; list <= 150; list += 1) await ask(`/api/v3/contact_lists/${list}`, { cookie });
  const traces = service.taken().map(({ headers }) => headers.traceparent.split("-"));
  for (const part of [1, 2]) {
    assert.equal(new Set(traces.map((trace) => trace[part])).size, 150);
  }
});

test("s57_metrics_are_shown_for_the_token_alone", async () => {
  const nothing = await ask("/nowhere");
  for (const headers of [{}, { Authorization: "Bearer x" }, { "User-Agent": "Prometheus/3.0", "X-Forwarded-Uri": "/metrics" }]) {
    const { status, text } = await ask("/metrics", { headers });
    assert.deepEqual([status, text], [404, nothing.text], JSON.stringify(headers));
  }
  assert.equal((await ask("/api/v3/users/me", { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })).status, 400);
  assert.ok((await metric('canvass_requests_total{route="api",status="2xx"}')) > 0);
  assert.ok((await metric("canvass_sessions_begun_total")) > 0);
  assert.ok((await metric("canvass_upstream_failures_total")) > 0);
  assert.ok(!worker.output().includes(METRICS_TOKEN));
});

/** Reads an answer chunk by chunk; `look` is told the bytes so far. */
function read(path, look) {
  return new Promise((tell, fail) => {
    const sent = send(new URL(path, worker.origin), { headers: { "X-Canvass": "1", Cookie: cookie }, agent: false }, (response) => {
      let bytes = 0;
      response.on("data", (chunk) => {
        bytes += chunk.length;
        look?.(bytes, sent);
      });
      response.on("end", () => tell({ status: response.statusCode, bytes }));
      response.on("error", fail);
    });
    sent.on("error", fail);
    sent.end();
  });
}

/** Bytes of memory that the Worker's process holds. */
const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${worker.pid}/status`, "utf8"))[1]) * 1024;


/** The most memory that the Worker's process held while a body of so many megabytes passed. */
async function peak(way, megabytes) {
  let most = 0;
  let looked = 0;
  const answer = await read(`/api/v3/contact_lists/${way}`, (bytes) => {
    if (bytes - looked > MEGABYTE) {
      looked = bytes;
      most = Math.max(most, resident());
    }
  });
  assert.deepEqual(answer, { status: 200, bytes: megabytes * MEGABYTE + 2 });
  return most;
}

test("a_body_of_200_mb_streams_through_in_far_less_memory", { skip: process.platform !== "linux" }, async () => {
  const small = await peak("long", 50);
  const first = await peak("huge", 200);
  // What is used and not yet collected does not grow with the body.
  assert.ok(first - small < 50 * MEGABYTE, `${small} grew to ${first}`);
  const second = await peak("huge", 200);
  assert.ok(second - first < 50 * MEGABYTE, `${first} grew to ${second}`);
});

test("s55_who_goes_away_in_the_middle_of_an_answer_ends_it_at_the_service", async () => {
  const before = await metric("canvass_upstream_failures_total");
  const left = read("/api/v3/contact_lists/endless", (bytes, sent) => bytes > MEGABYTE && sent.socket.resetAndDestroy());
  await assert.rejects(left);
  assert.equal(await lengths.at(-1).over, "cancelled");
  assert.equal(await metric("canvass_upstream_failures_total"), before, "the service has not failed");
  assert.ok(lengths.at(-1).sent < 100 * MEGABYTE, "nothing is read that nobody wants");
});

test("s54_an_upload_past_the_limit_is_refused_while_it_streams", { skip: process.platform !== "linux" }, async () => {
  service.taken();
  const before = resident();
  const headers = { Cookie: cookie, ...JSON_TYPE };
  const chunks = Array.from({ length: 100 }, () => "x".repeat(MEGABYTE));
  const answer = await askRaw("/api/v3/surveys", { method: "POST", headers, chunks }).catch(({ code }) => ({ code }));
  assert.ok(answer.status === 413 || ["ECONNRESET", "EPIPE"].includes(answer.code), JSON.stringify(answer));
  assert.ok(resident() - before < 30 * MEGABYTE, `${before} grew to ${resident()}`);
  assert.deepEqual(service.taken(), []);
});

test("a_quota_that_is_hit_all_the_same_is_passed_on_and_not_tried_again", async () => {
  const spent = await tried("spent");
  assert.deepEqual([spent.status, spent.json.error.id, spent.headers.get("retry-after"), spent.calls], [429, "1040", "60", 1]);
  const next = await tried("twice");
  assert.deepEqual([next.status, next.type, next.calls], [429, "budget-spent", 0]);
});
