//! The answers below `/sandbox`.

use super::actors::ask;
use super::object::{self, Ask, Told};
use super::{seeding, under_way};
use crate::edge::clock::{now, platform};
use crate::edge::service::config::service;
use crate::edge::{RequestContext, content, objects, stub};
use crate::gateway::budget::message::{Ask as BudgetAsk, Want};
use crate::gateway::content::File;
use crate::gateway::object::Call as SessionCall;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::BODY_MAX;
use crate::gateway::sandbox::admit;
use crate::service::actor::place::Place;
use crate::service::sandbox::Step;
use crate::service::sandbox::bad::refusal;
use crate::service::sandbox::control::{self, Command};
use crate::service::sandbox::demo;
use crate::wire::http::{Request, Response};
use serde_json::{Value, json};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use worker::wasm_bindgen::JsValue;
use worker::{Env, web_sys};

/// Path of the page.
const PAGE: &str = "/sandbox/";

/// Answers below `/sandbox`.
pub(crate) async fn respond(visit: &RequestContext) -> worker::Result<web_sys::Response> {
    let head = visit.head();
    if head.path == PAGE && visit.origin.is_loopback() {
        // A person opens the page without the header. It shows nothing until its own requests send it.
        return content::respond(visit, &File::sandbox()).await;
    }
    if let Err(problem) = admit(head, &visit.origin) {
        return visit.answer(&problem.response());
    }
    let Some(body) = visit.arrival.body(BODY_MAX).await? else {
        return visit.answer(&Problem::BadRequest.response());
    };
    match control::read(&Request { body, ..head.clone() }) {
        Ok(Command::Seed(wish)) => match wish.check() {
            Ok(()) => seeding::stream(visit, wish),
            Err(message) => visit.answer(&refusal(400, &message)),
        },
        Ok(command) => {
            let answer = run(visit, command).await?;
            visit.answer(&answer)
        }
        Err(answer) => visit.answer(&answer),
    }
}

async fn run(visit: &RequestContext, command: Command) -> worker::Result<Response> {
    let env = &visit.env;
    let answer = match command {
        Command::Describe => demo::describe(&service(&visit.config).config, visit.now),
        Command::Reset => {
            reset(visit).await?;
            json!({ "message": "All data is that of the demo world again." })
        }
        Command::ShowClock => clock(&object::call(env, &Ask::Look).await?),
        Command::ChangeClock(change) => {
            let told = object::call(env, &Ask::Change(change, platform())).await?;
            if let Some(bad) = told.bad {
                return Ok(bad.response());
            }
            ask_teams(env, &Step::Moved(told.moved)).await?;
            clock(&told)
        }
        // Seeding is answered while it goes on.
        Command::Seed(_) => Value::Null,
        Command::ListFaults => faults(&object::call(env, &Ask::Look).await?),
        Command::AddFault(wish) => {
            let Told { bad, fault, .. } = object::call(env, &Ask::AddFault(wish, now())).await?;
            return Ok(
                bad.map_or_else(|| Response::json(201, json!({ "id": fault }).to_string()), |bad| bad.response())
            );
        }
        Command::RemoveFault(id) => {
            let told = object::call(env, &Ask::RemoveFault(id)).await?;
            if told.fault.is_none() {
                return Ok(refusal(404, "There is no such fault."));
            }
            faults(&told)
        }
        Command::ClearFaults => faults(&object::call(env, &Ask::ClearFaults).await?),
        Command::Outbox(to) => mails(env, &Step::Outbox(to)).await?,
        Command::ClearOutbox(to) => {
            ask_teams(env, &Step::ClearOutbox(to)).await?;
            mails(env, &Step::Outbox(None)).await?
        }
        Command::Journal => {
            under_way::noted().await;
            json!({ "requests": object::call(env, &Ask::Journal).await?.entries })
        }
        Command::ClearJournal => {
            under_way::noted().await;
            object::call(env, &Ask::ClearJournal).await?;
            json!({ "requests": [] })
        }
    };
    Ok(Response::json(200, answer.to_string()))
}

fn clock(told: &Told) -> Value {
    told.state.clock.shown(platform())
}

fn faults(told: &Told) -> Value {
    told.state.faults.shown(now())
}

/// Brings everything back to the demo world: to the end, even if whoever asked for it goes away.
async fn reset(visit: &RequestContext) -> worker::Result<()> {
    let kept = visit.clone();
    let done = future_to_promise(async move {
        under_way::alone(forget(&kept)).await?;
        Ok(JsValue::UNDEFINED)
    });
    let waited = done.clone();
    visit.context.wait_until(async move {
        let _ = JsFuture::from(waited).await;
    });
    Ok(JsFuture::from(done).await.map(drop)?)
}

async fn forget(visit: &RequestContext) -> worker::Result<()> {
    let env = &visit.env;
    let Told { mut places, sessions, .. } = object::call(env, &Ask::All).await?;
    places.extend(demo::places(&service(&visit.config).config));
    places.sort();
    places.dedup();
    for place in &places {
        ask(env, place, Step::Clear).await?;
    }
    for session in &sessions {
        stub::call(env, objects::session::BINDING, session, &SessionCall::ForgetAll.encode()).await?;
    }
    let client_id = &visit.config.client_id;
    let spent = BudgetAsk { reports: Vec::new(), sent: Vec::new(), want: Want::Forget };
    objects::budget::call(env, client_id, &spent).await.map_err(|_| "the budget was not forgotten")?;
    object::call(env, &Ask::Forget).await.map(drop)
}

/// The mails of all teams, the newest first.
async fn mails(env: &Env, step: &Step) -> worker::Result<Value> {
    let mut mails: Vec<Value> = Vec::new();
    for answer in ask_teams(env, step).await? {
        mails.extend(serde_json::from_slice::<Vec<Value>>(&answer.body)?);
    }
    let written = |mail: &Value| mail.get("created").and_then(Value::as_str).map(str::to_owned);
    mails.sort_by_key(|mail| std::cmp::Reverse(written(mail)));
    Ok(json!({ "mails": mails }))
}

/// Asks every team that was ever opened.
async fn ask_teams(env: &Env, step: &Step) -> worker::Result<Vec<Response>> {
    let mut answers = Vec::new();
    for place in object::call(env, &Ask::All).await?.places.iter().filter(|place| matches!(place, Place::Team(_))) {
        answers.push(ask(env, place, step.clone()).await?);
    }
    Ok(answers)
}
