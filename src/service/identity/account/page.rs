//! The account page: profile, plan, linked apps, apps of one's own, and the end of the account.

use crate::service::html::form::{field, hidden, post, select, submit};
use crate::service::html::layout::Card;
use crate::service::html::notice::Notice;
use crate::service::html::{Html, day, element, phrase, text};
use crate::service::identity::account::session::Me;
use crate::service::identity::paths::{CSRF_FIELD, NEW_APP, PEOPLE, REVIEWS, TEMPLATES, app_page};
use crate::spec::account::{ACCOUNT_PATH, NAME_MAX, RESTORE_DAYS};
use crate::spec::apps::APPS_PATH;
use crate::spec::content::PRICING_PATH;
use crate::spec::plans::Plan;
use crate::spec::scopes::Scope;
use crate::wire::dates::Moment;
use crate::wire::http::Response;

/// An app that the account has granted something.
pub struct Linked {
    /// Client id.
    pub client_id: String,
    /// Name.
    pub name: String,
    /// What it was granted.
    pub scopes: Vec<Scope>,
    /// When.
    pub since: Moment,
}

/// An app of the account's own.
pub struct Own {
    /// Client id.
    pub client_id: String,
    /// Name.
    pub name: String,
}

/// What the page shows.
pub struct View<'a> {
    /// Whose account it is.
    pub me: &'a Me,
    /// The apps that have access.
    pub linked: Vec<Linked>,
    /// The apps of the account's own.
    pub own: Vec<Own>,
    /// Whether the person reviews apps.
    pub reviews: bool,
    /// The mark of the session's forms.
    pub mark: &'a str,
    /// What is said first.
    pub notice: Option<Notice>,
}

/// The address of one of the page's forms.
fn action(name: &str) -> String {
    format!("{ACCOUNT_PATH}{name}")
}

/// A form of the page with its mark.
fn marked(name: &str, mark: &str, content: impl IntoIterator<Item = Html>) -> Html {
    post(&action(name), std::iter::once(hidden(CSRF_FIELD, mark)).chain(content))
}

/// The page.
pub fn page(view: &View<'_>) -> Response {
    let mut content = vec![
        phrase("h1", &[], "Your account"),
        element(
            "p",
            &[("class", "lead")],
            [text(&view.me.email), text(" · "), text(view.me.plan.row().title), text(" plan")],
        ),
    ];
    content.extend(view.notice.map(Notice::shown));
    if !view.me.row.truth("email_verified") {
        content.push(unverified(view.mark));
    }
    content.push(ways(view));
    content.extend(profile(view));
    content.extend(plan(view));
    content.extend(linked(view));
    content.extend(own(view));
    content.extend(end(view));
    Card { status: 200, title: "Your account", content, form_action: None }.wide_page()
}

fn unverified(mark: &str) -> Html {
    let about = "Your e-mail address is not confirmed. Sending messages and registering apps wait for it.";
    marked("mail", mark, [phrase("p", &[("class", "message")], about), submit("button", "Send the mail again")])
}

/// The ways to the pages beside this one.
fn ways(view: &View<'_>) -> Html {
    let way = |address, label| phrase("a", &[("class", "button"), ("href", address)], label);
    let mut ways = vec![way(TEMPLATES, "Templates of the team")];
    if view.me.row.truth("is_team") {
        ways.insert(0, way(PEOPLE, "People of the team"));
    }
    if view.reviews {
        ways.push(way(REVIEWS, "Apps to review"));
    }
    element("div", &[("class", "actions")], ways)
}

fn profile(view: &View<'_>) -> [Html; 4] {
    let longest = NAME_MAX.to_string();
    let value = |column: &str| view.me.row.text(column);
    let (first_name, last_name) = (value("first_name"), value("last_name"));
    let name = |name, label, value| field(name, label, &[("value", value), ("maxlength", &longest)]);
    let names = [name("first_name", "First name", &first_name), name("last_name", "Last name", &last_name)];
    [
        phrase("h2", &[], "Profile"),
        marked("name", view.mark, [element("div", &[("class", "row")], names), submit("button", "Save the name")]),
        marked(
            "email",
            view.mark,
            [
                field("email", "E-mail address", &[("type", "email"), ("value", &view.me.email)]),
                field("email_proof", "Your password", &[("type", "password"), ("autocomplete", "current-password")]),
                submit("button", "Change the address"),
            ],
        ),
        marked(
            "password",
            view.mark,
            [
                field(
                    "password_proof",
                    "Password so far",
                    &[("type", "password"), ("autocomplete", "current-password")],
                ),
                field("new_password", "New password", &[("type", "password"), ("autocomplete", "new-password")]),
                submit("button", "Change the password"),
            ],
        ),
    ]
}

fn plan(view: &View<'_>) -> [Html; 3] {
    let plans = Plan::ALL.iter().map(|plan| (plan.as_str(), plan.row().title));
    [
        phrase("h2", &[], "Plan"),
        element(
            "p",
            &[("class", "hint")],
            [
                text("No money is taken: the plan is changed at once. "),
                phrase("a", &[("href", PRICING_PATH)], "Compare the plans"),
                text("."),
            ],
        ),
        marked(
            "plan",
            view.mark,
            [select("plan", "Plan", view.me.plan.as_str(), plans), submit("button", "Change the plan")],
        ),
    ]
}

fn linked(view: &View<'_>) -> Vec<Html> {
    let mut content = vec![phrase("h2", &[], "Linked apps")];
    if view.linked.is_empty() {
        content.push(phrase("p", &[("class", "hint")], "No app has access to the account."));
    }
    let list = phrase("a", &[("href", APPS_PATH)], "Public apps");
    content.push(element("p", &[("class", "hint")], [list, text(" are those that work with every account.")]));
    for app in &view.linked {
        let scopes = app.scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(", ");
        let scopes = if scopes.is_empty() { "nothing".to_owned() } else { scopes };
        content.push(marked(
            "remove",
            view.mark,
            [
                element(
                    "p",
                    &[("class", "app")],
                    [
                        phrase("strong", &[], &app.name),
                        text(" may use "),
                        phrase("code", &[], &scopes),
                        text(&format!(", since {}.", day(app.since))),
                    ],
                ),
                hidden("client_id", &app.client_id),
                submit("button danger", "Remove"),
            ],
        ));
    }
    content
}

fn own(view: &View<'_>) -> Vec<Html> {
    let items = view.own.iter().map(|app| {
        let address = app_page(&app.client_id);
        element("li", &[], [phrase("a", &[("href", &address)], &app.name)])
    });
    let list = if view.own.is_empty() {
        phrase("p", &[("class", "hint")], "You have registered none.")
    } else {
        element("ul", &[], items)
    };
    vec![
        phrase("h2", &[], "Your own apps"),
        list,
        phrase("a", &[("class", "button"), ("href", &app_page(NEW_APP))], "Register an app"),
    ]
}

fn end(view: &View<'_>) -> [Html; 3] {
    let about = format!(
        "A deleted account can be restored for {RESTORE_DAYS} days by signing in here. After that its tokens and its \
         sign-in are gone for good.",
    );
    [
        marked("sign-out", view.mark, [submit("button", "Sign out everywhere")]),
        phrase("h2", &[], "Delete the account"),
        marked(
            "delete",
            view.mark,
            [
                phrase("p", &[("class", "hint")], &about),
                field("delete_proof", "Your password", &[("type", "password"), ("autocomplete", "current-password")]),
                submit("button danger", "Delete the account"),
            ],
        ),
    ]
}

/// The page of an account that is deleted and can be restored.
pub fn restorable(email: &str, until: Moment, mark: &str) -> Response {
    let content = vec![
        phrase("h1", &[], "This account is deleted"),
        phrase("p", &[("class", "lead")], &format!("{email} can be restored until {}.", day(until))),
        marked("restore", mark, [submit("button primary full", "Restore the account")]),
    ];
    Card { status: 200, title: "This account is deleted", content, form_action: None }.page()
}
