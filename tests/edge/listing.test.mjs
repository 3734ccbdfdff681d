// The public list of apps: what an app's own object tells it reaches it, and the demo world's apps stand on it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "./eventually.mjs";
import { underTest } from "./harness.mjs";

const worker = underTest();

const listed = async () => {
  const page = await worker.get("/apps/");
  assert.equal(page.status, 200);
  return [...(await page.text()).matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, name]) => name);
};

const eventuallyListed = (names) => eventually(async () => String(await listed()) === String(names), String(names));

const DEMO = ["Canvass Console", "Chartroom", "Workbench"];

/** The account pages of a person of the demo world: `send(path, fields)` sends a form of the session. */
async function account(key) {
  const { email, password } = (await worker.sandbox()).people.find((person) => person.key === key);
  const Origin = new URL(worker.origin).origin;
  const form = (path, fields, headers = {}) =>
    fetch(`${worker.origin}${path}`, { method: "POST", body: new URLSearchParams(fields), headers: { Origin, ...headers }, redirect: "manual" });
  const signedIn = await form("/account/sign-in", { email, password });
  const Cookie = signedIn.headers.getSetCookie()[0].split(";")[0];
  const [, mark] = /name="mark" value="([^"]+)"/.exec(await (await worker.get("/account/", { Cookie })).text());
  return async (path, fields) => (await form(path, { mark, ...fields }, { Cookie })).text();
}

test("an_app_is_on_the_public_list_from_its_publication_until_it_is_deleted_or_all_is_reset", async () => {
  assert.deepEqual(await listed(), DEMO);
  const send = await account("owner");
  const page = await send("/account/apps", { name: "Atlas", description: "Maps <answers>.", redirect_uris: "https://atlas.example/cb", surveys_read: "required" });
  const [, id] = /Client id: <code>([^<]+)/.exec(page);
  assert.deepEqual(await listed(), DEMO);
  await send(`/account/apps/${id}`, { verb: "deploy_public" });
  await eventuallyListed(["Atlas", ...DEMO]);
  assert.match(await (await worker.get("/apps/")).text(), /Maps &lt;answers&gt;\.<\/p>.*atlas\.example/s);
  await send(`/account/apps/${id}`, { verb: "delete" });
  await eventuallyListed(DEMO);
  const [, other] = /Client id: <code>([^<]+)/.exec(await send("/account/apps", { name: "Atlas" }));
  await send(`/account/apps/${other}`, { verb: "deploy_public" });
  await eventuallyListed(["Atlas", ...DEMO]);
  assert.equal((await worker.post("/sandbox/reset", {}, { "X-Canvass": "1" })).status, 200);
  assert.deepEqual(await listed(), DEMO);
});

test("s41_the_list_is_a_page_for_everybody_and_as_safe_as_the_others", async () => {
  const { status, headers } = await worker.get("/apps/");
  assert.equal(status, 200);
  assert.match(headers.get("content-security-policy"), /^default-src 'none';.*frame-ancestors 'none'; base-uri 'none'$/);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("cross-origin-opener-policy"), "same-origin");
  assert.equal(headers.get("cache-control"), "public, max-age=60");
  assert.deepEqual(headers.getSetCookie(), []);
  const slash = await worker.get("/apps");
  assert.deepEqual([slash.status, slash.headers.get("location")], [301, "/apps/"]);
});
