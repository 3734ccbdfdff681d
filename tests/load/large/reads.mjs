// The service's reads of responses, and the calls that span surveys, statement by statement as src/service runs them.

import { OWNER } from "./build.mjs";
import { timed } from "./figures.mjs";
import { RESPONSE_COLUMNS, responseId } from "./world.mjs";

const DAY = 86_400_000;
/** Bytes and responses of one chunk of a stream: CHUNK_RESPONSE_BYTES, RESPONSE_COST_BYTES and BATCH_SIZE. */
const CHUNK = { bytes: 50_000, cost: 500, responses: 200 };
/** Responses that a rollup is measured with. */
const STREAMED = 20_000;
/** Recipients whose status is counted: the maximum of a message. */
const RECIPIENTS = 10_000;

/** A list as `ResponseListPage::read_ids` reads it: the number of all responses, and the ids of a page. */
function list(database, { where, values, column = "created", direction = "ASC", limit = 50, offset = 0 }) {
  const count = database.prepare(`SELECT COUNT(*) AS total FROM responses WHERE ${where}`);
  const page = database.prepare(`SELECT id FROM responses WHERE ${where} ORDER BY ${column} ${direction}, id ${direction} LIMIT ? OFFSET ?`);
  return { count: () => count.get(...values).total, page: () => page.all(...values, limit, offset) };
}

/** The lists of a survey, as rows of a table: milliseconds for the page and for the number of all responses. */
export function measureLists(database, survey) {
  const parent = { where: "survey_id = ?", values: [survey.id] };
  const { start } = database.prepare("SELECT MIN(created) AS start FROM responses WHERE survey_id = ?").get(survey.id);
  const month = [start + 300 * DAY, start + 330 * DAY];
  const json = (...values) => JSON.stringify(values);
  const cases = [
    ["first page", parent],
    ["page at 90 %", { ...parent, offset: Math.floor(survey.responses * 0.9) }],
    ["newest change first", { ...parent, column: "modified", direction: "DESC" }],
    ["one month", { where: `${parent.where} AND created >= ? AND created < ?`, values: [survey.id, ...month] }],
    ["of a collector", { where: "collector_id = ?", values: [survey.weblink] }],
    ["collector_ids", { where: `${parent.where} AND collector_id IN (SELECT value FROM json_each(?))`, values: [survey.id, json(survey.email)] }],
    ["status=completed", { where: `${parent.where} AND status IN (SELECT value FROM json_each(?))`, values: [survey.id, json("completed")] }],
    ["email, found nowhere", { where: `${parent.where} AND email = ?`, values: [survey.id, "x@mail.example"] }],
  ];
  return cases.map(([name, filter]) => {
    const { count, page } = list(database, filter);
    return { name: `list of responses, ${name}`, page: timed(page), count: timed(count) };
  });
}

/** A page of 100 responses with answers: ids, sizes, rows. The number of all responses comes in addition. */
export function measureBulk(database, survey) {
  const read = (columns) => database.prepare(`SELECT ${columns} FROM responses WHERE id IN (SELECT value FROM json_each(?))`);
  const [sizes, rows] = [read("id, OCTET_LENGTH(pages) AS size"), read(RESPONSE_COLUMNS.join(", "))];
  const at = (offset) => {
    const { page } = list(database, { where: "survey_id = ?", values: [survey.id], limit: 100, offset });
    return timed(() => {
      const ids = JSON.stringify(page().map(({ id }) => id));
      sizes.all(ids);
      rows.all(ids);
    });
  };
  return [
    { name: "responses/bulk of 100, first page", page: at(0) },
    { name: "responses/bulk of 100, at 90 %", page: at(Math.floor(survey.responses * 0.9)) },
  ];
}

/**
 * A rollup's stream of responses (`ResponseStream::read_batch`) with the parsing of their answers: times of the chunks.
 */
export function measureRollup(database, survey) {
  const next = (column) =>
    database.prepare(
      `SELECT id, created, ${column} FROM responses
       WHERE survey_id = ? AND mode <> 'survey_preview' AND (created, id) > (?, ?)
       ORDER BY created, id LIMIT ?`,
    );
  const [sizes, rows] = [next("OCTET_LENGTH(pages) AS size"), next("pages")];
  const chunks = [];
  let [after, seen] = [[-9_007_199_254_740_991, ""], 0];
  const counts = new Map();
  while (seen < Math.min(STREAMED, survey.responses)) {
    const start = performance.now();
    let [bytes, fitting] = [0, 0];
    for (const { size } of sizes.all(survey.id, ...after, CHUNK.responses)) {
      bytes += size + CHUNK.cost;
      if (bytes > CHUNK.bytes && fitting > 0) break;
      fitting += 1;
    }
    const found = rows.all(survey.id, ...after, fitting);
    for (const { pages } of found) {
      for (const { questions } of JSON.parse(pages)) {
        for (const { answers } of questions) {
          for (const { choice_id } of answers) counts.set(choice_id, (counts.get(choice_id) ?? 0) + 1);
        }
      }
    }
    const last = found.at(-1);
    after = [last.created, last.id];
    seen += found.length;
    chunks.push(performance.now() - start);
  }
  return { chunks, perResponse: chunks.reduce((sum, time) => sum + time, 0) / seen };
}

/** How often the options were chosen in the newest 5,000 responses (`count_choices`), in one statement. */
export function measureChoices(database, survey) {
  const count = database.prepare(
    `SELECT answer.value ->> '$.row_id' AS row_id, answer.value ->> '$.choice_id' AS choice_id, COUNT(*) AS picked
     FROM (SELECT pages, status, mode FROM responses WHERE survey_id = ? ORDER BY created DESC, id DESC LIMIT 5000) AS youngest,
       json_each(youngest.pages) AS page, json_each(page.value, '$.questions') AS question,
       json_each(question.value, '$.answers') AS answer
     WHERE youngest.status = 'completed' AND youngest.mode <> 'survey_preview'
     GROUP BY 1, 2`,
  );
  return { name: "choices counted in the newest 5,000 responses", page: timed(() => count.all(survey.id)) };
}

/**
 * Calls that span the surveys of a team. With the databases of large surveys, it asks them where the team has no rows.
 */
export function measureTeam(world, team, own = new Map()) {
  const others = [...own.values()];
  const large = world.surveys[0];
  const surveys = (column) =>
    team.prepare(
      `SELECT id, title, nickname, language, question_count, response_count, created, modified
       FROM surveys WHERE owner_id = ? ORDER BY ${column} DESC, id DESC LIMIT 100`,
    );
  const head = (database) => database.prepare(`SELECT ${RESPONSE_COLUMNS.join(", ").replace(" pages,", " '[]' AS pages,")} FROM responses WHERE id = ?`);
  const heads = [team, ...others].map(head);
  const find = (id) => heads.some((statement) => statement.get(id) !== undefined);
  const counts = [team, ...others].map((database) => database.prepare("SELECT COUNT(*) AS total FROM responses"));
  const files = team.prepare(
    `SELECT files.rowid FROM surveys JOIN responses ON responses.survey_id = surveys.id
     JOIN files ON files.response_id = responses.id WHERE surveys.owner_id = ? AND files.name = ''`,
  );
  const status = team.prepare(
    `SELECT COUNT(*) AS recipients, TOTAL(came = 'not_responded') AS not_at_all FROM (
       SELECT COALESCE(
         (SELECT CASE MIN(responses.status = 'partial') WHEN 1 THEN 'partially_responded' WHEN 0 THEN 'completely_responded' END
          FROM responses WHERE responses.recipient_id = recipients.id),
         recipients.response_status, 'not_responded') AS came
       FROM recipients WHERE recipients.collector_id = ?)`,
  );
  const legacy = team.prepare("SELECT id, created, modified FROM responses WHERE survey_id = ? ORDER BY id DESC LIMIT 1000 OFFSET ?");
  const small = world.surveys.findLast(({ isLarge, responses }) => !isLarge && responses >= world.total / 100) ?? world.surveys.at(-1);
  const row = (name, work) => ({ name, page: timed(work) });
  return [
    row("surveys by number of responses, 100 of the list", () => surveys("response_count").all(OWNER)),
    row("surveys by change, 100 of the list", () => surveys("modified").all(OWNER)),
    row("GET /v3/responses/{id} of a small survey", () => find(responseId(firstNumber(team, small)))),
    row("GET /v3/responses/{id} of a large survey", () => find(responseId(firstNumber(own.get(large.index) ?? team, large)))),
    row("GET /v3/responses/{id} that does not exist", () => find("99999999999")),
    row(`status of ${RECIPIENTS} recipients of a large survey`, () => status.get(large.email)),
    row("legacy list of a small survey, 1,000 at 90 %", () => legacy.all(small.id, Math.floor(small.responses * 0.9))),
    row("all responses of the team counted in their tables", () => counts.reduce((sum, statement) => sum + statement.get().total, 0)),
    row("purge of a user: a step's search for files, when none is left", () => files.all(OWNER)),
  ];
}

/** The number of the first response of a survey. Found once, so that only the lookup is measured. */
const numbers = new Map();
function firstNumber(database, survey) {
  if (!numbers.has(survey.index)) {
    const { id } = database.prepare("SELECT MIN(id) AS id FROM responses WHERE survey_id = ?").get(survey.id);
    numbers.set(survey.index, Number(id) - Number(responseId(0)));
  }
  return numbers.get(survey.index);
}
