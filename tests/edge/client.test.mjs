// Where a page's call comes from: the embedded service knows, as the proxy in front of the Worker says it; nobody else
// is told.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { NORTHWIND } from "./demo_world.mjs";
import { pageOf } from "./page.mjs";
import { signedIn } from "./people.mjs";
import { fakeService } from "./upstream.mjs";

const VARS = { CLIENT_ADDRESS_HEADER: "X-Real-IP" };

/** A Worker for as long as a test takes. */
async function started(context, vars) {
  const dataDir = mkdtempSync(join(tmpdir(), "canvass-client-"));
  const worker = await startWorker({ dataDir, vars });
  context.after(async () => {
    await worker.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return worker;
}

const create = (page, cookie, headers) =>
  page.ask("/api/v3/surveys", { method: "POST", cookie, headers: { "Content-Type": "application/json", ...headers }, body: '{"title":"Mine"}' });

test("s79_what_a_page_does_through_the_gateway_is_recorded_with_the_address_that_the_proxy_says", async (context) => {
  const worker = await started(context, VARS);
  const world = await (await fetch(`${worker.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
  const { cookie } = await signedIn(worker, world.people.find(({ key }) => key === "owner"));
  const page = pageOf(() => worker);
  const headers = { Authorization: `bearer ${world.tokens.find(({ name }) => name === "owner").token}` };
  const recorded = async () => {
    const { results } = await (await fetch(`${worker.origin}/v3/groups/${NORTHWIND}/activities`, { headers })).json();
    return results.find(({ activity_type }) => activity_type === "survey_info_create").ip_address;
  };
  for (const [sent, address] of [
    [{ "X-Real-IP": "203.0.113.9" }, "203.0.113.9"],
    [{ "X-Real-IP": "198.51.100.1, 203.0.113.10" }, "203.0.113.10"],
    [{ "X-Forwarded-For": "198.51.100.1", "CF-Connecting-IP": "198.51.100.2", Forwarded: "for=198.51.100.3" }, null],
  ]) {
    assert.equal((await create(page, cookie, sent)).status, 201);
    assert.equal(await recorded(), address);
  }
});

test("s48_where_a_page_calls_from_is_sent_to_no_remote_service", async (context) => {
  let sent;
  const service = await fakeService({ "/v3/surveys": ({ headers }) => ((sent = headers), { status: 201, headers: { "Content-Type": "application/json" }, body: {} }) });
  context.after(() => service.stop());
  const worker = await started(context, { ...service.vars, ...VARS });
  const page = pageOf(() => worker);
  const { cookie } = await page.signIn("a");
  assert.equal((await create(page, cookie, { "X-Real-IP": "203.0.113.9" })).status, 201);
  assert.ok(sent.authorization);
  assert.ok(!JSON.stringify(sent).includes("203.0.113.9"), JSON.stringify(sent));
});
