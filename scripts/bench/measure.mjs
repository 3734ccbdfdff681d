// Shared by the benchmarks: load generation, processor time, a service without delay, and table rows.

import { readFileSync, readdirSync } from "node:fs";
import http from "node:http";
import { Failure, say } from "../run.mjs";

export const AT_ONCE = 16;
/** Requests before the measurement, until the JIT compiler has optimised the hot code. */
export const WARM_UP = 20_000;
/**
 * A read that the gateway forwards. Responses are not cached, and each page number is used once, so no two share a
 * call.
 */
export const PASSED = "/api/v3/surveys/1000/responses/bulk?page=";
/** A quota that no measurement reaches, so that no request waits for it. */
const UNLIMITED = "2000000000";

/**
 * A survey service without delay: returns a token for every code, and one page of surveys for everything else. The
 * links have its own origin, so that a gateway must rewrite them.
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

/** The variables of a gateway in front of the service. */
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

/** HTTP agents by URL, so that connections stay open between rounds. */
const agents = new Map();

/**
 * Sends `count` requests, `AT_ONCE` at a time, and returns the milliseconds of each. A `url` that ends in "=" gets a
 * different number for each request.
 */
export async function load(url, headers, count) {
  const agent = agents.get(url) ?? new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  agents.set(url, agent);
  const one = (number) =>
    new Promise((done, fail) => {
      const start = performance.now();
      const request = http.get(url.endsWith("=") ? url + number : url, { agent, headers }, (response) => {
        response.resume();
        response.once("end", () => {
          if (response.statusCode !== 200) {
            fail(new Failure(`${url} returned status ${response.statusCode}.`));
          }
          done(performance.now() - start);
        });
      });
      request.once("error", fail);
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

/** Processor time of all threads of a process, in microseconds; null if the system does not report it. */
export function processorTime(pid) {
  try {
    const nanoseconds = (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + nanoseconds(thread), 0) / 1000;
  } catch {
    return null;
  }
}

/** Signs in at a gateway in front of `upstream()`, and returns the headers of the session. */
export async function signedIn(origin) {
  const response = await fetch(`${origin}/auth/token`, {
    method: "POST",
    headers: { "X-Canvass": "1", "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify({ code: "bench" }),
  });
  const cookie = response.headers.getSetCookie().map((each) => each.split(";")[0]).join("; ");
  if (!response.ok || cookie === "") {
    throw new Failure(`The sign-in at the gateway failed: ${response.status} ${await response.text()}`);
  }
  return { "X-Canvass": "1", Cookie: cookie };
}

export function row(title, cells, width = 34) {
  say(`  ${title.padEnd(width)}${cells.map((cell) => String(cell).padStart(14)).join("")}`);
}

export const times = (ours, theirs) => `${(ours / theirs).toFixed(2)} ×`;

/** The value below which a share of numbers lies. */
export const quantile = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];

/** The range of some ratios. */
export const spread = (ratios) => `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
