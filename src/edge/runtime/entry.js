// The Worker's entry. The entry of worker-build restarts WebAssembly after a panic, and for that wraps each request in a
// class and two proxies, a good part of a request's CPU. Here only the first request after a panic is wrapped.

import Worker from "canvass:worker";

export * from "canvass:worker";

const state = globalThis.__worker_init_state;
const { fetch } = Worker.prototype;

export default {
  fetch(request, env, ctx) {
    return state.criticalError ? new Worker(ctx, env).fetch(request) : fetch.call({ env, ctx }, request);
  },
  /** CONNECT, where a platform passes it on: the connection is closed. Without this handler the response is 500. */
  connect: (socket) => socket.close(),
};
