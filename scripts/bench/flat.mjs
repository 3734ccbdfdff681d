// Flat cost: whether a call costs the same with ten surveys in the database as with ten thousand. Part of
// `npm run bench`. CANVASS_BENCH_LARGE=1000x100000 makes the large side smaller: the numbers of surveys and responses.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, since } from "../run.mjs";
import { startWorker } from "../worker.mjs";

const SMALL = { surveys: 10, responses: 1000 };
const ROUNDS = 4;
const CALLS = 10;

/** The numbers of surveys and responses of the large side. */
export function large() {
  const value = process.env.CANVASS_BENCH_LARGE ?? "10000x1000000";
  const numbers = /^(\d+)x(\d+)$/.exec(value);
  if (numbers === null) {
    throw new Failure(`CANVASS_BENCH_LARGE is "${value}". Use the form 1000x100000: surveys and responses.`);
  }
  return { surveys: Number(numbers[1]), responses: Number(numbers[2]) };
}

/**
 * The calls: every list, the details, and a survey's rollups, with ids of one side. Lists of surveys have ten items per
 * page, because both sides have at least ten.
 */
const calls = ({ survey, page, question, collector, response, last, group, since }) => [
  ...[
    "",
    `page=${last}`,
    ...["title", "date_modified", "num_responses"].flatMap((sort) =>
      ["ASC", "DESC"].map((order) => `sort_by=${sort}&sort_order=${order}`),
    ),
    `start_modified_at=${since}`,
    `end_modified_at=${since}`,
    "title=e",
    "title=nothing%20has%20it",
    "folder_id=0",
    ...["owned", "shared_with", "shared_by"].map((whose) => `include=${whose}`),
    "include=response_count,question_count,date_created,date_modified,language,preview,analyze_url,collect_stats",
  ].map((query) => `/v3/surveys?per_page=10&${query}`),
  `/v3/surveys/${survey}`,
  `/v3/surveys/${survey}/details`,
  `/v3/surveys/${survey}/pages`,
  `/v3/surveys/${survey}/pages/${page}/questions`,
  `/v3/surveys/${survey}/pages/${page}/questions/${question}`,
  `/v3/surveys/${survey}/languages`,
  `/v3/surveys/${survey}/collectors`,
  `/v3/collectors/${collector}`,
  `/v3/collectors/${collector}/stats`,
  `/v3/collectors/${collector}/messages`,
  `/v3/collectors/${collector}/recipients`,
  `/v3/surveys/${survey}/responses`,
  `/v3/surveys/${survey}/responses?status=partial`,
  `/v3/surveys/${survey}/responses?sort_by=date_modified&sort_order=DESC`,
  `/v3/surveys/${survey}/responses/bulk`,
  `/v3/surveys/${survey}/responses/bulk?per_page=100&simple=true`,
  `/v3/surveys/${survey}/responses/${response}/details`,
  `/v3/collectors/${collector}/responses`,
  `/v3/collectors/${collector}/responses/bulk`,
  `/v3/responses/${response}`,
  `/v3/surveys/${survey}/rollups`,
  `/v3/surveys/${survey}/pages/${page}/rollups`,
  `/v3/surveys/${survey}/pages/${page}/questions/${question}/rollups`,
  `/v3/surveys/${survey}/trends`,
  "/v3/contacts",
  "/v3/contacts/bulk",
  "/v3/contact_lists",
  "/v3/contact_fields",
  "/v3/survey_folders",
  "/v3/survey_categories",
  "/v3/survey_templates",
  "/v3/team_survey_templates",
  "/v3/question_bank/questions",
  "/v3/groups",
  `/v3/groups/${group}/members`,
  `/v3/groups/${group}/activities`,
  "/v3/workgroups",
  "/v3/roles",
  "/v3/webhooks",
  "/v3/users/me",
];

/** A survey's title without its number. */
const kind = ({ title }) => title.replace(/[\d()]+/g, "").trim();

/**
 * Starts a service with the demo world and generated data. The calls are about a survey of the kind `like`, if given.
 */
async function side(numbers, like) {
  const folder = mkdtempSync(join(tmpdir(), "canvass-"));
  const worker = await startWorker({ dataDir: folder });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const stop = async () => {
    agent.destroy();
    await worker.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const world = await (await fetch(`${worker.origin}/sandbox`, { headers: { "X-Canvass": "1" } })).json();
    const { token } = world.tokens.find(({ name }) => name === "owner");
    const begun = performance.now();
    await seed(worker.origin, numbers);
    const took = since(begun);
    const get = (path) => timed(worker.origin + path, { Authorization: `Bearer ${token}` }, agent);
    const json = async (path) => JSON.parse((await get(path)).body);
    // Selects a generated survey: those of the demo world have other numbers of responses.
    const { data } = await json("/v3/surveys?per_page=1000&include=response_count");
    const each = Math.floor(numbers.responses / numbers.surveys);
    const chosen = data.find((survey) => survey.response_count === each && (like === undefined || kind(survey) === like));
    const survey = chosen.id;
    const details = await json(`/v3/surveys/${survey}/details`);
    const found = {
      survey,
      page: details.pages[0].id,
      question: details.pages[0].questions[0].id,
      collector: (await json(`/v3/surveys/${survey}/collectors`)).data[0].id,
      response: (await json(`/v3/surveys/${survey}/responses?per_page=1`)).data[0].id,
      last: Math.ceil((await json("/v3/surveys?per_page=1")).total / 10) - 1,
      group: (await json("/v3/groups")).data[0].id,
      since: details.date_modified.slice(0, 19),
    };
    return { pid: worker.pid, get, took, like: kind(chosen), calls: calls(found), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates surveys and responses. The last line of the response has their numbers. */
async function seed(origin, numbers) {
  const response = await fetch(`${origin}/sandbox/seed`, {
    method: "POST",
    headers: { "X-Canvass": "1", "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify({ seed: 7, ...numbers }),
  });
  const last = (await response.text()).trimEnd().split("\n").at(-1);
  const { surveys, responses } = response.ok ? JSON.parse(last) : {};
  if (surveys !== numbers.surveys || responses !== numbers.responses) {
    throw new Failure(`The data could not be created: ${response.status} ${last}`);
  }
}

/** Sends a request, and returns its milliseconds and the body of the response. */
function timed(url, headers, agent) {
  return new Promise((done, fail) => {
    const start = performance.now();
    const request = http.get(url, { agent, headers }, async (response) => {
      const chunks = [];
      for await (const chunk of response) {
        chunks.push(chunk);
      }
      const body = Buffer.concat(chunks).toString();
      if (response.statusCode === 200) {
        done({ time: performance.now() - start, body });
      } else {
        fail(new Failure(`${url} returned status ${response.statusCode}: ${body}`));
      }
    });
    request.once("error", fail);
  });
}

/** Processor time of all threads of a process, in microseconds; null if the system does not report it. */
function processorTime(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const used = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]));
    return used.reduce((sum, time) => sum + time, 0) / 1000;
  } catch {
    return null;
  }
}

/**
 * Measures each call on both sides alternately: median milliseconds, processor microseconds of the best round, and the
 * ratio of the latter. If the system does not report processor time, it is the ratio of the times, which other programs
 * distort.
 */
export async function flatCost() {
  const sides = [];
  try {
    for (const numbers of [SMALL, large()]) {
      sides.push(await side(numbers, sides[0]?.like));
    }
    const rows = [];
    for (const [index, name] of sides[1].calls.entries()) {
      const [small, big] = sides.map(() => ({ times: [], cpu: [] }));
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const [place, { pid, get, calls }] of sides.entries()) {
          const { times, cpu } = [small, big][place];
          const before = processorTime(pid);
          const some = [];
          for (let call = 0; call < CALLS; call += 1) {
            some.push((await get(calls[index])).time);
          }
          // The first round is a warm-up.
          if (round > 0) {
            times.push(...some);
            cpu.push(before === null ? null : (processorTime(pid) - before) / CALLS);
          }
        }
      }
      const [one, other] = [small, big].map(({ times, cpu }) => ({ ms: median(times), cpu: cpu.includes(null) ? null : Math.min(...cpu) }));
      rows.push({ name, small: one, large: other, ratio: one.cpu === null ? other.ms / one.ms : other.cpu / one.cpu });
    }
    return { rows, took: sides[1].took };
  } finally {
    await Promise.all(sides.map(({ stop }) => stop()));
  }
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
