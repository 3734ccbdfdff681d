// `npm start`: sets up, builds, and runs the command of @canvass/local with the Worker that was built.

import { join } from "node:path";
import { readOptions, serve } from "../pkg/local/src/command.js";
import { build } from "./build.mjs";
import { main, root } from "./run.mjs";
import { setup } from "./setup.mjs";
import { builtParts, withFailure } from "./worker.mjs";

const PROGRAM = {
  usage: "npm start [-- OPTIONS]",
  does: "Builds what has changed and serves the console, the gateway and the embedded survey service.",
  data: join(root, ".canvass"),
};

await main(async (args) => {
  const began = performance.now();
  const options = await withFailure(() => readOptions(args, PROGRAM));
  if (options === null) {
    return;
  }
  setup();
  await build();
  await withFailure(() => serve(options, () => builtParts("local"), began));
});
