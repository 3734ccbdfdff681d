// A failed load is never final: the next call tries again, also in browsers that cache failed imports.

import { CanvassError, failure, unavailable } from "../errors.js";
import { type Glue, type Part, type Source, EMPTY_MODULE, canCompile } from "./part.js";

/**
 * Makes an import that can be retried; the module exports `name`. Some browsers cache a failed import for the lifetime
 * of the page, so a retry imports the URL from the browser's error message with another query. If that module lacks
 * `name`, because a bundler has renamed its exports, it is not used.
 */
export function retried<M extends object>(load: () => Promise<M>, name: keyof M & string): () => Promise<M> {
  let url: string | undefined;
  let failures = 0;
  return async () => {
    try {
      return await load();
    } catch (cause) {
      if (url !== undefined) {
        try {
          const module = (await import(/* webpackIgnore: true *//* turbopackIgnore: true *//* @vite-ignore */ `${url}retry=${failures}`)) as M;
          if (name in module) return module;
        } catch {
          failures += 1;
        }
      } else if (cause instanceof TypeError) {
        const [failed] = /https?:\S+/.exec(cause.message) ?? [];
        url = failed && failed + (failed.includes("?") ? "&" : "?");
      }
      return notLoaded(cause);
    }
  };
}

/** Loads a part once for the whole page. A failure is not cached, so the next call tries again. */
export function once<S extends Source, G extends Glue>(loadGlue: (source: S) => Promise<G>): (source: S) => Promise<G> {
  let loading: Promise<G> | undefined;
  return (source) => {
    loading ??= start(() => loadGlue(source), source).catch((cause: unknown) => {
      loading = undefined;
      return notLoaded(cause);
    });
    return loading;
  };
}

/** Throws the SDK's own errors as they are, and everything else as a part that could not be loaded. */
export function notLoaded(cause?: unknown, kind: "network" | "timeout" = "network"): never {
  if (cause instanceof CanvassError) throw cause;
  if (cause instanceof TypeError && cause.message.includes("ServiceWorkerGlobalScope")) throw unavailable("A service worker cannot load parts of the SDK. Import `@canvass/sdk/eager` for calls; export, summarise and open results in a page.", cause);
  const message = "A part of the SDK could not be loaded. Check the connection and retry, or reload the page.";
  throw failure({ kind, message, retryable: true, remedy: { action: "retry" }, cause });
}

const loadFallback = retried(() => import("./start_fallback.js"), "startFallback");

async function start<G extends Glue>(loadGlue: () => Promise<G>, { part, fallback }: Source): Promise<G> {
  let loaded: [G, Part] | undefined;
  try {
    // Known before anything is requested, so that a platform loads one form of a part only.
    loaded = await Promise.all(fallback && !canCompile() ? [fallback() as Promise<G>, EMPTY_MODULE] : [loadGlue(), part()]);
    const [glue, module_or_path] = loaded;
    await glue.default({ module_or_path });
    return glue;
  } catch (cause) {
    return (await loadFallback()).startFallback(fallback, cause, loaded);
  }
}
