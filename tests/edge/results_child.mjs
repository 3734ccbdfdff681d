// A program that syncs a survey into a folder, for tests that kill it: it prints a line for each request.

import { writeSync } from "node:fs";
import { createCanvass } from "../../pkg/dist/index.js";
import { openResults } from "../../pkg/dist/results.js";

const { token, origin, survey_id, folder, per_page } = JSON.parse(process.argv[2]);

const canvass = createCanvass({
  token,
  access_url: origin,
  async fetch(request) {
    const url = new URL(request.url);
    if (url.searchParams.has("per_page")) url.searchParams.set("per_page", String(per_page));
    writeSync(1, `${url.pathname.split("/").pop()}\n`);
    return fetch(new Request(url, request));
  },
});
const results = await openResults(canvass, { survey_id, folder });
writeSync(1, `opened ${results.state.held}\n`);
await results.sync();
writeSync(1, `synced ${JSON.stringify(results.state)}\n`);
await results.close();
