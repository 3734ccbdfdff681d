// The code of the documents and of the declarations' examples is TypeScript that compiles under every strict option:
// who copies it into an app needs no cast.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { bin, root } from "../../scripts/run.mjs";
import { installPackages } from "../../scripts/setup.mjs";

const REACT = join(root, "tests", "react");
installPackages(REACT, "React");

const folder = mkdtempSync(join(tmpdir(), "canvass-snippets-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** What the snippets use besides the SDK: names of the reader's own app, and of the platform that runs them. */
const AMBIENT = `import type { Canvass } from "@canvass/sdk";
declare global {
  const canvass: Canvass;
  const button: HTMLButtonElement;
  const later: (...values: readonly unknown[]) => void;
  const progress: (part: number) => void;
  const process: { readonly env: Readonly<Record<string, string>> };
  const token: string, access_url: string, client_id: string, client_secret: string, cookie: string;
  const request: Request;
  const page: import("@canvass/sdk/testing").BrowserPage;
  interface ExportedHandler<Env> {
    readonly fetch: (request: Request, env: Env, context: import("@canvass/sdk/worker").GatewayContext) => Response | Promise<Response>;
  }
}
`;

/** Modules of Node.js and React, as far as the snippets use them. */
const MODULES = `declare module "node:assert/strict" {
  const assert: { rejects(promise: PromiseLike<unknown>, expected: object): Promise<void>; equal(one: unknown, other: unknown): void };
  export default assert;
}
declare module "node:fs/promises" {
  export const mkdtemp: (prefix: string) => Promise<string>;
}
declare module "node:os" {
  export const tmpdir: () => string;
}
declare module "react" {
  export const useEffect: (effect: () => void, dependencies: readonly unknown[]) => void;
}
declare module "@tanstack/react-query";
declare module "react/jsx-runtime" {
  export namespace JSX {
    type Element = object;
    interface IntrinsicElements {
      readonly [name: string]: object;
    }
  }
  export const jsx: unknown, jsxs: unknown, Fragment: unknown;
}
`;

/** The options of a strict app, but JavaScript names no types of parameters: they are `any`. */
const COMPILER = {
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
  module: "esnext",
  moduleResolution: "bundler",
  moduleDetection: "force",
  jsx: "react-jsx",
  strict: true,
  noImplicitAny: false,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/** Compiles programs, each a module of its own; returns what the compiler complains of. */
function complaints(programs) {
  const { exports } = JSON.parse(readFileSync(join(root, "pkg", "package.json"), "utf8"));
  const declared = Object.entries(exports).filter(([, { types }]) => types);
  const paths = Object.fromEntries(declared.map(([path, { types }]) => [path.replace(".", "@canvass/sdk"), [join(root, "pkg", types)]]));
  paths["@tanstack/*"] = [join(REACT, "node_modules", "@tanstack", "*")];
  const files = { "ambient.d.ts": AMBIENT, "modules.d.ts": MODULES, ...programs };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...COMPILER, paths }, files: Object.keys(files) }));
  const { stdout, status } = spawnSync(bin("tsc"), ["-p", folder, "--pretty", "false"], { cwd: folder, encoding: "utf8" });
  return { stdout, status };
}

/** The snippets of a document as programs, named by their lines. */
function snippetsOf(path) {
  const text = readFileSync(join(root, path), "utf8");
  return Object.fromEntries(
    // Those of Next are built by tests/consumers.
    [...text.matchAll(/^```(js|jsx|ts|tsx)\b(?! next)[^\n]*\n(.*?)^```$/gms)].map(({ 1: language, 2: code, index }) => {
      const line = text.slice(0, index).split("\n").length + 1;
      const name = `${path.replace(/\W/g, "_")}_${line}.${language.endsWith("x") ? "tsx" : "ts"}`;
      return [name, `${"\n".repeat(line - 1)}${code}`];
    }),
  );
}

for (const [path, least] of [["docs/SDK.md", 15], ["docs/DEPLOYMENT.md", 1], ["README.md", 1], ["pkg/README.md", 3]]) {
  test(`the_snippets_of_${path.replace(/\W/g, "_")}_compile_as_strict_typescript`, { timeout: 60_000 }, () => {
    const snippets = snippetsOf(path);
    assert.ok(Object.keys(snippets).length >= least);
    const { stdout, status } = complaints(snippets);
    assert.equal(status, 0, stdout);
  });
}

test("the_guide_lists_every_option_of_a_client_and_every_condition_of_a_rule", () => {
  const source = (...path) => readFileSync(join(root, "pkg", "src", ...path), "utf8");
  const listed = (heading, before) => readFileSync(join(root, "docs", "SDK.md"), "utf8").split(`\n## ${heading}\n`)[1].split(before)[0];
  const [, patience, options] = /const PATIENCE = \{(.*?)\}.*?CLIENT_OPTIONS.*?= \{(.*?)\n\}/s.exec(source("check_options.ts"));
  const names = [...`${patience}${options}`.matchAll(/^  (\w+):/gm)].map(([, name]) => name);
  assert.ok(names.length > 15);
  const table = listed("Client options", "```");
  assert.deepEqual(names.filter((name) => !table.includes(`\`${name}\``)), []);
  const conditions = source("results", "rules.ts").split("export type Condition =")[1].split("export interface NumberRange")[0];
  const members = new Set([...conditions.matchAll(/readonly (\w+)\??:/g)].map(([, name]) => name));
  assert.ok(members.size > 20);
  const rules = listed("Results", "\n| Method of a view");
  assert.deepEqual([...members].filter((name) => !new RegExp(`[{,\`] ?${name}\\b`).test(rules)), []);
});

test("the_example_of_every_operation_and_flow_compiles", { timeout: 60_000 }, () => {
  const text = ["generated/operation_types.ts", "client.ts"].map((file) => readFileSync(join(root, "pkg", "src", file), "utf8")).join("\n");
  const examples = [...text.matchAll(/@example\n\s*\* ```js\n\s*\* (.*)\n\s*\* ```/g)].map(([, code]) => code);
  assert.ok(examples.length >= 145, `${examples.length} examples`);
  // Ids stand for what the reader has.
  const ids = new Set(examples.flatMap((code) => [...code.matchAll(/\b(\w+_id|language_code|action_type)\b(?!:)/g)].map(([, name]) => name)));
  const typeOf = (name) => (name === "action_type" ? 'import("@canvass/sdk").ActivityType' : "string");
  const declared = [...ids].map((name) => `declare const ${name}: ${typeOf(name)};`).join("\n");
  const { stdout, status } = complaints({ "examples.ts": `${declared}\n${examples.map((code) => `async () => { ${code} };`).join("\n")}` });
  assert.equal(status, 0, stdout);
});
