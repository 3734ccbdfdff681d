// Static files and the surfaces of the local Worker over HTTP. `sNN` in a name is the security statement.

import assert from "node:assert/strict";
import { request as send } from "node:http";
import { test } from "node:test";
import { underTest } from "./harness.mjs";

const worker = underTest();

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join("; ");

test("s41_every_page_has_the_security_headers", async () => {
  for (const path of ["/", "/callback/", "/docs/", "/docs/sdk/", "/docs/sdk/surveys/", "/mcp/authorize/", "/mcp/plan/", "/pricing/", "/sign-up/"]) {
    const { status, headers } = await worker.get(path);
    assert.equal(status, 200, path);
    assert.equal(headers.get("content-type"), "text/html; charset=utf-8", path);
    assert.equal(headers.get("content-security-policy"), POLICY, path);
    assert.equal(headers.get("x-content-type-options"), "nosniff", path);
    assert.equal(headers.get("cross-origin-opener-policy"), "same-origin", path);
    assert.equal(headers.get("set-cookie"), null, path);
  }
});

test("s11_the_callback_page_is_neither_cached_nor_named_to_others", async () => {
  const { headers } = await worker.get("/callback/?code=secret&state=x");
  assert.equal(headers.get("referrer-policy"), "no-referrer");
  assert.equal(headers.get("cache-control"), "no-store");
});

test("s42_markdown_is_plain_text", async () => {
  for (const path of ["/pricing.md", "/signup.md"]) {
    const response = await worker.get(path);
    assert.deepEqual([response.status, response.headers.get("content-type")], [200, "text/plain; charset=utf-8"], path);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff", path);
    assert.ok((await response.text()).length > 100, path);
  }
});

test("a_page_requested_without_its_slash_is_found", async () => {
  for (const path of ["/sign-up", "/pricing"]) {
    const response = await fetch(new URL(`${path}?plan=team`, worker.origin), { redirect: "manual" });
    assert.deepEqual([response.status, response.headers.get("location")], [301, `${path}/?plan=team`]);
    assert.equal((await fetch(new URL(path, worker.origin))).status, 200, path);
  }
});

test("files_are_read_only", async () => {
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    const response = await fetch(new URL("/pricing.md", worker.origin), { method });
    assert.deepEqual([response.status, response.headers.get("allow")], [405, "GET, HEAD"], method);
  }
  const head = await fetch(new URL("/pricing.md", worker.origin), { method: "HEAD" });
  assert.deepEqual([head.status, await head.text()], [200, ""]);
});

test("a_copy_that_is_current_is_not_sent_again_and_each_coding_has_its_tag", async () => {
  const tags = new Set();
  for (const coding of ["identity", "gzip"]) {
    const first = await worker.get("/pricing.md", { "Accept-Encoding": coding });
    const tag = first.headers.get("etag");
    assert.match(tag, /^"[0-9a-f]+(-gzip)?"$/);
    assert.equal(first.headers.get("vary"), "Accept-Encoding");
    assert.equal(first.headers.get("content-encoding"), coding === "gzip" ? "gzip" : null);
    tags.add(tag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await worker.get("/pricing.md", { "Accept-Encoding": coding, "If-None-Match": known });
      assert.deepEqual([again.status, await again.text(), again.headers.get("etag")], [304, "", tag], known);
    }
    const other = await worker.get("/pricing.md", { "Accept-Encoding": coding, "If-None-Match": '"other"' });
    assert.deepEqual([other.status, await other.text()], [200, await first.text()]);
    const head = await fetch(new URL("/pricing.md", worker.origin), { method: "HEAD", headers: { "Accept-Encoding": coding } });
    assert.deepEqual([head.status, head.headers.get("etag")], [200, tag]);
  }
  assert.equal(tags.size, 2);
});

test("the_reference_is_one_page_of_every_operation", async () => {
  const { paths } = await (await worker.get("/openapi.json")).json();
  const page = await (await worker.get("/docs/", { Accept: "text/html" })).text();
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    assert.ok(page.includes(`<section id="${operation.operationId}">`), operation.operationId);
  }
  const [, token] = page.split('<section id="oauth.token">');
  assert.match(token.split("</section>")[0], /<code>grant_type<\/code> <span class="tag">required<\/span>.*<code>code_verifier<\/code><\/td>/s);
});

/** The pages of the SDK's reference by address: those that the first page links to. */
let pages;
const reference = () => (pages ??= read());
async function read() {
  const text = async (path) => {
    const response = await worker.get(path, { Accept: "text/html" });
    assert.equal(response.status, 200, path);
    return response.text();
  };
  const first = await text("/docs/sdk/");
  const others = new Set([...first.matchAll(/ href="(\/docs\/sdk\/[^"#]+)[#"]/g)].map(([, path]) => path));
  return new Map([["/docs/sdk/", first], ...(await Promise.all([...others].map(async (path) => [path, await text(path)])))]);
}

const idsOf = (page) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

test("the_sdk_reference_has_a_page_for_each_noun_with_its_operations_and_all_its_links_lead_somewhere", async () => {
  const { paths } = await (await worker.get("/openapi.json")).json();
  const pages = await reference();
  const there = new Map([...pages].map(([path, page]) => [path, idsOf(page)]));
  for (const [path, ids] of there) assert.deepEqual(ids.filter((id, at) => ids.indexOf(id) !== at), [], `${path}: an id stands twice`);
  const outside = ["legacy", "oauth", "content"];
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods)).filter(({ tags }) => !outside.includes(tags[0]));
  for (const { operationId } of operations) {
    assert.ok(there.get(`/docs/sdk/${operationId.split(".")[0]}/`)?.includes(operationId), operationId);
    assert.ok(pages.get("/docs/sdk/").includes(`#${operationId}"`), `the contents lack ${operationId}`);
  }
  const all = [...there.values()].flat();
  for (const name of Object.keys(await import("../../pkg/dist/index.js"))) assert.ok(all.includes(name), name);
  for (const [path, page] of pages) {
    for (const [, to, id] of page.matchAll(/ href="(\/docs\/sdk\/[^"#]*)?(?:#([^"]+))?"/g)) {
      if (to === undefined && id === undefined) continue;
      const ids = there.get(to ?? path);
      assert.ok(ids !== undefined && (id === undefined || ids.includes(id)), `${path} links to ${to ?? ""}#${id}`);
    }
  }
});

test("the_search_of_the_sdk_reference_finds_every_operation_and_export_where_it_is_described", async () => {
  const index = await (await worker.get("/assets/reference.json")).json();
  const pages = await reference();
  for (const [name, address, description] of index) {
    const [path, id] = address.split("#");
    assert.ok(idsOf(pages.get(path) ?? "").includes(id), `${name} is not at ${address}`);
    assert.ok(description.length > 0 && !description.includes("`"), `${name}: ${description}`);
  }
  const names = index.map(([name]) => name);
  for (const name of ["canvass.surveys.list", "canvass.exportResponses", "World.signIn", "SurveyDetails", "rate_limited", ...Object.keys(await import("../../pkg/dist/index.js"))]) {
    assert.ok(names.includes(name), name);
  }
});

test("every_member_of_the_sdk_says_what_it_is", async () => {
  const page = [...(await reference()).values()].join("\n");
  const sections = [...page.matchAll(/<section id="([^"]+)">\n<h[34]>[^]*?(?=<section|<\/section>)/g)];
  assert.ok(sections.length > 300);
  // The `docs` of an error is the address of its kind here.
  const classes = [...page.matchAll(/<code id="(\w+)Error">.*?<td><code id="(\w+)">/g)];
  assert.ok(classes.length > 20);
  for (const [, name, kind] of classes) assert.equal(kind.replaceAll("_", ""), name.toLowerCase());
  // Nouns have their operations to speak for them, and values their names.
  for (const [text, id] of sections.filter(([text, id]) => !id.startsWith("canvass.") && !text.includes("<th>Value</th>"))) {
    const silent = [...text.matchAll(/<tr><td>(?:<code>)?([^<]*).*<td><\/td><\/tr>/g)].map(([, name]) => name);
    assert.deepEqual(silent, [], `${id} has members without a word`);
    assert.match(text, /<h[34]>.*<\/h[34]>\n<p>/, `${id} says nothing of itself`);
  }
});

test("answers_of_the_service_say_each_of_their_headers_once", async () => {
  for (const path of ["/account/", "/oauth/authorize", "/r/none", "/v3/users/me"]) {
    const { headers } = await worker.get(path, { Accept: "text/html" });
    assert.equal(headers.get("x-content-type-options"), "nosniff", path);
    for (const [name, value] of headers) {
      const parts = value.split(/, */);
      assert.equal(new Set(parts).size, parts.length, `${path}: ${name}: ${value}`);
    }
  }
});

test("what_is_not_served_is_not_found", async () => {
  for (const path of ["/package.json", "/_templates/pricing.html", "/sdk/", "/sdk/%2e%2e%2findex.html", "/auth/nothing", "/api"]) {
    const response = await worker.get(path, path === "/api" ? { "X-Canvass": "1" } : {});
    assert.equal(response.status, 404, path);
  }
});

test("a_person_who_is_lost_gets_a_page_and_a_program_a_problem", async () => {
  const page = await worker.get("/nowhere", { Accept: "text/html" });
  assert.deepEqual([page.status, page.headers.get("content-type")], [404, "text/html; charset=utf-8"]);
  const problem = await worker.get("/nowhere", { Accept: "application/json" });
  assert.deepEqual([problem.status, problem.headers.get("content-type")], [404, "application/problem+json"]);
});

test("s57_health_is_public_and_reveals_nothing_else", async () => {
  for (const headers of [{}, { "User-Agent": "kube-probe/1" }, { "X-Forwarded-Uri": "/api/v3/users/me" }]) {
    const response = await worker.get("/healthz", headers);
    assert.deepEqual([response.status, await response.text()], [200, '{"status":"ok"}']);
  }
  const probe = { "X-Canvass": "1", "User-Agent": "kube-probe/1", "X-Forwarded-Uri": "/healthz" };
  assert.equal((await worker.get("/api/v3/users/me", probe)).status, 401);
});

/** A request with a `Host` of our choice. */
function named(host, path) {
  const { hostname, port } = new URL(worker.origin);
  return new Promise((done, fail) => {
    const sent = send({ hostname, port, path, headers: { Host: host, "X-Canvass": "1" } }, (response) => {
      response.resume();
      response.on("end", () => done(response.statusCode));
    });
    sent.on("error", fail);
    sent.end();
  });
}

test("s69_the_sandbox_answers_this_machine_with_the_static_header_only", async (context) => {
  if (process.env.CANVASS_URL) {
    return context.skip("a deployed Worker has no sandbox");
  }
  const { host } = new URL(worker.origin);
  assert.equal(await named(host, "/sandbox"), 200);
  for (const other of ["evil.example", `localhost:${new URL(worker.origin).port}`, `${host}.evil.example`, "127.0.0.1"]) {
    assert.equal(await named(other, "/sandbox"), 400, other);
  }
  assert.equal((await worker.get("/sandbox")).status, 403);
  for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }, { "Sec-Fetch-Site": "cross-site" }]) {
    assert.equal((await worker.get("/sandbox", { "X-Canvass": "1", ...headers })).status, 403, JSON.stringify(headers));
  }
  assert.equal((await worker.post("/sandbox", {}, { "X-Canvass": "1" })).status, 405);
});

test("regional_origins_serve_the_service_and_nothing_else", async (context) => {
  if (process.env.CANVASS_URL) {
    return context.skip("the regions of a deployed Worker are not known");
  }
  for (const origin of [worker.origins.eu, worker.origins.ca]) {
    const missing = await fetch(`${origin}/v3/users/me`);
    assert.equal(missing.status, 401);
    assert.ok((await missing.json()).error.docs.startsWith(`${origin}/v3/errors/`));
    for (const path of ["/", "/auth/session", "/api/v3/users/me", "/sandbox"]) {
      assert.equal((await fetch(origin + path, { headers: { "X-Canvass": "1" } })).status, 404, path);
    }
  }
});
