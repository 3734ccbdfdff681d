// `@canvass/sdk/server` with a gateway on https that it reaches by another address, as behind a proxy that ends TLS.

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { sessionOf } from "../../pkg/dist/server.js";
import { startWorker } from "../../scripts/worker.mjs";
import { fakeService } from "./upstream.mjs";

const PUBLIC = "https://app.example";
const folder = mkdtempSync(join(tmpdir(), "canvass-server-"));
let service;
let worker;

before(async () => {
  const body = { data: [], page: 1, per_page: 50, total: 0, links: { self: "" } };
  service = await fakeService({ "/v3/surveys": () => ({ headers: { "Content-Type": "application/json" }, body }) });
  worker = await startWorker({ dataDir: folder, vars: { ...service.vars, ORIGIN: PUBLIC } });
});
after(async () => {
  await worker?.kill();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request to the gateway's own address, with the public host. */
async function inside(request) {
  const { host, pathname, search } = new URL(request.url);
  const headers = { ...Object.fromEntries(request.headers), host };
  const sent = send(new URL(pathname + search, worker.origin), { method: request.method, headers }).end(await request.text());
  const [response] = await once(sent, "response");
  const text = (await response.setEncoding("utf8").toArray()).join("");
  const received = Object.entries(response.headersDistinct).flatMap(([name, values]) => values.map((value) => [name, value]));
  return new Response(text || null, { status: response.statusCode, headers: received });
}

test("a_session_on_https_is_found_by_a_gateway_that_is_reached_by_another_address", async () => {
  const headers = { "X-Canvass": "1", "Content-Type": "application/json" };
  const exchange = await inside(new Request(`${PUBLIC}/auth/token`, { method: "POST", headers, body: '{"code":"good"}' }));
  const [cookie] = exchange.headers.getSetCookie()[0].split(";");
  assert.match(cookie, /^__Host-Http-canvass=/);
  const request = new Request("http://10.0.0.7:3000/", { headers: { host: "app.example", cookie } });
  const { status, session, canvass, apply } = await sessionOf(request, { gateway: PUBLIC, fetch: inside });
  assert.deepEqual([status, session], ["signed_in", await exchange.json()]);
  assert.equal((await canvass.surveys.list()).total, 0);

  await inside(new Request(`${PUBLIC}/auth/sign-out`, { method: "POST", headers: { ...headers, cookie }, body: "{}" }));
  await assert.rejects(canvass.signOut(), { kind: "gateway_refused" });
  const later = await sessionOf(request, { gateway: PUBLIC, fetch: inside });
  const [removed] = later.apply(new Response("")).headers.getSetCookie();
  assert.match(removed, /^__Host-Http-canvass=; .*Max-Age=0; HttpOnly; SameSite=Strict; Secure$/);
  assert.deepEqual([later.status, later.cookies()[0].secure, apply(new Response("")).headers.getSetCookie()], ["signed_out", true, []]);
});
