// A request passes the middleware first, then goes to the gateway or, with a token, to the regional APIs.

import type { Send } from "./bearer.js";
import { retried } from "../parts/load.js";
import type { CanvassOptions } from "../options.js";

/** How requests leave the SDK: through the middleware, then to the gateway or, with a token, to the regional APIs. */
export interface Transport {
  /** Origin of all requests; empty for the page's own. */
  readonly base: string;
  readonly send: Send;
  /** Whether the platform's fetch failed with this. Otherwise code of the caller threw it, such as middleware. */
  readonly isNetworkError: (cause: object) => boolean;
}

/**
 * Origin of requests before `bearer` gives them a real one. Such a host never exists, should a request go out to it.
 */
export const PLACEHOLDER_ORIGIN = "https://canvass.invalid";

/** Loaded with the first request, because few pages have a token. */
const loadBearer = retried(() => import("./bearer.js"), "bearer");

export function createTransport(options: CanvassOptions): Transport {
  const { token, use = [], gateway: base = token === undefined ? "" : PLACEHOLDER_ORIGIN } = options;
  const { fetch: platformFetch = (request: Request) => fetch(request) } = options;
  const networkErrors = new WeakSet<object>();
  const throwNetworkError = (cause: object): never => {
    networkErrors.add(Object(cause));
    throw cause;
  };
  // The inner function is async so that a `fetch` that throws is treated like one that rejects.
  const sendByFetch: Send = (request) => (async () => platformFetch(request))().catch(throwNetworkError);
  let sendByToken: Send | undefined;
  const last: Send =
    token === undefined
      ? sendByFetch
      : async (request) => {
          const { bearer } = await loadBearer();
          sendByToken ??= bearer(options, sendByFetch, throwNetworkError);
          return sendByToken(request);
        };
  const send = use.reduceRight<Send>((next, middleware) => async (request) => middleware(request, next), last);
  return { base, send, isNetworkError: (cause) => networkErrors.has(cause) };
}
