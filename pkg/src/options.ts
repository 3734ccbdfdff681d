// The options of a client and their defaults.

import type { BearerOptions } from "./calls/bearer.js";
import type { Patience } from "./calls/call.js";
import type { Events } from "./events.js";

/** Passes a request on with `next`. It may change the request or the response. */
export type Middleware = (request: Request, next: (request: Request) => Promise<Response>) => Promise<Response>;

/** How the SDK is set up: with a gateway, or with a token where there is no page. */
export interface CanvassOptions extends Patience, Events, BearerOptions {
  /** Origin of the gateway; by default the page's own. A gateway of another origin must allow the page's origin. */
  readonly gateway?: string | undefined;
  /** Sends requests; by default the platform's `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Middleware for every request, retries included. The first is the outermost. */
  readonly use?: readonly Middleware[] | undefined;
}

/** Default of `timeout`, in milliseconds. */
export const TIMEOUT = 30_000;

/** Default of `maxWait`, in milliseconds. */
export const MAX_WAIT = 60_000;

/** The default `deadline` is this many milliseconds more than `maxWait`. */
export const DEADLINE_MARGIN = 120_000;

/** Default of `retries`. */
export const RETRIES = 2;
