//! The page of the people of a team.

use crate::service::html::form::{field, hidden, post, select, submit};
use crate::service::html::layout::Card;
use crate::service::html::notice::Notice;
use crate::service::html::{Html, day, element, phrase, text, void};
use crate::service::identity::account::session::Me;
use crate::service::identity::paths::{CSRF_FIELD, PEOPLE};
use crate::spec::account::{ACCOUNT_PATH, INVITATION_DAYS};
use crate::spec::plans::Plan;
use crate::spec::resources::groups::{MemberType, MembershipStatus};
use crate::wire::dates::Moment;
use crate::wire::http::Response;

/// Name of the field with a member's id.
pub const MEMBER: &str = "member_id";

/// Name of the field with a workgroup's id.
pub const WORKGROUP: &str = "workgroup_id";

/// Name of the field with the role of whoever is invited.
pub const ROLE: &str = "role";

/// Somebody of the team.
pub struct Person {
    /// Id of the user.
    pub user_id: String,
    /// Id as a member.
    pub member_id: String,
    /// First and last name; empty while unknown.
    pub name: String,
    /// E-mail address.
    pub email: String,
    /// Role in the team.
    pub role: MemberType,
    /// Whether the invitation was accepted.
    pub status: MembershipStatus,
    /// Since when the person is a member or invited.
    pub since: Moment,
}

/// What the page shows.
pub struct View<'a> {
    /// Name of the team.
    pub team: &'a str,
    /// Its people.
    pub people: Vec<Person>,
    /// Ids and names of the workgroups that wait for the visitor's word.
    pub waiting: Vec<(String, String)>,
    /// Most people of the team.
    pub seats: u64,
    /// Who looks at it.
    pub me: &'a Me,
    /// Whether they administer the team.
    pub administers: bool,
    /// The mark of the session's forms.
    pub mark: &'a str,
    /// What is said first.
    pub notice: Option<Notice>,
}

const fn role(role: MemberType) -> &'static str {
    match role {
        MemberType::AccountOwner => "owner",
        MemberType::Admin => "administrator",
        MemberType::Regular => "member",
    }
}

fn form(view: &View<'_>, name: &str, content: impl IntoIterator<Item = Html>) -> Html {
    post(&format!("{PEOPLE}/{name}"), std::iter::once(hidden(CSRF_FIELD, view.mark)).chain(content))
}

/// The page.
pub fn page(view: &View<'_>) -> Response {
    let taken = format!("{} of {} seats are taken, invitations included.", view.people.len(), view.seats);
    let mut content = vec![
        phrase("h1", &[], "People of the team"),
        element("p", &[("class", "lead")], [phrase("strong", &[], view.team), text(" · "), text(&taken)]),
    ];
    content.extend(view.notice.map(Notice::shown));
    content.extend(waiting(view));
    content.extend(view.people.iter().map(|person| shown(view, person)));
    if view.administers {
        content.push(phrase("h2", &[], "Invite somebody"));
        content.push(invitation(view));
    }
    content.push(back());
    Card { status: 200, title: "People of the team", content, form_action: None }.wide_page()
}

fn back() -> Html {
    element("p", &[("class", "aside")], [phrase("a", &[("href", ACCOUNT_PATH)], "To the account")])
}

/// Workgroups that have invited the visitor.
fn waiting(view: &View<'_>) -> Vec<Html> {
    let accept = |(id, name): &(String, String)| {
        let asked = [text("The workgroup "), phrase("strong", &[], name), text(" invites you.")];
        let parts = [element("p", &[("class", "app")], asked), hidden(WORKGROUP, id), submit("button", "Accept")];
        form(view, "accept", parts)
    };
    view.waiting.iter().map(accept).collect()
}

fn shown(view: &View<'_>, person: &Person) -> Html {
    let pending = person.status == MembershipStatus::Pending;
    let name = if person.name.is_empty() { &person.email } else { &person.name };
    let mut line = vec![phrase("strong", &[], name), text(" ")];
    if !person.name.is_empty() {
        line.push(phrase("span", &[], &person.email));
        line.push(text(" "));
    }
    line.push(phrase("em", &[("class", "tag")], role(person.role)));
    if pending {
        line.push(text(" "));
        line.push(phrase("em", &[("class", "tag warn")], "invited"));
    }
    line.push(text(&format!(" since {}", day(person.since))));
    let mut parts = vec![element("p", &[("class", "app")], line)];
    if view.administers && pending {
        let member = || hidden(MEMBER, &person.member_id);
        let again = form(view, "again", [member(), submit("button", "Send again")]);
        let withdraw = form(view, "withdraw", [member(), submit("button danger", "Withdraw")]);
        parts.push(element("div", &[("class", "actions")], [again, withdraw]));
    } else if view.administers && person.role != MemberType::AccountOwner && person.user_id != view.me.user_id {
        let tick = void("input", &[("type", "checkbox"), ("required", "")]);
        let sure = "The surveys pass to the team’s owner; contacts, apps and tokens of this member end.";
        let sure = element("label", &[("class", "sure")], [tick, text(sure)]);
        parts.push(form(view, "remove", [hidden(MEMBER, &person.member_id), sure, submit("button danger", "Remove")]));
    }
    element("section", &[], parts)
}

fn invitation(view: &View<'_>) -> Html {
    let roles = [MemberType::Regular, MemberType::Admin].map(|kind| (kind.as_str(), role(kind)));
    let hint = format!("We write to the address. The link in the mail works for {INVITATION_DAYS} days.");
    form(
        view,
        "invite",
        [
            field("email", "E-mail address", &[("type", "email")]),
            select(ROLE, "Role", MemberType::Regular.as_str(), roles.into_iter()),
            phrase("p", &[("class", "hint")], &hint),
            submit("button primary", "Invite"),
        ],
    )
}

/// The page of somebody who has no team.
pub fn no_team() -> Response {
    let plans = Plan::ALL.iter().filter(|plan| plan.row().team).map(|plan| plan.row().title);
    let plans = plans.collect::<Vec<_>>().join(" and ");
    let about = format!("The plans {plans} are for teams. Change the plan on the account page.");
    let content = vec![phrase("h1", &[], "You have no team"), phrase("p", &[("class", "lead")], &about), back()];
    Card { status: 403, title: "You have no team", content, form_action: None }.page()
}
