// A page of another origin that is configured: in Chromium, the SDK there learns of a call all that it learns at home.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { startWorker } from "../../scripts/worker.mjs";
import { pageOf } from "../edge/page.mjs";
import { fakeService } from "../edge/upstream.mjs";
import { browse } from "./harness.mjs";

const PAGE = `<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,"><script type="module">
import { createCanvass } from "/sdk/index.js";
Object.assign(globalThis, { createCanvass });</script>`;
const WINDOWS = { day: [500, 490, 40_000], minute: [120, 119, 30] };
const QUOTA = Object.entries(WINDOWS).flatMap(([window, numbers]) =>
  ["limit", "remaining", "reset"].map((part, at) => [`x-ratelimit-app-global-${window}-${part}`, String(numbers[at])]),
);
const TOLD = {
  "content-type": "application/json",
  ...Object.fromEntries(QUOTA),
  "x-oauth-scopes-granted": "surveys_read",
  "x-oauth-scopes-available": "surveys_read,users_read",
};
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

const stage = browse();
const folder = mkdtempSync(join(tmpdir(), "canvass-elsewhere-"));
let service;
let guest;
let worker;
let visited;

const refusal = (id, status, headers) => ({ status, headers: { ...TOLD, ...headers }, body: { error: { id, http_status_code: status, name: "", message: "no", docs: "" } } });

before(async () => {
  service = await fakeService({
    "/v3/surveys": ({ method }) =>
      method === "POST" ? refusal("1025", 409) : { headers: TOLD, body: { data: [], page: 1, per_page: 50, total: 0, links: { self: "" } } },
    "/v3/users/me": () => refusal("1014", 403),
    "/v3/contact_lists": () => refusal("1051", 503, { "Retry-After": "77" }),
  });
  guest = createServer(({ url }, response) => {
    const [, file] = /^\/sdk\/([\w.-]+)$/.exec(url) ?? [];
    response.writeHead(200, { "Content-Type": file ? "text/javascript" : "text/html" });
    response.end(file ? readFileSync(join(root, "pkg", "dist", "browser", file)) : PAGE);
  });
  await new Promise((done) => guest.listen(0, "127.0.0.1", done));
  worker = await startWorker({ dataDir: folder, vars: { ...service.vars, ALLOWED_ORIGIN: elsewhere() } });
});
after(async () => {
  guest?.close();
  guest?.closeAllConnections();
  await worker?.kill();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const elsewhere = () => `http://127.0.0.1:${guest.address().port}`;

/** A page there, whose browser is signed in at the gateway. */
async function visit() {
  const { page, problems } = await stage.visit();
  const [name, value] = (await pageOf(() => worker).signIn()).cookie.split("=");
  await page.context().addCookies([{ name, value, url: worker.origin, httpOnly: true, sameSite: "Strict" }]);
  await page.goto(`${elsewhere()}/`);
  await page.waitForFunction(() => "createCanvass" in globalThis);
  return { page, problems };
}

/** Calls a method of the SDK in the page; what it gave or failed with, and what the SDK knows then. */
async function called(noun, verb, args = {}, options = {}) {
  const { page } = await (visited ??= visit());
  return page.evaluate(
    async ([gateway, noun, verb, args, trace]) => {
      const use = async (request, next) => {
        if (trace) {
          request.headers.set("traceparent", `00-${trace}-00f067aa0ba902b7-01`);
          request.headers.set("tracestate", "here=there");
        }
        return next(request);
      };
      const canvass = createCanvass({ gateway, retries: 0, use: [use] });
      const plain = ({ limit, remaining, reset }) => [limit, remaining, reset];
      const told = ({ quota, scopes, request_id }) => ({ quota: quota && { day: plain(quota.day), minute: plain(quota.minute) }, scopes, request_id });
      try {
        return told(await canvass[noun][verb](args).withResponse());
      } catch (error) {
        const { kind, code, remedy } = error;
        return { kind, code, wait: Math.round((remedy.until - Date.now()) / 1000), ...told(error) };
      }
    },
    [worker.origin, noun, verb, args, options.trace],
  );
}

test("a_page_of_the_allowed_origin_learns_quota_and_scopes", async () => {
  const { quota, scopes } = await called("surveys", "list");
  assert.deepEqual(quota, WINDOWS);
  assert.deepEqual(scopes, { granted: ["surveys_read"], available: ["surveys_read", "users_read"] });
  assert.deepEqual((await visited).problems, []);
});

test("a_page_of_the_allowed_origin_learns_why_a_call_failed_when_to_come_back_and_the_requests_id", async () => {
  const refused = await called("users", "me");
  assert.deepEqual([refused.kind, refused.code, refused.quota], ["scope_missing", 1014, WINDOWS]);
  assert.match(refused.request_id, /^[0-9a-f]{16}$/);
  const later = await called("contact_lists", "list");
  assert.deepEqual([later.kind, later.code, later.wait], ["service_failed", 1051, 77]);
  assert.match(later.request_id, /^[0-9a-f]{16}$/);
  const conflict = await called("surveys", "create", { title: "x" });
  assert.deepEqual([conflict.kind, conflict.code], ["conflict", 1025], "a write passes its preflight too");
});

test("a_trace_that_middleware_begins_in_a_page_of_the_allowed_origin_goes_on_to_the_service", async () => {
  service.taken();
  assert.deepEqual((await called("users", "me", {}, { trace: TRACE })).kind, "scope_missing");
  const [{ headers }] = service.taken();
  assert.match(headers.traceparent, new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  assert.equal(headers.tracestate, "here=there");
});
