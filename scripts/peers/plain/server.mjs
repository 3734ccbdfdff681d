// A survey service for comparison, as a developer would write it by hand: node:http, better-sqlite3, no framework. It
// serves the calls of `npm run bench -- service` from the tables of a Canvass team, with the same bytes and the same
// durability.
//
// PLAIN is JSON: `file` of the database, `port`, `origin` of the links in responses, and the service's `key`.

import http from "node:http";
import Database from "better-sqlite3";
import { account, api } from "./api.mjs";
import { withStatements } from "./database.mjs";
import { respond } from "./respond.mjs";

const BODY_MAX = 1_000_000;
/** The limit that the headers show for an app without a limit. */
const NO_LIMIT = 2_147_483_647;
const QUOTA = { minute: NO_LIMIT, day: NO_LIMIT };
const SECONDS = { minute: 60, day: 86_400 };

const settings = JSON.parse(process.env.PLAIN);
const context = { ...settings, db: withStatements(new Database(settings.file)) };

/** Requests of each app in the current minute and day. */
const spent = new Map();

/** Counts a request of an app. Returns the six headers of its quota, and whether the request is within it. */
function count(app) {
  const now = Math.floor(Date.now() / 1000);
  const windows = spent.get(app) ?? { minute: { began: 0, requests: 0 }, day: { began: 0, requests: 0 } };
  spent.set(app, windows);
  const headers = {};
  let allowed = true;
  for (const period of ["day", "minute"]) {
    const window = windows[period];
    const began = now - (now % SECONDS[period]);
    if (window.began !== began) {
      window.began = began;
      window.requests = 0;
    }
    const limit = QUOTA[period];
    allowed &&= window.requests < limit;
    const remaining = limit === NO_LIMIT ? NO_LIMIT : Math.max(limit - window.requests - 1, 0);
    headers[`x-ratelimit-app-global-${period}-limit`] = limit;
    headers[`x-ratelimit-app-global-${period}-remaining`] = remaining;
    headers[`x-ratelimit-app-global-${period}-reset`] = began + SECONDS[period] - now;
  }
  if (allowed) {
    windows.minute.requests += 1;
    windows.day.requests += 1;
  }
  return { headers, allowed };
}

const RATE = ["day", "minute"].flatMap((period) => ["limit", "remaining", "reset"].map((what) => `x-ratelimit-app-global-${period}-${what}`));
const EXPOSED = [...RATE, "x-oauth-scopes-available", "x-oauth-scopes-granted"].join(", ");

function sendJson(response, status, value, headers = {}) {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "access-control-expose-headers": EXPOSED,
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(body);
}

const sendError = (response, { status = 500, message }, headers) =>
  sendJson(response, status, { error: { message, http_status_code: status } }, headers);

function callApi(request, response, url, body) {
  const caller = account(context, request.headers.authorization);
  const { headers, allowed } = count(caller.client_id);
  headers["x-oauth-scopes-available"] = caller.available.join(",");
  headers["x-oauth-scopes-granted"] = caller.granted.join(",");
  if (!allowed) {
    sendError(response, { status: 429, message: "The quota of the app is exceeded." }, headers);
    return;
  }
  try {
    const { status, value } = api(context, caller, request.method, url, body);
    sendJson(response, status, value, headers);
  } catch (error) {
    sendError(response, error, headers);
  }
}

function handle(request, response, body) {
  try {
    const url = new URL(request.url, settings.origin);
    if (url.pathname.startsWith("/r/")) {
      const { status, headers, html } = respond(context, request, url, body);
      response.writeHead(status, { "Content-Type": "text/html; charset=utf-8", "Content-Length": Buffer.byteLength(html), ...headers });
      response.end(html);
    } else {
      callApi(request, response, url, body);
    }
  } catch (error) {
    sendError(response, error);
  }
}

const server = http.createServer((request, response) => {
  if (request.method === "GET") {
    handle(request, response, null);
    return;
  }
  const chunks = [];
  let length = 0;
  request.on("data", (chunk) => {
    length += chunk.length;
    if (length <= BODY_MAX) chunks.push(chunk);
  });
  request.on("end", () => {
    if (length > BODY_MAX) sendError(response, { status: 413, message: "The body is too large." });
    else handle(request, response, Buffer.concat(chunks));
  });
});
server.listen(settings.port, "127.0.0.1");
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  context.db.close();
});
