// Guards the network access of a local Worker: forwards requests to configured origins, and refuses all others.

export default {
  fetch(request, env) {
    if (!env.ORIGINS.includes(new URL(request.url).origin)) {
      throw new Error("The origin is not configured.");
    }
    return env.NETWORK.fetch(request);
  },
};
