// A gateway for comparison, written carefully with Hono and the platform's cryptography: the session in a sealed
// cookie, a static header against forged requests, headers by allow-lists, bodies streamed. WATCHED adds more duties of
// our gateway: it forwards only operations of the API, with timeouts, traces and timings.

import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";

const REQUEST = ["accept", "accept-language", "content-type", "if-none-match", "traceparent", "tracestate"];
const RESPONSE = ["content-type", "etag", "last-modified", "retry-after", "link"];
const RATE = ["minute", "day"].flatMap((unit) => ["limit", "remaining", "reset"].map((what) => `x-ratelimit-app-global-${unit}-${what}`));
const PASSED = new Set([...RESPONSE, ...RATE]);
const LIFETIME = 30 * 86_400_000;
const NONCE = 12;
const TIMEOUT = 30_000;

let cachedKey;
const key = () => (cachedKey ??= crypto.subtle.importKey("raw", crypto.getRandomValues(new Uint8Array(32)), "AES-GCM", false, ["encrypt", "decrypt"]));
const bound = new TextEncoder().encode("session");

async function seal(session) {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE));
  const text = new TextEncoder().encode(JSON.stringify(session));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: bound }, await key(), text));
  return btoa(String.fromCharCode(...iv, ...sealed));
}

async function open(cookie) {
  try {
    const bytes = Uint8Array.from(atob(cookie), (letter) => letter.charCodeAt(0));
    const algorithm = { name: "AES-GCM", iv: bytes.subarray(0, NONCE), additionalData: bound };
    const session = JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, await key(), bytes.subarray(NONCE))));
    return session.until > Date.now() ? session : null;
  } catch {
    return null;
  }
}

const app = new Hono();

app.use(async (context, next) => {
  const site = context.req.header("sec-fetch-site");
  const origin = context.req.header("origin");
  const own = new URL(context.req.url).origin;
  if (context.req.header("x-canvass") !== "1" || (site ?? "same-origin") !== "same-origin" || (origin ?? own) !== own) {
    return context.json({ title: "Forbidden" }, 403);
  }
  await next();
});

app.post("/auth/token", async (context) => {
  const { code } = await context.req.json();
  const body = new URLSearchParams({ grant_type: "authorization_code", code, client_id: "bench", client_secret: "bench" });
  const response = await fetch(`${UPSTREAM}/oauth/token`, { method: "POST", body, redirect: "manual" });
  const { access_token } = await response.json();
  setCookie(context, "session", await seal({ token: access_token, until: Date.now() + LIFETIME }), {
    path: "/", httpOnly: true, sameSite: "Strict",
  });
  return context.json({ signed_in: true });
});

async function forward(context) {
  const start = Date.now();
  const session = await open(getCookie(context, "session") ?? "");
  if (session === null) {
    return context.json({ title: "Signed out" }, 401);
  }
  const headers = new Headers({ authorization: `bearer ${session.token}` });
  for (const name of REQUEST) {
    const value = context.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  if (WATCHED) headers.set("traceparent", traced(headers.get("traceparent")));
  const { pathname, search } = new URL(context.req.url);
  const method = context.req.method;
  const body = method === "GET" || method === "HEAD" ? undefined : context.req.raw.body;
  const called = Date.now();
  const response = await send(`${UPSTREAM}${pathname.slice(4)}${search}`, { method, headers, body, redirect: "manual" });
  const passed = new Headers({ "cache-control": "private, no-store", vary: "Cookie", "x-content-type-options": "nosniff" });
  for (const [name, value] of response.headers) {
    if (PASSED.has(name)) passed.set(name, value);
  }
  if (WATCHED) {
    const now = Date.now();
    passed.set("server-timing", `session;dur=${called - start}, upstream;dur=${now - called}, total;dur=${now - start}`);
  }
  return new Response(response.body, { status: response.status, headers: passed });
}

/** Sends a request, with a timeout if WATCHED is set. */
async function send(url, request) {
  if (!WATCHED) return fetch(url, request);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT);
  try {
    return await fetch(url, { ...request, signal: stop.signal });
  } finally {
    clearTimeout(timer);
  }
}

const digits = (count) => Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The trace context for the upstream call: continues the caller's trace, or starts one. */
function traced(traceparent) {
  const [, trace, flags] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/.exec(traceparent ?? "") ?? [];
  return `00-${trace ?? digits(16)}-${digits(8)}-${flags ?? "00"}`;
}

if (WATCHED) {
  for (const [method, path] of ROUTES) app.on(method, `/api${path}`, forward);
} else {
  app.all("/api/*", forward);
}

export default app;
