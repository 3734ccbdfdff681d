// A page that is older than the deployment: parts of the SDK that it has not loaded yet are gone.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { register } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const gateway = "https://gateway.example";

test("a_sign_out_erases_what_is_stored_before_its_request_also_where_a_deployment_has_removed_the_chunk_for_that", async () => {
  const folder = mkdtempSync(join(tmpdir(), "canvass-older-"));
  const { navigator } = globalThis;
  const done = [];
  const root = { removeEntry: async (name, { recursive }) => void done.push(`erased ${name} ${recursive}`) };
  Object.defineProperty(globalThis, "navigator", { value: { storage: { getDirectory: async () => root } }, configurable: true });
  try {
    cpSync(new URL("../../pkg/dist", import.meta.url), folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    rmSync(join(folder, "session", "leaving.js"));
    const older = await import(pathToFileURL(join(folder, "index.js")).href);
    const fetch = async ({ url }) => (done.push(new URL(url).pathname), new Response(null, { status: 204 }));
    const canvass = older.createCanvass({ gateway, fetch });
    await canvass.switchAccount({ account: "8" });
    await canvass.signOut();
    await canvass.signOutEverywhere();
    assert.deepEqual(done, ["/auth/switch", "erased results true", "/auth/sign-out", "erased results true", "/auth/sign-out-everywhere"]);
  } finally {
    Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a_sign_out_erases_nothing_of_others_where_the_chunk_for_that_arrives_in_the_second_attempt", async () => {
  const folder = mkdtempSync(join(tmpdir(), "canvass-lost-"));
  const { navigator } = globalThis;
  const done = [];
  const missing = async () => Promise.reject(new DOMException("", "NotFoundError"));
  const root = { removeEntry: async (name) => void done.push(`erased ${name}`), getDirectoryHandle: missing };
  Object.defineProperty(globalThis, "navigator", { value: { storage: { getDirectory: async () => root } }, configurable: true });
  const losing = `let lost = false;
    export async function resolve(name, context, next) {
      if (lost || name !== "./leaving.js" || !context.parentURL.includes("canvass-lost-")) return next(name, context);
      lost = true;
      throw new Error("The connection was lost.");
    }`;
  try {
    cpSync(new URL("../../pkg/dist", import.meta.url), folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    register(`data:text/javascript,${encodeURIComponent(losing)}`);
    const page = await import(pathToFileURL(join(folder, "index.js")).href);
    const fetch = async ({ url }) => (done.push(new URL(url).pathname), new Response(null, { status: 204 }));
    await page.createCanvass({ gateway, fetch }).signOut();
    assert.deepEqual(done, ["/auth/sign-out"]);
  } finally {
    Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a_part_that_is_gone_is_an_error_that_names_the_reload_of_the_page", async () => {
  const folder = mkdtempSync(join(tmpdir(), "canvass-older-"));
  try {
    cpSync(new URL("../../pkg/dist", import.meta.url), folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    rmSync(join(folder, "flows.js"));
    const older = await import(pathToFileURL(join(folder, "index.js")).href);
    const failed = older.createCanvass({ gateway }).exportResponses({ survey_id: "7", format: "csv" });
    await assert.rejects(failed, { kind: "network", message: /reload the page/ });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
