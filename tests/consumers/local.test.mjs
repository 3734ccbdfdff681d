// The packed local service: npx starts it, and a person signs in to its console.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { browse, owner, signIn } from "../e2e/harness.mjs";
import { freeRange } from "../edge/free_ports.mjs";
import { place, started } from "./programs.mjs";

const browser = browse();

for (const name of ["@canvass/local", "canvass-local"]) {
  test(`npx starts the service by the name ${name}, and the console signs a person in`, async () => {
    const data = mkdtempSync(join(place, "data-"));
    const port = await freeRange();
    const origin = `http://127.0.0.1:${port}`;
    const stop = await started(place, "npx", ["--no", "--", name, "--port", port, "--data", data], port);
    const { page, problems, leave } = await browser.visit();
    try {
      assert.deepEqual(await (await fetch(`${origin}/healthz`)).json(), { status: "ok" });
      const world = await (await fetch(`${origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
      await signIn(page, origin, owner(world));
      await page.locator(".rows").waitFor();
      assert.deepEqual(problems, []);
      assert.ok(existsSync(join(data, "secrets.json")));
    } finally {
      await leave();
      await stop();
    }
  });
}
