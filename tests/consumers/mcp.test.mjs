// The programs of others that speak the Model Context Protocol, at the local Worker: the official clients of both
// generations, the Inspector's command line, and the conformance suite.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { startWorker } from "../../scripts/worker.mjs";
import { wranglerIn } from "../../scripts/wrangler.mjs";
import { EVERYTHING, clientDocument, connect, decide } from "../edge/agent.mjs";
import { freeRange } from "../edge/free_ports.mjs";
import { underTest } from "../edge/harness.mjs";
import { pageOf } from "../edge/page.mjs";
import { signedIn } from "../edge/people.mjs";
import { fakeService } from "../edge/upstream.mjs";
import { place, tool as runTool } from "./programs.mjs";

const tested = underTest();
const page = pageOf(() => tested);
let client;
let cookie;
let agent;
let packages;

before(async () => {
  await tested.ready();
  const { people } = await tested.sandbox();
  client = await clientDocument();
  cookie = (await signedIn(tested, people.find(({ key }) => key === "owner"))).cookie;
  agent = await connect(tested, page, cookie, client.id, EVERYTHING);
  const file = join(place, "mcp_clients.mjs");
  writeFileSync(
    file,
    `export { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
export { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
export { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
`,
  );
  packages = await import(pathToFileURL(file));
});
after(() => client.close());

const address = () => new URL(`${tested.origin}/mcp`);
const bearer = () => ({ requestInit: { headers: { Authorization: `Bearer ${agent.access_token}` } } });

test("the official clients of every revision connect, list and call", async () => {
  const { Client, StreamableHTTPClientTransport, EarlierClient, EarlierTransport } = packages;
  const info = { name: "canvass-test", version: "1.0.0" };
  for (const [name, made, transport] of [
    ["2 automatic", new Client(info, { versionNegotiation: { mode: "auto" } }), StreamableHTTPClientTransport],
    ["2 as before", new Client(info), StreamableHTTPClientTransport],
    ["2 pinned", new Client(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } }), StreamableHTTPClientTransport],
    ["1", new EarlierClient(info), EarlierTransport],
  ]) {
    await made.connect(new transport(address(), bearer()));
    const { tools } = await made.listTools();
    assert.equal(tools.length, 16, name);
    const { structuredContent, isError } = await made.callTool({ name: "find_surveys", arguments: { limit: 1 } });
    assert.ok(!isError && structuredContent.surveys.length === 1, name);
    const refused = await made.callTool({ name: "find_surveys", arguments: { limit: 500 } });
    assert.ok(refused.isError && /whole number from 1 to 50/.test(refused.content[0].text), name);
    await made.close();
  }
});

/**
 * The walk of a person's program at a gateway: it is led to the page, where the person decides, and then works for the
 * person. `at` is `{ origin, page, cookie }`, and `known` what the program knows of itself: without, it registers.
 */
async function walk(at, known) {
  const { Client, StreamableHTTPClientTransport } = packages;
  const stored = { information: known };
  const provider = {
    redirectUrl: "http://127.0.0.1:5123/callback",
    clientMetadata: { client_name: "Official client", redirect_uris: ["http://127.0.0.1:5123/callback"], token_endpoint_auth_method: "none", grant_types: ["authorization_code", "refresh_token"] },
    state: () => "of-the-client",
    clientInformation: () => stored.information,
    saveClientInformation: (information) => (stored.information = information),
    tokens: () => stored.tokens,
    saveTokens: (tokens) => (stored.tokens = tokens),
    redirectToAuthorization: (url) => (stored.url = url),
    saveCodeVerifier: (verifier) => (stored.verifier = verifier),
    codeVerifier: () => stored.verifier,
  };
  const options = { authProvider: provider };
  const url = new URL(`${at.origin}/mcp`);
  const transport = new StreamableHTTPClientTransport(url, options);
  await assert.rejects(new Client({ name: "official", version: "1.0.0" }).connect(transport), /unauthorized/i);
  assert.equal(stored.url.pathname, "/mcp/authorize/");
  const decided = await decide(at.page, at.cookie, stored.url.search.slice(1), { scopes: EVERYTHING });
  const back = new URL(decided.json.location ?? assert.fail(decided.text));
  // The client checks the issuer of the answer, where the transport passes it on.
  await transport.finishAuth(back.searchParams);
  const made = new Client({ name: "official", version: "1.0.0" }, { versionNegotiation: { mode: "auto" }, capabilities: { elicitation: { url: {} } } });
  const asked = [];
  let answer = () => assert.fail("the program was not to ask");
  made.setRequestHandler("elicitation/create", async ({ params }) => {
    asked.push(params);
    return { action: await answer(params.url) };
  });
  await made.connect(new StreamableHTTPClientTransport(url, options));
  const tool = async (name, args = {}) => {
    const { structuredContent, isError, content } = await made.callTool({ name, arguments: args });
    assert.ok(!isError, content?.[0]?.text);
    return structuredContent;
  };
  const { account } = await tool("whoami");
  const counted = await crosstab(tool);
  const { plan } = await tool("draft_survey", { title: "By an official client", pages: [{ questions: [{ text: "Well?", kind: "single_choice", choices: ["Yes", "No"] }] }] });
  const created = await tool("create_survey", { plan });
  const invitation = await tool("prepare_invitation", { survey_id: created.survey.id, emails: ["a@walk.example", "b@walk.example", "c@walk.example"] });
  const send = () => tool("send_invitation", { plan: invitation.plan });
  assert.deepEqual(asked, []);
  answer = () => "decline";
  await assert.rejects(send, /The user was asked and did not open the page/);
  answer = () => "accept";
  assert.equal((await send()).state, "waiting", "a program that says yes sends nothing");
  answer = async (url) => {
    assert.equal(url, invitation.open);
    const id = new URL(url).searchParams.get("plan");
    assert.equal((await at.page.ask(`/auth/session/agents/plans/${id}`, { method: "POST", cookie: at.cookie, body: "{}" })).status, 200);
    return "accept";
  };
  assert.deepEqual(await send().then(({ state, invited }) => [state, invited]), ["sent", 3]);
  assert.deepEqual(asked.map(({ mode }) => mode), ["url", "url", "url"]);
  await made.close();
  return { account, counted, created };
}

/** The crosstab of the first survey that has answers and two questions with choices. */
async function crosstab(tool) {
  const { surveys } = await tool("find_surveys");
  for (const { id: survey_id } of surveys.filter(({ responses }) => responses > 0)) {
    const { pages } = await tool("get_design", { survey_id });
    const [row, column] = pages.flatMap((each) => each.questions).filter(({ choices, rows = [] }) => choices && rows.length < 2);
    if (column) return tool("crosstab", { survey_id, row: row.id, column: column.id });
  }
  return assert.fail("no survey has answers to two questions with choices");
}

/** Creates a survey of two questions with an answer to both, for an account whose demo world has none. */
async function answeredSurvey(origin, token) {
  const send = async (path, body) => {
    const headers = { Authorization: `bearer ${token}`, "Content-Type": "application/json" };
    const response = await fetch(`${origin}/v3${path}`, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return response.json();
  };
  const asked = (heading) => ({ headings: [{ heading }], family: "single_choice", subtype: "vertical", answers: { choices: [{ text: "Yes" }, { text: "No" }] } });
  const { id } = await send("/surveys", { title: "Answered in the EU", pages: [{ questions: [asked("Open?"), asked("Warm?")] }] });
  const { pages } = await send(`/surveys/${id}/details`);
  const collector = await send(`/surveys/${id}/collectors`, { type: "weblink" });
  const answered = pages.map((each) => ({ id: each.id, questions: each.questions.map((question) => ({ id: question.id, answers: [{ choice_id: question.answers.choices[0].id }] })) }));
  await send(`/collectors/${collector.id}/responses`, { response_status: "completed", pages: answered });
}

/** How many mails the service has sent to the people of a walk. */
async function mailsOfWalks() {
  const outbox = await fetch(`${tested.origin}/sandbox/outbox`, { headers: { "X-Canvass": "1" } });
  return (await outbox.json()).mails.filter(({ to }) => to.endsWith("@walk.example")).length;
}

test("the official client registers, is connected by the person, and drafts, creates and invites", async () => {
  for (const known of [undefined, { client_id: client.id }]) {
    const before = await mailsOfWalks();
    const { counted } = await walk({ origin: tested.origin, page, cookie }, known);
    assert.ok(counted.both > 0);
    assert.equal((await mailsOfWalks()) - before, 3);
  }
});

test("the official client does the same at a gateway in front of a remote service, for an account in the EU", async () => {
  const { tokens } = await tested.sandbox();
  const { token } = tokens.find(({ name }) => name === "eu");
  const headers = { "Content-Type": "application/json" };
  const { us, eu, ca } = tested.origins;
  await answeredSurvey(eu, token);
  const authorization = await fakeService({ token: { here: { headers, body: { access_token: token, access_url: eu } } } });
  const folder = mkdtempSync(join(tmpdir(), "canvass-walk-"));
  const gateway = await startWorker({ dataDir: folder, vars: { ...authorization.vars, API_URL: us, API_URL_EU: eu, API_URL_CA: ca } });
  try {
    const remote = pageOf(() => gateway);
    const before = await mailsOfWalks();
    const { cookie } = await remote.signIn("here");
    // The gateway reaches the service alone, so the program cannot be described by a document elsewhere: it registers.
    const { account, counted, created } = await walk({ origin: gateway.origin, page: remote, cookie }, undefined);
    assert.equal(account.region, "eu");
    assert.ok(counted.both > 0);
    assert.equal((await mailsOfWalks()) - before, 3);
    const made = await fetch(`${eu}/v3/surveys/${created.survey.id}`, { headers: { Authorization: `bearer ${token}` } });
    assert.equal(made.status, 200, "the survey is in the EU");
    assert.ok(!JSON.stringify(remote.seen).includes(token));
  } finally {
    await gateway.kill();
    await authorization.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A forwarder that adds the token, because the suite cannot send one. Host and origin stay as they are. */
async function forwarder() {
  const server = createServer((incoming, response) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${agent.access_token}` };
    // The Worker knows its own host only. A foreign one, which a rebinding name would send, passes as it is.
    if (/^(127\.0\.0\.1|localhost):\d+$/.test(headers.host)) headers.host = address().host;
    if (/^http:\/\/(127\.0\.0\.1|localhost):\d+$/.test(headers.origin ?? "")) headers.origin = tested.origin;
    const { hostname, port } = address();
    const forwarded = send({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    forwarded.on("error", () => response.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}/mcp`, close: () => server.close() };
}

const node = () => wranglerIn(place)[0];

test("the Inspector's command line lists and calls the tools, in both eras", async () => {
  const inspector = join(place, "node_modules", "@modelcontextprotocol", "inspector");
  const { bin } = JSON.parse(readFileSync(join(inspector, "package.json"), "utf8"));
  const script = join(inspector, typeof bin === "string" ? bin : Object.values(bin)[0]);
  for (const era of ["legacy", "modern"]) {
    const connection = ["--transport", "http", "--header", `Authorization: Bearer ${agent.access_token}`, "--protocol-era", era, "--format", "json"];
    const call = (...args) => runTool(place, node(), [script, "--cli", address().href, ...connection, ...args]);
    const listed = await call("--method", "tools/list");
    assert.match(listed, /"find_surveys"/, era);
    assert.match(await call("--method", "tools/call", "--tool-name", "find_surveys", "--tool-args-json", '{"limit":1}'), /"surveys"/, era);
  }
});

/**
 * Scenarios for any server. The others need tools, prompts and resources of the suite's own, which a product does not
 * have.
 */
const SCENARIOS = {
  "2026-07-28": ["server-stateless", "tools-list", "caching", "dns-rebinding-protection", "http-header-validation", "server-sse-multiple-streams", "input-required-result-unsupported-methods", "input-required-result-validate-input"],
  "2025-11-25": ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"],
  "2025-06-18": ["server-initialize", "ping", "tools-list"],
};

/** Checks that fail within these scenarios, and why they cannot pass. */
const OF_THE_SUITES_OWN = {
  "sep-2575-server-rejects-undeclared-capability": "calls a tool of the suite that needs a capability of the client",
  "sep-2575-missing-capability-http-400": "the same call",
  "sep-2575-http-server-no-independent-requests-on-stream": "calls a tool of the suite that streams",
  "sep-2575-server-no-log-without-loglevel": "calls a tool of the suite that logs",
  "sep-2549-prompts-list-caching-hints": "there are no prompts",
  "sep-2549-resources-list-caching-hints": "there are no resources",
  "sep-2549-resources-templates-list-caching-hints": "there are no resources",
};

test("the conformance suite finds nothing wrong with the server", async () => {
  const through = await forwarder();
  const failed = new Set();
  try {
    for (const [version, scenarios] of Object.entries(SCENARIOS)) {
      for (const scenario of scenarios) {
        const { output } = await conformance(["server", "--url", through.url, "--scenario", scenario, "--spec-version", version]);
        assert.match(output, /Passed: [1-9]\d*\/\d+, \d+ failed, 0 warnings/, `${version} ${scenario}: ${output}`);
        for (const [, check] of output.matchAll(/\[([\w-]+) *\] FAILURE/g)) failed.add(check);
      }
    }
  } finally {
    through.close();
  }
  assert.deepEqual([...failed].sort(), Object.keys(OF_THE_SUITES_OWN).sort());
});

/** Runs the conformance suite: its exit code, and its output without colours. `onOutput` gets all output so far. */
async function conformance(options, onOutput = () => {}) {
  const suite = spawn(node(), [join(place, "node_modules", ".bin", "conformance"), ...options], { cwd: place, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [suite.stdout, suite.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => {
      output += stripVTControlCharacters(chunk);
      onOutput(output);
    });
  }
  const [code] = await once(suite, "close");
  return { code, output };
}

test("the conformance suite finds nothing wrong with the authorization server", async () => {
  const options = ["--url", tested.origin, "--client-id", client.id, "--resource", `${tested.origin}/mcp`, "--port", String(await freeRange())];
  for (const version of Object.keys(SCENARIOS)) {
    let decided;
    const { code, output } = await conformance(["authorization", ...options, "--spec-version", version], (soFar) => {
      // The suite waits for a browser with this address, on whose page the person decides.
      const [, query] = /\/mcp\/authorize\/\?(\S+)\s/.exec(soFar) ?? [];
      if (query) decided ??= leadBack(query);
    });
    await decided;
    assert.equal(code, 0, output);
    assert.match(output, /authorization-code-grant: 1 passed, 0 failed\s+Total: \d passed, 0 failed/, output);
  }
});

/** Connects the suite as the person, and leads its browser back to it. */
async function leadBack(query) {
  const { json, text } = await decide(page, cookie, query, { scopes: EVERYTHING });
  await fetch(json.location ?? assert.fail(text));
}
