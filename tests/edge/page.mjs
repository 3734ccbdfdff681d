// Requests as a page of the gateway's origin sends them; whatever comes back is kept, to be searched for secrets.

import assert from "node:assert/strict";
import { request as send } from "node:http";

/** One path of each kind of route. */
const ROUTES = [
  "/", "/pricing", "/nowhere", "/assets/pages.css", "/sdk/index.js", "/callback/?code=x&state=y", "/healthz", "/metrics", "/sandbox", "/sandbox/clock",
  "/auth/configuration", "/auth/token", "/auth/session", "/auth/sign-out", "/gateway/budget", "/gateway/notes/7", "/gateway/webhook",
  "/api/v3/users/me", "/api/v3/surveys", "/v3/users/me", "/v2/surveys/get_respondent_list", "/oauth/authorize", "/account/", "/apps", "/r/x", "/shared/x",
  "/mcp", "/mcp/authorize/", "/mcp/token", "/.well-known/oauth-protected-resource",
];

/** Fails unless a Worker answers 503 at every route, to reads and to writes. */
export async function everyRouteIs503(ask) {
  for (const path of ROUTES) {
    for (const [method, body] of [["GET"], ["POST", "{}"]]) {
      assert.equal((await ask(path, { method, body })).status, 503, `${method} ${path}`);
    }
  }
}

/** The page of a Worker, which `worker` gives once it runs: `{ ask, askRaw, askInHalves, post, signIn, seen }`. */
export function pageOf(worker) {
  const seen = [];

  async function ask(path, { method = "GET", headers = {}, body, cookie } = {}) {
    const response = await fetch(new URL(path, worker().origin), {
      method,
      redirect: "manual",
      headers: {
        "X-Canvass": "1",
        ...(cookie ? { Cookie: cookie } : {}),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      body,
    });
    const text = await response.text();
    seen.push({ headers: [...response.headers], text });
    const json = text.startsWith("{") ? JSON.parse(text) : null;
    return { status: response.status, headers: response.headers, text, json, type: json?.type?.split(":").pop() };
  }

  /** A request whose headers the platform's `fetch` would refuse to send. `meanwhile` runs after the first chunk. */
  function askRaw(path, { method = "GET", headers = {}, chunks = [], meanwhile } = {}) {
    return new Promise((done, fail) => {
      const sent = send(new URL(path, worker().origin), { method, headers: { "X-Canvass": "1", ...headers } }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part) => (text += part));
        response.on("end", () => {
          seen.push({ headers: Object.entries(response.headers), text });
          done({ status: response.statusCode, headers: response.headers, text });
        });
      });
      sent.on("error", fail);
      const [first, ...others] = meanwhile ? chunks : [undefined, ...chunks];
      const finish = () => {
        others.forEach((chunk) => sent.write(chunk));
        sent.end();
      };
      if (meanwhile) sent.write(first, () => meanwhile().then(finish, fail));
      else finish();
    });
  }

  /** A request of which half of the body is sent before `meanwhile`, and the other half after it. */
  async function askInHalves(path, { method, cookie, headers = {}, body }, meanwhile) {
    const half = Math.floor(body.length / 2);
    const halves = [body.slice(0, half), body.slice(half)];
    const head = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body), ...(cookie && { Cookie: cookie }), ...headers };
    return askRaw(path, { method, headers: head, chunks: halves, meanwhile });
  }

  /** A POST below `/auth`; `cookie` is then what the browser sends from then on. */
  async function post(path, body, cookie) {
    const answer = await ask(path, { method: "POST", body: body && JSON.stringify(body), cookie });
    const set = answer.headers.getSetCookie();
    return { ...answer, set, cookie: set[0]?.split(";")[0] };
  }

  const signIn = (code = "good", cookie, more = {}) => post("/auth/token", { code, ...more }, cookie);

  return { ask, askRaw, askInHalves, post, signIn, seen };
}
