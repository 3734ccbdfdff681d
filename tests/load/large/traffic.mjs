// Writes to a survey while its responses are moved, and the rows that must exist afterwards. The writes follow from
// their numbers alone, and the number of the next one is stored in the transaction of each write, so that a kill loses
// no count.

import { Failure } from "../../../scripts/run.mjs";
import { responseStatements } from "./build.mjs";
import { writer } from "./writes.mjs";
import { FILE_COLUMNS, PROGRESS_COLUMNS, RESPONSE_COLUMNS, responseId, rowsOf } from "./world.mjs";
import { mix } from "./designs.mjs";

/** The number of the first new response, above those of the world. */
const FRESH = 20_000_000;

/** A pseudo-random number of a write. Each seed has other writes. */
const draw = (index, seed, salt) => mix(index + seed * 1_000_003, salt);

/** The kind of a write. "again" is a respondent who gives another response on the same device. */
function kindOf(index, seed) {
  const luck = draw(index, seed, 61) % 100;
  return luck < 60 ? "insert" : luck < 85 ? "update" : luck < 92 ? "delete" : "again";
}

/**
 * The response that a write concerns, by number and number within the survey: any, or in one of four cases one of the
 * last twenty writes, so that responses also change and end before they are copied.
 */
function targetOf(index, seed, numbers) {
  const isRecent = index > 0 && draw(index, seed, 62) % 4 === 0;
  const last = () => numbers.length + index - 1 - (draw(index, seed, 63) % Math.min(index, 20));
  const place = isRecent ? last() : draw(index, seed, 60) % (numbers.length + index);
  if (place < numbers.length) return { number: numbers[place], seq: place };
  return { number: FRESH + place - numbers.length, seq: 0 };
}

/** One of the two databases as the writer sees it. */
class Place {
  constructor(database) {
    database.exec("CREATE TABLE IF NOT EXISTS writes (one INTEGER PRIMARY KEY, next INTEGER NOT NULL)");
    const prepare = (sql) => database.prepare(sql);
    Object.assign(this, { database, writes: writer(database), file: responseStatements(database).file });
    this.next = prepare("SELECT next FROM writes");
    this.setNext = prepare("INSERT INTO writes (one, next) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET next = excluded.next");
    this.collector = prepare("SELECT collector_id FROM responses WHERE id = ?");
    this.progress = prepare("SELECT id FROM respondent_progress WHERE response_id = ?");
    this.advance = prepare("UPDATE respondent_progress SET page_id = ?, modified = ? WHERE response_id = ?");
  }
}

/** The writer of a survey. */
export class Traffic {
  constructor(world, survey, numbers, { team, own, departure, seed = 0 }) {
    Object.assign(this, { world, survey, numbers, departure, seed, team: new Place(team), own: new Place(own) });
    this.index = Math.max(this.team.next.get()?.next ?? 0, this.own.next.get()?.next ?? 0);
  }

  /** Makes the next write, in the database that serves the survey. False if it must wait. */
  write() {
    const { phase } = this.departure.state ?? {};
    if (phase === "sealed") return false;
    const place = phase === "moved" || phase === "done" ? this.own : this.team;
    place.database.exec("BEGIN IMMEDIATE");
    try {
      this.apply(place, this.index);
      place.setNext.run(this.index + 1);
      this.departure.interrupt();
      place.database.exec("COMMIT");
    } catch (error) {
      place.database.exec("ROLLBACK");
      throw error;
    }
    this.index += 1;
    return true;
  }

  apply(place, index) {
    const kind = kindOf(index, this.seed);
    const target = targetOf(index, this.seed, this.numbers);
    const id = responseId(kind === "insert" || kind === "again" ? FRESH + index : target.number);
    const log = (written = id) => {
      if (place === this.team && !this.departure.onWrite(written)) throw new Failure("A write was made while writes wait.");
    };
    if (kind === "insert" || kind === "again") {
      const rows = rowsOf(this.world, this.survey, FRESH + index, 0);
      if (kind === "again") {
        const progress = place.progress.get(responseId(target.number));
        if (progress === undefined) return;
        rows.progress[0] = progress.id;
        // The other response loses a row, so it is written too.
        log(responseId(target.number));
      }
      log();
      place.writes.insert(rows, true);
      if (rows.file) place.file.run(rows.file);
      return;
    }
    const stored = place.collector.get(id);
    if (stored === undefined) return;
    log();
    if (kind === "delete") {
      place.writes.delete(id, this.survey.id, stored.collector_id);
      return;
    }
    const rows = rowsOf(this.world, this.survey, target.number, target.seq, index + 1);
    place.writes.update(rows, false);
    place.advance.run(rows.progress[2], rows.progress[4], id);
  }
}

/**
 * The responses that exist after so many writes: `{ seq, version, progress }` by number. `progress` is null without
 * one.
 */
function expected(world, survey, numbers, { count, seed = 0 }) {
  const rows = new Map();
  numbers.forEach((number, seq) => rows.set(number, { seq, version: 0, progress: undefined }));
  const progressOf = (number, { seq, progress }) => (progress === undefined ? rowsOf(world, survey, number, seq).progress[0] : progress);
  for (let index = 0; index < count; index += 1) {
    const kind = kindOf(index, seed);
    const target = targetOf(index, seed, numbers);
    const row = rows.get(target.number);
    if (kind === "insert") {
      rows.set(FRESH + index, { seq: 0, version: 0, progress: undefined });
    } else if (row !== undefined && kind === "update") {
      row.version = index + 1;
    } else if (row !== undefined && kind === "delete") {
      rows.delete(target.number);
    } else if (row !== undefined && kind === "again" && row.progress !== null) {
      rows.set(FRESH + index, { seq: 0, version: 0, progress: progressOf(target.number, row) });
      row.progress = null;
    }
  }
  return rows;
}

const same = (found, wanted) => found?.length === wanted.length && found.every((value, at) => value === wanted[at]);

/** Compares the database of its own with what must exist after so many writes: nothing lost, doubled or old. */
export function check(world, survey, numbers, { team, own, ...writes }) {
  const rows = expected(world, survey, numbers, writes);
  const select = (table, columns, order) => own.prepare(`SELECT ${columns.join(", ")} FROM ${table} ORDER BY ${order}`).raw();
  const responses = select("responses", RESPONSE_COLUMNS, "id").iterate();
  const progress = select("respondent_progress", PROGRESS_COLUMNS, "response_id, id").iterate();
  const files = select("files", FILE_COLUMNS, "response_id").iterate();
  const wrong = (what, id) => new Failure(`After the move, ${what} of response ${id} is not as it must be.`);
  for (const number of [...rows.keys()].sort((a, b) => a - b)) {
    const { seq, version, progress: moved } = rows.get(number);
    const wanted = rowsOf(world, survey, number, seq, version);
    const id = responseId(number);
    if (!same(responses.next().value, wanted.response)) throw wrong("the row", id);
    if (moved !== null && !same(progress.next().value, [moved ?? wanted.progress[0], ...wanted.progress.slice(1)])) throw wrong("the progress", id);
    if (wanted.file && !same(files.next().value, wanted.file)) throw wrong("the file", id);
  }
  for (const [name, left] of Object.entries({ responses, progress, files })) {
    if (!left.next().done) throw new Failure(`After the move, there are more ${name} than there must be.`);
  }
  const { left } = team.prepare("SELECT COUNT(*) AS left FROM responses WHERE survey_id = ?").get(survey.id);
  const { response_count } = own.prepare("SELECT response_count FROM surveys WHERE id = ?").get(survey.id);
  if (left > 0 || response_count !== rows.size) {
    throw new Failure(`The team has ${left} responses left. ${response_count} responses were counted, ${rows.size} exist.`);
  }
  return rows.size;
}

/** The numbers of a survey's responses, in order. */
export function numbersOf(database, survey) {
  const first = Number(responseId(0));
  return database.prepare("SELECT id FROM responses WHERE survey_id = ? ORDER BY id").pluck().all(survey.id).map((id) => Number(id) - first);
}

