// The worker of results: runs the engine's methods as the page calls them. It is one file, because bundlers make
// workers that cannot load further modules.

import { isCanvassError } from "../errors.js";
import { Guarded } from "../parts/guarded.js";
import { inflated } from "../parts/part.js";
import * as glue from "../parts/results_glue.js";
import text from "../parts/results.inline.js";
import { BUILD } from "./build.js";
import { ResultsEngine } from "./engine.js";
import type { Called, Returned, Started } from "./host.js";
import { openPrivateFolder } from "./opfs.js";

const scope = globalThis as unknown as {
  postMessage(message: Returned | Started, buffers?: readonly ArrayBuffer[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<Called>) => void): void;
};

const engine = new ResultsEngine(glue, new Guarded(glue), async (place, create) => ("path" in place ? openPrivateFolder(place.path, create) : undefined));

scope.addEventListener("message", async ({ data: { id, method, args } }) => {
  try {
    const value = await (engine[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
    scope.postMessage({ id, value }, value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []);
  } catch (thrown) {
    scope.postMessage({ id, ...failureOf(thrown) });
  }
});

function failureOf(thrown: unknown) {
  if (typeof thrown === "string") return { failure: thrown };
  if (isCanvassError(thrown)) return { crash: String(thrown.cause ?? thrown.message) };
  return { error: thrown };
}

// A policy may forbid WebAssembly here; the page then tries it in its own thread, which says what is missing.
inflated({ default: text })
  .then((part) => glue.default({ module_or_path: part }))
  .then(
    () => scope.postMessage({ started: BUILD }),
    () => scope.postMessage({ started: false }),
  );
