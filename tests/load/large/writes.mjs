// The service's writes of responses, statement by statement as src/service/surveys/answers/persist.rs runs them.

import { statSync } from "node:fs";
import { spread } from "./figures.mjs";
import { entriesPerRow } from "./schema.mjs";
import { RESPONSE_COLUMNS, insertion, rowsOf } from "./world.mjs";

/** Responses that are stored for a measurement with durable commits, and without. */
const DURABLE = 1000;
const FAST = 5000;
/** Responses that one chunk of a deletion looks at, and the bytes that it deletes: LOOKAHEAD and DELETE_BYTES. */
const LOOKAHEAD = 100;
const DELETE_BYTES = 500_000;
const DELETED = 20_000;

const CHANGED = RESPONSE_COLUMNS.filter((column) => !["id", "survey_id", "collector_id", "created"].includes(column));

/** The writes of responses to a database. */
export function writer(database) {
  const anonymous = database.prepare("SELECT json_extract(body, '$.anonymous_type') AS anonymous FROM collectors WHERE id = ?");
  const sequence = database.prepare(
    "INSERT INTO sequences (name, last) VALUES ('response', ?) ON CONFLICT (name) DO UPDATE SET last = last + 1 RETURNING last",
  );
  const insert = database.prepare(insertion("responses", RESPONSE_COLUMNS));
  const update = database.prepare(`UPDATE responses SET (${CHANGED.join(", ")}) = (${CHANGED.map(() => "?").join(", ")}) WHERE id = ?`);
  const surveyCount = database.prepare("UPDATE surveys SET response_count = MAX(response_count + ?, 0) WHERE id = ?");
  const collectorCount = database.prepare("UPDATE collectors SET response_count = MAX(response_count + ?, 0) WHERE id = ?");
  const close = database.prepare(
    `UPDATE collectors SET status = 'closed', modified = ?
     WHERE id = ? AND status <> 'closed' AND response_count >= json_extract(body, '$.response_limit') RETURNING id`,
  );
  const webhook = database.prepare("SELECT id FROM webhooks WHERE event_type = ? LIMIT 1");
  const progress = database.prepare(
    `INSERT INTO respondent_progress (id, response_id, page_id, drafts, modified) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET response_id = excluded.response_id, page_id = excluded.page_id,
       drafts = excluded.drafts, modified = excluded.modified`,
  );
  const remove = database.prepare("DELETE FROM responses WHERE id = ?");
  return {
    /** `insert_response`, and the respondent's progress if the response is given on the pages. */
    insert({ response, progress: row }, isRespondent) {
      const [id, survey, collector] = response;
      anonymous.get(collector);
      sequence.get(Number(id));
      insert.run(response);
      surveyCount.run(1, survey);
      collectorCount.run(1, collector);
      close.get(response.at(-1), collector);
      webhook.get("response_created");
      webhook.get("response_completed");
      if (isRespondent) progress.run(row);
    },
    /** `update_response`. */
    update({ response, progress: row }, isRespondent) {
      anonymous.get(response[2]);
      update.run(...CHANGED.map((column) => response[RESPONSE_COLUMNS.indexOf(column)]), response[0]);
      webhook.get("response_updated");
      if (isRespondent) progress.run(row);
    },
    /** `delete_response`. */
    delete(id, survey, collector) {
      remove.run(id);
      surveyCount.run(-1, survey);
      collectorCount.run(-1, collector);
      webhook.get("response_deleted");
    },
  };
}

/** Rows and index entries that a stored response writes: by the API, and by a respondent on so many pages. */
export function entriesPerResponse(database, pages) {
  const counts =
    entriesPerRow(database, "sequences", ["last"]) +
    entriesPerRow(database, "surveys", ["response_count"]) +
    entriesPerRow(database, "collectors", ["response_count"]);
  const inserted = entriesPerRow(database, "responses");
  const progress = entriesPerRow(database, "respondent_progress");
  const updated = entriesPerRow(database, "responses", CHANGED);
  const advanced = entriesPerRow(database, "respondent_progress", ["response_id"]);
  return { byApi: inserted + counts, byRespondent: inserted + counts + progress + (pages - 1) * (updated + advanced) };
}

/**
 * Milliseconds of a stored response, with `group` of them in each commit. Numbers above the world's are used, from
 * `from` on.
 */
function storeTimes(world, database, survey, { from, count, group, isRespondent = false }) {
  const { insert } = writer(database);
  const times = [];
  for (let number = from; number < from + count; number += group) {
    const rows = Array.from({ length: group }, (_, at) => rowsOf(world, survey, number + at, 0));
    const start = performance.now();
    database.exec("BEGIN IMMEDIATE");
    rows.forEach((one) => insert(one, isRespondent));
    database.exec("COMMIT");
    times.push(performance.now() - start);
  }
  return times;
}

/** Milliseconds of a respondent on all pages of the survey, with a commit for each page. */
function respondentTimes(world, database, survey, from, count) {
  const { insert, update } = writer(database);
  return Array.from({ length: count }, (_, at) => {
    const versions = survey.pages.map((_, page) => rowsOf(world, survey, from + at, 0, page));
    const start = performance.now();
    versions.forEach((rows, page) => {
      database.exec("BEGIN IMMEDIATE");
      (page === 0 ? insert : update)(rows, true);
      database.exec("COMMIT");
    });
    return performance.now() - start;
  });
}

/** The writes of a survey's responses: rows of a table with the median, the 99th percentile, and responses a second. */
export function measureWrites(world, database, survey, path) {
  let from = world.total + 1_000_000 * (survey.index + 1);
  const take = (count) => (from += count) - count;
  const row = (name, times, group = 1) => {
    const all = times.reduce((sum, time) => sum + time, 0);
    const [median, late] = spread(times);
    return { name, median, late, perSecond: (times.length * group * 1000) / all };
  };
  const stored = (name, count, group, isRespondent) =>
    row(name, storeTimes(world, database, survey, { from: take(count), count, group, isRespondent }), group);
  const rows = [
    stored("a commit for each response", DURABLE, 1),
    row(`a respondent on ${survey.pages.length} pages, a commit for each`, respondentTimes(world, database, survey, take(DURABLE / 2), DURABLE / 2)),
    stored("a commit for 10 responses", DURABLE * 2, 10),
    stored("a commit for 100 responses", DURABLE * 5, 100),
  ];
  database.pragma("synchronous = OFF");
  rows.push(stored("without waiting for the disk", FAST, 1));
  rows.push(row(`a respondent on ${survey.pages.length} pages, without waiting for the disk`, respondentTimes(world, database, survey, take(1000), 1000)));
  database.pragma("synchronous = FULL");
  // The log of some commits before any of it is copied to the database.
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.pragma("wal_autocheckpoint = 0");
  storeTimes(world, database, survey, { from: take(200), count: 200, group: 1 });
  const logged = statSync(`${path}-wal`).size / 200;
  database.pragma("wal_autocheckpoint = 1000");
  database.pragma("wal_checkpoint(TRUNCATE)");
  return { rows, logged };
}

/**
 * Deletes some of a survey's responses as `delete_some` does, a commit for each chunk: times of the chunks, and of a
 * response.
 */
export function measureDeletion(database, survey) {
  const ahead = database.prepare("SELECT id, OCTET_LENGTH(pages) AS size FROM responses WHERE survey_id = ? LIMIT ?");
  const remove = database.prepare(
    "DELETE FROM responses WHERE id IN (SELECT value FROM json_each(?)) RETURNING id, survey_id, collector_id, recipient_id",
  );
  const times = [];
  let deleted = 0;
  while (deleted < DELETED) {
    const start = performance.now();
    let bytes = 0;
    const some = ahead.all(survey.id, LOOKAHEAD).filter(({ size }) => (bytes += size) <= DELETE_BYTES || bytes === size);
    if (some.length === 0) break;
    database.exec("BEGIN IMMEDIATE");
    remove.all(JSON.stringify(some.map(({ id }) => id)));
    database.exec("COMMIT");
    deleted += some.length;
    times.push(performance.now() - start);
  }
  return { times, perResponse: times.reduce((sum, time) => sum + time, 0) / deleted };
}

/**
 * Deletes responses of a collector as `clear_responses` does, all in one transaction, which is rolled back: ms of a
 * response.
 */
export function measureClearing(database, survey) {
  const remove = database.prepare(
    `DELETE FROM responses WHERE id IN (SELECT id FROM responses WHERE collector_id = ? LIMIT 500)
     RETURNING id, survey_id, collector_id, recipient_id`,
  );
  const start = performance.now();
  let deleted = 0;
  database.exec("BEGIN IMMEDIATE");
  for (let some = -1; some !== 0 && deleted < DELETED; deleted += some) some = remove.all(survey.weblink).length;
  const took = performance.now() - start;
  database.exec("ROLLBACK");
  return took / deleted;
}
