import assert from "node:assert/strict";
import { test } from "node:test";
import { underTest } from "./harness.mjs";

const worker = underTest();

test("the_worker_says_that_it_is_healthy", async () => {
  const response = await worker.get("/healthz");
  assert.equal(response.status, 200);
});
