// `@canvass/sdk/server` behind a browser: which requests of it bring the session to the app's server, and which may
// write.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { sessionOf } from "../../pkg/dist/server.js";
import { signedIn } from "../edge/people.mjs";
import { owner, stage as open } from "./harness.mjs";

const stage = open();

/** The app: each path says what its request brought; `/write` creates a survey. */
async function app(request, response) {
  const { status, canvass, cookies } = await sessionOf(request, { gateway: stage.origin });
  const written = request.url === "/write" ? await canvass.surveys.create({ title: "Of the app" }).then(() => "written", ({ kind }) => kind) : "";
  const links = '<a href="/write">Write</a><form method="post" action="/write"><button>Write</button></form>';
  for (const { header } of cookies()) response.appendHeader("Set-Cookie", header);
  response.writeHead(200, { "Content-Type": "text/html" }).end(`<!doctype html><title>App</title><output>${status} ${written}</output>${links}`);
}

/** A page of another site, which leads to the app. */
const elsewhere = (_request, response) => {
  const links = `<a href="${origin(appServer)}/">Read</a><form method="post" action="${origin(appServer)}/write"><button>Write</button></form>`;
  response.writeHead(200, { "Content-Type": "text/html" }).end(`<!doctype html><title>Elsewhere</title>${links}`);
};

const appServer = createServer((request, response) => app(request, response).catch((error) => response.writeHead(500).end(error.message)));
const otherServer = createServer(elsewhere);
// Ports do not separate cookies, so the app shares its host with the gateway. `localhost` is another site.
const origin = (server) => `http://${server === otherServer ? "localhost" : "127.0.0.1"}:${server.address().port}`;

before(() => Promise.all([once(appServer.listen(0, "127.0.0.1"), "listening"), once(otherServer.listen(0, "localhost"), "listening")]));
after(() => [appServer, otherServer].forEach((server) => (server.closeAllConnections(), server.close())));

/** A page whose browser is signed in at the gateway. */
async function visit() {
  const { page } = await stage.visit();
  const [name, value] = (await signedIn(stage, owner(stage.world))).cookie.split("=");
  await page.context().addCookies([{ name, value, url: stage.origin, httpOnly: true, sameSite: "Strict" }]);
  return page;
}
/** What the app says about the request that a click causes. */
async function clicked(page, name) {
  await Promise.all([page.waitForEvent("framenavigated"), page.click(name)]);
  return shown(page);
}
const shown = async (page) => (await page.locator("output").textContent()).trim();

test("a_link_of_another_site_is_unknown_and_the_page_then_finds_the_session", async () => {
  const page = await visit();
  await page.goto(`${origin(appServer)}/`);
  assert.equal(await shown(page), "signed_in");
  await page.goto(origin(otherServer));
  assert.equal(await clicked(page, "a"), "unknown");
  assert.match(await page.evaluate(async () => (await fetch("/")).text()), /<output>signed_in /);
  await page.context().clearCookies();
  await page.goto(`${origin(appServer)}/`);
  assert.equal(await shown(page), "signed_out");
  await page.context().close();
});

test("a_form_of_the_app_writes_and_neither_a_link_nor_another_site_does", async () => {
  const page = await visit();
  await page.goto(`${origin(appServer)}/`);
  assert.equal(await clicked(page, "button"), "signed_in written");
  assert.equal(await clicked(page, "a"), "signed_in gateway_refused");
  await page.goto(origin(otherServer));
  assert.equal(await clicked(page, "button"), "unknown unavailable");
  await page.context().close();
});

test("a_cookie_that_is_sealed_again_reaches_the_browser", async () => {
  const page = await visit();
  const value = async () => (await page.context().cookies(stage.origin)).find(({ name }) => name === "canvass").value;
  const before = await value();
  await page.goto(`${origin(appServer)}/`);
  assert.equal(await value(), before);
  const headers = { "X-Canvass": "1", "Content-Type": "application/json" };
  await fetch(`${stage.origin}/sandbox/clock`, { method: "POST", headers, body: JSON.stringify({ advance: 7200 }) });
  await page.goto(`${origin(appServer)}/`);
  const renewed = await value();
  assert.notEqual(renewed, before);
  await page.goto(`${origin(appServer)}/`);
  assert.deepEqual([await shown(page), await value()], ["signed_in", renewed]);
  await page.context().close();
});
