// A dev server as apps have one, on localhost: pages, the SDK's files, and a proxy to the gateway.

import { readFileSync } from "node:fs";
import { createServer, request as send } from "node:http";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";

const page = (script) => `<!doctype html><title>App</title><link rel="icon" href="data:,">
<button id="by-page">Sign in</button><button id="by-popup">Add an account</button><button id="for-scopes">Grant more</button>
<script type="module">
import { createCanvass } from "/sdk/index.js";
${script}</script>`;

/** Which gateway the page uses: the real one, the proxy of this server, or, by mistake, a server of pages. */
const CLIENT = (gateway) => `
const query = new URLSearchParams(location.search);
if (query.has("proxy")) sessionStorage.way = "proxy";
const proxied = sessionStorage.way === "proxy";
globalThis.canvass = createCanvass(query.has("pages") ? { fetch: () => fetch("/page") } : proxied ? {} : { gateway: "${gateway}" });`;

const INDEX = (gateway) =>
  page(`${CLIENT(gateway)}
globalThis.cancel = new AbortController();
const report = (call) => call.then(() => (globalThis.outcome = "signed in"), (error) => Object.assign(globalThis, { failed: error, outcome: error.kind ?? error }));
const back = "/?" + (proxied ? "proxy&" : "") + "returned";
document.getElementById("by-page").onclick = () => report(canvass.signIn({ return_to: back }));
document.getElementById("by-popup").onclick = () => report(canvass.signIn({ popup: true, add: true, signal: cancel.signal }));
document.getElementById("for-scopes").onclick = () => report(canvass.signIn({ popup: true, scopes: globalThis.scopes }));`);

const CALLBACK = (gateway) =>
  page(`${CLIENT(gateway)}
canvass.completeSignIn().then(({ return_to }) => location.replace(return_to), (error) => (globalThis.outcome = error.kind));`);

/** Starts the server: `{ origin, stop }`. `gateway` returns the gateway's origin. */
export async function appServer(gateway) {
  const server = createServer((incoming, response) => {
    const { pathname, search } = new URL(incoming.url, "http://localhost");
    const [, file] = /^\/sdk\/((?:[a-z]+\/)?[\w.-]+)$/.exec(pathname) ?? [];
    if (/^\/(auth|api|gateway)\//.test(pathname)) {
      const { hostname, port, host } = new URL(gateway());
      const options = { hostname, port, path: pathname + search, method: incoming.method, headers: { ...incoming.headers, host } };
      const outgoing = send(options, (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
      outgoing.on("error", () => response.destroy());
      incoming.pipe(outgoing);
      return;
    }
    response.writeHead(200, { "Content-Type": file ? "text/javascript" : "text/html" });
    response.end(file ? readFileSync(join(root, "pkg", "dist", file)) : (pathname === "/callback/" ? CALLBACK : INDEX)(gateway()));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return { origin: `http://localhost:${server.address().port}`, stop };
}
