//! The sandbox's shell: what the isolate knows of clock, faults and journal, and the answers below `/sandbox`.
//!
//! A local Worker is one isolate, which keeps the state at hand; the object is there so that it outlives a restart.

pub(crate) mod object;
mod seeding;

use crate::edge::clock::{now, platform};
use crate::edge::{Visit, content, convert, note as log};
use crate::embedded;
use crate::gateway::content::File;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::BODY_MAX;
use crate::gateway::sandbox::admit;
use crate::service::demo;
use crate::service::place::{Message, Note, Place, Turn};
use crate::service::sandbox::control::{self, Command, refusal};
use crate::service::sandbox::faults::Effect;
use crate::service::sandbox::journal::Journal;
use crate::service::sandbox::{State, Step};
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use object::Ask;
use serde_json::{Value, json};
use std::cell::RefCell;
use worker::{Env, web_sys};

thread_local! {
    static STATE: RefCell<Option<State>> = const { RefCell::new(None) };
    static JOURNAL: RefCell<Journal> = RefCell::new(Journal::default());
}

/// Path of the page.
const PAGE: &str = "/sandbox/";

/// Learns clock and faults, once.
pub(crate) async fn ready(env: &Env) {
    if STATE.with(|state| state.borrow().is_some()) {
        return;
    }
    match object::call(env, &Ask::Load).await {
        Ok(known) => STATE.with(|state| *state.borrow_mut() = Some(known.state)),
        Err(error) => log("the sandbox does not answer", &error),
    }
}

fn state() -> State {
    STATE.with(|state| state.borrow().clone()).unwrap_or_default()
}

async fn keep(env: &Env, state: State) -> worker::Result<()> {
    STATE.with(|kept| *kept.borrow_mut() = Some(state.clone()));
    object::call(env, &Ask::Save(state)).await.map(drop)
}

/// The time while the platform's is this.
pub(crate) fn time(platform: Moment) -> Moment {
    STATE.with(|state| state.borrow().as_ref().map_or(platform, |state| state.clock.now(platform)))
}

/// When the platform must ring for a moment; none while the clock stands still before it.
pub(crate) fn alarm(at: Moment, platform: Moment) -> Option<Moment> {
    state().clock.platform(at, platform)
}

/// What befalls a request.
pub(crate) async fn strike(env: &Env, request: &Request, now: Moment) -> Option<Effect> {
    if STATE.with(|state| state.borrow().as_ref().is_none_or(|state| state.faults.is_empty())) {
        return None;
    }
    let mut state = state();
    let effect = state.faults.strike(request, now);
    if let Err(error) = keep(env, state).await {
        log("faults were not kept", &error);
    }
    effect
}

/// Notes a request and its answer in the journal.
pub(crate) fn note(request: &Request, answer: &Response, now: Moment, fault: Option<u64>) {
    JOURNAL.with(|journal| journal.borrow_mut().note(request, answer, now, fault));
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
    let mut state = state();
    let answer = match command {
        Command::Describe => demo::describe(&embedded::service(&visit.config).config, visit.now),
        Command::Reset => {
            reset(visit).await?;
            json!({ "message": "All data is that of the demo world again." })
        }
        Command::ShowClock => state.clock.shown(platform()),
        Command::ChangeClock(change) => {
            match state.clock.changed(&change, platform()) {
                Ok(clock) => state.clock = clock,
                Err(message) => return Ok(refusal(400, message)),
            }
            keep(env, state.clone()).await?;
            for place in places(env).await?.iter().filter(|place| matches!(place, Place::Team(_))) {
                ask(env, place, Step::Wake).await?;
            }
            state.clock.shown(platform())
        }
        Command::Seed(_) => Value::Null,
        Command::ListFaults => state.faults.shown(now()),
        Command::AddFault(wish) => {
            let id = match state.faults.add(wish, now()) {
                Ok(id) => id,
                Err(message) => return Ok(refusal(400, &message)),
            };
            keep(env, state).await?;
            return Ok(Response::json(201, json!({ "id": id }).to_string()));
        }
        Command::RemoveFault(id) => {
            if !state.faults.remove(id) {
                return Ok(refusal(404, "There is no such fault."));
            }
            keep(env, state.clone()).await?;
            state.faults.shown(now())
        }
        Command::ClearFaults => {
            state.faults.clear();
            keep(env, state.clone()).await?;
            state.faults.shown(now())
        }
        Command::Outbox(to) => outbox(env, to).await?,
        Command::Journal => JOURNAL.with(|journal| journal.borrow().shown()),
        Command::ClearJournal => JOURNAL.with(|journal| {
            journal.borrow_mut().clear();
            journal.borrow().shown()
        }),
    };
    Ok(Response::json(200, answer.to_string()))
}

async fn places(env: &Env) -> worker::Result<Vec<Place>> {
    Ok(object::call(env, &Ask::Load).await?.places)
}

async fn reset(visit: &Visit) -> worker::Result<()> {
    let env = &visit.env;
    let mut all = places(env).await?;
    all.extend(demo::places(&embedded::service(&visit.config).config));
    all.sort();
    all.dedup();
    for place in &all {
        ask(env, place, Step::Clear).await?;
    }
    object::call(env, &Ask::Forget).await?;
    JOURNAL.with(|journal| journal.borrow_mut().clear());
    keep(env, State::default()).await
}

async fn outbox(env: &Env, to: Option<String>) -> worker::Result<Value> {
    let mut mails: Vec<Value> = Vec::new();
    for place in places(env).await?.iter().filter(|place| matches!(place, Place::Team(_))) {
        let answer = ask(env, place, Step::Outbox).await?;
        mails.extend(serde_json::from_slice::<Vec<Value>>(&answer.body)?);
    }
    mails.retain(|mail| to.as_deref().is_none_or(|to| mail.get("to").and_then(Value::as_str) == Some(to)));
    let written = |mail: &Value| mail.get("created").and_then(Value::as_str).map(str::to_owned);
    mails.sort_by_key(|mail| std::cmp::Reverse(written(mail)));
    Ok(json!({ "mails": mails }))
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
    match embedded::visit(env, place, &Message { request, note: Note::Sandbox(step) }).await? {
        Turn::Answer(answer) if answer.status < 300 => Ok(answer),
        _ => Err("a place did not do what the sandbox asked".into()),
    }
}

/// A response whose body is written while it is read.
fn streamed(body: &web_sys::ReadableStream) -> worker::Result<web_sys::Response> {
    let headers = [("content-type", "application/x-ndjson"), ("cache-control", "no-store")];
    let headers: Vec<_> = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    convert::streamed(200, &headers, Some(body))
}
