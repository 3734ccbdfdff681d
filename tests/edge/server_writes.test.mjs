// What a request of another site could learn or change through `@canvass/sdk/server`. `sNN` in a name is the security
// statement.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sessionOf } from "../../pkg/dist/server.js";
import { underTest } from "./harness.mjs";
import { signedIn } from "./people.mjs";

const tested = underTest();
const app = () => `http://${new URL(tested.origin).hostname}:3000`;
let cookie;
before(async () => {
  await tested.ready();
  const { people } = await tested.sandbox();
  ({ cookie } = await signedIn(tested, people.find(({ key }) => key === "owner")));
});

/** A request with the cookie; `null` for a header that is absent. */
function asked(method, headers) {
  const given = Object.entries({ cookie, host: new URL(app()).host, ...headers }).filter(([, value]) => value !== null);
  return { method, headers: Object.fromEntries(given), url: "/" };
}
const sessionFor = (request, options) => sessionOf(request, { gateway: tested.origin, ...options });
const write = ({ canvass }) => canvass.surveys.create({ title: "Written by a server" });

test("s88_a_write_needs_a_request_by_which_a_page_of_the_same_origin_changes_something", async () => {
  const origin = app();
  const evil = "https://evil.example";
  const other = tested.origin;
  for (const [method, headers] of [
    ["GET", { "sec-fetch-site": "same-origin" }],
    ["HEAD", { "sec-fetch-site": "same-origin", origin }],
    ["get", { origin }],
    [undefined, { "sec-fetch-site": "same-origin" }],
    [undefined, {}],
    ["POST", {}],
    ["POST", { origin: evil }],
    ["POST", { origin: "null" }],
    ["POST", { origin: other }],
    ["POST", { origin: `${origin}.evil.example` }],
    ["POST", { "sec-fetch-site": "cross-site", origin }],
    ["POST", { "sec-fetch-site": "same-site", origin: other }],
    ["POST", { "sec-fetch-site": "none" }],
    ["DELETE", { "sec-fetch-site": "cross-site", origin: evil }],
    [undefined, { "sec-fetch-site": "cross-site", origin: evil }],
    [undefined, { origin: evil }],
  ]) {
    const sent = [];
    const fetch = (request) => (sent.push(request.method), globalThis.fetch(request));
    const found = await sessionFor(asked(method, headers), { fetch });
    const context = JSON.stringify([method, headers]);
    assert.equal(found.status, "signed_in", context);
    for (const call of [() => write(found), () => found.canvass.signOut(), () => found.canvass.surveys.delete({ survey_id: "301000001" })]) {
      await assert.rejects(call(), { kind: "gateway_refused", retryable: false, message: /forged|POST request/ }, context);
    }
    assert.deepEqual(sent, ["GET"], context);
  }
});

test("a_page_of_the_same_origin_writes_and_every_request_reads", async () => {
  const origin = app();
  for (const [method, headers] of [
    ["POST", { "sec-fetch-site": "same-origin", origin }],
    ["POST", { "sec-fetch-site": "same-origin", origin: "null" }],
    ["POST", { origin }],
    ["DELETE", { origin }],
    [undefined, { "sec-fetch-site": "same-origin", origin }],
    [undefined, { origin }],
  ]) {
    assert.ok((await write(await sessionFor(asked(method, headers)))).id, JSON.stringify([method, headers]));
  }
  const { canvass } = await sessionFor(asked("GET", { "sec-fetch-site": "cross-site" }));
  assert.ok((await canvass.surveys.list()).total > 0);
  assert.ok((await canvass.respondents({ survey_id: "301000001" })).data.length > 0);
});

test("s87_the_gateway_gets_the_session_cookie_and_no_one_else_gets_it", async () => {
  const secure = "__Host-Http-canvass=sealed";
  const headers = { cookie: `theme=dark; ${secure}; ${cookie}; xcanvass=1`, host: "app.example" };
  const https = { gateway: "https://app.example" };
  const lines = [];
  const sent = [];
  const answer = (response) => ({ fetch: async (request) => (sent.push(request), response()), log: (line) => lines.push(line), retries: 0 });
  const signedOut = () => Response.json({ signed_in: false }, { headers: { "Set-Cookie": "other=1" } });
  const found = await sessionFor(asked("GET", headers), { ...https, ...answer(signedOut) });
  assert.deepEqual([sent[0].headers.get("cookie"), sent[0].url], [secure, "https://app.example/auth/session"]);
  assert.deepEqual(["origin", "referer", "sec-fetch-site", "authorization"].map((name) => sent[0].headers.get(name)), [null, null, null, null]);
  assert.deepEqual(found.cookies(), [], "a cookie that is not the session's is not passed on");
  assert.ok(!/sealed/.test(JSON.stringify([found, lines])));

  const moved = () => new Response(null, { status: 307, headers: { Location: "https://evil.example/" } });
  await assert.rejects(sessionFor(asked("GET", headers), { ...https, ...answer(moved) }), ({ message }) => !/sealed/.test(message));
  assert.deepEqual([sent.length, sent[1].redirect], [2, "manual"]);

  const use = [(request, next) => next(new Request("https://evil.example/", request))];
  await assert.rejects(sessionFor(asked("GET", headers), { ...https, ...answer(signedOut), use }), { kind: "configuration", path: "use" });
  assert.equal(sent.length, 2);

  await sessionFor(asked("GET", headers), { ...https, ...answer(signedOut), token: "a-token", access_url: "https://evil.example" });
  assert.deepEqual([sent[2].url, sent[2].headers.get("authorization")], ["https://app.example/auth/session", null]);
});
