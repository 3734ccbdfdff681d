//! The budget object: the plan of a client id, kept in one row before anything is let go by it.

use crate::edge::sql::{Database, none};
use crate::edge::{Platform, config, note, now, stub};
use crate::gateway::budget::message::{Ask, Want};
use crate::gateway::budget::plan::Plan;
use crate::gateway::problem::Problem;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::cell::RefCell;
use worker::js_sys::Array;
use worker::wasm_bindgen::JsValue;
use worker::{DurableObject, Env, Request, Response, State, durable_object};

/// Name of the binding.
const BINDING: &str = "BUDGET";

/// Asks the object of the gateway's app.
pub(crate) async fn call(env: &Env, client_id: &str, ask: &Ask) -> Result<Vec<u8>, Problem> {
    stub::call(env, BINDING, client_id, &ask.encode()).await.map_err(|error| {
        note("budget object failed", &error);
        Problem::Internal
    })
}

/// One client id's budget.
#[durable_object(fetch)]
pub struct Budget {
    database: Database,
    env: Env,
    plan: RefCell<Option<Plan>>,
}

impl DurableObject for Budget {
    fn new(state: State, env: Env) -> Budget {
        Budget { database: Database::of(&state), env, plan: RefCell::new(None) }
    }

    async fn fetch(&self, request: Request) -> worker::Result<Response> {
        let ask = Ask::decode(&stub::received(&request).await?).ok_or("a call that cannot be read")?;
        if ask.want == Want::Forget {
            self.plan.take();
            self.database.clear().await?;
            return stub::answered(&[], self.database.wrote());
        }
        let rules = config(&self.env).ok_or("not configured")?.budget;
        let known = match self.plan.take() {
            Some(plan) => Some(plan),
            None => self.stored()?,
        };
        let mut plan = known.unwrap_or_else(|| Plan::new(now()));
        let random = u32::from_be_bytes(Platform.bytes());
        let verdict = plan.answer(&rules, &ask, now(), random);
        let answer = match (verdict, ask.want) {
            (Some(verdict), _) => verdict.encode(),
            (None, Want::Plan) => plan.shown(&rules, now()).into_bytes(),
            (None, _) => Vec::new(),
        };
        self.store(&plan)?;
        *self.plan.borrow_mut() = Some(plan);
        stub::answered(&answer, self.database.wrote())
    }
}

impl Budget {
    fn stored(&self) -> worker::Result<Option<Plan>> {
        let table = "CREATE TABLE IF NOT EXISTS plan (only INTEGER PRIMARY KEY CHECK (only = 1), plan TEXT NOT NULL)";
        self.database.run(table, &none())?;
        let plan = self.database.run("SELECT plan FROM plan", &none())?.text("plan");
        Ok(plan.and_then(|text| Plan::decode(&URL_SAFE_NO_PAD.decode(text).ok()?)))
    }

    fn store(&self, plan: &Plan) -> worker::Result<()> {
        let text = Array::of1(&JsValue::from_str(&URL_SAFE_NO_PAD.encode(plan.encode())));
        self.database.run("INSERT OR REPLACE INTO plan (only, plan) VALUES (1, ?)", &text)?;
        Ok(())
    }
}
