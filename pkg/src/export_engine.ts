import type { Given, ToldFailure } from "./exchange.js";
import type { Guarded } from "./guarded.js";
import { once, retried } from "./load.js";

/** The engine of exports and counts. All that is made of responses shares it: loaded by two at once, it would be two. */
export const exportGlue = once(retried(() => import("./export_glue.js"), "default"));

/** Does something with the engine. What it throws is a failure's facts; `answer` is what it was given. */
export function judged<T>(engine: Guarded, fail: (facts: ToldFailure) => unknown, work: () => T, answer?: Given): T {
  try {
    return engine.run(work);
  } catch (facts) {
    throw typeof facts === "string" ? fail({ ...(JSON.parse(facts) as ToldFailure), ...answer }) : facts;
  }
}
