/** Signs in people of the demo world through the service's own pages, like a browser. */

import type { Scope } from "../generated/types.js";

/** A person of the demo world. */
export interface Person {
  /** Short name: `"owner"`, `"admin"`, `"regular"`, `"free"`, `"eu"`, and others. */
  readonly key: string;
  /** Email address to sign in with. */
  readonly email: string;
  /** Password; empty for people who cannot sign in. */
  readonly password: string;
  /** First and last name. */
  readonly name: string;
  /** Role in the team; null without a team. */
  readonly role: string | null;
  /** `active`, or `pending` until the invitation is accepted. */
  readonly status: string;
  /** Plan of the account. */
  readonly plan: string;
  /** Region of the account. */
  readonly region: string;
  /** Id of the team; null without a team. */
  readonly team: string | null;
  /** Id of the user. */
  readonly user_id: string;
  /** Id of the membership; null without a team. */
  readonly member_id: string | null;
  /** Purpose of the person. */
  readonly note: string;
}

/** A cookie for Playwright's `context.addCookies`. */
export interface SessionCookie {
  /** Name of the cookie. */
  readonly name: string;
  /** Value of the cookie. */
  readonly value: string;
  /** URL that it is sent to. */
  readonly url: string;
  /** True: scripts cannot read it. */
  readonly httpOnly: boolean;
  /** Sent by pages of the same origin only. */
  readonly sameSite: "Strict";
}

/** The part of a Playwright page that a sign-in needs. */
export interface BrowserPage {
  /** The browser context, which has the cookies. */
  context(): { addCookies(cookies: SessionCookie[]): Promise<unknown> };
}

/** How to sign in a person. */
export interface SignInAs {
  /** A page whose browser is signed in. */
  readonly page?: BrowserPage | undefined;
  /** The optional scopes that the person grants; by default all that are offered. */
  readonly scopes?: readonly Scope[] | undefined;
  /** The header `Cookie` of a session to which the account is added. */
  readonly beside?: string | undefined;
}

/** A person's session at the gateway. */
export interface SignedIn {
  /** Value of the header `Cookie` for every request. */
  readonly header: string;
  /** The same as cookies of a browser. */
  readonly cookies: SessionCookie[];
}

/** Signs a person in at the gateway of an origin. */
export async function signedIn(origin: string, { email, password }: Person, { page, scopes, beside }: SignInAs): Promise<SignedIn> {
  const configuration = await fetch(`${origin}/auth/configuration`, { headers: { "X-Canvass": "1" } });
  const { authorize_url, client_id, redirect_uri, pkce } = (await configuration.json()) as Configuration;
  const url = new URL(authorize_url);
  const parameters = { client_id, redirect_uri, response_type: "code", state: "testing" };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);

  const consent = await postForm(url, [["email", email], ["password", password]]);
  const consentPage = await consent.text();
  const token = /name="ticket" value="([^"]+)"/.exec(consentPage)?.[1];
  if (token === undefined) throw new Error(`${email} cannot sign in: ${messageOf(consentPage)}`);
  const offered = [...consentPage.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope]) => scope!);
  const granted = offered.filter((scope) => scopes?.includes(scope as Scope) ?? true);
  const decision = [["ticket", token], ["decision", "allow"], ...granted.map((scope) => ["scope", scope])];
  const redirect = await postForm(new URL(url.pathname, url), decision);
  const callback = redirect.headers.get("location");
  if (callback === null) throw new Error(`${email} cannot sign in: ${messageOf(await redirect.text())}`);

  const response = await fetch(`${origin}/auth/token`, {
    method: "POST",
    headers: { "X-Canvass": "1", "Content-Type": "application/json", Origin: origin, ...(beside && { Cookie: beside }) },
    body: JSON.stringify({ code: new URL(callback).searchParams.get("code"), ...(pkce && { pkce }), ...(beside && { add: true }) }),
  });
  const [cookie = ""] = response.headers.getSetCookie();
  const header = cookie.split(";")[0]!;
  if (!response.ok || header === "") throw new Error(`${email} cannot sign in: ${await response.text()}`);
  const [name, value] = [header.slice(0, header.indexOf("=")), header.slice(header.indexOf("=") + 1)];
  const cookies: SessionCookie[] = [{ name, value, url: origin, httpOnly: true, sameSite: "Strict" }];
  await page?.context().addCookies(cookies);
  return { header, cookies };
}

interface Configuration {
  readonly authorize_url: string;
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly pkce?: string | null;
}

function postForm(url: URL, fields: string[][]): Promise<Response> {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), headers: { Origin: url.origin }, redirect: "manual" });
}

/** The error message of a page of the service. */
function messageOf(html: string): string {
  const [, text = "the service refused the sign-in without a message"] = /<p class="message[^>]*>(.*?)<\/p>/s.exec(html) ?? [];
  return text.replace(/<[^>]*>/g, "").trim();
}
