// Exports and summaries share one engine, and its failures get the facts of the response that caused them.

import type { ExchangeResult, ReportedFailure } from "../calls/exchange.js";
import type { Guarded } from "../parts/guarded.js";
import { once, retried } from "../parts/load.js";

/** Loaded like this by the sign-in too, so that the two chunks share none. */
export const loadGuarded = retried(() => import("../parts/guarded.js"), "Guarded");

/** Loads the engine of exports and summaries. Both import it from here, so that it is loaded once. */
export const exportGlue = once(retried(() => import("../parts/export_glue.js"), "default"));

/** Runs code of the engine. It throws failures as JSON; `result` adds the facts of the response that caused one. */
export function runEngine<T>(engine: Guarded, fail: (facts: ReportedFailure) => unknown, work: () => T, result?: ExchangeResult): T {
  try {
    return engine.run(work);
  } catch (facts) {
    throw typeof facts === "string" ? fail({ ...(JSON.parse(facts) as ReportedFailure), ...result }) : facts;
  }
}
