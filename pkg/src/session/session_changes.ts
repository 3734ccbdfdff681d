// Listeners hear of every change of the session, and never of a session that is older than a known change.

import type { CallOptions } from "../calls/call.js";
import type { Session, SignedInSession } from "../client.js";
import type { Certainty, ClientState } from "../client_state.js";
import { invalid } from "../errors.js";
import type { SessionEnd } from "../generated/types.js";

/** Finds out when the session has changed, and tells the listeners. */
export interface SessionChanges {
  /**
   * Adds a listener of changes that are at least so certain, by default of real changes; the returned function removes
   * it.
   */
  listen(listener: (session: Session) => void, least?: Certainty): () => void;
  /**
   * Loads the session. If it changes meanwhile, it is loaded again: what was asked for before a change may be of
   * another account.
   */
  read(options?: CallOptions): Promise<Session>;
  /**
   * The session may have changed: it is loaded again if there are listeners. They hear of it if it is another one, or
   * if the change is as certain as they ask for. `ended` is the reason that a refused call gave.
   */
  check(certainty: Certainty, ended?: SessionEnd): void;
}

/** `state` gets the account that the page has learned of. */
export function sessionChanges(load: (options?: CallOptions) => Promise<Session>, state: ClientState): SessionChanges {
  const listeners = new Set<(session: Session, certainty: Certainty) => unknown>();
  /** Who is known to be signed in; undefined before that, and after a change that is not known yet. */
  let known: string | undefined;
  /** Of the changes that listeners have not heard of, the most certain one. */
  let unheard: Certainty = 0;
  let checking: Promise<void> | undefined;
  /** How often the session may have changed, and how many of these changes the last answer has seen. */
  let changes = 0;
  let seenChanges = 0;
  let reason: SessionEnd | undefined;

  /** Takes note of a session that the gateway has reported, and adds why the one before has ended. */
  const seen = (reported: Session, ended: Session["ended"] = reason): Session => {
    const session = ended && !reported.signed_in ? { ended, ...reported } : reported;
    const now = JSON.stringify(session.signed_in && [session.account, session.accounts.map(({ id }) => id)]);
    const certainty = (known ?? now) === now ? unheard : 2;
    known = now;
    unheard = 0;
    reason = undefined;
    // A failing listener must stop neither the others nor the call that has found the change.
    for (const listener of listeners) queueMicrotask(() => listeners.has(listener) && listener(session, certainty));
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
    state.account = (session as Partial<SignedInSession>).account;
    if (session.signed_in) state.isRefused = false;
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
  const check = (certainty: Certainty, ended?: SessionEnd) => {
    changes += 1;
    if (listeners.size > 0) {
      unheard = Math.max(unheard, known ? certainty : 2) as Certainty;
      reason = ended ?? reason;
      checking ??= checkNow();
    } else known = undefined;
  };
  /** The browser shows a page from its cache, which may be older than the session. */
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) check(0);
  };
  const listen = (listener: (session: Session) => void, least: Certainty = 2) => {
    if (typeof listener !== "function") throw invalid("listener", "The listener must be a function.");
    const own = (session: Session, certainty: Certainty) => certainty < least || listener(session);
    listeners.add(own);
    // A listener that the page has already is not added again.
    globalThis.addEventListener?.("pageshow", onPageShow);
    return () => {
      listeners.delete(own);
      if (listeners.size === 0) globalThis.removeEventListener?.("pageshow", onPageShow);
    };
  };
  return { listen, read, check };
}
