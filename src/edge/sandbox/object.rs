//! The sandbox's object: keeps clock and faults, and the list of places that were ever opened.

use crate::edge::sql::{Database, none};
use crate::edge::stub;
use crate::service::place::Place;
use crate::service::sandbox::State as Kept;
use serde::{Deserialize, Serialize};
use worker::js_sys::Array;
use worker::wasm_bindgen::JsValue;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// Name of the binding, and of the one object.
const BINDING: &str = "SANDBOX";

/// What the object is asked.
#[derive(Serialize, Deserialize)]
pub(crate) enum Ask {
    /// What is kept, and which places there are.
    Load,
    /// Keep this.
    Save(Kept),
    /// A place was opened.
    Opened(Place),
    /// All places are gone.
    Forget,
}

/// What the object knows.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Known {
    /// Clock and faults.
    pub(crate) state: Kept,
    /// The places.
    pub(crate) places: Vec<Place>,
}

/// Asks the object.
pub(crate) async fn call(env: &Env, ask: &Ask) -> worker::Result<Known> {
    let answer = stub::call(env, BINDING, BINDING, &serde_json::to_vec(ask)?).await?;
    Ok(serde_json::from_slice(&answer)?)
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
        self.run("CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL)", &none())?;
        let mut known = Known::default();
        match ask {
            Ask::Load => known = self.known()?,
            Ask::Save(state) => self.keep("state", &serde_json::to_string(&state)?)?,
            Ask::Opened(place) => self.keep(&place.name(), &serde_json::to_string(&place)?)?,
            Ask::Forget => self.run("DELETE FROM kept WHERE name <> 'state'", &none())?,
        }
        stub::answered(&serde_json::to_vec(&known)?)
    }
}

impl Sandbox {
    fn run(&self, statement: &str, values: &Array) -> worker::Result<()> {
        Ok(self.database.run(statement, values).map(drop)?)
    }

    fn keep(&self, name: &str, value: &str) -> worker::Result<()> {
        let values = Array::of2(&JsValue::from_str(name), &JsValue::from_str(value));
        self.run("INSERT OR REPLACE INTO kept (name, value) VALUES (?, ?)", &values)
    }

    fn known(&self) -> worker::Result<Known> {
        let state = self.database.run("SELECT value FROM kept WHERE name = 'state'", &none())?.text("value");
        let places = self.database.run("SELECT value FROM kept WHERE name <> 'state' ORDER BY name", &none())?;
        let place = |row: Array| serde_json::from_str(&row.get(0).as_string()?).ok();
        Ok(Known {
            state: state.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default(),
            places: places.iter().filter_map(place).collect(),
        })
    }
}
