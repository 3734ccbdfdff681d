// An agent: a program that a person connects by the page's own requests, and that calls tools.

import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";

export const READING = ["surveys.read", "answers.read"];
export const EVERYTHING = [...READING, "surveys.write", "invitations.send"];

/**
 * A server on this machine with the document of a client: `{ id, document, requests, close }`. `answer` may change it.
 */
export async function clientDocument(answer = (document) => ({ body: JSON.stringify(document) })) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push({ url: request.url, headers: request.headers });
    const { status = 200, headers = { "Content-Type": "application/json" }, body = "" } = answer(document, request);
    response.writeHead(status, headers).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const id = `http://127.0.0.1:${server.address().port}/client.json`;
  const document = { client_id: id, client_name: "Test agent", redirect_uris: ["http://127.0.0.1/callback"], token_endpoint_auth_method: "none" };
  return { id, document, requests, close: () => new Promise((done) => server.close(done)) };
}

/** What a program sends a person with: the query of the page, and the verifier of its challenge. */
export function requestOf(origin, client_id, changes = {}) {
  const verifier = randomBytes(32).toString("base64url");
  const fields = {
    response_type: "code",
    client_id,
    redirect_uri: "http://127.0.0.1:5123/callback",
    scope: READING.join(" "),
    state: "of-the-agent",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${origin}/mcp`,
    ...changes,
  };
  return { query: new URLSearchParams(fields).toString(), verifier, ...fields };
}

/** Exchanges a code or a refresh token. */
export async function exchange(origin, fields) {
  const response = await fetch(`${origin}/mcp/token`, { method: "POST", body: new URLSearchParams(fields) });
  return { status: response.status, json: await response.json() };
}

/** The decision of a person on the page that shows the account of the cookie. */
export async function decide(page, cookie, query, more = {}) {
  const { account } = (await page.ask("/auth/session", { cookie })).json;
  return page.ask("/auth/session/agents/decide", { method: "POST", cookie, body: JSON.stringify({ query, account, allow: true, scopes: READING, ...more }) });
}

/** Connects an agent for the person of a cookie. Gives its tokens and `{ call, tool }`. */
export async function connect(worker, page, cookie, client_id, scopes = READING) {
  const asked = requestOf(worker.origin, client_id);
  const decided = await decide(page, cookie, asked.query, { scopes });
  assert.equal(decided.status, 200, decided.text);
  const back = new URL(decided.json.location ?? assert.fail(decided.text));
  const code = back.searchParams.get("code");
  const { redirect_uri, verifier } = asked;
  const form = { grant_type: "authorization_code", code, redirect_uri, client_id, code_verifier: verifier, resource: `${worker.origin}/mcp` };
  const { status, json } = await exchange(worker.origin, form);
  assert.equal(status, 200, JSON.stringify(json));
  return { ...agentOf(worker, json.access_token), ...json, form, back, client_id };
}

/** The calls of an agent with a token. `seen` has every byte that it got. */
export function agentOf(worker, token) {
  const seen = [];
  async function call(method, params = {}, { version = "2025-11-25", headers = {}, body } = {}) {
    const response = await fetch(`${worker.origin}/mcp`, {
      method: "POST",
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": version,
        ...headers,
      },
      body: body ?? JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const text = await response.text();
    seen.push([...response.headers].flat().join("\n"), text);
    return { status: response.status, headers: response.headers, text, json: text.startsWith("{") ? JSON.parse(text) : null };
  }
  /** The result of a tool; its error as `{ error }`. */
  async function tool(name, args = {}) {
    const { status, json, text } = await call("tools/call", { name, arguments: args });
    assert.equal(status, 200, text);
    assert.ok(json.result, text);
    const { isError, content, structuredContent } = json.result;
    if (isError) return { error: content[0].text };
    assert.deepEqual(JSON.parse(content[0].text), structuredContent, "the text says the same");
    return structuredContent;
  }
  return { call, tool, seen };
}
