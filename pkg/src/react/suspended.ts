// A component that suspends for other arguments after each response gets an error instead of endless requests.

import { misconfigured } from "../errors.js";
import { afterRender } from "./after_render.js";
import type { SharedResource } from "./shared_resource.js";

type Resource = Pick<SharedResource<unknown>, "state" | "wasShown">;

/** What suspended components have asked for. */
interface Asked {
  /** The resources that no component has shown, in the order in which they were asked for. */
  readonly unshown: readonly Resource[];
  /** How many of them had a response when the last one was asked for. */
  readonly settled: number;
}

/** By hook and operation. */
const asked = new Map<string, Asked>();

/** If more than this many had a response and were never shown, each response has been followed by other arguments. */
const MAX_UNSHOWN = 10;

/** How long the error is repeated at least, in milliseconds: React renders twice before it gives up. */
const REPEATED = 1000;

/**
 * Counts a resource that a component is suspended for. Fails if the component has asked for another one after each
 * response.
 */
export function countSuspended(name: string, resource: SharedResource<unknown>): void {
  const { unshown, settled } = asked.get(name) ?? { unshown: [], settled: 0 };
  if (resource.isStarted) {
    // The last arguments are used again after a response, so they do not differ on each render: a person has chosen
    // others, or tries again what has failed. Before a response this says nothing, as two renders can have the same
    // `new Date()`.
    if (resource === unshown.at(-1) && settledOf(unshown) > settled) asked.delete(name);
    return;
  }
  const left = unshown.filter(({ wasShown }) => !wasShown);
  const count = settledOf(left);
  if (count <= MAX_UNSHOWN) {
    asked.set(name, { unshown: [...left, resource], settled: count });
    return;
  }
  resource.discard();
  setTimeout(() => afterRender(() => asked.delete(name)), REPEATED);
  throw misconfigured(`The arguments of ${name} differ on each render, so the component is never shown. Make them outside of the component.`);
}

const settledOf = (resources: readonly Resource[]) => resources.filter(({ state }) => !state.loading).length;
