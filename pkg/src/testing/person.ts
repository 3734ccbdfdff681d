/** People of the demo world: signed in by the service's own pages, as a browser would do it. */

/** A person of the demo world. */
export interface Person {
  /** What the person is called here: `"owner"`, `"admin"`, `"regular"`, `"free"`, `"eu"`, and others. */
  readonly key: string;
  /** Address to sign in with. */
  readonly email: string;
  /** Empty for those who cannot sign in. */
  readonly password: string;
  /** First and last name. */
  readonly name: string;
  /** Role in the team; null without one. */
  readonly role: string | null;
  /** How far the person is: `active`, or `pending` until the invitation is followed. */
  readonly status: string;
  /** Plan of the account. */
  readonly plan: string;
  /** Region in which the account lives. */
  readonly region: string;
  /** Id of the team; null without one. */
  readonly team: string | null;
  /** Id of the user. */
  readonly user_id: string;
  /** Id of the membership; null without a team. */
  readonly member_id: string | null;
  /** What the person is there for. */
  readonly note: string;
}

/** A cookie as Playwright's `context.addCookies` takes it. */
export interface SessionCookie {
  /** Name of the cookie. */
  readonly name: string;
  /** Its value. */
  readonly value: string;
  /** Where it is sent. */
  readonly url: string;
  /** True: no script reads it. */
  readonly httpOnly: boolean;
  /** Sent by pages of the origin alone. */
  readonly sameSite: "Strict";
}

/** A page of Playwright, as far as a sign-in needs it. */
export interface BrowserPage {
  /** What the page shares its cookies with. */
  context(): { addCookies(cookies: SessionCookie[]): Promise<unknown> };
}

/** How somebody is signed in. */
export interface SignInAs {
  /** The page of a browser that is signed in then. */
  readonly page?: BrowserPage | undefined;
  /** What the person grants beside what the app needs: everything that is offered if not given. */
  readonly scopes?: readonly string[] | undefined;
  /** The header `Cookie` of a session beside whose accounts this one stands then. */
  readonly beside?: string | undefined;
}

/** A person's session at the gateway. */
export interface SignedIn {
  /** The header `Cookie` of every request. */
  readonly header: string;
  /** The same for the cookies of a browser. */
  readonly cookies: SessionCookie[];
}

/** Signs a person in at the gateway of an origin. */
export async function signedIn(origin: string, { email, password }: Person, { page, scopes, beside }: SignInAs): Promise<SignedIn> {
  const asked = await fetch(`${origin}/auth/configuration`, { headers: { "X-Canvass": "1" } });
  const { authorize_url, client_id, redirect_uri, pkce } = (await asked.json()) as Configuration;
  const url = new URL(authorize_url);
  const named = { client_id, redirect_uri, response_type: "code", state: "testing" };
  for (const [name, value] of Object.entries(named)) url.searchParams.set(name, value);

  const consent = await posted(url, [["email", email], ["password", password]]);
  const shown = await consent.text();
  const ticket = /name="ticket" value="([^"]+)"/.exec(shown)?.[1];
  if (ticket === undefined) throw new Error(`${email} cannot sign in: ${complaint(shown)}`);
  const offered = [...shown.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope]) => scope!);
  const granted = offered.filter((scope) => scopes?.includes(scope) ?? true);
  const decided = [["ticket", ticket], ["decision", "allow"], ...granted.map((scope) => ["scope", scope])];
  const back = await posted(new URL(url.pathname, url), decided);
  const callback = back.headers.get("location");
  if (callback === null) throw new Error(`${email} cannot sign in: ${complaint(await back.text())}`);

  const answer = await fetch(`${origin}/auth/token`, {
    method: "POST",
    headers: { "X-Canvass": "1", "Content-Type": "application/json", Origin: origin, ...(beside && { Cookie: beside }) },
    body: JSON.stringify({ code: new URL(callback).searchParams.get("code"), ...(pkce && { pkce }), ...(beside && { add: true }) }),
  });
  const [cookie = ""] = answer.headers.getSetCookie();
  const header = cookie.split(";")[0]!;
  if (!answer.ok || header === "") throw new Error(`${email} cannot sign in: ${await answer.text()}`);
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

function posted(url: URL, fields: string[][]): Promise<Response> {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), headers: { Origin: url.origin }, redirect: "manual" });
}

/** What a page of the service complains of. */
function complaint(html: string): string {
  const [, text = "the service did not let them in"] = /<p class="message[^>]*>(.*?)<\/p>/s.exec(html) ?? [];
  return text.replace(/<[^>]*>/g, "").trim();
}
