// Fills databases with a team: all of it in one, or the responses of large surveys in databases of their own.

import { beginFilling, createDatabase } from "./schema.mjs";
import { FILE_COLUMNS, PROGRESS_COLUMNS, RECIPIENT_COLUMNS, RESPONSE_COLUMNS, forEachResponse, insertion, responseId, rowsOf } from "./world.mjs";

/** Responses between two commits. */
const AT_ONCE = 250_000;

/** The owner of all surveys. */
export const OWNER = "100000001";

/** The statements that store the rows of a response. */
export function responseStatements(database) {
  const [response, progress, file, recipient] = [
    ["responses", RESPONSE_COLUMNS],
    ["respondent_progress", PROGRESS_COLUMNS],
    ["files", FILE_COLUMNS],
    ["recipients", RECIPIENT_COLUMNS],
  ].map(([table, columns]) => database.prepare(insertion(table, columns)));
  return { response, progress, file, recipient };
}

/** Inserts the rows of a response. A recipient belongs to the team, everything else to the database of the response. */
export function insertRows(statements, rows, team = statements) {
  statements.response.run(rows.response);
  statements.progress.run(rows.progress);
  if (rows.file) statements.file.run(rows.file);
  if (rows.recipient) team.recipient.run(rows.recipient);
}

/** Inserts surveys with their designs and collectors. */
export function insertSurveys(database, surveys) {
  const survey = database.prepare(
    `INSERT INTO surveys (id, owner_id, title, nickname, language, category, folder_id, body, page_count, question_count, response_count, created, modified)
     VALUES (?, ?, ?, '', 'en', '', '0', '{}', ?, ?, ?, ?, ?)`,
  );
  const page = database.prepare("INSERT INTO pages (id, survey_id, position, title, description) VALUES (?, ?, ?, '', '')");
  const question = database.prepare(
    "INSERT INTO questions (id, survey_id, page_id, position, body, cells, visible_cells) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const collector = database.prepare(
    `INSERT INTO collectors (id, survey_id, type, status, name, body, response_count, created, modified)
     VALUES (?, ?, ?, 'open', ?, '{"anonymous_type":"not_anonymous","response_limit":null,"close_date":null}', ?, ?, ?)`,
  );
  for (const { id, index, pages, questions, responses, recipients, weblink, email } of surveys) {
    const at = Date.UTC(2023, 0, 1) + index * 60_000;
    survey.run(id, OWNER, `Survey ${index}`, pages.length, questions.length, responses, at, at);
    pages.forEach((pageId, position) => page.run(pageId, id, position + 1));
    questions.forEach((one, position) => question.run(one.id, id, pages[one.page], position + 1, JSON.stringify(one).padEnd(900), 5, 5));
    const invited = Math.min(recipients, Math.floor((responses + 6) / 10));
    collector.run(weblink, id, "weblink", "Web link", responses - invited, at, at);
    collector.run(email, id, "email", "E-mail", invited, at, at);
  }
}

/** Sets the last id of responses that the team has assigned. */
export function setSequence(database, total) {
  database
    .prepare("INSERT INTO sequences (name, last) VALUES ('response', ?) ON CONFLICT (name) DO UPDATE SET last = excluded.last")
    .run(Number(responseId(total - 1)));
}

/** Runs `work`, which calls its argument after each response: commits now and then. */
function inTransactions(databases, work) {
  databases.forEach((database) => database.exec("BEGIN"));
  let count = 0;
  work(() => {
    count += 1;
    if (count % AT_ONCE === 0) databases.forEach((database) => database.exec("COMMIT; BEGIN"));
  });
  databases.forEach((database) => database.exec("COMMIT"));
}

/**
 * Creates a team's database at `path`. With `ownPath`, the responses of each large survey are in a database at the path
 * that it returns; that database has the survey's design and collectors too.
 */
export function buildTeam(world, path, ownPath) {
  const team = createDatabase(path);
  beginFilling(team);
  const own = new Map();
  for (const survey of ownPath ? world.surveys.filter(({ isLarge }) => isLarge) : []) {
    const database = createDatabase(ownPath(survey));
    beginFilling(database);
    // Most of the memory stays with the team's database.
    database.pragma("cache_size = -200000");
    own.set(survey.index, { database, statements: responseStatements(database) });
  }
  const databases = [team, ...[...own.values()].map(({ database }) => database)];
  const statements = responseStatements(team);
  inTransactions(databases, (stored) => {
    insertSurveys(team, world.surveys);
    own.forEach(({ database }, index) => insertSurveys(database, [world.surveys[index]]));
    databases.forEach((database) => setSequence(database, world.total));
    forEachResponse(world, (survey, number, seq) => {
      insertRows(own.get(survey.index)?.statements ?? statements, rowsOf(world, survey, number, seq), statements);
      stored();
    });
  });
  databases.forEach((database) => database.close());
}

/** Adds the responses of one survey to a team's database that was built without them. */
export function addResponses(world, path, survey, open) {
  const database = open(path);
  beginFilling(database);
  const statements = responseStatements(database);
  inTransactions([database], (stored) =>
    forEachResponse(world, (one, number, seq) => {
      if (one !== survey) return;
      const { recipient, ...rows } = rowsOf(world, survey, number, seq);
      insertRows(statements, rows);
      stored();
    }),
  );
  database.close();
}
