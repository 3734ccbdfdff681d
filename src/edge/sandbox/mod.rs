//! The sandbox's shell: how the rest of the Worker asks for clock, faults and journal, and the answers below `/sandbox`.

pub(crate) mod object;
mod pipe;
mod seeding;
mod state_cache;
mod under_way;

pub(crate) use pipe::broken;
pub(crate) use under_way::{enter, ready};

use crate::edge::clock::{now, platform};
use crate::edge::{Visit, content, convert, note as log, objects, stub};
use crate::embedded;
use crate::gateway::budget::message::{Ask as BudgetAsk, Want};
use crate::gateway::content::File;
use crate::gateway::object::Call as SessionCall;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::BODY_MAX;
use crate::gateway::sandbox::admit;
use crate::service::actor::place::{Message, Note, Place, Turn};
use crate::service::sandbox::Step;
use crate::service::sandbox::bad::refusal;
use crate::service::sandbox::control::{self, Command};
use crate::service::sandbox::demo;
use crate::service::sandbox::faults::Effect;
use crate::service::sandbox::journal::Answered;
use crate::service::sandbox::wish::Call;
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use object::{Ask, Told};
use serde_json::{Value, json};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use worker::wasm_bindgen::JsValue;
use worker::{Env, web_sys};

/// Path of the page.
const PAGE: &str = "/sandbox/";

/// The time while the platform's is this.
pub(crate) fn time(platform: Moment) -> Moment {
    state_cache::with(|state| state.clock.now(platform))
}

/// When the platform must ring for a moment; none while the clock stands still before it.
pub(crate) fn alarm(at: Moment, platform: Moment) -> Option<Moment> {
    state_cache::with(|state| state.clock.platform(at, platform))
}

/// A session begins in the object of this name.
pub(crate) async fn began(env: &Env, session: String) -> worker::Result<()> {
    object::call(env, &Ask::Began(session)).await.map(drop)
}

/// What befalls a request.
pub(crate) async fn strike(visit: &Visit, request: &Request) -> Option<Effect> {
    if state_cache::with(|state| state.faults.is_empty()) {
        return None;
    }
    let call = Call::of(request, &visit.head().path);
    let told = object::call(&visit.env, &Ask::Strike(call, visit.now)).await;
    told.inspect_err(|error| log("no fault could be looked for", error)).ok()?.effect
}

/// Notes a request and its answer in the journal, while the answer is on its way.
pub(crate) fn note(visit: &Visit, answered: &Answered<'_>) {
    let (env, entry) = (visit.env.clone(), answered.entry());
    let (world, token) = (state_cache::with(|state| state.world), answered.trace.token.clone());
    visit.context.wait_until(under_way::noting(async move {
        let _under_way = under_way::enter(&env).await;
        let mut entry = entry;
        if let (Some(token), Some(account)) = (token, entry.get_mut("account")) {
            let whose = ask(&env, &Place::Team(token.team), Step::Whose(token.hash)).await;
            *account = whose.ok().and_then(|answer| serde_json::from_slice(&answer.body).ok()).unwrap_or_default();
        }
        if let Err(error) = object::call(&env, &Ask::Note(world, entry)).await {
            log("the journal was not written", &error);
        }
    }));
}

/// Answers below `/sandbox`.
pub(crate) async fn respond(visit: &Visit) -> worker::Result<web_sys::Response> {
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

async fn run(visit: &Visit, command: Command) -> worker::Result<Response> {
    let env = &visit.env;
    let answer = match command {
        Command::Describe => demo::describe(&embedded::service(&visit.config).config, visit.now),
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
async fn reset(visit: &Visit) -> worker::Result<()> {
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

async fn forget(visit: &Visit) -> worker::Result<()> {
    let env = &visit.env;
    let Told { mut places, sessions, .. } = object::call(env, &Ask::All).await?;
    places.extend(demo::places(&embedded::service(&visit.config).config));
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

/// Asks a place.
async fn ask(env: &Env, place: &Place, step: Step) -> worker::Result<Response> {
    let request = Request {
        method: "POST".to_owned(),
        origin: String::new(),
        path: String::new(),
        query: String::new(),
        headers: Vec::new(),
        body: Vec::new(),
    };
    match embedded::visit(env, place, &Message::new(request, Note::from(step))).await? {
        Turn::Answer(answer) if answer.status < 300 => Ok(answer),
        _ => Err("a place did not do what the sandbox asked".into()),
    }
}

/// A response whose body is written while it is read.
fn streamed(body: &web_sys::ReadableStream) -> worker::Result<web_sys::Response> {
    let headers = [("content-type", "application/x-ndjson"), ("cache-control", "no-store")];
    let headers: Vec<_> = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    convert::filled(200, &headers, Some(body))
}
