import { useCallback, useSyncExternalStore } from "react";
import type { Session } from "../client.js";
import type { CanvassError } from "../errors.js";
import { IDLE, LOADING, type Load, type ResourceState, SharedResource } from "./shared.js";

/** What a hook shows: the result of an operation, the pages of a list, or the session. */
export type Kind = "operation" | "list" | "session";

/** BroadcastChannel on which the SDK announces a sign-in or sign-out to all pages of the origin, including this one. */
const CHANNEL = "canvass.session";

/** All resources that components show now, by method and then by key: the kind and the arguments. */
const shown = new Map<object, Map<string, SharedResource<unknown>>>();

/** The sessions that are shown, or everything else. */
const resources = (ofSessions: boolean) =>
  [...shown.values()].flatMap((of) => [...of]).flatMap(([key, shared]) => (key.startsWith("session") === ofSessions ? [shared] : []));

/** Subscribes to nothing. */
const noSubscription = () => () => {};

/**
 * Shares one resource among all components that call `method` with these arguments. Returns its state, and a function that
 * returns the resource while a component shows it. The first component's `load` makes the loader.
 */
export function useShared<D>(
  kind: Kind,
  method: object,
  args: object | false | null | undefined,
  load: () => Load<D>,
): [ResourceState<D>, () => SharedResource<D> | undefined] {
  const key = args === false ? undefined : `${kind} ${JSON.stringify(args ?? {})}`;
  const current = useCallback(() => (key === undefined ? undefined : find<D>(method, key)), [method, key]);
  const subscribe = useCallback(
    (listener: () => void) => (find<D>(method, key!) ?? create(kind, method, key!, load())).subscribe(listener),
    [method, key],
  );
  const none = key === undefined ? IDLE : LOADING;
  const state = useSyncExternalStore<ResourceState<D>>(key === undefined ? noSubscription : subscribe, () => current()?.state ?? none, () => none);
  return [state, current];
}

function find<D>(method: object, key: string): SharedResource<D> | undefined {
  return shown.get(method)?.get(key) as SharedResource<D> | undefined;
}

function create<D>(kind: Kind, method: object, key: string, load: Load<D>): SharedResource<D> {
  const onSettled = kind === "session" ? onSessionSettled : onCallSettled;
  const shared: SharedResource<D> = new SharedResource(load, onSettled as (state: ResourceState<D>, before: D | undefined) => void, () => {
    const others = shown.get(method);
    // An earlier call may have removed it already, and another resource may have taken its place.
    if (others?.get(key) !== shared) return;
    others.delete(key);
    if (others.size === 0) shown.delete(method);
    if (shown.size === 0) stopListening();
  });
  if (!shown.has(method)) shown.set(method, new Map());
  shown.get(method)!.set(key, shared as SharedResource<unknown>);
  listen();
  return shared;
}

/** Reloads everything after the account has changed. Data of the old account disappears at once. */
function onSessionSettled({ data: now }: ResourceState<Session>, before: Session | undefined): void {
  if (before === undefined || now === undefined || identity(before) === identity(now)) return;
  for (const shared of resources(false)) void shared.reload(true);
}

const identity = (session: Session) => (session.signed_in ? session.account : "");

/** Reloads the session if a call shows that it has changed: refused although signed in, or successful although signed out. */
function onCallSettled({ status, error }: ResourceState<unknown>): void {
  const refused = (error as CanvassError | undefined)?.kind === "signed_out";
  if (!refused && status !== "ready") return;
  for (const session of resources(true)) if ((session.state.data as Session | undefined)?.signed_in === refused) void session.reload();
}

let channel: BroadcastChannel | undefined;

/** Listens for sign-ins and sign-outs of other tabs, and for pages that the browser restores from its cache. */
function listen(): void {
  if (channel !== undefined || typeof BroadcastChannel === "undefined") return;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", reloadSessions);
  // In Node.js, an open channel must not keep the process alive.
  (channel as { unref?(): void }).unref?.();
  globalThis.addEventListener?.("pageshow", onPageShow);
}

function stopListening(): void {
  channel?.close();
  channel = undefined;
  globalThis.removeEventListener?.("pageshow", onPageShow);
}

/** Reloads the sessions. If no session is known, everything else is reloaded too: it may belong to another account. */
function reloadSessions(): void {
  const sessions = resources(true);
  const known = sessions.length > 0 && sessions.every(({ state }) => state.data !== undefined);
  if (!known) for (const shared of resources(false)) void shared.reload(true);
  for (const session of sessions) void session.reload();
}

function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) reloadSessions();
}
