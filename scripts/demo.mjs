// The owner of the demo world in a browser, for the scripts that open the console.

import { Failure } from "./run.mjs";
import { chromium } from "./setup.mjs";

const ARGUMENTS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--no-first-run",
];

/** Starts the installed Chromium. */
export async function startBrowser(more = []) {
  // Set-up installs it, after this file was loaded.
  const { chromium: playwright } = await import("playwright-core");
  return playwright.launch({ executablePath: chromium().browser, args: [...ARGUMENTS, ...more] });
}

/** The person of the demo world whose plan and role permit everything. */
export async function ownerOf(origin) {
  const { people } = await (await fetch(`${origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
  return people.find(({ key }) => key === "owner");
}

/** The id of the demo survey whose satisfaction falls in one region, or of the one with this text in its title. */
export async function surveyOf(origin, Cookie, title = "by region") {
  const response = await fetch(`${origin}/api/v3/surveys?per_page=100`, { headers: { "X-Canvass": "1", Cookie } });
  return (await response.json()).data.find((survey) => survey.title.includes(title)).id;
}

/** Signs a person in at the embedded service and at the gateway: the cookies of the session. */
export async function signIn(origin, { email, password }) {
  const ours = { "X-Canvass": "1", "Content-Type": "application/json", Origin: origin };
  const { authorize_url, client_id, redirect_uri, pkce } = await (await fetch(`${origin}/auth/configuration`, { headers: ours })).json();
  const url = new URL(authorize_url);
  const asked = { client_id, redirect_uri, response_type: "code", state: "demo" };
  Object.entries(asked).forEach(([name, value]) => url.searchParams.set(name, value));
  const send = (at, fields) => fetch(at, { method: "POST", body: new URLSearchParams(fields), headers: { Origin: url.origin }, redirect: "manual" });
  const consent = await (await send(url, { email, password })).text();
  const [, ticket] = consent.match(/name="ticket" value="([^"]+)"/) ?? [];
  const scopes = [...consent.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope]) => ["scope", scope]);
  const back = await send(new URL("/oauth/authorize", url), [["ticket", ticket], ["decision", "allow"], ...scopes]);
  const code = new URL(back.headers.get("location"), url).searchParams.get("code");
  const response = await fetch(`${origin}/auth/token`, { method: "POST", headers: ours, body: JSON.stringify({ code, ...(pkce && { pkce }) }) });
  if (!response.ok) throw new Failure(`The sign-in failed: ${response.status} ${await response.text()}`);
  return response.headers.getSetCookie().map((cookie) => {
    const [name, ...value] = cookie.split(";")[0].split("=");
    return { name, value: value.join("="), url: origin };
  });
}
