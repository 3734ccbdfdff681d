// The move of a survey's responses to a database of their own, in chunks, while writes to the survey go on. The team's
// side reads and remembers, the other side applies each message once. Every chunk of either side is one transaction.

/** What one chunk moves at most, and the changes that may be left for the last message, during which writes wait. */
const CHUNK = { rows: 150, bytes: 150_000, changes: 60, lastChanges: 20 };

/** The team's state of moves, and the responses that were written since they were copied. */
const TEAM_TABLES = `
  CREATE TABLE IF NOT EXISTS response_moves (
    survey_id TEXT PRIMARY KEY,
    phase TEXT NOT NULL, -- copy, changes, sealed, moved, done
    number INTEGER NOT NULL, -- of the last message that was written
    is_sent INTEGER NOT NULL, -- whether the last message is not confirmed yet
    copied_to TEXT NOT NULL, -- the id up to which the other side has all rows
    sending_to TEXT NOT NULL, -- the id up to which it has them after the last message
    changes_to INTEGER NOT NULL -- the last change of the last message
  );
  CREATE TABLE IF NOT EXISTS response_changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    survey_id TEXT NOT NULL,
    response_id TEXT NOT NULL UNIQUE
  )`;

/** The other side's state: the last message that it applied, and whether it serves the survey. */
const OWN_TABLES = `
  CREATE TABLE IF NOT EXISTS response_arrivals (survey_id TEXT PRIMARY KEY, number INTEGER NOT NULL, is_open INTEGER NOT NULL)`;

/** Tables whose rows go with a response: each with the column that names it. */
const TABLES = [["responses", "id"], ["respondent_progress", "response_id"], ["files", "response_id"]];

/** Runs `work` in a transaction. `interrupt` may throw before the commit, as the end of the program would. */
function transaction(database, interrupt, work) {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    interrupt();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

/** The team's side of the move of one survey. */
export class Departure {
  constructor(database, surveyId, { chunk = CHUNK, interrupt = () => {} } = {}) {
    Object.assign(this, { database, surveyId, chunk, interrupt });
    database.exec(TEAM_TABLES);
    const prepare = (sql) => database.prepare(sql);
    this.load = prepare("SELECT phase, number, is_sent, copied_to, sending_to, changes_to FROM response_moves WHERE survey_id = ?");
    this.save = prepare(
      `INSERT INTO response_moves (survey_id, phase, number, is_sent, copied_to, sending_to, changes_to) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (survey_id) DO UPDATE SET phase = excluded.phase, number = excluded.number, is_sent = excluded.is_sent,
         copied_to = excluded.copied_to, sending_to = excluded.sending_to, changes_to = excluded.changes_to`,
    );
    this.ahead = prepare(
      "SELECT id, OCTET_LENGTH(pages) AS size FROM responses INDEXED BY responses_of_survey_by_id WHERE survey_id = ? AND id > ? ORDER BY id LIMIT ?",
    );
    this.range = prepare("SELECT id FROM responses INDEXED BY responses_of_survey_by_id WHERE survey_id = ? AND id > ? AND id <= ? ORDER BY id");
    this.rows = TABLES.map(([table, column]) => prepare(`SELECT * FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`));
    this.changed = prepare("SELECT number, response_id FROM response_changes WHERE survey_id = ? ORDER BY number LIMIT ?");
    this.sentChanges = prepare("SELECT response_id FROM response_changes WHERE survey_id = ? AND number <= ?");
    this.left = prepare("SELECT COUNT(*) AS changes FROM (SELECT 1 FROM response_changes WHERE survey_id = ? LIMIT ?)");
    this.forget = prepare("DELETE FROM response_changes WHERE survey_id = ? AND number <= ?");
    this.remember = prepare("INSERT OR REPLACE INTO response_changes (survey_id, response_id) VALUES (?, ?)");
    this.remove = prepare("DELETE FROM responses WHERE id IN (SELECT value FROM json_each(?))");
    this.surveyCount = prepare("SELECT response_count FROM surveys WHERE id = ?");
    this.collectorCounts = prepare("SELECT id, response_count FROM collectors WHERE survey_id = ?");
  }

  transaction(work) {
    return transaction(this.database, this.interrupt, work);
  }

  get state() {
    return this.load.get(this.surveyId);
  }

  store({ phase, number, is_sent, copied_to, sending_to, changes_to }) {
    this.save.run(this.surveyId, phase, number, is_sent, copied_to, sending_to, changes_to);
  }

  /** Begins the move. */
  begin() {
    this.transaction(() =>
      this.store({ phase: "copy", number: 0, is_sent: 0, copied_to: "", sending_to: "", changes_to: 0 }),
    );
  }

  /**
   * What a write of a response adds in its own transaction: the response is in the log if the other side may have it
   * already. False if the write must wait or be sent to the other side.
   */
  onWrite(responseId) {
    const state = this.state;
    if (state === undefined) return true;
    if (state.phase === "sealed" || state.phase === "moved" || state.phase === "done") return false;
    if (state.phase === "changes" || responseId <= state.sending_to) this.remember.run(this.surveyId, responseId);
    return true;
  }

  /**
   * Records that the last message was applied, and returns the next one; or only returns it, if there was none to
   * confirm.
   */
  next(confirmed) {
    return this.transaction(() => {
      const state = this.state;
      if (state.is_sent && confirmed === state.number) this.confirm(state);
      if (!state.is_sent) this.choose(state);
      this.store(state);
      return state.is_sent ? this.message(state) : null;
    });
  }

  confirm(state) {
    state.is_sent = 0;
    if (state.phase === "copy") {
      state.copied_to = state.sending_to;
      return;
    }
    this.forget.run(this.surveyId, state.changes_to);
    if (state.phase === "sealed") state.phase = "moved";
  }

  /** The next responses after an id, as many as one chunk moves. */
  some(after) {
    let bytes = 0;
    const fits = ({ size }) => (bytes += size) <= this.chunk.bytes || bytes === size;
    return this.ahead.all(this.surveyId, after, this.chunk.rows).filter(fits);
  }

  /** Chooses what the next message contains. */
  choose(state) {
    if (state.phase === "copy") {
      const some = this.some(state.copied_to);
      if (some.length > 0) {
        Object.assign(state, { sending_to: some.at(-1).id, number: state.number + 1, is_sent: 1 });
        return;
      }
      state.phase = "changes";
    }
    if (state.phase === "changes") {
      const { changes } = this.left.get(this.surveyId, this.chunk.lastChanges + 1);
      if (changes <= this.chunk.lastChanges) state.phase = "sealed";
      const some = this.changed.all(this.surveyId, this.chunk.changes);
      Object.assign(state, { changes_to: some.at(-1)?.number ?? state.changes_to, number: state.number + 1, is_sent: 1 });
    }
  }

  /** The last message. Its rows are read now, also if it is sent again. */
  message({ phase, number, copied_to, sending_to, changes_to }) {
    const ids =
      phase === "copy"
        ? this.range.all(this.surveyId, copied_to, sending_to).map(({ id }) => id)
        : this.sentChanges.all(this.surveyId, changes_to).map(({ response_id }) => response_id);
    const rows = this.rows.map((statement) => statement.all(JSON.stringify(ids)));
    // No write changes the counts any more until the other side has them.
    const counts = phase === "sealed" && [this.surveyCount.get(this.surveyId), this.collectorCounts.all(this.surveyId)];
    return { surveyId: this.surveyId, number, ids, rows, isNew: phase === "copy", counts };
  }

  /** Ends the wait of writes if the other side does not answer. The last message stays unconfirmed. */
  unseal() {
    this.transaction(() => {
      const state = this.state;
      if (state.phase === "sealed") this.store({ ...state, phase: "changes" });
    });
  }

  /** Deletes some of the moved rows. False if none is left. */
  clean() {
    return this.transaction(() => {
      let bytes = 0;
      const some = this.ahead.all(this.surveyId, "", this.chunk.rows).filter(({ size }) => (bytes += size) <= this.chunk.bytes || bytes === size);
      if (some.length > 0) {
        this.remove.run(JSON.stringify(some.map(({ id }) => id)));
        return true;
      }
      this.store({ ...this.state, phase: "done" });
      return false;
    });
  }
}

/** The side of the database of its own. */
export class Arrival {
  constructor(database, { interrupt = () => {} } = {}) {
    Object.assign(this, { database, interrupt });
    database.exec(OWN_TABLES);
    this.load = database.prepare("SELECT number, is_open FROM response_arrivals WHERE survey_id = ?");
    this.save = database.prepare(
      `INSERT INTO response_arrivals (survey_id, number, is_open) VALUES (?, ?, ?)
       ON CONFLICT (survey_id) DO UPDATE SET number = excluded.number, is_open = MAX(is_open, excluded.is_open)`,
    );
    this.remove = database.prepare("DELETE FROM responses WHERE id IN (SELECT value FROM json_each(?))");
    this.insert = TABLES.map(([table]) => {
      const columns = database.prepare("SELECT name FROM pragma_table_info(?)").all(table).map(({ name }) => name);
      // The progress of a respondent may have led to another response when that one was copied.
      const verb = table === "respondent_progress" ? "INSERT OR REPLACE" : "INSERT";
      return database.prepare(`${verb} INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((name) => `@${name}`).join(", ")})`);
    });
    this.surveyCount = database.prepare("UPDATE surveys SET response_count = ? WHERE id = ?");
    this.collectorCount = database.prepare("UPDATE collectors SET response_count = ? WHERE id = ?");
  }

  /**
   * Applies a message, unless it was applied or a later one was. Returns its number if it is applied now or was
   * earlier.
   */
  receive({ surveyId, number, ids, rows, isNew, counts }) {
    const last = this.load.get(surveyId)?.number ?? 0;
    if (number <= last) return number;
    // A message that is not the next one would leave a gap. It cannot occur, because the team waits for each.
    if (number !== last + 1) return null;
    transaction(this.database, this.interrupt, () => {
      // Progress and files of a deleted response go with it.
      if (!isNew) this.remove.run(JSON.stringify(ids));
      rows.forEach((some, table) => some.forEach((row) => this.insert[table].run(row)));
      if (counts) {
        const [survey, collectors] = counts;
        this.surveyCount.run(survey.response_count, surveyId);
        collectors.forEach(({ id, response_count }) => this.collectorCount.run(response_count, id));
      }
      this.save.run(surveyId, number, counts ? 1 : 0);
    });
    return number;
  }
}
