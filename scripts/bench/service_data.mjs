// The data of `npm run bench -- service`: surveys and responses made through the API, the calls that are measured, and
// the database of the team for the plain Node.js program.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Failure, target } from "../run.mjs";

const SURVEYS = 60;
const RESPONSES = 120;
/** Questions of the survey that is read. */
const QUESTIONS = 34;
/** The survey of the demo world that has questions of every kind. */
const EVERY_KIND = "Every kind of question";
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const heading = (heading) => [{ heading }];
const texts = (...list) => list.map((text) => ({ text }));
const SCALE = ["Very dissatisfied", "Dissatisfied", "Neutral", "Satisfied", "Very satisfied"];

/** The questions of the survey that is answered. */
const ANSWERED = [
  {
    headings: heading("How did you hear of us?"), family: "single_choice", subtype: "vertical",
    required: { text: "Please choose one.", type: "all", amount: "0" },
    answers: { choices: texts("From a friend", "From a search engine", "From an advertisement", "From the newsletter", "I do not remember") },
  },
  {
    headings: heading("What did you use?"), family: "multiple_choice", subtype: "vertical",
    answers: {
      choices: texts("The web shop", "The phone", "The shop", "The catalogue", "A partner"),
      other: { text: "Something else", is_answer_choice: true },
    },
  },
  {
    headings: heading("How satisfied are you with the following?"), family: "matrix", subtype: "rating",
    answers: { rows: texts("Ordering", "Delivery", "Support", "Price"), choices: SCALE.map((text, index) => ({ text, weight: index + 1 })) },
  },
  { headings: heading("In which city do you live?"), family: "open_ended", subtype: "single" },
  { headings: heading("What should we do better?"), family: "open_ended", subtype: "essay" },
];

/** The ids of a copied survey by those of its original. Hidden parts are not copied. */
function pairedIds(original, copy, ids = new Map()) {
  const shown = (list) => list.filter(({ visible }) => visible !== false);
  if (Array.isArray(original)) {
    const copies = shown(copy);
    shown(original).forEach((part, index) => pairedIds(part, copies[index], ids));
  } else if (original !== null && typeof original === "object") {
    if (typeof original.id === "string") ids.set(original.id, copy.id);
    for (const [name, part] of Object.entries(original)) pairedIds(part, copy[name], ids);
  }
  return ids;
}

/** The answers of a response to the original as answers to the copy. Answers to hidden parts are left out. */
function translated(pages, ids, design) {
  const sums = new Map(design.pages.flatMap(({ questions }) => questions).map(({ id, validation }) => [id, validation?.sum]));
  const FIELDS = ["choice_id", "row_id", "col_id", "other_id"];
  const answersOf = (sum, answers) => {
    const known = answers.filter((answer) => FIELDS.every((field) => answer[field] === undefined || ids.has(answer[field])));
    return known.map(({ text, download_url, content_type, ...answer }, index) => {
      // Numbers must have their sum again, because some rows may be left out.
      const summed = sum && (index === 0 ? sum - 10 * (known.length - 1) : 10);
      const options = Object.fromEntries(FIELDS.map((field) => [field, ids.get(answer[field])]));
      return { ...options, text: summed ? String(summed) : text, download_url, content_type };
    });
  };
  return pages.map(({ id, questions }) => ({
    id: ids.get(id),
    questions: questions
      .filter((question) => ids.has(question.id))
      .map(({ id, variable_id, answers }) => ({ id: ids.get(id), variable_id: ids.get(variable_id), answers: answersOf(sums.get(ids.get(id)), answers) }))
      .filter(({ answers }) => answers.length > 0),
  }));
}

/**
 * A survey of 34 questions of every kind with its responses: a copy of one of the demo world, stored as the API stores
 * it.
 */
async function readSurvey({ call, api }) {
  const { data } = await api("GET", "/v3/surveys?per_page=1000");
  const { id: source } = data.find(({ title }) => title === EVERY_KIND);
  const original = await api("GET", `/v3/surveys/${source}/details`);
  const { id } = await api("POST", "/v3/surveys", { title: `${EVERY_KIND}, copied`, from_survey_id: source });
  const copied = await api("GET", `/v3/surveys/${id}/details`);
  const ids = pairedIds(original.pages, copied.pages);
  const last = copied.pages.at(-1).id;
  for (let count = copied.question_count; count < QUESTIONS; count += 1) {
    await api("POST", `/v3/surveys/${id}/pages/${last}/questions`, ANSWERED.at(-1));
  }
  const collector = await api("POST", `/v3/surveys/${id}/collectors`, { type: "weblink", name: "Bench" });
  const responses = [];
  for (let page = 1; responses.length === (page - 1) * 100; page += 1) {
    responses.push(...(await api("GET", `/v3/surveys/${source}/responses/bulk?per_page=100&page=${page}`)).data);
  }
  let stored = 0;
  let accepted = responses.map(({ pages, ip_address }) => ({ pages: translated(pages, ids, copied), ip_address }));
  while (stored < RESPONSES && accepted.length > 0) {
    const next = [];
    for (const response of accepted) {
      // Some lack an answer that the copy requires.
      const { status } = stored < RESPONSES ? await call("POST", `/v3/collectors/${collector.id}/responses`, response) : {};
      if (status === 201) next.push(response);
    }
    stored += next.length;
    accepted = next;
  }
  const { question_count } = await api("GET", `/v3/surveys/${id}`);
  if (stored < RESPONSES || question_count !== QUESTIONS) {
    throw new Failure(`The survey to read has ${question_count} questions and ${stored} responses instead of ${QUESTIONS} and ${RESPONSES}.`);
  }
  return id;
}

/** A survey of one page that is answered: the collector, and a complete set of answers for the API and as a form. */
export async function answeredSurvey({ api }) {
  const { id } = await api("POST", "/v3/surveys", { title: "After your order", pages: [{ title: "Your order", questions: ANSWERED }] });
  const { pages } = await api("GET", `/v3/surveys/${id}/details`);
  const collector = await api("POST", `/v3/surveys/${id}/collectors`, { type: "weblink", name: "Bench", allow_multiple_responses: true });
  const [heard, used, rated, city, better] = pages[0].questions;
  const [lived, wish] = ["Lübeck", 'Put the invoice into the parcel, and "gift" cards & ribbons too.'];
  const [search, shop, catalogue] = [heard.answers.choices[1].id, used.answers.choices[0].id, used.answers.choices[3].id];
  const other = used.answers.other.id;
  const ratings = rated.answers.rows.map((row, index) => [row.id, rated.answers.choices[index + 1].id]);
  const questions = [
    { id: heard.id, answers: [{ choice_id: search }] },
    { id: used.id, answers: [{ choice_id: shop }, { choice_id: catalogue }, { other_id: other, text: "The app" }] },
    { id: rated.id, answers: ratings.map(([row_id, choice_id]) => ({ row_id, choice_id })) },
    { id: city.id, answers: [{ text: lived }] },
    { id: better.id, answers: [{ text: wish }] },
  ];
  const form = new URLSearchParams([
    [`q${heard.id}`, search], [`q${used.id}`, shop], [`q${used.id}`, catalogue], [`q${used.id}`, other], [`q${used.id}.other`, "The app"],
    ...ratings.map(([row, choice]) => [`q${rated.id}.${row}`, choice]),
    [`q${city.id}`, lived], [`q${better.id}`, wish], ["go", "next"],
  ]);
  const body = JSON.stringify({ pages: [{ id: pages[0].id, questions }] });
  return { id, collector: collector.id, link: new URL(collector.url).pathname, body, form: form.toString() };
}

/**
 * Makes the data through the API. Returns the calls with their paths and bodies. `call` returns a status too, `api`
 * only a body.
 */
export async function prepareData({ call, api }) {
  for (let { total } = await api("GET", "/v3/surveys?per_page=1"); total < SURVEYS; total += 1) {
    await api("POST", "/v3/surveys", { title: `Survey ${total + 1}: what did you think of it?`, nickname: `No. ${total + 1}` });
  }
  const read = await readSurvey({ call, api });
  const answered = await answeredSurvey({ api });
  return {
    answered: answered.id,
    reads: {
      "users.me": "/v3/users/me",
      "surveys.list": "/v3/surveys?per_page=50",
      "surveys.details": `/v3/surveys/${read}/details`,
      "responses.bulk": `/v3/surveys/${read}/responses/bulk?per_page=100`,
    },
    create: { path: `/v3/collectors/${answered.collector}/responses`, body: answered.body },
    page: { path: answered.link, form: answered.form, headers: { "User-Agent": BROWSER, Accept: "text/html", "Accept-Language": "en" } },
  };
}

/** The header of a form. */
export const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

/** A path with a parameter that the service ignores, so that no answer to it is cached. */
export const uncached = (path, number) => `${path}${path.includes("?") ? "&" : "?"}bench=${number}`;

/** The form of a page with the answers, and the cookie of its respondent. */
export function filledForm({ head, body }, answers) {
  const [, ticket] = /name="ticket" value="([^"]+)"/.exec(body) ?? [];
  const [, cookie] = /\r\nset-cookie: ([^;]+)/i.exec(head) ?? [];
  if (!ticket || !cookie) throw new Failure(`A respondent's page has no form or cookie: ${head}`);
  return { body: `ticket=${ticket}&${answers}`, cookie };
}

/** Copies the database of the token's team from the data folder of a Worker that has stopped. Returns its path. */
export function copyTeam(data, token, folder) {
  const Database = createRequire(join(target, "peers", "package.json"))("better-sqlite3");
  const hash = createHash("sha256").update(token).digest("base64url");
  const from = join(data, "canvass-team");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(from).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite")) {
    for (const end of ["", "-wal"].filter((end) => existsSync(join(from, name + end)))) cpSync(join(from, name + end), join(folder, name + end));
    const database = new Database(join(folder, name));
    try {
      const has = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'grants'").get() !== undefined;
      if (has && database.prepare("SELECT 1 FROM grants WHERE token_hash = ?").get(hash) !== undefined) return join(folder, name);
    } finally {
      database.close();
    }
  }
  throw new Failure(`No database in ${from} has the token of the benchmark.`);
}
