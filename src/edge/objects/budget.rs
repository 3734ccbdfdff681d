//! The budget object: the budget's state of a client id, stored in one row before each reply.

use crate::edge::sql::{Database, no_params};
use crate::edge::{NOT_CONFIGURED, PlatformRandom, RequestContext, load_config, now, stub};
use crate::gateway::budget::message::{BudgetAction, BudgetRequest};
use crate::gateway::budget::state::BudgetState;
use crate::gateway::problem::Problem;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use std::cell::RefCell;
use std::rc::Rc;
use worker::js_sys::{Array, Promise, Uint8Array};
use worker::wasm_bindgen::{self, JsValue, prelude::wasm_bindgen};
use worker::worker_sys::DurableObjectState;
use worker::{Env, State};

/// Name of the binding.
const BINDING: &str = "BUDGET";

/// Sends a request to the object of the app's client id. Returns the encoded reply.
///
/// # Errors
///
/// If the object fails, which is logged.
pub(crate) async fn call_budget_object(context: &RequestContext, request: &BudgetRequest) -> Result<Vec<u8>, Problem> {
    stub::call_object(&context.env, BINDING, &context.config.client_id, &request.encode())
        .await
        .map_err(|error| context.log_failure("budget object failed", &error))
}

/// The budget of one client id.
#[wasm_bindgen]
pub struct Budget(Rc<BudgetObject>);

struct BudgetObject {
    database: Database,
    env: Env,
    state: RefCell<Option<BudgetState>>,
}

#[wasm_bindgen]
impl Budget {
    /// The object, as the platform makes it.
    #[wasm_bindgen(constructor)]
    pub fn new(state: DurableObjectState, env: Env) -> Budget {
        let database = Database::from_state(&State::from(state));
        Budget(Rc::new(BudgetObject { database, env, state: RefCell::new(None) }))
    }

    /// Handles a request.
    #[wasm_bindgen(js_name = handleMessage)]
    pub fn handle_message(&self, message: &Uint8Array) -> Promise {
        let (object, message) = (Rc::clone(&self.0), message.to_vec());
        stub::run_method(async move { object.handle_request(&message).await })
    }
}

impl BudgetObject {
    async fn handle_request(&self, request: &[u8]) -> worker::Result<JsValue> {
        let request = BudgetRequest::decode(request).ok_or("unreadable request")?;
        if request.action == BudgetAction::Reset {
            self.state.take();
            self.database.delete_data().await?;
            return Ok(stub::reply_bytes(&[], self.database.take_write_status()));
        }
        let rules = load_config(&self.env).ok_or(NOT_CONFIGURED)?.budget;
        // Taken out while it changes: if the write below fails, the next request loads the stored state instead.
        let loaded = match self.state.take() {
            Some(state) => Some(state),
            None => self.load_state()?,
        };
        let mut state = loaded.unwrap_or_else(|| BudgetState::new(now()));
        let random = u32::from_be_bytes(PlatformRandom.random_bytes());
        let admission = state.handle_request(&rules, &request, now(), random);
        let reply = match (admission, request.action) {
            (Some(admission), _) => admission.encode(),
            (None, BudgetAction::ShowState) => state.to_json(&rules, now()).into_bytes(),
            (None, _) => Vec::new(),
        };
        self.store_state(&state)?;
        *self.state.borrow_mut() = Some(state);
        Ok(stub::reply_bytes(&reply, self.database.take_write_status()))
    }

    /// The stored state. Its table and column are called `plan` in databases that exist.
    fn load_state(&self) -> worker::Result<Option<BudgetState>> {
        let table = "CREATE TABLE IF NOT EXISTS plan (only INTEGER PRIMARY KEY CHECK (only = 1), plan TEXT NOT NULL)";
        self.database.run(table, &no_params())?;
        let stored = self.database.run("SELECT plan FROM plan", &no_params())?.first_text("plan");
        Ok(stored.and_then(|text| BudgetState::decode(&Base64UrlUnpadded::decode_vec(&text).ok()?)))
    }

    fn store_state(&self, state: &BudgetState) -> worker::Result<()> {
        let values = Array::of1(&JsValue::from_str(&Base64UrlUnpadded::encode_string(&state.encode())));
        self.database.run("INSERT OR REPLACE INTO plan (only, plan) VALUES (1, ?)", &values)?;
        Ok(())
    }
}
