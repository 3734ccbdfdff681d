//! The account page: profile, plan, linked apps, the user's own apps, and deletion of the account.

use crate::service::html::form::{hidden_input, input_field, post_form, select_field, submit_button};
use crate::service::html::layout::Card;
use crate::service::html::notice::Notice;
use crate::service::html::{Html, element, format_day, text, text_element};
use crate::service::identity::account::session::CurrentUser;
use crate::service::identity::paths::{CSRF_FIELD, NEW_APP, PEOPLE, REVIEWS, TEMPLATES, app_page};
use crate::spec::account::{ACCOUNT_PATH, NAME_MAX, RESTORE_DAYS};
use crate::spec::apps::APPS_PATH;
use crate::spec::content::PRICING_PATH;
use crate::spec::plans::Plan;
use crate::spec::scopes::Scope;
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;

/// An app with a grant of the account.
pub struct LinkedApp {
    /// Client id.
    pub client_id: String,
    /// Name.
    pub name: String,
    /// The granted scopes.
    pub scopes: Vec<Scope>,
    /// Time of the grant.
    pub since: Timestamp,
}

/// An app that the user registered.
pub struct OwnAppSummary {
    /// Client id.
    pub client_id: String,
    /// Name.
    pub name: String,
}

/// Contents of the page.
pub struct AccountView<'a> {
    /// The user.
    pub user: &'a CurrentUser,
    /// The apps with a grant.
    pub linked: Vec<LinkedApp>,
    /// The user's own apps.
    pub own_apps: Vec<OwnAppSummary>,
    /// Whether the user reviews apps.
    pub reviews: bool,
    /// CSRF token of the session.
    pub csrf_token: &'a str,
    /// Message at the top of the page.
    pub notice: Option<Notice>,
}

/// The URL that a form of the page is sent to.
fn form_action(name: &str) -> String {
    format!("{ACCOUNT_PATH}{name}")
}

/// A form of the page with its CSRF token.
fn csrf_form(name: &str, csrf_token: &str, content: impl IntoIterator<Item = Html>) -> Html {
    post_form(&form_action(name), std::iter::once(hidden_input(CSRF_FIELD, csrf_token)).chain(content))
}

/// Renders the page.
pub fn account_page(view: &AccountView<'_>) -> Response {
    let mut content = vec![
        text_element("h1", &[], "Your account"),
        element(
            "p",
            &[("class", "lead")],
            [text(&view.user.email), text(" · "), text(view.user.plan.row().title), text(" plan")],
        ),
    ];
    content.extend(view.notice.map(Notice::to_html));
    if !view.user.row.boolean("email_verified") {
        content.push(unverified_notice(view.csrf_token));
    }
    content.push(page_links(view));
    content.extend(profile_section(view));
    content.extend(plan_section(view));
    content.extend(linked_section(view));
    content.extend(own_apps_section(view));
    content.extend(deletion_section(view));
    Card { status: 200, title: "Your account", content, form_action: None }.into_wide_page()
}

fn unverified_notice(csrf_token: &str) -> Html {
    let description =
        "Your e-mail address is not confirmed. Follow the link in our mail to send messages and to register apps.";
    csrf_form(
        "mail",
        csrf_token,
        [text_element("p", &[("class", "message")], description), submit_button("button", "Send the mail again")],
    )
}

/// Links to the other account pages.
fn page_links(view: &AccountView<'_>) -> Html {
    let way = |address, label| text_element("a", &[("class", "button"), ("href", address)], label);
    let mut ways = vec![way(TEMPLATES, "Templates of the team")];
    if view.user.row.boolean("is_team") {
        ways.insert(0, way(PEOPLE, "People of the team"));
    }
    if view.reviews {
        ways.push(way(REVIEWS, "Apps to review"));
    }
    element("div", &[("class", "actions")], ways)
}

fn profile_section(view: &AccountView<'_>) -> [Html; 4] {
    let longest = NAME_MAX.to_string();
    let value = |column: &str| view.user.row.text(column);
    let (first_name, last_name) = (value("first_name"), value("last_name"));
    let name = |name, label, value| input_field(name, label, &[("value", value), ("maxlength", &longest)]);
    let names = [name("first_name", "First name", &first_name), name("last_name", "Last name", &last_name)];
    [
        text_element("h2", &[], "Profile"),
        csrf_form(
            "name",
            view.csrf_token,
            [element("div", &[("class", "row")], names), submit_button("button", "Save the name")],
        ),
        csrf_form(
            "email",
            view.csrf_token,
            [
                input_field("email", "E-mail address", &[("type", "email"), ("value", &view.user.email)]),
                input_field(
                    "email_proof",
                    "Your password",
                    &[("type", "password"), ("autocomplete", "current-password")],
                ),
                submit_button("button", "Change the address"),
            ],
        ),
        csrf_form(
            "password",
            view.csrf_token,
            [
                input_field(
                    "password_proof",
                    "Current password",
                    &[("type", "password"), ("autocomplete", "current-password")],
                ),
                input_field("new_password", "New password", &[("type", "password"), ("autocomplete", "new-password")]),
                submit_button("button", "Change the password"),
            ],
        ),
    ]
}

fn plan_section(view: &AccountView<'_>) -> [Html; 3] {
    let plans = Plan::ALL.iter().map(|plan| (plan.as_str(), plan.row().title));
    [
        text_element("h2", &[], "Plan"),
        element(
            "p",
            &[("class", "hint")],
            [
                text("No payment is taken: the plan changes at once. "),
                text_element("a", &[("href", PRICING_PATH)], "Compare the plans"),
                text("."),
            ],
        ),
        csrf_form(
            "plan",
            view.csrf_token,
            [select_field("plan", "Plan", view.user.plan.as_str(), plans), submit_button("button", "Change the plan")],
        ),
    ]
}

fn linked_section(view: &AccountView<'_>) -> Vec<Html> {
    let mut content = vec![text_element("h2", &[], "Linked apps")];
    if view.linked.is_empty() {
        content.push(text_element("p", &[("class", "hint")], "No app has access to the account."));
    }
    let list = text_element("a", &[("href", APPS_PATH)], "Public apps");
    content.push(element("p", &[("class", "hint")], [list, text(" work with every account.")]));
    for app in &view.linked {
        let scopes = app.scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(", ");
        let scopes = if scopes.is_empty() { "nothing".to_owned() } else { scopes };
        content.push(csrf_form(
            "remove",
            view.csrf_token,
            [
                element(
                    "p",
                    &[("class", "app")],
                    [
                        text_element("strong", &[], &app.name),
                        text(" may use "),
                        text_element("code", &[], &scopes),
                        text(&format!(", since {}.", format_day(app.since))),
                    ],
                ),
                hidden_input("client_id", &app.client_id),
                submit_button("button danger", "Remove"),
            ],
        ));
    }
    content
}

fn own_apps_section(view: &AccountView<'_>) -> Vec<Html> {
    let items = view.own_apps.iter().map(|app| {
        let address = app_page(&app.client_id);
        element("li", &[], [text_element("a", &[("href", &address)], &app.name)])
    });
    let list = if view.own_apps.is_empty() {
        text_element("p", &[("class", "hint")], "You have registered no app.")
    } else {
        element("ul", &[], items)
    };
    vec![
        text_element("h2", &[], "Your apps"),
        list,
        text_element("a", &[("class", "button"), ("href", &app_page(NEW_APP))], "Register an app"),
    ]
}

fn deletion_section(view: &AccountView<'_>) -> [Html; 3] {
    let description = format!(
        "A deleted account can be restored for {RESTORE_DAYS} days by signing in here. After that, the account and its \
         tokens are deleted for ever.",
    );
    [
        csrf_form("sign-out", view.csrf_token, [submit_button("button", "Sign out everywhere")]),
        text_element("h2", &[], "Delete the account"),
        csrf_form(
            "delete",
            view.csrf_token,
            [
                text_element("p", &[("class", "hint")], &description),
                input_field(
                    "delete_proof",
                    "Your password",
                    &[("type", "password"), ("autocomplete", "current-password")],
                ),
                submit_button("button danger", "Delete the account"),
            ],
        ),
    ]
}

/// The page of an account that is deleted and can be restored.
pub fn restorable_page(email: &str, until: Timestamp, csrf_token: &str) -> Response {
    let content = vec![
        text_element("h1", &[], "This account is deleted"),
        text_element("p", &[("class", "lead")], &format!("{email} can be restored until {}.", format_day(until))),
        csrf_form("restore", csrf_token, [submit_button("button primary full", "Restore the account")]),
    ];
    Card { status: 200, title: "This account is deleted", content, form_action: None }.into_page()
}
