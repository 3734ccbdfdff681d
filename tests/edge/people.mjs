// A person at the embedded service: signs in and allows all access through its pages, as a browser would.

import assert from "node:assert/strict";
import { pageOf } from "./page.mjs";

/** A person of the demo world signed in at the gateway of `worker`: the answer to the exchange, with the cookie. */
export async function signedIn(worker, person, { add = false, cookie, without } = {}) {
  const { page, code, pkce } = await permitted(worker, person, { without });
  return page.signIn(code, cookie, { add, ...(pkce ? { pkce } : {}) });
}

/**
 * A person who has signed in at the service and allowed all access, but for the scopes `without`: the code of the
 * callback, what ends the sign-in, and the consent page.
 */
export async function permitted(worker, person, { without = [] } = {}) {
  const page = pageOf(() => worker);
  const { authorize_url, client_id, redirect_uri, pkce } = (await page.ask("/auth/configuration")).json;
  const url = new URL(authorize_url);
  const asked = { client_id, redirect_uri, response_type: "code", state: "of-this-test" };
  Object.entries(asked).forEach(([name, value]) => url.searchParams.set(name, value));
  const send = (at, fields) => fetch(at, { method: "POST", body: new URLSearchParams(fields), headers: { Origin: url.origin }, redirect: "manual" });
  const consent = await (await send(url, { email: person.email, password: person.password })).text();
  const [, ticket] = consent.match(/name="ticket" value="([^"]+)"/) ?? assert.fail(`${person.email} was not asked for consent`);
  const scopes = [...consent.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope]) => ["scope", scope]).filter(([, scope]) => !without.includes(scope));
  const back = await send(new URL("/oauth/authorize", url), [["ticket", ticket], ["decision", "allow"], ...scopes]);
  const callback = new URL(back.headers.get("location"));
  assert.equal(callback.searchParams.get("state"), "of-this-test");
  return { page, code: callback.searchParams.get("code"), pkce, ticket, consent };
}
