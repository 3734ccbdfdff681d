// A survey service that is none: it answers the gateway as the tests ask it to, and remembers what it was sent.

import { createServer } from "node:http";

/** The token that must never reach the browser. */
export const CANARY = "canary-9f83b1c0-never-in-a-page";

const PLAIN = { "Content-Type": "application/json" };

/** What an address answers; `echo` is the request as it arrived. */
const ANSWERS = {
  "/v3/users/me": (echo) => ({
    headers: {
      ...PLAIN,
      ETag: '"one"',
      "Set-Cookie": "upstream=1",
      Server: "none",
      Via: "1.1 none",
      Location: "https://evil.example/",
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "public, max-age=60",
      "X-Ratelimit-App-Global-Day-Limit": "500",
      "X-OAuth-Scopes-Granted": "users_read",
    },
    body: { id: "1", href: `http://${echo.headers.host}/v3/users/me` },
  }),
  "/v3/surveys": (echo) => ({ status: echo.method === "POST" ? 201 : 200, headers: PLAIN, body: { length: echo.body.length } }),
  "/v3/groups": () => ({ status: 302, headers: { Location: "https://evil.example/" }, body: {} }),
  "/v3/workgroups": () => ({ status: 401, headers: PLAIN, body: { status: 1, errmsg: "The client revoked the access grant" } }),
  "/v3/contacts": () => ({ status: 401, headers: PLAIN, body: { error: { id: "1010", http_status_code: 401 } } }),
  "/v3/contact_lists": () => ({ status: 403, headers: PLAIN, body: { error: { id: "1014", http_status_code: 403 } } }),
};

/**
 * Four origins: where people authorize, and the API of each region.
 *
 * `more` are more answers by path, and `more.token` by code, where one may be a function of the origins. An answer may
 * be a promise; `drop` in place of one ends the connection without a word.
 */
export async function fakeService(more = {}) {
  const requests = [];
  const origins = {};
  const token = (code) =>
    ({
      redirect: { status: 307, headers: { Location: `${origins.auth}/stolen` }, body: {} },
      html: { headers: { "Content-Type": "text/html" }, body: { access_token: CANARY, access_url: origins.us } },
      elsewhere: { headers: PLAIN, body: { access_token: CANARY, access_url: "https://evil.example" } },
      split: { headers: PLAIN, body: { access_token: `${CANARY}\r\nx: y`, access_url: origins.us } },
      used: { status: 400, headers: PLAIN, body: { error: "invalid_grant" } },
      eu: { headers: PLAIN, body: { access_token: CANARY, access_url: origins.eu } },
      ...more.token,
    })[code] ?? { headers: PLAIN, body: { access_token: CANARY, access_url: origins.us } };

  const servers = await Promise.all(
    ["auth", "us", "eu", "ca"].map(async (name) => {
      const server = createServer(async (request, response) => {
        const chunks = [];
        for await (const chunk of request) {
          chunks.push(chunk);
        }
        const { pathname, search } = new URL(request.url, "http://upstream");
        const echo = { at: name, method: request.method, path: pathname, search, headers: request.headers, body: String(Buffer.concat(chunks)) };
        requests.push(echo);
        const found =
          name === "auth"
            ? token(new URLSearchParams(echo.body).get("code"))
            : ((more[pathname] ?? ANSWERS[pathname])?.(echo, response) ?? { status: 404, headers: PLAIN, body: { error: { id: "1020" } } });
        const answer = await (typeof found === "function" ? found(origins) : found);
        if (answer === "drop") {
          request.socket.destroy();
          return;
        }
        response.writeHead(answer.status ?? 200, answer.headers);
        response.end(JSON.stringify(answer.body));
      });
      await new Promise((done) => server.listen(0, "127.0.0.1", done));
      origins[name] = `http://127.0.0.1:${server.address().port}`;
      return server;
    }),
  );
  return {
    origins,
    requests,
    vars: {
      AUTH_URL: origins.auth,
      API_URL: origins.us,
      API_URL_EU: origins.eu,
      API_URL_CA: origins.ca,
      CLIENT_ID: "app-1",
      CLIENT_SECRET: "hush-&-more-secret",
    },
    /** What arrived since the last call. */
    taken: () => requests.splice(0),
    async stop() {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
}
