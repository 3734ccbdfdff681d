// What `debug` and CANVASS_LOG write: requests, responses, retries, pauses and the cache, and nothing private.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.mjs";

/** What a program with a client prints. */
function printed(options, env) {
  const program = `import { createCanvass } from ${JSON.stringify(join(root, "pkg", "dist", "index.js"))};
    const json = (body, status = 200, headers = {}) => new Response(JSON.stringify(body), { status, headers });
    const page = (number, headers) => json({ data: [], page: number, per_page: 1, total: 2, links: { self: "", ...(number === 1 && { next: "https://x.example/?page=2" }) } }, 200, headers);
    const quota = Object.fromEntries(["minute", "day"].flatMap((name) => Object.entries({ limit: 500, remaining: name === "minute" ? 0 : 9, reset: 1 }).map(([part, value]) => ["x-ratelimit-app-global-" + name + "-" + part, String(value)])));
    const answers = [() => json({ error: { id: "1051", message: "private" } }, 503, { "retry-after": "0" }), () => page(1, { "x-request-id": "0a", ...quota }), () => page(2, { "cache-status": "canvass; hit; ttl=9" })];
    const canvass = createCanvass({ gateway: "https://gateway.example", fetch: async () => answers.shift()(), ...${JSON.stringify(options)} });
    for await (const _ of canvass.surveys.list({ title: "private" }).pages());`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8", env: { ...process.env, ...env } });
  assert.equal(status, 0, stderr);
  return stdout.split("\n").filter(Boolean).map((line) => line.replace(/\d+ ms/, "N ms"));
}

const LINES = [
  "canvass: GET /api/v3/surveys, attempt 1",
  "canvass: GET /api/v3/surveys 503 N ms",
  "canvass: retry in N ms: service_failed",
  "canvass: GET /api/v3/surveys, attempt 2",
  "canvass: GET /api/v3/surveys 200 N ms 0a",
  "canvass: pause of N ms for the quota",
  "canvass: GET /api/v3/surveys, attempt 1",
  "canvass: GET /api/v3/surveys 200 N ms from the cache",
];

test("the_option_debug_writes_requests_retries_pauses_and_cache_hits_without_private_data", () => {
  assert.deepEqual(printed({ debug: true }, {}), LINES);
});

test("the_variable_CANVASS_LOG_does_so_too_unless_the_option_says_no", () => {
  assert.deepEqual(printed({}, { CANVASS_LOG: "debug" }), LINES);
  assert.deepEqual(printed({ debug: false }, { CANVASS_LOG: "debug" }), []);
  assert.deepEqual(printed({}, {}), []);
});
