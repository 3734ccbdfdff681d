//! The reviewers' pages: the queue, and an app with everything that a decision needs.

use crate::service::html::form::{hidden_input, textarea_field};
use crate::service::html::format_day;
use crate::service::html::layout::Card;
use crate::service::html::notice::{Notice, titled};
use crate::service::identity::account::limits_view as limits;
use crate::service::identity::account::review::queue::QueuedApp;
use crate::service::identity::app::App;
use crate::service::identity::paths::{CSRF_FIELD, REVIEWS};
use crate::service::identity::scope_label::scope_label;
use crate::spec::account::ACCOUNT_PATH;
use crate::spec::apps::{ReviewOutcome, ReviewSubject, ScopeRequirement};
use crate::spec::limits::Quota;
use crate::spec::scopes::Scope;
use crate::wire::http::Response;
use maud::{Markup, html};

/// Name of the buttons with the outcome.
pub const OUTCOME: &str = "outcome";

/// Name of the field with the reason.
pub const REASON: &str = "reason";

/// Name of the hidden field with the fingerprint of the app as shown.
pub const SEEN: &str = "seen";

/// Contents of the page of an app.
pub struct ReviewView<'a> {
    /// The app.
    pub app: &'a App,
    /// Message at the top of the page.
    pub notice: Option<Notice>,
    /// The reason as entered before.
    pub reason: &'a str,
    /// The queue entry of the app.
    pub queued: &'a QueuedApp,
    /// The app's present quota; `None` if its requests are refused.
    pub quota: Option<Quota>,
    /// CSRF token of the session.
    pub csrf_token: &'a str,
}

const fn subject_text(subject: ReviewSubject) -> &'static str {
    match subject {
        ReviewSubject::Publication => "wants to be published",
        ReviewSubject::Extension => "wants a longer draft window",
        ReviewSubject::Limits => "requests higher limits",
        ReviewSubject::Scopes => "is public and requests further scopes",
    }
}

/// Renders the queue.
pub fn queue_page(queued: &[QueuedApp], notice: Option<Notice>) -> Response {
    let content = html! {
        h1 { "Apps to review" }
        @if let Some(notice) = notice { (notice) }
        @if queued.is_empty() { p.lead { "No app is waiting for a review." } }
        @for app in queued {
            p.app {
                a href={ (REVIEWS) "/" (app.client_id) } { (app.name) }
                " " (subject_text(app.subject)) ", since " (format_day(app.since)) ". Its owner is " (app.owner) "."
            }
        }
        p.aside { a href=(ACCOUNT_PATH) { "To the account" } }
    };
    Card { status: 200, title: &titled("Apps to review", notice), content, form_action: None }.into_wide_page()
}

/// Renders the page of an app.
pub fn review_page(view: &ReviewView<'_>) -> Response {
    let (app, queued) = (view.app, view.queued);
    let content = html! {
        h1 { (app.name) }
        p.lead {
            em.tag { (app.state.as_str()) }
            " It " (subject_text(queued.subject)) ", since " (format_day(queued.since)) "."
        }
        @if let Some(notice) = view.notice { (notice) }
        (limits::wanted_limits(app, view.quota))
        h2 { "Description" }
        p { @if app.description.is_empty() { "None." } @else { (app.description) } }
        h2 { "Owner" }
        p {
            (queued.owner) ", user "
            code { (app.owner_user) }
            ", client id "
            code { (app.client_id) }
            ", registered " (format_day(app.created)) "."
        }
        h2 { "Redirect addresses" }
        @if app.redirect_uris.is_empty() {
            p.message { "None: users cannot sign in with this app." }
        } @else {
            ul {
                @for address in &app.redirect_uris { li { code { (address) } } }
            }
        }
        h2 { "Scopes" }
        (scope_list(app))
        (decision_form(view))
        p.aside { a href=(REVIEWS) { "To the list" } }
    };
    Card { status: 200, title: &titled(&app.name, view.notice), content, form_action: None }.into_wide_page()
}

fn scope_list(app: &App) -> Markup {
    let scopes = app.requested_scopes();
    html! {
        @if scopes.is_empty() {
            p.hint { "It requests none." }
        } @else {
            ul.scopes {
                @for scope in scopes { (scope_item(app, scope)) }
            }
        }
    }
}

fn scope_item(app: &App, scope: Scope) -> Markup {
    let required = app.scopes.contains(&(scope, ScopeRequirement::Required));
    html! {
        li {
            p {
                (scope_label(scope))
                em.tag { @if required { "required" } @else { "optional" } }
                @if scope.needs_approval() {
                    @if app.approved.contains(&scope) {
                        em.tag.good { "approved" }
                    } @else {
                        em.tag.warn { "needs approval" }
                    }
                }
            }
        }
    }
}

fn decision_form(view: &ReviewView<'_>) -> Markup {
    let hint = "The owner reads it. It is required if you decline.";
    html! {
        form method="post" action={ (REVIEWS) "/" (view.app.client_id) } {
            (hidden_input(CSRF_FIELD, view.csrf_token))
            (hidden_input(SEEN, &view.app.fingerprint()))
            (textarea_field(REASON, "Reason", view.reason, hint))
            .actions {
                button.button.primary type="submit" name=(OUTCOME) value=(ReviewOutcome::Approved.as_str()) {
                    "Approve"
                }
                button.button.danger type="submit" name=(OUTCOME) value=(ReviewOutcome::Declined.as_str()) {
                    "Decline"
                }
            }
        }
    }
}
