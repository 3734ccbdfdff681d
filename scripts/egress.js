// Stands between a local Worker and the network: passes on what goes to an origin that is configured, and nothing else.

export default {
  fetch(request, env) {
    if (!env.ORIGINS.includes(new URL(request.url).origin)) {
      throw new Error("This address is not configured.");
    }
    return env.NETWORK.fetch(request);
  },
};
