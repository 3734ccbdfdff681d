// What `npx @canvass/local` does in a Node.js that is new enough: it serves the packaged gateway, survey service and
// console.

import { readOptions, serve } from "./command.js";
import { LocalError } from "./local_error.js";
import { packagedParts } from "./parts.js";

const PROGRAM = {
  usage: "npx @canvass/local [OPTIONS]",
  does: "Serves the console, the gateway and the embedded survey service with a demo world on this machine.",
  data: ".canvass",
};

const began = performance.now();
try {
  const options = readOptions(process.argv.slice(2), PROGRAM);
  if (options !== null) {
    await serve(options, packagedParts, began);
  }
} catch (error) {
  if (!(error instanceof LocalError)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
}
