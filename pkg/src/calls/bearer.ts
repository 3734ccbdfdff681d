// Direct calls with a token: it is sent only to the API origins of the options, and a call for an account of another
// region tries each of them.

import { failure, misconfigured, unavailable } from "../errors.js";

/** A region in which accounts live. */
export type Region = "us" | "eu" | "ca";

/** Direct calls to the regional APIs, for servers and scripts that have a token of their own. */
export interface BearerOptions {
  /** The access token, or a function that returns it. It is sent to the origins named here and to no other. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** The `access_url` that was issued with the token. */
  readonly access_url?: string | undefined;
  /**
   * Origins of the regions. If an account is in another region, a call tries each of them, and later calls use the
   * right one.
   */
  readonly api?: { readonly [R in Region]?: string | undefined } | undefined;
  /** Region of the account; by default `us`. */
  readonly region?: Region | undefined;
  /** Whether a token may be used in a page. All code that runs in the page can read it there. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/** Sends a request and returns its response. */
export type Send = (request: Request) => Promise<Response>;

/** The characters of a token that a header can carry. */
const TOKEN = /^[\x21-\x7e]+$/;

/** The error code for an account of another region. */
const WRONG_REGION = "1018";

/** The error code for a token that a region does not know. */
const INVALID_TOKEN = "1011";

/**
 * Sends the SDK's gateway requests to the API of the account's region instead. `throwNetworkError` marks a response
 * that could not be read as a network error.
 */
export function bearer(options: BearerOptions, send: Send, throwNetworkError: (cause: object) => never): Send {
  const { token = "", access_url, api = {}, region = "us", dangerouslyAllowBrowser = false } = options;
  if (typeof document !== "undefined" && !dangerouslyAllowBrowser) {
    throw misconfigured("A page must not use a token: sign in at a gateway, or set `dangerouslyAllowBrowser`.", "token");
  }
  const first = access_url ?? api[region];
  if (first === undefined) {
    const regions = Object.keys(api).join(", ");
    if (regions === "") throw misconfigured("A token needs the option `access_url`, or `api` with the origin of its region.", "access_url");
    throw misconfigured(`The option \`api\` has no origin for the region "${region}". It has: ${regions}.`, "region");
  }
  const named = [["access_url", first] as const, ...Object.entries(api).map(([region, url]) => [`api.${region}`, url] as const)];
  const origins = [...new Set(named.flatMap(([option, url]) => (url === undefined ? [] : [originOf(option, url)])))];

  /** Node.js stops a response only while its request is in memory. */
  const requests = new WeakMap<Response, Request>();
  const sendTo = async (request: Request, origin: string, body: string | undefined): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    if (!pathname.startsWith("/api/")) throw unavailable("Sessions need a gateway: a client with a token has none.");
    const headers = new Headers(request.headers);
    // These are for the gateway; the API does not know them.
    for (const name of ["X-Canvass", "X-Canvass-Attempt", "X-Canvass-Class", "X-Canvass-Account"]) headers.delete(name);
    const accessToken: unknown = typeof token === "function" ? await token() : token;
    if (typeof accessToken !== "string" || !TOKEN.test(accessToken)) {
      throw misconfigured("The token must be a string of letters, digits and punctuation, without spaces or line breaks.", "token");
    }
    headers.set("Authorization", `bearer ${accessToken}`);
    const { method, signal } = request;
    const url = origin + pathname.slice("/api".length) + search;
    // A redirect must not carry the token to another origin. "error" would not follow it either, but Workers do not
    // support it: with "manual" the redirect itself is the response.
    const made = new Request(url, { method, headers, signal, redirect: "manual", credentials: "omit", ...(body && { body }) });
    const response = await send(made);
    requests.set(response, made);
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      const message = `${origin} answers with a redirect. It is not followed, because it could take the token to another origin: use the API's own origin.`;
      throw failure({ kind: "gateway_refused", message, status: response.status, retryable: false, remedy: { action: "none" } });
    }
    return response;
  };
  return async (request) => {
    const body = request.method === "GET" ? undefined : await request.text();
    // Another call may put another origin first meanwhile.
    const order = [...origins];
    const response = await sendTo(request, order[0]!, body);
    if ((await errorOf(request, response).catch(throwNetworkError)) !== WRONG_REGION) return response;
    for (const origin of order.slice(1)) {
      const other = await sendTo(request, origin, body);
      const error = await errorOf(request, other).catch(throwNetworkError);
      // Writes are repeated too: a service that answers with these has refused the call, and has written nothing.
      if (error === WRONG_REGION || error === INVALID_TOKEN) continue;
      // Only a success proves that the account is there.
      if (other.ok && error === "") {
        origins.splice(origins.indexOf(origin), 1);
        origins.unshift(origin);
      }
      return other;
    }
    return response;
  };
}

/**
 * The code of the error with which a response refuses the token or its region; otherwise an empty text. The legacy
 * operation refuses with 200, and has the code, or only a status, elsewhere.
 */
async function errorOf({ url }: Request, response: Response): Promise<string> {
  if (response.status !== 401 && response.status !== 403 && !new URL(url).pathname.startsWith("/api/v2/")) return "";
  const text = await response.clone().text();
  try {
    const { error, code, status } = JSON.parse(text) as { readonly error?: { readonly id?: unknown }; readonly code?: unknown; readonly status?: unknown };
    return String(error?.id ?? code ?? (status || ""));
  } catch {
    return "";
  }
}

/** The origin of a URL to which a token may be sent: https, or this machine. */
function originOf(option: string, url: string): string {
  const { protocol, hostname, origin } = parseUrl(option, url);
  if (protocol !== "https:" && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) {
    throw misconfigured(`A token is sent over https only, not to ${origin}.`, option);
  }
  return origin;
}

function parseUrl(option: string, url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw misconfigured(`${JSON.stringify(url)} is not a URL: use an origin that begins with https://.`, option);
  }
}
