//! Accounts: opening one, seeing and changing it, the apps that it has linked, and the apps of its own.
//!
//! | Request | Walk |
//! |---|---|
//! | `POST /oauth/sign-up` | door → directory (client) → directory (address) → team (makes) → directory (settles) → team (writes): [`sign_up`] |
//! | later, for an address that the directory knows | team → the address's team (looks, writes) → directory (frees) → …: [`availability`](sign_up::availability) |
//! | `POST /account/sign-in` | door → directory (client) → directory (address) → team: [`session`] |
//! | `GET /account/` and what the account alone changes | door → team: [`changes`] |
//! | another e-mail address | door → team → directory (new) → team → directory (old): [`addresses`] |
//! | an app of one's own | door → team → app → team: [`own_apps`] |
//! | `/account/verify` | door → team: [`verification`] |
//! | people of the team, templates of the team | door → team: [`people`], [`templates`] |
//! | an invitation that is accepted | see [`join`] |
//! | the review of apps | see [`review`] |
//!
//! The pages work without JavaScript. Paths, forms and limits are our choice.

pub mod addresses;
pub mod app_form;
pub mod changes;
pub mod join;
pub mod limits_form;
pub mod limits_view;
pub mod outcome;
pub mod own_apps;
pub mod page;
pub mod people;
pub mod reservation;
pub mod review;
pub mod session;
pub mod sign_up;
pub mod templates;
pub mod verification;

use super::app_life;
use super::oauth::fields::read_form;
use super::oauth::sign_in::{self, Purpose};
use crate::service::actor::place::{Feature, Note, Place, Turn};
use crate::service::actor::service::Service;
use crate::service::actor::visit::Visit;
use crate::service::html::notice::{NOTICE, Notice};
use crate::service::html::refusal::{Refusal, internal_error};
use crate::service::store::client::Client;
use crate::service::store::sql::atomically;
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use crate::wire::path::normal;
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
    /// A step of a review.
    Review(Visitor, review::Step),
    /// The team: its people.
    People(Visitor, people::Step),
    /// A step of accepting an invitation.
    Join(join::Step),
    /// The team: its templates.
    Templates(Visitor, templates::Step),
    /// The app: its account is purged.
    EndApp(Ended),
    /// The place of the reviews: the app of this client id is no more.
    Unlist(String),
}

impl crate::service::actor::place::Step for Step {
    const FEATURE: Feature = Feature::Account;
}

impl Step {
    /// Whether the step founds the place that it goes to.
    pub const fn founds(&self) -> bool {
        matches!(self, Step::SignUp(sign_up::Step::Make(_)) | Step::App(_, own_apps::Step::Create(..)))
    }

    /// Whether the place may be over after the step.
    pub const fn may_end(&self) -> bool {
        matches!(self, Step::EndApp(_) | Step::App(_, own_apps::Step::Apply(_, app_life::Verb::Delete, _)))
    }
}

/// An app whose account is purged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// Client id.
    pub client_id: String,
    /// The owner's team.
    pub team: String,
    /// The owner.
    pub user_id: String,
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
        ((Some("sign-in"), None, _), "POST") => sign_in(service, &request),
        ((Some("verify"), None, _), "GET" | "HEAD") => Err(verification::ask(service, &request, now)),
        ((Some("verify"), None, _), "POST") => verification::read(service, &request, now),
        ((Some("apps"), id, None), "GET" | "HEAD") => own_apps::see(service, &request, now, id),
        ((Some("apps"), id, None), "POST") => own_apps::read(service, &request, now, id),
        ((Some("join"), None, _), "GET" | "HEAD") => join::see(service, &request, now),
        ((Some("join"), None, _), "POST") => join::read(service, &request, now),
        ((Some("people"), None, _), "GET" | "HEAD") => people::see(service, &request, now),
        ((Some("people"), Some(name), None), "POST") => people::read(service, &request, now, name),
        ((Some("templates"), None, _), "GET" | "HEAD") => templates::see(service, &request, now),
        ((Some("templates"), Some(name), None), "POST") => templates::read(service, &request, now, name),
        ((Some("reviews"), id, None), "GET" | "HEAD") => review::see(service, &request, now, id),
        ((Some("reviews"), Some(id), None), "POST") => review::read(service, &request, now, id),
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
        Step::Review(visitor, step) => review::at_a_place(visit, visitor, step),
        Step::People(visitor, step) => people::at_the_team(visit, &visitor, step),
        Step::Join(step) => join::at_a_place(visit, step),
        Step::Templates(visitor, step) => templates::at_the_team(visit, &visitor, step),
        Step::EndApp(ended) => end_app(visit, ended),
        Step::Unlist(client_id) => {
            review::queue::put(visit, &client_id, None).map(|()| Response::empty(204).into()).map_err(internal_error)
        }
    };
    outcome.unwrap_or_else(Turn::from)
}

fn end_app(visit: &Visit<'_>, ended: Ended) -> Result<Turn, Response> {
    let end = || Ok(app_life::end(visit, &ended.client_id, (&ended.team, &ended.user_id))?);
    let waited = atomically(visit.sql, end).map_err(|_| Refusal::Broken.page())?;
    let unlist = Note::from(Step::Unlist(ended.client_id));
    Ok(if waited { visit.go(Place::Reviews, unlist) } else { Response::empty(204).into() })
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

fn sign_in(service: &Service, request: &Request) -> Outcome {
    let fields = read_form(request)?;
    sign_in::read(Client::of(&service.config, request), Purpose::Account, &fields)
        .map(|(place, step)| (place, step.into()))
}
