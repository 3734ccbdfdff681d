// The hooks for React as an app has them, under StrictMode: rendered in Node, brought to life in Chromium.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { build } from "esbuild";
import { startCanvass } from "../../pkg/dist/testing.js";
import { root } from "../../scripts/run.mjs";
import { installPackages } from "../../scripts/setup.mjs";
import { browse } from "./harness.mjs";

const SOURCES = join(root, "tests", "react");
installPackages(SOURCES, "React");

const html = (body) => `<!doctype html>
<meta charset="utf-8"><title>An app</title><link rel="icon" href="/favicon.svg"><div id="root">${body}</div>
<script type="module" src="/assets/page.js"></script>
`;

/** A project with the app, the package and one version of React: its server, and the folder of its site. */
async function project(folder, react) {
  for (const file of ["app.jsx", "page.jsx", "server.jsx"]) cpSync(join(SOURCES, file), join(folder, file));
  const links = { react: react.react, "react-dom": react.dom, scheduler: "scheduler", "js-tokens": "js-tokens", "loose-envify": "loose-envify" };
  for (const [name, from] of Object.entries(links)) link(join(SOURCES, "node_modules", from), join(folder, "node_modules", name));
  link(join(root, "pkg"), join(folder, "node_modules", "@canvass", "sdk"));
  const options = { bundle: true, jsx: "automatic", preserveSymlinks: true, logLevel: "warning", define: { "process.env.NODE_ENV": '"development"' } };
  const server = join(folder, "server.cjs");
  await build({ ...options, entryPoints: [join(folder, "server.jsx")], platform: "node", format: "cjs", outfile: server });
  const site = join(folder, "site");
  await build({ ...options, entryPoints: [join(folder, "page.jsx")], format: "esm", splitting: true, outdir: join(site, "assets") });
  const { page } = createRequire(import.meta.url)(server);
  mkdirSync(join(site, "callback"));
  writeFileSync(join(site, "index.html"), html(page(false)));
  writeFileSync(join(site, "callback", "index.html"), html(page(true)));
  return { page, site };
}

function link(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(from, to);
}

for (const react of [
  { version: 19, react: "react", dom: "react-dom" },
  { version: 18, react: "react-18", dom: "react-dom-18" },
]) {
  describe(`React ${react.version}`, () => {
    const folder = mkdtempSync(join(tmpdir(), "canvass-react-"));
    const browser = browse();
    let app;
    let world;
    before(async () => {
      app = await project(folder, react);
      world = await startCanvass({ site: app.site });
    });
    after(async () => {
      await world?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    /** A page of the app, where `who` is signed in; `problems` are what it logs. */
    async function open(hash, ...who) {
      const visit = await browser.visit();
      let beside;
      for (const person of who) ({ header: beside } = await world.signIn(person, { page: visit.page, beside }));
      const sent = [];
      visit.page.on("request", (request) => sent.push(new URL(request.url()).pathname));
      await visit.page.goto(`${world.origin}/${hash}`);
      /** How often this page asked for something. */
      const calls = (path) => sent.filter((each) => each.endsWith(path)).length;
      /** Once this page has asked for something: what is shown as loading may not have been sent yet. */
      const asked = async (path) => calls(path) || (await visit.page.waitForEvent("request", () => calls(path) > 0));
      const says = (where, text) => visit.page.locator(where).getByText(text, { exact: true }).waitFor();
      return { ...visit, calls, asked, says };
    }

    test("a_server_renders_what_a_page_shows_first_and_asks_for_nothing", async () => {
      const real = globalThis.fetch;
      globalThis.fetch = () => assert.fail("a server asked for something");
      try {
        const markup = app.page(false);
        assert.match(markup, /<span id="status">loading<\/span>/);
        assert.match(markup, /<ul id="surveys"><\/ul><p id="list">loading 0 of \? all<\/p>/);
        await new Promise((done) => setImmediate(done));
      } finally {
        globalThis.fetch = real;
      }
    });

    test("what_a_server_rendered_comes_to_life_without_a_complaint", async () => {
      const { problems, says, leave } = await open("?hydrate#surveys", "owner");
      await says("#list", "ready 2 of 6 more");
      await says("#status", "signed_in");
      assert.deepEqual(problems, []);
      await leave();
    });

    test("components_that_ask_for_the_same_share_one_request_under_strict_mode", async () => {
      const { page, problems, calls, says, leave } = await open("#me,twice,surveys", "owner");
      await says("#me .email", "olivia@northwind.example");
      await says("#again .email", "olivia@northwind.example");
      await says("#list", "ready 2 of 6 more");
      assert.deepEqual([calls("/users/me"), calls("/surveys"), calls("/auth/session")], [1, 1, 1]);
      await page.click("#me button");
      await says("#again .loading", "false");
      assert.equal(await page.locator("#again .email").textContent(), "olivia@northwind.example");
      assert.deepEqual(problems, [], "React complained");
      await leave();
    });

    test("a_list_grows_page_by_page_and_goes_on_where_it_failed", async () => {
      const { page, says, leave } = await open("#surveys", "owner");
      await says("#list", "ready 2 of 6 more");
      await page.click("#more");
      await says("#list", "ready 4 of 6 more");
      await page.route("**/api/v3/surveys?*", (route) => route.abort(), { times: 1 });
      await page.click("#anew");
      await says("#list", "failed 4 of 6 more network");
      await page.click("#more");
      await says("#list", "ready 2 of 6 more");
      await page.click("#more");
      await says("#list", "ready 4 of 6 more");
      await world.faults.add({ operation: "surveys.list", error: 1050, count: 1 });
      await page.click("#more");
      await says("#list", "failed 4 of 6 more service_failed");
      await page.click("#more");
      await says("#list", "ready 6 of 6 all");
      const titles = await page.locator("#surveys li").allTextContents();
      const all = await world.client("owner").surveys.list().toArray({ limit: 100 });
      assert.deepEqual(titles, all.map(({ title }) => title));
      await page.click("#anew");
      await says("#list", "ready 2 of 6 more");
      await leave();
    });

    test("other_arguments_are_another_request_and_none_is_made_before_there_are_any", async () => {
      const { page, calls, asked, says, leave } = await open("#survey", "owner");
      await page.locator("section button").nth(2).waitFor();
      assert.equal(await page.locator("#survey").textContent(), "idle");
      const [first, second] = await world.client("owner").surveys.list().toArray({ limit: 2 });
      let answer;
      const held = new Promise((done) => (answer = done));
      await page.route(`**/surveys/${first.id}`, (route) => held.then(() => route.continue().catch(() => {})), { times: 1 });
      const ended = page.waitForEvent("requestfailed");
      await page.getByRole("button", { name: first.title, exact: true }).click();
      await says("#survey", "loading");
      await asked(`/surveys/${first.id}`);
      await page.getByRole("button", { name: second.title, exact: true }).click();
      await says("#survey", `ready ${second.title}`);
      assert.match((await ended).url(), new RegExp(`/surveys/${first.id}$`), "the request of the first is stopped");
      answer();
      assert.equal(await page.evaluate(async () => (await fetch("/healthz")).status), 200, "what is asked behind it is answered");
      await says("#survey", `ready ${second.title}`);
      assert.deepEqual([calls(`/surveys/${first.id}`), calls(`/surveys/${second.id}`)], [1, 1]);
      await leave();
    });

    test("what_is_shown_no_more_is_stopped", async () => {
      await world.faults.add({ operation: "users.me", delay: 30_000, count: 1 });
      const { page, problems, asked, says, leave } = await open("#me", "owner");
      await says("#me .status", "loading");
      await asked("/users/me");
      const ended = page.waitForEvent("requestfailed");
      await page.evaluate(() => (location.hash = ""));
      assert.match((await ended).url(), /\/api\/v3\/users\/me$/);
      assert.deepEqual(problems, []);
      await leave();
    });

    test("a_session_that_changes_changes_everything_that_is_shown_in_all_tabs", async () => {
      const { page, says, leave } = await open("#me", "owner", "free");
      await says("#me .email", "frank@solo.example");
      const other = await page.context().newPage();
      await other.goto(`${world.origin}/#me`);
      await other.locator("#me .email").getByText("frank@solo.example").waitFor();
      await page.click("#switch");
      for (const tab of [page, other]) {
        await tab.locator("#me .email").getByText("olivia@northwind.example").waitFor();
        assert.deepEqual(await tab.evaluate(() => window.seen), ["frank@solo.example", "olivia@northwind.example"]);
      }
      await page.click("#sign-out");
      await page.locator("#me .email").getByText("frank@solo.example").waitFor();
      await page.click("#sign-out");
      for (const tab of [page, other]) {
        await tab.locator("#status").getByText("signed_out").waitFor();
        await tab.locator("#me .error").getByText("signed_out").waitFor();
        assert.equal(await tab.locator("#me .email").textContent(), "", "what nobody may see any more is gone");
      }
      await leave();
    });

    /** Changes the session by the SDK alone. */
    const change = (page, how) =>
      page.evaluate(async (how) => {
        const { accounts } = await canvass.session();
        if (how === "switch") await canvass.switchAccount({ account: accounts.find(({ current }) => !current).id });
        else await canvass.signOut({ all: true });
      }, how);

    test("a_session_that_the_sdk_itself_changes_changes_what_is_shown_whichever_hooks_there_are", async () => {
      const { page, says, leave } = await open("#only,me", "owner", "free");
      await says("#me .email", "frank@solo.example");
      assert.equal(await page.locator("#status").count(), 0, "nothing on the page asks who is signed in");
      const other = await page.context().newPage();
      await other.goto(`${world.origin}/#me`);
      await other.locator("#me .email").getByText("frank@solo.example").waitFor();
      await other.locator("#status").getByText("signed_in").waitFor();
      await change(page, "switch");
      for (const tab of [page, other]) {
        await tab.locator("#me .email").getByText("olivia@northwind.example").waitFor();
        assert.deepEqual(await tab.evaluate(() => window.seen), ["frank@solo.example", "olivia@northwind.example"]);
      }
      await change(other, "sign out");
      for (const tab of [page, other]) {
        await tab.locator("#me .error").getByText("signed_out").waitFor();
        assert.equal(await tab.locator("#me .email").textContent(), "");
      }
      await other.locator("#status").getByText("signed_out").waitFor();
      await leave();
    });

    test("what_is_shown_before_anybody_knows_who_is_signed_in_is_forgotten_too", async () => {
      const { page, says, leave } = await open("", "owner", "free");
      await says("#status", "signed_in");
      let answer;
      const held = new Promise((done) => (answer = done));
      await page.route("**/auth/session", (route) => held.then(() => route.continue().catch(() => {})), { times: 1 });
      await page.goto(`${world.origin}/?again#me`);
      await says("#me .email", "frank@solo.example");
      await says("#status", "loading");
      await change(page, "switch");
      await says("#me .email", "olivia@northwind.example");
      answer();
      await leave();
    });

    test("who_asks_again_knows_when_a_later_question_is_answered", async () => {
      const { page, says, leave } = await open("", "owner");
      await says("#status", "signed_in");
      let asked = 0;
      let answer;
      let arrived;
      const held = new Promise((done) => (answer = done));
      const second = new Promise((done) => (arrived = done));
      await page.route("**/auth/session", async (route) => {
        if (++asked === 1) return route.continue();
        arrived();
        await held;
        return route.fulfill({ json: { signed_in: false } });
      });
      const over = (request) => request.url().endsWith("/auth/session");
      const first = Promise.race([page.waitForEvent("requestfinished", over), page.waitForEvent("requestfailed", over)]);
      await page.evaluate(() => {
        const asking = refresh();
        new BroadcastChannel("canvass.session").postMessage({});
        window.told = asking.then(() => new Promise((done) => setTimeout(done))).then(() => (window.knows = document.querySelector("#status").textContent));
      });
      await Promise.all([first, second]);
      const behind = () => fetch("/healthz").then((response) => response.text()).then(() => window.knows);
      assert.equal(await page.evaluate(behind), undefined, "the first answer is old");
      answer();
      assert.deepEqual([await page.evaluate(() => window.told), asked], ["signed_out", 2]);
      await leave();
    });

    test("a_session_that_ended_elsewhere_is_noticed_by_the_next_refusal", async () => {
      const { page, says, leave } = await open("#me", "eu");
      await says("#status", "signed_in");
      await page.context().clearCookies();
      await page.click("#me button");
      await says("#status", "signed_out");
      await leave();
    });

    test("a_sign_in_is_completed_once_although_its_effect_runs_twice", async () => {
      const { page, problems, calls, says, leave } = await open("");
      await says("#status", "signed_out");
      await page.click("#sign-in");
      const { email, password } = world.people.find(({ key }) => key === "owner");
      await page.fill("input[name=email]", email);
      await page.fill("input[name=password]", password);
      await page.locator("form button").first().click();
      await page.click("button[name=decision][value=allow]");
      await says("#me .email", email);
      await says("#status", "signed_in");
      assert.equal(await page.evaluate(() => sessionStorage.asked), "2");
      assert.equal(calls("/auth/token"), 1);
      assert.deepEqual(problems, []);
      await leave();
    });
  });
}
