// The Worker's entry. What worker-build makes starts wasm afresh after a panic, and for that wraps each request in a class
// and two proxies, which takes a good part of the time of a request; here only the one after a panic is wrapped so.

import Worker from "canvass:worker";

export * from "canvass:worker";

const state = globalThis.__worker_init_state;
const { fetch } = Worker.prototype;

export default {
  fetch(request, env, ctx) {
    return state.criticalError ? new Worker(ctx, env).fetch(request) : fetch.call({ env, ctx }, request);
  },
  /** CONNECT, where a platform passes it on: the connection is closed, and leads nowhere. Without this it is answered 500. */
  connect: (socket) => socket.close(),
};
