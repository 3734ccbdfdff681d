/** The gateway, for a Worker that has other routes too. */

/**
 * What the gateway reads of the Worker's environment. `SESSION_KEYS`, `CLIENT_SECRET` and `METRICS_TOKEN` are secrets.
 */
export interface GatewayEnv {
  /** Public origin of the Worker, such as `https://app.example.com`. */
  readonly ORIGIN: string;
  /**
   * Keys that encrypt sessions: at least 32 random bytes each, separated by commas; the first encrypts, all decrypt.
   */
  readonly SESSION_KEYS: string;
  /** The app's id at the survey service. */
  readonly CLIENT_ID: string;
  /** The app's secret at the survey service. */
  readonly CLIENT_SECRET: string;
  /** Origin of the service's OAuth endpoints. */
  readonly AUTH_URL: string;
  /** Origin of the API for accounts in the United States; with the next two, or `REGIONS` in place of the three. */
  readonly API_URL?: string;
  /** Origin of the API for accounts in the European Union. */
  readonly API_URL_EU?: string;
  /** Origin of the API for accounts in Canada. */
  readonly API_URL_CA?: string;
  /** Other regions: `us=https://api.example.com,au=https://au.example.com`. */
  readonly REGIONS?: string;
  /** Origin of the legacy respondent list, if it differs from that of the API. */
  readonly LEGACY_API_URL?: string;
  /** Redirect URI of a sign-in, below `ORIGIN`; `ORIGIN/callback/` by default. */
  readonly REDIRECT_URI?: string;
  /** `S256` adds a PKCE challenge to sign-ins. */
  readonly PKCE?: string;
  /** `on` lets programs register themselves as agents; otherwise they are described by documents on the web. */
  readonly AGENT_REGISTRATION?: string;
  /** `on` lets servers call `/v3` with their own tokens for the same app. */
  readonly BEARER_CALLS?: string;
  /**
   * Other origins whose pages may call the gateway with a session, separated by commas; each may have the path of its
   * callback page: `https://app.example.com,http://localhost:5173/signed-in`.
   */
  readonly ALLOWED_ORIGIN?: string;
  /** `off` forbids pages to keep responses of surveys in the browser; `on` by default. */
  readonly KEEP_RESULTS?: string;
  /** Header in which your proxy reports the client's IP address, by which reads of shared links are limited. */
  readonly CLIENT_ADDRESS_HEADER?: string;
  /** Timeout of the survey service in seconds: 1 to 300, 30 by default. */
  readonly UPSTREAM_TIMEOUT?: string;
  /** Token that permits reading `/metrics`: at least 32 random bytes. */
  readonly METRICS_TOKEN?: string;
  /** Percentage of the quota that background work leaves to people: 0 to 90, 1 by default. */
  readonly BUDGET_RESERVE?: string;
  /** Requests per minute if the service reports no limit, or that there is none: 1 or more. */
  readonly BUDGET_PER_MINUTE?: string;
  /** Requests per day if the service reports no limit, or that there is none: 1 or more. */
  readonly BUDGET_PER_DAY?: string;
  /** Percentage by which the app may exceed its limit: 0 to 50, 0 by default. */
  readonly BUDGET_TOLERANCE?: string;
  /** Namespace of the class {@link Session}. */
  readonly SESSION: object;
  /** Namespace of the class {@link Budget}. */
  readonly BUDGET: object;
  /** Namespace of the class {@link Cache}. */
  readonly CACHE: object;
  /** Namespace of the class {@link GatewayRecords}. */
  readonly RECORDS: object;
  /**
   * The static files that the gateway serves, such as Workers assets with `html_handling = "none"`: `/index.html`,
   * `/callback/index.html`, `/shared/index.html`, `/404.html`, `/sw.js`, `/favicon.svg`, and the folders `/assets/`,
   * `/sdk/`, `/docs/` and `/mcp/`. Without it, paths of files are 404.
   */
  readonly ASSETS?: object;
}

/** The platform's context of a request, as far as the gateway needs it. */
export interface GatewayContext {
  /** Extends the life of the request until the promise settles. */
  waitUntil(promise: Promise<unknown>): void;
}

/** The handler of the gateway. */
export interface Gateway {
  /**
   * Answers a request. It answers every request of `ORIGIN`: with 404 where neither a route nor a file of `ASSETS` has
   * the path, and with 503 if a variable or binding is missing, which the log names. It refuses requests for other
   * hosts.
   */
  fetch(request: Request, env: GatewayEnv, context: GatewayContext): Promise<Response>;
}

/**
 * The gateway: a Worker exports it as its default, or calls its `fetch` for the requests that it does not answer
 * itself.
 */
declare const gateway: Gateway;
export default gateway;

/** Class of the Durable Objects with the sessions of an account. The main module of the Worker must export it. */
export declare class Session {
  /** The platform creates the objects. */
  constructor(state: object, env: object);
  /** Answers a request of the gateway's handler. */
  fetch(request: Request): Promise<Response>;
}

/** Class of the Durable Object with the quota budget of the app. The main module of the Worker must export it. */
export declare class Budget {
  /** The platform creates the objects. */
  constructor(state: object, env: object);
  /** Answers a request of the gateway's handler. */
  fetch(request: Request): Promise<Response>;
}

/**
 * Class of the Durable Objects with the cached responses of an account. The main module of the Worker must export it.
 */
export declare class Cache {
  /** The platform creates the objects. */
  constructor(state: object, env: object);
  /** Answers a request of the gateway's handler. */
  fetch(request: Request): Promise<Response>;
}

/**
 * Class of the Durable Objects with what the gateway itself stores: notes of surveys, shared links, and the agents of
 * accounts. The main module of the Worker must export it.
 */
export declare class GatewayRecords {
  /** The platform creates the objects. */
  constructor(state: object, env: object);
  /** Answers a request of the gateway's handler. */
  fetch(request: Request): Promise<Response>;
}

/**
 * Whether a path belongs to the gateway: the API (`/api`, `/v3`), sessions (`/auth`), the callback page (`/callback`),
 * the webhook, notes and links of accounts (`/gateway`), shared links (`/shared`), agents (`/mcp`, with two pages,
 * `/.well-known/oauth-authorization-server` and `/.well-known/oauth-protected-resource`), health (`/healthz`) and
 * metrics (`/metrics`). It is for a Worker that serves its files itself, and passes only these paths on. Of the static
 * files only the pages below `/callback`, `/shared` and `/mcp` are included; their scripts and styles in `/assets/` and
 * `/sdk/` are not.
 */
export declare function isGatewayPath(pathname: string): boolean;
