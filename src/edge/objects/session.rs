//! The session object: the records of an account's sessions, and why others ended, each gone when it has grown too old.
//!
//! A session that is older than accounts' places has an object of its own, with a table of one row, `session`.

use crate::edge::sql::{Database, Outcome, none};
use crate::edge::{note, now, stub};
use crate::gateway::object::{Call, Change, Kept, SESSIONS_MAX, answer};
use crate::gateway::problem::Problem;
use crate::gateway::region::Region;
use crate::gateway::session::{AccountName, LIFETIME, Record, SessionId, object_name};
use crate::spec::gateway::SessionEnd;
use crate::wire::dates::Moment;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use worker::js_sys::Array;
use worker::wasm_bindgen::JsValue;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// Name of the binding.
pub(crate) const BINDING: &str = "SESSION";

/// What an object is made of.
const SCHEMA: [&str; 4] = [
    "CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, created INTEGER NOT NULL, record TEXT NOT NULL) \
     WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS sessions_by_age ON sessions (created)",
    "CREATE TABLE IF NOT EXISTS ended (id TEXT PRIMARY KEY, created INTEGER NOT NULL, why TEXT NOT NULL) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS ended_by_age ON ended (created)",
];

/// Asks the object of an account.
pub(crate) async fn call(env: &Env, account: &AccountName, call: &Call) -> Result<Kept, Problem> {
    match stub::call(env, BINDING, &object_name(account), &call.encode()).await {
        Ok(answer) => Ok(Kept::decode(&answer)),
        Err(error) => {
            note("session object failed", &error);
            Err(Problem::Internal)
        }
    }
}

/// The sessions of one account.
#[durable_object(alarm)]
pub struct Session {
    database: Database,
}

impl DurableObject for Session {
    fn new(state: State, _: Env) -> Session {
        Session { database: Database::of(&state) }
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        let call = Call::decode(&stub::received(&request).await?).ok_or("a call that cannot be read")?;
        let stored = call.session().map_or(Ok(Kept::Nothing), |id| self.stored(id))?;
        let (change, kept) = answer(stored, call);
        match change {
            Change::None => {}
            Change::Store(id, record) => {
                self.write(&|| store(&self.database, &id, &record))?;
                self.rest().await?;
            }
            Change::StoreAll(id, record) => self.write(&|| {
                store(&self.database, &id, &record)?;
                settle(&self.database, record.region)
            })?,
            Change::End(id, created, why) => {
                let row = [object_name(&id).into(), JsValue::from_f64(created.0 as f64), why.as_str().into()];
                self.write(&|| {
                    run(&self.database, "INSERT OR REPLACE INTO ended (id, created, why) VALUES (?, ?, ?)", &row)?;
                    run(&self.database, "DELETE FROM sessions WHERE id = ?", &row[..1])
                })?;
                self.rest().await?;
            }
            Change::EndAll(why) => {
                self.write(&|| end_but(&self.database, 0, why))?;
                self.rest().await?;
            }
            Change::RemoveAll => self.database.clear().await?,
        }
        stub::answered(&kept.encode(), self.database.wrote())
    }

    async fn alarm(&self) -> worker::Result<Response> {
        let old = [JsValue::from_f64(now().0.saturating_sub(LIFETIME) as f64)];
        self.write(&|| {
            run(&self.database, "DELETE FROM sessions WHERE created <= ?", &old)?;
            run(&self.database, "DELETE FROM ended WHERE created <= ?", &old)
        })?;
        self.rest().await?;
        stub::answered(&[], self.database.wrote())
    }
}

impl Session {
    fn stored(&self, id: &SessionId) -> worker::Result<Kept> {
        let tables = "SELECT MAX(IIF(name = 'ended', '', name)) AS sessions, MIN(name) AS ended \
                      FROM sqlite_master WHERE type = 'table' AND name IN ('ended', 'session', 'sessions')";
        let tables = self.database.run(tables, &none())?;
        let id = Array::of1(&object_name(id).into());
        let rows = match tables.text("sessions").as_deref() {
            None => return Ok(Kept::Nothing),
            Some("session") => self.database.run("SELECT record FROM session", &none()),
            Some(_) => self.database.run("SELECT record FROM sessions WHERE id = ?", &id),
        }?;
        if let Some(record) = rows.text("record").and_then(|text| read(&text)) {
            return Ok(Kept::Open(record));
        }
        if tables.text("ended").as_deref() != Some("ended") {
            return Ok(Kept::Nothing);
        }
        let why = self.database.run("SELECT why FROM ended WHERE id = ?", &id)?.text("why");
        Ok(why.and_then(|why| SessionEnd::parse(&why)).map_or(Kept::Nothing, Kept::Ended))
    }

    fn write(&self, work: &dyn Fn() -> Result<(), String>) -> worker::Result<()> {
        let mut written = Ok(());
        self.database.transaction(&mut || {
            let made = SCHEMA.iter().try_for_each(|statement| run(&self.database, statement, &[]));
            written = made.and_then(|()| work());
            if written.is_ok() { Outcome::Keep } else { Outcome::Undo }
        })?;
        Ok(written?)
    }

    /// Rings when the oldest session is too old, ended or not; an object without one is gone.
    async fn rest(&self) -> worker::Result<()> {
        let oldest = "SELECT CAST(MIN(created) AS TEXT) AS created \
                      FROM (SELECT MIN(created) AS created FROM sessions UNION ALL SELECT MIN(created) FROM ended)";
        match self.database.run(oldest, &none())?.text("created").and_then(|text| text.parse().ok()) {
            Some(created) => self.database.wake(Moment(created).plus(LIFETIME)).await,
            None => self.database.clear().await,
        }
    }
}

fn read(text: &str) -> Option<Record> {
    Record::decode(&URL_SAFE_NO_PAD.decode(text).ok()?)
}

fn written(record: &Record) -> JsValue {
    URL_SAFE_NO_PAD.encode(record.encode()).into()
}

/// Writes a region into every record.
fn settle(database: &Database, region: Region) -> Result<(), String> {
    for row in database.run("SELECT record, id FROM sessions", &none())?.iter() {
        if let Some(record) = row.get(0).as_string().and_then(|text| read(&text)) {
            let record = written(&Record { region, ..record });
            run(database, "UPDATE sessions SET record = ? WHERE id = ?", &[record, row.get(1)])?;
        }
    }
    Ok(())
}

/// Stores a record. Where there are too many, the oldest sessions end.
fn store(database: &Database, id: &SessionId, record: &Record) -> Result<(), String> {
    let values = [object_name(id).into(), JsValue::from_f64(record.created.0 as f64), written(record)];
    run(database, "INSERT OR REPLACE INTO sessions (id, created, record) VALUES (?, ?, ?)", &values)?;
    end_but(database, SESSIONS_MAX, SessionEnd::SignedOut)
}

/// Ends all sessions but the youngest, of which so many stay.
fn end_but(database: &Database, left: u16, why: SessionEnd) -> Result<(), String> {
    let end = "INSERT OR REPLACE INTO ended (id, created, why) \
               SELECT id, created, ? FROM sessions ORDER BY created DESC LIMIT -1 OFFSET ?";
    run(database, end, &[why.as_str().into(), left.into()])?;
    run(database, "DELETE FROM sessions WHERE id IN (SELECT id FROM ended)", &[])?;
    let forget = "DELETE FROM ended \
                  WHERE id IN (SELECT id FROM ended ORDER BY created DESC LIMIT -1 OFFSET ?)";
    run(database, forget, &[SESSIONS_MAX.into()])
}

fn run(database: &Database, statement: &str, values: &[JsValue]) -> Result<(), String> {
    database.run(statement, &values.iter().collect()).map(drop)
}
