/** What a request to the app's server says about the page that caused it. */

/**
 * A request to the app's server: a `Request`, a request of Node's servers, or `{ headers }` where there is nothing
 * else.
 */
export interface IncomingRequest {
  /** Headers of a `Request`, or the plain object of Node's servers. */
  readonly headers: { get(name: string): string | null } | { readonly [name: string]: string | readonly string[] | undefined };
  /** HTTP method. */
  readonly method?: string | undefined;
  /** URL, or the path that Node's servers report. */
  readonly url?: string | undefined;
}

/** The headers by which a browser says where a request comes from. */
export interface Provenance {
  readonly method: string | undefined;
  /** `Origin`: the origin of the page, on requests that may write. */
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`: how the page's origin is related to that of the request. No page can set it. */
  readonly site: string | undefined;
}

export function provenanceOf(request: IncomingRequest): Provenance {
  return { method: request.method, origin: header(request, "origin"), site: header(request, "sec-fetch-site") };
}

/** The host of a request, as the browser sent it unless a proxy changed it. */
export function hostOf(request: IncomingRequest): string | undefined {
  // Some frameworks put the host that they listen on into the URL, so the header comes first.
  return header(request, "host") ?? header(request, ":authority") ?? parseUrl(request.url)?.host;
}

/** The value of a header; undefined also if it is repeated. */
export function header({ headers }: IncomingRequest, name: string): string | undefined {
  // `get` throws for the pseudo-headers of HTTP/2, which begin with a colon: only Node's servers report them.
  if (typeof headers.get === "function") return name.startsWith(":") ? undefined : (headers.get(name) ?? undefined);
  const found = Object.entries(headers).find(([known]) => known.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : undefined;
}

export function parseUrl(text: string | undefined): URL | undefined {
  try {
    return new URL(text!);
  } catch {
    return undefined;
  }
}

/**
 * Whether a browser sends its strict cookies with such a request. It withholds them after a link from another site. Old
 * browsers do not say where a request comes from.
 */
export function bringsStrictCookies({ site }: Provenance): boolean {
  return site === "same-origin" || site === "same-site" || site === "none";
}

/**
 * Why a request must not cause a write; undefined if a page of the app's `origin` sent it in order to change something.
 */
export function refusalOfWrites({ method, origin, site }: Provenance, appOrigin: string): string | undefined {
  // Where only headers are known: browsers send `Origin` with every request that may write, and with no GET of the same
  // origin.
  if (method === undefined ? origin === undefined : /^(GET|HEAD)$/i.test(method)) {
    return "A GET request must not change anything, because a link could cause it: write in response to a POST request.";
  }
  if (site === undefined ? origin === appOrigin : site === "same-origin") return undefined;
  return `A write needs a request from a page of ${appOrigin}. This request comes from elsewhere, so another site may have forged it.`;
}
