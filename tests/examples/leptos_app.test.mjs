// The example in Rust: built as its README says, served by a local gateway, used in Chromium by a person who signs in.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startCanvass } from "../../pkg/dist/testing.js";
import { root, run, target } from "../../scripts/run.mjs";
import { browse, owner } from "../e2e/harness.mjs";
import { signInFrom } from "./examples.mjs";

const browser = browse();

/** Builds the example, unoptimised; returns the folder to serve. */
function build() {
  const folder = mkdtempSync(join(tmpdir(), "canvass-leptos-"));
  cpSync(join(root, "examples", "leptos-app", "site"), folder, { recursive: true });
  const forBrowsers = ["--target", "wasm32-unknown-unknown", "--no-default-features", "--features", "client"];
  run("cargo", ["build", "--locked", "--quiet", "--example", "leptos-app", ...forBrowsers], { failure: "The Leptos app does not compile." });
  const module = join(target, "wasm32-unknown-unknown", "debug", "examples", "leptos-app.wasm");
  run("wasm-bindgen", ["--target", "web", "--no-typescript", "--out-dir", join(folder, "assets"), module], { failure: "wasm-bindgen failed." });
  return folder;
}

test("the_leptos_app_lists_the_surveys_of_the_person_who_signs_in", async () => {
  const folder = build();
  const world = await startCanvass({ site: folder });
  const { page, problems, leave } = await browser.visit();
  try {
    const surveys = await world.client("owner").surveys.list().toArray({ limit: 100 });
    assert.ok(surveys.length > 4);
    await signInFrom(page, world.origin, owner(world));
    await page.locator("#surveys li").first().waitFor();
    assert.equal(page.url(), `${world.origin}/`);
    assert.deepEqual(await page.locator("#surveys li").allTextContents(), surveys.map(({ title }) => title));
    await page.click("#sign-out");
    await page.locator("#sign-in").waitFor();
    await page.goto(`${world.origin}/callback/?code=forged&state=forged`);
    await page.getByText("The sign-in was not begun in this tab.", { exact: true }).waitFor();
    assert.equal(new URL(page.url()).search, "", "the code stays in the address bar");
    assert.deepEqual(problems, []);
  } finally {
    await leave();
    await world.stop();
    rmSync(folder, { recursive: true });
  }
});
