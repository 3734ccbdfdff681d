// The session on the app's server: the browser's session cookie is sent only to a gateway of the app's own host.

import type { BearerOptions } from "../calls/bearer.js";
import type { Canvass, SignedInSession, SignedOutSession } from "../client.js";
import { failure, misconfigured, unavailable } from "../errors.js";
import type { CanvassOptions, Middleware } from "../options.js";
import type { Scope } from "../generated/types.js";
import { POSTED_READ } from "./facts.js";
import { type IncomingRequest, bringsStrictCookies, header, hostOf, parseUrl, provenanceOf, refusalOfWrites } from "./incoming.js";
import { type NewCookie, type SessionCookie, sessionCookie } from "./session_cookie.js";

/** Where the gateway is, and options of the client. */
export interface ServerOptions extends Omit<CanvassOptions, keyof BearerOptions> {
  /** Public origin of the gateway, on the same host as the app. Required: the session cookie is sent to it. */
  readonly gateway: string | undefined;
  /** Public origin of the app, where a proxy changes the header `Host`. By default that of the request. */
  readonly origin?: string | undefined;
}

/** What all results of `sessionOf` have. */
export interface ServerClient<S extends Scope = Scope> {
  /**
   * A client for the account of the request. It writes only if a page of the app sent the request in order to change
   * something. If the session is unknown, its calls fail with `unavailable`.
   */
  readonly canvass: Canvass<S>;
  /** The cookies that the gateway has set so far, for the browser. Read them after the last call. */
  cookies(): readonly NewCookie[];
  /**
   * Adds these cookies to a copy of a response, whose `Cache-Control` becomes `private, no-store`. Call it after the
   * last call. Without new cookies a response that has this header is returned itself; any other gets
   * `private, no-store` if an account is signed in, and otherwise `private`.
   */
  apply(response: Response): Response;
}

/** Who is signed in in the browser that sent a request: `status` says what is known. */
export type ServerSession<S extends Scope = Scope> = ServerClient<S> &
  (
    | { readonly status: "signed_in"; readonly session: SignedInSession }
    | { readonly status: "signed_out"; readonly session: SignedOutSession }
    /** The browser may have a session, but withheld its cookie: only the page can find out. */
    | { readonly status: "unknown"; readonly session: undefined }
  );

/** Creates a client, as the entry's `createCanvass` does. */
type Create<S extends Scope> = (options: CanvassOptions) => Canvass<S>;

export async function sessionWith<S extends Scope>(create: Create<S>, request: IncomingRequest, options: ServerOptions): Promise<ServerSession<S>> {
  if (typeof document !== "undefined") throw misconfigured("`sessionOf` is for servers. In a page, call `canvass.session()`.");
  const { gateway: gatewayText, origin, use = [], ...others } = options;
  const gateway = gatewayOf(gatewayText);
  const app = appOf(request, origin, gateway);
  const provenance = provenanceOf(request);
  const cookie = sessionCookie(header(request, "cookie") ?? "", gateway.protocol === "https:");
  const isUnknown = cookie.header === undefined && !bringsStrictCookies(provenance);
  const check = (method: string, path: string) => {
    if (isUnknown) {
      throw unavailable("The request has no session cookie: browsers send it only with requests from the app's own site. Make this call in the page.");
    }
    const refusal = method === "GET" || path === POSTED_READ ? undefined : refusalOfWrites(provenance, app.origin);
    if (refusal !== undefined) throw failure({ kind: "gateway_refused", message: refusal, retryable: false, remedy: { action: "none" } });
  };
  // With a token, requests would go to other origins, and the cookie with them.
  const canvass = create({ ...others, token: undefined, gateway: gateway.origin, use: [...use, withCookie(cookie, gateway.origin, check)] });
  const withCaching = (usual: string) => ({ canvass, cookies: () => cookie.changes, apply: (response: Response) => applied(response, cookie.changes, usual) });
  if (isUnknown) return { ...withCaching("private"), status: "unknown", session: undefined };
  const session = cookie.header === undefined ? ({ signed_in: false } as const) : await canvass.session();
  // The page of an account is not stored by the browser either: after the sign-out, "Back" must not show it.
  return session.signed_in ? { ...withCaching(UNSTORED), status: "signed_in", session } : { ...withCaching("private"), status: "signed_out", session };
}

/** The last middleware: sends the cookie to the gateway, and to no other origin. */
function withCookie(cookie: SessionCookie, gateway: string, check: (method: string, path: string) => void): Middleware {
  return async (request, next) => {
    const { origin, pathname } = new URL(request.url);
    if (origin !== gateway) throw misconfigured(`The session cookie is for ${gateway} only: middleware must not send the request to ${origin}.`, "use");
    check(request.method, pathname);
    const headers = new Headers(request.headers);
    if (cookie.header !== undefined) headers.set("Cookie", cookie.header);
    // A redirect must not carry the cookie to another origin: with "manual" it is the response, which is a failure.
    const response = await next(new Request(request, { headers, redirect: "manual" }));
    cookie.take(response);
    return response;
  };
}

/** The `Cache-Control` of responses that no cache may store. */
const UNSTORED = "private, no-store";

/** `usual` is the `Cache-Control` of a response that has none, where there are no cookies. */
function applied(response: Response, cookies: readonly NewCookie[], usual: string): Response {
  // A response that cannot be copied, such as that of a WebSocket or an error, is not stored by caches.
  const isFinal = response.headers.has("Cache-Control") || response.bodyUsed || response.status < 200;
  if (cookies.length === 0 && isFinal) return response;
  // Responses of `fetch` and of `Response.redirect` have headers that cannot be changed.
  const result = new Response(response.body, response);
  for (const { header } of cookies) result.headers.append("Set-Cookie", header);
  result.headers.set("Cache-Control", cookies.length === 0 ? usual : UNSTORED);
  return result;
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

function gatewayOf(text: string | undefined): URL {
  const gateway = parseUrl(text);
  const isSafe = gateway?.protocol === "https:" || (gateway?.protocol === "http:" && LOOPBACK.test(gateway.hostname));
  if (isSafe && gateway.href === `${gateway.origin}/`) return gateway;
  const given = text === undefined ? "It is missing." : `${JSON.stringify(text)} is no such origin.`;
  throw misconfigured(`Set \`gateway\` to the gateway's public origin, https:// or on this machine, such as "https://app.example.com". ${given}`, "gateway");
}

/** The app's public origin. It has the gateway's host, because the session cookie belongs to that host alone. */
function appOf(request: IncomingRequest, origin: string | undefined, gateway: URL): URL {
  const host = origin === undefined ? hostOf(request) : undefined;
  // The scheme of the gateway: behind a proxy, the app does not see that the browser uses https.
  const app = parseUrl(origin ?? (host === undefined ? undefined : `${gateway.protocol}//${host}`));
  if (app === undefined) {
    const message = origin === undefined ? "The request names no host." : `${JSON.stringify(origin)} is not an origin.`;
    throw misconfigured(`${message} Set \`origin\` to the app's public origin, such as "${gateway.origin}".`, "origin");
  }
  if (app.hostname === gateway.hostname) return app;
  throw misconfigured(
    `The app is at the host ${app.hostname}, but browsers send the gateway's session cookie only to its own host, ${gateway.hostname}. ` +
      "Serve app and gateway on one host (ports may differ), and open the app by this name. If a proxy changes the header Host, set `origin` to the app's public origin.",
    "gateway",
  );
}
