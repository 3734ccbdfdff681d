//! The sandbox's object: the only source of clock and faults, the journal, and what there is to be reset.
//!
//! An isolate in which the object lives reads its memory (`state_cache.rs`); any other isolate asks it before each
//! request. A reset waits for the requests in flight, and all other requests wait for the reset (`active_requests.rs`).

use super::state_cache;
use crate::edge::sql::{Database, no_params};
use crate::edge::stub;
use crate::service::actor::protocol::ActorId;
use crate::service::sandbox::SandboxState as Kept;
use crate::service::sandbox::bad_request::BadRequest;
use crate::service::sandbox::clock::ClockChange;
use crate::service::sandbox::fault_spec::{CallInfo, FaultSpec};
use crate::service::sandbox::faults::FaultEffect;
use crate::service::sandbox::journal::ENTRIES_MAX;
use crate::wire::dates::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use worker::js_sys::Array;
use worker::wasm_bindgen::JsValue;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// Name of the binding, and of the one object.
const BINDING: &str = "SANDBOX";

/// What the object is asked.
#[derive(Serialize, Deserialize)]
pub(crate) enum SandboxRequest {
    /// What is kept.
    Look,
    /// Another time, while the platform's is this.
    Change(ClockChange, Timestamp),
    /// One more fault.
    AddFault(FaultSpec, Timestamp),
    /// One fault less.
    RemoveFault(u64),
    /// No faults.
    ClearFaults,
    /// What befalls a call.
    Strike(CallInfo, Timestamp),
    /// Remember an entry of the journal, if it is still about the world of this number.
    Note(u64, Value),
    /// The journal.
    Journal,
    /// An empty journal.
    ClearJournal,
    /// A place was opened.
    Opened(ActorId),
    /// A session has begun, in the object of this name.
    Began(String),
    /// What there is to be reset.
    All,
    /// All of it is gone.
    Forget,
}

/// What the object answers: its state, and what was asked for.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct SandboxReply {
    pub(crate) state: Kept,
    /// What is wrong with the request.
    pub(crate) bad: Option<BadRequest>,
    /// The id of a new fault; none if there is no such fault.
    pub(crate) fault: Option<u64>,
    pub(crate) effect: Option<FaultEffect>,
    /// How far the clock has moved, in milliseconds.
    pub(crate) moved: i64,
    /// The journal, the newest first.
    pub(crate) entries: Vec<Value>,
    pub(crate) places: Vec<ActorId>,
    pub(crate) sessions: Vec<String>,
}

/// Asks the object.
pub(crate) async fn call_sandbox(env: &Env, ask: &SandboxRequest) -> worker::Result<SandboxReply> {
    let answer = stub::call_object(env, BINDING, BINDING, &serde_json::to_vec(ask)?).await?;
    let told: SandboxReply = serde_json::from_slice(&answer)?;
    state_cache::update_state(&told.state);
    Ok(told)
}

/// A session begins in the object of this name.
pub(crate) async fn register_session(env: &Env, session: String) -> worker::Result<()> {
    call_sandbox(env, &SandboxRequest::Began(session)).await.map(drop)
}

/// The sandbox.
#[durable_object(fetch)]
pub struct Sandbox {
    database: Database,
}

impl DurableObject for Sandbox {
    fn new(state: State, _: Env) -> Sandbox {
        Sandbox { database: Database::from_state(&state) }
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        let ask: SandboxRequest = serde_json::from_slice(&stub::read_request(&request).await?)?;
        if !state_cache::is_here() {
            self.create_tables()?;
            state_cache::host_state(self.load_state()?);
        }
        let told = self.handle_request(ask)?;
        stub::respond_bytes(&serde_json::to_vec(&told)?, self.database.take_write_status())
    }
}

impl Sandbox {
    fn handle_request(&self, ask: SandboxRequest) -> worker::Result<SandboxReply> {
        let mut told = SandboxReply { state: state_cache::current_state(), ..SandboxReply::default() };
        let state = &mut told.state;
        match ask {
            SandboxRequest::Look => return Ok(told),
            SandboxRequest::Change(change, platform) => {
                let before = state.clock.now(platform);
                match state.clock.apply_change(&change, platform) {
                    Ok(clock) => state.clock = clock,
                    Err(bad) => told.bad = Some(bad),
                }
                told.moved = told.state.clock.now(platform).0.saturating_sub(before.0);
            }
            SandboxRequest::AddFault(wish, now) => match state.faults.add_fault(wish, now) {
                Ok(id) => told.fault = Some(id),
                Err(bad) => told.bad = Some(bad),
            },
            SandboxRequest::RemoveFault(id) => told.fault = state.faults.remove_fault(id).then_some(id),
            SandboxRequest::ClearFaults => state.faults.clear(),
            SandboxRequest::Strike(call, now) => told.effect = state.faults.next_effect(&call, now),
            SandboxRequest::Note(world, entry) => {
                if world == state.world {
                    self.add_journal_entry(&entry)?;
                }
                return Ok(told);
            }
            SandboxRequest::Journal => {
                told.entries = self.read_json_rows("SELECT entry FROM journal ORDER BY number DESC")?;
                return Ok(told);
            }
            SandboxRequest::ClearJournal => {
                return self.run_statement("DELETE FROM journal", &no_params()).map(|()| told);
            }
            SandboxRequest::Opened(place) => {
                self.put_row("places", &place.database_name(), &serde_json::to_string(&place)?)?;
                return Ok(told);
            }
            SandboxRequest::Began(session) => {
                self.put_row("sessions", &session, &serde_json::to_string(&session)?)?;
                return Ok(told);
            }
            SandboxRequest::All => {
                told.places = self.read_json_rows("SELECT value FROM places ORDER BY name")?;
                told.sessions = self.read_json_rows("SELECT value FROM sessions ORDER BY name")?;
                return Ok(told);
            }
            SandboxRequest::Forget => {
                for table in ["places", "sessions", "journal"] {
                    self.run_statement(&format!("DELETE FROM {table}"), &no_params())?;
                }
                *state = Kept { changes: state.changes, world: state.world.saturating_add(1), ..Kept::default() };
            }
        }
        self.save_state(&mut told.state)?;
        Ok(told)
    }

    fn create_tables(&self) -> worker::Result<()> {
        for table in [
            "state (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
            "places (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
            "sessions (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
            "journal (number INTEGER PRIMARY KEY, entry TEXT NOT NULL)",
        ] {
            self.run_statement(&format!("CREATE TABLE IF NOT EXISTS {table}"), &no_params())?;
        }
        Ok(())
    }

    fn run_statement(&self, statement: &str, values: &Array) -> worker::Result<()> {
        Ok(self.database.run(statement, values).map(drop)?)
    }

    fn load_state(&self) -> worker::Result<Kept> {
        let text = self.database.run("SELECT value FROM state", &no_params())?.first_text("value");
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// Keeps the state, if it is another one than before.
    fn save_state(&self, state: &mut Kept) -> worker::Result<()> {
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

    /// Writes an entry down, and forgets the one that is too old.
    fn add_journal_entry(&self, entry: &Value) -> worker::Result<()> {
        self.run_statement(
            "INSERT INTO journal (entry) VALUES (?)",
            &Array::of1(&JsValue::from_str(&entry.to_string())),
        )?;
        self.run_statement(
            "DELETE FROM journal WHERE number <= (SELECT MAX(number) FROM journal) - ?",
            &Array::of1(&JsValue::from_f64(ENTRIES_MAX as f64)),
        )
    }

    /// The JSON in the only column of an answer.
    fn read_json_rows<T: serde::de::DeserializeOwned>(&self, statement: &str) -> worker::Result<Vec<T>> {
        let rows = self.database.run(statement, &no_params())?;
        let read = |row: Array| serde_json::from_str(&row.get(0).as_string()?).ok();
        Ok(rows.iter().filter_map(read).collect())
    }
}
