// Exports and summaries share one engine, and its failures get the facts of the response that caused them.

import type { ExchangeResult, ReportedFailure } from "./exchange.js";
import type { Guarded } from "./guarded.js";
import { once, retried } from "./load.js";

/** Loaded like this by the sign-in too, so that the two chunks share none. */
export const loadGuarded = retried(() => import("./guarded.js"), "Guarded");

/** Loads the engine of exports and summaries. Both import it from here, so that it is loaded once. */
export const exportGlue = once(retried(() => import("./export_glue.js"), "default"));

/** Runs code of the engine. It throws failures as JSON; `result` adds the facts of the response that caused one. */
export function runEngine<T>(engine: Guarded, fail: (facts: ReportedFailure) => unknown, work: () => T, result?: ExchangeResult): T {
  try {
    return engine.run(work);
  } catch (facts) {
    throw typeof facts === "string" ? fail({ ...(JSON.parse(facts) as ReportedFailure), ...result }) : facts;
  }
}
