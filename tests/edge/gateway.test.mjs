// The gateway over HTTP, in front of a service that is none. `sNN` in a name is the security statement.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { startWorker } from "../../scripts/worker.mjs";
import { everyRouteIs503, pageOf } from "./page.mjs";
import { CANARY, fakeService } from "./upstream.mjs";

const folder = mkdtempSync(join(tmpdir(), "canvass-gateway-"));
let service;
let worker;
const { ask, askRaw, askInHalves, signIn, seen } = pageOf(() => worker);

before(async () => {
  service = await fakeService();
  worker = await startWorker({ dataDir: folder, vars: service.vars });
});
after(async () => {
  await worker?.kill();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("a_page_learns_where_to_sign_in", async () => {
  const { json } = await ask("/auth/configuration");
  assert.deepEqual(json, {
    authorize_url: `${service.origins.auth}/oauth/authorize`,
    client_id: "app-1",
    redirect_uri: `${worker.origin}/callback/`,
  });
});

test("s14_the_code_is_exchanged_once_with_the_secret_in_the_form", async () => {
  service.taken();
  const { status, json } = await signIn("eu");
  const [{ id }] = json.accounts;
  const accounts = [{ id, region: "eu", current: true }];
  assert.deepEqual([status, json], [200, { signed_in: true, region: "eu", account: id, accounts, keep_results: true }]);
  const [exchange, user, ...others] = service.taken();
  assert.equal(others.length, 0);
  assert.deepEqual([user.at, user.method, user.path, user.body], ["eu", "GET", "/v3/users/me", ""]);
  assert.deepEqual([exchange.at, exchange.method, exchange.path, exchange.search], ["auth", "POST", "/oauth/token", ""]);
  assert.deepEqual(Object.fromEntries(new URLSearchParams(exchange.body)), {
    client_id: "app-1",
    client_secret: service.vars.CLIENT_SECRET,
    code: "eu",
    redirect_uri: `${worker.origin}/callback/`,
    grant_type: "authorization_code",
  });
});

test("s13_the_exchange_takes_a_post_of_a_page_of_this_origin_only", async () => {
  service.taken();
  const body = JSON.stringify({ code: "good" });
  const tries = [
    [405, { method: "GET" }],
    [405, { method: "PUT", body }],
    [403, { method: "POST", body, headers: { "X-Canvass": "0" } }],
    [403, { method: "POST", body, headers: { Origin: "https://evil.example" } }],
    [403, { method: "POST", body, headers: { Origin: `${worker.origin}0` } }],
    [403, { method: "POST", body, headers: { "Sec-Fetch-Site": "cross-site" } }],
    [415, { method: "POST", body, headers: { "Content-Type": "text/plain" } }],
    [400, { method: "POST", body: "{}" }],
    [400, { method: "POST", body: "nonsense" }],
  ];
  for (const [status, options] of tries) {
    const answer = await ask("/auth/token", options);
    assert.equal(answer.status, status, JSON.stringify(options));
    assert.deepEqual(answer.headers.getSetCookie(), []);
  }
  assert.deepEqual(service.taken(), []);
});

test("s15_s16_s17_a_bad_token_answer_signs_no_one_in", async () => {
  for (const [code, status] of [["redirect", 502], ["html", 502], ["elsewhere", 502], ["split", 502], ["used", 400]]) {
    const answer = await signIn(code);
    assert.equal(answer.status, status, code);
    assert.deepEqual(answer.set, [], code);
  }
  assert.equal(service.taken().filter(({ path }) => path === "/stolen").length, 0, "a redirect was followed");
});

test("s20_s21_s22_one_cookie_with_every_attribute_is_set_by_the_exchange", async () => {
  const { set } = await signIn();
  assert.equal(set.length, 1);
  assert.match(set[0], /^canvass=[\w-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/);
  assert.ok(set[0].length < 1024);
});

test("a_call_carries_the_token_and_its_answer_leads_back_to_the_gateway", async () => {
  const { cookie } = await signIn("eu");
  service.taken();
  const { status, json } = await ask("/api/v3/users/me", { cookie });
  assert.deepEqual([status, json], [200, { id: "1", href: `${worker.origin}/api/v3/users/me` }]);
  const [call] = service.taken();
  assert.deepEqual([call.at, call.path, call.headers.authorization], ["eu", "/v3/users/me", `bearer ${CANARY}`]);
});

test("s48_what_a_page_sends_leaves_by_an_allow_list", async () => {
  const { cookie } = await signIn();
  service.taken();
  await askRaw("/api/v3/users/me", {
    headers: {
      Cookie: cookie,
      Accept: "application/json",
      Referer: "https://app.example/",
      "X-Forwarded-For": "1.1.1.1",
      X_Forwarded_Host: "evil.example",
      Forwarded: "for=1.1.1.1",
      "CF-Connecting-IP": "1.1.1.1",
      "If-None-Match": '"one"',
      Connection: "keep-alive, Accept-Language",
      "Accept-Language": "en",
    },
  });
  const [{ headers }] = service.taken();
  const platform = ["host", "accept-encoding", "connection", "content-length", "cf-worker", "user-agent"];
  const names = Object.keys(headers).filter((name) => !platform.includes(name));
  assert.deepEqual(names.sort(), ["accept", "authorization", "if-none-match", "traceparent"]);
  assert.equal(headers.accept, "application/json");
});

test("s49_a_bearer_of_the_page_is_refused", async () => {
  const { cookie } = await signIn();
  service.taken();
  const answer = await ask("/api/v3/users/me", { cookie, headers: { Authorization: "bearer x" } });
  assert.deepEqual([answer.status, answer.type], [400, "bearer-refused"]);
  assert.deepEqual(service.taken(), []);
});

test("s50_s51_s59_what_the_service_sends_arrives_by_an_allow_list", async () => {
  const { cookie } = await signIn();
  const { headers } = await ask("/api/v3/users/me", { cookie });
  for (const name of ["set-cookie", "server", "via", "location", "access-control-allow-origin"]) {
    assert.equal(headers.get(name), null, name);
  }
  assert.equal(headers.get("etag"), '"one"');
  assert.equal(headers.get("x-ratelimit-app-global-day-limit"), "500");
  assert.equal(headers.get("x-oauth-scopes-granted"), "users_read");
  assert.equal(headers.get("cache-control"), "private, no-store");
  assert.equal(headers.get("vary"), "Cookie");
});

test("s15_a_redirect_of_the_service_is_an_error", async () => {
  const { cookie } = await signIn();
  const answer = await ask("/api/v3/groups", { cookie });
  assert.deepEqual([answer.status, answer.type, answer.headers.get("location")], [502, "upstream-failed", null]);
});

test("s44_s47_only_rows_and_their_parameters_reach_the_service", async () => {
  const { cookie } = await signIn();
  service.taken();
  const refused = [
    ["/api/v3/nowhere", {}, 404, "1020"],
    ["/api/v3/users/me", { method: "DELETE" }, 405, "1061"],
    ["/api/v3/surveys/%252e%252e", {}, 404, "1020"],
    ["/api/v3/surveys?page=1&page=2", {}, 400, "1003"],
  ];
  for (const [path, options, status, id] of refused) {
    const { json, ...answer } = await ask(path, { cookie, ...options });
    assert.deepEqual([answer.status, json.error.id], [status, id], path);
  }
  assert.deepEqual(service.taken(), []);
  await ask("/api/v3/surveys?per_page=5&evil=1&title=a+b%26c", { cookie });
  assert.equal(service.taken()[0].search, "?per_page=5&title=a%20b%26c");
});

test("s36_s37_s38_no_page_of_another_origin_gets_anywhere", async () => {
  const { cookie } = await signIn();
  service.taken();
  for (const headers of [
    { "X-Canvass": "2" },
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "same-site" },
  ]) {
    const answer = await ask("/api/v3/users/me", { cookie, headers });
    assert.deepEqual([answer.status, answer.type], [403, "forbidden"], JSON.stringify(headers));
  }
  const preflight = await ask("/api/v3/users/me", {
    method: "OPTIONS",
    headers: { Origin: "https://evil.example", "Access-Control-Request-Method": "GET" },
  });
  assert.ok(preflight.status >= 400);
  assert.ok(![...preflight.headers.keys()].some((name) => name.startsWith("access-control-")));
  assert.deepEqual(service.taken(), []);
});

/** What comes back on a connection that is written to as it is. */
const written = (text) =>
  new Promise((done) => {
    const { hostname, port } = new URL(worker.origin);
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setTimeout(5_000, () => socket.destroy()).setEncoding("utf8");
    socket.on("data", (part) => (answer += part)).on("error", () => {}).on("close", () => done(answer));
  });

test("s37_an_empty_origin_is_removed_by_the_platform", async () => {
  const { cookie } = await signIn();
  const { host } = new URL(worker.origin);
  const asked = (origin) => written(`GET /api/v3/users/me HTTP/1.1\r\nHost: ${host}\r\nX-Canvass: 1\r\nCookie: ${cookie}\r\n${origin}Connection: close\r\n\r\n`);
  for (const [origin, status] of [["", 200], ["Origin:\r\n", 200], ["Origin: null\r\n", 403], ["Origin: x\r\n", 403], [`Origin: http://${host}\r\n`, 200]]) {
    assert.match(await asked(origin), new RegExp(`^HTTP/1.1 ${status} `), origin);
  }
});

test("s45_a_doubled_slash_and_one_at_the_end_lead_nowhere", async () => {
  const { cookie } = await signIn();
  service.taken();
  for (const path of ["/api//v3/users/me", "/api/v3//users/me", "/api/v3/users/me/", "/api/v3/surveys//"]) {
    assert.deepEqual([(await ask(path, { cookie })).status, service.taken()], [404, []], path);
  }
});

test("a_connect_is_closed_at_once_and_leads_nowhere", async () => {
  service.taken();
  const { host } = new URL(service.origins.us);
  for (const target of [host, "/", "/api/v3/users/me", "/v3/users/me"]) {
    const answer = await written(`CONNECT ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\nGET /v3/users/me HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    const [head, ...rest] = answer.split("\r\n\r\n");
    assert.doesNotMatch(head, /^HTTP\/1.1 5/, target);
    assert.deepEqual([rest.join(""), service.taken()], ["", []], target);
  }
});

test("s24_s66_whatever_is_wrong_with_a_cookie_the_answer_is_the_same", async () => {
  const { cookie } = await signIn();
  const flipped = `${cookie.slice(0, -10)}${cookie.at(-10) === "A" ? "B" : "A"}${cookie.slice(-9)}`;
  const bad = [undefined, "canvass=", "canvass=x", flipped, cookie.slice(0, -1), `${cookie}A`, `${cookie}; ${cookie}`];
  const answers = [];
  for (const cookie of bad) {
    const { status, text, headers } = await ask("/api/v3/users/me", { cookie });
    // Each failure has an id of its own.
    answers.push(JSON.stringify([status, text, [...headers].filter(([name]) => !["date", "x-request-id"].includes(name))]));
  }
  assert.match(answers[0], /signed-out/);
  assert.equal(new Set(answers).size, 1, answers.join("\n"));
});

test("s29_every_sign_in_is_a_new_session_and_ends_the_one_before", async () => {
  const first = await signIn();
  const second = await signIn("good", first.cookie);
  assert.notEqual(first.cookie, second.cookie);
  assert.deepEqual((await ask("/auth/session", { cookie: first.cookie })).json, { signed_in: false, keep_results: true, ended: "signed_out" });
  assert.deepEqual((await ask("/auth/session", { cookie: second.cookie })).json, second.json);
  assert.equal(second.json.accounts.length, 1);
});

test("s30_a_copied_cookie_is_worth_nothing_after_sign_out", async () => {
  const { cookie } = await signIn();
  assert.equal((await ask("/api/v3/users/me", { cookie })).status, 200);
  const out = await ask("/auth/sign-out", { method: "POST", cookie });
  assert.equal(out.status, 204);
  assert.match(out.headers.getSetCookie()[0], /^canvass=; .*Max-Age=0/);
  const body = JSON.stringify({ title: "x" });
  assert.equal((await ask("/api/v3/surveys", { method: "POST", body, cookie })).status, 401);
  assert.equal((await ask("/api/v3/users/me", { cookie })).status, 401);
  assert.deepEqual((await ask("/auth/session", { cookie })).json, { signed_in: false, keep_results: true, ended: "signed_out" });
});

test("s30_a_request_whose_body_ends_after_the_sign_out_has_no_effect", async () => {
  const ends_at = new Date(Date.now() + 86_400_000).toISOString();
  for (const [method, path, body] of [
    ["POST", "/api/v3/surveys", { title: "x" }],
    ["PATCH", "/gateway/notes/7", { tags: [] }],
    ["POST", "/gateway/shares", { survey_id: "7", ends_at, data: "AAAA" }],
    ["POST", "/auth/session/agents/decide", { query: "x", account: "x", allow: true, scopes: ["surveys.read"] }],
  ]) {
    const { cookie } = await signIn();
    service.taken();
    const answer = await askInHalves(path, { method, cookie, body: JSON.stringify(body) }, () => ask("/auth/sign-out", { method: "POST", cookie }));
    assert.equal(answer.status, 401, `${path}: ${answer.text}`);
    assert.deepEqual(service.taken(), [], path);
    // Without a session nothing is waited for.
    const stranger = await Promise.race([askInHalves(path, { method, body: JSON.stringify(body) }, () => new Promise(() => {})), new Promise((done) => setTimeout(done, 5_000, "late"))]);
    assert.equal(stranger.status, 401, path);
  }
});

test("s39_signing_out_takes_a_post", async () => {
  const { cookie } = await signIn();
  assert.equal((await ask("/auth/sign-out", { cookie })).status, 405);
  assert.equal((await ask("/api/v3/users/me", { cookie })).status, 200);
});

test("s32_a_revoked_grant_ends_the_session_and_other_errors_pass", async () => {
  const { cookie } = await signIn();
  assert.equal((await ask("/api/v3/contact_lists", { cookie })).json.error.id, "1014");
  assert.equal((await ask("/api/v3/contacts", { cookie })).json.error.id, "1010");
  const revoked = await ask("/api/v3/workgroups", { cookie });
  assert.deepEqual([revoked.status, revoked.type], [401, "signed-out"]);
  assert.deepEqual((await ask("/auth/session", { cookie })).json, { signed_in: false, keep_results: true, ended: "revoked" });
});

test("s53_s54_bodies_stream_within_a_limit", async () => {
  const { cookie } = await signIn();
  const body = JSON.stringify({ title: "x".repeat(900_000) });
  const written = await ask("/api/v3/surveys", { method: "POST", body, cookie });
  assert.deepEqual([written.status, written.json], [201, { length: body.length }]);
  service.taken();
  const large = await ask("/api/v3/surveys", { method: "POST", body: `"${"x".repeat(1_000_000)}"`, cookie });
  assert.deepEqual([large.status, large.json.error.id], [413, "1030"]);
  const headers = { Cookie: cookie, "Content-Type": "application/json" };
  const chunks = Array.from({ length: 12 }, () => "x".repeat(100_000));
  const endless = await askRaw("/api/v3/surveys", { method: "POST", headers, chunks });
  assert.deepEqual([endless.status, JSON.parse(endless.text).error.id], [413, "1030"]);
  assert.deepEqual(service.taken(), []);
  const small = await askRaw("/api/v3/surveys", { method: "POST", headers, chunks: ["{}", " "] });
  assert.deepEqual([small.status, JSON.parse(small.text)], [201, { length: 3 }]);
});

test("s40_a_form_post_reaches_nothing", async () => {
  const { cookie } = await signIn();
  service.taken();
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
    const answer = await ask("/api/v3/surveys", { method: "POST", body: "{}", cookie, headers: { "Content-Type": type } });
    assert.deepEqual([answer.status, answer.type], [415, "media-type"], type);
  }
  assert.deepEqual(service.taken(), []);
});

test("s69_with_a_remote_service_there_is_no_sandbox_and_no_service", async () => {
  for (const path of ["/sandbox", "/v3/surveys", "/oauth/authorize"]) {
    assert.equal((await ask(path)).status, 404, path);
  }
});

/** The classes of objects of each build; a build that is not there is not looked at. */
const OBJECTS = {
  local: ["App", "Budget", "Cache", "Directory", "GatewayRecords", "Sandbox", "Session", "Team"],
  service: ["App", "Budget", "Cache", "Directory", "GatewayRecords", "Session", "Team"],
  gateway: ["Budget", "Cache", "GatewayRecords", "Session"],
};

test("s58_the_worker_exports_its_handler_and_its_objects_only", () => {
  for (const [name, objects] of Object.entries(OBJECTS)) {
    const file = join(root, "build", name, "index.js");
    if (name !== "local" && !existsSync(file)) {
      continue;
    }
    const glue = readFileSync(file, "utf8");
    const names = glue.match(/export\s*\{([^}]*)\}/)[1].split(",").map((item) => item.trim().split(" as ").at(-1));
    // The last three are plain option classes of the worker crate; nothing can be called on them.
    const allowed = [...objects, "default", "ContainerStartupOptions", "MinifyConfig", "R2Range"];
    assert.deepEqual(names.filter((exported) => !allowed.includes(exported)), [], name);
    // A minified name may be a mere `$`.
    const entrypoint = glue.match(/([\w$]+)\s*=\s*class extends [\w$]+\s*\{\s*\}/)[1];
    const methods = [...glue.matchAll(new RegExp(`(?<![\\w$])${entrypoint.replaceAll("$", "\\$")}\\.prototype\\.(\\w+)\\s*=`, "g"))].map(([, method]) => method);
    assert.deepEqual(methods, ["fetch"], name);
    assert.ok(!glue.includes(`${entrypoint}.prototype[`), "methods are added by computed names");
  }
});

test("s67_without_secrets_every_route_answers_503_and_the_log_names_the_variable", async () => {
  const data = mkdtempSync(join(tmpdir(), "canvass-unset-"));
  const unset = await startWorker({ dataDir: data, vars: { SESSION_KEYS: "short-canary" }, healthy: false });
  try {
    await everyRouteIs503(pageOf(() => unset).ask);
    assert.match(unset.output(), /SESSION_KEYS needs at least 32 bytes/);
    assert.doesNotMatch(unset.output(), /short-canary/);
  } finally {
    await unset.kill();
    rmSync(data, { recursive: true, force: true });
  }
});

test("s52_s64_the_token_is_in_nothing_that_left_the_worker", () => {
  assert.ok(seen.length > 60);
  for (const secret of [CANARY, service.vars.CLIENT_SECRET]) {
    assert.ok(!JSON.stringify(seen).includes(secret), "an answer contains a secret");
    assert.ok(!worker.output().includes(secret), "the log contains a secret");
  }
  const files = readdirSync(join(folder, "data"), { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const stored = files.map((file) => readFileSync(join(file.parentPath ?? file.path, file.name), "latin1"));
  assert.ok(stored.some((text) => /CREATE TABLE sessions?\b/.test(text)), "the sessions are stored in one of them");
  assert.ok(stored.every((text) => !text.includes(CANARY)), "s33: the storage contains the token");
});
