// Where the addresses in an answer lead: whoever asks through the gateway is led back to it, by session or by token.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { createCanvass } from "../../pkg/dist/index.js";
import { startWorker } from "../../scripts/worker.mjs";
import { pageOf } from "./page.mjs";
import { signedIn } from "./people.mjs";
import { fakeService } from "./upstream.mjs";

const JSON_TYPE = { "Content-Type": "application/json" };
const never = new Promise(() => {});
const folders = [];
const workers = [];
let embedded;
let world;
let service;
let remote;
let cookie;
const page = pageOf(() => remote);

async function start(vars) {
  const dataDir = mkdtempSync(join(tmpdir(), "canvass-links-"));
  folders.push(dataDir);
  const worker = await startWorker({ dataDir, vars });
  workers.push(worker);
  return worker;
}

/** A list of so many items as a service at `origin` gives it; its texts and free-form data hold addresses too. */
function list(origin, path, count, number = 1, pages = 2) {
  const at = `${origin}/v3/${path}`;
  const link = (page) => `${at}?page=${page}&per_page=${count}`;
  const data = Array.from({ length: count }, (_, place) => ({
    id: String(place),
    title: `"href":"${at}" – ${place}`,
    nickname: "",
    metadata: { href: `${at}/${place}`, links: { next: link(9) } },
    href: `${at}/${place}`,
  }));
  return { data, per_page: count, page: number, total: pages * count, links: { self: link(number), ...(number < pages && { next: link(number + 1) }) } };
}

/** The same as it should arrive below `prefix` of the gateway. */
function ledBack(body, from, to) {
  const led = (address) => address.replace(`${from}/v3`, `${to}/v3`);
  return {
    ...body,
    data: body.data.map((item) => ({ ...item, href: led(item.href) })),
    links: Object.fromEntries(Object.entries(body.links).map(([name, address]) => [name, led(address)])),
  };
}

/** An answer that is written in chunks of an odd length, or compressed. */
async function written(response, text, packed) {
  const bytes = packed ? gzipSync(text) : Buffer.from(text);
  response.writeHead(200, { ...JSON_TYPE, ...(packed && { "Content-Encoding": "gzip" }) });
  for (let at = 0; at < bytes.length; at += 9_973) {
    response.write(bytes.subarray(at, at + 9_973));
  }
  response.end();
  return never;
}

before(async () => {
  const us = () => service.origins.us;
  const numbered = (echo) => Number(new URLSearchParams(echo.search).get("page") ?? 1);
  service = await fakeService({
    "/v3/surveys": (echo) => ({ headers: JSON_TYPE, body: list(us(), "surveys", 3, numbered(echo)) }),
    "/v3/contacts": (echo) => ({ headers: { ...JSON_TYPE, ETag: '"theirs"' }, body: list(us(), "contacts", 3, numbered(echo)) }),
    "/v3/surveys/1/responses/bulk": (_, response) => written(response, JSON.stringify(list(us(), "surveys/1/responses", 5_000))),
    "/v3/surveys/2/responses/bulk": (_, response) => written(response, JSON.stringify(list(us(), "surveys/2/responses", 5_000)), true),
    "/v3/surveys/3/pages": (_, response) => written(response, JSON.stringify(list(us(), "surveys/3/pages", 1_000))),
    "/v3/surveys/4/pages": (_, response) => written(response, JSON.stringify(list(us(), "surveys/4/pages", 9_000))),
    "/v3/contacts/1": () => ({ status: 400, headers: JSON_TYPE, body: list(us(), "contacts", 1) }),
  });
  embedded = await start({});
  remote = await start({ ...service.vars, BEARER_CALLS: "on" });
  world = await (await fetch(`${embedded.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
  ({ cookie } = await page.signIn());
});
after(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await service?.stop();
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
});

test("a_page_follows_links_and_hrefs_of_the_embedded_service_with_its_session", async () => {
  const { ask } = pageOf(() => embedded);
  for (const key of ["owner", "eu"]) {
    const { cookie } = await signedIn(embedded, world.people.find((person) => person.key === key));
    for (const title of ["One", "Two", "Three"]) {
      assert.equal((await ask("/api/v3/surveys", { method: "POST", body: JSON.stringify({ title }), cookie })).status, 201);
    }
    const { total } = (await ask("/api/v3/surveys?per_page=1", { cookie })).json;
    const seen = [];
    for (let next = `${embedded.origin}/api/v3/surveys?per_page=2`; next; ) {
      const { status, json } = await ask(next, { cookie });
      assert.equal(status, 200, next);
      seen.push(...json.data);
      next = json.links.next;
    }
    assert.equal(new Set(seen.map(({ id }) => id)).size, total);
    for (const { id, href } of seen) {
      assert.equal(href, `${embedded.origin}/api/v3/surveys/${id}`);
      assert.deepEqual([(await ask(href, { cookie })).json.id, (await ask(`${href}/details`, { cookie })).json.href], [id, href]);
    }
    const me = await ask("/api/v3/users/me", { cookie });
    assert.equal(me.json.href, `${embedded.origin}/api/v3/users/me`);
  }
});

test("the_service_itself_says_where_it_is", async () => {
  const [{ token }] = world.tokens.filter(({ token }) => token);
  const surveys = await (await fetch(`${embedded.origin}/v3/surveys?per_page=1`, { headers: { Authorization: `bearer ${token}` } })).json();
  assert.ok(surveys.links.self.startsWith(`${embedded.origin}/v3/surveys?`), surveys.links.self);
  assert.ok(surveys.data[0].href.startsWith(`${embedded.origin}/v3/surveys/`), surveys.data[0].href);
});

test("a_page_is_led_back_from_a_remote_service_whether_its_answers_are_cached_or_not", async () => {
  for (const path of ["surveys", "contacts"]) {
    const wanted = ledBack(list(service.origins.us, path, 3), service.origins.us, `${remote.origin}/api`);
    for (const _ of ["asked", "kept"]) {
      assert.deepEqual((await page.ask(`/api/v3/${path}`, { cookie })).json, wanted);
    }
    const { json } = await page.ask(wanted.links.next, { cookie });
    assert.deepEqual([json.page, json.links.next], [2, undefined]);
  }
  const { headers } = await page.ask("/api/v3/surveys", { cookie });
  assert.match(headers.get("cache-status"), /hit/);
  assert.equal((await page.ask("/api/v3/surveys", { cookie, headers: { "If-None-Match": headers.get("etag") } })).status, 304);
});

test("a_long_answer_is_led_back_while_it_passes_and_all_else_of_it_stays", async () => {
  for (const [path, items, count] of [
    ["surveys/1/responses/bulk", "surveys/1/responses", 5_000],
    ["surveys/2/responses/bulk", "surveys/2/responses", 5_000],
    ["surveys/3/pages", "surveys/3/pages", 1_000],
    ["surveys/4/pages", "surveys/4/pages", 9_000],
  ]) {
    const wanted = ledBack(list(service.origins.us, items, count), service.origins.us, `${remote.origin}/api`);
    assert.equal((await page.ask(`/api/v3/${path}`, { cookie })).text, JSON.stringify(wanted), path);
  }
});

test("an_error_is_passed_on_to_the_last_byte", async () => {
  const { status, text } = await page.ask("/api/v3/contacts/1", { cookie });
  assert.deepEqual([status, text], [400, JSON.stringify(list(service.origins.us, "contacts", 1))]);
});

test("a_server_with_a_token_is_led_back_to_the_gateway_too_below_its_own_path", async () => {
  const headers = { Authorization: "bearer of-a-server" };
  const wanted = ledBack(list(service.origins.us, "surveys", 3), service.origins.us, remote.origin);
  const first = await (await fetch(`${remote.origin}/v3/surveys`, { headers })).json();
  assert.deepEqual(first, wanted);
  assert.equal((await (await fetch(first.links.next, { headers })).json()).page, 2);
});

test("the_sdk_goes_from_page_to_page_by_links_that_lead_to_the_gateway_or_anywhere_else", async () => {
  const own = (sent) => {
    const request = new Request(sent);
    request.headers.set("Cookie", cookie);
    return fetch(request);
  };
  const straight = (sent) => fetch(new URL(new URL(sent.url).pathname.replace("/api", "") + new URL(sent.url).search, service.origins.us));
  for (const each of [own, straight]) {
    const canvass = createCanvass({ gateway: remote.origin, fetch: each });
    const ids = [];
    for await (const { id } of canvass.surveys.list({ per_page: 3 })) {
      ids.push(id);
    }
    assert.deepEqual(ids, ["0", "1", "2", "0", "1", "2"]);
  }
});
