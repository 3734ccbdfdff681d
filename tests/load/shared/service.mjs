// A local service for a load program, the API of its demo world, and surveys to open.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, say } from "../../../scripts/run.mjs";
import { startWorker } from "../../../scripts/worker.mjs";

/** Starts a Worker with an empty data folder, and passes it to `use`: `{ origin, pid, world, token, api }`. */
export async function withService(use) {
  const dataDir = mkdtempSync(join(tmpdir(), "canvass-load-"));
  const worker = await startWorker({ dataDir });
  try {
    const world = await (await fetch(`${worker.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
    const token = world.tokens.find(({ name }) => name === "owner").token;
    const call = async (method, path, body) => {
      const answer = await fetch(worker.origin + path, {
        method,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: body && JSON.stringify(body),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
    };
    const api = async (method, path, body) => {
      const answer = await call(method, path, body);
      if (answer.status >= 300) {
        throw new Failure(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      }
      return answer.body;
    };
    return await use({ origin: worker.origin, pid: worker.pid, world, token, call, api });
  } finally {
    await worker.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const options = (count) => Array.from({ length: count }, (_, index) => ({ text: String(index + 1) }));
const heading = (text) => [{ heading: text }];

/** A matrix of so many rows and choices. */
export const matrix = (rows, choices) => ({
  headings: heading("How often?"), family: "matrix", subtype: "single",
  answers: { rows: options(rows), choices: options(choices) },
});

/** A question of so many choices, any number of which may be picked. */
export const choices = (count) => ({
  headings: heading("Which ones?"), family: "multiple_choice", subtype: "vertical", answers: { choices: options(count) },
});

/** The largest surveys that are allowed: 20,000 cells, 5,000 on a page; as matrices, and as lists of choices. */
export const LARGEST = {
  matrices: Array.from({ length: 4 }, () => ({ questions: [matrix(50, 50), matrix(50, 50)] })),
  choices: Array.from({ length: 4 }, () => ({ questions: Array.from({ length: 10 }, () => choices(500)) })),
};

/** Makes a survey of these pages that everybody can open: its id and its address. */
export async function opened({ api }, title, pages) {
  const survey = await api("POST", "/v3/surveys", { title, pages });
  const { url } = await api("POST", `/v3/surveys/${survey.id}/collectors`, { type: "weblink" });
  return { id: survey.id, url };
}

/** The most memory that a process has taken so far, in MB. */
export function peakMemory(pid) {
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(peak[1]) / 1024;
}

/** The value below which a share of numbers lies. */
export const quantile = (numbers, share) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];

/** Prints a measured number beside its limit; fails at the end if it is passed. */
export function measured(what, value, limit, unit) {
  say(`  ${what}: ${Math.round(value * 10) / 10} ${unit} (at most ${limit})`);
  if (!(value <= limit)) {
    throw new Failure(`${what}: ${Math.round(value * 10) / 10} ${unit}, and may be ${limit}.`);
  }
}
