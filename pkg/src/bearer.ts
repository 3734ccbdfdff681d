import { unavailable } from "./errors.js";

/** A region in which accounts live. */
export type Region = "us" | "eu" | "ca";

/** Calls straight to the regional APIs, for servers and scripts that hold a token of their own. */
export interface BearerOptions {
  /** The access token, or what gets it. It goes to the origins that are named here and to no other. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** The address that came with the token. */
  readonly access_url?: string | undefined;
  /** The regions' origins: of an account in another region they are tried for what only reads, and the one is kept. */
  readonly api?: { readonly [R in Region]?: string | undefined } | undefined;
  /** Where the account lives; `us` if not given. */
  readonly region?: Region | undefined;
  /** Whether a page may hold the token too. Everything that runs in the page can read it there. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

type Send = (request: Request) => Promise<Response>;

/** What a header can carry of a token. */
const TOKEN = /^[\x21-\x7e]+$/;

/** The code of an answer that comes from another region than the account's. */
const WRONG_REGION = "1018";

/** What the SDK's requests become without a gateway: the API's own, at the account's region. */
export function bearer(options: BearerOptions, send: Send, failing: (cause: object) => never): Send {
  const { token = "", access_url, api = {}, region = "us", dangerouslyAllowBrowser = false } = options;
  if (typeof document !== "undefined" && !dangerouslyAllowBrowser) {
    throw unavailable("A token does not belong into a page: sign in at a gateway, or set `dangerouslyAllowBrowser`.");
  }
  const first = access_url ?? api[region];
  if (first === undefined) throw unavailable("A token needs `access_url`, or `api` with the origin of its region.");
  const origins = [...new Set([first, ...Object.values(api)].flatMap((url) => (url === undefined ? [] : [originOf(url)])))];

  const ask = async (request: Request, origin: string, body: string | undefined): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    if (!pathname.startsWith("/api/")) throw unavailable("Sessions need a gateway.");
    const headers = new Headers(request.headers);
    for (const name of ["X-Canvass", "X-Canvass-Attempt", "X-Canvass-Class"]) headers.delete(name);
    const given = typeof token === "function" ? await token() : token;
    if (!TOKEN.test(given)) throw unavailable("A token is letters, digits and punctuation, without blanks or lines.");
    headers.set("Authorization", `bearer ${given}`);
    const { method, signal } = request;
    const url = origin + pathname.slice("/api".length) + search;
    // Not "error", which Workers do not know: an answer that leads elsewhere is a failure of its own.
    return send(new Request(url, { method, headers, signal, redirect: "manual", credentials: "omit", ...(body && { body }) }));
  };
  return async (request) => {
    const body = request.method === "GET" ? undefined : await request.text();
    const answer = await ask(request, origins[0]!, body);
    if (request.method !== "GET" || !(await isElsewhere(answer).catch(failing))) return answer;
    for (const origin of origins.slice(1)) {
      const other = await ask(request, origin, body);
      if (!(await isElsewhere(other).catch(failing))) {
        origins.splice(origins.indexOf(origin), 1);
        origins.unshift(origin);
        return other;
      }
    }
    return answer;
  };
}

async function isElsewhere(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const text = await answer.clone().text();
  try {
    return String((JSON.parse(text) as { readonly error?: { readonly id?: unknown } }).error?.id) === WRONG_REGION;
  } catch {
    return false;
  }
}

/** The origin of an address that a token may be sent to. */
function originOf(address: string): string {
  const { protocol, hostname, origin } = parsed(address);
  if (protocol !== "https:" && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) {
    throw unavailable(`A token is sent over https only, not to ${origin}.`);
  }
  return origin;
}

function parsed(address: string): URL {
  try {
    return new URL(address);
  } catch {
    throw unavailable(`${JSON.stringify(address)} is no address that a token can be sent to: it begins with https://.`);
  }
}
