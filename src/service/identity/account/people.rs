//! People of the team: who belongs, who is invited, and what an administrator does about both.
//!
//! Every member sees the list; administrators with a confirmed address invite, withdraw and remove. A team has as many
//! seats as it says (`max_invites`), whether their people have accepted or not. Whoever is removed is gone at once:
//! their surveys pass to the team's owner, and all else that was theirs is purged. Our choice.

mod inviting;
pub mod page;

use super::Outcome;
use super::session::{self, Me, Visitor, at_home, me, to};
use crate::service::actor::place::Turn;
use crate::service::actor::service::Service;
use crate::service::actor::visit::Visit;
use crate::service::html::notice::{self, Notice};
use crate::service::html::refusal::{Refusal, internal_error};
use crate::service::identity::paths::PEOPLE;
use crate::service::jobs::purge;
use crate::service::store::activities;
use crate::service::store::sql::{Row, SqlError, atomically, first, values};
use crate::service::surveys::address::{folded, is_email};
use crate::service::surveys::design::survey::NO_FOLDER;
use crate::spec::resources::groups::{ActivityType, MemberType, MembershipStatus};
use crate::wire::dates::Moment;
use crate::wire::form::Form;
use crate::wire::http::{Request, Response};
use page::{MEMBER, Person, ROLE, View, WORKGROUP};
use serde::{Deserialize, Serialize};

/// People and workgroups that the page lists at most.
const LISTED: i64 = 500;

/// Where a request stands: at the team, always.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// The page.
    Show(Option<Notice>),
    /// Changes something.
    Do(Act),
}

/// What a form of the page asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Act {
    /// Invites an address.
    Invite(String, MemberType),
    /// Sends an invitation again.
    Again(String),
    /// Takes an invitation back.
    Withdraw(String),
    /// Removes a member.
    Remove(String),
    /// The visitor accepts the invitation of a workgroup.
    Accept(String),
}

/// At the door: the page.
pub fn see(service: &Service, request: &Request, now: Moment) -> Outcome {
    let visitor = session::visitor(service, request, now).ok_or_else(|| session::sign_in_page("", None))?;
    let step = super::Step::People(visitor.clone(), Step::Show(super::notice(request)));
    Ok(at_home(&visitor, step))
}

/// At the door: a form of the page. Its path says which one.
pub fn read(service: &Service, request: &Request, now: Moment, name: &str) -> Outcome {
    let (visitor, fields) = session::form(service, request, now)?;
    let act = of_form(name, &fields)?;
    Ok(at_home(&visitor, super::Step::People(visitor.clone(), Step::Do(act))))
}

fn of_form(name: &str, fields: &Form) -> Result<Act, Response> {
    let text = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    Ok(match name {
        "invite" => {
            let email = folded(&text("email"));
            if !is_email(&email) {
                return Err(back(Notice::BadAddress));
            }
            let role = MemberType::parse(&text(ROLE)).filter(|role| *role != MemberType::AccountOwner);
            Act::Invite(email, role.unwrap_or(MemberType::Regular))
        }
        "again" => Act::Again(text(MEMBER)),
        "withdraw" => Act::Withdraw(text(MEMBER)),
        "remove" => Act::Remove(text(MEMBER)),
        "accept" => Act::Accept(text(WORKGROUP)),
        _ => return Err(Refusal::NoPage.page()),
    })
}

fn back(notice: Notice) -> Response {
    to(&notice::at(PEOPLE, notice))
}

/// At the team.
pub fn at_the_team(visit: &Visit<'_>, visitor: &Visitor, step: Step) -> Result<Turn, Response> {
    let me = me(visit, visitor)?;
    if !me.row.truth("is_team") {
        return Err(page::no_team());
    }
    let act = match step {
        Step::Show(notice) => return show(visit, &me, &visitor.mark, notice).map(Turn::from).map_err(internal_error),
        Step::Do(act) => act,
    };
    if !matches!(act, Act::Accept(_)) {
        administers(&me)?;
    }
    let work = || {
        Ok(match &act {
            Act::Invite(email, role) => inviting::invite(visit, &me, email, *role)?,
            Act::Again(member_id) => inviting::again(visit, &me, member_id)?,
            Act::Withdraw(member_id) => inviting::withdraw(visit, &me, member_id)?,
            Act::Remove(member_id) => remove(visit, &me, member_id)?,
            Act::Accept(workgroup_id) => accept(visit, &me, workgroup_id)?,
        })
    };
    atomically(visit.sql, work).map(|notice| back(notice).into()).map_err(|_| Refusal::Broken.page())
}

fn is_administrator(me: &Me) -> bool {
    me.member_type != MemberType::Regular
}

fn administers(me: &Me) -> Result<(), Response> {
    if !is_administrator(me) {
        return Err(back(Notice::NotAdministrator));
    }
    if me.row.truth("email_verified") { Ok(()) } else { Err(back(Notice::Unconfirmed)) }
}

fn show(visit: &Visit<'_>, me: &Me, mark: &str, notice: Option<Notice>) -> Result<Response, SqlError> {
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
    let seats = first(visit.sql, "SELECT max_invites FROM team", &[])?.map_or(0, |row| row.count("max_invites"));
    let view = View {
        team: &me.row.text("team_name"),
        people: people.iter().filter_map(person).collect(),
        waiting: waiting.iter().map(|row| (row.text("id"), row.text("name"))).collect(),
        seats,
        me,
        administers: is_administrator(me),
        mark,
        notice,
    };
    Ok(page::page(&view))
}

fn person(row: &Row) -> Option<Person> {
    let name = format!("{} {}", row.text("first_name"), row.text("last_name"));
    Some(Person {
        user_id: row.text("id"),
        member_id: row.text("member_id"),
        name: name.trim().to_owned(),
        email: row.text("email"),
        role: MemberType::parse(&row.text("member_type"))?,
        status: MembershipStatus::parse(&row.text("member_status"))?,
        since: row.moment(if row.optional_text("invited").is_some() { "invited" } else { "created" }),
    })
}

fn record(visit: &Visit<'_>, me: &Me, kind: ActivityType, subject: &str) -> Result<(), SqlError> {
    activities::record(visit.ground(), &me.user_id, &visit.client().address(), kind, subject)
}

/// The member, if their invitation is pending or not.
fn member(visit: &Visit<'_>, member_id: &str, status: MembershipStatus) -> Result<Option<Row>, SqlError> {
    first(
        visit.sql,
        "SELECT id, email, username, member_type
         FROM users
         WHERE member_id = ? AND member_status = ? AND deleted IS NULL",
        values![member_id, status.as_str()],
    )
}

/// Removes a member: not the owner, and not the visitor, who deletes the account instead.
fn remove(visit: &Visit<'_>, me: &Me, member_id: &str) -> Result<Notice, SqlError> {
    let row = member(visit, member_id, MembershipStatus::Active)?;
    let owner = first(visit.sql, "SELECT id FROM users WHERE member_type = 'account_owner'", &[])?;
    let (Some(row), Some(owner)) = (row, owner.map(|row| row.text("id"))) else { return Ok(Notice::NoMember) };
    let id = row.text("id");
    if id == owner || id == me.user_id {
        return Ok(Notice::NoMember);
    }
    hand_over(visit, me, (&id, &owner), &row.text("email"))?;
    purge::remove(visit.ground(), &id, &row.text("username"))?;
    record(visit, me, ActivityType::MemberDeleted, &row.text("email"))?;
    Ok(Notice::MemberRemoved)
}

/// The member's surveys pass to the owner.
fn hand_over(visit: &Visit<'_>, me: &Me, (from, to): (&str, &str), email: &str) -> Result<(), SqlError> {
    if first(visit.sql, "SELECT id FROM surveys WHERE owner_id = ? LIMIT 1", values![from])?.is_none() {
        return Ok(());
    }
    visit.sql.run("UPDATE surveys SET owner_id = ?, folder_id = ? WHERE owner_id = ?", values![to, NO_FOLDER, from])?;
    visit.sql.run("UPDATE shares SET owner_user_id = ? WHERE owner_user_id = ?", values![to, from])?;
    record(visit, me, ActivityType::SurveyInfoTransfer, &format!("all surveys of {email}"))
}

fn accept(visit: &Visit<'_>, me: &Me, workgroup_id: &str) -> Result<Notice, SqlError> {
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
    let row = first(visit.sql, belongs, values![workgroup_id, me.user_id.as_str()])?;
    Ok(if row.is_some() { Notice::WorkgroupJoined } else { Notice::NoMember })
}
