import { misconfigured } from "../errors.js";
import type { SharedResource } from "./shared_resource.js";

type Resource = Pick<SharedResource<unknown>, "state" | "wasShown">;

/** The resources that suspended components have asked for, by hook and operation. */
const requested = new Map<string, readonly Resource[]>();

/** If more than this many were loaded and never shown, each response has been followed by other arguments. */
const MAX_UNSHOWN = 10;

/** How long the error is repeated, in milliseconds: React renders twice before it gives up. */
const REPEATED = 1000;

/** Counts a resource that a component is suspended for. Fails if the component has asked for another one after each response. */
export function countSuspended(name: string, resource: SharedResource<unknown>): void {
  if (resource.isStarted) return;
  const unshown = (requested.get(name) ?? []).filter(({ wasShown }) => !wasShown);
  if (unshown.filter(({ state }) => !state.loading).length <= MAX_UNSHOWN) {
    requested.set(name, [...unshown, resource]);
    return;
  }
  resource.discard();
  setTimeout(() => requested.delete(name), REPEATED);
  throw misconfigured(`The arguments of ${name} differ on each render, so the component is never shown. Make them outside of the component.`);
}
