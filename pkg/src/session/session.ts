// Signing in and out. The callback's code is taken out of the address bar before other code can read it.

import type { CallOptions } from "../calls/call.js";
import { CALL_OPTIONS, SIGN_IN_OPTIONS, WHICH_ACCOUNT, checkOptions } from "../check_options.js";
import type { Client, Session } from "../client.js";
import type { Certainty, ClientState } from "../client_state.js";
import { unavailable } from "../errors.js";
import { retried } from "../parts/load.js";
import { gateway } from "../generated/operations.js";
import type { Source } from "../parts/part.js";
import type { Requests } from "../calls/requests.js";
import { sessionChanges } from "./session_changes.js";
import type { SignInContext } from "./sign_in.js";

/** Loaded with the first sign-in, because most pages find the user signed in. */
const loadSignIn = retried(() => import("./sign_in.js"), "begin");

const loadLeaving = retried(() => import("./leaving.js"), "leave");

/** The request for the session, complete: most pages begin with it, so it is sent while the engine is still loading. */
const SESSION_REQUEST = "GET\n/auth/session";

type SessionMethods = Pick<Client, "signIn" | "completeSignIn" | "session" | "onSessionChange" | "switchAccount" | "signOut" | "signOutEverywhere">;

/** Throws unless there is a page, which alone can be sent to the sign-in and back. */
function requirePage(): void {
  if (typeof document === "undefined") {
    throw unavailable("Only a page can sign in. Servers use a token or `sessionOf`.");
  }
}

/**
 * Takes the callback's query out of the address bar, before any other code can read the code there. A gateway of
 * another origin passes it on in the fragment.
 */
function takeCallback(): string {
  const { search, hash, pathname } = location;
  history.replaceState(history.state, "", pathname);
  return new URLSearchParams(search).has("state") ? search : hash.slice(1) || search;
}

/** The methods that sign in and out. */
export function sessionMethods(source: Source, base: string, { callGateway, run }: Requests, state: ClientState): SessionMethods {
  const load = async (options?: CallOptions) => {
    checkOptions(options ?? {}, CALL_OPTIONS);
    return (await callGateway(gateway.session, {}, { ...options, text: SESSION_REQUEST })) as Session;
  };
  const changes = sessionChanges(load, state);
  state.checkSession = changes.check;
  const context: SignInContext = {
    source,
    call: callGateway,
    async redeem(args) {
      const { scopes } = await change(null, async () => state.record(await run(gateway.token, JSON.stringify(args))));
      return (state.scopes = scopes);
    },
  };
  /**
   * Makes a request that changes the session. Results are closed before an account leaves. If the chunk for that does
   * not arrive in two attempts, such as one of an older deployment, a sign-out erases what is kept of all accounts and
   * gateways.
   */
  const change = async <T>(which: object | null, request: () => Promise<T>, options?: CallOptions) => {
    await loadLeaving()
      .catch(loadLeaving)
      .then(
        ({ leave }) => leave(base, which, () => load(options), state.account, options?.signal),
        async () => which && (await navigator.storage.getDirectory()).removeEntry("results", { recursive: true }),
      )
      .catch(() => {});
    let certainty: Certainty = 1;
    try {
      const result = await request();
      // Calls are for the account that is current now.
      state.account = undefined;
      certainty = 2;
      return result;
    } finally {
      // Also after a failure: results were closed, and may be opened again.
      state.sessionChanged(certainty);
    }
  };
  /** Signs out, or makes another account current. */
  const leave = async (operation: number, which?: object | null, options?: CallOptions | null) => {
    which ??= {};
    options ??= {};
    checkOptions(which, WHICH_ACCOUNT);
    checkOptions(options, CALL_OPTIONS);
    // A page that is left while the request is under way does not cancel it.
    const request = () => callGateway(operation, which as object, { ...options, keepalive: true });
    // A call that will be refused changes nothing.
    await (state.closed || options.signal?.aborted ? request() : change(operation === gateway.switch ? null : which, request, options));
  };
  let attempts = 0;
  let callback: string | undefined;
  let completing: Promise<{ readonly return_to: string }> | undefined;
  return {
    async signIn(options) {
      options ??= {};
      checkOptions(options, SIGN_IN_OPTIONS);
      requirePage();
      const here = location.pathname + location.search + location.hash;
      callback = completing = undefined;
      const attempt = (attempts += 1);
      // Browsers open a popup only after a click, so it is opened before the first await.
      const opened = options.popup ? open("", "canvass_sign_in", "popup,width=480,height=720") : undefined;
      try {
        await (await loadSignIn()).begin(context, { ...options, here }, opened);
      } finally {
        // A newer sign-in has taken the same window.
        if (attempt === attempts) opened?.close();
      }
    },
    async completeSignIn() {
      requirePage();
      const query = (callback ??= takeCallback());
      // A second call gets the same promise, because a code is valid once. It has not been used where a part did not
      // arrive.
      const attempt = (completing ??= loadSignIn().then(({ loadCompletion }) => loadCompletion(context)).then(
        (complete) => complete(query),
        (cause) => {
          if (completing === attempt) completing = undefined;
          throw cause;
        },
      ));
      return attempt;
    },
    session: changes.read,
    onSessionChange: changes.listen,
    switchAccount: leave.bind(undefined, gateway.switch),
    signOut: leave.bind(undefined, gateway.sign_out),
    signOutEverywhere: leave.bind(undefined, gateway.sign_out_everywhere, {}),
  };
}
