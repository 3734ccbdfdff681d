/** The sandbox of a local service: its clock, faults, mails, journal and generated surveys. */

import type { ErrorCodes, ErrorKind, Open } from "../generated/types.js";

/** The clock of the whole local service, gateway and sessions included. Jobs that become due by a change are run. */
export interface Clock {
  /** The current time of the service. */
  now(): Promise<Date>;
  /** Sets the time. */
  set(time: Date | string): Promise<Date>;
  /**
   * Advances the time by seconds, or by a number with a unit: `"90d"`, `"12h"`, `"5m"`, `"30s"`. Negative numbers move
   * it back.
   */
  advance(by: number | string): Promise<Date>;
  /** Stops the clock. */
  freeze(): Promise<Date>;
  /** Lets a stopped clock continue. */
  run(): Promise<Date>;
}

/** A failure to inject. Conditions that are absent match every call. One of `error`, `delay` and `cut` is required. */
export interface Fault {
  /** Only calls of this method. */
  readonly method?: string | undefined;
  /** Only calls of this path, in which `*` matches any text; `/api/*` are the calls of sessions. */
  readonly path?: string | undefined;
  /** Only calls of this operation, such as `"surveys.list"`. */
  readonly operation?: string | undefined;
  /** Only calls with this bearer token. */
  readonly token?: string | undefined;
  /** Code of an error that is returned instead of running the operation. */
  readonly error?: ErrorCodes[ErrorKind] | (number & {}) | undefined;
  /** Milliseconds by which the response is delayed. */
  readonly delay?: number | undefined;
  /** Whether the connection breaks in the middle of the response. */
  readonly cut?: boolean | undefined;
  /** Number of the first matching call that fails, from 1; by default 1. */
  readonly nth?: number | undefined;
  /** How many calls fail; by default all. */
  readonly count?: number | undefined;
  /** Duration of the fault, in seconds of the service's clock. */
  readonly seconds?: number | undefined;
  /** End of the fault, on the service's clock. */
  readonly until?: string | undefined;
}

/** A fault that was added. */
export interface ActiveFault {
  /** Id for `remove`. */
  readonly id: number;
  /** The fault as it was added. */
  readonly fault: Fault;
  /** Matching calls so far. */
  readonly seen: number;
  /** How many more calls fail; null if there is no limit. */
  readonly left: number | null;
  /** End of the fault, if it has one. */
  readonly until: string | null;
}

/** Injected failures of calls. */
export interface Faults {
  /** Adds a fault, and returns its id. */
  add(fault: Fault): Promise<number>;
  /** The active faults. */
  list(): Promise<readonly ActiveFault[]>;
  /** Removes a fault. */
  remove(id: number): Promise<void>;
  /** Removes all faults. */
  clear(): Promise<void>;
}

/** A mail of the local service, which stores mails instead of sending them. */
export interface Mail {
  /** Id of the mail. */
  readonly id: string;
  /** Purpose, such as an invitation. */
  readonly kind: string;
  /** Recipient's address. */
  readonly to: string;
  /** Sender's address. */
  readonly from: string;
  /** Subject. */
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** HTML text; null if the mail has none. */
  readonly html: string | null;
  /** Other headers, by name. */
  readonly headers: { readonly [name: string]: string };
  /** When the mail was created. */
  readonly created: string;
  /** When the service handed it over for delivery; null if not yet. */
  readonly handed_over: string | null;
  /** When it bounced; null if it did not. */
  readonly bounced: string | null;
}

/** A request to the service with its response, without secrets. */
export interface JournalEntry {
  /** When the request arrived, by the service's clock. */
  readonly at: string;
  /** Milliseconds until the response. */
  readonly duration: number;
  /** HTTP method. */
  readonly method: string;
  /** Origin of the request's URL. */
  readonly origin: string;
  /** Path. */
  readonly path: string;
  /** Query, without secrets. */
  readonly query: string;
  /** Whether the gateway forwarded it. */
  readonly gateway: boolean;
  /** Operation, such as `"surveys.list"`; null for other requests. */
  readonly operation: string | null;
  /** HTTP status of the response. */
  readonly status: number;
  /** Code of the error; null without an error. */
  readonly error: string | null;
  /** The account of the token. */
  readonly account: { readonly user_id: string; readonly email: string; readonly team: string | null } | null;
  /** Client id of the app. */
  readonly app: string | null;
  /** The quota's decision and the remaining requests. `limit` and `left` are null where there is no limit. */
  readonly quota: {
    readonly decision: Open<"counted" | "tolerated" | "unlimited" | "refused" | "not counted">;
    readonly minute: { readonly limit: number | null; readonly left: number | null; readonly reset: number } | null;
    readonly day: { readonly limit: number | null; readonly left: number | null; readonly reset: number } | null;
  };
  /** Id of the fault that was injected. */
  readonly fault: number | null;
  /** The request. */
  readonly request: Recorded;
  /** The response. */
  readonly answer: Recorded;
}

/** Headers and body of a request or response in the journal. Large bodies are not recorded, only their length. */
export interface Recorded {
  /** Headers by name, without secrets. */
  readonly headers: { readonly [name: string]: string };
  /** The body; null if it is not recorded. */
  readonly body: unknown;
  /** Length of the body, in bytes. */
  readonly bytes: number;
}

/** How much data to create. The same numbers and seed create the same data. */
export interface Seed {
  /** Seed of the random numbers; by default a fixed one. */
  readonly seed?: number | undefined;
  /** Number of small surveys; by default none. */
  readonly surveys?: number | undefined;
  /** Number of their responses, over all of them; by default none. */
  readonly responses?: number | undefined;
  /** A survey with all kinds of questions and lifelike responses for each of these numbers of responses. */
  readonly lifelike?: readonly number[] | undefined;
}

/** Calls the sandbox of a local service. */
export type CallSandbox = <T>(method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<T>;

/** Calls to the sandbox of an origin. Rejects with the sandbox's own message if it refuses or fails. */
export function sandboxAt(origin: string): CallSandbox {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${origin}/sandbox${path}`, {
      method,
      headers: { "X-Canvass": "1", "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    // A response may have several lines that report progress; the last one is the result.
    const line = (await response.text()).trim().split("\n").pop() ?? "";
    if (!response.ok) throw new Error(detailOf(line) ?? `The sandbox responded with status ${response.status}.`);
    const result = JSON.parse(line || "{}") as T & { readonly done?: boolean; readonly message?: string };
    if (result.done === false) throw new Error(result.message);
    return result;
  };
}

/** The detail of a refusal; undefined if it is not the sandbox's own, such as one of a Worker that fails. */
function detailOf(line: string): string | undefined {
  try {
    return (JSON.parse(line) as { readonly detail?: string }).detail;
  } catch {
    return undefined;
  }
}

/** The clock of the sandbox. */
export function clockOf(callSandbox: CallSandbox): Clock {
  const time = async (response: Promise<{ readonly now: string }>) => new Date((await response).now);
  const change = (change: object) => time(callSandbox("POST", "/clock", change));
  return {
    now: () => time(callSandbox("GET", "/clock")),
    set: (time) => change({ set: typeof time === "string" ? time : time.toISOString() }),
    advance: (by) => change({ advance: by }),
    freeze: () => change({ freeze: true }),
    run: () => change({ run: true }),
  };
}

/** The faults of the sandbox. */
export function faultsOf(callSandbox: CallSandbox): Faults {
  return {
    add: async (fault) => (await callSandbox<{ readonly id: number }>("POST", "/faults", fault)).id,
    list: async () => (await callSandbox<{ readonly faults: readonly ActiveFault[] }>("GET", "/faults")).faults,
    remove: async (id) => void (await callSandbox("DELETE", `/faults/${id}`)),
    clear: async () => void (await callSandbox("DELETE", "/faults")),
  };
}
