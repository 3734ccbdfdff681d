// Requests as a page of the gateway's origin sends them; whatever comes back is kept, to be searched for secrets.

import { request as send } from "node:http";

/** The page of a Worker, which `worker` gives once it runs: `{ ask, askRaw, post, signIn, seen }`. */
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

  /** A request whose headers the platform's `fetch` would refuse to send. */
  function askRaw(path, { method = "GET", headers = {}, chunks = [] } = {}) {
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
      chunks.forEach((chunk) => sent.write(chunk));
      sent.end();
    });
  }

  /** A POST below `/auth`; `cookie` is then what the browser sends from then on. */
  async function post(path, body, cookie) {
    const answer = await ask(path, { method: "POST", body: body && JSON.stringify(body), cookie });
    const set = answer.headers.getSetCookie();
    return { ...answer, set, cookie: set[0]?.split(";")[0] };
  }

  const signIn = (code = "good", cookie, more = {}) => post("/auth/token", { code, ...more }, cookie);

  return { ask, askRaw, post, signIn, seen };
}
