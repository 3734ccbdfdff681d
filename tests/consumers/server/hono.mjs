// An app with Hono, and requests to it: their headers are the argument.

import { Hono } from "hono";
import { answer } from "./who.mjs";

const app = new Hono().get("/hono", (c) => answer(c.req.raw));
const answers = [];
for (const headers of JSON.parse(process.argv[2])) {
  const response = await app.request(`${process.env.GATEWAY}/hono`, { headers });
  answers.push({ found: await response.json(), set: response.headers.getSetCookie() });
}
process.stdout.write(JSON.stringify(answers));
