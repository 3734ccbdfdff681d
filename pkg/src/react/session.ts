// The hook for the session: all components see one session, and discard their data when the account changes.

import { useMemo } from "react";
import type { AccountId, Client, Session, SignInOptions, SignedInSession, SignedOutSession } from "../client.js";
import { loadOnce } from "./operation.js";
import { useProvided } from "./provider.js";
import type { Load } from "./shared_resource.js";
import { useShared } from "./use_shared.js";

/** What a component can do with the session. All components and the other tabs see the effect. */
export interface SessionActions {
  /** Same as `canvass.signIn`. */
  signIn(options?: SignInOptions): Promise<void>;
  /** Same as `canvass.completeSignIn`, for an effect of the callback page: a second call returns the same result. */
  completeSignIn(): Promise<{ readonly return_to: string }>;
  /** Same as `canvass.switchAccount`. */
  switchAccount(options: { readonly account: AccountId }): Promise<void>;
  /** Same as `canvass.signOut`. */
  signOut(options?: { readonly account?: AccountId | undefined; readonly all?: boolean | undefined }): Promise<void>;
  /** Same as `canvass.signOutEverywhere`. */
  signOutEverywhere(): Promise<void>;
  /** Loads the session again. */
  refresh(): Promise<void>;
}

/** The session, the state of its load, and the actions. */
export type SessionState = SessionActions &
  (
    | { readonly status: "loading"; readonly session: undefined; readonly error: undefined }
    | { readonly status: "signed_in"; readonly session: SignedInSession; readonly error: undefined }
    | { readonly status: "signed_out"; readonly session: SignedOutSession; readonly error: undefined }
    | { readonly status: "failed"; readonly session: Session | undefined; readonly error: Error }
  );

/**
 * Returns who is signed in, the same for all components: `useSession(canvass)`, or `useSession()` below a
 * `CanvassProvider`. When that changes, in this tab or another, the other hooks discard their data. They load again if
 * a user is signed in, and fail with `signed_out` without a request otherwise.
 */
export function useSession(canvass?: Client): SessionState {
  const { canvass: client, session: initial } = useProvided(canvass, "useSession");
  const request = async ({ signal }: { readonly signal: AbortSignal }) => client.session({ signal });
  const shown = { hook: "useSession", kind: "session" as const, target: client.session, args: undefined, initial, request, load: () => loadOnce as Load<Session> };
  const [{ status, data: session, error }, current] = useShared<Session>(shown);
  const actions = useMemo((): SessionActions => {
    const refresh = async () => current()?.reload();
    const withRefresh = <A extends unknown[], T>(action: (...args: A) => Promise<T>) => async (...args: A): Promise<T> => {
      const result = await action(...args);
      await refresh();
      return result;
    };
    return {
      async signIn(options) {
        await client.signIn(options);
        // Without a popup the browser is leaving the page.
        if (options?.popup) await refresh();
      },
      completeSignIn: withRefresh(client.completeSignIn),
      switchAccount: withRefresh(client.switchAccount),
      signOut: withRefresh(client.signOut),
      signOutEverywhere: withRefresh(client.signOutEverywhere),
      refresh,
    };
  }, [client, current]);
  const sessionStatus = status === "ready" ? (session!.signed_in ? "signed_in" : "signed_out") : status;
  return { ...actions, status: sessionStatus, session, error } as SessionState;
}
