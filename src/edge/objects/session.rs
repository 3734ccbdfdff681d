//! The session object: one record in one row, gone when the session ends or has grown too old.

use crate::edge::note;
use crate::edge::sql::{Database, Outcome, none};
use crate::gateway::object::{Call, Change, answer};
use crate::gateway::problem::Problem;
use crate::gateway::session::{LIFETIME, Record, SessionId, object_name};
use std::time::Duration;
use worker::js_sys::{Array, Uint8Array};
use worker::wasm_bindgen::JsValue;
use worker::{DurableObject, Env, Method, Request, RequestInit, Response, State, durable_object};

/// Name of the binding.
const BINDING: &str = "SESSION";

/// Asks a session's object.
pub(crate) async fn call(env: &Env, id: &SessionId, call: &Call) -> Result<Option<Record>, Problem> {
    asked(env, id, call).await.map_err(|error| {
        note("session object failed", &error);
        Problem::Internal
    })
}

async fn asked(env: &Env, id: &SessionId, call: &Call) -> worker::Result<Option<Record>> {
    let stub = env.durable_object(BINDING)?.get_by_name(&object_name(id))?;
    let mut init = RequestInit::new();
    init.with_method(Method::Post).with_body(Some(Uint8Array::from(serde_json::to_vec(call)?.as_slice()).into()));
    let mut answer = stub.fetch_with_request(Request::new_with_init("http://session/", &init)?).await?;
    Ok(serde_json::from_slice(&answer.bytes().await?)?)
}

/// One session.
#[durable_object(alarm)]
pub struct Session {
    state: State,
}

impl DurableObject for Session {
    fn new(state: State, _: Env) -> Session {
        Session { state }
    }

    async fn fetch(&self, mut request: Request) -> worker::Result<Response> {
        let call: Call = serde_json::from_slice(&request.bytes().await?)?;
        let (change, record) = answer(self.stored()?, call);
        match change {
            Change::None => {}
            Change::Store(record) => self.store(&record).await?,
            Change::Remove => self.remove().await?,
        }
        Response::from_bytes(serde_json::to_vec(&record)?)
    }

    async fn alarm(&self) -> worker::Result<Response> {
        self.remove().await?;
        Response::empty()
    }
}

impl Session {
    fn stored(&self) -> worker::Result<Option<Record>> {
        let database = Database::of(&self.state);
        let there = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'session'";
        if database.run(there, &none())?.text("name").is_none() {
            return Ok(None);
        }
        let record = database.run("SELECT record FROM session", &none())?.text("record");
        Ok(record.map(|text| serde_json::from_str(&text)).transpose()?)
    }

    async fn store(&self, record: &Record) -> worker::Result<()> {
        let text = Array::of1(&JsValue::from_str(&serde_json::to_string(record)?));
        let database = Database::of(&self.state);
        let mut written = Ok(());
        database.transaction(&mut || {
            written = write(&database, &text);
            if written.is_ok() { Outcome::Keep } else { Outcome::Undo }
        })?;
        written?;
        let lifetime = Duration::from_millis(u64::try_from(LIFETIME).unwrap_or_default());
        self.state.storage().set_alarm(lifetime).await
    }

    async fn remove(&self) -> worker::Result<()> {
        self.state.storage().delete_alarm().await?;
        self.state.storage().delete_all().await
    }
}

fn write(database: &Database, record: &Array) -> Result<(), String> {
    let table = "CREATE TABLE IF NOT EXISTS session (only INTEGER PRIMARY KEY CHECK (only = 1), record TEXT NOT NULL)";
    database.run(table, &none())?;
    database.run("INSERT OR REPLACE INTO session (only, record) VALUES (1, ?)", record)?;
    Ok(())
}
