import { answer } from "./src/server.js";

process.stdout.write(await (await answer(process.argv[2])).text());
