// The programs of `examples/`, each as a copy in the folder where the packed package is installed.

import { cpSync } from "node:fs";
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
