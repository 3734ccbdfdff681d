// The recipes of docs/SDK.md for dev servers, as they stand there: in each, a person signs in by page and by popup with
// two accounts, lists, exports and signs out, in Chromium and Firefox.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { startWorker } from "../../scripts/worker.mjs";
import { visitApp } from "../e2e/app_flow.mjs";
import { browse } from "../e2e/harness.mjs";
import { freeRange } from "../edge/free_ports.mjs";
import { place, serving, started } from "./programs.mjs";

const data = mkdtempSync(join(tmpdir(), "canvass-dev-"));
const browsers = [browse("chromium"), browse("firefox")];
const port = await freeRange();
const origin = `http://localhost:${port}`;
let worker;
let world;

before(async () => {
  worker = await startWorker({ dataDir: data, origin });
  world = await (await fetch(`${worker.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
});
after(async () => {
  await worker?.kill();
  rmSync(data, { recursive: true, force: true });
});

/** The files of the guide: blocks whose first line names a file. */
const recipes = new Map(
  [...readFileSync(join(root, "docs", "SDK.md"), "utf8").matchAll(/^```(?:javascript|html) (\S+)\n(.*?)^```$/gms)].map(([, file, code]) => [file, code]),
);

/** How a page of the guide calls the gateway directly; by proxy it passes no option. */
const DIRECT = 'createCanvass({ gateway: "http://localhost:8787" })';

/**
 * Makes an app in a folder of its own, with these files of the guide. `direct` is whether its pages call the gateway
 * itself.
 */
function app(name, direct, files, folder = join(place, name)) {
  cpSync(join(root, "tests", "consumers", "dev"), folder, { recursive: true });
  const write = (file, text) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const file of ["src/canvass.js", ...files]) {
    const code = recipes.get(file);
    if (code === undefined) throw new Error(`docs/SDK.md has no file ${file}.`);
    const chosen = direct ? code : code.replace(DIRECT, "createCanvass()");
    if (file === "src/canvass.js" && (chosen === code) !== direct) throw new Error("docs/SDK.md does not name the gateway.");
    write(file, chosen.replaceAll("http://localhost:8787", worker.origin));
  }
  write("package.json", JSON.stringify({ name, private: true, ...(name !== "next-dev" && { type: "module" }) }));
  return { folder, write };
}

const person = (key) => world.people.find((each) => each.key === key);

async function works(stop) {
  try {
    for (const stage of browsers) await visitApp(stage, `${origin}/`, person("owner"), person("eu"));
  } finally {
    await stop();
  }
}

const html = (script) => `<!doctype html><meta charset="utf-8"><title>An app</title><link rel="icon" href="data:,"><body><script type="module" src="${script}"></script></body>\n`;
const CALLBACK = ["callback/index.html", "src/callback.js"];

for (const direct of [false, true]) {
  test(`Vite's dev server, ${direct ? "whose pages call the gateway directly" : "as a proxy"}`, async () => {
    const { folder, write } = app(`vite-${direct}`, direct, [...CALLBACK, ...(direct ? [] : ["vite.config.js"])]);
    write("index.html", html("/src/page.js"));
    const vite = join(place, "node_modules", "vite", "bin", "vite.js");
    await works(await started(folder, process.execPath, [vite, "--port", port, "--strictPort", "--host", "127.0.0.1"], port));
  });
}

test("webpack's dev server as a proxy", async () => {
  const { folder, write } = app("webpack-dev", false, ["src/callback.js", "webpack.config.cjs"]);
  write("public/index.html", html("/page.js"));
  write("public/callback/index.html", recipes.get("callback/index.html").replace("/src/callback.js", "/callback.js"));
  await works(await started(folder, "webpack", ["serve", "--mode", "development", "--port", port], port));
});

test("Next's dev server as a proxy, with a callback page in React", async () => {
  const { folder, write } = app("next-dev", false, ["next.config.mjs", "app/callback/page.jsx"]);
  write("app/layout.jsx", `export default ({ children }) => <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;\n`);
  write("app/page.jsx", `"use client";\nimport { useEffect } from "react";\nexport default function Page() {\n  useEffect(() => void import("../src/page.js"), []);\n  return null;\n}\n`);
  await works(await started(folder, "next", ["dev", "-p", port, "-H", "localhost"], port));
});

test("plain files, whose pages call the gateway directly", async () => {
  const { folder, write } = app("plain", true, CALLBACK);
  cpSync(join(place, "node_modules", "@canvass", "sdk", "dist"), join(folder, "sdk"), { recursive: true });
  const importMap = `<script type="importmap">{ "imports": { "@canvass/sdk": "/sdk/index.js" } }</script>`;
  write("index.html", html("/src/page.js").replace("<body>", `${importMap}<body>`));
  write("callback/index.html", recipes.get("callback/index.html").replace("<title>", `${importMap}<title>`));
  await works(await serving(folder, port));
});
