//! What follows a sign-in: consent, the account pages, or an invitation that is accepted.

use super::Step;
use super::sign_in::page::Trouble;
use super::sign_in::{self, Purpose, SignIn, unnamed};
use crate::service::actor::place::{Place, Turn};
use crate::service::actor::visit::Visit;
use crate::service::identity::account::{join, session};
use crate::service::identity::person::Who;
use crate::spec::regions::Region;
use crate::wire::http::Response;

/// At the shard of the client: on to the directory, unless the client tries too many accounts.
pub fn begin(visit: &Visit<'_>, sign_in: SignIn) -> Result<Turn, Response> {
    match sign_in::wait(visit)? {
        Some(next) => follow(visit, sign_in, Who::TooOften(next)),
        None => Ok(visit.go(Place::of_email(&sign_in.email), Step::Find(sign_in))),
    }
}

/// At the team: checks the password, and goes on.
pub fn verify(visit: &Visit<'_>, sign_in: SignIn, region: Region) -> Result<Turn, Response> {
    let who = sign_in::verify(visit, &sign_in, region)?;
    follow(visit, sign_in, who)
}

fn follow(visit: &Visit<'_>, sign_in: SignIn, who: Who) -> Result<Turn, Response> {
    match sign_in.purpose {
        Purpose::App(asked) if !matches!(who, Who::Person(_)) && !asked.is_proven(&visit.service.config) => {
            Err(unnamed(&asked, &sign_in.email, Trouble::of(&who, visit.now)))
        }
        Purpose::App(asked) => Ok(visit.go(asked.place(), Step::Present(asked, sign_in.email, who))),
        Purpose::Join(link) => join::leave(visit, link, who),
        Purpose::Account => session::begin(visit, &sign_in.email, who).map(Turn::from),
    }
}
