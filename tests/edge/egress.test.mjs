// Egress of a Worker in plain workerd: the rules of the network apply to the IP address of a name.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { startWorkerd } from "../../pkg/local/src/workerd.js";

/** A Worker that fetches what it is asked to, as a webhook's delivery would, with or without a sandbox. */
const worker = (exports) => `
${exports.map((name) => `class ${name} {}`).join("\n")}
export default {
  async fetch(request) {
    const url = request.headers.get("x-url");
    if (!url) return new Response("ok");
    try {
      return new Response(String((await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(3000) })).status));
    } catch (error) {
      return new Response("not reached");
    }
  },
};
export { ${exports.join(", ")} };
`;

const folder = mkdtempSync(join(tmpdir(), "canvass-reached-"));
const server = createServer((_, response) => response.end("reached"));
const running = [];

before(() => new Promise((done) => server.listen(0, "::", done)));
after(async () => {
  for (const started of running) await started.kill();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true, force: true });
});

/** Asks a Worker of this build for addresses of this machine by name, by number, and in other spellings. */
async function reached(name, exports) {
  const build = join(folder, name);
  mkdirSync(build);
  writeFileSync(join(build, "index.js"), worker(exports).trim());
  writeFileSync(join(build, "index_bg.wasm"), Buffer.from("0061736d01000000", "hex"));
  const started = await startWorkerd({ worker: build, assets: build, dataDir: join(folder, `${name}-data`) });
  running.push(started);
  const own = Object.values(networkInterfaces()).flat().filter(({ internal }) => !internal);
  const hosts = ["localhost", "127.0.0.1", "0.0.0.0", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", ...own.map(({ address, family }) => (family === "IPv4" ? address : `[${address}]`))];
  const found = {};
  for (const host of hosts) {
    const url = `http://${host}:${server.address().port}/`;
    found[host] = await (await fetch(started.origin, { headers: { "x-url": url } })).text();
  }
  return found;
}

test("s77_without_a_sandbox_no_name_and_no_spelling_leads_to_this_machine_or_its_network", async () => {
  const found = await reached("service", ["Team", "App", "Directory"]);
  for (const [host, status] of Object.entries(found)) {
    assert.equal(status, "not reached", host);
  }
});

test("s77_with_a_sandbox_this_machine_is_reached", async () => {
  const found = await reached("local", ["Team", "App", "Directory", "Sandbox"]);
  assert.equal(found.localhost, "200");
  assert.equal(found["127.0.0.1"], "200");
});
