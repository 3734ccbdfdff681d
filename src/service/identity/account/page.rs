//! The account page: profile, plan, linked apps, the user's own apps, and deletion of the account.

use crate::service::html::form::{InputField, hidden_input, select_field};
use crate::service::html::format_day;
use crate::service::html::layout::Card;
use crate::service::html::notice::{Notice, titled};
use crate::service::identity::account::session::CurrentUser;
use crate::service::identity::paths::{CSRF_FIELD, NEW_APP, PEOPLE, REVIEWS, TEMPLATES, app_page};
use crate::spec::account::{ACCOUNT_PATH, CONFIRMED_FOR, NAME_MAX, RESTORE_DAYS};
use crate::spec::apps::APPS_PATH;
use crate::spec::content::PRICING_PATH;
use crate::spec::plans::Plan;
use crate::spec::scopes::Scope;
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;
use maud::{Markup, html};

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

/// Renders the page.
pub fn account_page(view: &AccountView<'_>) -> Response {
    let content = html! {
        h1 { "Your account" }
        p.lead { (view.user.email) " · " (view.user.plan.row().title) " plan" }
        @if let Some(notice) = view.notice { (notice) }
        @if !view.user.row.boolean("email_verified") { (unverified_notice(view)) }
        (page_links(view))
        (profile_section(view))
        (plan_section(view))
        (linked_section(view))
        (own_apps_section(view))
        (deletion_section(view))
    };
    Card { status: 200, title: &titled("Your account", view.notice), content, form_action: None }.into_wide_page()
}

fn unverified_notice(view: &AccountView<'_>) -> Markup {
    let user = view.user;
    html! {
        form method="post" action={ (ACCOUNT_PATH) "mail" } {
            (hidden_input(CSRF_FIELD, view.csrf_token))
            p.message {
                "Your e-mail address is not confirmed. Follow the link in our mail " (CONFIRMED_FOR) "."
                @if user.username != user.email { " Until then you sign in with " (user.username) "." }
            }
            button.button type="submit" { "Send the mail again" }
        }
    }
}

/// Links to the other account pages.
fn page_links(view: &AccountView<'_>) -> Markup {
    html! {
        .actions {
            @if view.user.row.boolean("is_team") { a.button href=(PEOPLE) { "People of the team" } }
            a.button href=(TEMPLATES) { "Templates of the team" }
            @if view.reviews { a.button href=(REVIEWS) { "Apps to review" } }
        }
    }
}

fn profile_section(view: &AccountView<'_>) -> Markup {
    let value = |column: &str| view.user.row.text(column);
    html! {
        h2 { "Profile" }
        form method="post" action={ (ACCOUNT_PATH) "name" } {
            (hidden_input(CSRF_FIELD, view.csrf_token))
            .row {
                (InputField::text("first_name", "First name", NAME_MAX).value(&value("first_name")))
                (InputField::text("last_name", "Last name", NAME_MAX).value(&value("last_name")))
            }
            button.button type="submit" { "Save the name" }
        }
        form method="post" action={ (ACCOUNT_PATH) "email" } {
            (hidden_input(CSRF_FIELD, view.csrf_token))
            (InputField::email("email", "E-mail address").value(&view.user.email))
            (InputField::password("email_proof", "Your password"))
            button.button type="submit" { "Change the address" }
        }
        form method="post" action={ (ACCOUNT_PATH) "password" } {
            (hidden_input(CSRF_FIELD, view.csrf_token))
            (InputField::password("password_proof", "Current password"))
            (InputField::new_password("new_password", "New password"))
            button.button type="submit" { "Change the password" }
        }
    }
}

fn plan_section(view: &AccountView<'_>) -> Markup {
    let plans = Plan::ALL.iter().map(|plan| (plan.as_str(), plan.row().title));
    html! {
        h2 { "Plan" }
        p.hint {
            "No payment is taken: the plan changes at once. "
            a href=(PRICING_PATH) { "Compare the plans" }
            "."
        }
        form method="post" action={ (ACCOUNT_PATH) "plan" } {
            (hidden_input(CSRF_FIELD, view.csrf_token))
            (select_field("plan", "Plan", view.user.plan.as_str(), plans))
            button.button type="submit" { "Change the plan" }
        }
    }
}

fn linked_section(view: &AccountView<'_>) -> Markup {
    html! {
        h2 { "Linked apps" }
        @if view.linked.is_empty() { p.hint { "No app has access to the account." } }
        p.hint { a href=(APPS_PATH) { "Public apps" } " work with every account." }
        @for app in &view.linked {
            form method="post" action={ (ACCOUNT_PATH) "remove" } {
                (hidden_input(CSRF_FIELD, view.csrf_token))
                p.app {
                    strong { (app.name) }
                    " may use "
                    code {
                        @if app.scopes.is_empty() { "nothing" }
                        @for (index, scope) in app.scopes.iter().enumerate() {
                            @if index > 0 { ", " }
                            (scope.as_str())
                        }
                    }
                    ", since " (format_day(app.since)) "."
                }
                (hidden_input("client_id", &app.client_id))
                button.button.danger type="submit" { "Remove" }
            }
        }
    }
}

fn own_apps_section(view: &AccountView<'_>) -> Markup {
    html! {
        h2 { "Your apps" }
        @if view.own_apps.is_empty() {
            p.hint { "You have registered no app." }
        } @else {
            ul {
                @for app in &view.own_apps { li { a href=(app_page(&app.client_id)) { (app.name) } } }
            }
        }
        a.button href=(app_page(NEW_APP)) { "Register an app" }
    }
}

fn deletion_section(view: &AccountView<'_>) -> Markup {
    html! {
        form method="post" action={ (ACCOUNT_PATH) "sign-out" } {
            (hidden_input(CSRF_FIELD, view.csrf_token))
            button.button type="submit" { "Sign out everywhere" }
        }
        h2 { "Delete the account" }
        form method="post" action={ (ACCOUNT_PATH) "delete" } {
            (hidden_input(CSRF_FIELD, view.csrf_token))
            p.hint {
                "A deleted account can be restored for " (RESTORE_DAYS) " days by signing in here. After that, the "
                "account and its tokens are deleted for ever."
                @if view.user.row.boolean("is_team") {
                    " The team keeps the record of your activities, with your name and e-mail address, as long as it has "
                    "other members."
                }
            }
            (InputField::password("delete_proof", "Your password"))
            button.button.danger type="submit" { "Delete the account" }
        }
    }
}

/// The page of an account that is deleted and can be restored.
pub fn restorable_page(email: &str, until: Timestamp, csrf_token: &str) -> Response {
    let content = html! {
        h1 { "This account is deleted" }
        p.lead { (email) " can be restored until " (format_day(until)) "." }
        form method="post" action={ (ACCOUNT_PATH) "restore" } {
            (hidden_input(CSRF_FIELD, csrf_token))
            button.button.primary.full type="submit" { "Restore the account" }
        }
    };
    Card { status: 200, title: "This account is deleted", content, form_action: None }.into_page()
}
