// Where the tests of this folder send their requests: CANVASS_URL when set, otherwise a Worker of their own.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { freeRange } from "./free_ports.mjs";

/**
 * The Worker under test, for the tests of one file: `{ origin, origins, get, post }`.
 *
 * A Worker of our own starts on free ports with an empty data folder, which is gone after the last test.
 * A deployed one, named by CANVASS_URL, may lack the sandbox and the other regions' origins.
 */
export function underTest(options = {}) {
  const tested = {
    origin: process.env.CANVASS_URL?.replace(/\/$/, ""),
    origins: {
      us: process.env.CANVASS_URL?.replace(/\/$/, ""),
      eu: process.env.CANVASS_URL_EU,
      ca: process.env.CANVASS_URL_CA,
    },
    get: (path, headers = {}) => fetch(new URL(path, tested.origin), { headers, redirect: "manual" }),
    post: (path, body, headers = {}) =>
      fetch(new URL(path, tested.origin), {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
        redirect: "manual",
      }),
    /** The demo world, as the Worker describes it; null where there is none. */
    async sandbox() {
      const response = await tested.get("/sandbox", { "X-Canvass": "1" });
      return response.ok ? response.json() : null;
    },
  };
  let folder;
  let worker;
  let started;
  const start = async () => {
    if (tested.origin) {
      return;
    }
    folder = mkdtempSync(join(tmpdir(), "canvass-"));
    worker = await startWorker({ dataDir: folder, port: await freeRange(), ...options });
    Object.assign(tested, { origin: worker.origin, origins: worker.origins, worker });
  };
  /** Resolves when the Worker answers. Hooks of one file run side by side, so each that needs it waits for it. */
  tested.ready = () => (started ??= start());
  before(tested.ready);
  after(async () => {
    await worker?.kill();
    if (folder) {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  return tested;
}
