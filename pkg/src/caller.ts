import { type CallResult, type InternalCallOptions, PendingCall, type Progress, parseCheckpoint, withPause } from "./call.js";
import { CALL_OPTIONS, checkOptions } from "./check_options.js";
import type { ClientState } from "./client_state.js";
import { failure } from "./errors.js";
import type { Pacer } from "./pacer.js";
import type { Requests } from "./requests.js";
import type { List } from "./types.js";

/** Sends the request of a call; or `text`, a complete request, which counts as another operation. */
type Get = (input: string, operation?: number, text?: string) => Promise<CallResult<List<unknown>>>;

/** Makes the request of a call that does not follow the endpoint table. */
export type CustomRequest = (get: Get, input: string) => Promise<CallResult<unknown>>;

/** Starts calls: each first waits for the quota where it must, and can be iterated if the operation is a list. */
export type Caller = (operation: number, args: object | null | undefined, options?: InternalCallOptions, customRequest?: CustomRequest) => PendingCall<unknown>;

/** Pauses shorter than this are not reported, in milliseconds. */
const SHORTEST_PAUSE = 1000;

export function createCaller(hasToken: boolean, state: ClientState, requests: Requests, pacer: Pacer): Caller {
  return (operation, args, options = {}, customRequest) => {
    const { take: _, raw: __, ...given } = options;
    const { from, signal, onProgress } = given;
    let progress: Progress = { done: 0, total: 0, requests: 0, until: new Date() };
    const onPause = (milliseconds: number) => {
      if (milliseconds >= SHORTEST_PAUSE) onProgress?.(withPause(progress, milliseconds));
    };
    const start = parseCheckpoint(args, from);
    const context = {
      input: () => JSON.stringify(args ?? {}),
      signal,
      wait: (requests: number) => pacer.wait(requests, options, onPause),
      async progress(done: number, { total }: List<unknown>, requests: number) {
        if (onProgress === undefined) return;
        progress = { done, total, requests, until: new Date(Date.now() + (await pacer.estimate(requests))) };
        onProgress(progress);
      },
    };
    const perform = async (next: string | undefined) => {
      checkOptions(given, CALL_OPTIONS);
      if (start === undefined) {
        const message = "The option \"from\" must be a checkpoint of the same list.";
        throw failure({ kind: "invalid_argument", message, path: "from", retryable: false, remedy: { action: "correct" } });
      }
      // A gateway may have the response in its cache. Without one, a request that exceeds the day's quota is not sent.
      if (hasToken && state.quota?.day.remaining === 0) await context.wait(1);
      const get: Get = async (input, as = operation, text) => {
        const result = state.record(await requests.run(as, input, { ...options, onPause, text })) as CallResult<List<unknown>>;
        const { value } = result;
        // The API sometimes writes the numbers of a page as text.
        if (!customRequest && value?.data && value.links) Object.assign(value, { page: +value.page, per_page: +value.per_page, total: +value.total });
        return result;
      };
      const input = next ?? context.input();
      return (customRequest ? customRequest(get, input) : get(input)) as Promise<CallResult<List<unknown>>>;
    };
    return new PendingCall<unknown>(perform, context, start ?? { next: undefined, taken: 0 });
  };
}
