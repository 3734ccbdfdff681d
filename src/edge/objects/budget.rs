//! The budget object: the quota plan of a client id, stored in one row before each reply.

use crate::edge::sql::{Database, no_params};
use crate::edge::{PlatformRandom, load_config, log_error, now, stub};
use crate::gateway::budget::message::{BudgetAction, BudgetRequest};
use crate::gateway::budget::plan::BudgetPlan;
use crate::gateway::problem::Problem;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use std::cell::RefCell;
use worker::js_sys::Array;
use worker::wasm_bindgen::JsValue;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// Name of the binding.
const BINDING: &str = "BUDGET";

/// Sends a request to the object of a client id. Returns the encoded reply.
///
/// # Errors
///
/// If the object fails, which is logged.
pub(crate) async fn call_budget_object(
    env: &Env,
    client_id: &str,
    request: &BudgetRequest,
) -> Result<Vec<u8>, Problem> {
    stub::call_object(env, BINDING, client_id, &request.encode()).await.map_err(|error| {
        log_error("budget object failed", &error);
        Problem::Internal
    })
}

/// The budget of one client id.
#[durable_object(fetch)]
pub struct Budget {
    database: Database,
    env: Env,
    plan: RefCell<Option<BudgetPlan>>,
}

impl DurableObject for Budget {
    fn new(state: State, env: Env) -> Budget {
        Budget { database: Database::from_state(&state), env, plan: RefCell::new(None) }
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        let request = BudgetRequest::decode(&stub::read_request(&request).await?).ok_or("unreadable request")?;
        if request.action == BudgetAction::Reset {
            self.plan.take();
            self.database.delete_data().await?;
            return stub::respond_bytes(&[], self.database.take_write_status());
        }
        let rules = load_config(&self.env).ok_or("not configured")?.budget;
        // Taken out while it changes: if the write below fails, the next request loads the stored plan instead.
        let loaded = match self.plan.take() {
            Some(plan) => Some(plan),
            None => self.load_plan()?,
        };
        let mut plan = loaded.unwrap_or_else(|| BudgetPlan::new(now()));
        let random = u32::from_be_bytes(PlatformRandom.random_bytes());
        let admission = plan.handle_request(&rules, &request, now(), random);
        let reply = match (admission, request.action) {
            (Some(admission), _) => admission.encode(),
            (None, BudgetAction::ShowPlan) => plan.to_json(&rules, now()).into_bytes(),
            (None, _) => Vec::new(),
        };
        self.store_plan(&plan)?;
        *self.plan.borrow_mut() = Some(plan);
        stub::respond_bytes(&reply, self.database.take_write_status())
    }
}

impl Budget {
    fn load_plan(&self) -> worker::Result<Option<BudgetPlan>> {
        let table = "CREATE TABLE IF NOT EXISTS plan (only INTEGER PRIMARY KEY CHECK (only = 1), plan TEXT NOT NULL)";
        self.database.run(table, &no_params())?;
        let plan = self.database.run("SELECT plan FROM plan", &no_params())?.first_text("plan");
        Ok(plan.and_then(|text| BudgetPlan::decode(&Base64UrlUnpadded::decode_vec(&text).ok()?)))
    }

    fn store_plan(&self, plan: &BudgetPlan) -> worker::Result<()> {
        let values = Array::of1(&JsValue::from_str(&Base64UrlUnpadded::encode_string(&plan.encode())));
        self.database.run("INSERT OR REPLACE INTO plan (only, plan) VALUES (1, ?)", &values)?;
        Ok(())
    }
}
