// An app with the hooks for React, under StrictMode: rendered in Node, brought to life in Chromium, once for each
// version of React that the SDK works with.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe } from "node:test";
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
  for (const file of readdirSync(SOURCES).filter((name) => name.endsWith(".jsx"))) cpSync(join(SOURCES, file), join(folder, file));
  const links = { react: react.react, "react-dom": react.dom };
  for (const name of ["scheduler", "js-tokens", "loose-envify", "@tanstack"]) links[name] = name;
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

const VERSIONS = [
  { version: 19, react: "react", dom: "react-dom" },
  { version: 18, react: "react-18", dom: "react-dom-18" },
];

/** Defines the same tests for each version of React; `define` gets the app, as soon as the tests run. */
export function withReact(define) {
  for (const react of VERSIONS) {
    describe(`React ${react.version}`, () => {
      const folder = mkdtempSync(join(tmpdir(), "canvass-react-"));
      const browser = browse();
      const app = { open, version: react.version };
      before(async () => {
        Object.assign(app, await project(folder, react));
        app.world = await startCanvass({ site: app.site });
      });
      after(async () => {
        await app.world?.stop();
        rmSync(folder, { recursive: true, force: true });
      });
      define(app);

      /** A page of the app, where `who` is signed in; `problems` are what it logs. */
      async function open(hash, ...who) {
        const { world } = app;
        const visit = await browser.visit();
        // With the last route of a page, Playwright ends its interception, and a request that is sent at that moment
        // never gets a response. This route stays.
        await visit.page.route("**/intercepted", (route) => route.continue());
        let beside;
        for (const person of who) ({ header: beside } = await world.signIn(person, { page: visit.page, beside }));
        const sent = [];
        visit.page.on("request", (request) => sent.push(new URL(request.url()).pathname));
        await visit.page.goto(`${world.origin}/${hash}`);
        /** How often this page asked for something. */
        const calls = (path) => sent.filter((each) => each.endsWith(path)).length;
        /** Once this page has asked for something: what is shown as loading may not have been sent yet. */
        const asked = async (path) => calls(path) || (await visit.page.waitForEvent("request", () => calls(path) > 0));
        const says = (where, text) =>
          visit.page.locator(where).getByText(text, { exact: true }).waitFor().catch(async (error) => {
            throw new Error(`${error.message}\nThe page says: ${await visit.page.locator("#root").innerText()}\nIt has logged: ${visit.problems.join("\n")}`);
          });
        return { ...visit, calls, asked, says };
      }
    });
  }
}

/** Holds the next request for a path until it is let go. */
export async function hold(page, path) {
  let letGo;
  const held = new Promise((done) => (letGo = done));
  await page.route(path, (route) => held.then(() => route.continue().catch(() => {})), { times: 1 });
  return letGo;
}
