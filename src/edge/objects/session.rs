//! The session object: the records of an account's sessions, each gone when it ends or has grown too old.
//!
//! A session that is older than accounts' places has an object of its own, with a table of one row, `session`.

use crate::edge::sql::{Database, Outcome, none};
use crate::edge::{note, now, stub};
use crate::gateway::object::{Call, Change, SESSIONS_MAX, answer};
use crate::gateway::problem::Problem;
use crate::gateway::region::Region;
use crate::gateway::session::{AccountName, LIFETIME, Record, SessionId, object_name};
use crate::wire::dates::Moment;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use worker::js_sys::Array;
use worker::wasm_bindgen::JsValue;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// Name of the binding.
pub(crate) const BINDING: &str = "SESSION";

/// What an object is made of.
const SCHEMA: [&str; 2] = [
    "CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, created INTEGER NOT NULL, record TEXT NOT NULL) \
     WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS sessions_by_age ON sessions (created)",
];

/// Asks the object of an account.
pub(crate) async fn call(env: &Env, account: &AccountName, call: &Call) -> Result<Option<Record>, Problem> {
    match stub::call(env, BINDING, &object_name(account), &call.encode()).await {
        Ok(answer) => Ok(Record::decode(&answer)),
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
        let stored = call.session().map(|id| self.stored(id)).transpose()?.flatten();
        let (change, record) = answer(stored, call);
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
            Change::Remove(id) => {
                self.write(&|| run(&self.database, "DELETE FROM sessions WHERE id = ?", &[object_name(&id).into()]))?;
                self.rest().await?;
            }
            Change::RemoveAll => self.database.clear().await?,
        }
        stub::answered(&record.map(|record| record.encode()).unwrap_or_default())
    }

    async fn alarm(&self) -> worker::Result<Response> {
        let old = [JsValue::from_f64(now().0.saturating_sub(LIFETIME) as f64)];
        self.write(&|| run(&self.database, "DELETE FROM sessions WHERE created <= ?", &old))?;
        self.rest().await?;
        stub::answered(&[])
    }
}

impl Session {
    fn stored(&self, id: &SessionId) -> worker::Result<Option<Record>> {
        let table =
            "SELECT MAX(name) AS name FROM sqlite_master WHERE type = 'table' AND name IN ('session', 'sessions')";
        let rows = match self.database.run(table, &none())?.text("name").as_deref() {
            None => return Ok(None),
            Some("session") => self.database.run("SELECT record FROM session", &none()),
            Some(_) => {
                self.database.run("SELECT record FROM sessions WHERE id = ?", &Array::of1(&object_name(id).into()))
            }
        }?;
        Ok(rows.text("record").and_then(|text| read(&text)))
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

    /// Rings when the oldest session is too old; an object without one is gone.
    async fn rest(&self) -> worker::Result<()> {
        let oldest = "SELECT CAST(MIN(created) AS TEXT) AS created FROM sessions";
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
    let surplus = "DELETE FROM sessions \
                   WHERE id IN (SELECT id FROM sessions ORDER BY created DESC LIMIT -1 OFFSET ?)";
    run(database, surplus, &[SESSIONS_MAX.into()])
}

fn run(database: &Database, statement: &str, values: &[JsValue]) -> Result<(), String> {
    database.run(statement, &values.iter().collect()).map(drop)
}
