import { useCallback, useSyncExternalStore } from "react";
import type { Session } from "../canvass.js";
import type { CanvassError } from "../errors.js";
import { IDLE, LOADING, type Load, type Seen, Shared } from "./shared.js";

/** What a hook shows: the answer of an operation, the pages of a list, or who is signed in. */
export type Kind = "operation" | "list" | "session";

/** By which the SDK tells all pages of the origin, this one too, that somebody signed in or out. */
const CHANNEL = "canvass.session";

/** Everything that is shown now, by method and then by arguments. */
const shown = new Map<object, Map<string, Shared<unknown>>>();

/** What is shown of sessions, or of everything else. */
const all = (ofSessions: boolean) =>
  [...shown.values()].flatMap((of) => [...of]).flatMap(([key, shared]) => (key.startsWith("session") === ofSessions ? [shared] : []));

/** Nothing to find where nothing is asked for. */
const nobody = () => () => {};

/**
 * What all components share that call `method` with these arguments, and a function that finds it while one of them is
 * there. `load` makes what loads it, from the options of the first of them.
 */
export function useShared<D>(
  kind: Kind,
  method: object,
  args: object | false | null | undefined,
  load: () => Load<D>,
): [Seen<D>, () => Shared<D> | undefined] {
  const key = args === false ? undefined : `${kind} ${JSON.stringify(args ?? {})}`;
  const find = useCallback(() => (key === undefined ? undefined : found<D>(method, key)), [method, key]);
  const subscribe = useCallback(
    (listener: () => void) => (found<D>(method, key!) ?? made(kind, method, key!, load())).subscribe(listener),
    [method, key],
  );
  const none = key === undefined ? IDLE : LOADING;
  const seen = useSyncExternalStore<Seen<D>>(key === undefined ? nobody : subscribe, () => find()?.seen ?? none, () => none);
  return [seen, find];
}

function found<D>(method: object, key: string): Shared<D> | undefined {
  return shown.get(method)?.get(key) as Shared<D> | undefined;
}

function made<D>(kind: Kind, method: object, key: string, load: Load<D>): Shared<D> {
  const settled = kind === "session" ? sessionSettled : answered;
  const shared: Shared<D> = new Shared(load, settled as (now: Seen<D>, before: D | undefined) => void, () => {
    const others = shown.get(method);
    if (others?.get(key) !== shared) return;
    others.delete(key);
    if (others.size === 0) shown.delete(method);
    if (shown.size === 0) ignore();
  });
  if (!shown.has(method)) shown.set(method, new Map());
  shown.get(method)!.set(key, shared as Shared<unknown>);
  listen();
  return shared;
}

/** Another account's data is not shown for a moment longer, and what was refused may be had now. */
function sessionSettled({ data: now }: Seen<Session>, before: Session | undefined): void {
  if (before === undefined || now === undefined || who(before) === who(now)) return;
  for (const shared of all(false)) void shared.reload(true);
}

const who = ({ signed_in, account }: Session) => `${signed_in} ${account ?? ""}`;

/** A call that was refused or done, against what is known of the session, tells that it has changed. */
function answered({ status, error }: Seen<unknown>): void {
  const refused = (error as CanvassError | undefined)?.kind === "signed_out";
  if (!refused && status !== "ready") return;
  for (const session of all(true)) if ((session.seen.data as Session | undefined)?.signed_in === refused) void session.reload();
}

let tabs: BroadcastChannel | undefined;

/** Hears of sessions that changed, and of a page that comes back as it was left. */
function listen(): void {
  if (tabs !== undefined || typeof BroadcastChannel === "undefined") return;
  tabs = new BroadcastChannel(CHANNEL);
  tabs.addEventListener("message", askAgain);
  // Where nothing but the channel is left to wait for, the program may end.
  (tabs as { unref?(): void }).unref?.();
  globalThis.addEventListener?.("pageshow", cameBack);
}

function ignore(): void {
  tabs?.close();
  tabs = undefined;
  globalThis.removeEventListener?.("pageshow", cameBack);
}

/** Asks who is signed in now. Where nobody knows who was, what is shown may be anybody's. */
function askAgain(): void {
  const sessions = all(true);
  const known = sessions.length > 0 && sessions.every(({ seen }) => seen.data !== undefined);
  if (!known) for (const shared of all(false)) void shared.reload(true);
  for (const session of sessions) void session.reload();
}

function cameBack({ persisted }: PageTransitionEvent): void {
  if (persisted) askAgain();
}
