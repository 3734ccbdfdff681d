// `npm run doctor`: content with this Worker, and not with a server that does everything wrong.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { startWorker } from "../../scripts/worker.mjs";
import { underTest } from "./harness.mjs";
import { fakeService } from "./upstream.mjs";

const worker = underTest();

/** What the doctor says of an address, and how it ends. */
function doctor(...args) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(root, "scripts", "doctor.mjs"), ...args]);
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part) => (text += part));
    }
    child.on("close", (code) => done({ code, text }));
  });
}

/** Runs a server for one examination. */
async function examined(answer) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request);
    request.resume();
    answer(request, response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  try {
    return { ...(await doctor(`http://127.0.0.1:${server.address().port}`)), asked };
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

test("the_doctor_is_content_with_this_worker", async () => {
  const { eu, ca } = worker.origins;
  const { code, text } = await doctor(worker.origin, ...[eu, ca].filter(Boolean));
  assert.equal(code, 0, text);
  assert.match(text, /All 17 statements hold/);
  assert.doesNotMatch(text, /FAILS/);
});

test("the_doctor_is_content_with_a_gateway_in_front_of_a_remote_service", async () => {
  const service = await fakeService({});
  const dataDir = mkdtempSync(join(tmpdir(), "canvass-doctor-"));
  const gateway = await startWorker({ dataDir, vars: service.vars });
  try {
    assert.equal((await fetch(`${gateway.origin}/sign-up/`, { redirect: "manual" })).status, 301);
    const { code, text } = await doctor(gateway.origin);
    assert.equal(code, 0, text);
    assert.match(text, /All 17 statements hold/);
  } finally {
    await gateway.kill();
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("the_doctor_says_what_is_wrong_with_a_server_that_does_everything_wrong", async () => {
  const { code, text, asked } = await examined(({ headers, method, url }, response) => {
    response.setHeader("Set-Cookie", ["canvass=x; Domain=example.com", "tracking=1"]);
    response.setHeader("Access-Control-Allow-Origin", headers.origin ?? "*");
    response.setHeader("Content-Security-Policy", "script-src 'unsafe-inline'");
    response.setHeader("Content-Type", url.endsWith(".md") ? "text/markdown" : "text/html");
    response.end(`${method} ${headers.cookie ?? ""} at handler (/srv/index.js:1)`);
  });
  assert.equal(code, 1);
  for (const sentence of [
    "POST /auth/token from another origin is answered with 200, not 403",
    "POST /auth/sign-out sets 2 cookies instead of one",
    'a cookie "tracking" is set',
    "GET /api/v3/users/me without the static header is answered with 200, not 403",
    "GET /api/v3/users/me with Sec-Fetch-Site cross-site is answered with 200, not 403",
    "OPTIONS /auth/token with Origin https://evil.example is answered with access-control-allow-origin: https://evil.example",
    "GET /auth/sign-out is answered with 200, not 405",
    "POST /api/v3/surveys as text/plain is answered with 200, not 415",
    "/ has no frame-ancestors 'none' in its security policy",
    "/callback/ allows 'unsafe-inline' in its security policy",
    "/pricing/ has no x-content-type-options",
    "/pricing.md is text/markdown",
    "the response to the cookie canvass=x differs from that without a cookie: status 200",
    "GET /api/v3/users/me with an Authorization header is answered with 200, not 400",
    "GET /api/v3/surveys/%2e%2e is answered with 200, not 400 or 404",
    "GET /auth/session does not vary by cookie",
    "GET /nowhere reveals the cause of its error",
    "GET /sandbox by another name is answered with 200",
    "17 of 17 statements do not hold: 13, 20, 21, 36, 37, 38, 39, 40, 41, 42, 44, 45, 49, 57, 59, 66, 69.",
  ]) {
    assert.ok(text.includes(sentence), `${sentence}\n${text}`);
  }
  const changing = asked.filter(({ method }) => !["GET", "OPTIONS"].includes(method)).map(({ method, url }) => `${method} ${url}`);
  const harmless = ["POST /auth/token", "PUT /auth/token", "POST /auth/sign-out", "POST /auth/switch", "POST /auth/sign-out-everywhere", "POST /api/v3/surveys", "DELETE /api/v3/users/me"];
  assert.deepEqual([...new Set(changing)].sort(), harmless.sort());
});

test("the_doctor_names_the_attributes_that_a_cookie_lacks", async () => {
  const { text } = await examined((_, response) => {
    response.setHeader("Set-Cookie", "canvass=; HttpOnly; Domain=example.com");
    response.end();
  });
  for (const sentence of [
    'the cookie "canvass" lacks Path=/',
    'the cookie "canvass" lacks SameSite=Strict',
    'the cookie "canvass" is for a whole domain',
  ]) {
    assert.ok(text.includes(sentence), `${sentence}\n${text}`);
  }
  assert.ok(!text.includes("lacks HttpOnly"));
});

test("the_doctor_names_what_a_security_policy_allows", async () => {
  const faultsIn = async (policy) => {
    const { text } = await examined((_, response) => {
      response.setHeader("Content-Security-Policy", policy);
      response.end();
    });
    return [...text.matchAll(/ \/callback\/ (.*) in its security policy/g)].map(([, fault]) => fault);
  };
  const rest = "frame-ancestors 'none'; base-uri 'none'";
  for (const [policy, faults] of [
    [`default-src 'none'; script-src * data:; ${rest}; form-action *`, ["allows *", "allows data:", "has form-action *"]],
    [`default-src 'none'; script-src 'self'; script-src-elem 'self' https://cdn.example 'unsafe-inline'; ${rest}; form-action https:`, ["allows https://cdn.example", "allows 'unsafe-inline'", "has form-action https:"]],
    [`default-src 'none'; worker-src *; ${rest}; form-action https://* *:*`, ["allows *", "has form-action https://*", "has form-action *:*"]],
    [`default-src 'none'; script-src 'self' 'report-sample'; ${rest}; form-action 'self'`, []],
    [`default-src https:; ${rest}`, ["has no default-src 'none'", "allows https:", "has no form-action"]],
    [`default-src 'none' *; ${rest}; form-action 'self'`, ["has no default-src 'none'", "allows *"]],
    [`default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'nonce-x' 'sha256-x'; script-src *; ${rest}; form-action 'self' https://service.example`, []],
  ]) {
    assert.deepEqual(await faultsIn(policy), faults, policy);
  }
});

test("the_doctor_calls_a_deployment_that_does_not_work_by_its_cause_and_not_insecure", async () => {
  const fails = async (urls, sentence) => {
    const { code, text } = await doctor(...urls);
    assert.deepEqual([code, text.includes(sentence), /FAILS|holds/.test(text)], [1, true, false], `${sentence}\n${text}`);
  };
  const dataDir = mkdtempSync(join(tmpdir(), "canvass-doctor-"));
  const unset = await startWorker({ dataDir, vars: { SESSION_KEYS: "short" }, healthy: false });
  try {
    await fails([unset.origin], "/healthz is answered with 503, not 200. This server is not configured yet. Its log names the variable to set.");
  } finally {
    await unset.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
  const byAnotherName = (origin) => origin.replace("127.0.0.1", "localhost");
  await fails([byAnotherName(worker.origin)], "/auth/configuration is answered with 400, not 200. The request's Host is not the gateway's.");
  const { us, eu } = worker.origins;
  await fails([us, byAnotherName(eu)], "/v3/users/me is answered with 400, not 401. The request's Host is not the gateway's.");
  await fails([us, "http://127.0.0.1:1"], "GET http://127.0.0.1:1/v3/users/me got no response");
});

test("the_doctor_says_that_no_server_answers_and_what_it_needs", async () => {
  const silent = await doctor("http://127.0.0.1:1");
  assert.deepEqual([silent.code, /got no response/.test(silent.text)], [1, true]);
  for (const args of [[], ["https://exa mple"], [worker.origin, "eu"]]) {
    const { code, text } = await doctor(...args);
    assert.deepEqual([code, text.includes("npm run doctor -- https://host"), / at /.test(text)], [1, true, false]);
  }
});
