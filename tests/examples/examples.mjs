// The programs of `examples/`, each as a copy in the folder where the packed package is installed.

import { cpSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { root } from "../../scripts/run.mjs";
import { place } from "../consumers/programs.mjs";
import { toConsent } from "../e2e/harness.mjs";

/** Files of an example that were made by running it in the repository. */
const MADE = new Set(["node_modules", ".canvass", ".wrangler", ".dev.vars", "dist", "exports", "events"]);

/** Copies an example; returns the folder. */
export function copyOf(name) {
  const folder = join(place, name);
  cpSync(join(root, "examples", name), folder, { recursive: true, filter: (path) => !MADE.has(basename(path)) });
  return folder;
}

/** A port such that the two after it are free too, for a local service. */
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

/** The demo world of a local service. */
export async function worldAt(origin) {
  const response = await fetch(`${origin}/sandbox`, { headers: { "X-Canvass": "1" } });
  return response.json();
}

/** Signs a person in from the page of an example, and allows all access. */
export async function signInFrom(page, origin, person) {
  await toConsent(page, origin, person);
  for (const box of await page.locator("input[type=checkbox]:not(:disabled)").all()) await box.check();
  await page.click("button[name=decision][value=allow]");
}
