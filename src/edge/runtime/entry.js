// The Worker's entry. The entry of worker-build restarts WebAssembly after a panic, and for that wraps each request in
// a class and two proxies, a good part of a request's CPU. Here only the first request after a panic is wrapped.

// The platform calls by RPC only objects whose class extends `DurableObject`, which wasm-bindgen cannot declare.

import { DurableObject } from "cloudflare:workers";
import Worker, * as parts from "canvass:worker";

export * from "canvass:worker";

for (const part of Object.values(parts)) {
  if (part.prototype?.handleMessage) {
    Object.setPrototypeOf(part.prototype, DurableObject.prototype);
    Object.setPrototypeOf(part, DurableObject);
  }
}

const state = globalThis.__worker_init_state;
const { fetch } = Worker.prototype;

export default {
  fetch(request, env, ctx) {
    return state.criticalError ? new Worker(ctx, env).fetch(request) : fetch.call({ env, ctx }, request);
  },
  /** CONNECT, where a platform passes it on: the connection is closed. Without this handler the response is 500. */
  connect: (socket) => socket.close(),
};
