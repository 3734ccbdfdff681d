// The database of the plain service: every statement prepared once, writes in one transaction that is on the disk when
// it returns; and the keys and hashes of the Canvass service, so that both know the same tokens and links.

import { createHash, createHmac, hkdfSync } from "node:crypto";

/** A refusal with its HTTP status. */
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Prepares a database of better-sqlite3. Its `statement(sql)` prepares each text once. */
export function withStatements(db) {
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.pragma("foreign_keys = ON");
  /** Runs a function in one transaction. */
  db.atomically = db.transaction((run) => run());
  const prepared = new Map();
  db.statement = (sql) => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = db.prepare(sql);
      prepared.set(sql, statement);
    }
    return statement;
  };
  return db;
}

export const sha256 = (text) => createHash("sha256").update(text).digest("base64url");

const keys = new Map();

/** The key for a purpose, derived from the service's key. */
export function deriveKey(key, purpose) {
  if (!keys.has(purpose)) {
    keys.set(purpose, Buffer.from(hkdfSync("sha256", key, "canvass service", purpose, 32)));
  }
  return keys.get(purpose);
}

/** The path segment of a link for respondents: its ids with a MAC. */
export const linkKey = (key, ids) =>
  `${ids}.${createHmac("sha256", deriveKey(key, "respondent link")).update(ids).digest().subarray(0, 9).toString("base64url")}`;

/** A date with offset, to the second. */
export const withOffset = (time) => `${new Date(time).toISOString().slice(0, 19)}+00:00`;

/** A date with microseconds. */
export const withMicroseconds = (time) => `${new Date(time).toISOString().slice(0, 23)}000+00:00`;

/** A date to the minute. */
export const toTheMinute = (time) => `${new Date(time).toISOString().slice(0, 16)}:00`;

/** The pages and questions of a survey, as they are stored. */
export function loadDesign(db, survey) {
  const pages = db.statement("SELECT id, title, description, position FROM pages WHERE survey_id = ? ORDER BY position").all(survey);
  const rows = db.statement("SELECT id, page_id, position, body FROM questions WHERE survey_id = ? ORDER BY page_id, position").all(survey);
  const questions = new Map(pages.map(({ id }) => [id, []]));
  for (const { id, page_id, position, body } of rows) {
    questions.get(page_id).push({ id, position, ...JSON.parse(body) });
  }
  return pages.map((page) => ({ ...page, questions: questions.get(page.id) }));
}

const nextResponse = `INSERT INTO sequences (name, last) VALUES ('response', 15400000001)
  ON CONFLICT (name) DO UPDATE SET last = last + 1 RETURNING last`;

const insertResponse = `INSERT INTO responses (id, survey_id, collector_id, recipient_id, status, mode, email, first_name,
    last_name, ip, custom_value, total_time, body, pages, created, modified)
  VALUES (@id, @survey_id, @collector_id, '', @status, 'default', '', '', '', @ip, @custom_value, @total_time, @body, @pages, @created, @modified)`;

const updateResponse = `UPDATE responses
  SET status = @status, total_time = @total_time, body = @body, pages = @pages, modified = @modified WHERE id = @id`;

const WATCHED = "'response_created', 'response_updated', 'response_completed'";

/** Stores a new or a changed response with its counts, within a transaction. Returns its id. */
export function storeResponse(db, record) {
  const row = { ...record, body: JSON.stringify(record.body), pages: JSON.stringify(record.pages) };
  if (record.id !== undefined) {
    db.statement(updateResponse).run(row);
  } else {
    row.id = String(db.statement(nextResponse).get().last);
    db.statement(insertResponse).run(row);
    db.statement("UPDATE surveys SET response_count = response_count + 1 WHERE id = ?").run(row.survey_id);
    db.statement("UPDATE collectors SET response_count = response_count + 1 WHERE id = ?").run(row.collector_id);
    db.statement(
      `UPDATE collectors SET status = 'closed', modified = ?
       WHERE id = ? AND status <> 'closed' AND response_count >= json_extract(body, '$.response_limit')`,
    ).run(row.modified, row.collector_id);
  }
  if (db.statement(`SELECT 1 FROM webhooks WHERE event_type IN (${WATCHED}) LIMIT 1`).get() !== undefined) {
    throw new Refusal(501, "The plain service sends no webhooks.");
  }
  return row.id;
}
