// Reads and changes of results that are held: no response changes during a read.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { root } from "../../scripts/run.mjs";

const { outputFiles } = await build({ entryPoints: [join(root, "pkg/src/results/readers.ts")], bundle: true, write: false, format: "esm" });
const { Readers } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

/** Steps in which promises resolve, one after the other. */
async function steps(count) {
  for (let step = 0; step < count; step += 1) await undefined;
}

test("a read that begins when another ends is before a change or after it", async () => {
  for (let pause = 0; pause < 20; pause += 1) {
    const readers = new Readers();
    const order = [];
    const read = async (name) => {
      order.push(name);
      await steps(30);
      order.push(`${name} ends`);
    };
    const first = readers.read(read("first"));
    const change = readers.change(async () => void order.push("change"));
    await first;
    await steps(pause);
    await readers.read(read("second"));
    await change;
    assert.notEqual(order[order.indexOf("change") - 1], "second", `after ${pause}: ${order.join(", ")}`);
    assert.ok(order.indexOf("change") > order.indexOf("first ends"), order.join(", "));
  }
});

test("a change that waits for a read that never ends fails when they are closed", async () => {
  const readers = new Readers();
  void readers.read(new Promise(() => {}));
  const reason = new Error("closed");
  let changes = 0;
  const waiting = [readers.change(async () => (changes += 1)), readers.quiet()];
  await steps(30);
  readers.close(reason);
  waiting.push(readers.change(async () => (changes += 1)));
  for (const wait of waiting) await assert.rejects(wait, reason);
  assert.equal(changes, 0);
});
