// What the SDK says when it is used wrongly in Node.js: an error of its own, which names what is wrong, and nothing is
// sent.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { createCanvass } from "../../pkg/dist/index.js";
import { diagnose } from "../../pkg/dist/calls/diagnose.js";
import { exchange } from "../../pkg/dist/calls/exchange.js";
import { isWebhookError, verifyWebhook } from "../../pkg/dist/webhook.js";
import { root } from "../../scripts/run.mjs";
import { design, json, response } from "./survey.mjs";

const gateway = "https://gateway.example";

/** A client, and the requests that it has sent. */
function client(options) {
  const sent = [];
  const fetch = async (request) => {
    sent.push(new URL(request.url).pathname);
    if (request.url.includes("/details")) return json(design);
    return json({ data: [response(1)], page: 1, per_page: 100, total: 1, links: { self: "" } });
  };
  return { canvass: createCanvass({ gateway, fetch, ...options }), sent };
}

async function caught(act) {
  try {
    await act();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing failed");
}

const circle = {};
circle.circle = circle;
const invitation = { survey_id: "7", recipients: ["a@b.example"] };
const csv = { survey_id: "7", format: "csv" };

/** A wrong call, and the argument that its error names; undefined for an error about the arguments as a whole. */
const WRONG = [
  [(canvass) => canvass.surveys.get(null), "survey_id"],
  [(canvass) => canvass.surveys.get("1"), undefined],
  [(canvass) => canvass.surveys.get(() => 1), undefined],
  [(canvass) => canvass.surveys.get(Symbol("1")), undefined],
  [(canvass) => canvass.surveys.get({ survey_id: 1n }), "args"],
  [(canvass) => canvass.surveys.list({ title: 1n }, { from: "1..1" }), "args"],
  [(canvass) => canvass.surveys.create(circle), "args"],
  [(canvass) => canvass.surveys.list({ start_created_at: new Date(NaN) }), "args"],
  [(canvass) => canvass.surveys.list({ per_page: NaN }), "args"],
  [(canvass) => canvass.collectors.update({ collector_id: "1", close_date: new Date(NaN) }), "args"],
  [(canvass) => canvass.request("POST /v3/surveys", { size: Infinity }), "args"],
  [(canvass) => canvass.request("GET /v3/surveys", { size: NaN }), "size"],
  [(canvass) => canvass.request("GET /v3/surveys", "1"), "args"],
  [(canvass) => canvass.request("POST /v3/surveys", { size: 1n }), "args"],
  [(canvass) => canvass.request(null), "operation"],
  [(canvass) => canvass.exportResponses(), "request"],
  [(canvass) => canvass.exportResponses("7"), "request"],
  [(canvass) => canvass.exportResponses({ survey_id: "7", to: "file" }), "format"],
  [(canvass) => canvass.exportResponses({ ...csv, to: 5 }), "to"],
  [(canvass) => canvass.exportResponses({ ...csv, to: null }), "to"],
  [(canvass) => canvass.exportResponses({ ...csv, to: "/no/such/folder/export.csv" }), "to"],
  [(canvass) => canvass.exportResponses({ ...csv, filter: {} }), "filter"],
  [(canvass) => canvass.summarise({ survey_id: "7", filter: {} }), "filter"],
  [(canvass) => canvass.sendInvitation({ ...invitation, schedule_date: "2030-01-01T00:00:00+00:00" }), "schedule_date"],
  [(canvass) => canvass.sendInvitation(null), "request"],
  [(canvass) => canvass.sendInvitation({ ...invitation, recipients: "a@b.example" }), "recipients"],
  [(canvass) => canvass.sendInvitation({ ...invitation, recipients: [null] }), "recipients[0].email"],
  [(canvass) => canvass.sendInvitation({ ...invitation, subject: 5 }), "subject"],
  [(canvass) => canvass.sendInvitation({ ...invitation, body_html: {} }), "body_html"],
  [(canvass) => canvass.sendInvitation({ ...invitation, collector: null }), "collector"],
  [(canvass) => canvass.summarise(), "request"],
  [(canvass) => canvass.respondents(null), "survey_id"],
  [(canvass) => canvass.switchAccount(), "account"],
  [(canvass) => canvass.onSessionChange(7), "listener"],
  ...[7, [], null, "completed"].flatMap((filters) => [
    [(canvass) => canvass.exportResponses({ ...csv, filters }), "filters"],
    [(canvass) => canvass.summarise({ survey_id: "7", filters }), "filters"],
  ]),
];

/** A call with a wrong option, and its name. */
const MISSPELT = [
  [(canvass) => canvass.signOut({ acount: "8" }), "acount"],
  [(canvass) => canvass.signOut({ all: "yes" }), "all"],
  [(canvass) => canvass.signOut({}, { signal: 7 }), "signal"],
  [(canvass) => canvass.signOut("8"), "options"],
  [(canvass) => canvass.signOutEverywhere({ sginal: undefined }), "sginal"],
  [(canvass) => canvass.switchAccount({ account: "8", current: true }), "current"],
  [(canvass) => canvass.session({ nonsense: 1 }), "nonsense"],
  [(canvass) => canvass.session({ signal: 7 }), "signal"],
  [(canvass) => canvass.signIn("/report"), "options"],
  [(canvass) => canvass.signIn({ returnTo: "/report" }), "returnTo"],
  [(canvass) => canvass.signIn({ scopes: "surveys_read" }), "scopes"],
  [(canvass) => canvass.sendInvitation(invitation, { from: "1..0" }), "from"],
  [(canvass) => canvass.exportResponses(csv, { resume: "x" }), "resume"],
  [(canvass) => canvass.summarise({ survey_id: "7" }, { from: "1..0" }), "from"],
  [(canvass) => canvass.summarise({ survey_id: "7" }, { resume: "x" }), "resume"],
  [() => createCanvass(null), "options"],
  [() => createCanvass({ gateway, use: [7] }), "use"],
];

test("a call that is stopped while it waits for the engine sends nothing", async () => {
  const stop = new AbortController();
  const sent = [];
  const engine = Promise.resolve({ request: () => "GET\n/v3/users/me", delay: () => 0, unanswered: () => '{"kind":"network"}' });
  const send = async (request) => void sent.push(request);
  const call = exchange({ engine, base: gateway, send, fail: (facts) => facts, signal: stop.signal, timeout: 0, end: Infinity, retries: 0, operation: 0, input: "{}" });
  stop.abort("my reason");
  assert.equal(await caught(() => call), "my reason");
  assert.deepEqual(sent, []);
});

test("a_misspelt_or_wrong_option_is_named_and_nothing_is_sent", async () => {
  for (const [act, path] of MISSPELT) {
    const { canvass, sent } = client();
    const error = await caught(() => act(canvass));
    assert.deepEqual([error.kind, error.path, sent], ["configuration", path, []], `${act}\n${error.message}`);
  }
});

test("a_wrong_argument_is_named_and_nothing_is_sent", async () => {
  for (const [act, path] of WRONG) {
    const { canvass, sent } = client();
    const error = await caught(() => act(canvass));
    assert.deepEqual([error.kind, error.path, sent], ["invalid_argument", path, []], `${act}\n${error.message}`);
  }
});

test("null_in_place_of_options_is_no_options", async () => {
  const { canvass } = client();
  assert.equal((await canvass.surveys.responses.bulk({ survey_id: "7" }, null)).total, 1);
  assert.equal((await canvass.surveys.responses.bulk({ survey_id: "7" }).toArray(null)).length, 1);
  assert.equal((await canvass.exportResponses(csv, null)).rows, 1);
  await canvass.signOut(null, null);
});

test("an_array_without_a_limit_has_all_items", async () => {
  const { canvass } = client();
  assert.equal((await canvass.surveys.responses.bulk({ survey_id: "7" }).toArray()).length, 1);
  const rows = await canvass.exportResponses({ survey_id: "7", format: "rows" });
  assert.equal((await rows.toArray()).length, 1);
});

test("an_option_in_the_request_of_a_flow_is_refused_with_its_place", async () => {
  const options = { signal: new AbortController().signal, timeout: 1, deadline: 1, retries: 0, maxWait: 1, background: true, from: "1..0", resume: "x", onProgress() {} };
  for (const [name, value] of Object.entries(options)) {
    for (const flow of ["exportResponses", "sendInvitation", "summarise"]) {
      const { canvass, sent } = client();
      const error = await caught(() => canvass[flow]({ ...csv, ...invitation, [name]: value }));
      assert.deepEqual([error.kind, error.path, sent], ["invalid_argument", name, []], flow);
      assert.match(error.message, /second argument/);
    }
  }
});

test("an_aborted_signal_stops_every_method_before_anything_is_sent", async () => {
  const options = { signal: AbortSignal.abort("my reason") };
  const opened = [];
  const to = { getWriter: () => opened.push("stream") };
  for (const act of [
    (canvass) => canvass.surveys.list({}, options),
    (canvass) => canvass.surveys.create({ title: "T" }, options),
    (canvass) => canvass.exportResponses({ ...csv, to }, options),
    (canvass) => canvass.exportResponses({ survey_id: "7", format: "rows" }, options),
    (canvass) => canvass.sendInvitation(invitation, options),
    (canvass) => canvass.summarise({ survey_id: "7" }, options),
    (canvass) => canvass.respondents({ survey_id: "7" }, options),
    (canvass) => canvass.request("GET /v3/surveys", {}, options),
    (canvass) => canvass.session(options),
    (canvass) => canvass.switchAccount({ account: "1" }, options),
    (canvass) => canvass.signOut({}, options),
    (canvass) => canvass.signOutEverywhere(options),
  ]) {
    const { canvass, sent } = client();
    assert.equal(await caught(() => act(canvass)), "my reason", String(act));
    assert.deepEqual([sent, opened], [[], []], String(act));
  }
});

test("a_token_that_cannot_be_sent_is_a_mistake_of_the_set_up", async () => {
  const access_url = "https://api.example";
  for (const [options, path] of [
    [{ token: "t" }, "access_url"],
    [{ token: "t", access_url: "nonsense" }, "access_url"],
    [{ token: "t", access_url, api: { eu: "http://api.example" } }, "api.eu"],
    [{ token: "with space", access_url }, "token"],
    [{ token: () => undefined, access_url }, "token"],
  ]) {
    const { canvass, sent } = client({ gateway: undefined, ...options });
    const error = await caught(() => canvass.users.me());
    assert.deepEqual([error.kind, error.path, sent], ["configuration", path, []], error.message);
  }
});

test("a_receiver_of_webhooks_without_secret_or_headers_gets_an_error_that_says_so", async () => {
  const whole = { client_id: "c", client_secret: "s", body: "{}", headers: { "sm-apikey": "c", "sm-signature": "x" } };
  for (const missing of [{ client_secret: undefined }, { client_secret: "" }, { client_secret: [] }, { client_secret: ["s", undefined] }, { client_id: undefined }, { headers: undefined }]) {
    const error = await caught(() => verifyWebhook({ ...whole, ...missing }));
    assert.ok(isWebhookError(error), JSON.stringify(missing));
    assert.deepEqual([error.kind, error.status], ["configuration", 500], JSON.stringify(missing));
    assert.match(error.message, new RegExp(Object.keys(missing)[0]));
  }
  assert.equal((await caught(() => verifyWebhook())).kind, "configuration");
});

test("a_page_and_a_gateway_of_this_machine_under_two_names_are_two_sites_also_by_ipv6", async (context) => {
  globalThis.location = new URL("http://localhost:5173/");
  context.after(() => delete globalThis.location);
  const { kind, message } = await diagnose("http://[::1]:8787");
  assert.equal(kind, "configuration");
  assert.match(message, /these are two sites.* Open the page on \[::1\]\.$/);
});

/** The exit status of a program that loses a rejected promise, as Node.js reports it. */
function statusOf(code) {
  const program = `import { createCanvass } from ${JSON.stringify(join(root, "pkg", "dist", "index.js"))};
    const canvass = createCanvass({ gateway: "${gateway}", retries: 0, fetch: () => Promise.reject(new TypeError("no network")) });
    const later = () => new Promise((done) => setTimeout(done, 200));
    ${code}`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
}

test("a_list_whose_first_page_fails_can_be_iterated_later", () => {
  const { stdout, status } = statusOf(`const lists = [canvass.surveys.list(), canvass.respondents({ survey_id: "7" })];
    await later();
    for (const list of lists) try { for await (const _ of list); } catch (error) { console.log(error.kind); }`);
  assert.deepEqual([stdout, status], ["network\nnetwork\n", 0]);
});

test("a_failed_write_that_is_not_awaited_is_reported_by_the_platform", () => {
  const { stderr, status } = statusOf(`canvass.surveys.delete({ survey_id: "7" }); await later();`);
  assert.equal(status, 1);
  assert.match(stderr, /NetworkError/);
});

test("an_error_leads_to_its_description", async () => {
  const { canvass } = client();
  const wrong = await caught(() => canvass.surveys.create({ title: 7 }));
  assert.equal(wrong.docs, `${gateway}/docs/sdk/#invalid_argument`);
  assert.equal((await caught(() => canvass.summarise())).docs, "/docs/sdk/#invalid_argument");
  const refused = (docs) => createCanvass({ gateway, fetch: async () => json({ error: { id: "1014", message: "no", docs } }, 403) });
  assert.equal((await caught(() => refused("https://docs.example/1014").surveys.list())).docs, "https://docs.example/1014");
  assert.equal((await caught(() => refused("javascript:alert(1)").surveys.list())).docs, `${gateway}/docs/sdk/#scope_missing`);
});

test("a_failed_write_that_is_not_awaited_is_reported_also_while_queries_are_connected", () => {
  const connect = `const { connectQueries } = await import(${JSON.stringify(join(root, "pkg", "dist", "query.js"))});
    connectQueries({ invalidateQueries: async () => console.log("invalidated"), resetQueries: async () => {} }, canvass);`;
  const lost = statusOf(`${connect} canvass.surveys.delete({ survey_id: "7" }); await later();`);
  assert.deepEqual([lost.status, lost.stdout], [1, "invalidated\n"]);
  assert.match(lost.stderr, /NetworkError/);
  const handled = statusOf(`${connect} canvass.surveys.delete({ survey_id: "7" }).catch(({ kind }) => console.log(kind)); await later();`);
  assert.deepEqual([handled.status, handled.stdout], [0, "invalidated\nnetwork\n"]);
});
