// Ports for a local service that is started by its command.

import { createServer } from "node:net";

/**
 * Outside the ports that systems give to connections and to servers that name none: until a program has started, no
 * other takes them by chance.
 */
const [FIRST, END] = [20_000, 32_000];

/** A port such that the two after it are free too. */
export async function freeRange() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (END - FIRST));
    const servers = await Promise.all([port, port + 1, port + 2].map((each) => listen(each).catch(() => undefined)));
    await Promise.all(servers.map((server) => server && new Promise((done) => server.close(done))));
    if (servers.every(Boolean)) return port;
  }
}

function listen(port) {
  return new Promise((done, fail) => {
    const server = createServer().once("error", fail);
    server.listen(port, "127.0.0.1", () => done(server));
  });
}
