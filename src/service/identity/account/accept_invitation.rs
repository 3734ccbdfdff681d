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

pub mod old_account;
pub mod page;

use super::session;
use super::{RouteResult, address_change};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::actor::service::Service;
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::account::reservation::is_over;
use crate::service::identity::invitations::{self, InvitationLink, InvitationState};
use crate::service::identity::names::{is_name, is_password};
use crate::service::identity::oauth::fields::read_form;
use crate::service::identity::oauth::sign_in::page::PASSWORD;
use crate::service::identity::oauth::sign_in::{self, SignInPurpose};
use crate::service::identity::paths::KEY_FIELD;
use crate::service::store::attempts::PasswordGuess;
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
use crate::service::store::{activities, password};
use crate::spec::attempts::ACCOUNT;
use crate::spec::resources::groups::{ActivityType, MembershipStatus};
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use crate::wire::query;
use page::{AGREED, EXISTING, HOW, JoinError, JoinView};
use serde::{Deserialize, Serialize};

/// Where an acceptance stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum JoinStep {
    /// The team: does the link stand?
    CheckLink(InvitationLink),
    /// The directory: has the address an account?
    FindAccount(InvitationLink),
    /// The team: somebody accepts.
    Admit(InvitationLink, JoinCredentials),
    /// The directory: the address leads to the team from now on. The place that the account has just left is named.
    ClaimAddress(InvitationLink, NewMember, Option<String>),
    /// The team: the newcomer belongs.
    Activate(InvitationLink, NewMember),
}

/// Somebody who accepts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum JoinCredentials {
    /// With a first and last name and a new password.
    NewAccount(String, String, CarriedSecret),
    /// With the password of the account that the address has.
    ExistingAccount(CarriedSecret),
}

/// Somebody who is about to belong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewMember {
    first_name: String,
    last_name: String,
    /// As it is stored.
    password: CarriedSecret,
}

impl From<JoinStep> for Command {
    fn from(step: JoinStep) -> Command {
        Command::from(super::AccountStep::Join(step))
    }
}

fn open_link(service: &Service, key: &str, now: Timestamp) -> Result<InvitationLink, Response> {
    invitations::open_link(&service.config, key, now).ok_or_else(page::stale_page)
}

/// At the door: the link.
pub fn get_page(service: &Service, request: &Request, now: Timestamp) -> RouteResult {
    let pairs = query::decode_query(&request.query).unwrap_or_default();
    let key = pairs.iter().find(|(name, _)| name == KEY_FIELD).map_or("", |(_, key)| key.as_str());
    let link = open_link(service, key, now)?;
    Ok((ActorId::Team(link.team.clone()), JoinStep::CheckLink(link).into()))
}

/// At the door: a form of the page.
pub fn post_form(service: &Service, request: &Request, now: Timestamp) -> RouteResult {
    let fields = read_form(request)?;
    let key = fields.first(KEY_FIELD).unwrap_or_default();
    let link = open_link(service, key, now)?;
    let text = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    let secret = CarriedSecret::new(fields.first(PASSWORD).unwrap_or_default());
    let known = text(HOW) == EXISTING;
    let (first_name, last_name) = (text("first_name"), text("last_name"));
    let trouble = match known {
        true => (text(AGREED) != "yes").then_some(JoinError::NotAgreed),
        false if !is_name(&first_name) || !is_name(&last_name) => Some(JoinError::Name),
        false => (!is_password(secret.expose())).then_some(JoinError::Password),
    };
    if let Some(trouble) = trouble {
        let view = JoinView { link: &link, key, known, first_name: &first_name, last_name: &last_name };
        return Err(page::join_page(&view, Some(trouble)));
    }
    let candidate = if known {
        JoinCredentials::ExistingAccount(secret)
    } else {
        JoinCredentials::NewAccount(first_name, last_name, secret)
    };
    Ok((ActorId::Team(link.team.clone()), JoinStep::Admit(link, candidate).into()))
}

/// At a place: one step further.
pub fn handle_step(visit: &ActorContext<'_>, step: JoinStep) -> Result<ActorReply, Response> {
    match step {
        JoinStep::CheckLink(link) => {
            match invitations::check_invitation(visit.effects(), &link).map_err(internal_error)? {
                InvitationState::Pending => {
                    Ok(visit.forward_to(ActorId::of_email(&link.email), JoinStep::FindAccount(link)))
                }
                InvitationState::Joined(_) => Err(page::joined_page(&link)),
                InvitationState::Invalid => Err(page::stale_page()),
            }
        }
        JoinStep::FindAccount(link) => {
            let known = has_account_elsewhere(visit, &link).map_err(internal_error)?;
            Ok(render_again(visit, &link, known, None).into())
        }
        JoinStep::Admit(link, candidate) => admit_member(visit, link, candidate),
        JoinStep::ClaimAddress(link, newcomer, left) => {
            let work =
                || Ok(address_change::assign_address(visit, &link.email, (&link.team, link.region), left.as_deref())?);
            if in_transaction(visit.sql, work).map_err(|_| RefusalPage::InternalError.render_page())? {
                return Ok(visit.forward_to(ActorId::Team(link.team.clone()), JoinStep::Activate(link, newcomer)));
            }
            let known = has_account_elsewhere(visit, &link).map_err(internal_error)?;
            Err(render_again(
                visit,
                &link,
                known,
                Some(if known { JoinError::HasAccount } else { JoinError::AddressReserved }),
            ))
        }
        JoinStep::Activate(link, newcomer) => activate_member(visit, &link, &newcomer),
    }
}

/// The page once more.
fn render_again(visit: &ActorContext<'_>, link: &InvitationLink, known: bool, trouble: Option<JoinError>) -> Response {
    let key = invitations::seal_link(&visit.service.config, link, visit.random);
    page::join_page(&JoinView { link, key: &key, known, first_name: "", last_name: "" }, trouble)
}

/// At the directory: whether the address has an account somewhere else.
fn has_account_elsewhere(visit: &ActorContext<'_>, link: &InvitationLink) -> Result<bool, SqlError> {
    let row =
        first_row(visit.sql, "SELECT team, free_from FROM addresses WHERE email = ?", values![link.email.as_str()])?;
    Ok(row.is_some_and(|row| {
        let until = row.optional_text("free_from").map(|_| row.timestamp("free_from"));
        row.text("team") != link.team && !is_over(until, visit.now)
    }))
}

fn admit_member(
    visit: &ActorContext<'_>,
    link: InvitationLink,
    candidate: JoinCredentials,
) -> Result<ActorReply, Response> {
    match (invitations::check_invitation(visit.effects(), &link).map_err(internal_error)?, candidate) {
        (InvitationState::Invalid, _) => Err(page::stale_page()),
        // The form was sent twice: who has the password is let in, as after the first time.
        (
            InvitationState::Joined(row),
            JoinCredentials::NewAccount(_, _, given) | JoinCredentials::ExistingAccount(given),
        ) => {
            let guess = PasswordGuess { rules: &ACCOUNT, account: &link.email, client: visit.client_ip() };
            if guess.blocked_until(visit.effects()).map_err(internal_error)?.is_none() {
                let (cost, known) = (visit.service.config.password_cost, row.text("password"));
                if password::check_password(visit.external, cost, given.expose(), Some(&known), visit.random)?.matches {
                    return begin_session(visit, &link);
                }
                guess.record_failure(visit.effects()).map_err(internal_error)?;
            }
            Err(page::joined_page(&link))
        }
        (InvitationState::Pending, JoinCredentials::NewAccount(first_name, last_name, given)) => {
            let cost = visit.service.config.password_cost;
            let stored = password::hash_password(visit.external, cost, given.expose(), visit.random)?;
            let password = CarriedSecret::new(stored);
            let newcomer = NewMember { first_name, last_name, password };
            Ok(visit.forward_to(ActorId::of_email(&link.email), JoinStep::ClaimAddress(link, newcomer, None)))
        }
        (InvitationState::Pending, JoinCredentials::ExistingAccount(given)) => {
            let (place, step) =
                sign_in::begin_sign_in(visit.client_ip(), SignInPurpose::Join(link.clone()), &link.email, given);
            Ok(visit.forward_to(place, step))
        }
    }
}

/// The pending member is active from now on, in the team and in the workgroups that wait for them.
fn activate_member(
    visit: &ActorContext<'_>,
    link: &InvitationLink,
    newcomer: &NewMember,
) -> Result<ActorReply, Response> {
    let work = || {
        let InvitationState::Pending = invitations::check_invitation(visit.effects(), link)? else { return Ok(false) };
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
        activities::record_activity(visit.effects(), id, &visit.client_ip().to_text(), ActivityType::MemberJoined, "")?;
        Ok(true)
    };
    match in_transaction(visit.sql, work).map_err(|_| RefusalPage::InternalError.render_page())? {
        true => begin_session(visit, link),
        false => Err(page::joined_page(link)),
    }
}

/// A session of the account pages for whoever joined.
fn begin_session(visit: &ActorContext<'_>, link: &InvitationLink) -> Result<ActorReply, Response> {
    let who = sign_in::find_user(visit, &link.user_id, link.region)?;
    session::begin_session(visit, &link.email, who).map(ActorReply::from)
}
