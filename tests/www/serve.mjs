// Serves the results screen with made answers, under the policy of the real pages: no service, no engine, no network.

import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { sdk } from "./load.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'";
const TYPES = { js: "text/javascript", css: "text/css", svg: "image/svg+xml", html: "text/html; charset=utf-8" };

const ENTRY = `
import { h, render } from "preact";
import { ResultsScreen } from "./www/src/results/components/ResultsScreen.tsx";
import { announcement } from "./www/src/frame/announcer.ts";
import { applyTheme } from "./www/src/frame/theme.ts";
import { languageReady } from "./www/src/messages/language.ts";
import { effect } from "@preact/signals";
import { DESIGN, fakeResults, lengthened, summaryOf } from "./tests/www/fake_results.mjs";

applyTheme();
const options = JSON.parse(new URLSearchParams(location.search).get("options") ?? "{}");
const results = fakeResults(options);
window.results = results;
const opening = options.opens === "later" ? new Promise((done) => (window.openNow = () => done(results))) : Promise.resolve(results);
const responses = { get: async ({ response_id }) => (options.opens === "broken" ? Promise.reject(new Error("no network")) : { analyze_url: location.origin + "/?service=" + response_id }) };
// The quota has room for few pages.
const collectors = { list: async function* ({ per_page }) { if (per_page === 1000) yield shown({ id: "77", name: "Newsletter" }); } };
const shown = options.long ? lengthened : (value) => value;
const { design = DESIGN, total = 1260 } = options;
// As the engine's stand-in: nothing passes a rule that names nobody.
const summarise = async ({ filters }) => {
  if (options.counts === "never") return new Promise(() => {});
  const summary = summaryOf(JSON.stringify(filters ?? {}).includes("nobody") ? 0 : total);
  return shown(design.pages.length > 0 ? summary : { ...summary, questions: [] });
};
const canvass = { surveys: { details: async () => shown(design), responses, collectors }, summarise };
const open = async (_, { keep }) => {
  await opening;
  if (window.results.state.closed) window.results = fakeResults(options);
  await window.results.keep(keep);
  return window.results;
};
await languageReady();
window.show = (account) => render(h("main", { id: "main" }, h(ResultsScreen, { key: account, canvass, survey_id: "301", account, mayKeep: true, open })), document.getElementById("app"));
window.show("a1");
const voice = document.getElementById("announcer");
effect(() => void (voice.textContent = announcement.value));
`;

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Results</title><link rel="stylesheet" href="/assets/pages.css"><link rel="stylesheet" href="/console.css"><script type="module" src="/page.js"></script></head><body class="console"><div id="app"></div><div class="visually-hidden" role="status" aria-live="polite" id="announcer"></div></body></html>`;

/** The files of the page by path. */
async function bundle() {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: root, sourcefile: "page.js" }, entryPoints: [{ in: join(root, "www/src/shared/main.tsx"), out: "shared" }],
    bundle: true, format: "esm", target: "es2022", splitting: true, outdir: "/out", write: false, jsx: "automatic", jsxImportSource: "preact", plugins: [sdk], logLevel: "error",
  });
  const files = new Map(outputFiles.map(({ path, text }) => [path.replace("/out/stdin.js", "/page.js").replace("/out", ""), text]));
  const { outputFiles: styles } = await build({ entryPoints: [join(root, "www/src/styles/console.css")], bundle: true, write: false, outdir: "/out" });
  files.set("/console.css", styles[0].text);
  files.set("/assets/pages.css", readFileSync(join(root, "www/assets/pages.css"), "utf8"));
  // The page of a link is the real one. What it fetches, a test answers.
  const shared = readFileSync(join(root, "www/shared/index.html"), "utf8");
  files.set("/shared/1", shared.replace("/assets/shared.js", "/shared.js").replace("/assets/console.css", "/console.css"));
  return files.set("/", PAGE);
}

/** The browser of the tests. */
export function launch() {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"];
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
}

/** Starts the server; gives its origin and `stop`. */
export async function serve(port = 0) {
  const files = await bundle();
  const server = createServer(({ url }, response) => {
    const path = new URL(url, "http://localhost").pathname;
    const text = files.get(path);
    if (text === undefined) return response.writeHead(404, { "Content-Type": "text/plain" }).end();
    response.writeHead(200, { "Content-Type": TYPES[path.split(".").pop()] ?? TYPES.html, "Content-Security-Policy": POLICY, "Cache-Control": "no-store" }).end(text);
  });
  await new Promise((ready) => server.listen(port, "127.0.0.1", ready));
  return { origin: `http://127.0.0.1:${server.address().port}`, stop: () => new Promise((done) => (server.closeAllConnections(), server.close(done))) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log((await serve(Number(process.argv[2] ?? 0))).origin);
