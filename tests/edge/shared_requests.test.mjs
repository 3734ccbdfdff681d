// Requests that wait for one another, in an isolate that has run for so long that its code is compiled to fast code.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startWorker } from "../../scripts/worker.mjs";
import { pageOf } from "./page.mjs";
import { fakeService } from "./upstream.mjs";

/** Requests after which the platform has compiled what they run through to fast code. */
const WARM_UP = 24_000;
const ROUNDS = 400;
const AT_ONCE = 16;
const PLENTY = "2000000000";
const folder = mkdtempSync(join(tmpdir(), "canvass-together-"));
let service;
let worker;
const { ask, signIn } = pageOf(() => worker);

before(async () => {
  service = await fakeService({
    "/v3/surveys/1/responses/bulk": ({ search }) => ({ headers: { "Content-Type": "application/json" }, body: { search } }),
  });
  const { auth, us, eu, ca } = service.origins;
  worker = await startWorker({
    dataDir: folder,
    vars: {
      AUTH_URL: auth,
      API_URL: us,
      API_URL_EU: eu,
      API_URL_CA: ca,
      CLIENT_ID: "app-1",
      CLIENT_SECRET: "a-secret-of-no-use-to-anyone-else",
      BUDGET_PER_MINUTE: PLENTY,
      BUDGET_PER_DAY: PLENTY,
    },
  });
});

after(async () => {
  await worker?.kill();
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("who_waits_for_another_request_goes_on_in_its_own_for_as_long_as_the_isolate_runs", async () => {
  const { cookie } = await signIn();
  for (let count = 0; count < WARM_UP; count += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => ask("/healthz")));
  }
  let shared = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    // Half of them are alike: one is sent, and the others wait for it.
    const searches = Array.from({ length: AT_ONCE }, (_, each) => `?page=${round}${each % 2 === 0 ? "" : `0${each}`}`);
    const answers = await Promise.all(searches.map((search) => ask(`/api/v3/surveys/1/responses/bulk${search}`, { cookie })));
    assert.deepEqual(answers.map(({ status, json }) => [status, json?.search]), searches.map((search) => [200, search]), `round ${round}`);
    shared += answers.filter(({ headers }) => headers.get("cache-status").includes("collapsed")).length;
  }
  assert.ok(shared > ROUNDS, `${shared} were shared`);
});
