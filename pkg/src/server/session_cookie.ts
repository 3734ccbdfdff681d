/** The session cookie on its way through the app's server. */

import { COOKIE, SECURE_COOKIE } from "./facts.js";

/** A cookie to set in the browser, as the `cookies().set` of Next and similar functions take it. */
export interface NewCookie {
  /** The complete value for a header `Set-Cookie`. */
  readonly header: string;
  /** Name of the cookie. */
  readonly name: string;
  /** Value of the cookie; empty if the cookie is removed. */
  readonly value: string;
  /** The path: the whole host. */
  readonly path: "/";
  /** Lifetime in seconds; 0 removes the cookie. */
  readonly maxAge: number;
  /** True: scripts cannot read it. */
  readonly httpOnly: true;
  /** Whether it is sent over https only. */
  readonly secure: boolean;
  /** Sent by pages of the same site only. */
  readonly sameSite: "strict";
}

/** The session cookie of one request: what the browser sent, until the gateway sets another. */
export interface SessionCookie {
  /** Value of the header `Cookie` for the gateway; undefined without a session cookie. */
  readonly header: string | undefined;
  /** What the browser must be told. */
  readonly changes: readonly NewCookie[];
  /** Takes the session cookie of a response. */
  readonly take: (response: Response) => void;
}

/**
 * Finds the session cookie of a gateway in a header `Cookie`. The app's other cookies are not the gateway's business.
 */
export function sessionCookie(cookies: string, secure: boolean): SessionCookie {
  const name = secure ? SECURE_COOKIE : COOKIE;
  const mark = `${name}=`;
  const sent = cookies.split(";").map((pair) => pair.trim()).filter((pair) => pair.startsWith(mark));
  // The gateway does not accept two cookies of this name, because another site may have set one: it gets both.
  let header = sent.join("; ") || undefined;
  let changes: readonly NewCookie[] = [];
  return {
    get header() {
      return header;
    },
    get changes() {
      return changes;
    },
    take(response) {
      for (const set of response.headers.getSetCookie().filter((set) => set.startsWith(mark))) {
        const value = set.slice(mark.length).split(";", 1)[0]!;
        const maxAge = Number(/;\s*max-age=(\d+)/i.exec(set)?.[1] ?? 0);
        header = value === "" ? undefined : mark + value;
        // The newest replaces those before it.
        changes = [{ header: set, name, value, path: "/", maxAge, httpOnly: true, secure, sameSite: "strict" }];
      }
    },
  };
}
