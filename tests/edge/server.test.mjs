// `@canvass/sdk/server` as it is packed, against the real gateway: whose request it is, and what becomes of the cookie.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as send } from "node:http";
import { before, test } from "node:test";
import { sessionOf } from "../../pkg/dist/server.js";
import { underTest } from "./harness.mjs";
import { signedIn } from "./people.mjs";

const tested = underTest();
let people;
before(async () => {
  await tested.ready();
  ({ people } = await tested.sandbox());
});

const person = (key) => people.find((each) => each.key === key);
/** The app is on another port of the gateway's host. */
const app = () => `http://${new URL(tested.origin).hostname}:3000`;
/** A request of the app's own pages. */
const asked = (cookie, headers = {}) => new Request(`${app()}/report`, { headers: { "Sec-Fetch-Site": "same-origin", ...(cookie && { Cookie: cookie }), ...headers } });
/** The session of a request, with the requests that were sent to the gateway for it. */
async function found(request, options = {}) {
  const sent = [];
  const fetch = (request) => (sent.push(request), globalThis.fetch(request));
  return { ...(await sessionOf(request, { gateway: tested.origin, fetch, ...options })), sent };
}
const advance = (seconds) => tested.post("/sandbox/clock", { advance: seconds }, { "X-Canvass": "1" });

test("a_request_with_the_cookie_has_its_session_and_a_client_for_its_account", async () => {
  const { cookie, json } = await signedIn(tested, person("owner"));
  const { status, session, canvass, cookies } = await found(asked(cookie));
  assert.deepEqual([status, session], ["signed_in", json]);
  assert.equal((await canvass.users.me()).id, person("owner").user_id);
  assert.ok((await canvass.surveys.list()).total > 0);
  assert.deepEqual(cookies(), []);
});

test("a_request_is_read_as_each_framework_gives_it", async () => {
  const { cookie, json } = await signedIn(tested, person("owner"));
  const { host } = new URL(app());
  for (const request of [
    asked(cookie),
    { headers: new Headers({ host, cookie }) },
    { headers: { host, cookie }, method: "GET", url: "/report" },
    { headers: { Host: host, Cookie: cookie } },
    { headers: { ":authority": host, cookie }, method: "GET", url: "/report" },
    new Request("http://listening.internal:3000/report", { headers: { host, cookie } }),
  ]) {
    const { status, session } = await found(request);
    assert.deepEqual([status, session], ["signed_in", json]);
  }
});

test("a_server_of_node_answers_with_the_person_of_its_request", async () => {
  const { cookie } = await signedIn(tested, person("owner"));
  await advance(2 * 3600);
  const server = createServer(async (request, response) => {
    const { status, canvass, cookies } = await sessionOf(request, { gateway: tested.origin });
    const { id } = await canvass.users.me();
    for (const { header } of cookies()) response.appendHeader("Set-Cookie", header);
    response.end(`${status} ${id}`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const sent = send({ port: server.address().port, host: "127.0.0.1", headers: { cookie } }).end();
  const [response] = await once(sent, "response");
  assert.equal((await response.setEncoding("utf8").toArray()).join(""), `signed_in ${person("owner").user_id}`);
  assert.match(response.headers["set-cookie"].join(), /^canvass=[\w-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/);
  server.close();
});

test("without_the_cookie_a_request_of_the_own_site_is_signed_out_and_nothing_is_sent", async () => {
  for (const site of ["same-origin", "same-site", "none"]) {
    const { status, session, sent } = await found(asked("theme=dark", { "Sec-Fetch-Site": site }));
    assert.deepEqual([status, session, sent.length], ["signed_out", { signed_in: false }, 0]);
  }
  const { canvass } = await found(asked());
  await assert.rejects(canvass.surveys.list(), { kind: "signed_out" });
});

test("a_cookie_that_is_worth_nothing_is_signed_out_whatever_the_site", async () => {
  const { cookie } = await signedIn(tested, person("owner"));
  for (const wrong of ["canvass=nonsense", `${cookie}x`, `${cookie}; ${cookie}`]) {
    for (const site of ["same-origin", "cross-site"]) {
      const { status, session } = await found(asked(wrong, { "Sec-Fetch-Site": site }));
      assert.deepEqual([status, session], ["signed_out", { signed_in: false, keep_results: true }], wrong);
    }
  }
});

test("after_a_link_of_another_site_the_session_is_unknown_and_no_call_is_made", async () => {
  const old = new Request(`${app()}/report`);
  for (const request of [asked(undefined, { "Sec-Fetch-Site": "cross-site" }), old, { headers: { host: new URL(app()).host } }]) {
    const { status, session, canvass, cookies, sent } = await found(request);
    assert.deepEqual([status, session, cookies()], ["unknown", undefined, []]);
    await assert.rejects(canvass.surveys.list(), { kind: "unavailable", message: /in the page/ });
    await assert.rejects(canvass.session(), { kind: "unavailable" });
    assert.equal(sent.length, 0);
  }
});

test("a_session_that_ended_says_why_and_its_cookie_is_deleted", async () => {
  const { cookie } = await signedIn(tested, person("owner"));
  const { status: left } = await tested.post("/auth/sign-out", {}, { "X-Canvass": "1", Cookie: cookie });
  assert.equal(left, 204);
  const { status, session, cookies } = await found(asked(cookie));
  assert.deepEqual([status, session], ["signed_out", { signed_in: false, keep_results: true, ended: "signed_out" }]);
  const [{ value, maxAge }] = cookies();
  assert.deepEqual([value, maxAge], ["", 0]);
});

test("a_cookie_that_is_sealed_again_is_used_from_then_on_and_passed_on", async () => {
  const { cookie, json } = await signedIn(tested, person("owner"));
  await advance(2 * 3600);
  const { session, canvass, cookies, apply, sent } = await found(asked(`theme=dark; ${cookie}`));
  assert.deepEqual(session, json);
  const [{ header, name, value, ...more }, ...others] = cookies();
  assert.deepEqual([others, more], [[], { path: "/", maxAge: 2592000, httpOnly: true, secure: false, sameSite: "strict" }]);
  const renewed = `${name}=${value}`;
  assert.equal(header, `${renewed}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict`);
  assert.notEqual(renewed, cookie);
  await canvass.users.me();
  assert.deepEqual(sent.map(({ headers }) => headers.get("cookie")), [cookie, renewed]);
  assert.equal(cookies().length, 1);
  for (const response of [new Response("page"), Response.redirect("http://app.example/"), await fetch("data:text/plain,page")]) {
    const { headers, status, body } = apply(response);
    assert.deepEqual([headers.getSetCookie(), headers.get("cache-control")], [[header], "private, no-store"]);
    assert.deepEqual([status, headers.get("location"), body === null], [response.status, response.headers.get("location"), response.body === null]);
  }
  const next = await found(asked(renewed));
  assert.deepEqual([next.status, next.cookies()], ["signed_in", []]);
  const plain = new Response("page", { headers: { "Cache-Control": "max-age=60" } });
  assert.equal(next.apply(plain), plain);
  for (const response of [new Response("page", { status: 201 }), await fetch("data:text/plain,page")]) {
    const { status, headers } = next.apply(response);
    assert.deepEqual([status, headers.getSetCookie(), headers.get("cache-control")], [response.status, [], "private, no-store"]);
  }
});

test("a_response_to_a_browser_without_an_account_is_private_and_may_be_stored_by_it", async () => {
  for (const [site, expected] of [["same-origin", "signed_out"], ["cross-site", "unknown"]]) {
    const { status, apply } = await found(asked(undefined, { "Sec-Fetch-Site": site }));
    assert.deepEqual([status, apply(new Response("page")).headers.get("cache-control")], [expected, "private"]);
  }
});

test("of_two_accounts_the_current_one_is_called_for_and_a_switch_reaches_the_browser", async () => {
  const first = await signedIn(tested, person("owner"));
  const second = await signedIn(tested, person("admin"), { add: true, cookie: first.cookie });
  const form = new Request(`${app()}/switch`, { method: "POST", headers: { Cookie: second.cookie, Origin: app(), "Sec-Fetch-Site": "same-origin" } });
  const { session, canvass, cookies } = await found(form);
  assert.deepEqual(session.accounts.map(({ current }) => current), [false, true]);
  assert.equal((await canvass.users.me()).id, person("admin").user_id);
  await canvass.switchAccount({ account: session.accounts[0].id });
  assert.equal((await canvass.users.me()).id, person("owner").user_id);
  const [{ name, value }] = cookies();
  assert.equal((await found(asked(`${name}=${value}`))).session.account, first.json.account);
  await canvass.signOut({ all: true });
  assert.deepEqual(cookies().map(({ maxAge }) => maxAge), [0]);
  await assert.rejects(canvass.users.me(), { kind: "signed_out" });
});

test("what_is_set_up_wrongly_is_a_configuration_error_that_says_what_to_change", async () => {
  const { hostname } = new URL(tested.origin);
  const cases = [
    ["gateway", /public origin.*It is missing/, { gateway: undefined }],
    ["gateway", /"surveys" is no such origin/, { gateway: "surveys" }],
    ["gateway", /no such origin/, { gateway: "http://surveys.example" }],
    ["gateway", /no such origin/, { gateway: `${tested.origin}/api` }],
    ["gateway", new RegExp(`host ${hostname}, .* own host, surveys.example`), { gateway: "https://surveys.example" }],
    ["gateway", /one host/, { gateway: `http://localhost:${new URL(tested.origin).port}` }],
    ["gateway", /host app.example/, { origin: "https://app.example" }],
    ["origin", /not an origin/, { origin: "app" }],
  ];
  for (const [path, message, options] of cases) {
    await assert.rejects(found(asked(), options), { kind: "configuration", path, message });
  }
  await assert.rejects(found({ headers: {} }), { kind: "configuration", path: "origin", message: /names no host/ });
  globalThis.document = {};
  await assert.rejects(found(asked()), { kind: "configuration", message: /canvass\.session/ }).finally(() => delete globalThis.document);
});

test("behind_a_proxy_the_app_names_its_origin", async () => {
  const { cookie } = await signedIn(tested, person("owner"));
  const request = { headers: { host: "listening.internal:3000", cookie } };
  await assert.rejects(found(request), { kind: "configuration", message: /set `origin`/ });
  assert.equal((await found(request, { origin: app() })).status, "signed_in");
});
