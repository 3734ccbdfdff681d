// Equal arguments are one key, and a key that differs on each render is detected before it causes endless requests.

import { useEffect, useRef, useState } from "react";
import { methods } from "../watch.js";
import { complain } from "./complain.js";
import { nameOf } from "./outdated.js";
import type { Kind } from "./shared_resource.js";
import { type Key, SESSION, find } from "./store.js";

/** The options of a hook that name its resource. */
export interface KeyOptions {
  readonly key?: unknown;
}

/**
 * After so many responses, each of which was followed by other arguments, the arguments are created again on each
 * render.
 */
const MAX_CHANGES = 3;

/** Milliseconds between renders that follow one another by themselves. */
const SOON = 1_000;

/**
 * The key of a resource; undefined if there are no arguments yet. Methods are known by their client and operation, also
 * if a component has created the client again. A function of the app is known by its first identity: later ones do not
 * matter.
 */
export function useKey(hook: string, kind: Kind, target: object, args: object | false | null | undefined, options: KeyOptions = {}): Key | undefined {
  const [first] = useState(() => target);
  const key = args === false ? undefined : keyOf(kind, target, first, args, options);
  const name = nameFor(hook, target);
  useStableTarget(name, target, options);
  return useStableKey(name, key);
}

/** A hook with its operation, for messages. */
export function nameFor(hook: string, target: object): string {
  return `${hook}(${nameOf(methods.get(target)?.operation) ?? ""})`;
}

/** The key of a resource; `first` stands for a function that is not a method. */
export function keyOf(kind: Kind, target: object, first: object, args: object | null | undefined, options: KeyOptions): Key {
  const method = methods.get(target);
  if (kind === "session") return { owner: method?.client.scope ?? first, text: SESSION };
  const text = `${kind} ${method?.operation ?? ""} ${textOf(options.key)} ${textOf(args ?? {})}`;
  if (options.key !== undefined) return { owner: "key", text };
  return { owner: method === undefined ? first : method.operation === undefined ? target : method.client.scope, text };
}

/** A value as text, whatever the order of its members. */
export function textOf(value: unknown): string {
  const sorted = (_: string, each: unknown) =>
    each !== null && typeof each === "object" && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each;
  return JSON.stringify(value, sorted) ?? "";
}

/** Complains about a client or function that is created again on each render. Neither sends more requests. */
function useStableTarget(name: string, target: object, options: KeyOptions): void {
  const last = useRef({ target, changes: 0, at: 0 });
  useEffect(() => {
    const before = methods.get(last.current.target)?.client;
    const client = methods.get(target)?.client;
    const isAnew = target !== last.current.target && (client === undefined || (client !== before && client.scope === before?.scope));
    // A dev server replaces the module with the client, and so the client, whenever its file is saved.
    const at = performance.now();
    const isSoon = at - last.current.at < SOON;
    last.current = { target, changes: isAnew ? (isSoon ? last.current.changes : 0) + 1 : 0, at };
    if (client === undefined && isAnew && options.key === undefined) complain(`${name}: ${ANEW_FUNCTION}`);
    if (client !== undefined && last.current.changes >= 2) complain(`${name}: ${ANEW_CLIENT}`);
  });
}

/**
 * The same key, unless every response has been followed by another key: then the one that has been loaded last, because
 * the requests would never end. Data that the cache has is no response: a person may go through it as fast as they
 * like.
 */
function useStableKey(name: string, key: Key | undefined): Key | undefined {
  const before = useRef({ key, used: key, changes: 0, state: stateOf(key) });
  const isSame = key?.owner === before.current.key?.owner && key?.text === before.current.key?.text;
  const isStopped = !isSame && before.current.changes >= MAX_CHANGES;
  const used = isStopped ? before.current.used : key;
  useEffect(() => {
    const { used: last, changes, state } = before.current;
    const now = stateOf(last);
    const isLoaded = now?.loading === false && now !== state;
    before.current = { key, used, changes: isSame ? 0 : changes + Number(isLoaded && !isStopped), state: stateOf(used) };
    if (!isSame && before.current.changes >= MAX_CHANGES) complain(`${name}: ${key?.owner === last?.owner ? ANEW_ARGUMENTS : ANEW_CLIENT}`);
  });
  return used;
}

/** The state of a resource: another object after each load. */
const stateOf = (key: Key | undefined) => key && find(key)?.state;

const ANEW_FUNCTION =
  "The function is created again on each render, so the hook does not know when to call it again: it does so when the arguments change. " +
  "Pass the method itself, such as canvass.surveys.get, or name everything that the function depends on with the option key, such as { key: [\"survey\", id] }.";

const ANEW_CLIENT = "The component makes a new client on each render. Call createCanvass once, outside of components.";

const ANEW_ARGUMENTS =
  "The arguments differ on each render, so each response would cause another request. The hook has stopped. " +
  "Make the arguments once, with useState or outside of the component; a time such as new Date() is a common cause.";
