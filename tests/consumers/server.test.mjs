// `@canvass/sdk/server` of the packed package in the frameworks of apps, against a real gateway on the same host.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { signedIn } from "../edge/people.mjs";
import { owner, stage } from "../e2e/harness.mjs";
import { freeRange } from "../edge/free_ports.mjs";
import { place, started, tool } from "./programs.mjs";

const port = await freeRange();
const app = `http://127.0.0.1:${port}`;
const at = stage({ ALLOWED_ORIGIN: app });
const folder = join(place, "server");
cpSync(join(root, "tests", "consumers", "server"), folder, { recursive: true });
writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "server", private: true }));
// The files of the guide, each with its path in the first line.
for (const [, path, code] of readFileSync(join(root, "docs", "SDK.md"), "utf8").matchAll(/^```jsx next\n\/\/ (\S+)\n(.*?)^```$/gms)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), code);
}

/** A session that is so old that the next response seals its cookie again. */
async function oldSession() {
  const { cookie, json } = await signedIn(at, owner(at.world));
  const headers = { "X-Canvass": "1", "Content-Type": "application/json" };
  await fetch(`${at.origin}/sandbox/clock`, { method: "POST", headers, body: '{"advance":7200}' });
  return { cookie, account: json.account };
}

/** The three states, each with the headers that bring it. */
const requests = ({ cookie }) => [{ cookie }, { "sec-fetch-site": "none" }, { "sec-fetch-site": "cross-site" }];

/** What was found and set for these requests is right. */
function compare(answers, { account }, context) {
  const [{ surveys }] = answers.map(({ found }) => found);
  assert.ok(surveys > 0, context);
  const nobody = { account: null, surveys: null };
  const expected = [{ status: "signed_in", account, surveys }, { status: "signed_out", ...nobody }, { status: "unknown", ...nobody }];
  assert.deepEqual(answers.map(({ found }) => found), expected, context);
  assert.deepEqual(answers.map(({ set }) => set.filter((each) => each.startsWith("canvass=")).length), [1, 0, 0], context);
}

// Bun's own script waits for an installation that has run scripts.
const [bun] = readdirSync(join(place, "node_modules", "@oven")).filter((name) => name.startsWith("bun-"));
const RUNTIMES = {
  node: [process.execPath],
  bun: [join(place, "node_modules", "@oven", bun, "bin", "bun")],
  deno: ["deno", "run", "--allow-net", "--allow-env", "--node-modules-dir=manual", "--no-lock"],
};

for (const [name, [command, ...flags]] of Object.entries(RUNTIMES)) {
  test(`an_app_with_hono_finds_the_session_of_a_request: ${name}`, async () => {
    const session = await oldSession();
    const printed = await tool(folder, command, [...flags, "hono.mjs", JSON.stringify(requests(session))], { GATEWAY: at.origin });
    compare(JSON.parse(printed), session, name);
  });
}

test("an_app_with_next_finds_the_session_in_routes_pages_and_actions", async () => {
  await tool(folder, "next", ["build"], { GATEWAY: at.origin });
  const stop = await started(folder, "next", ["start", "-p", port, "-H", "127.0.0.1"], port, { GATEWAY: at.origin });
  try {
    for (const path of ["/node", "/edge"]) {
      const session = await oldSession();
      const ask = async (headers) => {
        const response = await fetch(app + path, { headers });
        return { found: await response.json(), set: response.headers.getSetCookie() };
      };
      compare(await Promise.all(requests(session).map(ask)), session, path);
    }

    const { page, leave } = await at.visit();
    const { cookie, account } = await oldSession();
    const [name, value] = cookie.split("=");
    await page.context().addCookies([{ name, value, url: app, httpOnly: true, sameSite: "Strict" }]);
    await page.goto(`${app}/page`);
    const found = JSON.parse(await page.locator("output").textContent());
    assert.deepEqual([found.status, found.account], ["signed_in", account]);
    await page.goto(`${app}/action`);
    await Promise.all([page.waitForResponse((response) => response.request().method() === "POST"), page.click("button")]);
    await page.goto(`${app}/page`);
    assert.equal(JSON.parse(await page.locator("output").textContent()).surveys, found.surveys + 1);
    const [renewed] = await page.context().cookies(app);
    assert.ok(renewed.name === name && renewed.value !== value && renewed.httpOnly && renewed.sameSite === "Strict");

    const surveys = `${found.surveys + 1} surveys`;
    const visit = await page.goto(`${app}/report`);
    assert.ok((await visit.text()).includes(`<p>${surveys}</p>`), "the HTML has no surveys");
    await page.goto(`http://localhost:${new URL(at.origin).port}/nowhere`);
    const [linked] = await Promise.all([page.waitForResponse(`${app}/report`), page.evaluate((url) => location.assign(url), `${app}/report`)]);
    assert.ok((await linked.text()).includes("<p>Loading</p>"), "the HTML knows the session");
    await page.getByText(surveys, { exact: true }).waitFor();
    await leave();
  } finally {
    await stop();
  }
});
