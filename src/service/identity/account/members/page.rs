//! The page of a team's members.

use crate::service::html::form::{InputField, hidden_input, select_field};
use crate::service::html::format_day;
use crate::service::html::layout::Card;
use crate::service::html::notice::{Notice, titled};
use crate::service::identity::account::session::CurrentUser;
use crate::service::identity::paths::{CSRF_FIELD, PEOPLE};
use crate::spec::account::{ACCOUNT_PATH, INVITATION_DAYS};
use crate::spec::plans::Plan;
use crate::spec::resources::groups::{MemberType, MembershipStatus};
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;
use maud::{Markup, html};

/// Name of the field with a member's id.
pub const MEMBER: &str = "member_id";

/// Name of the field with a workgroup's id.
pub const WORKGROUP: &str = "workgroup_id";

/// Name of the field with the role of the invited person.
pub const ROLE: &str = "role";

/// A member or a pending member on the page.
pub struct MemberEntry {
    /// Id of the user.
    pub user_id: String,
    /// Id as a member.
    pub member_id: String,
    /// First and last name; empty until the invitation is accepted.
    pub name: String,
    /// E-mail address.
    pub email: String,
    /// Role in the team.
    pub role: MemberType,
    /// Active, or pending until the invitation is accepted.
    pub status: MembershipStatus,
    /// When the person became a member, or was invited last.
    pub since: Timestamp,
}

/// Contents of the page.
pub struct MembersView<'a> {
    /// Name of the team.
    pub team: &'a str,
    /// Members and pending members.
    pub people: Vec<MemberEntry>,
    /// Ids and names of the workgroups whose invitation the user has not accepted.
    pub waiting: Vec<(String, String)>,
    /// Number of seats.
    pub seats: u64,
    /// The user who sees the page.
    pub user: &'a CurrentUser,
    /// Whether this user is an administrator.
    pub administers: bool,
    /// CSRF token of the session.
    pub csrf_token: &'a str,
    /// Message at the top of the page.
    pub notice: Option<Notice>,
}

const fn role_name(role: MemberType) -> &'static str {
    match role {
        MemberType::AccountOwner => "owner",
        MemberType::Admin => "administrator",
        MemberType::Regular => "member",
    }
}

/// Renders the page.
pub fn members_page(view: &MembersView<'_>) -> Response {
    let content = html! {
        h1 { "People of the team" }
        p.lead {
            strong { (view.team) }
            " · " (view.people.len()) " of " (view.seats) " seats are taken, invitations included."
        }
        @if let Some(notice) = view.notice { (notice) }
        (waiting_section(view))
        @for person in &view.people { (member_entry(view, person)) }
        @if view.administers {
            h2 { "Invite a person" }
            (invitation_form(view))
        }
        p.aside { a href=(ACCOUNT_PATH) { "To the account" } }
    };
    Card { status: 200, title: &titled("People of the team", view.notice), content, form_action: None }.into_wide_page()
}

/// Invitations to workgroups that the user has not accepted.
fn waiting_section(view: &MembersView<'_>) -> Markup {
    html! {
        @for (id, name) in &view.waiting {
            form method="post" action={ (PEOPLE) "/accept" } {
                (hidden_input(CSRF_FIELD, view.csrf_token))
                p.app { "The workgroup " strong { (name) } " invites you." }
                (hidden_input(WORKGROUP, id))
                button.button type="submit" { "Accept" }
            }
        }
    }
}

fn member_entry(view: &MembersView<'_>, person: &MemberEntry) -> Markup {
    let pending = person.status == MembershipStatus::Pending;
    let removable = person.role != MemberType::AccountOwner && person.user_id != view.user.user_id;
    html! {
        section {
            p.app {
                @if person.name.is_empty() {
                    strong { (person.email) } " "
                } @else {
                    strong { (person.name) } " " span { (person.email) } " "
                }
                em.tag { (role_name(person.role)) }
                @if pending { " " em.tag.warn { "invited" } }
                " since " (format_day(person.since))
            }
            @if view.administers && pending {
                (pending_member_actions(view, person))
            } @else if view.administers && removable {
                (removal_form(view, person))
            }
        }
    }
}

fn pending_member_actions(view: &MembersView<'_>, person: &MemberEntry) -> Markup {
    html! {
        .actions {
            form method="post" action={ (PEOPLE) "/again" } {
                (hidden_input(CSRF_FIELD, view.csrf_token))
                (hidden_input(MEMBER, &person.member_id))
                button.button type="submit" { "Send again" }
            }
            form method="post" action={ (PEOPLE) "/withdraw" } {
                (hidden_input(CSRF_FIELD, view.csrf_token))
                (hidden_input(MEMBER, &person.member_id))
                button.button.danger type="submit" { "Withdraw" }
            }
        }
    }
}

/// The form that removes a member. The browser requires a tick first.
fn removal_form(view: &MembersView<'_>, person: &MemberEntry) -> Markup {
    html! {
        form method="post" action={ (PEOPLE) "/remove" } {
            (hidden_input(CSRF_FIELD, view.csrf_token))
            (hidden_input(MEMBER, &person.member_id))
            label.sure {
                input type="checkbox" required;
                "Surveys pass to the team’s owner. Contacts, apps and tokens of this member are deleted. The record of "
                "the member’s activities stays."
            }
            button.button.danger type="submit" { "Remove" }
        }
    }
}

fn invitation_form(view: &MembersView<'_>) -> Markup {
    let roles = [MemberType::Regular, MemberType::Admin].map(|kind| (kind.as_str(), role_name(kind)));
    html! {
        form method="post" action={ (PEOPLE) "/invite" } {
            (hidden_input(CSRF_FIELD, view.csrf_token))
            (InputField::email("email", "E-mail address"))
            (select_field(ROLE, "Role", MemberType::Regular.as_str(), roles.into_iter()))
            p.hint { "We send an e-mail with a link that works for " (INVITATION_DAYS) " days." }
            button.button.primary type="submit" { "Invite" }
        }
    }
}

/// The page of a user without a team.
pub fn no_team_page() -> Response {
    let plans = Plan::ALL.iter().filter(|plan| plan.row().team).map(|plan| plan.row().title);
    let plans = plans.collect::<Vec<_>>().join(" and ");
    let content = html! {
        h1 { "You have no team" }
        p.lead { "The plans " (plans) " are for teams. Change the plan on the account page." }
        p.aside { a href=(ACCOUNT_PATH) { "To the account" } }
    };
    Card { status: 403, title: "You have no team", content, form_action: None }.into_page()
}
