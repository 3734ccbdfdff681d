//! The session object: one record in one row, gone when the session ends or has grown too old.

use crate::edge::sql::{Database, Outcome, none};
use crate::edge::{note, stub};
use crate::gateway::object::{Call, Change, answer};
use crate::gateway::problem::Problem;
use crate::gateway::session::{LIFETIME, Record, SessionId, object_name};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use worker::js_sys::Array;
use worker::wasm_bindgen::JsValue;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// Name of the binding.
const BINDING: &str = "SESSION";

/// Asks a session's object.
pub(crate) async fn call(env: &Env, id: &SessionId, call: &Call) -> Result<Option<Record>, Problem> {
    match stub::call(env, BINDING, &object_name(id), &call.encode()).await {
        Ok(answer) => Ok(Record::decode(&answer)),
        Err(error) => {
            note("session object failed", &error);
            Err(Problem::Internal)
        }
    }
}

/// One session.
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
        let (change, record) = answer(self.stored()?, call);
        match change {
            Change::None => {}
            Change::Store(record) => self.store(&record).await?,
            Change::Remove => self.database.clear().await?,
        }
        stub::answered(&record.map(|record| record.encode()).unwrap_or_default())
    }

    async fn alarm(&self) -> worker::Result<Response> {
        self.database.clear().await?;
        stub::answered(&[])
    }
}

impl Session {
    fn stored(&self) -> worker::Result<Option<Record>> {
        let there = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'session'";
        if self.database.run(there, &none())?.text("name").is_none() {
            return Ok(None);
        }
        let record = self.database.run("SELECT record FROM session", &none())?.text("record");
        Ok(record.and_then(|text| Record::decode(&URL_SAFE_NO_PAD.decode(text).ok()?)))
    }

    async fn store(&self, record: &Record) -> worker::Result<()> {
        let text = Array::of1(&JsValue::from_str(&URL_SAFE_NO_PAD.encode(record.encode())));
        let mut written = Ok(());
        self.database.transaction(&mut || {
            written = write(&self.database, &text);
            if written.is_ok() { Outcome::Keep } else { Outcome::Undo }
        })?;
        written?;
        self.database.wake(record.created.plus(LIFETIME)).await
    }
}

fn write(database: &Database, record: &Array) -> Result<(), String> {
    let table = "CREATE TABLE IF NOT EXISTS session (only INTEGER PRIMARY KEY CHECK (only = 1), record TEXT NOT NULL)";
    database.run(table, &none())?;
    database.run("INSERT OR REPLACE INTO session (only, record) VALUES (1, ?)", record)?;
    Ok(())
}
