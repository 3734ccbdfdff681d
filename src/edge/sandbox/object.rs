//! The sandbox's object: the one truth about clock and faults, the journal, and what there is to be reset.

use super::state_cache;
use crate::edge::sql::{Database, none};
use crate::edge::stub;
use crate::service::actor::place::Place;
use crate::service::sandbox::State as Kept;
use crate::service::sandbox::bad::Bad;
use crate::service::sandbox::clock::Change;
use crate::service::sandbox::faults::Effect;
use crate::service::sandbox::journal::ENTRIES_MAX;
use crate::service::sandbox::wish::{Call, Wish};
use crate::wire::dates::Moment;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use worker::js_sys::Array;
use worker::wasm_bindgen::JsValue;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// Name of the binding, and of the one object.
const BINDING: &str = "SANDBOX";

/// What the object is asked.
#[derive(Serialize, Deserialize)]
pub(crate) enum Ask {
    /// What is kept.
    Look,
    /// Another time, while the platform's is this.
    Change(Change, Moment),
    /// One more fault.
    AddFault(Wish, Moment),
    /// One fault less.
    RemoveFault(u64),
    /// No faults.
    ClearFaults,
    /// What befalls a call.
    Strike(Call, Moment),
    /// Remember an entry of the journal, if it is still about the world of this number.
    Note(u64, Value),
    /// The journal.
    Journal,
    /// An empty journal.
    ClearJournal,
    /// A place was opened.
    Opened(Place),
    /// A session has begun, in the object of this name.
    Began(String),
    /// What there is to be reset.
    All,
    /// All of it is gone.
    Forget,
}

/// What the object answers: its state, and what was asked for.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Told {
    pub(crate) state: Kept,
    /// What is wrong with the request.
    pub(crate) bad: Option<Bad>,
    /// The id of a new fault; none if there is no such fault.
    pub(crate) fault: Option<u64>,
    pub(crate) effect: Option<Effect>,
    /// How far the clock has moved, in milliseconds.
    pub(crate) moved: i64,
    /// The journal, the newest first.
    pub(crate) entries: Vec<Value>,
    pub(crate) places: Vec<Place>,
    pub(crate) sessions: Vec<String>,
}

/// Asks the object.
pub(crate) async fn call(env: &Env, ask: &Ask) -> worker::Result<Told> {
    let answer = stub::call(env, BINDING, BINDING, &serde_json::to_vec(ask)?).await?;
    let told: Told = serde_json::from_slice(&answer)?;
    state_cache::learn(&told.state);
    Ok(told)
}

/// A session begins in the object of this name.
pub(crate) async fn began(env: &Env, session: String) -> worker::Result<()> {
    call(env, &Ask::Began(session)).await.map(drop)
}

/// The sandbox.
#[durable_object(fetch)]
pub struct Sandbox {
    database: Database,
}

impl DurableObject for Sandbox {
    fn new(state: State, _: Env) -> Sandbox {
        Sandbox { database: Database::of(&state) }
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        let ask: Ask = serde_json::from_slice(&stub::received(&request).await?)?;
        if !state_cache::is_here() {
            self.prepare()?;
            state_cache::lives_here(self.load()?);
        }
        let told = self.answer(ask)?;
        stub::answered(&serde_json::to_vec(&told)?, self.database.wrote())
    }
}

impl Sandbox {
    fn answer(&self, ask: Ask) -> worker::Result<Told> {
        let mut told = Told { state: state_cache::state(), ..Told::default() };
        let state = &mut told.state;
        match ask {
            Ask::Look => return Ok(told),
            Ask::Change(change, platform) => {
                let before = state.clock.now(platform);
                match state.clock.changed(&change, platform) {
                    Ok(clock) => state.clock = clock,
                    Err(bad) => told.bad = Some(bad),
                }
                told.moved = told.state.clock.now(platform).0.saturating_sub(before.0);
            }
            Ask::AddFault(wish, now) => match state.faults.add(wish, now) {
                Ok(id) => told.fault = Some(id),
                Err(bad) => told.bad = Some(bad),
            },
            Ask::RemoveFault(id) => told.fault = state.faults.remove(id).then_some(id),
            Ask::ClearFaults => state.faults.clear(),
            Ask::Strike(call, now) => told.effect = state.faults.strike(&call, now),
            Ask::Note(world, entry) => {
                if world == state.world {
                    self.note(&entry)?;
                }
                return Ok(told);
            }
            Ask::Journal => {
                told.entries = self.texts("SELECT entry FROM journal ORDER BY number DESC")?;
                return Ok(told);
            }
            Ask::ClearJournal => return self.run("DELETE FROM journal", &none()).map(|()| told),
            Ask::Opened(place) => {
                self.keep("places", &place.name(), &serde_json::to_string(&place)?)?;
                return Ok(told);
            }
            Ask::Began(session) => {
                self.keep("sessions", &session, &serde_json::to_string(&session)?)?;
                return Ok(told);
            }
            Ask::All => {
                told.places = self.texts("SELECT value FROM places ORDER BY name")?;
                told.sessions = self.texts("SELECT value FROM sessions ORDER BY name")?;
                return Ok(told);
            }
            Ask::Forget => {
                for table in ["places", "sessions", "journal"] {
                    self.run(&format!("DELETE FROM {table}"), &none())?;
                }
                *state = Kept { changes: state.changes, world: state.world.saturating_add(1), ..Kept::default() };
            }
        }
        self.save(&mut told.state)?;
        Ok(told)
    }

    fn prepare(&self) -> worker::Result<()> {
        for table in [
            "state (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
            "places (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
            "sessions (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
            "journal (number INTEGER PRIMARY KEY, entry TEXT NOT NULL)",
        ] {
            self.run(&format!("CREATE TABLE IF NOT EXISTS {table}"), &none())?;
        }
        Ok(())
    }

    fn run(&self, statement: &str, values: &Array) -> worker::Result<()> {
        Ok(self.database.run(statement, values).map(drop)?)
    }

    fn load(&self) -> worker::Result<Kept> {
        let text = self.database.run("SELECT value FROM state", &none())?.text("value");
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// Keeps the state, if it is another one than before.
    fn save(&self, state: &mut Kept) -> worker::Result<()> {
        if *state != state_cache::state() {
            state.changes = state.changes.saturating_add(1);
            self.keep("state", "state", &serde_json::to_string(state)?)?;
            state_cache::lives_here(state.clone());
        }
        Ok(())
    }

    fn keep(&self, table: &str, name: &str, value: &str) -> worker::Result<()> {
        let values = Array::of2(&JsValue::from_str(name), &JsValue::from_str(value));
        self.run(&format!("INSERT OR REPLACE INTO {table} (name, value) VALUES (?, ?)"), &values)
    }

    /// Writes an entry down, and forgets the one that is too old.
    fn note(&self, entry: &Value) -> worker::Result<()> {
        self.run("INSERT INTO journal (entry) VALUES (?)", &Array::of1(&JsValue::from_str(&entry.to_string())))?;
        self.run(
            "DELETE FROM journal WHERE number <= (SELECT MAX(number) FROM journal) - ?",
            &Array::of1(&JsValue::from_f64(ENTRIES_MAX as f64)),
        )
    }

    /// The JSON in the only column of an answer.
    fn texts<T: serde::de::DeserializeOwned>(&self, statement: &str) -> worker::Result<Vec<T>> {
        let rows = self.database.run(statement, &none())?;
        let read = |row: Array| serde_json::from_str(&row.get(0).as_string()?).ok();
        Ok(rows.iter().filter_map(read).collect())
    }
}
