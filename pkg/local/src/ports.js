// Free TCP ports for the origins and sockets of a Worker.

import { createServer } from "node:net";
import { REGIONS } from "./configuration.js";
import { LocalError } from "./local_error.js";

/** Different free ports of this machine. */
export async function freePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, () => listenAt(0)));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

/** The three ports from `port` on, if they are free, and `more` other free ports. */
export async function claimPorts(port, more) {
  const ports = REGIONS.map((_, index) => port + index);
  for (const wanted of ports) {
    const server = await listenAt(wanted).catch(() => {
      throw new LocalError(`Port ${wanted} is in use. Stop the program that uses it, or choose another port; the two ports after it are needed too.`);
    });
    await new Promise((done) => server.close(done));
  }
  return [...ports, ...(await freePorts(more))];
}

function listenAt(port) {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(port, "127.0.0.1", () => done(server));
  });
}
