// Requests of iterations are spread over the known quota; a wait beyond `maxWait` or the deadline fails before it
// begins.

import type { InternalCallOptions } from "./call.js";
import type { ClientState } from "../client_state.js";
import { failure } from "../errors.js";
import { debugLog } from "../events.js";
import { sleep } from "./exchange.js";
import type { CanvassOptions } from "../options.js";
import type { Quota } from "../quota.js";
import type { Requests } from "./requests.js";

/** Spreads requests over the quota, as far as it is known. */
export interface Pacer {
  /** Milliseconds until the last of so many requests can be sent. */
  readonly estimate: (requests: number, options?: InternalCallOptions) => Promise<number>;
  /**
   * Waits until the next of so many requests can be sent; `onPause` gets the milliseconds before the wait, and they are
   * returned after it. Fails with `rate_limited` where the wait would be longer than `maxWait` or the deadline.
   */
  readonly wait: (requests: number, options: InternalCallOptions, onPause: (milliseconds: number) => void) => Promise<number>;
}

export function createPacer(defaults: CanvassOptions, state: ClientState, { withEngine, inFlight, maxWaitOf, endOf }: Requests): Pacer {
  const debug = debugLog(defaults);
  /**
   * The two windows for the engine: limit, remaining, milliseconds. The engine takes whole numbers, so `Infinity`
   * arrives as 0: no limit.
   */
  const windows = ({ minute, day }: Quota) => {
    // A clock that is put back makes no wait longer than the response said.
    const numbers = ({ limit, remaining, reset, resets_at }: Quota["minute"]) =>
      [limit, Math.max(0, remaining - inFlight.size), Math.max(0, Math.min(reset * 1000, resets_at.getTime() - Date.now()))] as const;
    return [...numbers(minute), ...numbers(day)] as const;
  };
  return {
    estimate: async (requests, options = {}) =>
      state.quota === undefined ? 0 : withEngine(options, async (engine) => (await engine).finish(...windows(state.quota!), requests)),
    async wait(requests, options, onPause) {
      if (state.quota === undefined) return 0;
      const { signal, background = false } = options;
      const maxWait = Math.min(maxWaitOf(options), endOf(options) - Date.now());
      // A gateway sees all clients and lets users go first. Without one, the engine leaves them a tenth of the quota.
      const reserve = background && defaults.token !== undefined;
      const wait = await withEngine(options, async (engine) => (await engine).pause(...windows(state.quota!), reserve, requests, maxWait));
      if (wait > maxWait) {
        const seconds = Math.ceil(wait / 1000);
        const message = `The app's quota is used up. Retry in ${seconds} seconds, or allow a longer \`maxWait\` or \`deadline\`.`;
        throw failure({ kind: "rate_limited", message, retryable: true, remedy: { action: "wait", seconds }, wait: seconds });
      }
      if (wait > 0) {
        debug?.(`pause of ${wait} ms for the quota`);
        onPause(wait);
        await sleep(wait, signal);
      }
      return wait;
    },
  };
}
