import type { CallOptions } from "./call.js";
import type { Session } from "./client.js";
import type { ClientState } from "./client_state.js";
import { invalid } from "./errors.js";
import type { SessionEnd } from "./types.js";

/** Finds out when the session has changed, and tells the listeners. */
export interface SessionChanges {
  /** Adds a listener; the returned function removes it. */
  listen(listener: (session: Session) => void): () => void;
  /** Loads the session. If it changes meanwhile, it is loaded again: what was asked for before a change may be of another account. */
  read(options?: CallOptions): Promise<Session>;
  /**
   * The session may have changed: it is loaded again if there are listeners. After a change that is certain they always
   * hear of it. `ended` is the reason that a refused call gave.
   */
  check(isCertain: boolean, ended?: SessionEnd): void;
}

/** `state` gets the account that the page has learned of. */
export function sessionChanges(load: (options?: CallOptions) => Promise<Session>, state: ClientState): SessionChanges {
  const listeners = new Set<(session: Session) => void>();
  /** The last session that is known; undefined before the first, and after a change that is not known yet. */
  let known: Session | undefined;
  let isChanged = false;
  let checking: Promise<void> | undefined;
  /** How often the session may have changed, and how many of these changes the last answer has seen. */
  let changes = 0;
  let seenChanges = 0;
  let reason: SessionEnd | undefined;

  /** Takes note of a session that the gateway has reported, and adds why the one before has ended. */
  const seen = (reported: Session, ended: Session["ended"] = reason): Session => {
    const before = known;
    const session = (known = ended ? { ended, ...reported } : reported);
    reason = undefined;
    if (isChanged || (before && identity(before) !== identity(session))) {
      isChanged = false;
      // A failing listener must stop neither the others nor the call that has found the change.
      for (const listener of listeners) queueMicrotask(() => listeners.has(listener) && listener(session));
    }
    return session;
  };
  const read = async (options?: CallOptions) => {
    let before, session;
    let ended: Session["ended"];
    do {
      before = changes;
      session = await load(options);
      // Only the first answer has the reason.
      ended ??= session.ended;
    } while (before !== changes);
    seenChanges = changes;
    state.account = undefined;
    if (session.signed_in) {
      state.account = session.account;
      state.isRefused = false;
    }
    return seen(session, ended);
  };
  const checkNow = async () => {
    let before;
    do {
      before = changes;
      try {
        await read();
        before = seenChanges;
      } catch {
        // A call was refused, so this account is signed out. Any other change is reported when the session is known.
        if (reason) seen({ signed_in: false });
      }
    } while (before !== changes);
    checking = undefined;
  };
  const check = (isCertain: boolean, ended?: SessionEnd) => {
    changes += 1;
    isChanged ||= isCertain || !known;
    if (listeners.size > 0) {
      reason = ended ?? reason;
      checking ??= checkNow();
    } else known = undefined;
  };
  /** The browser shows a page from its cache, which may be older than the session. */
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) check(false);
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
