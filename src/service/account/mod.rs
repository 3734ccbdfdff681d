//! Accounts: opening one, seeing and changing it, the apps that it has linked, and the apps of its own.
//!
//! | Request | Walk |
//! |---|---|
//! | `POST /oauth/sign-up` | door → directory (reserves) → team (makes) → directory (settles): [`sign_up`] |
//! | `POST /account/sign-in` | door → directory → team: [`session`] |
//! | `GET /account/` and what the account alone changes | door → team: [`changes`] |
//! | another e-mail address | door → team → directory (new) → team → directory (old): [`addresses`] |
//! | an app of one's own | door → team → app → team: [`own_apps`] |
//! | `/account/verify` | door → team: [`verification`] |
//!
//! The pages work without JavaScript. Paths, forms and limits are our choice.

pub mod addresses;
pub mod app_form;
pub mod changes;
pub mod own_apps;
pub mod session;
pub mod sign_up;
pub mod verification;

use super::oauth::fields::Fields;
use super::oauth::sign_in::{self, Purpose};
use super::pages::notice::{NOTICE, Notice};
use super::pages::refusal::Refusal;
use super::place::{Note, Place, Turn};
use super::visit::Visit;
use super::{Service, normal};
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use crate::wire::query;
use serde::{Deserialize, Serialize};
use session::{Visitor, at_home};

/// Where a request stands: what the place that is visited next is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// A step of opening an account.
    SignUp(sign_up::Step),
    /// The team: the account page.
    Show(Visitor, Option<Notice>),
    /// The team: changes something.
    Change(Visitor, changes::Change),
    /// The directory or the team: another e-mail address, or the end of one.
    Address(addresses::Step),
    /// A step of registering, seeing or changing an app.
    App(Visitor, own_apps::Step),
    /// The team: the address is its user's.
    Verify(verification::Link),
}

/// What becomes of a step at the door.
type Outcome = Result<(Place, Note), Response>;

/// At the door: which page, and who is it?
pub fn at_the_door(service: &Service, request: Request, now: Moment) -> Turn {
    let path = normal(&request.path);
    let mut segments = path.split('/').skip(2);
    let place = (segments.next(), segments.next(), segments.next());
    let outcome = match (place, request.method.as_str()) {
        ((None, ..), "GET" | "HEAD") => show(service, &request, now),
        ((Some("sign-in"), None, _), "POST") => sign_in(&request),
        ((Some("verify"), None, _), "GET" | "HEAD") => Err(verification::page(service, &request, now)),
        ((Some("verify"), None, _), "POST") => verification::read(service, &request, now),
        ((Some("apps"), id, None), "GET" | "HEAD") => own_apps::see(service, &request, now, id),
        ((Some("apps"), id, None), "POST") => own_apps::read(service, &request, now, id),
        ((Some(name), None, _), "POST") => changes::read(service, &request, now, name),
        (_, "GET" | "HEAD" | "POST") => Err(Refusal::NoPage.page()),
        _ => Err(Refusal::Method.page().with("allow", "GET, HEAD, POST")),
    };
    match outcome {
        Ok((place, note)) => Turn::go(place, Request { body: Vec::new(), ..request }, note),
        Err(response) => response.into(),
    }
}

/// At a place: one step further.
pub fn at_a_place(visit: &Visit<'_>, step: Step) -> Turn {
    let outcome = match step {
        Step::SignUp(step) => sign_up::at_a_place(visit, step),
        Step::Show(visitor, notice) => changes::show(visit, &visitor, notice),
        Step::Change(visitor, change) => changes::change(visit, &visitor, change),
        Step::Address(step) => addresses::at_a_place(visit, step),
        Step::App(visitor, step) => own_apps::at_a_place(visit, visitor, step),
        Step::Verify(link) => verification::verify(visit, &link),
    };
    outcome.unwrap_or_else(Turn::from)
}

fn show(service: &Service, request: &Request, now: Moment) -> Outcome {
    let visitor = session::visitor(service, request, now).ok_or_else(|| session::sign_in_page("", None))?;
    Ok(at_home(&visitor, Step::Show(visitor.clone(), notice(request))))
}

/// What the page before this one wants said.
fn notice(request: &Request) -> Option<Notice> {
    let pairs = query::decode(&request.query).ok()?;
    pairs.iter().find(|(name, _)| name == NOTICE).and_then(|(_, value)| Notice::parse(value))
}

fn sign_in(request: &Request) -> Outcome {
    let fields = Fields::of_form(request)?;
    sign_in::read(Purpose::Account, &fields).map(|(place, step)| (place, step.into()))
}
