// What all measurements of `npm run bench` use: requests, processor time, a service that answers at once, rows of a table.

import { readFileSync, readdirSync } from "node:fs";
import http from "node:http";
import { Failure, say } from "./run.mjs";

export const AT_ONCE = 16;
/** Requests before any is measured: compilers take that long to be done with what runs often. */
export const WARM_UP = 20_000;
/** A read that the gateway passes on: it keeps no answer of it, and no two are alike so that none waits for another. */
export const PASSED = "/api/v3/surveys/1000/responses/bulk?page=";
/** A quota that no measurement reaches: the gateway's own plan is not what is measured. */
const UNLIMITED = "2000000000";

/**
 * A survey service that answers at once: a token for every code, and one page of surveys for everything else. Its links
 * begin with its own origin, so that a gateway has them to rewrite.
 */
export async function upstream() {
  const server = http.createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const token = JSON.stringify({ access_token: "bench", token_type: "bearer", access_url: origin });
  const data = Array.from({ length: 50 }, (_, index) => ({
    id: String(1000 + index),
    title: `Survey ${index}`,
    nickname: "",
    href: `${origin}/v3/surveys/${1000 + index}`,
  }));
  const page = JSON.stringify({ data, per_page: 50, page: 1, total: 50, links: { self: `${origin}/v3/surveys` } });
  server.on("request", (request, response) => {
    request.resume();
    response.setHeader("Content-Type", "application/json");
    response.end(request.url.startsWith("/oauth/") ? token : page);
  });
  return { server, origin };
}

/** The variables of a gateway in front of it. */
export function inFrontOf(origin) {
  return {
    AUTH_URL: origin,
    API_URL: origin,
    API_URL_EU: "http://127.0.0.1:2",
    API_URL_CA: "http://127.0.0.1:3",
    CLIENT_ID: "bench",
    CLIENT_SECRET: "a-secret-of-no-use-to-anyone-else",
    BUDGET_PER_MINUTE: UNLIMITED,
    BUDGET_PER_DAY: UNLIMITED,
  };
}

/** Connections stay open between the turns of a side. */
const agents = new Map();

/**
 * Sends `count` requests, `AT_ONCE` of them at a time, and returns the milliseconds of each. A `body` makes it POST; an
 * `url` that ends in "=" gets another number each time.
 */
export async function load(url, headers, count, body) {
  const agent = agents.get(url) ?? new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  agents.set(url, agent);
  const one = (number) =>
    new Promise((done, fail) => {
      const start = performance.now();
      const request = http.request(url.endsWith("=") ? url + number : url, { agent, headers, method: body === undefined ? "GET" : "POST" }, (response) => {
        response.resume();
        response.once("end", () => {
          if (response.statusCode !== (body === undefined ? 200 : 201)) {
            fail(new Failure(`${url} answered ${response.statusCode}.`));
          }
          done(performance.now() - start);
        });
      });
      request.once("error", fail);
      request.end(body);
    });
  const times = [];
  let left = count;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      times.push(await one(left));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return times;
}

/** Microseconds of processor time that the threads of a process have used so far; null where the system does not say. */
export function processorTime(pid) {
  try {
    const nanoseconds = (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + nanoseconds(thread), 0) / 1000;
  } catch {
    return null;
  }
}

/** The headers of a session that begins now at a gateway in front of `upstream()`. */
export async function signedIn(origin) {
  const response = await fetch(`${origin}/auth/token`, {
    method: "POST",
    headers: { "X-Canvass": "1", "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify({ code: "bench" }),
  });
  const cookie = response.headers.getSetCookie().map((each) => each.split(";")[0]).join("; ");
  if (!response.ok || cookie === "") {
    throw new Failure(`The gateway did not sign in: ${response.status} ${await response.text()}`);
  }
  return { "X-Canvass": "1", Cookie: cookie };
}

export function row(title, cells, width = 34) {
  say(`  ${title.padEnd(width)}${cells.map((cell) => String(cell).padStart(14)).join("")}`);
}

export const times = (ours, theirs) => `${(ours / theirs).toFixed(2)} ×`;

/** The least and the greatest of some ratios. */
export const spread = (ratios) => `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
