//! Sign-in, consent and the token exchange: heading "Authentication", step by step and place by place.
//!
//! | Request | Walk |
//! |---|---|
//! | `GET /oauth/authorize` | door → app: the sign-in page |
//! | `POST /oauth/authorize` with a password | door → directory (client) → directory (address) → team → app: the consent page |
//! | `POST /oauth/authorize` with a yes | door → team → app: a code, by redirect |
//! | `POST /oauth/authorize` with a no | door → app: an error, by redirect |
//! | `POST /oauth/token` | door → app → team: a token |
//! | `/oauth/sign-up` | see `account::sign_up` |
//!
//! The pages set no cookie: the consent form carries a sealed ticket.
//!
//! No anonymous request asks an app whose client id anybody may have invented. The sign-in page for such an id names no
//! app and comes from the door; the app is asked for whoever has signed in, and with a code that it gave.

pub mod asked;
mod code;
mod consent;
mod exchange;
pub mod fields;
pub mod redirect;
pub mod sign_in;
mod signed_in;
pub(in crate::service) mod ticket;

use super::account::sign_up;
use super::person::Who;
use crate::service::actor::place::{Feature, Note, Place, Turn};
use crate::service::actor::service::Service;
use crate::service::actor::visit::Visit;
use crate::service::html::refusal::Refusal;
use crate::service::store::client::Client;
use crate::spec::content::REGISTRATION;
use crate::spec::oauth::{AUTHORIZE_PATH, TOKEN_PATH};
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use crate::wire::path::normal;
use asked::Asked;
use fields::read_form;
use serde::{Deserialize, Serialize};
use sign_in::Purpose;

/// Where a sign-in or a token exchange stands: what the place that is visited next is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// The app: may it ask this? Then the sign-in page.
    Ask(Asked),
    /// The directory, which counts what a client tries: may it sign in?
    Begin(sign_in::SignIn),
    /// The directory: which team knows the e-mail address?
    Find(sign_in::SignIn),
    /// The team: is this the password?
    Verify(sign_in::SignIn, crate::spec::regions::Region),
    /// The app: the consent page for whoever signed in.
    Present(Asked, String, Who),
    /// The team: is the user still there?
    Check(consent::Decision),
    /// The app: a code for what the user decided.
    Issue(consent::Decision, Who),
    /// The app: the user said no, which cannot become a yes.
    Deny(ticket::Ticket),
    /// The app: is this its secret, and is the code good?
    Redeem(exchange::Redemption),
    /// The team: stores the grant and answers with the token.
    Grant(exchange::Granted),
    /// The team: revokes the token of a code that was used twice.
    Revoke(exchange::Reused),
}

impl crate::service::actor::place::Step for Step {
    const FEATURE: Feature = Feature::OAuth;
}

const SIGN_UP: &str = REGISTRATION.form_path;

/// At the door: which app is this about?
pub fn at_the_door(service: &Service, request: Request, now: Moment) -> Turn {
    let outcome = match (normal(&request.path).as_str(), request.method.as_str()) {
        (AUTHORIZE_PATH, "GET" | "HEAD") => ask(service, &request),
        (AUTHORIZE_PATH, "POST") => answer(service, &request, now),
        (AUTHORIZE_PATH, _) => Err(Refusal::Method.page().with("allow", "GET, HEAD, POST")),
        (SIGN_UP, _) => return sign_up::at_the_door(service, request),
        (TOKEN_PATH, "POST") => exchange::read(&service.config, &request),
        (TOKEN_PATH, _) => Err(exchange::wrong_method()),
        _ => Err(Refusal::NoPage.page()),
    };
    match outcome {
        // What the form said stands in the step; passwords and secrets travel no further than they must.
        Ok((place, step)) => Turn::go(place, Request { body: Vec::new(), ..request }, Note::from(step)),
        Err(response) => response.into(),
    }
}

/// At a place: one step further.
pub fn at_a_place(visit: &Visit<'_>, step: Step) -> Turn {
    let outcome = match step {
        Step::Ask(asked) => sign_in::ask(visit, &asked),
        Step::Begin(sign_in) => signed_in::begin(visit, sign_in),
        Step::Find(sign_in) => sign_in::find(visit, sign_in),
        Step::Verify(sign_in, region) => signed_in::verify(visit, sign_in, region),
        Step::Present(asked, email, who) => consent::present(visit, asked, &email, who),
        Step::Check(decision) => consent::check(visit, decision),
        Step::Issue(decision, who) => consent::issue(visit, decision, who),
        Step::Deny(ticket) => consent::deny(visit, &ticket),
        Step::Redeem(redemption) => exchange::redeem(visit, redemption),
        Step::Grant(granted) => exchange::grant(visit, &granted),
        Step::Revoke(reused) => exchange::revoke(visit, &reused),
    };
    outcome.unwrap_or_else(Turn::from)
}

fn ask(service: &Service, request: &Request) -> Result<(Place, Step), Response> {
    let asked = Asked::read(&request.query).map_err(|refusal| refusal.page())?;
    match asked.is_proven(&service.config) {
        true => Ok((asked.place(), Step::Ask(asked))),
        false => Err(sign_in::unnamed(&asked, "", None)),
    }
}

/// A form of one of the two pages.
fn answer(service: &Service, request: &Request, now: Moment) -> Result<(Place, Step), Response> {
    let fields = read_form(request)?;
    if let Some(sealed) = fields.first(consent::page::TICKET) {
        let ticket = ticket::open(&service.config, sealed, now).ok_or_else(|| Refusal::StartAgain.page())?;
        return consent::decide(ticket, &fields);
    }
    let asked = Asked::read(&request.query).map_err(|refusal| refusal.page())?;
    sign_in::read(Client::of(&service.config, request), Purpose::App(asked), &fields)
}
