//! Accepting an invitation to a team: by choosing a password, or with the account that the address has already.
//!
//! | Request | Walk |
//! |---|---|
//! | the link | door → team (does it stand?) → directory (has the address an account?): the page |
//! | a new account | door → team → directory (leads here) → team (belongs) |
//! | the account that is there | door → team → directory → its place (password; it ends) → directory → team |
//!
//! An e-mail address belongs to one account, and an account to one place. Whoever has an account elsewhere leaves it:
//! it is deleted like any other, its name and its password come along, its surveys do not. That must be ticked. Our
//! choice. A walk that ends early leaves an account that can be restored, or an address whose link still works.

pub mod page;

use super::session;
use super::{Outcome, addresses};
use crate::service::actor::place::{Note, Place, Turn};
use crate::service::actor::service::Service;
use crate::service::actor::visit::Visit;
use crate::service::html::refusal::{Refusal, internal_error};
use crate::service::identity::account::reservation::is_over;
use crate::service::identity::invitations::{self, Invited, Link};
use crate::service::identity::names::{is_name, is_password};
use crate::service::identity::oauth::fields::read_form;
use crate::service::identity::oauth::sign_in::page::PASSWORD;
use crate::service::identity::oauth::sign_in::{self, Purpose};
use crate::service::identity::paths::KEY_FIELD;
use crate::service::identity::person::{Person, Who};
use crate::service::jobs::purge;
use crate::service::store::attempts::Guess;
use crate::service::store::restoring::restorable_until;
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{SqlError, atomically, first, values};
use crate::service::store::{activities, password};
use crate::spec::attempts::ACCOUNT;
use crate::spec::resources::groups::{ActivityType, MembershipStatus};
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use crate::wire::query;
use page::{AGREED, HOW, KNOWN, Trouble, View};
use serde::{Deserialize, Serialize};

/// Where an acceptance stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// The team: does the link stand?
    Look(Link),
    /// The directory: has the address an account?
    Ask(Link),
    /// The team: somebody accepts.
    Admit(Link, Candidate),
    /// The directory: the address leads to the team from now on. The place that the account has just left is named.
    Point(Link, Newcomer, Option<String>),
    /// The team: the newcomer belongs.
    Enter(Link, Newcomer),
}

/// Somebody who accepts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Candidate {
    /// With a first and last name and a new password.
    New(String, String, CarriedSecret),
    /// With the password of the account that the address has.
    Known(CarriedSecret),
}

/// Somebody who is about to belong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Newcomer {
    first_name: String,
    last_name: String,
    /// As it is stored.
    password: CarriedSecret,
}

impl From<Step> for Note {
    fn from(step: Step) -> Note {
        Note::from(super::Step::Join(step))
    }
}

fn opened(service: &Service, key: &str, now: Moment) -> Result<Link, Response> {
    invitations::open(&service.config, key, now).ok_or_else(page::stale)
}

/// At the door: the link.
pub fn see(service: &Service, request: &Request, now: Moment) -> Outcome {
    let pairs = query::decode(&request.query).unwrap_or_default();
    let key = pairs.iter().find(|(name, _)| name == KEY_FIELD).map_or("", |(_, key)| key.as_str());
    let link = opened(service, key, now)?;
    Ok((Place::Team(link.team.clone()), Step::Look(link).into()))
}

/// At the door: a form of the page.
pub fn read(service: &Service, request: &Request, now: Moment) -> Outcome {
    let fields = read_form(request)?;
    let key = fields.first(KEY_FIELD).unwrap_or_default();
    let link = opened(service, key, now)?;
    let text = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    let secret = CarriedSecret::new(fields.first(PASSWORD).unwrap_or_default());
    let known = text(HOW) == KNOWN;
    let (first_name, last_name) = (text("first_name"), text("last_name"));
    let trouble = match known {
        true => (text(AGREED) != "yes").then_some(Trouble::NotAgreed),
        false if !is_name(&first_name) || !is_name(&last_name) => Some(Trouble::Name),
        false => (!is_password(secret.expose())).then_some(Trouble::Password),
    };
    if let Some(trouble) = trouble {
        let view = View { link: &link, key, known, first_name: &first_name, last_name: &last_name };
        return Err(page::page(&view, Some(trouble)));
    }
    let candidate = if known { Candidate::Known(secret) } else { Candidate::New(first_name, last_name, secret) };
    Ok((Place::Team(link.team.clone()), Step::Admit(link, candidate).into()))
}

/// At a place: one step further.
pub fn at_a_place(visit: &Visit<'_>, step: Step) -> Result<Turn, Response> {
    match step {
        Step::Look(link) => match invitations::invited(visit.ground(), &link).map_err(internal_error)? {
            Invited::Pending => Ok(visit.go(Place::of_email(&link.email), Step::Ask(link))),
            Invited::Joined(_) => Err(page::joined(&link)),
            Invited::Nobody => Err(page::stale()),
        },
        Step::Ask(link) => {
            let known = elsewhere(visit, &link).map_err(internal_error)?;
            Ok(again(visit, &link, known, None).into())
        }
        Step::Admit(link, candidate) => admit(visit, link, candidate),
        Step::Point(link, newcomer, left) => {
            let work = || Ok(addresses::lead(visit, &link.email, (&link.team, link.region), left.as_deref())?);
            if atomically(visit.sql, work).map_err(|_| Refusal::Broken.page())? {
                return Ok(visit.go(Place::Team(link.team.clone()), Step::Enter(link, newcomer)));
            }
            let known = elsewhere(visit, &link).map_err(internal_error)?;
            Err(again(visit, &link, known, Some(if known { Trouble::HasAccount } else { Trouble::Busy })))
        }
        Step::Enter(link, newcomer) => enter(visit, &link, &newcomer),
    }
}

/// The page once more.
fn again(visit: &Visit<'_>, link: &Link, known: bool, trouble: Option<Trouble>) -> Response {
    let key = invitations::key(&visit.service.config, link, visit.random);
    page::page(&View { link, key: &key, known, first_name: "", last_name: "" }, trouble)
}

/// At the directory: whether the address has an account somewhere else.
fn elsewhere(visit: &Visit<'_>, link: &Link) -> Result<bool, SqlError> {
    let row = first(visit.sql, "SELECT team, until FROM addresses WHERE email = ?", values![link.email.as_str()])?;
    Ok(row.is_some_and(|row| {
        let until = row.optional_text("until").map(|_| row.moment("until"));
        row.text("team") != link.team && !is_over(until, visit.now)
    }))
}

fn admit(visit: &Visit<'_>, link: Link, candidate: Candidate) -> Result<Turn, Response> {
    match (invitations::invited(visit.ground(), &link).map_err(internal_error)?, candidate) {
        (Invited::Nobody, _) => Err(page::stale()),
        // The form was sent twice: who has the password is let in, as after the first time.
        (Invited::Joined(row), Candidate::New(_, _, given) | Candidate::Known(given)) => {
            let guess = Guess { rules: &ACCOUNT, of: &link.email, client: visit.client() };
            if guess.wait(visit.ground()).map_err(internal_error)?.is_none() {
                let (cost, known) = (visit.service.config.cost, row.text("password"));
                if password::check(visit.outside, cost, given.expose(), Some(&known), visit.random)?.fits {
                    return begin(visit, &link);
                }
                guess.failed(visit.ground()).map_err(internal_error)?;
            }
            Err(page::joined(&link))
        }
        (Invited::Pending, Candidate::New(first_name, last_name, given)) => {
            let cost = visit.service.config.cost;
            let stored = password::stored(visit.outside, cost, given.expose(), visit.random)?;
            let password = CarriedSecret::new(stored);
            let newcomer = Newcomer { first_name, last_name, password };
            Ok(visit.go(Place::of_email(&link.email), Step::Point(link, newcomer, None)))
        }
        (Invited::Pending, Candidate::Known(given)) => {
            let (place, step) = sign_in::of(visit.client(), Purpose::Join(link.clone()), &link.email, given);
            Ok(visit.go(place, step))
        }
    }
}

/// At the place of the account that the address has: who has its password leaves it. What is its only person's own is
/// deleted in time, as whoever deletes the account would have it.
pub fn leave(visit: &Visit<'_>, link: Link, who: Who) -> Result<Turn, Response> {
    let person = match who {
        Who::Person(person) | Who::Deleted(person) => person,
        Who::Nobody | Who::Invited => return Err(again(visit, &link, true, Some(Trouble::Wrong))),
        Who::TooOften(_) => return Err(again(visit, &link, true, Some(Trouble::TooOften))),
    };
    if person.team == link.team {
        return Err(page::joined(&link));
    }
    let work = || Ok(left(visit, &person)?);
    let newcomer = atomically(visit.sql, work).map_err(|_| Refusal::Broken.page())?;
    let newcomer = newcomer.ok_or_else(|| again(visit, &link, true, Some(Trouble::HasMembers)))?;
    Ok(visit.go(Place::of_email(&link.email), Step::Point(link, newcomer, Some(person.team))))
}

/// Deletes the account, unless it owns a team with other people in it.
fn left(visit: &Visit<'_>, person: &Person) -> Result<Option<Newcomer>, SqlError> {
    let row = first(
        visit.sql,
        "SELECT first_name, last_name, password, deleted,
                member_type = 'account_owner'
                  AND EXISTS (SELECT 1 FROM users AS others WHERE others.id <> users.id AND others.deleted IS NULL)
                  AS needed
         FROM users
         WHERE id = ?",
        values![person.user_id.as_str()],
    )?;
    let Some(row) = row.filter(|row| !row.truth("needed")) else { return Ok(None) };
    if row.optional_text("deleted").is_none() {
        let sql = "UPDATE users SET deleted = ?, sessions_after = ? WHERE id = ?";
        visit.sql.run(sql, values![visit.now, visit.now, person.user_id.as_str()])?;
        purge::plan(visit.ground(), &person.user_id, restorable_until(visit.now))?;
        let kind = ActivityType::MemberDeleted;
        activities::record(visit.ground(), &person.user_id, &visit.client().address(), kind, &person.email)?;
    }
    Ok(Some(Newcomer {
        first_name: row.text("first_name"),
        last_name: row.text("last_name"),
        password: CarriedSecret::new(row.text("password")),
    }))
}

/// The pending member is active from now on, in the team and in the workgroups that wait for them.
fn enter(visit: &Visit<'_>, link: &Link, newcomer: &Newcomer) -> Result<Turn, Response> {
    let work = || {
        let Invited::Pending = invitations::invited(visit.ground(), link)? else { return Ok(false) };
        let (id, active, pending) = (link.user_id.as_str(), MembershipStatus::Active, MembershipStatus::Pending);
        visit.sql.run(
            "UPDATE users
             SET first_name = ?, last_name = ?, password = ?, username = email, email_verified = 1,
                 member_status = ?, last_login = ?
             WHERE id = ?",
            values![
                newcomer.first_name.as_str(),
                newcomer.last_name.as_str(),
                newcomer.password.expose(),
                active.as_str(),
                visit.now,
                id,
            ],
        )?;
        visit.sql.run(
            "UPDATE workgroup_members
             SET status = ?, modified = ?
             WHERE user_id = ? AND status = ?",
            values![active.as_str(), visit.now, id, pending.as_str()],
        )?;
        activities::record(visit.ground(), id, &visit.client().address(), ActivityType::MemberJoined, "")?;
        Ok(true)
    };
    match atomically(visit.sql, work).map_err(|_| Refusal::Broken.page())? {
        true => begin(visit, link),
        false => Err(page::joined(link)),
    }
}

/// A session of the account pages for whoever joined.
fn begin(visit: &Visit<'_>, link: &Link) -> Result<Turn, Response> {
    let who = sign_in::still(visit, &link.user_id, link.region)?;
    session::begin(visit, &link.email, who).map(Turn::from)
}
