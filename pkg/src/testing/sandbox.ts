/** What only a local service offers: its clock, faults, mails, journal, and as many surveys as somebody wants. */

import type { ErrorCodes, ErrorKind, Open } from "../types.js";

/** The time of the whole local service, gateway and sessions included. What becomes due by a change is done. */
export interface Clock {
  /** What time it is there. */
  now(): Promise<Date>;
  /** Sets the time. */
  set(time: Date | string): Promise<Date>;
  /** Moves the time on by seconds, or by a number with its unit: `"90d"`, `"12h"`, `"5m"`, `"30s"`; back if negative. */
  advance(by: number | string): Promise<Date>;
  /** Lets the time stand still. */
  freeze(): Promise<Date>;
  /** Lets the time run again, from where it stands. */
  run(): Promise<Date>;
}

/** Calls that go wrong. What is left out holds for every call; one of `error`, `delay` and `cut` must be there. */
export interface Fault {
  /** Only calls of this method. */
  readonly method?: string | undefined;
  /** Only calls of this path, in which `*` stands for anything; `/api/*` are the calls of sessions. */
  readonly path?: string | undefined;
  /** Only calls of this operation, such as `"surveys.list"`. */
  readonly operation?: string | undefined;
  /** Only calls with this bearer token. */
  readonly token?: string | undefined;
  /** The code of the error that is answered, instead of doing what was asked. */
  readonly error?: ErrorCodes[ErrorKind] | (number & {}) | undefined;
  /** Milliseconds that the answer is held back. */
  readonly delay?: number | undefined;
  /** Whether the connection breaks in the middle of the answer. */
  readonly cut?: boolean | undefined;
  /** Which of the calls is the first to go wrong; the first if not given. */
  readonly nth?: number | undefined;
  /** How many calls go wrong; all if not given. */
  readonly count?: number | undefined;
  /** For how many seconds of the service's clock. */
  readonly seconds?: number | undefined;
  /** Until when on the service's clock. */
  readonly until?: string | undefined;
}

/** A fault as the service has it. */
export interface ActiveFault {
  /** Number, for `remove`. */
  readonly id: number;
  /** The fault as it was added. */
  readonly fault: Fault;
  /** Calls that it was for, so far. */
  readonly seen: number;
  /** How many more go wrong; null if there is no end to them. */
  readonly left: number | null;
  /** Until when, if it ends by itself. */
  readonly until: string | null;
}

/** Calls that go wrong on purpose. */
export interface Faults {
  /** Adds one, and gives its id. */
  add(fault: Fault): Promise<number>;
  /** Those that there are. */
  list(): Promise<readonly ActiveFault[]>;
  /** Takes one away. */
  remove(id: number): Promise<void>;
  /** Takes all away. */
  clear(): Promise<void>;
}

/** A mail of the local service, which sends none. */
export interface Mail {
  /** Id of the mail. */
  readonly id: string;
  /** What it is for, such as an invitation. */
  readonly kind: string;
  /** Address that it goes to. */
  readonly to: string;
  /** Address that it comes from. */
  readonly from: string;
  /** Subject. */
  readonly subject: string;
  /** Text. */
  readonly text: string;
  /** Text as HTML; null if it has none. */
  readonly html: string | null;
  /** Further headers, by name. */
  readonly headers: { readonly [name: string]: string };
  /** When it was written. */
  readonly created: string;
  /** When it was sent, as far as the service is concerned. */
  readonly handed_over: string | null;
  /** When it came back; null if it did not. */
  readonly bounced: string | null;
}

/** A request that the service answered, without any secret. */
export interface JournalEntry {
  /** When it came, by the service's clock. */
  readonly at: string;
  /** Milliseconds that it took. */
  readonly duration: number;
  /** Method. */
  readonly method: string;
  /** Origin that was asked. */
  readonly origin: string;
  /** Path. */
  readonly path: string;
  /** Query, without secrets. */
  readonly query: string;
  /** Whether it came by way of the gateway. */
  readonly gateway: boolean;
  /** Such as `"surveys.list"`; null for what is no operation. */
  readonly operation: string | null;
  /** HTTP status of the answer. */
  readonly status: number;
  /** The code of the error. */
  readonly error: string | null;
  /** Whose token it was. */
  readonly account: { readonly user_id: string; readonly email: string; readonly team: string | null } | null;
  /** The client id of the app. */
  readonly app: string | null;
  /** What the quota decided, and what it left; limit and rest are null where there is no limit. */
  readonly quota: {
    readonly decision: Open<"counted" | "tolerated" | "unlimited" | "refused" | "not counted">;
    readonly minute: { readonly limit: number | null; readonly left: number | null; readonly reset: number } | null;
    readonly day: { readonly limit: number | null; readonly left: number | null; readonly reset: number } | null;
  };
  /** The fault that befell it. */
  readonly fault: number | null;
  /** What was asked. */
  readonly request: Recorded;
  /** What was answered. */
  readonly answer: Recorded;
}

/** One side of a journal's entry. A large body is not kept; its length is. */
export interface Recorded {
  /** Headers by name, without secrets. */
  readonly headers: { readonly [name: string]: string };
  /** The body; null where it is not kept. */
  readonly body: unknown;
  /** Length of the body. */
  readonly bytes: number;
}

/** How much to make, and from which number: the same surveys and responses for the same number. */
export interface Seed {
  /** The number; always the same one if not given. */
  readonly seed?: number | undefined;
  /** How many surveys. */
  readonly surveys: number;
  /** How many responses, over all of them. */
  readonly responses: number;
}

/** Asks the sandbox of a local service. */
export type Ask = <T>(method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<T>;

/** How the sandbox of an origin is asked. Where it refuses, the error says what it said. */
export function sandboxAt(origin: string): Ask {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${origin}/sandbox${path}`, {
      method,
      headers: { "X-Canvass": "1", "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    // Of an answer in lines, the last one is the outcome.
    const line = (await response.text()).trim().split("\n").pop() ?? "";
    const answer = JSON.parse(line || "{}") as T & { readonly detail?: string };
    if (!response.ok) throw new Error(answer.detail ?? `The sandbox answered ${response.status}.`);
    return answer;
  };
}

/** The clock of the sandbox. */
export function clockOf(ask: Ask): Clock {
  const time = async (told: Promise<{ readonly now: string }>) => new Date((await told).now);
  const change = (change: object) => time(ask("POST", "/clock", change));
  return {
    now: () => time(ask("GET", "/clock")),
    set: (time) => change({ set: typeof time === "string" ? time : time.toISOString() }),
    advance: (by) => change({ advance: by }),
    freeze: () => change({ freeze: true }),
    run: () => change({ run: true }),
  };
}

/** The faults of the sandbox. */
export function faultsOf(ask: Ask): Faults {
  return {
    add: async (fault) => (await ask<{ readonly id: number }>("POST", "/faults", fault)).id,
    list: async () => (await ask<{ readonly faults: readonly ActiveFault[] }>("GET", "/faults")).faults,
    remove: async (id) => void (await ask("DELETE", `/faults/${id}`)),
    clear: async () => void (await ask("DELETE", "/faults")),
  };
}
