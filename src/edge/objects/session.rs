//! The session object: the session records of one account, and the reasons of ended sessions. Old ones are removed.
//!
//! A session that began before there was an object for each account has its own object, with a table `session` of one
//! row.

use crate::edge::sql::{Cell, Database, TransactionResult, no_params};
use crate::edge::{RequestContext, log_error, now, stub};
use crate::gateway::problem::Problem;
use crate::gateway::region::Region;
use crate::gateway::session::{AccountName, LIFETIME, SessionId, SessionRecord, object_name};
use crate::gateway::session_object::{SESSIONS_MAX, SessionCommand, SessionState, StorageChange, apply_command};
use crate::spec::gateway::SessionEnd;
use crate::wire::dates::{MINUTE, Timestamp};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use std::rc::Rc;
use worker::State;
use worker::js_sys::{Array, Promise, Uint8Array};
use worker::wasm_bindgen::{self, JsValue, prelude::wasm_bindgen};
use worker::worker_sys::DurableObjectState;

/// Name of the binding.
pub(crate) const BINDING: &str = "SESSION";

/// The tables of an object.
const SCHEMA: [&str; 4] = [
    "CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, created INTEGER NOT NULL, record TEXT NOT NULL) \
     WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS sessions_by_age ON sessions (created)",
    "CREATE TABLE IF NOT EXISTS ended (id TEXT PRIMARY KEY, created INTEGER NOT NULL, why TEXT NOT NULL) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS ended_by_age ON ended (created)",
];

/// Sends a command to the object of an account. Returns the session's state after it.
///
/// # Errors
///
/// If the object fails, which is logged.
pub(crate) async fn call_session_object(
    context: &RequestContext,
    account: &AccountName,
    command: &SessionCommand,
) -> Result<SessionState, Problem> {
    match stub::call_object(&context.env, BINDING, &object_name(account), &command.encode()).await {
        Ok(reply) => Ok(SessionState::decode(&reply)),
        Err(error) => Err(context.log_failure("session object failed", &error)),
    }
}

/// The sessions of one account.
#[wasm_bindgen]
pub struct Session(Rc<SessionObject>);

struct SessionObject {
    database: Database,
}

#[wasm_bindgen]
impl Session {
    /// The object, as the platform makes it.
    #[wasm_bindgen(constructor)]
    pub fn new(state: DurableObjectState) -> Session {
        Session(Rc::new(SessionObject { database: Database::from_state(&State::from(state)) }))
    }

    /// Handles a command.
    #[wasm_bindgen(js_name = handleMessage)]
    pub fn handle_message(&self, message: &Uint8Array) -> Promise {
        let (object, message) = (Rc::clone(&self.0), message.to_vec());
        stub::run_method(async move { object.handle_command(&message).await })
    }

    /// Removes old sessions.
    pub fn alarm(&self) -> Promise {
        let object = Rc::clone(&self.0);
        stub::run_method(async move {
            // The platform abandons an alarm that fails too often: another one tries again.
            if let Err(error) = object.remove_old().await {
                log_error("session object failed", &error);
                object.database.set_alarm(now().saturating_add(MINUTE)).await?;
            }
            Ok(JsValue::UNDEFINED)
        })
    }
}

impl SessionObject {
    async fn handle_command(&self, command: &[u8]) -> worker::Result<JsValue> {
        let command = SessionCommand::decode(command).ok_or("unreadable request")?;
        let stored = command.session_id().map_or(Ok(SessionState::Absent), |id| self.load_state(id))?;
        let (change, state) = apply_command(stored, command);
        match change {
            StorageChange::None => {}
            StorageChange::Store(id, record) => {
                self.write_rows(&|| store_record(&self.database, &id, &record))?;
                self.schedule_cleanup().await?;
            }
            StorageChange::StoreAll(id, record) => self.write_rows(&|| {
                store_record(&self.database, &id, &record)?;
                move_to_region(&self.database, record.region)
            })?,
            StorageChange::End(id, created, why) => {
                let row = [object_name(&id).into(), JsValue::from_f64(created.0 as f64), why.as_str().into()];
                self.write_rows(&|| {
                    run_statement(
                        &self.database,
                        "INSERT OR REPLACE INTO ended (id, created, why) VALUES (?, ?, ?)",
                        &row,
                    )?;
                    run_statement(&self.database, "DELETE FROM sessions WHERE id = ?", &row[..1])
                })?;
                self.schedule_cleanup().await?;
            }
            StorageChange::EndAll(why, until) => {
                self.write_rows(&|| end_all_but(&self.database, 0, until, why))?;
                self.schedule_cleanup().await?;
            }
            StorageChange::RemoveAll => self.database.delete_data().await?,
        }
        Ok(stub::reply_bytes(&state.encode(), self.database.take_write_status()))
    }

    async fn remove_old(&self) -> worker::Result<()> {
        let old = [JsValue::from_f64(now().0.saturating_sub(LIFETIME) as f64)];
        self.write_rows(&|| {
            run_statement(&self.database, "DELETE FROM sessions WHERE created <= ?", &old)?;
            run_statement(&self.database, "DELETE FROM ended WHERE created <= ?", &old)
        })?;
        self.schedule_cleanup().await
    }

    fn load_state(&self, id: &SessionId) -> worker::Result<SessionState> {
        // The object may have no table yet, or only those of an older version.
        let tables = "SELECT MAX(IIF(name = 'ended', '', name)) AS sessions, MIN(name) AS ended \
                      FROM sqlite_master WHERE type = 'table' AND name IN ('ended', 'session', 'sessions')";
        let tables = self.database.run(tables, &no_params())?;
        let id = Array::of1(&object_name(id).into());
        let rows = match tables.first_text("sessions").as_deref() {
            None => return Ok(SessionState::Absent),
            Some("session") => self.database.run("SELECT record FROM session", &no_params()),
            Some(_) => self.database.run("SELECT record FROM sessions WHERE id = ?", &id),
        }?;
        if let Some(record) = rows.first_text("record").and_then(|text| decode_record(&text)) {
            return Ok(SessionState::Open(record));
        }
        if tables.first_text("ended").as_deref() != Some("ended") {
            return Ok(SessionState::Absent);
        }
        let why = self.database.run("SELECT why FROM ended WHERE id = ?", &id)?.first_text("why");
        Ok(why.and_then(|why| SessionEnd::parse(&why)).map_or(SessionState::Absent, SessionState::Ended))
    }

    fn write_rows(&self, work: &dyn Fn() -> Result<(), String>) -> worker::Result<()> {
        let mut result = Ok(());
        self.database.transaction(&mut || {
            // The first write makes the tables: a lookup of a made-up session leaves no database behind.
            let created = SCHEMA.iter().try_for_each(|statement| run_statement(&self.database, statement, &[]));
            result = created.and_then(|()| work());
            if result.is_ok() { TransactionResult::Commit } else { TransactionResult::Rollback }
        })?;
        Ok(result?)
    }

    /// Sets the alarm for when the oldest session is too old, ended or not. Without a session the database is deleted.
    async fn schedule_cleanup(&self) -> worker::Result<()> {
        let oldest = "SELECT MIN(created) AS created \
                      FROM (SELECT MIN(created) AS created FROM sessions UNION ALL SELECT MIN(created) FROM ended)";
        match self.database.run(oldest, &no_params())?.first_number("created") {
            Some(created) => self.database.set_alarm(Timestamp(created as i64).saturating_add(LIFETIME)).await,
            None => self.database.delete_data().await,
        }
    }
}

fn decode_record(text: &str) -> Option<SessionRecord> {
    SessionRecord::decode(&Base64UrlUnpadded::decode_vec(text).ok()?)
}

fn encode_record(record: &SessionRecord) -> JsValue {
    Base64UrlUnpadded::encode_string(&record.encode()).into()
}

/// Writes a region into every record.
fn move_to_region(database: &Database, region: Region) -> Result<(), String> {
    for row in database.run("SELECT record, id FROM sessions", &no_params())?.iter() {
        let [record, id] = [0, 1].map(|index| row.get(index).and_then(Cell::text));
        if let (Some(record), Some(id)) = (record.and_then(decode_record), id) {
            let record = encode_record(&SessionRecord { region, ..record });
            run_statement(database, "UPDATE sessions SET record = ? WHERE id = ?", &[record, id.into()])?;
        }
    }
    Ok(())
}

/// Stores a record. Above the limit, the oldest sessions end.
fn store_record(database: &Database, id: &SessionId, record: &SessionRecord) -> Result<(), String> {
    let values = [object_name(id).into(), JsValue::from_f64(record.began_at.0 as f64), encode_record(record)];
    run_statement(database, "INSERT OR REPLACE INTO sessions (id, created, record) VALUES (?, ?, ?)", &values)?;
    end_all_but(database, SESSIONS_MAX, None, SessionEnd::SignedOut)
}

/// Ends all sessions but the newest `count`, and but those that began after `until`.
fn end_all_but(database: &Database, count: u16, until: Option<Timestamp>, why: SessionEnd) -> Result<(), String> {
    let until = until.map_or(f64::MAX, |until| until.0 as f64);
    let end = "INSERT OR REPLACE INTO ended (id, created, why) \
               SELECT id, created, ? FROM sessions WHERE created <= ? ORDER BY created DESC LIMIT -1 OFFSET ?";
    run_statement(database, end, &[why.as_str().into(), JsValue::from_f64(until), count.into()])?;
    run_statement(database, "DELETE FROM sessions WHERE id IN (SELECT id FROM ended)", &[])?;
    // An account that signs in and out all day must not fill its database.
    let forget = "DELETE FROM ended \
                  WHERE id IN (SELECT id FROM ended ORDER BY created DESC LIMIT -1 OFFSET ?)";
    run_statement(database, forget, &[SESSIONS_MAX.into()])
}

fn run_statement(database: &Database, statement: &str, values: &[JsValue]) -> Result<(), String> {
    database.run(statement, &values.iter().collect()).map(drop)
}
