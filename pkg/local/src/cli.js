#!/usr/bin/env node
// `npx @canvass/local`: the program, unless Node.js is too old for it. This file has only what old versions understand.

import { readFileSync } from "node:fs";

const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const oldest = engines.node.replace(">=", "");
if (parseInt(process.versions.node) < Number(oldest)) {
  process.stderr.write(`Node.js ${oldest} or newer is needed; this is ${process.versions.node}. Update Node.js.\n`);
  process.exitCode = 1;
} else {
  import("./program.js");
}
