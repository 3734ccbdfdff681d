//! The reviewers' pages: which apps wait, and one of them with all that a decision needs.

use crate::service::html::form::{hidden, lines, post};
use crate::service::html::layout::Card;
use crate::service::html::notice::Notice;
use crate::service::html::{Html, day, element, phrase, text};
use crate::service::identity::account::limits_view as limits;
use crate::service::identity::account::review::queue::Waiting;
use crate::service::identity::app::App;
use crate::service::identity::paths::{CSRF_FIELD, REVIEWS};
use crate::service::identity::scope_list as scopes;
use crate::spec::account::ACCOUNT_PATH;
use crate::spec::apps::{ReviewOutcome, ReviewSubject, ScopeRequirement};
use crate::spec::limits::Quota;
use crate::spec::scopes::Scope;
use crate::wire::http::Response;

/// Name of the buttons that say how the review ends.
pub const OUTCOME: &str = "outcome";

/// Name of the field with the reason.
pub const REASON: &str = "reason";

/// Name of the hidden field with the fingerprint of what is shown.
pub const SEEN: &str = "seen";

/// What the page of an app shows.
pub struct View<'a> {
    /// The app.
    pub app: &'a App,
    /// What is said first.
    pub notice: Option<Notice>,
    /// The reason that was typed before.
    pub reason: &'a str,
    /// The app as the queue has it.
    pub waiting: &'a Waiting,
    /// How many requests the app may send now.
    pub quota: Option<Quota>,
    /// The mark of the session's forms.
    pub mark: &'a str,
}

const fn wish(subject: ReviewSubject) -> &'static str {
    match subject {
        ReviewSubject::Publication => "wants to be published",
        ReviewSubject::Extension => "wants a longer draft window",
        ReviewSubject::Limits => "asks for higher limits",
        ReviewSubject::Scopes => "is public and asks for further scopes",
    }
}

/// The list.
pub fn list(waiting: &[Waiting], notice: Option<Notice>) -> Response {
    let mut content = vec![phrase("h1", &[], "Apps to review")];
    content.extend(notice.map(Notice::shown));
    if waiting.is_empty() {
        content.push(phrase("p", &[("class", "lead")], "No app waits for a review."));
    }
    for app in waiting {
        let address = format!("{REVIEWS}/{}", app.client_id);
        let about = format!(" {}, since {}. Its owner is {}.", wish(app.subject), day(app.since), app.owner);
        let link = phrase("a", &[("href", &address)], &app.name);
        content.push(element("p", &[("class", "app")], [link, text(&about)]));
    }
    content.push(aside(ACCOUNT_PATH, "To the account"));
    Card { status: 200, title: "Apps to review", content, form_action: None }.wide_page()
}

fn aside(address: &str, label: &str) -> Html {
    element("p", &[("class", "aside")], [phrase("a", &[("href", address)], label)])
}

/// The page of an app.
pub fn page(view: &View<'_>) -> Response {
    let (app, waiting) = (view.app, view.waiting);
    let about = format!("{}, since {}.", wish(waiting.subject), day(waiting.since));
    let mut content = vec![
        phrase("h1", &[], &app.name),
        element(
            "p",
            &[("class", "lead")],
            [phrase("em", &[("class", "tag")], app.state.as_str()), text(" It "), text(&about)],
        ),
    ];
    content.extend(view.notice.map(Notice::shown));
    content.extend(limits::wanted(app, view.quota));
    content.push(phrase("h2", &[], "What it says about itself"));
    let said = if app.description.is_empty() { "Nothing." } else { &app.description };
    content.push(phrase("p", &[], said));
    content.push(phrase("h2", &[], "Whose it is"));
    content.push(element(
        "p",
        &[],
        [
            text(&waiting.owner),
            text(", user "),
            phrase("code", &[], &app.owner_user),
            text(", client id "),
            phrase("code", &[], &app.client_id),
            text(&format!(", registered {}.", day(app.created))),
        ],
    ));
    content.push(phrase("h2", &[], "Redirect addresses"));
    content.push(match app.redirect_uris.as_slice() {
        [] => phrase("p", &[("class", "message")], "None: nobody can sign in with it."),
        addresses => {
            element("ul", &[], addresses.iter().map(|address| element("li", &[], [phrase("code", &[], address)])))
        }
    });
    content.push(phrase("h2", &[], "Scopes"));
    content.push(match app.asked().as_slice() {
        [] => phrase("p", &[("class", "hint")], "It asks for none."),
        scopes => scopes::list(scopes.iter().map(|scope| asked(app, *scope))),
    });
    content.push(decision(view));
    content.push(aside(REVIEWS, "To the list"));
    Card { status: 200, title: &app.name, content, form_action: None }.wide_page()
}

fn asked(app: &App, scope: Scope) -> Html {
    let required = app.scopes.contains(&(scope, ScopeRequirement::Required));
    let mut said = vec![phrase("em", &[("class", "tag")], if required { "required" } else { "optional" })];
    if scope.needs_approval() {
        let (class, label) =
            if app.approved.contains(&scope) { ("tag good", "approved") } else { ("tag warn", "needs approval") };
        said.push(phrase("em", &[("class", class)], label));
    }
    scopes::line(scope, said)
}

fn decision(view: &View<'_>) -> Html {
    let button = |class, outcome: ReviewOutcome, label| {
        let attributes = [("class", class), ("type", "submit"), ("name", OUTCOME), ("value", outcome.as_str())];
        phrase("button", &attributes, label)
    };
    let buttons = [
        button("button primary", ReviewOutcome::Approved, "Approve"),
        button("button danger", ReviewOutcome::Declined, "Decline"),
    ];
    let hint = "The owner reads it. Whoever is declined must be told why.";
    post(
        &format!("{REVIEWS}/{}", view.app.client_id),
        [
            hidden(CSRF_FIELD, view.mark),
            hidden(SEEN, &view.app.fingerprint()),
            lines(REASON, "Reason", view.reason, hint),
            element("div", &[("class", "actions")], buttons),
        ],
    )
}
