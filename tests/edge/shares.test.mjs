// Shared links: published by an account, opened by anyone who has them, revoked by their owner. `sNN` in a name is the
// security statement.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { pageOf } from "./page.mjs";
import { fakeService } from "./upstream.mjs";

const PLAIN = { "Content-Type": "application/json" };
const DAY = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), "canvass-shares-"));
let worker;
let service;
const { ask, signIn } = pageOf(() => worker);
/** Whether the service reports who has signed in, and whether it works at all. */
let reportsUsers = true;
let works = true;

before(async () => {
  const names = ["ann", "bob", "cem", "dan", "eve", "fay", "gus"];
  service = await fakeService({
    token: Object.fromEntries(names.map((name) => [name, ({ us }) => ({ headers: PLAIN, body: { access_token: `token-of-${name}`, access_url: us } })])),
    "/v3/users/me": ({ headers }) =>
      !works ? { status: 503, headers: PLAIN, body: { error: { id: "1051", http_status_code: 503 } } }
      : reportsUsers ? { headers: PLAIN, body: { id: headers.authorization } } : { status: 403, headers: PLAIN, body: { error: { id: "1014", http_status_code: 403 } } },
  });
  worker = await startWorker({ dataDir: folder, vars: { ...service.vars, CLIENT_ADDRESS_HEADER: "x-client" } });
  await clock({ set: new Date(now).toISOString().slice(0, 19), freeze: true });
});
after(async () => {
  await Promise.all([worker?.kill(), service?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/**
 * The time of the gateway, whose clock stands still but for `pass`: a noon, so that no day or minute ends by itself.
 */
let now = Date.parse("2031-05-06T12:00:00Z");
/** When a link ends, in so many days. */
const inDays = (days) => new Date(now + days * DAY).toISOString();
/** Lets time pass, for the gateway. */
async function pass(milliseconds) {
  await clock({ advance: milliseconds / 1000 });
  now += milliseconds;
}

async function clock(change) {
  assert.equal((await ask("/sandbox/clock", { method: "POST", body: JSON.stringify(change) })).status, 200);
}

/** A page of an account, with its links. */
async function pageAt(name) {
  const { cookie } = await signIn(name);
  const send = (method, path, body) => ask(`/gateway/shares${path}`, { method, cookie, ...(body && { body: JSON.stringify(body) }) });
  const publish = async (data, days = 7) => {
    const answer = await send("POST", "", { survey_id: "7", ends_at: inDays(days), data: data.toString("base64") });
    assert.equal(answer.status, 201, answer.text);
    return answer.json.id;
  };
  const list = async () => JSON.parse((await send("GET", "")).text);
  return { cookie, send, publish, list };
}

let clients = 0;
/**
 * What a reader without an account gets: the status, the bytes and the headers. Each call is of another client, unless
 * named.
 */
async function open(path, { client = `203.0.113.${(clients += 1)}`, method = "GET", headers = {} } = {}) {
  const response = await fetch(new URL(`/shared/${path}`, worker.origin), { method, headers: { "x-client": client, ...headers } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

test("a_link_is_published_opened_replaced_and_revoked", async () => {
  const ann = await pageAt("ann");
  const [first, second] = [randomBytes(256 * 1024), randomBytes(4096)];
  const id = await ann.publish(first);
  assert.match(id, /^[\w-]{43}$/);
  const opened = await open(`${id}/data`);
  assert.deepEqual([opened.status, opened.bytes.equals(first)], [200, true]);
  assert.equal(opened.headers.get("content-type"), "application/octet-stream");
  assert.equal((await ann.send("PUT", `/${id}`, { data: second.toString("base64") })).status, 204);
  assert.ok((await open(`${id}/data`)).bytes.equals(second));
  const [listed] = await ann.list();
  const { days, ...sums } = listed.opened;
  assert.deepEqual([listed.id, listed.survey_id, sums.total, days.map(({ count }) => count)], [id, "7", 2, [2]]);
  assert.equal(sums.last_at, "2031-05-06");
  assert.ok(Math.abs(Date.parse(listed.ends_at) - Date.parse(inDays(7))) < 60_000);
  assert.equal((await ann.send("DELETE", `/${id}`)).status, 204);
  assert.deepEqual([(await open(`${id}/data`)).status, await ann.list()], [404, []]);
});

test("s91_an_unknown_an_ended_and_a_revoked_link_are_the_same_404", async () => {
  const ann = await pageAt("ann");
  const [revoked, ended] = [await ann.publish(randomBytes(100)), await ann.publish(randomBytes(100), 1)];
  await ann.send("DELETE", `/${revoked}`);
  await pass(DAY + 1000);
  const invented = [randomBytes(32).toString("base64url"), "A".repeat(43), "short"];
  const answers = await Promise.all([revoked, ended, ...invented].map((id) => open(`${id}/data`)));
  // Each failure has an id of its own.
  const visible = ({ status, headers, bytes }) => [status, String(bytes), [...headers].filter(([name]) => !["date", "x-request-id"].includes(name))];
  for (const answer of answers) assert.deepEqual(visible(answer), visible(answers[0]));
  assert.equal(answers[0].status, 404);
});

test("s92_a_link_is_changed_and_revoked_by_its_owner_alone_and_survives_a_sign_out_everywhere", async () => {
  const [ann, bob] = [await pageAt("ann"), await pageAt("bob")];
  const data = randomBytes(64);
  const id = await ann.publish(data);
  assert.deepEqual(await bob.list(), []);
  for (const [method, body] of [["PUT", { data: "AAAA" }], ["DELETE"]]) {
    assert.equal((await bob.send(method, `/${id}`, body)).status, 404, method);
    assert.equal((await ask(`/gateway/shares/${id}`, { method, body: body && JSON.stringify(body) })).status, 401, method);
  }
  assert.equal((await ask("/auth/sign-out-everywhere", { method: "POST", cookie: ann.cookie, body: "{}" })).status, 204);
  assert.ok((await open(`${id}/data`)).bytes.equals(data));
  const again = await pageAt("ann");
  assert.ok((await again.list()).some((link) => link.id === id), "the same account has it at its next sign-in");
  assert.equal((await again.send("DELETE", `/${id}`)).status, 204);
});

test("s92_an_account_keeps_its_links_whether_or_not_the_service_reported_its_user_at_the_sign_in", async () => {
  reportsUsers = false;
  const before = await pageAt("fay");
  const [one, two] = [await before.publish(randomBytes(64)), await before.publish(randomBytes(64))];
  reportsUsers = true;
  const after = await pageAt("fay");
  const three = await after.publish(randomBytes(64));
  assert.deepEqual((await after.list()).map(({ id }) => id).sort(), [one, two, three].sort());
  assert.equal((await after.send("PUT", `/${one}`, { data: "AAAA" })).status, 204);
  for (const id of [two, three]) {
    assert.equal((await after.send("DELETE", `/${id}`)).status, 204);
    assert.equal((await open(`${id}/data`)).status, 404);
  }
  assert.deepEqual((await after.list()).map(({ id }) => id), [one]);
});

test("s92_links_are_listed_and_revoked_after_a_sign_in_at_which_the_service_could_not_report_the_user", async () => {
  const one = await (await pageAt("gus")).publish(randomBytes(64));
  works = false;
  const gus = await pageAt("gus");
  const two = await gus.publish(randomBytes(64));
  for (const [method, path] of [["GET", ""], ["DELETE", `/${one}`]]) {
    const answer = await gus.send(method, path);
    assert.deepEqual([answer.status, answer.type], [502, "upstream-failed"], "it is not known whether there is one");
  }
  assert.equal((await gus.send("DELETE", `/${two}`)).status, 204);
  works = true;
  assert.deepEqual((await gus.list()).map(({ id }) => id), [one]);
  assert.equal((await gus.send("DELETE", `/${one}`)).status, 204);
  assert.equal((await open(`${one}/data`)).status, 404);
  assert.deepEqual([await gus.list(), (await gus.send("DELETE", `/${one}`)).status], [[], 404]);
});

test("s92_nothing_of_a_revoked_link_is_left_in_its_object", async () => {
  const eve = await pageAt("eve");
  const mark = randomBytes(3000);
  // A part, because the database divides a text between its pages.
  const part = mark.toString("base64").slice(2_000, 2_060);
  const stored = () => readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /gatewayrecords/.test(entry.parentPath))
    .some((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(part));
  const id = await eve.publish(mark);
  assert.ok(stored(), "it was looked for in the right place");
  await eve.send("DELETE", `/${id}`);
  assert.ok(!stored());
});

test("s95_the_page_and_the_data_of_a_link_are_stored_and_listed_nowhere_and_depend_on_no_cookie", async () => {
  const ann = await pageAt("ann");
  const id = await ann.publish(randomBytes(64));
  const page = await open(id);
  assert.equal(page.status, 200);
  assert.match(String(page.bytes), /<script type="module" src="\/assets\/shared-[A-Z2-7]{8}\.js">/);
  assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
  for (const path of [id, `${id}/data`, "unknown", "unknown/data"]) {
    const { headers } = await open(path, { headers: { Cookie: ann.cookie } });
    const value = (name) => headers.get(name);
    assert.deepEqual([value("cache-control"), value("referrer-policy"), value("set-cookie")], ["no-store", "no-referrer", null], path);
    assert.match(value("x-robots-tag"), /noindex/);
    assert.match(value("content-security-policy"), /default-src 'none'.*frame-ancestors 'none'/);
    assert.ok(!/cookie/i.test(value("vary") ?? ""), path);
  }
  assert.equal((await open("unknown")).bytes.equals(page.bytes), true, "the page is the same for every id");
  assert.equal((await open(`${id}/data`, { method: "POST" })).status, 405);
});

test("s94_a_client_reads_60_times_a_minute_and_another_client_is_not_stopped_by_it", async () => {
  const ann = await pageAt("ann");
  const id = await ann.publish(randomBytes(64));
  const read = (client) => open(`${id}/data`, { client });
  const count = async (client, reads) => {
    const statuses = {};
    for (let sent = 0; sent < reads; sent += 1) {
      const { status, headers } = await read(client);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 429) assert.equal(headers.get("retry-after"), "60");
    }
    return statuses;
  };
  assert.deepEqual(await count("198.51.100.1", 63), { 200: 60, 429: 3 });
  assert.deepEqual(await count("198.51.100.2", 1), { 200: 1 });
  assert.deepEqual([await count("2001:db8::1", 60), await count("2001:db8::2", 1)], [{ 200: 60 }, { 429: 1 }], "a network of IPv6 is one client");
  await pass(60_000);
  assert.deepEqual(await count("198.51.100.1", 1), { 200: 1 });
});

test("an_account_publishes_20_times_an_hour_and_has_50_links", async () => {
  const cem = await pageAt("cem");
  const send = () => cem.send("POST", "", { survey_id: "7", ends_at: inDays(30), data: "AAAA" });
  for (let number = 0; number < 20; number += 1) assert.equal((await send()).status, 201);
  const often = await send();
  assert.deepEqual([often.status, often.type], [429, "published-too-often"]);
  const seconds = Number(often.headers.get("retry-after"));
  assert.ok(seconds > 3000 && seconds <= 3601, `${seconds}`);
  await pass(3_700_000);
  for (let number = 0; number < 20; number += 1) assert.equal((await send()).status, 201);
  await pass(3_700_000);
  for (let number = 0; number < 10; number += 1) assert.equal((await send()).status, 201);
  const many = await send();
  assert.deepEqual([many.status, many.type], [409, "too-many-shares"]);
  assert.equal((await cem.list()).length, 50);
});

test("the_list_names_the_time_by_which_the_gateway_judges_the_end_of_a_link", async () => {
  const gus = await pageAt("gus");
  const listed = await gus.send("GET", "");
  const time = Number(listed.headers.get("x-canvass-time"));
  assert.equal(time, now, "the clock of the sandbox");
  const ends_at = new Date(time + 90 * DAY).toISOString();
  assert.equal((await gus.send("POST", "", { survey_id: "7", ends_at, data: "AAAA" })).status, 201);
});

test("what_is_too_large_or_no_publication_is_refused", async () => {
  const dan = await pageAt("dan");
  const good = { survey_id: "7", ends_at: inDays(7), data: "AAAA" };
  const large = await dan.send("POST", "", { ...good, data: randomBytes(256 * 1024 + 1).toString("base64") });
  assert.deepEqual([large.status, large.type], [413, "share-too-large"]);
  assert.equal((await dan.send("POST", "", { ...good, data: "A".repeat(500_000) })).status, 413);
  for (const wrong of [{ survey_id: "" }, { ends_at: inDays(100) }, { ends_at: inDays(-1) }, { data: "?" }, { title: "x" }]) {
    assert.equal((await dan.send("POST", "", { ...good, ...wrong })).status, 400, JSON.stringify(wrong));
  }
  for (const [status, options] of [
    [401, { method: "POST", body: JSON.stringify(good) }],
    [403, { method: "POST", body: JSON.stringify(good), cookie: dan.cookie, headers: { "X-Canvass": "0" } }],
    [403, { cookie: dan.cookie, headers: { Origin: "https://evil.example" } }],
    [405, { method: "PUT", body: "{}", cookie: dan.cookie }],
    [415, { method: "POST", body: "{}", cookie: dan.cookie, headers: { "Content-Type": "text/plain" } }],
  ]) {
    assert.equal((await ask("/gateway/shares", options)).status, status, JSON.stringify(options));
  }
  assert.deepEqual(await dan.list(), []);
});
