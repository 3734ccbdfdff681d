// `npm run bench -- weights`: the compressed sizes of the SDKs of other services and of ours, for the table in
// docs/SDK.md.

import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, say, target } from "../run.mjs";
import { installPackages } from "../setup.mjs";
import { gzipped, importSize } from "../size.mjs";

/** The main client of each package, as its own guide imports it. */
const CLIENTS = [
  ["@stripe/stripe-js", "loadStripe", "a loader: the script comes from js.stripe.com"],
  ["@octokit/core", "Octokit", "requests without plugins"],
  ["octokit", "Octokit", "with operations, paging, retries, webhooks"],
  ["@supabase/supabase-js", "createClient", ""],
  ["@auth0/auth0-spa-js", "Auth0Client", ""],
  ["@clerk/clerk-js", "Clerk", "the npm module, in one file"],
];

/** What Clerk's React package loads from a server instead of the npm module: the first file alone. */
const CLERK_SCRIPT = join("@clerk", "clerk-js", "dist", "clerk.browser.js");

function row(title, bytes, note) {
  say(`  ${title.padEnd(36)}${bytes.toLocaleString("en").padStart(10)}  ${note}`.trimEnd());
}

/** Prints a row for each client: minified by esbuild, gzip. */
export async function weights() {
  const folder = join(target, "weights");
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(root, "scripts", "weights", file), join(folder, file));
  installPackages(folder, "the SDKs of other services");
  const read = (...path) => readFileSync(join(folder, "node_modules", ...path));
  const named = (name) => `${name} ${JSON.parse(read(name, "package.json")).version}`;
  say("\nThe main client of each SDK, all that a page loads: minified by esbuild, gzip, bytes");
  row("@canvass/sdk, up to the first call", await importSize(), "");
  for (const [name, client, note] of CLIENTS) {
    row(named(name), await bundled(folder, `export { ${client} } from ${JSON.stringify(name)};`), note);
  }
  row("  its script for pages", gzipped(read(CLERK_SCRIPT)), "loaded from Clerk's servers by default; the components are another");
}

async function bundled(folder, contents) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
    logLevel: "silent",
  });
  return gzipped(outputFiles[0].contents);
}
