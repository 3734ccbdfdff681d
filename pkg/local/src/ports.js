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
    const server = await listenAt(wanted).catch(({ code }) => {
      throw new LocalError(`${refusal(wanted, code)}; the two ports after it are needed too.`);
    });
    await new Promise((done) => server.close(done));
  }
  return [...ports, ...(await freePorts(more))];
}

/** Why this program cannot listen at a port, and what to do. */
export function refusal(port, code) {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} is in use. Stop the program that uses it, or choose another port`;
    case "EACCES":
      return `Port ${port} is reserved: this user may not listen at it (EACCES). Choose a port of 1024 or more`;
    default:
      return `Port ${port} cannot be used (${code}). Choose another port`;
  }
}

function listenAt(port) {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(port, "127.0.0.1", () => done(server));
  });
}
