// docs/FLOW.md: its commands do what it says, as they stand there, one after the other in one shell.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { underTest } from "./harness.mjs";

/** Where `npm start` serves. */
const DOCUMENTED = "http://127.0.0.1:8787";
/** Between what two commands print. */
const MARK = "=== next ===";

const tested = underTest();

/** The commands of the page, each with what it prints, if the page says so. */
function steps(page) {
  const steps = [];
  for (const [, kind, text] of page.matchAll(/^```(bash|text)\n(.*?)^```$/gms)) {
    if (kind === "bash") {
      steps.push({ command: text });
    } else {
      steps.at(-1).prints = text;
    }
  }
  return steps;
}

/** What a shell prints for each of the commands; it ends at the first that fails. */
function run(commands, signal) {
  // However it ends, nothing that the page starts in the background outlives it.
  const script = ["trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n"]
    .concat(commands.map((command) => `${command}\necho '${MARK}'\n`))
    .join("");
  // The script is an argument, not the input: its commands have an input of their own.
  const shell = spawn("bash", ["-euo", "pipefail", "-c", script], { stdio: ["ignore", "pipe", "inherit"], signal });
  return new Promise((done, fail) => {
    let printed = "";
    shell.stdout.setEncoding("utf8").on("data", (text) => (printed += text));
    shell.on("error", fail).on("close", () => done(printed.split(`${MARK}\n`)));
  });
}

/** A line of the page as a pattern. */
function pattern(line) {
  const parts = line.split("...").map((part) => part.replace(/[^\w\s]/g, "\\$&"));
  return new RegExp(`^${parts.join("\\S+")}$`);
}

test("the_flow_by_curl_alone_does_what_its_page_says", { timeout: 60_000 }, async (context) => {
  if (!tested.worker) {
    context.skip("the flow needs the demo world and plain loopback addresses");
    return;
  }
  const page = readFileSync(join(root, "docs", "FLOW.md"), "utf8").replaceAll(DOCUMENTED, tested.origin);
  const documented = steps(page);
  assert.ok(documented.length > 10);
  const printed = await run(documented.map(({ command }) => command), context.signal);
  for (const [index, { command, prints = "" }] of documented.entries()) {
    const lines = (text) => text.split("\n").filter((line) => line !== "");
    const [seen, expected] = [lines(printed[index] ?? ""), lines(prints)];
    assert.equal(seen.length, expected.length, `${command}\nprinted\n${printed[index]}`);
    seen.forEach((line, at) => assert.match(line, pattern(expected[at]), command));
  }
  assert.equal(printed.length, documented.length + 1, "a command failed");
});
