import { CanvassError, failure } from "./errors.js";
import type { Glue, Part, Source } from "./part.js";

/**
 * Gets a module of the SDK, which exports `name`. A failure is no end: the next call asks again. Some browsers remember for
 * as long as the page is there that a module did not arrive; it is asked for under another address then, of those that the
 * browser's error names. What comes is another module where a bundler renamed its exports: it is not taken then.
 */
export function retried<M extends object>(load: () => Promise<M>, name: keyof M & string): () => Promise<M> {
  let address: string | undefined;
  let failures = 0;
  return async () => {
    try {
      return await load();
    } catch (cause) {
      if (address !== undefined) {
        try {
          const made = (await import(`${address}retry=${failures}`)) as M;
          if (name in made) return made;
        } catch {
          failures += 1;
        }
      } else if (cause instanceof TypeError) {
        const [named] = /https?:\S+/.exec(cause.message) ?? [];
        address = named && named + (named.includes("?") ? "&" : "?");
      }
      return notLoaded(cause);
    }
  };
}

/** Loads a part once for the whole page. A failure is forgotten, so that the next call tries again. */
export function once<G extends Glue>(glue: () => Promise<G>): (source: Source) => Promise<G> {
  let loading: Promise<G> | undefined;
  return (source) => {
    loading ??= start(glue, source).catch((cause: unknown) => {
      loading = undefined;
      return notLoaded(cause);
    });
    return loading;
  };
}

/** Fails as a part does that did not arrive, unless it is known why. */
export function notLoaded(cause: unknown): never {
  if (cause instanceof CanvassError) throw cause;
  throw failure({ kind: "network", message: "A part of the SDK did not load.", retryable: true, remedy: { action: "retry" }, cause });
}

const refused = retried(() => import("./refused.js"), "instead");

async function start<G extends Glue>(glue: () => Promise<G>, { part, twin }: Source): Promise<G> {
  let arrived: [G, Part] | undefined;
  try {
    arrived = await Promise.all([glue(), part()]);
    const [made, module_or_path] = arrived;
    await made.default({ module_or_path });
    return made;
  } catch (cause) {
    return (await refused()).instead(twin as (() => Promise<G>) | undefined, cause, arrived);
  }
}
