// A gateway with the duties of ours, as a careful author would write it with Hono and the platform's cryptography: the
// session in a sealed cookie, a static header against forged requests, headers by allow-lists, bodies streamed.

import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";

const REQUEST = ["accept", "accept-language", "content-type", "if-none-match", "traceparent", "tracestate"];
const RESPONSE = ["content-type", "etag", "last-modified", "retry-after", "link"];
const RATE = ["minute", "day"].flatMap((unit) => ["limit", "remaining", "reset"].map((what) => `x-ratelimit-app-global-${unit}-${what}`));
const PASSED = new Set([...RESPONSE, ...RATE]);
const LIFETIME = 30 * 86_400_000;
const NONCE = 12;

let made;
const key = () => (made ??= crypto.subtle.importKey("raw", crypto.getRandomValues(new Uint8Array(32)), "AES-GCM", false, ["encrypt", "decrypt"]));
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
    const how = { name: "AES-GCM", iv: bytes.subarray(0, NONCE), additionalData: bound };
    const session = JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(how, await key(), bytes.subarray(NONCE))));
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
  const answer = await fetch(`${UPSTREAM}/oauth/token`, { method: "POST", body, redirect: "manual" });
  const { access_token } = await answer.json();
  setCookie(context, "session", await seal({ token: access_token, until: Date.now() + LIFETIME }), {
    path: "/", httpOnly: true, sameSite: "Strict",
  });
  return context.json({ signed_in: true });
});

app.all("/api/*", async (context) => {
  const session = await open(getCookie(context, "session") ?? "");
  if (session === null) {
    return context.json({ title: "Signed out" }, 401);
  }
  const headers = new Headers({ authorization: `bearer ${session.token}` });
  for (const name of REQUEST) {
    const value = context.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const { pathname, search } = new URL(context.req.url);
  const method = context.req.method;
  const body = method === "GET" || method === "HEAD" ? undefined : context.req.raw.body;
  const answer = await fetch(`${UPSTREAM}${pathname.slice(4)}${search}`, { method, headers, body, redirect: "manual" });
  const passed = new Headers({ "cache-control": "private, no-store", vary: "Cookie", "x-content-type-options": "nosniff" });
  for (const [name, value] of answer.headers) {
    if (PASSED.has(name)) passed.set(name, value);
  }
  return new Response(answer.body, { status: answer.status, headers: passed });
});

export default app;
