// Every call starts here: nothing is sent before its options and arguments are checked.

import { type CallResult, type InternalCallOptions, type ListPosition, PendingCall, type Progress, SHORTEST_PAUSE, parseCheckpoint, withPause } from "./call.js";
import { CALL_OPTIONS, checkOptions } from "../check_options.js";
import type { ClientState } from "../client_state.js";
import { invalid } from "../errors.js";
import { lists } from "../generated/operations.js";
import type { Pacer } from "./pacer.js";
import type { Requests } from "./requests.js";
import type { List } from "../generated/types.js";

/** Sends the request of a call; or `text`, a complete request, which counts as another operation. */
type Get = (input: string, operation?: number, text?: string) => Promise<CallResult<List<unknown>>>;

/** Makes the request of a call that does not follow the endpoint table. */
export type CustomRequest = (get: Get, input: string) => Promise<CallResult<unknown>>;

/** Starts calls: each first waits for the quota where it must, and can be iterated if the operation is a list. */
export type Caller = (operation: number, args: object | null | undefined, options?: InternalCallOptions | null, customRequest?: CustomRequest) => PendingCall<unknown>;

/** A value as JSON. Throws if it contains an invalid date or number, which JSON would make an absent value. */
export const jsonOf = (value: unknown): string | undefined =>
  JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, value: unknown) {
    if ((value === null && this[key] !== null) || (typeof value === "number" && !isFinite(value))) throw new RangeError(key);
    return value;
  });

/** The error of arguments without JSON. */
export const notJson = (cause: unknown) =>
  invalid("args", "The arguments must be JSON values: no BigInt, invalid date or number, or object that contains itself.", cause);

export function createCaller(hasToken: boolean, state: ClientState, requests: Requests, pacer: Pacer): Caller {
  return (operation, args, given, customRequest) => {
    const options = given ?? {};
    const { take: _, raw: __, ...named } = options;
    const { from, signal, onProgress } = named;
    /** When the request began that is made next: before its pause, as that was planned. A computer may sleep in it. */
    let began = Date.now();
    let progress: Progress = { done: 0, total: 0, requests: 0, until: new Date() };
    const onPause = (milliseconds: number) => {
      if (milliseconds >= SHORTEST_PAUSE) onProgress?.(withPause(progress, milliseconds));
    };
    let start: ListPosition | undefined;
    let input = "";
    let unreadable: unknown;
    try {
      // A function or a symbol has no JSON; the engine refuses the number in its place, which is no object either.
      input = jsonOf(args ?? {}) ?? "0";
      start = parseCheckpoint(args, from);
    } catch (cause) {
      unreadable = cause;
    }
    const context = {
      input,
      isList: lists.includes(operation),
      signal,
      async wait(requests: number) {
        const planned = await pacer.wait(requests, options, onPause);
        began = Date.now() - planned;
      },
      async progress(done: number, { total }: List<unknown>, requests: number) {
        if (onProgress === undefined) return;
        progress = { done, total, requests, until: new Date(Date.now() + (await pacer.estimate(requests, options))) };
        onProgress(progress);
      },
    };
    const perform = async (next: string | undefined) => {
      checkOptions(named, CALL_OPTIONS);
      if (unreadable) throw notJson(unreadable);
      if (start === undefined) throw invalid("from", "The option \"from\" must be a checkpoint of the same list.");
      // A gateway may have the response in its cache. Without one, a request that exceeds the day's quota is not sent.
      if (hasToken && state.quota?.day.remaining === 0) await context.wait(1);
      const get: Get = async (input, as = operation, text) => {
        const { account } = state;
        const result = state.record(await requests.run(as, input, { ...options, began, onPause, text }), account) as CallResult<List<unknown>>;
        const { value } = result;
        // The API sometimes writes the numbers of a page as text.
        if (!customRequest && value?.data && value.links) Object.assign(value, { page: +value.page, per_page: +value.per_page, total: +value.total });
        return result;
      };
      const page = next ?? input;
      return (customRequest ? customRequest(get, page) : get(page)) as Promise<CallResult<List<unknown>>>;
    };
    return new PendingCall<unknown>(perform, context, start ?? { next: undefined, taken: 0 });
  };
}
