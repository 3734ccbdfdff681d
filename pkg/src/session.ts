import type { CallOptions } from "./call.js";
import type { Client, Session } from "./client.js";
import type { ClientState } from "./client_state.js";
import { retried } from "./load.js";
import { gateway } from "./operations.js";
import type { Source } from "./part.js";
import type { Requests } from "./requests.js";
import { sessionChanges } from "./session_changes.js";

/** Loaded with the first sign-in, because most pages find the user signed in. */
const loadSignIn = retried(() => import("./sign_in.js"), "begin");

type SessionMethods = Pick<Client, "signIn" | "completeSignIn" | "session" | "onSessionChange" | "switchAccount" | "signOut" | "signOutEverywhere">;

/** The methods that sign in and out. */
export function sessionMethods(source: Source, { callGateway }: Requests, state: ClientState): SessionMethods {
  const load = async (options?: CallOptions) => (await callGateway(gateway.session, {}, options)) as Session;
  const changes = sessionChanges(load);
  state.checkSession = changes.check;
  const sessionChanged = () => state.sessionChanged();
  const context = { call: callGateway, source };
  let completing: Promise<{ readonly return_to: string }> | undefined;
  return {
    async signIn({ return_to = location.pathname + location.search + location.hash, popup = false, add = false, signal } = {}) {
      completing = undefined;
      // Browsers open a popup only after a click, so it is opened before the first await.
      const opened = popup ? open("", "canvass_sign_in", "popup,width=480,height=720") : undefined;
      try {
        await (await loadSignIn()).begin(context, { return_to, add, signal }, opened);
        if (popup) sessionChanged();
      } finally {
        opened?.close();
      }
    },
    completeSignIn() {
      if (completing === undefined) {
        // The code leaves the address bar before any other code can read it. A second call gets the same promise, because
        // a code is valid once.
        const query = location.search;
        history.replaceState(history.state, "", location.pathname);
        completing = loadSignIn().then(({ complete }) => complete(context, query));
        completing.then(sessionChanged, () => {});
      }
      return completing;
    },
    session: async (options) => changes.seen(await load(options)),
    onSessionChange: changes.listen,
    switchAccount: (which, options) => callGateway(gateway.switch, which, options).then(sessionChanged),
    signOut: (which, options) => callGateway(gateway.sign_out, which, options).then(sessionChanged),
    signOutEverywhere: (options) => callGateway(gateway.sign_out_everywhere, {}, options).then(sessionChanged),
  };
}
