// All resources of a page, by key. A change of the account discards them; a write reloads those that it makes outdated.

import type { Session } from "../client.js";
import { failure } from "../errors.js";
import { type CallWatcher, type ClientFacts, callWatchers } from "../watch.js";
import { isWrite, makesOutdated, mayBeDone } from "./outdated.js";
import { type Events, type Made, SharedResource } from "./shared_resource.js";

/** Where a resource is stored: at the scope of its client or a function of the app, by a text with its arguments. */
export interface Key {
  readonly owner: unknown;
  readonly text: string;
}

/** The text of the key of a session, of which each scope has one. */
export const SESSION = "session";

type Resource = SharedResource<unknown>;

/** All resources that components show or the cache keeps. */
const resources = new Map<unknown, Map<string, Resource>>();

/**
 * The session of each scope as far as it is known, the client that reports its changes, and what ends the listener for
 * them.
 */
const sessions = new Map<unknown, { known: Session | undefined; readonly client: ClientFacts; readonly stop: () => void }>();

/** The resource whose load is making calls now. */
let loading: Resource | undefined;

/** Counts the changes of the account: data from before a change must not be shown after it. */
export let epoch = 0;

export function find<D>({ owner, text }: Key): SharedResource<D> | undefined {
  return resources.get(owner)?.get(text) as SharedResource<D> | undefined;
}

export function findOrCreate<D>(key: Key, make: () => Made<D>): SharedResource<D> {
  const found = find<D>(key);
  if (found !== undefined) return found;
  const unused = (resource: SharedResource<D>) => {
    const others = resources.get(key.owner);
    // It may have been removed already, and another resource may have taken its place.
    if (others?.get(key.text) !== (resource as Resource)) return;
    others.delete(key.text);
    if (others.size === 0) resources.delete(key.owner);
    if (resources.size === 0) unwatch();
  };
  const made = make();
  const created = new SharedResource<D>(made, { ...(made.kind === "session" ? SESSION_EVENTS : CALL_EVENTS), unused } as Events<D>);
  if (!resources.has(key.owner)) resources.set(key.owner, new Map());
  resources.get(key.owner)!.set(key.text, created as Resource);
  callWatchers.add(onCall);
  if (made.client !== undefined) follow(made.client);
  return created;
}

/** The next load of this resource sends a request, even if no user seems to be signed in. */
export function forgetSignOut({ client }: { readonly client: ClientFacts | undefined }): void {
  const session = sessions.get(client?.scope);
  if (session?.known?.signed_in === false) session.known = undefined;
}

const all = () => [...resources.values()].flatMap((of) => [...of.values()]);

const sessionOf = (scope: unknown) => find<Session>({ owner: scope, text: SESSION });

/** Listens to one client of each scope that is not closed. */
export function follow(client: ClientFacts): void {
  const { scope, onSessionChange, state } = client;
  const before = sessions.get(scope);
  if (before !== undefined && (!before.client.state.closed || state.closed)) return;
  before?.stop();
  sessions.set(scope, { known: before?.known, client, stop: onSessionChange((session) => sessionChanged(scope, session)) });
}

/** The last resource is gone. */
function unwatch(): void {
  callWatchers.delete(onCall);
  for (const { stop } of sessions.values()) stop();
  sessions.clear();
}

const loadCall: Events<unknown>["load"] = async (resource, load) => {
  const known = sessions.get(resource.client?.scope)?.known;
  if (known?.signed_in === false) throw signedOut(known);
  const outer = loading;
  loading = resource;
  try {
    // Only calls that the function makes at once are known to be its own.
    return load();
  } finally {
    loading = outer;
  }
};

/** Records the calls of a load. Any other call that writes makes resources outdated. */
const onCall: CallWatcher = (client, operation, args, call) => {
  if (loading !== undefined) {
    loading.reads = [...loading.reads, { client, operation, args }];
    follow(client);
  } else if (isWrite(operation)) {
    const invalidate = () => {
      for (const resource of all()) if (isOutdated(resource, client, operation, args)) resource.invalidate();
    };
    call.watched().then(invalidate, (error: unknown) => void (mayBeDone(error) && invalidate()));
  }
};

function isOutdated({ kind, client, reads }: Resource, { scope }: ClientFacts, operation: number, args: object | null | undefined): boolean {
  // A method that makes several calls starts them later, so they are not known.
  if (reads.length === 0) return kind !== "session" && client?.scope === scope;
  return reads.some((read) => read.client.scope === scope && makesOutdated(operation, args, read.operation, read.args));
}

/** A call that succeeds although no user seems to be signed in shows that the session has changed. */
function callSettled({ state, client }: SharedResource<unknown>): void {
  const session = sessionOf(client?.scope);
  if (state.status === "ready" && session?.state.data?.signed_in === false) void session.reload();
}

const CALL_EVENTS = { load: loadCall, settled: callSettled };

const SESSION_EVENTS = {
  load: (_: Resource, load: () => Promise<unknown>) => load(),
  settled({ state, client }: Resource) {
    if (state.data === undefined || client === undefined) return;
    const session = state.data as Session;
    const entry = sessions.get(client.scope);
    if (entry === undefined) return;
    if (entry.known === undefined) entry.known = session;
    else sessionChanged(client.scope, session);
  },
};

/** Discards the data of an account that is not the current one any more. */
function sessionChanged(scope: unknown, session: Session): void {
  const entry = sessions.get(scope);
  if (entry === undefined) return;
  const before = entry.known;
  entry.known = session;
  const own = sessionOf(scope);
  if (own?.state.data !== session) own?.set({ data: session });
  if (before !== undefined && identity(before) === identity(session)) return;
  epoch += 1;
  for (const resource of all()) {
    if (resource.kind === "session" || !belongsTo(resource, scope)) continue;
    if (!resource.isShown) resource.discard();
    else if (session.signed_in) void resource.reload(true);
    else resource.set({ error: signedOut(session) });
  }
}

/**
 * Whether a resource may contain data of an account of this scope. What a function of the app has loaded may be
 * anybody's.
 */
function belongsTo({ client, reads }: Resource, scope: unknown): boolean {
  if (client !== undefined) return client.scope === scope;
  return reads.length === 0 || reads.some((read) => read.client.scope === scope);
}

const identity = (session: Session) => (session.signed_in ? session.account : "");

function signedOut({ ended }: Session): Error {
  const message = "No user is signed in. Call signIn in response to a click; the hooks load again after the sign-in.";
  return failure({ kind: "signed_out", message, ...(ended && { ended: ended as never }), retryable: false, remedy: { action: "sign_in" } });
}
