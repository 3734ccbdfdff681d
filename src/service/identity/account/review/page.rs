//! The reviewers' pages: the queue, and an app with everything that a decision needs.

use crate::service::html::form::{hidden_input, post_form, textarea_field};
use crate::service::html::layout::Card;
use crate::service::html::notice::Notice;
use crate::service::html::{Html, element, format_day, text, text_element};
use crate::service::identity::account::limits_view as limits;
use crate::service::identity::account::review::queue::QueuedApp;
use crate::service::identity::app::App;
use crate::service::identity::paths::{CSRF_FIELD, REVIEWS};
use crate::service::identity::scope_list as scopes;
use crate::spec::account::ACCOUNT_PATH;
use crate::spec::apps::{ReviewOutcome, ReviewSubject, ScopeRequirement};
use crate::spec::limits::Quota;
use crate::spec::scopes::Scope;
use crate::wire::http::Response;

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
    let mut content = vec![text_element("h1", &[], "Apps to review")];
    content.extend(notice.map(Notice::to_html));
    if queued.is_empty() {
        content.push(text_element("p", &[("class", "lead")], "No app is waiting for a review."));
    }
    for app in queued {
        let address = format!("{REVIEWS}/{}", app.client_id);
        let description =
            format!(" {}, since {}. Its owner is {}.", subject_text(app.subject), format_day(app.since), app.owner);
        let link = text_element("a", &[("href", &address)], &app.name);
        content.push(element("p", &[("class", "app")], [link, text(&description)]));
    }
    content.push(side_link(ACCOUNT_PATH, "To the account"));
    Card { status: 200, title: "Apps to review", content, form_action: None }.into_wide_page()
}

fn side_link(address: &str, label: &str) -> Html {
    element("p", &[("class", "aside")], [text_element("a", &[("href", address)], label)])
}

/// Renders the page of an app.
pub fn review_page(view: &ReviewView<'_>) -> Response {
    let (app, queued) = (view.app, view.queued);
    let description = format!("{}, since {}.", subject_text(queued.subject), format_day(queued.since));
    let mut content = vec![
        text_element("h1", &[], &app.name),
        element(
            "p",
            &[("class", "lead")],
            [text_element("em", &[("class", "tag")], app.state.as_str()), text(" It "), text(&description)],
        ),
    ];
    content.extend(view.notice.map(Notice::to_html));
    content.extend(limits::wanted_limits(app, view.quota));
    content.push(text_element("h2", &[], "Description"));
    let description = if app.description.is_empty() { "None." } else { &app.description };
    content.push(text_element("p", &[], description));
    content.push(text_element("h2", &[], "Owner"));
    content.push(element(
        "p",
        &[],
        [
            text(&queued.owner),
            text(", user "),
            text_element("code", &[], &app.owner_user),
            text(", client id "),
            text_element("code", &[], &app.client_id),
            text(&format!(", registered {}.", format_day(app.created))),
        ],
    ));
    content.push(text_element("h2", &[], "Redirect addresses"));
    content.push(match app.redirect_uris.as_slice() {
        [] => text_element("p", &[("class", "message")], "None: users cannot sign in with this app."),
        addresses => {
            element("ul", &[], addresses.iter().map(|address| element("li", &[], [text_element("code", &[], address)])))
        }
    });
    content.push(text_element("h2", &[], "Scopes"));
    content.push(match app.requested_scopes().as_slice() {
        [] => text_element("p", &[("class", "hint")], "It requests none."),
        scopes => scopes::scope_items(scopes.iter().map(|scope| scope_item(app, *scope))),
    });
    content.push(decision_form(view));
    content.push(side_link(REVIEWS, "To the list"));
    Card { status: 200, title: &app.name, content, form_action: None }.into_wide_page()
}

fn scope_item(app: &App, scope: Scope) -> Html {
    let required = app.scopes.contains(&(scope, ScopeRequirement::Required));
    let mut tags = vec![text_element("em", &[("class", "tag")], if required { "required" } else { "optional" })];
    if scope.needs_approval() {
        let (class, label) =
            if app.approved.contains(&scope) { ("tag good", "approved") } else { ("tag warn", "needs approval") };
        tags.push(text_element("em", &[("class", class)], label));
    }
    scopes::scope_line(scope, tags)
}

fn decision_form(view: &ReviewView<'_>) -> Html {
    let button = |class, outcome: ReviewOutcome, label| {
        let attributes = [("class", class), ("type", "submit"), ("name", OUTCOME), ("value", outcome.as_str())];
        text_element("button", &attributes, label)
    };
    let buttons = [
        button("button primary", ReviewOutcome::Approved, "Approve"),
        button("button danger", ReviewOutcome::Declined, "Decline"),
    ];
    let hint = "The owner reads it. It is required if you decline.";
    post_form(
        &format!("{REVIEWS}/{}", view.app.client_id),
        [
            hidden_input(CSRF_FIELD, view.csrf_token),
            hidden_input(SEEN, &view.app.fingerprint()),
            textarea_field(REASON, "Reason", view.reason, hint),
            element("div", &[("class", "actions")], buttons),
        ],
    )
}
