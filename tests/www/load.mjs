// Loads a module of the results screens in Node.js: bundled, with what a browser would have for its language.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../www/src/results", import.meta.url));

globalThis.document ??= { documentElement: {}, visibilityState: "visible", addEventListener() {} };
if (globalThis.navigator === undefined) Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"], onLine: true } });
else if (navigator.languages === undefined) Object.defineProperty(navigator, "languages", { value: ["en"] });

/**
 * The SDK is not part of what is tested here: the console needs only its dates, and a client that does nothing, or
 * `sdkClient`. `reportQuota` is what the client would call.
 */
export const sdk = {
  name: "sdk",
  setup(builder) {
    builder.onResolve({ filter: /^\/sdk\// }, ({ path }) => ({ path, namespace: "sdk" }));
    builder.onLoad({ filter: /.*/, namespace: "sdk" }, () => ({ resolveDir: root, contents: "export { toInstant } from '../../../pkg/src/dates.ts'; export const createCanvass = ({ onQuota }) => ((globalThis.reportQuota = onQuota), { session: async () => ({ signed_in: true }), ...globalThis.sdkClient }); export const openResults = null; export const eraseResults = () => globalThis.eraseResults();" }));
  },
};

/** The exports of a module by its path below www/src/results. */
export async function load(path) {
  const { outputFiles } = await build({
    entryPoints: [join(root, path)], bundle: true, write: false, format: "esm", platform: "node", jsx: "automatic", jsxImportSource: "preact", plugins: [sdk], logLevel: "error",
  });
  const folder = mkdtempSync(join(tmpdir(), "canvass-www-"));
  const file = join(folder, "module.mjs");
  writeFileSync(file, outputFiles[0].text);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
