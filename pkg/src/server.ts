// The entry `@canvass/sdk/server` for Node.js.

import { createCanvass } from "./index.js";
import type { IncomingRequest } from "./server/incoming.js";
import { type ServerOptions, type ServerSession, sessionWith } from "./server/session_of.js";
import type { Scope } from "./generated/types.js";

export type { IncomingRequest } from "./server/incoming.js";
export type { NewCookie } from "./server/session_cookie.js";
export type { ServerClient, ServerOptions, ServerSession } from "./server/session_of.js";

/**
 * Finds who is signed in in the browser that sent a request to the app's server, and creates a client for this account.
 * App and gateway must have one host.
 *
 * @throws CanvassError `configuration` if the browser cannot send the gateway's cookie to the app.
 */
export function sessionOf<S extends Scope = Scope>(request: IncomingRequest, options: ServerOptions): Promise<ServerSession<S>> {
  return sessionWith<S>(createCanvass, request, options);
}
