//! The sandbox's object: clock, faults and journal, and the list of what a reset must clear.
//!
//! An isolate in which the object lives reads its memory (`state_cache.rs`); any other isolate asks it before each
//! request. A reset waits for the requests in flight, and all other requests wait for the reset (`active_requests.rs`).

use super::{cost, state_cache};
use crate::edge::sql::{Cell, Database, no_params};
use crate::edge::stub;
use crate::service::actor::protocol::ActorId;
use crate::service::sandbox::SandboxState;
use crate::service::sandbox::bad_request::BadRequest;
use crate::service::sandbox::clock::ClockChange;
use crate::service::sandbox::fault_spec::{CallInfo, FaultSpec};
use crate::service::sandbox::faults::FaultEffect;
use crate::service::sandbox::journal::ENTRIES_MAX;
use crate::wire::dates::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::rc::Rc;
use worker::js_sys::{Array, Promise, Uint8Array};
use worker::wasm_bindgen::{self, JsValue, prelude::wasm_bindgen};
use worker::worker_sys::DurableObjectState;
use worker::{Env, State};

/// Name of the binding, and of the one object.
const BINDING: &str = "SANDBOX";

/// A request to the object.
#[derive(Serialize, Deserialize)]
pub(crate) enum SandboxRequest {
    /// Returns the state.
    Look,
    /// Changes the clock. The timestamp is the platform's time.
    Change(ClockChange, Timestamp),
    /// Adds a fault.
    AddFault(FaultSpec, Timestamp),
    /// Removes the fault with this id.
    RemoveFault(u64),
    /// Removes all faults.
    ClearFaults,
    /// Returns the effect of the faults on a call, and counts it.
    Strike(CallInfo, Timestamp),
    /// Adds entries to the journal. Each has the number of its world, after whose end by a reset it is dropped.
    Note(Vec<(u64, String)>),
    /// Returns the journal.
    Journal,
    /// Clears the journal.
    ClearJournal,
    /// Registers an actor that was opened.
    Opened(ActorId),
    /// Registers a session object by its name.
    Began(String),
    /// Registers a records object by its name.
    Recorded(String),
    /// Returns the registered actors, session objects and records objects.
    All,
    /// Ends a reset: clears everything, and begins another world.
    Forget,
}

/// The object's reply: its state, and the result of the request.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct SandboxReply {
    pub(crate) state: SandboxState,
    /// Why the request was refused.
    pub(crate) bad: Option<BadRequest>,
    /// The id of the added or removed fault. `None` if there is no such fault.
    pub(crate) fault: Option<u64>,
    pub(crate) effect: Option<FaultEffect>,
    /// How far the clock has moved, in milliseconds.
    pub(crate) moved: i64,
    /// The journal, newest first.
    pub(crate) entries: Vec<Value>,
    pub(crate) places: Vec<ActorId>,
    pub(crate) sessions: Vec<String>,
    pub(crate) records: Vec<String>,
}

/// Sends a request to the object. This isolate's copy of the state is updated from the reply.
///
/// # Errors
///
/// If the object fails.
pub(crate) async fn call_sandbox(env: &Env, request: &SandboxRequest) -> worker::Result<SandboxReply> {
    let bytes = stub::call_object(env, BINDING, BINDING, &serde_json::to_vec(request)?).await?;
    let reply: SandboxReply = serde_json::from_slice(&bytes)?;
    state_cache::update_state(&reply.state);
    Ok(reply)
}

/// Registers a session object by its name, so that a reset finds it.
///
/// # Errors
///
/// If the object fails.
pub(crate) async fn register_session(env: &Env, session: String) -> worker::Result<()> {
    call_sandbox(env, &SandboxRequest::Began(session)).await.map(drop)
}

/// Registers a records object by its name, so that a reset finds it.
///
/// # Errors
///
/// If the object fails.
pub(crate) async fn register_records(env: &Env, records: String) -> worker::Result<()> {
    call_sandbox(env, &SandboxRequest::Recorded(records)).await.map(drop)
}

/// The sandbox.
#[wasm_bindgen]
pub struct Sandbox(Rc<SandboxObject>);

struct SandboxObject {
    database: Database,
}

#[wasm_bindgen]
impl Sandbox {
    /// The object, as the platform makes it.
    #[wasm_bindgen(constructor)]
    pub fn new(state: DurableObjectState) -> Sandbox {
        Sandbox(Rc::new(SandboxObject { database: Database::from_state(&State::from(state)) }))
    }

    /// Handles a request.
    #[wasm_bindgen(js_name = handleMessage)]
    pub fn handle_message(&self, message: &Uint8Array) -> Promise {
        let (object, message) = (Rc::clone(&self.0), message.to_vec());
        stub::run_method(async move { object.handle_bytes(&message) })
    }
}

impl SandboxObject {
    fn handle_bytes(&self, request: &[u8]) -> worker::Result<JsValue> {
        let request: SandboxRequest = serde_json::from_slice(request)?;
        // The first request to the object in this isolate.
        if !state_cache::is_here() {
            self.create_tables()?;
            state_cache::host_state(self.load_state()?);
        }
        let reply = cost::uncounted(|| self.handle_request(request))?;
        Ok(stub::reply_bytes(&serde_json::to_vec(&reply)?, self.database.take_write_status()))
    }

    fn handle_request(&self, request: SandboxRequest) -> worker::Result<SandboxReply> {
        let mut reply = SandboxReply { state: state_cache::current_state(), ..SandboxReply::default() };
        let state = &mut reply.state;
        match request {
            SandboxRequest::Look => return Ok(reply),
            SandboxRequest::Change(change, platform) => {
                let before = state.clock.now(platform);
                match state.clock.apply_change(&change, platform) {
                    Ok(clock) => state.clock = clock,
                    Err(bad) => reply.bad = Some(bad),
                }
                reply.moved = reply.state.clock.now(platform).0.saturating_sub(before.0);
            }
            SandboxRequest::AddFault(spec, now) => match state.faults.add_fault(spec, now) {
                Ok(id) => reply.fault = Some(id),
                Err(bad) => reply.bad = Some(bad),
            },
            SandboxRequest::RemoveFault(id) => reply.fault = state.faults.remove_fault(id).then_some(id),
            SandboxRequest::ClearFaults => state.faults.clear(),
            SandboxRequest::Strike(call, now) => reply.effect = state.faults.next_effect(&call, now),
            SandboxRequest::Note(entries) => {
                let present = entries.iter().filter(|(world, _)| *world == state.world);
                return self.add_journal_entries(present.map(|(_, entry)| entry.as_str())).map(|()| reply);
            }
            SandboxRequest::Journal => {
                reply.entries = self.read_json_rows("SELECT entry FROM journal ORDER BY number DESC")?;
                return Ok(reply);
            }
            SandboxRequest::ClearJournal => {
                return self.run_statement("DELETE FROM journal", &no_params()).map(|()| reply);
            }
            SandboxRequest::Opened(actor_id) => {
                self.put_row("places", &actor_id.database_name(), &serde_json::to_string(&actor_id)?)?;
                return Ok(reply);
            }
            SandboxRequest::Began(session) => {
                self.put_row("sessions", &session, &serde_json::to_string(&session)?)?;
                return Ok(reply);
            }
            SandboxRequest::Recorded(records) => {
                self.put_row("records", &records, &serde_json::to_string(&records)?)?;
                return Ok(reply);
            }
            SandboxRequest::All => {
                reply.places = self.read_json_rows("SELECT value FROM places ORDER BY name")?;
                reply.sessions = self.read_json_rows("SELECT value FROM sessions ORDER BY name")?;
                reply.records = self.read_json_rows("SELECT value FROM records ORDER BY name")?;
                return Ok(reply);
            }
            SandboxRequest::Forget => {
                for table in ["places", "sessions", "records", "journal"] {
                    self.run_statement(&format!("DELETE FROM {table}"), &no_params())?;
                }
                // A larger change number, or other isolates would take their copy for newer.
                *state = SandboxState {
                    changes: state.changes,
                    world: state.world.saturating_add(1),
                    ..SandboxState::default()
                };
            }
        }
        self.save_state(&mut reply.state)?;
        Ok(reply)
    }

    fn create_tables(&self) -> worker::Result<()> {
        for table in [
            "state (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
            "places (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
            "sessions (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
            "records (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
            "journal (number INTEGER PRIMARY KEY, entry TEXT NOT NULL)",
        ] {
            self.run_statement(&format!("CREATE TABLE IF NOT EXISTS {table}"), &no_params())?;
        }
        Ok(())
    }

    fn run_statement(&self, statement: &str, values: &Array) -> worker::Result<()> {
        Ok(self.database.run(statement, values).map(drop)?)
    }

    fn load_state(&self) -> worker::Result<SandboxState> {
        let text = self.database.run("SELECT value FROM state", &no_params())?.first_text("value");
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// Stores the state, if it has changed.
    fn save_state(&self, state: &mut SandboxState) -> worker::Result<()> {
        if *state != state_cache::current_state() {
            state.changes = state.changes.saturating_add(1);
            self.put_row("state", "state", &serde_json::to_string(state)?)?;
            state_cache::host_state(state.clone());
        }
        Ok(())
    }

    fn put_row(&self, table: &str, name: &str, value: &str) -> worker::Result<()> {
        let values = Array::of2(&JsValue::from_str(name), &JsValue::from_str(value));
        self.run_statement(&format!("INSERT OR REPLACE INTO {table} (name, value) VALUES (?, ?)"), &values)
    }

    /// Adds entries to the journal, and removes the oldest above the limit.
    fn add_journal_entries<'a>(&self, mut entries: impl Iterator<Item = &'a str>) -> worker::Result<()> {
        entries.try_for_each(|entry| {
            self.run_statement("INSERT INTO journal (entry) VALUES (?)", &Array::of1(&JsValue::from_str(entry)))
        })?;
        self.run_statement(
            "DELETE FROM journal WHERE number <= (SELECT MAX(number) FROM journal) - ?",
            &Array::of1(&JsValue::from_f64(ENTRIES_MAX as f64)),
        )
    }

    /// The values in the only column of a result, parsed from JSON.
    fn read_json_rows<T: serde::de::DeserializeOwned>(&self, statement: &str) -> worker::Result<Vec<T>> {
        let rows = self.database.run(statement, &no_params())?;
        let read = |row: &[Cell]| serde_json::from_str(row.first()?.text()?).ok();
        Ok(rows.iter().filter_map(read).collect())
    }
}
