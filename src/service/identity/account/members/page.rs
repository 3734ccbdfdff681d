//! The page of a team's members.

use crate::service::html::form::{hidden_input, input_field, post_form, select_field, submit_button};
use crate::service::html::layout::Card;
use crate::service::html::notice::Notice;
use crate::service::html::{Html, element, format_day, text, text_element, void};
use crate::service::identity::account::session::CurrentUser;
use crate::service::identity::paths::{CSRF_FIELD, PEOPLE};
use crate::spec::account::{ACCOUNT_PATH, INVITATION_DAYS};
use crate::spec::plans::Plan;
use crate::spec::resources::groups::{MemberType, MembershipStatus};
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;

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

fn member_form(view: &MembersView<'_>, name: &str, content: impl IntoIterator<Item = Html>) -> Html {
    post_form(&format!("{PEOPLE}/{name}"), std::iter::once(hidden_input(CSRF_FIELD, view.csrf_token)).chain(content))
}

/// Renders the page.
pub fn members_page(view: &MembersView<'_>) -> Response {
    let seats_text = format!("{} of {} seats are taken, invitations included.", view.people.len(), view.seats);
    let mut content = vec![
        text_element("h1", &[], "People of the team"),
        element("p", &[("class", "lead")], [text_element("strong", &[], view.team), text(" · "), text(&seats_text)]),
    ];
    content.extend(view.notice.map(Notice::to_html));
    content.extend(waiting_section(view));
    content.extend(view.people.iter().map(|person| member_entry(view, person)));
    if view.administers {
        content.push(text_element("h2", &[], "Invite a person"));
        content.push(invitation_form(view));
    }
    content.push(back_link());
    Card { status: 200, title: "People of the team", content, form_action: None }.into_wide_page()
}

fn back_link() -> Html {
    element("p", &[("class", "aside")], [text_element("a", &[("href", ACCOUNT_PATH)], "To the account")])
}

/// Invitations to workgroups that the user has not accepted.
fn waiting_section(view: &MembersView<'_>) -> Vec<Html> {
    let accept = |(id, name): &(String, String)| {
        let invitation = [text("The workgroup "), text_element("strong", &[], name), text(" invites you.")];
        let parts = [
            element("p", &[("class", "app")], invitation),
            hidden_input(WORKGROUP, id),
            submit_button("button", "Accept"),
        ];
        member_form(view, "accept", parts)
    };
    view.waiting.iter().map(accept).collect()
}

fn member_entry(view: &MembersView<'_>, person: &MemberEntry) -> Html {
    let pending = person.status == MembershipStatus::Pending;
    let name = if person.name.is_empty() { &person.email } else { &person.name };
    let mut line = vec![text_element("strong", &[], name), text(" ")];
    if !person.name.is_empty() {
        line.push(text_element("span", &[], &person.email));
        line.push(text(" "));
    }
    line.push(text_element("em", &[("class", "tag")], role_name(person.role)));
    if pending {
        line.push(text(" "));
        line.push(text_element("em", &[("class", "tag warn")], "invited"));
    }
    line.push(text(&format!(" since {}", format_day(person.since))));
    let mut parts = vec![element("p", &[("class", "app")], line)];
    if view.administers && pending {
        let member = || hidden_input(MEMBER, &person.member_id);
        let again = member_form(view, "again", [member(), submit_button("button", "Send again")]);
        let withdraw = member_form(view, "withdraw", [member(), submit_button("button danger", "Withdraw")]);
        parts.push(element("div", &[("class", "actions")], [again, withdraw]));
    } else if view.administers && person.role != MemberType::AccountOwner && person.user_id != view.user.user_id {
        let checkbox = void("input", &[("type", "checkbox"), ("required", "")]);
        let confirmation = "Surveys pass to the team’s owner. Contacts, apps and tokens of this member are deleted.";
        let confirmation = element("label", &[("class", "sure")], [checkbox, text(confirmation)]);
        parts.push(member_form(
            view,
            "remove",
            [hidden_input(MEMBER, &person.member_id), confirmation, submit_button("button danger", "Remove")],
        ));
    }
    element("section", &[], parts)
}

fn invitation_form(view: &MembersView<'_>) -> Html {
    let roles = [MemberType::Regular, MemberType::Admin].map(|kind| (kind.as_str(), role_name(kind)));
    let hint = format!("We send an e-mail with a link that works for {INVITATION_DAYS} days.");
    member_form(
        view,
        "invite",
        [
            input_field("email", "E-mail address", &[("type", "email")]),
            select_field(ROLE, "Role", MemberType::Regular.as_str(), roles.into_iter()),
            text_element("p", &[("class", "hint")], &hint),
            submit_button("button primary", "Invite"),
        ],
    )
}

/// The page of a user without a team.
pub fn no_team_page() -> Response {
    let plans = Plan::ALL.iter().filter(|plan| plan.row().team).map(|plan| plan.row().title);
    let plans = plans.collect::<Vec<_>>().join(" and ");
    let lead_text = format!("The plans {plans} are for teams. Change the plan on the account page.");
    let content = vec![
        text_element("h1", &[], "You have no team"),
        text_element("p", &[("class", "lead")], &lead_text),
        back_link(),
    ];
    Card { status: 403, title: "You have no team", content, form_action: None }.into_page()
}
