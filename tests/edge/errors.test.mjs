// Every error of the API over HTTP: how each code comes about, with its status and its name.

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { EMPTY, NEWSLETTER, NORTHWIND } from "./demo_world.mjs";
import { eventually } from "./eventually.mjs";

const folders = [];
const workers = [];
let worker;
let world;

/** A Worker of our own. */
async function start(options = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "canvass-errors-"));
  folders.push(dataDir);
  const started = { ...(await startWorker({ dataDir, ...options })), dataDir };
  workers.push(started);
  return started;
}

before(async () => {
  worker = await start();
  world = await (await fetch(`${worker.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
});
after(async () => {
  await Promise.all(workers.map((each) => each.kill()));
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
});

/** A call with a token of the demo world, or with what is no such name. */
function call(token, path, { method, body, headers = {} } = {}) {
  const known = world.tokens.find(({ name }) => name === token)?.token ?? token;
  return fetch(worker.origin + path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    headers: {
      ...(known ? { Authorization: `bearer ${known}` } : {}),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
  });
}

/** What a call that must succeed made. */
async function made(token, path, body) {
  const response = await call(token, path, { body });
  const json = await response.json();
  assert.ok(response.ok, JSON.stringify(json));
  return json;
}

/** A message of a new e-mail collector. */
async function message(survey = EMPTY) {
  const collector = await made("owner", `/v3/surveys/${survey}/collectors`, { type: "email" });
  const { id } = await made("owner", `/v3/collectors/${collector.id}/messages`, { type: "invite" });
  return `/v3/collectors/${collector.id}/messages/${id}`;
}

/** A form of the account pages. */
const form = (path, fields, cookie = "") =>
  fetch(worker.origin + path, { method: "POST", body: new URLSearchParams(fields), headers: { Cookie: cookie }, redirect: "manual" });

/** Deletes the account of Frank, through the page. */
async function deleteAccount() {
  const { email, password } = world.people.find(({ key }) => key === "free");
  const [cookie] = (await form("/account/sign-in", { email, password })).headers.getSetCookie()[0].split(";");
  const page = await (await fetch(`${worker.origin}/account/`, { headers: { Cookie: cookie } })).text();
  const [, mark] = page.match(/name="mark" value="([^"]*)"/);
  assert.match(await (await form("/account/delete", { mark, delete_proof: password }, cookie)).text(), /is deleted/);
}

/** A survey with more questions than are returned. */
async function large() {
  const question = { family: "open_ended", subtype: "essay", headings: [{ heading: "Why?" }] };
  return made("owner", "/v3/surveys", { pages: [{ questions: Array.from({ length: 1001 }, () => question) }] });
}

/** A gateway in front of a service that fails; what it answers to a code that it should exchange. */
async function gateway(vars) {
  const started = await start({
    vars: {
      API_URL: "http://127.0.0.1:2",
      API_URL_EU: "http://127.0.0.1:3",
      API_URL_CA: "http://127.0.0.1:4",
      CLIENT_ID: "app-1",
      CLIENT_SECRET: "hush-hush-and-hush-again",
      ...vars,
    },
  });
  const headers = { "X-Canvass": "1", "Content-Type": "application/json" };
  return fetch(`${started.origin}/auth/token`, { method: "POST", headers, body: '{"code":"good"}' });
}

/** A server that takes connections and never answers. */
async function silent() {
  const server = createServer(() => {});
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

const contacts = (count) => Array.from({ length: count }, (_, at) => ({ email: `p${at}@mail.example` }));
const SURVEYS = "/v3/surveys";

/**
 * The table: code, status, name, and what provokes it.
 *
 * The order is that of the codes, but what ends an account, a quota or the store comes last, as it does here.
 */
const ERRORS = [
  [1000, 400, "Bad Request", () => call("owner", SURVEYS, { body: { title: " " } })],
  [1001, 400, "Bad Request", () => call("owner", SURVEYS, { body: "{" })],
  [1002, 400, "Bad Request", () => call("owner", SURVEYS, { body: { title: 5 } })],
  [1003, 400, "Bad Request", () => call("owner", `${SURVEYS}?per_page=many`)],
  [1004, 400, "Bad Request", () => call("owner", SURVEYS, { headers: { Accept: "text/html" } })],
  [1005, 402, "Payment Required", () =>
    call("free", `/v3/surveys/${NEWSLETTER}/collectors`, { body: { type: "weblink", thank_you_message: "Ta!" } })],
  [1010, 401, "Authorization Error", () => call("", SURVEYS)],
  [1011, 401, "Authorization Error", () => call("invented", SURVEYS)],
  [1012, 401, "Authorization Error", () => call("expired", SURVEYS)],
  [1014, 403, "Permission Error", () => call("surveys_read_only", "/v3/groups")],
  [1015, 403, "Permission Error", () => call("free_with_paid_scopes", "/v3/groups")],
  [1016, 403, "Permission Error", () => call("regular", `/v3/groups/${NORTHWIND}/activities`)],
  [1017, 403, "Permission Error", () => {
    const question = { family: "open_ended", subtype: "essay", headings: [{ heading: "Why?" }] };
    return call("free", SURVEYS, { body: { pages: [{ questions: Array.from({ length: 11 }, () => question) }] } });
  }],
  [1018, 403, "Permission Error", () => call("eu", SURVEYS)],
  [1020, 404, "Resource Not Found", () => call("owner", "/v3/surveys/1")],
  [1025, 409, "Resource Conflict", async () => {
    const { id } = await made("owner", SURVEYS, {});
    const page = (await (await call("owner", `/v3/surveys/${id}/pages`)).json()).data[0];
    return call("owner", `/v3/surveys/${id}/pages/${page.id}`, { method: "DELETE" });
  }],
  [1026, 409, "Resource Conflict", async () => {
    const contact = { first_name: "Mia", last_name: "Holt", email: "mia@errors.example" };
    await made("owner", "/v3/contacts", contact);
    return call("owner", "/v3/contacts", { body: contact });
  }],
  [1030, 413, "Request Entity Too Large", async () => call("owner", `/v3/surveys/${(await large()).id}/details`)],
  [1056, 400, "Bad Request", async () =>
    call("owner", `${await message()}/recipients/bulk`, { body: { contacts: contacts(10_001) } })],
  [1057, 401, "Authorization Error", () => call("no_grants", SURVEYS)],
  [1058, 403, "Permission Error", async () => {
    const { id } = await made("owner", `/v3/surveys/${EMPTY}/collectors`, { type: "email", sender_email: "petra@northwind.example" });
    const invitation = await made("owner", `/v3/collectors/${id}/messages`, { type: "invite" });
    return call("owner", `/v3/collectors/${id}/messages/${invitation.id}/send`, { body: {} });
  }],
  [1059, 400, "Bad Request", async () => call("owner", `${await message()}/send`, { body: {} })],
  [1060, 400, "Bad Request", async () => {
    const { id } = await made("owner", SURVEYS, {});
    const collector = await made("owner", `/v3/surveys/${id}/collectors`, { type: "email" });
    return call("owner", `/v3/collectors/${collector.id}/messages`, { body: { type: "invite", embed_first_question: true } });
  }],
  [1061, 405, "Method Not Allowed", () => call("owner", SURVEYS, { method: "DELETE" })],
  [1062, 400, "Bad Request", () => {
    const body = { contacts: contacts(1001).map((contact) => ({ first_name: "x", last_name: "y", ...contact })) };
    return call("owner", "/v3/contacts/bulk", { body });
  }],
  [1063, 401, "Bad Unauthorized", () => call("disabled", SURVEYS)],
  [1053, 410, "User Deleted", () => call("gone", SURVEYS)],
  [1052, 404, "User Soft Deleted", async () => {
    await deleteAccount();
    return call("free", SURVEYS);
  }],
  [1040, 429, "Rate Limit Reached", async () => {
    for (let sent = 0; sent < 400; sent += 1) {
      const response = await call("private", "/v3/users/me");
      if (response.status !== 200) {
        return response;
      }
      await response.arrayBuffer();
    }
    throw new Error("a private app is not limited");
  }],
];

for (const [code, status, name, provoke] of ERRORS) {
  test(`error_${code}_over_http`, async () => {
    const response = await provoke();
    const { error } = await response.json();
    assert.deepEqual([response.status, error?.id, error?.name], [status, String(code), name], JSON.stringify(error));
    assert.equal(error.http_status_code, status);
    assert.ok(error.docs.endsWith(`/v3/errors/${code}`));
    const page = await fetch(error.docs, { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
    assert.deepEqual([page.status, page.headers.get("content-type")], [200, "text/html; charset=utf-8"]);
    assert.match(await page.text(), new RegExp(`<h1>${code} .*<h2>Cause</h2>.*<h2>Remedy</h2>`));
    const described = await (await fetch(error.docs)).json();
    assert.deepEqual([described.id, typeof described.cause, typeof described.remedy], [String(code), "string", "string"]);
  });
}

test("error_1013_over_http_has_a_body_of_its_own", async () => {
  const response = await call("revoked", SURVEYS);
  const body = await response.json();
  assert.deepEqual([response.status, body.status, typeof body.errmsg], [401, 1, "string"]);
});

/** Outages: what the gateway says of them is a problem that carries the code. */
const OUTAGES = [
  [1051, 503, "Internal Server Error", async () => {
    const { origin, output } = await start({ vars: { SESSION_KEYS: "short" }, healthy: false });
    const lines = () => output().split('"what":"not configured"').length - 1;
    const before = lines();
    await eventually(async () => (await fetch(`${origin}/healthz`)).status === 503 && lines() > before, "the log says it again", 15);
    return fetch(`${origin}/v3/surveys`);
  }],
  [1054, 502, "Bad Gateway Error", () => gateway({ AUTH_URL: "http://127.0.0.1:9" })],
  [1055, 504, "Gateway Timeout", async () => gateway({ AUTH_URL: await silent() })],
];

for (const [code, status, , provoke] of OUTAGES) {
  test(`error_${code}_over_http_is_a_problem_of_the_gateway`, async () => {
    const response = await provoke();
    assert.deepEqual([response.status, (await response.json()).code], [status, String(code)]);
  });
}

/** Asks the sandbox. */
const control = (method, path, body) =>
  fetch(`${worker.origin}/sandbox${path}`, {
    method,
    headers: { "X-Canvass": "1", "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });

test("every_error_is_a_fault_that_the_sandbox_makes_on_a_route_once", async () => {
  const { data } = await (await call("owner", "/v3/errors?per_page=100")).json();
  assert.equal(data.length, 34);
  for (const { id, name } of data) {
    const made = await control("POST", "/faults", { operation: "survey_languages.list", error: Number(id), count: 1 });
    assert.equal(made.status, 201);
    const response = await call("owner", "/v3/survey_languages");
    const { error, status, errmsg } = await response.json();
    if (id === "1013") {
      assert.deepEqual([response.status, status, typeof errmsg], [401, 1, "string"]);
    } else {
      assert.deepEqual([error.id, error.name, error.http_status_code], [id, name, response.status], JSON.stringify(error));
    }
    assert.equal(response.headers.has("x-ratelimit-app-global-minute-reset"), id === "1040");
    assert.equal((await call("owner", "/v3/survey_languages")).status, 200, `${id} comes once`);
  }
});

test("errors_1051_1054_and_1055_over_http_are_the_services_own_by_a_fault", async () => {
  for (const [code, expected] of [[1051, 503], [1054, 502], [1055, 504]]) {
    await control("POST", "/faults", { method: "POST", path: "/v3/*", error: code, nth: 2, count: 1 });
    const statuses = [];
    for (const title of ["First", "Second", "Third"]) {
      const response = await call("owner", SURVEYS, { body: { title } });
      statuses.push(response.status);
      if (response.status !== 201) {
        assert.equal((await response.json()).error.id, String(code));
      }
    }
    assert.deepEqual(statuses, [201, expected, 201]);
  }
});

test("every_row_of_the_table_is_provoked", async () => {
  const { data } = await (await call("owner", "/v3/errors?per_page=100")).json();
  const provoked = [...ERRORS, ...OUTAGES].map(([code, , name]) => [String(code), name]);
  provoked.push(["1013", "Authorization Error"], ["1050", "Internal Server Error"]);
  assert.equal(data.length, 34);
  assert.deepEqual(provoked.sort(), data.map(({ id, name }) => [id, name]).sort());
});

test("error_1050_over_http_is_what_a_damaged_store_gives", async () => {
  await worker.kill();
  const teams = join(worker.dataDir, "data", "canvass-team");
  for (const file of readdirSync(teams).filter((name) => /^[0-9a-f]+\.sqlite/.test(name))) {
    writeFileSync(join(teams, file), "this is no database ".repeat(500));
  }
  await worker.restart();
  const response = await call("owner", SURVEYS);
  const { error } = await response.json();
  assert.deepEqual([response.status, error.id, error.name], [500, "1050", "Internal Server Error"]);
});
