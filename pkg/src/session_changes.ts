import type { CallOptions } from "./call.js";
import type { Session } from "./client.js";
import { invalid } from "./errors.js";
import type { SessionEnd } from "./types.js";

/** Finds out when the session has changed, and tells the listeners. */
export interface SessionChanges {
  /** Adds a listener; the returned function removes it. */
  listen(listener: (session: Session) => void): () => void;
  /** Loads the session. One that was asked for before a change is returned, but listeners do not hear of it. */
  read(options?: CallOptions): Promise<Session>;
  /** The session may have changed: it is loaded again if there are listeners. `ended` is the reason that a refused call gave. */
  check(ended?: SessionEnd): void;
}

export function sessionChanges(load: (options?: CallOptions) => Promise<Session>): SessionChanges {
  const listeners = new Set<(session: Session) => void>();
  /** The last session that is known; undefined before the first, and after a change that is not known yet. */
  let known: Session | undefined;
  let isChanged = false;
  let checking: Promise<void> | undefined;
  /** How often the session may have changed. */
  let changes = 0;
  let reason: SessionEnd | undefined;

  /** Takes note of a session that the gateway has reported. */
  const seen = (session: Session): Session => {
    const before = known;
    known = session;
    if (isChanged || (before !== undefined && identity(before) !== identity(session))) {
      isChanged = false;
      // A failing listener must stop neither the others nor the call that has found the change.
      for (const listener of listeners) queueMicrotask(() => listeners.has(listener) && listener(session));
    }
    return session;
  };
  const read = async (options?: CallOptions) => {
    const before = changes;
    const session = await load(options);
    return before === changes ? seen(session) : session;
  };
  const checkNow = async () => {
    let before;
    do {
      before = changes;
      const ended = reason;
      reason = undefined;
      try {
        const session = await load();
        seen(ended && !session.ended ? { ...session, ended } : session);
      } catch {
        // A call was refused, so this account is signed out. Any other change is reported when the session is known.
        if (ended !== undefined) seen({ signed_in: false, ended });
      }
    } while (before !== changes);
    checking = undefined;
  };
  const check = (ended?: SessionEnd) => {
    changes += 1;
    if (known === undefined) isChanged = true;
    if (listeners.size === 0) {
      known = undefined;
      return;
    }
    reason = ended ?? reason;
    checking ??= checkNow();
  };
  /** The browser shows a page from its cache, which may be older than the session. */
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) check();
  };
  const listen = (listener: (session: Session) => void) => {
    if (typeof listener !== "function") throw invalid("listener", "The listener must be a function.");
    const own = (session: Session) => listener(session);
    if (listeners.size === 0) {
      isChanged = false;
      globalThis.addEventListener?.("pageshow", onPageShow);
    }
    listeners.add(own);
    return () => {
      if (listeners.delete(own) && listeners.size === 0) globalThis.removeEventListener?.("pageshow", onPageShow);
    };
  };
  return { listen, read, check };
}

/** What a change changes: the accounts that are signed in, and which of them is current. */
const identity = (session: Session) => JSON.stringify(session.signed_in && [session.account, session.accounts.map(({ id }) => id)]);
