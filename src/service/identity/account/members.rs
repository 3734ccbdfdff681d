//! People of the team: who belongs, who is invited, and what an administrator does about both.
//!
//! Every member sees the list; administrators with a confirmed address invite, withdraw and remove. A team has as many
//! seats as it says (`max_invites`), whether their people have accepted or not. Whoever is removed is gone at once:
//! their surveys pass to the team's owner, and all else that was theirs is purged. Our choice.

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
use crate::service::store::activities;
use crate::service::store::sql::{Row, SqlError, first_row, in_transaction, values};
use crate::service::surveys::design::survey_fields::NO_FOLDER;
use crate::service::surveys::formats::{is_email, normalize_email};
use crate::spec::resources::groups::{ActivityType, MemberType, MembershipStatus};
use crate::wire::dates::Timestamp;
use crate::wire::form::Form;
use crate::wire::http::{Request, Response};
use page::{MEMBER, MemberEntry, MembersView, ROLE, WORKGROUP};
use serde::{Deserialize, Serialize};

/// People and workgroups that the page lists at most.
const LISTED: i64 = 500;

/// Where a request stands: at the team, always.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum MembersStep {
    /// The page.
    Show(Option<Notice>),
    /// Changes something.
    Act(MemberAction),
}

/// What a form of the page asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum MemberAction {
    /// Invites an address.
    Invite(String, MemberType),
    /// Sends an invitation again.
    Resend(String),
    /// Takes an invitation back.
    Withdraw(String),
    /// Removes a member.
    Remove(String),
    /// The visitor accepts the invitation of a workgroup.
    Accept(String),
}

/// At the door: the page.
pub fn get_page(service: &Service, request: &Request, now: Timestamp) -> RouteResult {
    let visitor = session::read_session(service, request, now).ok_or_else(|| session::sign_in_page("", None))?;
    let step = super::AccountStep::Members(visitor.clone(), MembersStep::Show(super::parse_notice(request)));
    Ok(in_own_team(&visitor, step))
}

/// At the door: a form of the page. Its path says which one.
pub fn post_form(service: &Service, request: &Request, now: Timestamp, name: &str) -> RouteResult {
    let (visitor, fields) = session::read_session_form(service, request, now)?;
    let act = parse_action(name, &fields)?;
    Ok(in_own_team(&visitor, super::AccountStep::Members(visitor.clone(), MembersStep::Act(act))))
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
            MemberAction::Invite(email, role.unwrap_or(MemberType::Regular))
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

/// At the team.
pub fn handle_in_team(
    visit: &ActorContext<'_>,
    visitor: &AccountSession,
    step: MembersStep,
) -> Result<ActorReply, Response> {
    let me = current_user(visit, visitor)?;
    if !me.row.boolean("is_team") {
        return Err(page::no_team_page());
    }
    let act = match step {
        MembersStep::Show(notice) => {
            return show_members(visit, &me, &visitor.csrf_token, notice).map(ActorReply::from).map_err(internal_error);
        }
        MembersStep::Act(act) => act,
    };
    if !matches!(act, MemberAction::Accept(_)) {
        require_administrator(&me)?;
    }
    let work = || {
        Ok(match &act {
            MemberAction::Invite(email, role) => member_invitations::invite_member(visit, &me, email, *role)?,
            MemberAction::Resend(member_id) => member_invitations::resend_invitation(visit, &me, member_id)?,
            MemberAction::Withdraw(member_id) => member_invitations::withdraw_invitation(visit, &me, member_id)?,
            MemberAction::Remove(member_id) => remove_member(visit, &me, member_id)?,
            MemberAction::Accept(workgroup_id) => accept_workgroup(visit, &me, workgroup_id)?,
        })
    };
    in_transaction(visit.sql, work)
        .map(|notice| redirect_back(notice).into())
        .map_err(|_| RefusalPage::InternalError.render_page())
}

fn is_administrator(me: &CurrentUser) -> bool {
    me.member_type != MemberType::Regular
}

fn require_administrator(me: &CurrentUser) -> Result<(), Response> {
    if !is_administrator(me) {
        return Err(redirect_back(Notice::NotAdministrator));
    }
    if me.row.boolean("email_verified") { Ok(()) } else { Err(redirect_back(Notice::Unconfirmed)) }
}

fn show_members(
    visit: &ActorContext<'_>,
    me: &CurrentUser,
    mark: &str,
    notice: Option<Notice>,
) -> Result<Response, SqlError> {
    let people = visit.sql.run(
        "SELECT id, member_id, email, first_name, last_name, member_type, member_status, created, invited
         FROM users
         WHERE deleted IS NULL
         ORDER BY created, id
         LIMIT ?",
        values![LISTED],
    )?;
    let waiting = visit.sql.run(
        "SELECT workgroups.id, workgroups.name
         FROM workgroup_members
         JOIN workgroups ON workgroups.id = workgroup_members.workgroup_id
         WHERE workgroup_members.user_id = ? AND workgroup_members.status = ?
         ORDER BY workgroups.created, workgroups.id
         LIMIT ?",
        values![me.user_id.as_str(), MembershipStatus::Pending.as_str(), LISTED],
    )?;
    let seats = first_row(visit.sql, "SELECT max_invites FROM team", &[])?.map_or(0, |row| row.count("max_invites"));
    let view = MembersView {
        team: &me.row.text("team_name"),
        people: people.iter().filter_map(member_from_row).collect(),
        waiting: waiting.iter().map(|row| (row.text("id"), row.text("name"))).collect(),
        seats,
        me,
        administers: is_administrator(me),
        csrf_token: mark,
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
    visit: &ActorContext<'_>,
    me: &CurrentUser,
    kind: ActivityType,
    subject: &str,
) -> Result<(), SqlError> {
    activities::record_activity(visit.effects(), &me.user_id, &visit.client_ip().to_text(), kind, subject)
}

/// The member, if their invitation is pending or not.
fn find_member(visit: &ActorContext<'_>, member_id: &str, status: MembershipStatus) -> Result<Option<Row>, SqlError> {
    first_row(
        visit.sql,
        "SELECT id, email, username, member_type
         FROM users
         WHERE member_id = ? AND member_status = ? AND deleted IS NULL",
        values![member_id, status.as_str()],
    )
}

/// Removes a member: not the owner, and not the visitor, who deletes the account instead.
fn remove_member(visit: &ActorContext<'_>, me: &CurrentUser, member_id: &str) -> Result<Notice, SqlError> {
    let row = find_member(visit, member_id, MembershipStatus::Active)?;
    let owner = first_row(visit.sql, "SELECT id FROM users WHERE member_type = 'account_owner'", &[])?;
    let (Some(row), Some(owner)) = (row, owner.map(|row| row.text("id"))) else { return Ok(Notice::NoMember) };
    let id = row.text("id");
    if id == owner || id == me.user_id {
        return Ok(Notice::NoMember);
    }
    transfer_surveys(visit, me, (&id, &owner), &row.text("email"))?;
    purge::remove_user(visit.effects(), &id, &row.text("username"))?;
    record_member_activity(visit, me, ActivityType::MemberDeleted, &row.text("email"))?;
    Ok(Notice::MemberRemoved)
}

/// The member's surveys pass to the owner.
fn transfer_surveys(
    visit: &ActorContext<'_>,
    me: &CurrentUser,
    (from, to): (&str, &str),
    email: &str,
) -> Result<(), SqlError> {
    if first_row(visit.sql, "SELECT id FROM surveys WHERE owner_id = ? LIMIT 1", values![from])?.is_none() {
        return Ok(());
    }
    visit.sql.run("UPDATE surveys SET owner_id = ?, folder_id = ? WHERE owner_id = ?", values![to, NO_FOLDER, from])?;
    visit.sql.run("UPDATE shares SET owner_user_id = ? WHERE owner_user_id = ?", values![to, from])?;
    record_member_activity(visit, me, ActivityType::SurveyInfoTransfer, &format!("all surveys of {email}"))
}

fn accept_workgroup(visit: &ActorContext<'_>, me: &CurrentUser, workgroup_id: &str) -> Result<Notice, SqlError> {
    visit.sql.run(
        "UPDATE workgroup_members
         SET status = ?, modified = ?
         WHERE workgroup_id = ? AND user_id = ? AND status = ?",
        values![
            MembershipStatus::Active.as_str(),
            visit.now,
            workgroup_id,
            me.user_id.as_str(),
            MembershipStatus::Pending.as_str(),
        ],
    )?;
    let belongs = "SELECT user_id FROM workgroup_members WHERE workgroup_id = ? AND user_id = ?";
    let row = first_row(visit.sql, belongs, values![workgroup_id, me.user_id.as_str()])?;
    Ok(if row.is_some() { Notice::WorkgroupJoined } else { Notice::NoMember })
}
