// A script that is a module: Node.js, Bun and Deno run it.

import process from "node:process";
import { answer } from "./src/server.js";

process.stdout.write(await (await answer(process.argv[2])).text());
