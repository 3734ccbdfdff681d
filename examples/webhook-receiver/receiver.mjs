// Receives webhook deliveries: verifies each, stores its event, answers, then works. README.md lists the variables.

import { isWebhookError, verifyWebhook } from "@canvass/sdk/webhook";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const { CLIENT_ID, CLIENT_SECRET, PORT = "8080", FOLDER = "events" } = process.env;
if (!CLIENT_ID || !CLIENT_SECRET) throw new Error("The variables CLIENT_ID and CLIENT_SECRET must be set.");

/** One file per event, named after its id: first in `pending`, once it is processed in `done`. */
const pending = join(FOLDER, "pending");
const done = join(FOLDER, "done");
for (const folder of [pending, done]) mkdirSync(folder, { recursive: true });

/** A delivery has about 1 KB. A longer body is not read to its end. */
const MAX_BODY = 100_000;

/** What to do for an event. If the program is killed in here, it does it again after its next start. */
async function processEvent({ event_type, object_id, resources }) {
  console.log(`${event_type} ${object_id} of survey ${resources.survey_id}`);
}

/** Stores an event unless it is stored already, and returns the name of its file if it is new. */
function store(event) {
  const name = `${encodeURIComponent(event.event_id)}.json`;
  if (existsSync(join(pending, name)) || existsSync(join(done, name))) return undefined;
  // Written under another name first, so that a file with the name of an event is always complete.
  const unfinished = join(FOLDER, name);
  writeFileSync(unfinished, JSON.stringify(event), { flush: true });
  renameSync(unfinished, join(pending, name));
  return name;
}

/** Events are processed one after the other, in the order of their arrival. */
let queue = Promise.resolve();
function enqueue(name) {
  queue = queue
    .then(async () => {
      await processEvent(JSON.parse(readFileSync(join(pending, name), "utf8")));
      renameSync(join(pending, name), join(done, name));
    })
    // The event stays in `pending`, and is processed after the next start.
    .catch((error) => console.error(`Event ${name}:`, error));
}

/** The bytes of a body as they were sent, since the signature is of them; `undefined` if there are too many. */
async function readBody(request) {
  const chunks = [];
  let length = 0;
  // Leaving this loop does not destroy the connection, so that the request can be answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the status of the answer. */
async function receive(request) {
  // The service sends HEAD before it creates a webhook, and expects 200.
  if (request.method === "HEAD") return 200;
  if (request.method !== "POST") return 405;
  try {
    const body = await readBody(request);
    if (body === undefined) return 413;
    // Two secrets, separated by a comma, while one replaces the other.
    const app = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET.split(",") };
    const name = store(await verifyWebhook({ ...app, body, headers: request.headers }));
    if (name !== undefined) enqueue(name);
    return 200;
  } catch (error) {
    if (isWebhookError(error)) return error.status;
    // The event is not stored: after any status but 200 the service delivers it again.
    console.error(error);
    return 500;
  }
}

const arrival = (name) => statSync(join(pending, name)).mtimeMs;
for (const name of readdirSync(pending).sort((a, b) => arrival(a) - arrival(b))) enqueue(name);
createServer(async (request, response) => {
  const status = await receive(request);
  // What is left of a body that is too long is not read.
  response.writeHead(status, status === 413 ? { Connection: "close" } : {}).end();
}).listen(Number(PORT), () => console.log(`Listening at port ${PORT}.`));
