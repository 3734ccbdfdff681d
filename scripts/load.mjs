// `npm run load`: load by many clients at once, and by one client at the expense of others. Each program of tests/load/
// starts its own Worker, prints its measurements with their limits, and fails if one is exceeded.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { Failure, environment, main, root, say, since } from "./run.mjs";
import { setup } from "./setup.mjs";

const folder = join(root, "tests", "load");

/** Minutes after which a program counts as failed. */
const MINUTES = 10;

const names = readdirSync(folder)
  .filter((name) => name.endsWith(".mjs"))
  .map((name) => name.slice(0, -".mjs".length))
  .sort();

const HELP = `npm run load [-- NAME ...]

Runs all load programs, or only those named: ${names.join(", ")}.
Each ends within ${MINUTES} minutes. Run nothing else at the same time, because it would change the results.`;

/** Runs a program. Throws if it fails or takes too long. */
async function run(name) {
  const child = spawn(process.execPath, [join(folder, `${name}.mjs`)], {
    cwd: root,
    env: environment(),
    stdio: ["ignore", "inherit", "inherit"],
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill("SIGTERM");
  }, MINUTES * 60_000);
  const code = await new Promise((done, fail) => child.once("error", fail).once("close", done));
  clearTimeout(timer);
  if (late) {
    throw new Failure(`${name} did not end within ${MINUTES} minutes.`);
  }
  if (code !== 0) {
    throw new Failure(`${name} failed.`);
  }
}

await main(async (args) => {
  if (args.includes("--help")) {
    say(HELP);
    return;
  }
  const unknown = args.find((name) => !names.includes(name));
  if (unknown) {
    throw new Failure(`Unknown load program "${unknown}".\n\n${HELP}`);
  }
  setup();
  await build(["local", "www"]);
  const began = performance.now();
  const failed = [];
  for (const name of names.filter((name) => args.length === 0 || args.includes(name))) {
    say(`\n== ${name}`);
    const start = performance.now();
    try {
      await run(name);
      say(`== ${name}: passed after ${since(start)}`);
    } catch (error) {
      failed.push(error.message);
      say(`== ${name}: FAILED after ${since(start)}`);
    }
  }
  if (failed.length > 0) {
    throw new Failure(failed.join("\n"));
  }
  say(`\nAll passed after ${since(began)}.`);
});
