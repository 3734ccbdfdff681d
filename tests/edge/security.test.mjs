// What an attacker, an unlucky network or a broken service could learn or change. `sNN` in a name is the security
// statement.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as send } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { startWorker } from "../../scripts/worker.mjs";
import { eventually } from "./eventually.mjs";
import { everyRouteIs503, pageOf } from "./page.mjs";
import { CANARY, fakeService } from "./upstream.mjs";

const folder = mkdtempSync(join(tmpdir(), "canvass-security-"));
const JSON_TYPE = { "Content-Type": "application/json" };
const held = [];
const logs = [];
let service;
let worker;
let silent;
const { ask, askRaw, signIn, seen } = pageOf(() => worker);

const waiting = [];

/** Keeps a request waiting until the test lets it go. */
function hold(echo, response) {
  return new Promise((release) => {
    const one = { echo, release: () => release({ headers: JSON_TYPE, body: { done: true } }) };
    one.over = new Promise((done) => response.on("close", () => done(response.writableFinished ? "answered" : "cancelled")));
    held.push(one);
    waiting.splice(0).forEach((tell) => tell());
  });
}
/** Resolves when so many requests wait. */
const holding = async (count) => {
  while (held.length < count) {
    await new Promise((tell) => waiting.push(tell));
  }
};

before(async () => {
  const said = { error: CANARY, trace: [`at exchange(${CANARY})`] };
  service = await fakeService({
    token: {
      silent: new Promise(() => {}),
      dropped: "drop",
      broken: { status: 500, headers: { ...JSON_TYPE, "X-Debug": CANARY, ETag: CANARY }, body: said },
      refused: { status: 401, headers: JSON_TYPE, body: said },
      endless: { headers: JSON_TYPE, body: { access_token: CANARY, more: CANARY.repeat(1000) } },
    },
    "/v3/collectors/held": hold,
    "/v3/surveys/dropped": () => "drop",
    "/v3/survey_categories": () => ({ headers: JSON_TYPE, body: { data: [] } }),
    "/v3/surveys/broken": () => ({
      status: 503,
      headers: { ...JSON_TYPE, "X-Debug": CANARY, Authorization: CANARY, "X-Token": CANARY },
      body: { error: { id: "1051", http_status_code: 503, name: "Unavailable", message: "no", docs: "" } },
    }),
    "/v3/surveys/moved": () => ({ status: 308, headers: { Location: `https://evil.example/?token=${CANARY}` }, body: said }),
  });
  worker = await startWorker({ dataDir: folder, vars: service.vars });
  const began = performance.now();
  silent = signIn("silent").then((answer) => ({ ...answer, after: performance.now() - began }));
});
after(async () => {
  held.forEach(({ release }) => release());
  await worker?.kill();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("s6_what_a_request_says_of_its_host_changes_no_redirect_address", async () => {
  const redirect = `${worker.origin}/callback/`;
  for (const headers of [
    { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" },
    { Forwarded: "host=evil.example;proto=https" },
    { "X-Original-Host": "evil.example", "X-Host": "evil.example" },
  ]) {
    assert.equal((await ask("/auth/configuration", { headers })).json.redirect_uri, redirect, JSON.stringify(headers));
    service.requests.length = 0;
    await ask("/auth/token", { method: "POST", body: '{"code":"good"}', headers });
    const sent = service.requests.find(({ path }) => path === "/oauth/token");
    assert.equal(new URLSearchParams(sent.body).get("redirect_uri"), redirect);
  }
  const other = await askRaw("/auth/configuration", { headers: { Host: "evil.example" } });
  await askRaw("/auth/configuration", { headers: { Host: "evil.example" } });
  assert.equal(worker.output().split('"what":"unknown host"').length, 2, "one line in a minute");
  assert.doesNotMatch(worker.output(), /evil/);
  assert.equal(other.status, 400);
  assert.doesNotMatch(other.text, /evil/);
});

test("s9_the_callback_page_says_nothing_of_its_address", async () => {
  const plain = await ask("/callback/");
  const said = encodeURIComponent('"><script>alert(1)</script>');
  for (const query of [`error=access_denied&error_description=${said}&state=x`, `error=${said}`, `code=${said}&state=${said}`]) {
    const { status, text } = await ask(`/callback/?${query}`);
    assert.deepEqual([status, text], [200, plain.text], query);
  }
  for (const [folder, least] of [["www/src", 50], ["www/assets", 3], ["pkg/src", 20]]) {
    const files = readdirSync(join(root, folder), { recursive: true }).filter((name) => /\.[jt]sx?$/.test(name));
    assert.ok(files.length >= least, `${folder} has ${files.length} files`);
    for (const file of files) {
      assert.ok(!readFileSync(join(root, folder, file), "utf8").includes("error_description"), `${folder}/${file}`);
    }
  }
});

test("s28_no_two_cookies_share_a_nonce", async () => {
  const nonces = new Set();
  for (let count = 0; count < 8; count += 1) {
    const { cookie } = await signIn();
    nonces.add(Buffer.from(cookie.split("=")[1], "base64url").subarray(5, 29).toString("hex"));
  }
  assert.equal(nonces.size, 8);
});

test("s34_an_answer_of_the_api_sets_no_cookie", async () => {
  const { cookie, set } = await signIn();
  assert.ok(set.join("\n").length < 4096);
  for (const path of ["/api/v3/users/me", "/api/v3/surveys", "/api/v3/nowhere", "/api/v3/contacts", "/auth/session"]) {
    assert.deepEqual((await ask(path, { cookie })).headers.getSetCookie(), [], path);
  }
});

test("s53_a_request_of_two_lengths_or_another_protocol_is_never_passed_on_as_it_is", async () => {
  const { cookie } = await signIn();
  const { hostname, port, host } = new URL(worker.origin);
  const head = `Host: ${host}\r\nX-Canvass: 1\r\nCookie: ${cookie}\r\n`;
  const typed = `${head}Content-Type: application/json\r\n`;
  // The service answers it, so that it would arrive there.
  const smuggled = `GET /api/v3/survey_categories HTTP/1.1\r\n${head}\r\n`;
  service.requests.length = 0;
  const texts = [];
  for (const raw of [
    `POST /api/v3/surveys HTTP/1.1\r\n${typed}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n${smuggled}`,
    `POST /api/v3/surveys HTTP/1.1\r\n${typed}Content-Length: 2\r\nContent-Length: 7\r\n\r\n{}     ${smuggled}`,
    `POST /api/v3/surveys HTTP/1.1\r\n${typed}Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    `GET /api/v3/users/me HTTP/1.1\r\n${head}Connection: Upgrade, TE\r\nUpgrade: h2c\r\nTE: trailers\r\n\r\n`,
    `GET /api/v3/users/me HTTP/1.1\r\n${head}Connection: close\r\nTE: trailers\r\n\r\n`,
  ]) {
    const text = await new Promise((done) => {
      let got = "";
      const socket = connect({ host: hostname, port: Number(port) }, () => socket.end(raw));
      socket.setEncoding("utf8").on("data", (part) => (got += part));
      socket.on("error", () => done(got)).on("close", () => done(got));
    });
    seen.push({ headers: [], text });
    texts.push(text);
  }
  // One answer to each: the first is passed on as what its chunks say, the next two are refused.
  assert.deepEqual(texts.map((text) => [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status).join()), ["201", "400", "400", "200", "200"]);
  assert.deepEqual(service.requests.map(({ method, path }) => `${method} ${path}`), ["POST /v3/surveys", "GET /v3/users/me", "GET /v3/users/me"]);
  for (const { method, path, headers, body } of service.requests) {
    assert.ok(!("content-length" in headers && "transfer-encoding" in headers), `${method} ${path}`);
    assert.ok(!("upgrade" in headers || "te" in headers), `${method} ${path}`);
    assert.ok(method === "GET" || body === "{}", `${method} ${path} ${body}`);
  }
});

test("s55_who_goes_away_ends_a_read_and_not_a_write", async () => {
  const { cookie } = await signIn();
  const leave = (method, body) => {
    const headers = { "X-Canvass": "1", Cookie: cookie, ...(body ? JSON_TYPE : {}) };
    const sent = send(new URL("/api/v3/collectors/held", worker.origin), { method, headers, agent: false });
    sent.on("error", () => {});
    sent.end(body);
    // A mere close might be the end of one direction only: workerd takes a reset for going away.
    return () => sent.socket.resetAndDestroy();
  };
  const leavers = [leave("GET"), leave("PATCH", "{}")];
  await holding(2);
  const [read, write] = ["GET", "PATCH"].map((method) => held.find(({ echo }) => echo.method === method));
  leavers.forEach((go) => go());
  assert.equal(await read.over, "cancelled");
  write.release();
  assert.equal(await write.over, "answered");
});

test("s65_what_the_worker_itself_refuses_is_a_problem_without_a_cause", async () => {
  const { cookie } = await signIn();
  for (const [path, options] of [
    ["/api/v3/users/me", {}],
    ["/api/v3/users/me", { headers: { "X-Canvass": "no" } }],
    ["/api/v3/surveys/dropped", { cookie }],
    ["/api/v3/surveys/moved", { cookie }],
    ["/auth/token", {}],
    ["/auth/token", { method: "POST", body: "{" }],
    ["/auth/nothing", {}],
  ]) {
    const { status, headers, json, text } = await ask(path, options);
    assert.equal(headers.get("content-type"), "application/problem+json", path);
    assert.deepEqual([json.status, json.type.startsWith("urn:canvass:problem:")], [status, true], path);
    assert.doesNotMatch(text, /\bat \w+|\.rs\b|panick|Error:|evil|127\.0\.0\.1/, path);
    const id = headers.get("x-request-id");
    assert.match(id, /^[0-9a-f]{16}$/, path);
    assert.equal(worker.output().includes(`"request":"${id}"`), status >= 500, `the log knows why ${path} failed`);
  }
  const passed = await ask("/api/v3/surveys/broken", { cookie });
  assert.deepEqual([passed.status, passed.json.error.id], [503, "1051"], "the API's own errors keep their shape");
  const id = passed.headers.get("x-request-id");
  assert.match(id, /^[0-9a-f]{16}$/);
  assert.ok(worker.output().includes(`"request":"${id}","route":"api","status":503`), "the log knows the request");
  const again = await ask("/api/v3/surveys/broken", { cookie });
  assert.notEqual(again.headers.get("x-request-id"), id);
  assert.equal((await ask("/api/v3/users/me", { cookie })).headers.get("x-request-id"), null);
});

test("s12_a_callback_of_another_issuer_is_refused", async () => {
  const ours = encodeURIComponent(service.origins.auth);
  for (const [query, status] of [["", 200], [`&iss=${ours}`, 200], ["&iss=https://evil.example", 400], [`&iss=${ours}&iss=x`, 400]]) {
    assert.equal((await ask(`/callback/?code=x&state=y${query}`)).status, status, query);
  }
});

test("s38_one_configured_origin_may_call_and_no_other_learns_anything", async () => {
  const guest = "http://127.0.0.1:4321";
  const data = mkdtempSync(join(tmpdir(), "canvass-guest-"));
  const open = await startWorker({ dataDir: data, vars: { ...service.vars, ALLOWED_ORIGIN: guest } });
  try {
    const page = pageOf(() => open);
    const { cookie } = await page.signIn();
    const told = ({ headers }) => [...headers].filter(([name]) => name.startsWith("access-control-allow-")).map(([name]) => name.slice(21));
    const asked = { "Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "x-canvass" };
    for (const path of ["/api/v3/users/me", "/auth/session"]) {
      const preflight = await page.ask(path, { method: "OPTIONS", headers: { Origin: guest, ...asked } });
      assert.deepEqual([preflight.status, told(preflight)], [204, ["credentials", "headers", "methods", "origin"]]);
      const answer = await page.ask(path, { cookie, headers: { Origin: guest, "Sec-Fetch-Site": "same-site" } });
      assert.deepEqual([answer.status, answer.headers.get("access-control-allow-origin")], [200, guest]);
      assert.match(answer.headers.get("vary"), /Cookie, Origin/);
      for (const Origin of ["https://evil.example", "null", `${guest}0`, "http://127.0.0.1"]) {
        const refused = await page.ask(path, { cookie, headers: { Origin } });
        assert.deepEqual([refused.status, told(refused)], [403, []], Origin);
        const preflight = await page.ask(path, { method: "OPTIONS", headers: { Origin, ...asked } });
        assert.deepEqual([preflight.status >= 400, told(preflight)], [true, []], Origin);
      }
      assert.match((await page.ask(path, { cookie })).headers.get("vary"), /Cookie, Origin/);
    }
    seen.push(...page.seen);
    logs.push(open.output());
  } finally {
    await open.kill();
    rmSync(data, { recursive: true, force: true });
  }
});

test("s8_a_sign_in_with_a_challenge_ends_with_its_verifier_and_without_one_nothing_is_sent_of_it", async () => {
  assert.doesNotMatch((await ask("/auth/configuration")).text, /challenge|pkce/);
  const data = mkdtempSync(join(tmpdir(), "canvass-pkce-"));
  const proving = await startWorker({ dataDir: data, vars: { ...service.vars, PKCE: "S256" } });
  try {
    const page = pageOf(() => proving);
    const begin = async () => {
      const { authorize_url, pkce } = (await page.ask("/auth/configuration")).json;
      return { asked: Object.fromEntries(new URL(authorize_url).searchParams), pkce };
    };
    const [one, other] = [await begin(), await begin()];
    assert.notEqual(one.asked.code_challenge, other.asked.code_challenge);
    service.requests.length = 0;
    for (const [status, more] of [[400, {}], [400, { pkce: 1 }], [400, { pkce: "invented" }], [400, { pkce: one.pkce.slice(1) }]]) {
      assert.equal((await page.signIn("good", undefined, more)).status, status, JSON.stringify(more));
    }
    assert.equal(service.requests.length, 0, "a code without its verifier was sent");
    assert.equal((await page.signIn("good", undefined, { pkce: one.pkce })).status, 200);
    const form = new URLSearchParams(service.requests[0].body);
    const hash = createHash("sha256").update(form.get("code_verifier")).digest("base64url");
    assert.deepEqual(one.asked, { code_challenge: hash, code_challenge_method: "S256" });
    assert.match(form.get("code_verifier"), /^[\w-]{43}$/);
    assert.ok(!JSON.stringify(page.seen).includes(form.get("code_verifier")), "a page can read the verifier");
    service.requests.length = 0;
    await signIn();
    assert.doesNotMatch(service.requests[0].body, /verifier|challenge/);
    seen.push(...page.seen);
    logs.push(proving.output());
  } finally {
    await proving.kill();
    rmSync(data, { recursive: true, force: true });
  }
});

test("s56_a_local_worker_reaches_the_configured_origins_and_no_other", async () => {
  const config = readFileSync(join(folder, "workerd.capnp"), "utf8");
  assert.match(config, /network = \(allow = \["local"\], deny = \["169\.254\.0\.0\/16"/);
  const [, json] = config.match(/name = "ORIGINS", json = ("(?:[^"\\]|\\.)*")/);
  assert.deepEqual(JSON.parse(JSON.parse(json)).sort(), Object.values(service.origins).sort());

  // The Worker as it is, made to fetch what it is told, beside a server that nobody has configured.
  const reached = [];
  const stranger = createServer((request, response) => {
    reached.push(request.url);
    response.end("reached");
  });
  await new Promise((done) => stranger.listen(0, "127.0.0.1", done));
  const elsewhere = `http://127.0.0.1:${stranger.address().port}`;
  const asked = (glue) =>
    `const theirs = fetch;
globalThis.fetch = (url, ...more) => theirs(url.endsWith("/oauth/token") ? ${JSON.stringify(elsewhere)} : url, ...more);
${glue}`;
  try {
    await doctored(asked, async (page) => {
      const answer = await page.signIn();
      assert.deepEqual([answer.status, answer.type, answer.set], [502, "upstream-failed", []]);
    });
    assert.deepEqual(reached, [], "what is not configured was reached");
  } finally {
    stranger.closeAllConnections();
    await new Promise((done) => stranger.close(done));
  }
});

test("s56_a_deployed_worker_reaches_public_addresses_only", () => {
  const deployed = readFileSync(join(root, "wrangler.toml"), "utf8").split(/^\[env\.\w+\]$/m).slice(1);
  assert.equal(deployed.length, 2);
  deployed.forEach((text) => assert.match(text, /compatibility_flags = \["global_fetch_strictly_public"\]/));
});

test("what_a_deployed_worker_logs_is_stored_without_the_urls_of_requests", () => {
  for (const [file, envs] of [["wrangler.toml", ["env.gateway.", "env.service."]], ["examples/worker-with-gateway/wrangler.toml", [""]]]) {
    const text = readFileSync(join(root, file), "utf8");
    for (const env of envs) {
      const section = (name) => text.split(`\n[${env}${name}]\n`)[1]?.split("\n[")[0] ?? "";
      assert.match(section("observability"), /^enabled = true\nredact_query_string = true$/m, file + env);
      assert.match(section("observability.logs"), /^enabled = true\ninvocation_logs = false$/m, file + env);
    }
  }
});

/** The local Worker with other JavaScript around it, in a folder of its own. */
async function doctored(change, run, options = {}) {
  const data = mkdtempSync(join(tmpdir(), "canvass-doctored-"));
  const build = join(data, "build");
  mkdirSync(build);
  cpSync(join(root, "build", "local", "index_bg.wasm"), join(build, "index_bg.wasm"));
  writeFileSync(join(build, "index.js"), change(readFileSync(join(root, "build", "local", "index.js"), "utf8")));
  let other;
  try {
    other = await startWorker({ name: relative(join(root, "build"), build), dataDir: data, vars: service.vars, ...options });
    await run(pageOf(() => other), other);
    logs.push(other.output());
  } finally {
    await other?.kill();
    rmSync(data, { recursive: true, force: true });
  }
}

test("s67_without_any_kind_of_its_objects_the_worker_answers_503_to_everything", async () => {
  for (const [binding, object] of [["SESSION", "Session"], ["BUDGET", "Budget"], ["CACHE", "Cache"], ["RECORDS", "GatewayRecords"]]) {
    const unbound = (glue) => glue.replace(new RegExp(`,\\s*[\\w$]+ as ${object}\\b|[\\w$]+ as ${object}\\s*,`), "");
    await doctored(
      unbound,
      async ({ ask }, other) => {
        await everyRouteIs503(ask);
        assert.match(other.output(), new RegExp(`${binding} is not bound`));
      },
      { healthy: false },
    );
  }
});

test("s52_s64_a_failing_exchange_reveals_the_token_to_no_one", async () => {
  for (const [code, status] of [["broken", 502], ["refused", 400], ["endless", 502], ["dropped", 502], ["split", 502], ["elsewhere", 502]]) {
    assert.equal((await signIn(code)).status, status, code);
  }
});

test("s52_s64_a_failing_service_and_a_broken_cookie_reveal_the_token_to_no_one", async () => {
  const { cookie } = await signIn();
  for (const path of ["broken", "moved", "dropped"]) {
    assert.ok((await ask(`/api/v3/surveys/${path}`, { cookie })).status >= 500, path);
  }
  const [name, value] = cookie.split("=");
  for (const broken of ["", "=", `${value}=`, `${value}${value}`, value.slice(1), "%00", "A".repeat(5000), `"${value}"`, CANARY]) {
    assert.equal((await askRaw("/api/v3/users/me", { headers: { Cookie: `${name}=${broken}` } })).status, 401, broken);
  }
});

test("s52_s64_a_panic_reveals_the_token_to_no_one", async () => {
  // Without randomness the Worker stops at once. Here there is enough to begin with, for the trace of a request, and
  // none for what is made when the token has just been received.
  const unlucky = (glue) => `const fair = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (bytes) => {
      if (bytes.length < 1000) throw new Error("no randomness");
      return fair(bytes);
    };\n${glue}`;
  await doctored(unlucky, async (page, other) => {
    service.requests.length = 0;
    const began = performance.now();
    const answer = await page.signIn();
    assert.ok(performance.now() - began < 5_000, "the exchange's timer kept the request waiting");
    assert.ok(answer.status >= 500, `${answer.status}`);
    assert.deepEqual(answer.set, []);
    assert.deepEqual(service.requests.map(({ path }) => path), ["/oauth/token"]);
    await eventually(() => /unreachable|panic|abort/i.test(other.output()));
    assert.doesNotMatch(other.output(), /had hung/);
    assert.equal((await page.ask("/healthz")).status, 200);
    seen.push(...page.seen);
  });
});

test("a_panic_at_the_first_step_of_a_request_fails_it_at_once_and_the_next_is_answered", async () => {
  // The first request finds no randomness for its trace, the second does.
  const unlucky = (glue) => `const fair = crypto.getRandomValues.bind(crypto);
    let panics = 1;
    crypto.getRandomValues = (bytes) => {
      if (bytes.length >= 1000 && panics-- > 0) throw new Error("no randomness");
      return fair(bytes);
    };\n${glue}`;
  await doctored(unlucky, async (page, other) => {
    assert.ok((await page.ask("/api/v3/users/me")).status >= 500);
    await eventually(() => /unreachable|panic|abort/i.test(other.output()));
    assert.equal((await page.ask("/api/v3/users/me")).status, 401);
    assert.doesNotMatch(other.output(), /had hung/);
    seen.push(...page.seen);
  });
});

test("s19_a_silent_token_endpoint_is_given_up_after_ten_seconds_and_a_code_is_sent_once", async () => {
  service.requests.length = 0;
  assert.equal((await signIn("dropped")).status, 502);
  assert.equal(service.requests.length, 1, "a code is good once: whether it arrived is not known");
  const { status, type, set, after } = await silent;
  assert.deepEqual([status, type, set], [504, "upstream-timeout", []]);
  assert.ok(after > 9_000 && after < 20_000, `${after} ms`);
});

test("s21_s59_no_answer_sets_another_cookie_or_may_be_cached_with_one", () => {
  for (const { headers } of seen) {
    const cookies = headers.filter(([name]) => name === "set-cookie").flatMap(([, value]) => value);
    for (const cookie of cookies) {
      assert.match(cookie, /^canvass=/);
      assert.deepEqual(headers.find(([name]) => name === "cache-control")?.[1], "private, no-store");
    }
  }
});

test("s14_s52_s64_the_secrets_are_in_nothing_that_left_the_worker", () => {
  assert.ok(seen.length > 40);
  const said = JSON.stringify(seen);
  for (const secret of [CANARY, service.vars.CLIENT_SECRET]) {
    for (const spelt of [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64").slice(0, -4)]) {
      assert.ok(!said.includes(spelt), "an answer contains a secret");
      for (const log of [worker.output(), ...logs]) {
        assert.ok(!log.includes(spelt), "the log contains a secret");
      }
    }
  }
  for (const { at, path, search, headers, body } of service.requests) {
    const secret = encodeURIComponent(service.vars.CLIENT_SECRET);
    assert.ok(!`${path}${search}${JSON.stringify(headers)}`.includes(secret));
    assert.ok(at === "auth" || !body.includes(secret));
  }
});
