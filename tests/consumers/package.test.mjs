// The packages themselves, as they are packed: their files, the SDK's binaries and maps, and what linters of packages
// say.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { test } from "node:test";
import { filesBelow, root } from "../../scripts/run.mjs";
import { place, tool } from "./programs.mjs";

const installed = join(place, "node_modules", "@canvass", "sdk");
const local = join(place, "node_modules", "@canvass", "local");
const namesBelow = (folder) => filesBelow([folder]).map((file) => relative(folder, file));
const files = namesBelow(installed);
const text = (file) => readFileSync(join(installed, file), "utf8");
const known = (name) => join(root, "tests", "consumers", name);

/**
 * Whether a file is meant by a line of the list: `#` is a character of a hash, `*` stands for names, `**` for paths.
 */
function isMeant(line, file) {
  const pattern = line.replace(/[.+]/g, "\\$&").replace(/#/g, "[A-Z0-9]").replace(/\*+/g, (stars) => (stars === "**" ? ".+" : "[^/]+"));
  return new RegExp(`^${pattern}$`).test(file);
}

test("the packages have the files of the list, and no others", () => {
  const all = [...files, ...namesBelow(local).map((file) => `@canvass/local/${file}`)];
  const lines = readFileSync(known("files.txt"), "utf8").trim().split("\n");
  assert.deepEqual(all.filter((file) => !lines.some((line) => isMeant(line, file))), [], "not on the list");
  assert.deepEqual(lines.filter((line) => !all.some((file) => isMeant(line, file))), [], "not in the package");
});

test("the SDK's binaries import and export what is on the list, and nothing else", async () => {
  const binaries = {};
  for (const file of files.filter((file) => /^dist\/.*\.wasm$/.test(file))) {
    const module = await WebAssembly.compile(readFileSync(join(installed, file)));
    // What is imported of the page is numbered anew by every version of the glue.
    const imports = WebAssembly.Module.imports(module).map(({ module, name }) => `${module} ${name.replace(/_[0-9a-f]{16}$/, "")}`);
    const exports = WebAssembly.Module.exports(module).map(({ kind, name }) => `${kind} ${name}`);
    binaries[file] = { imports: imports.sort(), exports: exports.sort() };
  }
  const list = known("binaries.json");
  if (process.env.UPDATE === "1") writeFileSync(list, `${JSON.stringify(binaries, null, 2)}\n`);
  assert.deepEqual(binaries, JSON.parse(readFileSync(list, "utf8")), "UPDATE=1 npm run consumers writes the list anew");
});

test("every map holds its sources, and no file names a folder of the machine that built it", () => {
  const maps = files.filter((file) => file.endsWith(".map"));
  assert.ok(maps.length > 0);
  for (const file of maps) {
    const { sources, sourcesContent } = JSON.parse(text(file));
    assert.ok(sources.length > 0 && sources.every((source, index) => source.startsWith("../") && sourcesContent[index]), file);
    assert.ok(text(file.slice(0, -".map".length)).includes(`//# sourceMappingURL=${file.split("/").pop()}`), file);
  }
  for (const file of filesBelow([installed, local])) {
    const content = readFileSync(file, "latin1");
    assert.deepEqual([root, homedir()].filter((folder) => content.includes(`${folder}/`)), [], file);
  }
});

test("the modules of the package are readable: each source is one, and a stack names the functions", async () => {
  // Base64 and code that a tool has translated have no readable form.
  const modules = files.filter((file) => /^dist\/(?!browser\/).*\.js$/.test(file) && !/(\.inline|_fallback)\.js$/.test(file));
  assert.ok(modules.length > 40);
  for (const file of modules) {
    const longest = Math.max(...text(file).split("\n").map((line) => line.length));
    assert.ok(longest < 500, `${file} has a line of ${longest} characters`);
  }
  const failing = `
    const { createCanvass } = await import("@canvass/sdk");
    const fetch = () => Promise.resolve(new Response("[]", { headers: { "content-type": "application/json" } }));
    await createCanvass({ gateway: "https://gateway.example", fetch }).surveys.get({ survey_id: "a b" }).catch(({ stack }) => process.stdout.write(stack));`;
  const stack = await tool(place, process.execPath, ["--input-type=module", "-e", failing]);
  assert.match(stack, /at (async )?exchange \(.*dist\/calls\/exchange\.js:\d+:\d+\)/);
});

test("the entries that the package names are there, and importing and setting up loads nothing", async () => {
  const { exports, main, types } = JSON.parse(text("package.json"));
  const named = [main, types, ...Object.values(exports).flatMap((entry) => Object.values(typeof entry === "string" ? [entry] : entry))];
  assert.deepEqual(named.filter((file) => !files.includes(file.replace("./", ""))), []);
  const calls = `
    const known = Object.keys(globalThis).length;
    globalThis.fetch = WebAssembly.instantiate = () => process.stdout.write("called");
    await import("@canvass/sdk").then(({ createCanvass }) => createCanvass());
    await import("@canvass/sdk/slim");
    process.stdout.write(String(Object.keys(globalThis).length - known));`;
  assert.equal(await tool(place, process.execPath, ["--input-type=module", "-e", calls]), "0");
});

test("the worker entry knows every path of the gateway that is documented, and of the pages the callback alone", async () => {
  // The module itself needs a Workers platform; the function is next to its import of the gateway.
  const source = readFileSync(join(root, "pkg", "src", "worker.js"), "utf8").replace(/^export \{.*$/m, "");
  const { isGatewayPath } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const [, table] = /\n## Routes\n(.*?)\n## /s.exec(readFileSync(join(root, "docs", "DEPLOYMENT.md"), "utf8"));
  const rows = [...table.matchAll(/^\| `(?:[A-Z]+ )?(\/[^`…]*)(…?)` \| (.*) \|$/gm)];
  assert.ok(rows.length > 10);
  // A row about the embedded service alone is not of this build.
  const paths = rows.filter(([, , , text]) => !/^embedded service: [^.]*$/.test(text)).map(([, path, more]) => path + (more && "surveys"));
  // A page that the console links to: an app has its own.
  assert.deepEqual([...paths, "/callback/"].filter((path) => !isGatewayPath(path)), ["/sign-up/"]);
  const others = ["/", "/index.html", "/apiary", "/authors/", "/v30", "/assets/page.js", "/sdk/index.js", "/callbacks/", "/apps/"];
  assert.deepEqual(others.filter(isGatewayPath), []);
});

test("linters of packages find nothing: it is for `import`, and `require` where that takes modules", async () => {
  for (const name of readdirSync(place).filter((name) => name.endsWith(".tgz"))) {
    assert.match(await tool(place, "publint", ["run", join(place, name), "--strict"]), /All good/, name);
    await tool(place, "attw", [join(place, name), "--profile", "esm-only"]);
  }
});
