// The hook for the quota sends no request: it shows what the last response reported.

import { useSyncExternalStore } from "react";
import type { Client } from "../client.js";
import { type Quota, quotaWatchers } from "../quota.js";
import { useProvided } from "./provider.js";

const subscribe = (listener: () => void) => {
  quotaWatchers.add(listener);
  return () => void quotaWatchers.delete(listener);
};

/**
 * The quota of the last response, in this tab or another; undefined before the first, and on a server:
 * `useQuota(canvass)`.
 */
export function useQuota(canvass?: Client): Quota | undefined {
  const { canvass: client } = useProvided(canvass, "useQuota");
  return useSyncExternalStore(subscribe, () => client.quota, () => undefined);
}
