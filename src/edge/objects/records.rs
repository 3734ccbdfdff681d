//! The records object (`gateway/records.rs`): the notes of a survey, the list of an account's shared links, or one
//! link. An object to which nothing was written has no database.

use crate::edge::sandbox::object as sandbox;
use crate::edge::sql::{Database, TransactionResult, no_params};
use crate::edge::{RequestContext, log_error, now, stub};
use crate::gateway::problem::Problem;
use crate::gateway::records::{RecordChange, RecordsCommand, RecordsOutcome, apply_alarm, apply_command};
use crate::gateway::shares::link::ReadCount;
use crate::wire::dates::{MINUTE, Timestamp};
use std::cell::RefCell;
use std::rc::Rc;
use worker::js_sys::{Array, Promise, Uint8Array};
use worker::wasm_bindgen::{self, JsValue, prelude::wasm_bindgen};
use worker::worker_sys::DurableObjectState;
use worker::{Env, State};

/// Name of the binding.
pub(crate) const BINDING: &str = "RECORDS";

/// The name of the row with the record, and of the one with the data of a link.
const RECORD: &str = "record";
const DATA: &str = "data";

/// Why a records object refused a command: a problem, and a number for the response.
pub(crate) type RecordsRefusal = (Problem, i64);

/// Sends a command to the object with this name. Returns the bytes of its reply.
///
/// # Errors
///
/// If the object refuses the command, or fails, which is logged.
pub(crate) async fn call_records_object(
    context: &RequestContext,
    name: &str,
    command: &RecordsCommand,
    body: &[u8],
) -> Result<Vec<u8>, RecordsRefusal> {
    let called = call_object(&context.env, name, command, body).await;
    called.unwrap_or_else(|error| Err((context.log_failure("records object failed", &error), 0)))
}

async fn call_object(
    env: &Env,
    name: &str,
    command: &RecordsCommand,
    body: &[u8],
) -> worker::Result<Result<Vec<u8>, RecordsRefusal>> {
    // Only these make an object from nothing.
    if matches!(
        command,
        RecordsCommand::ChangeNotes { .. }
            | RecordsCommand::AddLink { .. }
            | RecordsCommand::CreateLink(_)
            | RecordsCommand::Agents
    ) {
        sandbox::register_records(env, name.to_owned()).await?;
    }
    let message = command.encode();
    let (head, body) = stub::call_object_with_body(env, BINDING, name, message.as_bytes(), body).await?;
    if head.is_empty() {
        return Ok(Ok(body.to_vec()));
    }
    let head = String::from_utf8(head).unwrap_or_default();
    let (problem, number) = head.split_once(' ').ok_or("a refusal without a number")?;
    Ok(Err((Problem::from_name(problem).unwrap_or(Problem::Internal), number.parse().unwrap_or_default())))
}

/// Records of one kind under one name.
#[wasm_bindgen]
pub struct GatewayRecords(Rc<RecordsObject>);

struct RecordsObject {
    database: Database,
    reads: RefCell<ReadCount>,
}

#[wasm_bindgen]
impl GatewayRecords {
    /// The object, as the platform makes it.
    #[wasm_bindgen(constructor)]
    pub fn new(state: DurableObjectState) -> GatewayRecords {
        let database = Database::from_state(&State::from(state));
        GatewayRecords(Rc::new(RecordsObject { database, reads: RefCell::default() }))
    }

    /// Handles a command.
    #[wasm_bindgen(js_name = handleMessage)]
    pub fn handle_message(&self, message: &Uint8Array, body: &Uint8Array) -> Promise {
        let (object, message, body) = (Rc::clone(&self.0), message.to_vec(), body.to_vec());
        stub::run_method(async move { object.handle_command(&message, body).await })
    }

    /// Deletes what has ended.
    pub fn alarm(&self) -> Promise {
        let object = Rc::clone(&self.0);
        stub::run_method(async move {
            // The platform abandons an alarm that fails too often: another one tries again.
            if let Err(error) = object.delete_ended().await {
                log_error("records object failed", &error);
                object.database.set_alarm(now().saturating_add(MINUTE)).await?;
            }
            Ok(JsValue::UNDEFINED)
        })
    }
}

impl RecordsObject {
    async fn delete_ended(&self) -> worker::Result<()> {
        let change = apply_alarm(self.load(RECORD)?.as_deref(), now());
        self.store(change, "").await
    }

    async fn handle_command(&self, message: &[u8], body: Vec<u8>) -> worker::Result<JsValue> {
        let command = RecordsCommand::decode(message).ok_or("unreadable command")?;
        if command == RecordsCommand::CountRead {
            let refusal = if self.reads.borrow_mut().count(now()) { None } else { Some((Problem::ReadTooOften, 0)) };
            return Ok(self.reply(refusal, &[]));
        }
        let body = String::from_utf8(body).map_err(|_| "a command whose body is no text")?;
        let stored = self.load(RECORD)?;
        let outcome = apply_command(&command, stored.as_deref(), &body, now());
        let RecordsOutcome { change, refusal, text, returns_data } = outcome;
        let reply = if returns_data { self.load(DATA)?.ok_or("a link without data")? } else { text };
        self.store(change, &body).await?;
        Ok(self.reply(refusal, reply.as_bytes()))
    }

    fn reply(&self, refusal: Option<RecordsRefusal>, body: &[u8]) -> JsValue {
        let head = refusal.map(|(problem, number)| [problem.name(), " ", &number.to_string()].concat());
        stub::reply_with_body(head.unwrap_or_default().as_bytes(), body, self.database.take_write_status())
    }

    fn load(&self, name: &str) -> worker::Result<Option<String>> {
        let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'records'";
        if self.database.run(tables, &no_params())?.first_text("name").is_none() {
            return Ok(None);
        }
        let rows = self.database.run("SELECT value FROM records WHERE name = ?", &Array::of1(&name.into()))?;
        Ok(rows.first_text("value"))
    }

    async fn store(&self, change: RecordChange, body: &str) -> worker::Result<()> {
        let (rows, alarm): (Vec<(&str, &str)>, Option<Timestamp>) = match &change {
            RecordChange::None => return Ok(()),
            RecordChange::Delete => return self.database.delete_data().await,
            RecordChange::Store(record, alarm) => (vec![(RECORD, record)], *alarm),
            RecordChange::StoreWithData(record, alarm) => (vec![(RECORD, record), (DATA, body)], Some(*alarm)),
        };
        let mut result = Ok(());
        self.database.transaction(&mut || {
            result = self.put_rows(&rows);
            if result.is_ok() { TransactionResult::Commit } else { TransactionResult::Rollback }
        })?;
        result?;
        match alarm {
            Some(at) => self.database.set_alarm(at).await,
            None => Ok(()),
        }
    }

    fn put_rows(&self, rows: &[(&str, &str)]) -> Result<(), String> {
        let table = "CREATE TABLE IF NOT EXISTS records (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID";
        self.database.run(table, &no_params())?;
        rows.iter().try_for_each(|(name, value)| {
            let values = Array::of2(&JsValue::from_str(name), &JsValue::from_str(value));
            self.database.run("INSERT OR REPLACE INTO records (name, value) VALUES (?, ?)", &values).map(drop)
        })
    }
}
