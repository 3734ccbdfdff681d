//! Accepting an invitation to a team, with a new password or with the account that the address already has.
//!
//! | Request | Flow |
//! |---|---|
//! | the link | router → team (is the link valid?) → directory (does the address have an account?): the page |
//! | a new account | router → team → directory (address leads to the team) → team (activates the member) |
//! | the existing account | router → team → directory → its team (checks the password) → directory (reserves) → team |
//!
//! An e-mail address belongs to one account, and an account to one team actor. A user with an account elsewhere leaves
//! it: it is deleted like any other, its name and password move to the new team, its surveys do not. The user must
//! tick a box for that. Our choice. The old account is deleted, and its address leads to the new team, by a job that is
//! scheduled when the member becomes active. A flow that ends before has changed nothing, and can be repeated: an
//! address that was claimed is freed by a job.

pub mod old_account;
pub mod page;

use super::session;
use super::{RouteResult, address_change, reservation};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::actor::service::Service;
use crate::service::environment::password;
use crate::service::environment::secret::CarriedSecret;
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::account::address_change::is_held_elsewhere;
use crate::service::identity::invitations::{self, InvitationLink, InvitationState};
use crate::service::identity::names::{account_language, is_name, is_password};
use crate::service::identity::oauth::fields::read_form;
use crate::service::identity::oauth::sign_in::page::PASSWORD;
use crate::service::identity::oauth::sign_in::{self, SignInPurpose};
use crate::service::identity::paths::KEY_FIELD;
use crate::service::store::activities;
use crate::service::store::attempts::PasswordGuess;
use crate::service::store::sql::{in_transaction, values};
use crate::spec::attempts::ACCOUNT;
use crate::spec::resources::groups::{ActivityType, MembershipStatus};
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use crate::wire::query;
use old_account::{Departure, OldAccount};
use page::{AGREED, EXISTING, HOW, JoinError, JoinView};
use serde::{Deserialize, Serialize};

/// A step of accepting an invitation, with the actor that runs it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum JoinStep {
    /// Team: checks the link.
    CheckLink(InvitationLink),
    /// Directory: looks for an account of the address.
    FindAccount(InvitationLink),
    /// Team: checks the credentials of the user who accepts.
    Admit(InvitationLink, JoinCredentials),
    /// Directory: makes the address lead to the team. If there is an account to leave, only reserves it.
    ClaimAddress(InvitationLink, NewMember, Option<OldAccount>),
    /// Team: makes the pending member active.
    Activate(InvitationLink, NewMember, Option<OldAccount>),
    /// The old account's team: deletes it.
    LeaveAccount(Departure),
    /// Directory: makes the address of the deleted account lead to the new team.
    MoveAddress(Departure),
}

/// What the user accepts with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum JoinCredentials {
    /// With a first and last name and a new password.
    NewAccount(String, String, CarriedSecret),
    /// With the password of the account that the address has.
    ExistingAccount(CarriedSecret),
}

/// The data of a member before activation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewMember {
    first_name: String,
    last_name: String,
    /// The stored form, not the plain text.
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

/// Router: the page of the link.
///
/// # Errors
///
/// A page, if the link is invalid or too old.
pub fn get_page(service: &Service, request: &Request, now: Timestamp) -> RouteResult {
    let pairs = query::decode_query(&request.query).unwrap_or_default();
    let key = pairs.iter().find(|(name, _)| name == KEY_FIELD).map_or("", |(_, key)| key.as_str());
    let link = open_link(service, key, now)?;
    Ok((ActorId::Team(link.team.clone()), JoinStep::CheckLink(link).into()))
}

/// Router: the form of the page.
///
/// # Errors
///
/// A page, if the link is invalid or too old, or a field is missing or wrong.
pub fn post_form(service: &Service, request: &Request, now: Timestamp) -> RouteResult {
    let fields = read_form(request)?;
    let key = fields.first(KEY_FIELD).unwrap_or_default();
    let link = open_link(service, key, now)?;
    let text = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    let secret = CarriedSecret::new(fields.first(PASSWORD).unwrap_or_default());
    let has_account = text(HOW) == EXISTING;
    let (first_name, last_name) = (text("first_name"), text("last_name"));
    let error = match has_account {
        true => (text(AGREED) != "yes").then_some(JoinError::NotAgreed),
        false if !is_name(&first_name) || !is_name(&last_name) => Some(JoinError::Name),
        false => (!is_password(secret.expose())).then_some(JoinError::Password),
    };
    if let Some(error) = error {
        let view = JoinView { link: &link, key, has_account, first_name: &first_name, last_name: &last_name };
        return Err(page::join_page(&view, Some(error)));
    }
    let credentials = if has_account {
        JoinCredentials::ExistingAccount(secret)
    } else {
        JoinCredentials::NewAccount(first_name, last_name, secret)
    };
    Ok((ActorId::Team(link.team.clone()), JoinStep::Admit(link, credentials).into()))
}

/// Actor: handles one step.
///
/// # Errors
///
/// A page: the invitation is over, the input is wrong, or a statement failed. While a
/// password hash is pending, the page is a placeholder that is never sent.
pub fn handle_step(context: &ActorContext<'_>, step: JoinStep) -> Result<ActorReply, Response> {
    match step {
        JoinStep::CheckLink(link) => {
            match invitations::check_invitation(context.effects(), &link).map_err(internal_error)? {
                InvitationState::Pending => {
                    Ok(context.forward_to(ActorId::of_email(&link.email), JoinStep::FindAccount(link)))
                }
                InvitationState::Joined(_) => Err(page::joined_page(&link)),
                InvitationState::Invalid => Err(page::stale_page()),
            }
        }
        JoinStep::FindAccount(link) => {
            let has_account = is_held_elsewhere(context, &link.email, &[&link.team]).map_err(internal_error)?;
            Ok(render_again(context, &link, has_account, None).into())
        }
        JoinStep::Admit(link, credentials) => admit_member(context, link, credentials),
        JoinStep::ClaimAddress(link, new_member, old) => {
            let (email, team) = (link.email.as_str(), link.team.as_str());
            let work = || match &old {
                None => address_change::assign_address(context, email, (team, link.region), None),
                Some(old) => address_change::reserve_address(context, email, team, Some(&old.team)),
            };
            if in_transaction(context.sql, || Ok(work()?)).map_err(|_| RefusalPage::InternalError.render_page())? {
                return Ok(
                    context.forward_to(ActorId::Team(link.team.clone()), JoinStep::Activate(link, new_member, old))
                );
            }
            let has_account = is_held_elsewhere(context, &link.email, &[&link.team]).map_err(internal_error)?;
            Err(render_again(
                context,
                &link,
                has_account,
                Some(if has_account { JoinError::HasAccount } else { JoinError::AddressReserved }),
            ))
        }
        JoinStep::Activate(link, new_member, old) => activate_member(context, &link, &new_member, old.as_ref()),
        JoinStep::LeaveAccount(departure) => old_account::delete_account(context, departure),
        JoinStep::MoveAddress(departure) => old_account::move_address(context, &departure),
    }
}

/// Renders the page with a fresh key, and with empty names.
fn render_again(
    context: &ActorContext<'_>,
    link: &InvitationLink,
    has_account: bool,
    error: Option<JoinError>,
) -> Response {
    let key = invitations::seal_link(&context.service.config, link, context.random);
    page::join_page(&JoinView { link, key: &key, has_account, first_name: "", last_name: "" }, error)
}

fn admit_member(
    context: &ActorContext<'_>,
    link: InvitationLink,
    credentials: JoinCredentials,
) -> Result<ActorReply, Response> {
    match (invitations::check_invitation(context.effects(), &link).map_err(internal_error)?, credentials) {
        (InvitationState::Invalid, _) => Err(page::stale_page()),
        // The form was sent twice. A user with the right password is signed in, as after the first time.
        (
            InvitationState::Joined(row),
            JoinCredentials::NewAccount(_, _, password) | JoinCredentials::ExistingAccount(password),
        ) => {
            let guess = PasswordGuess { rules: &ACCOUNT, account: &link.email, client: context.client_ip() };
            if guess.blocked_until(context.effects()).map_err(internal_error)?.is_none() {
                let (cost, stored_password) = (context.service.config.password_cost, row.text("password"));
                if password::check_password(
                    context.external,
                    cost,
                    password.expose(),
                    Some(&stored_password),
                    context.random,
                )?
                .matches
                {
                    return begin_session(context, &link);
                }
                guess.record_failure(context.effects()).map_err(internal_error)?;
            }
            Err(page::joined_page(&link))
        }
        (InvitationState::Pending, JoinCredentials::NewAccount(first_name, last_name, password)) => {
            let cost = context.service.config.password_cost;
            let stored = password::hash_password(context.external, cost, password.expose(), context.random)?;
            let password = CarriedSecret::new(stored);
            let new_member = NewMember { first_name, last_name, password };
            reservation::free_unless_stored(context.effects(), &link.email).map_err(internal_error)?;
            Ok(context.forward_to(ActorId::of_email(&link.email), JoinStep::ClaimAddress(link, new_member, None)))
        }
        (InvitationState::Pending, JoinCredentials::ExistingAccount(password)) => {
            let (actor_id, step) =
                sign_in::begin_sign_in(context.client_ip(), SignInPurpose::Join(link.clone()), &link.email, password);
            Ok(context.forward_to(actor_id, step))
        }
    }
}

/// Makes the pending member active, in the team and in the workgroups that have invited them.
fn activate_member(
    context: &ActorContext<'_>,
    link: &InvitationLink,
    new_member: &NewMember,
    old: Option<&OldAccount>,
) -> Result<ActorReply, Response> {
    let work = || {
        let InvitationState::Pending = invitations::check_invitation(context.effects(), link)? else {
            return Ok(false);
        };
        let (id, active, pending) = (link.user_id.as_str(), MembershipStatus::Active, MembershipStatus::Pending);
        context.sql.run(
            "UPDATE users
             SET first_name = ?, last_name = ?, password = ?, language = ?, username = email, email_verified = 1,
                 member_status = ?, last_login = ?
             WHERE id = ?",
            values![
                new_member.first_name.as_str(),
                new_member.last_name.as_str(),
                new_member.password.expose(),
                account_language(context.request),
                active.as_str(),
                context.now,
                id,
            ],
        )?;
        context.sql.run(
            "UPDATE workgroup_members
             SET status = ?, modified = ?
             WHERE user_id = ? AND status = ?",
            values![active.as_str(), context.now, id, pending.as_str()],
        )?;
        activities::record_activity(
            context.effects(),
            id,
            &context.client_ip().to_text(),
            ActivityType::MemberJoined,
            "",
        )?;
        if let Some(old) = old {
            old_account::schedule_departure(context.effects(), old, &link.email)?;
        }
        Ok(true)
    };
    match in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())? {
        true => begin_session(context, link),
        false => Err(page::joined_page(link)),
    }
}

/// Signs the new member in to the account pages.
fn begin_session(context: &ActorContext<'_>, link: &InvitationLink) -> Result<ActorReply, Response> {
    let result = sign_in::find_user(context, &link.user_id, link.region)?;
    session::begin_session(context, &link.email, result).map(ActorReply::from)
}
