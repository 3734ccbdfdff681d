//! Members of the team: the list, invitations and removals.
//!
//! Every member sees the list; administrators with a confirmed address invite, withdraw and remove. A team has
//! `max_invites` seats; pending invitations take seats too. A removed member is deleted at once: their surveys pass to
//! the team's owner, and their other data is purged. Our choice.

mod member_invitations;
pub mod page;

use super::RouteResult;
use super::session::{self, AccountSession, CurrentUser, current_user, in_own_team, redirect_to};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::ActorReply;
use crate::service::actor::service::Service;
use crate::service::html::notice::{self, Notice};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::paths::PEOPLE;
use crate::service::jobs::purge;
use crate::service::mail::{outbox, sender};
use crate::service::store::activities;
use crate::service::store::sql::{Row, SqlError, first_row, in_transaction, values};
use crate::service::surveys::formats::{is_email, normalize_email};
use crate::spec::resources::groups::{ActivityType, MemberType, MembershipStatus};
use crate::wire::dates::Timestamp;
use crate::wire::form::Form;
use crate::wire::http::{Request, Response};
use page::{MEMBER, MemberEntry, MembersView, ROLE, WORKGROUP};
use serde::{Deserialize, Serialize};

/// Maximum number of members and of workgroups on the page.
const LISTED: i64 = 500;

/// A step of this page. All but one run in the team actor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum MembersStep {
    /// Shows the page.
    Show(Option<Notice>),
    /// Does what a form asks for.
    Act(MemberAction),
    /// Directory: claims the id for the invited user.
    ClaimId(Invitee, String),
}

/// The address of an invitation, and the role that it offers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Invitee {
    email: String,
    role: MemberType,
}

/// The action of a form of the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum MemberAction {
    /// Invites an address: draws an id first.
    Invite(Invitee),
    /// Invites an address, with the id that the directory has claimed.
    AddInvitee(Invitee, String),
    /// Sends an invitation again.
    Resend(String),
    /// Withdraws an invitation.
    Withdraw(String),
    /// Removes a member.
    Remove(String),
    /// Accepts the user's own invitation to a workgroup.
    Accept(String),
}

/// Router: the page.
///
/// # Errors
///
/// The sign-in page, without a session.
pub fn get_page(service: &Service, request: &Request, now: Timestamp) -> RouteResult {
    let session = session::read_session(service, request, now).ok_or_else(|| session::sign_in_page("", None))?;
    let step = super::AccountStep::Members(session.clone(), MembersStep::Show(super::parse_notice(request)));
    Ok(in_own_team(&session, step))
}

/// Router: a form of the page, named by the last path segment.
///
/// # Errors
///
/// A page or redirect, if there is no session, or the form is not from it, unknown or invalid.
pub fn post_form(service: &Service, request: &Request, now: Timestamp, name: &str) -> RouteResult {
    let (session, fields) = session::read_session_form(service, request, now)?;
    let action = parse_action(name, &fields)?;
    Ok(in_own_team(&session, super::AccountStep::Members(session.clone(), MembersStep::Act(action))))
}

fn parse_action(name: &str, fields: &Form) -> Result<MemberAction, Response> {
    let text = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    Ok(match name {
        "invite" => {
            let email = normalize_email(&text("email"));
            if !is_email(&email) {
                return Err(redirect_back(Notice::BadAddress));
            }
            let role = MemberType::parse(&text(ROLE)).filter(|role| *role != MemberType::AccountOwner);
            MemberAction::Invite(Invitee { email, role: role.unwrap_or(MemberType::Regular) })
        }
        "again" => MemberAction::Resend(text(MEMBER)),
        "withdraw" => MemberAction::Withdraw(text(MEMBER)),
        "remove" => MemberAction::Remove(text(MEMBER)),
        "accept" => MemberAction::Accept(text(WORKGROUP)),
        _ => return Err(RefusalPage::NotFound.render_page()),
    })
}

fn redirect_back(notice: Notice) -> Response {
    redirect_to(&notice::notice_url(PEOPLE, notice))
}

/// Actor: handles one step.
///
/// # Errors
///
/// A page or redirect, if the session has ended, the user has no team or is no administrator, or a statement fails.
pub fn handle_step(
    context: &ActorContext<'_>,
    session: &AccountSession,
    step: MembersStep,
) -> Result<ActorReply, Response> {
    match step {
        MembersStep::Show(notice) => {
            let user = current_member(context, session)?;
            show_members(context, &user, &session.csrf_token, notice).map(ActorReply::from).map_err(internal_error)
        }
        MembersStep::Act(action) => act(context, session, action),
        MembersStep::ClaimId(invitee, id) => {
            member_invitations::claim_id(context, session, invitee, id).map_err(internal_error)
        }
    }
}

fn current_member(context: &ActorContext<'_>, session: &AccountSession) -> Result<CurrentUser, Response> {
    let user = current_user(context, session)?;
    if user.row.boolean("is_team") { Ok(user) } else { Err(page::no_team_page()) }
}

fn act(context: &ActorContext<'_>, session: &AccountSession, action: MemberAction) -> Result<ActorReply, Response> {
    let user = current_member(context, session)?;
    if !matches!(action, MemberAction::Accept(_)) {
        require_administrator(&user)?;
    }
    let work = || {
        let notice = match action {
            MemberAction::Invite(invitee) => match member_invitations::find_refusal(context, &invitee.email)? {
                Some(refusal) => refusal,
                None => return Ok(member_invitations::draw_id(context, session, invitee)),
            },
            MemberAction::AddInvitee(invitee, id) => member_invitations::add_invitee(context, &user, &invitee, &id)?,
            MemberAction::Resend(member_id) => member_invitations::resend_invitation(context, &user, &member_id)?,
            MemberAction::Withdraw(member_id) => member_invitations::withdraw_invitation(context, &user, &member_id)?,
            MemberAction::Remove(member_id) => remove_member(context, &user, &member_id)?,
            MemberAction::Accept(workgroup_id) => accept_workgroup(context, &user, &workgroup_id)?,
        };
        Ok(redirect_back(notice).into())
    };
    in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())
}

fn is_administrator(user: &CurrentUser) -> bool {
    user.member_type != MemberType::Regular
}

fn require_administrator(user: &CurrentUser) -> Result<(), Response> {
    if !is_administrator(user) {
        return Err(redirect_back(Notice::NotAdministrator));
    }
    if user.row.boolean("email_verified") { Ok(()) } else { Err(redirect_back(Notice::Unconfirmed)) }
}

fn show_members(
    context: &ActorContext<'_>,
    user: &CurrentUser,
    csrf_token: &str,
    notice: Option<Notice>,
) -> Result<Response, SqlError> {
    let people = context.sql.run(
        "SELECT id, member_id, email, first_name, last_name, member_type, member_status, created, invited
         FROM users
         WHERE deleted IS NULL
         ORDER BY created, id
         LIMIT ?",
        values![LISTED],
    )?;
    let waiting = context.sql.run(
        "SELECT workgroups.id, workgroups.name
         FROM workgroup_members
         JOIN workgroups ON workgroups.id = workgroup_members.workgroup_id
         WHERE workgroup_members.user_id = ? AND workgroup_members.status = ?
         ORDER BY workgroups.created, workgroups.id
         LIMIT ?",
        values![user.user_id.as_str(), MembershipStatus::Pending.as_str(), LISTED],
    )?;
    let seats = first_row(context.sql, "SELECT max_invites FROM team", &[])?.map_or(0, |row| row.count("max_invites"));
    let view = MembersView {
        team: &user.row.text("team_name"),
        people: people.iter().filter_map(member_from_row).collect(),
        waiting: waiting.iter().map(|row| (row.text("id"), row.text("name"))).collect(),
        seats,
        user,
        administers: is_administrator(user),
        csrf_token,
        notice,
    };
    Ok(page::members_page(&view))
}

fn member_from_row(row: &Row) -> Option<MemberEntry> {
    let name = format!("{} {}", row.text("first_name"), row.text("last_name"));
    Some(MemberEntry {
        user_id: row.text("id"),
        member_id: row.text("member_id"),
        name: name.trim().to_owned(),
        email: row.text("email"),
        role: MemberType::parse(&row.text("member_type"))?,
        status: MembershipStatus::parse(&row.text("member_status"))?,
        since: row.timestamp(if row.optional_text("invited").is_some() { "invited" } else { "created" }),
    })
}

fn record_member_activity(
    context: &ActorContext<'_>,
    user: &CurrentUser,
    kind: ActivityType,
    subject: &str,
) -> Result<(), SqlError> {
    activities::record_activity(context.effects(), &user.user_id, &context.client_ip().to_text(), kind, subject)
}

/// The member with this id, if the membership has this status.
fn find_member(context: &ActorContext<'_>, member_id: &str, status: MembershipStatus) -> Result<Option<Row>, SqlError> {
    first_row(
        context.sql,
        "SELECT id, email, username, member_type
         FROM users
         WHERE member_id = ? AND member_status = ? AND deleted IS NULL",
        values![member_id, status.as_str()],
    )
}

/// Removes a member. The owner cannot be removed, nor the user who asks, who deletes the account instead.
fn remove_member(context: &ActorContext<'_>, user: &CurrentUser, member_id: &str) -> Result<Notice, SqlError> {
    let row = find_member(context, member_id, MembershipStatus::Active)?;
    let owner =
        first_row(context.sql, "SELECT id FROM users WHERE member_type = 'account_owner' AND deleted IS NULL", &[])?;
    let (Some(row), Some(owner)) = (row, owner.map(|row| row.text("id"))) else { return Ok(Notice::NoMember) };
    let id = row.text("id");
    if id == owner || id == user.user_id {
        return Ok(Notice::NoMember);
    }
    // Before the removal, which deletes what still belongs to the member.
    transfer_surveys(context, user, (&id, &owner), &row.text("email"))?;
    purge::remove_user(context.effects(), &id, &row.text("username"))?;
    for address in ["username", "email"] {
        outbox::delete_account_mails(context.sql, &row.text(address))?;
    }
    sender::pass_to_owners(context.effects(), &row.text("username"))?;
    record_member_activity(context, user, ActivityType::MemberDeleted, &row.text("email"))?;
    Ok(Notice::MemberRemoved)
}

/// Passes the member's surveys to the owner, with what is known of deleted recipients and the messages that are not
/// sent.
fn transfer_surveys(
    context: &ActorContext<'_>,
    user: &CurrentUser,
    (from, to): (&str, &str),
    email: &str,
) -> Result<(), SqlError> {
    context.sql.run(
        "UPDATE message_sends
         SET user_id = ?
         WHERE user_id = ? AND (SELECT status FROM messages WHERE messages.id = message_id) = 'not_sent'",
        values![to, from],
    )?;
    if first_row(context.sql, "SELECT id FROM surveys WHERE owner_id = ? LIMIT 1", values![from])?.is_some() {
        record_member_activity(context, user, ActivityType::SurveyInfoTransfer, &format!("all surveys of {email}"))?;
    }
    // The purge of the member passes what is left.
    purge::pass_surveys(context.effects(), from, to).map(drop)
}

fn accept_workgroup(context: &ActorContext<'_>, user: &CurrentUser, workgroup_id: &str) -> Result<Notice, SqlError> {
    let [active, pending] = [MembershipStatus::Active, MembershipStatus::Pending].map(MembershipStatus::as_str);
    context.sql.run(
        "UPDATE workgroup_members
         SET status = ?, modified = ?
         WHERE workgroup_id = ? AND user_id = ? AND status = ?",
        values![active, context.now, workgroup_id, user.user_id.as_str(), pending],
    )?;
    let belongs = "SELECT user_id FROM workgroup_members WHERE workgroup_id = ? AND user_id = ?";
    let is_member = first_row(context.sql, belongs, values![workgroup_id, user.user_id.as_str()])?.is_some();
    Ok(if is_member { Notice::WorkgroupJoined } else { Notice::NoMember })
}
