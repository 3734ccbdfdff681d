// How hooks and results learn of calls: they register here, so that the core imports none of them.

import type { Client } from "./client.js";
import type { ClientState } from "./client_state.js";
import type { Flow } from "./flow.js";
import type { CanvassOptions } from "./options.js";
import type { SessionChanges } from "./session/session_changes.js";

/** What the hooks and the results know of a client. */
export interface ClientFacts extends Flow {
  /** Origin of the gateway, empty for that of the page; that of no host with a token. */
  readonly base: string;
  /** The scope of its state. */
  readonly scope: unknown;
  readonly state: Pick<ClientState, "closed">;
  readonly onSessionChange: SessionChanges["listen"];
  /** The options of the client. */
  readonly options: CanvassOptions;
}

/** The method of a client, and the number of its operation; methods that make other calls have none. */
export interface MethodFacts {
  readonly client: ClientFacts;
  readonly operation?: number;
}

/** The facts of every method, so that it is known again when a component has created its client again. */
export const methods = new WeakMap<object, MethodFacts>();

/** A function that is called at the start of every call. */
export type CallWatcher = (client: ClientFacts, operation: number, args: object | null | undefined, call: { watched(): Promise<unknown> }) => void;

/** Empty unless a page uses the hooks, or the adapter for TanStack Query. */
export const callWatchers = new Set<CallWatcher>();
