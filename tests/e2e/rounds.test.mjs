// Rounds of the network from a page to its data. A proxy holds all requests, and lets them pass together when those of
// a round have arrived: requests of the same round wait for no response of each other.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as forward } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { root } from "../../scripts/run.mjs";
import { EVERY_KIND } from "../edge/demo_world.mjs";
import { eventually } from "../edge/eventually.mjs";
import { owner, signIn, stage } from "./harness.mjs";

const at = stage();
const SESSION = "/auth/session";
const LIST = "/api/v3/surveys";

/** Files of the app under test, by path; all but its page are cached forever, as an app with hashed names does it. */
const files = new Map();
let held = [];
let origin;

const server = createServer((request, response) => {
  const { pathname: path } = new URL(request.url, "http://host");
  held.push({ path, pass: () => (files.has(path) ? serve(path, response) : pass(request, response)) });
});

function serve(path, response) {
  const isPage = path.endsWith("/");
  const headers = { "content-type": isPage ? "text/html" : "text/javascript", "cache-control": isPage ? "no-cache" : "max-age=31536000, immutable" };
  response.writeHead(200, headers).end(files.get(path));
}

/** Passes a request to the gateway, as one of its own origin. */
function pass(request, response) {
  const { host } = new URL(at.origin);
  const sent = forward(at.origin + request.url, { method: request.method, headers: { ...request.headers, host } }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  request.pipe(sent);
}

/** The browser of the current test. */
let context;
before(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

/** A browser in which the owner is signed in. Cookies are the same on all ports. */
async function signedIn() {
  const { page } = await at.visit();
  await signIn(page, at.origin, owner(at.world));
  return page.context();
}

/** Opens a page in so many rounds: each names all of its requests. Returns what the page has shown in the end. */
async function opened(path, rounds) {
  context ??= await signedIn();
  const page = await context.newPage();
  held = [];
  const opening = page.goto(origin + path, { waitUntil: "commit" });
  try {
    for (const [index, paths] of rounds.entries()) {
      const arrived = () => held.map(({ path }) => path).toSorted();
      await eventually(() => held.length >= paths.length).catch(() => {});
      assert.deepEqual(arrived(), paths.toSorted(), `round ${index + 1}`);
      for (const { pass } of held.splice(0)) pass();
    }
    const shown = await page.waitForFunction(() => document.body?.dataset.shown);
    assert.deepEqual(held, []);
    return await shown.jsonValue();
  } finally {
    await page.close();
    await opening.catch(() => {});
  }
}

const html = (head) => `<!doctype html><meta charset="utf-8"><title>App</title><link rel="icon" href="data:,">${head}<body></body>`;
const script = (path) => `<script type="module" src="${path}"></script>`;
const SHOWN = `document.body.dataset.shown = [session.signed_in, list?.total > 0];`;
const BOTH = `const [session, list] = await Promise.all([canvass.session(), canvass.surveys.list({ per_page: 1 })]); ${SHOWN}`;

/** Names of the SDK's modules at the gateway. */
const preloads = async () => (await fetch(`${at.origin}/sdk/preload.json`)).json();

test("a page that preloads the list of modules has its data in three rounds, and in two when it comes back", async () => {
  const { entry, modules } = await preloads();
  const sdk = modules.map((name) => `/sdk/${name}`);
  const links = sdk.map((path) => `<link rel="modulepreload" href="${path}">`).join("");
  files.set("/preloading/", html(links + script("/preloading/page.js")));
  files.set("/preloading/page.js", `import { createCanvass } from "/sdk/${entry}"; const canvass = createCanvass(); ${BOTH}`);
  assert.equal(await opened("/preloading/", [["/preloading/"], [...sdk, "/preloading/page.js"], [SESSION, LIST]]), "true,true");
  assert.equal(await opened("/preloading/", [["/preloading/"], [SESSION, LIST]]), "true,true");
});

test("a page without preloads requests the session and the engine at once", async () => {
  const { modules } = await preloads();
  const isEngine = (path) => path.includes("/engine");
  const sdk = modules.map((name) => `/sdk/${name}`);
  files.set("/plain/", html(script("/plain/page.js")));
  files.set("/plain/page.js", `import { createCanvass } from "/sdk/index.js"; const canvass = createCanvass(); const session = await canvass.session(); let list; ${SHOWN}`);
  context = await signedIn();
  const rounds = [["/plain/"], ["/plain/page.js"], ["/sdk/index.js"], sdk.filter((path) => !isEngine(path)), [...sdk.filter(isEngine), SESSION]];
  assert.equal(await opened("/plain/", rounds), "true,false");
});

test("an app that is built with the eager entry has its data in three rounds, and in two when it comes back", async () => {
  const contents = `import { createCanvass } from ${JSON.stringify(join(root, "pkg", "dist", "eager.js"))}; const canvass = createCanvass(); ${BOTH}`;
  const outdir = join(root, "app");
  const options = { bundle: true, minify: true, splitting: true, format: "esm", write: false, metafile: true, absWorkingDir: root, outdir };
  const { outputFiles, metafile } = await build({ ...options, stdin: { contents, resolveDir: root } });
  for (const { path, text } of outputFiles) files.set(path.slice(root.length), text);
  // Bundlers that write the page, such as Vite, preload the chunks that the app imports statically.
  const chunks = metafile.outputs["app/stdin.js"].imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => `/${path}`);
  const links = chunks.map((path) => `<link rel="modulepreload" href="${path}">`).join("");
  files.set("/app/", html(links + script("/app/stdin.js")));
  assert.equal(await opened("/app/", [["/app/"], [...chunks, "/app/stdin.js"], [SESSION, LIST]]), "true,true");
  assert.equal(await opened("/app/", [["/app/"], [SESSION, LIST]]), "true,true");
});

test("the modules of the results' screen begin to load with the page, and with the page of results alone", async () => {
  context = await signedIn();
  const text = async (path) => (await fetch(at.origin + path)).text();
  const html = await text("/");
  const [, first] = /<script src="(\/assets\/preload-[^"]+)"/.exec(html);
  const named = html + (await text(first));
  const scriptsOf = async (address, selector) => {
    const page = await context.newPage();
    const loaded = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/assets\/.*\.js$/.test(pathname)) loaded.push(pathname);
    });
    await page.goto(`${at.origin}/${address}`);
    await page.waitForSelector(selector);
    await page.close();
    return loaded;
  };
  const surveys = await scriptsOf("#/surveys", ".rows a");
  const results = await scriptsOf(`#/surveys/${EVERY_KIND}/results`, ".results-body");
  assert.deepEqual(results.filter((path) => !named.includes(path)), [], "found by importing another module");
  assert.ok(results.length <= 10, `the console is split into too many chunks: ${results}`);
  assert.ok(surveys.length < results.length && surveys.every((path) => html.includes(path)), `${surveys}`);
});
