// Ports for a local service that is started by its command.

import { createServer } from "node:net";

/** A port such that the two after it are free too. */
export async function freeRange() {
  for (;;) {
    const first = await listen(0);
    const { port } = first.address();
    const others = await Promise.all([port + 1, port + 2].map((next) => listen(next).catch(() => undefined)));
    await Promise.all([first, ...others].map((server) => server && new Promise((done) => server.close(done))));
    if (others.every(Boolean)) return port;
  }
}

function listen(port) {
  return new Promise((done, fail) => {
    const server = createServer().once("error", fail);
    server.listen(port, "127.0.0.1", () => done(server));
  });
}
