// The Worker with the gateway next to its own route, in wrangler, in front of a local service as the remote one.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { startCanvass } from "../../pkg/dist/testing.js";
import { examine } from "../../scripts/doctor.mjs";
import { wranglerIn } from "../../scripts/wrangler.mjs";
import { place, started, tool } from "../consumers/programs.mjs";
import { browse, owner } from "../e2e/harness.mjs";
import { freeRange } from "../edge/free_ports.mjs";
import { copyOf, signInFrom } from "./examples.mjs";

const browser = browse();
const folder = copyOf("worker-with-gateway");
const [node] = wranglerIn(place);
let world;
let origin;
let stop;

before(async () => {
  world = await startCanvass();
  const port = await freeRange();
  origin = `http://127.0.0.1:${port}`;
  const { client_id, client_secret } = await register(`${origin}/callback/`);
  const { us, eu, ca } = world.origins;
  const variables = {
    ORIGIN: origin, SESSION_KEYS: randomBytes(48).toString("base64"), CLIENT_ID: client_id, CLIENT_SECRET: client_secret,
    AUTH_URL: us, API_URL: us, API_URL_EU: eu, API_URL_CA: ca,
  };
  writeFileSync(join(folder, ".dev.vars"), Object.entries(variables).map(([name, value]) => `${name}=${value}\n`).join(""));
  // wrangler needs a newer Node.js than this program.
  const path = [dirname(node), process.env.PATH].join(delimiter);
  stop = await started(folder, "npm", ["start", "--", "--port", port], port, { PATH: path });
});
after(async () => {
  await stop?.();
  await world?.stop();
});

/** Registers an app with this redirect address for the owner, by the account pages. */
async function register(redirect_uri) {
  const { email, password } = owner(world);
  const account = `${world.origin}/account`;
  const post = (path, fields, headers = {}) =>
    fetch(`${account}/${path}`, { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" });
  const Cookie = (await post("sign-in", { email, password })).headers.getSetCookie()[0].split(";")[0];
  const [, mark] = /name="mark" value="([^"]+)"/.exec(await (await fetch(`${account}/`, { headers: { Cookie } })).text());
  const app = { name: "Mounted", redirect_uris: redirect_uri, surveys_read: "required" };
  const page = await (await post("apps", { mark, ...app }, { Cookie })).text();
  const [client_id, client_secret] = ["id", "secret"].map((name) => new RegExp(`Client ${name}: <code>([^<]+)`).exec(page)[1]);
  return { client_id, client_secret };
}

test("it_is_valid_under_strict", () => tool(folder, "npm", ["run", "check"]));

test("its_own_route_and_the_gateways_routes_are_served_by_one_worker", async () => {
  const health = await fetch(`${origin}/healthz`);
  assert.deepEqual([health.status, await health.json()], [200, { status: "ok" }]);
  const session = await fetch(`${origin}/auth/session`, { headers: { "X-Canvass": "1" } });
  assert.equal((await session.json()).signed_in, false);
  assert.equal((await fetch(`${origin}/api/v3/surveys`)).status, 403, "the gateway's checks apply");
  for (const [site, status] of [["same-origin", "signed_out"], ["cross-site", "unknown"]]) {
    const own = await fetch(`${origin}/survey-count`, { headers: { "Sec-Fetch-Site": site } });
    assert.deepEqual([own.status, await own.json()], [401, { status }]);
  }
  const page = await fetch(`${origin}/`);
  assert.match(page.headers.get("content-security-policy"), /script-src 'self' 'wasm-unsafe-eval'/);
  assert.equal((await fetch(`${origin}/nothing/here`)).status, 404);
});

test("the_doctor_is_content_with_it", async () => {
  assert.deepEqual((await examine(origin)).flatMap(({ faults }) => faults), []);
});

test("a_person_signs_in_and_the_own_route_calls_the_api_with_the_session", async () => {
  const { page, problems, leave } = await browser.visit();
  try {
    await world.faults.add({ operation: "surveys.list", error: 1014 });
    await signInFrom(page, origin, owner(world));
    await page.getByText("The surveys could not be counted: status 502.", { exact: true }).waitFor();
    assert.match(problems.splice(0).join(), /^[^,]*status of 502[^,]*$/);
    await world.faults.clear();
    await page.reload();
    const { total, data } = await world.client("owner").surveys.list({ per_page: 1 });
    await page.getByText(`${total} surveys, such as ${data[0].title}`, { exact: true }).waitFor();
    assert.equal(page.url(), `${origin}/`);
    assert.deepEqual(problems, []);
    assert.ok(!JSON.stringify(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).includes("token"));
    const none = { data: [], total: 0, page: 1, per_page: 1, links: { self: `${origin}/api/v3/surveys?page=1&per_page=1` } };
    await page.route("**/api/v3/surveys?*", (route) => route.fulfill({ json: none }));
    await page.reload();
    await page.getByText("There are no surveys yet.", { exact: true }).waitFor();
  } finally {
    await leave();
  }
});
