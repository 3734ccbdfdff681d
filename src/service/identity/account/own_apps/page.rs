//! The pages of an app of one's own: its form, its settings, its secrets.

use crate::service::html::form::{field, hidden, lines, post, select, submit};
use crate::service::html::layout::Card;
use crate::service::html::notice::{self, Notice};
use crate::service::html::{Html, day, element, phrase, text, void};
use crate::service::identity::account::app_form::AppForm;
use crate::service::identity::account::limits_view as limits;
use crate::service::identity::app::App;
use crate::service::identity::app_life::Verb;
use crate::service::identity::app_limits::may_ask;
use crate::service::identity::paths::{CSRF_FIELD, VERB_FIELD, app_page};
use crate::service::store::config::Config;
use crate::service::store::secret::CarriedSecret;
use crate::spec::account::{ACCOUNT_PATH, NAME_MAX};
use crate::spec::apps::{APPS_PATH, AppState, ReviewOutcome, ScopeRequirement, Trigger};
use crate::spec::errors::Error;
use crate::spec::limits::{DRAFT_WINDOW_DAYS, Quota};
use crate::spec::plans::Plan;
use crate::spec::scopes::Scope;
use crate::wire::dates::Moment;
use crate::wire::http::Response;
use serde::{Deserialize, Serialize};

/// What the team knows about an app and its owner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Owned {
    /// Client id.
    pub client_id: String,
    /// The token for the owner's own account, if it stands.
    pub token: Option<CarriedSecret>,
    /// E-mail address of the owner.
    pub email: String,
    /// Plan of the owner.
    pub plan: Plan,
    /// Whether the owner's address is confirmed.
    pub email_verified: bool,
}

/// What the page of an app's settings shows.
pub struct View<'a> {
    /// The app.
    pub app: &'a App,
    /// What its team knows.
    pub owned: &'a Owned,
    /// What the service was told from outside.
    pub config: &'a Config,
    /// The time.
    pub now: Moment,
    /// The mark of the session's forms.
    pub mark: &'a str,
    /// What is said first.
    pub notice: Option<Notice>,
}

/// The address of an app's page with a notice.
pub fn address(client_id: &str, notice: Notice) -> String {
    notice::at(&app_page(client_id), notice)
}

/// The form of a new app, or once more that of an app whose form had something wrong.
pub fn form_page(form: &AppForm, client_id: Option<&str>, mark: &str, trouble: Option<&str>) -> Response {
    let title = if client_id.is_some() { "Edit the app" } else { "Register an app" };
    let mut content = vec![phrase("h1", &[], title)];
    if client_id.is_none() {
        let about = format!(
            "It begins as a draft: for {DRAFT_WINDOW_DAYS} days it works with your account alone, until you deploy it.",
        );
        content.push(phrase("p", &[("class", "lead")], &about));
    }
    content.extend(trouble.map(|trouble| phrase("p", &[("class", "message bad"), ("role", "alert")], trouble)));
    content.push(app_form(form, client_id, mark));
    let status = if trouble.is_some() { 400 } else { 200 };
    Card { status, title, content, form_action: None }.wide_page()
}

fn app_form(form: &AppForm, client_id: Option<&str>, mark: &str) -> Html {
    let longest = NAME_MAX.to_string();
    let said = [
        (ScopeRequirement::NotRequired, "not required"),
        (ScopeRequirement::Optional, "optional"),
        (ScopeRequirement::Required, "required"),
    ];
    let scopes = Scope::ALL.iter().map(|scope| {
        let label = format!("{} ({})", scope.purpose(), scope.as_str());
        let options = said.iter().map(|(requirement, label)| (requirement.as_str(), *label));
        select(scope.as_str(), &label, form.requirement(*scope).as_str(), options)
    });
    let action = client_id.map_or_else(|| format!("{ACCOUNT_PATH}apps"), app_page);
    let mut content = vec![
        hidden(CSRF_FIELD, mark),
        hidden(VERB_FIELD, Verb::Edit.as_str()),
        field("name", "Name", &[("value", &form.name), ("maxlength", &longest)]),
        lines("description", "What it does", &form.description, "The consent page shows it."),
        lines(
            "redirect_uris",
            "Redirect addresses",
            &form.redirect_uris.join("\n"),
            "One a line, compared character by character. https, or http on the machine itself.",
        ),
        phrase("h2", &[], "Scopes"),
    ];
    content.extend(scopes);
    content.push(submit("button primary", if client_id.is_some() { "Save" } else { "Register the app" }));
    post(&action, content)
}

/// A button that does one thing with the app.
fn button(client_id: &str, mark: &str, verb: Verb, class: &str, label: &str) -> Html {
    post(&app_page(client_id), [hidden(CSRF_FIELD, mark), hidden(VERB_FIELD, verb.as_str()), submit(class, label)])
}

/// Deleting is the one thing that nothing undoes: browsers ask for a tick first.
fn deletion(client_id: &str, mark: &str) -> Html {
    let tick = void("input", &[("type", "checkbox"), ("required", "")]);
    let sure = element("label", &[("class", "sure")], [tick, text("It cannot be undone. Every token of it ends.")]);
    let fields = [hidden(CSRF_FIELD, mark), hidden(VERB_FIELD, Verb::Delete.as_str()), sure];
    post(&app_page(client_id), fields.into_iter().chain([submit("button danger", "Delete the app")]))
}

/// The settings.
pub fn page(view: &View<'_>) -> Response {
    let (app, id) = (view.app, view.app.client_id.as_str());
    let state = app.state_at(view.now).unwrap_or(AppState::Disabled);
    let quota = app.permits(view.config, state);
    let mut content = vec![
        phrase("h1", &[], &app.name),
        element(
            "p",
            &[("class", "lead")],
            [phrase("em", &[("class", "tag")], state.as_str()), text(" "), text(&about(app, state, quota))],
        ),
    ];
    if state == AppState::Public {
        let list = phrase("a", &[("href", APPS_PATH)], "the public list");
        content.push(element("p", &[], [text("Everybody finds it on "), list, text(".")]));
    }
    content.extend(view.notice.map(Notice::shown));
    content.extend(judged(app));
    content.push(value("Client id", id));
    content.push(match &view.owned.token {
        Some(token) => value("Token for your own account", token.expose()),
        None => phrase("p", &[("class", "message")], "The token for your own account was removed or replaced."),
    });
    content.push(button(id, view.mark, Verb::NewToken, "button", "Make a new token"));
    content.push(button(id, view.mark, Verb::NewSecret, "button", "Make a new client secret"));
    content.push(phrase("h2", &[], "Life"));
    let deeds = [
        (Trigger::DeployPublic, Verb::DeployPublic, "Deploy as a public app"),
        (Trigger::DeployPrivate, Verb::DeployPrivate, "Deploy as a private app of your team"),
        (Trigger::Extend, Verb::Extend, "Request an extension"),
    ];
    for (trigger, verb, label) in deeds {
        if trigger.leads(Some(state)).is_some() {
            content.push(button(id, view.mark, verb, "button", label));
        }
    }
    content.push(deletion(id, view.mark));
    if let Some(quota) = quota.filter(|_| may_ask(view.config, app, view.now)) {
        content.extend(limits::form(&app_page(id), view.mark, quota));
    }
    content.push(phrase("h2", &[], "Settings"));
    let form = AppForm {
        name: app.name.clone(),
        description: app.description.clone(),
        redirect_uris: app.redirect_uris.clone(),
        scopes: app.scopes.iter().map(|(scope, said)| (scope.as_str().to_owned(), said.as_str().to_owned())).collect(),
        ..AppForm::default()
    };
    content.push(app_form(&form, Some(id), view.mark));
    content.push(back());
    Card { status: 200, title: &app.name, content, form_action: None }.wide_page()
}

/// Where the app stands, in sentences.
fn about(app: &App, state: AppState, quota: Option<Quota>) -> String {
    let mut about = match state {
        AppState::Draft => format!("It works with your account alone, until {}.", day(app.window_ends())),
        AppState::Public => "It works with every account.".to_owned(),
        AppState::Private => "It works with the accounts of your team that have direct API access.".to_owned(),
        AppState::Disabled => "It works with no account: it was not deployed in time.".to_owned(),
    };
    about.push(' ');
    about.push_str(&limits::sentence(quota));
    if let Some(since) = app.review {
        about.push_str(&format!(" It is under review since {}.", day(since)));
    }
    let waiting = app.scopes.iter().map(|(scope, _)| *scope);
    if state == AppState::Public
        && waiting.into_iter().any(|scope| scope.needs_approval() && !app.approved.contains(&scope))
    {
        about.push_str(" It cannot ask for every scope before they are approved.");
    }
    about
}

/// How the last review ended.
fn judged(app: &App) -> Option<Html> {
    let (class, said) = match app.outcome? {
        ReviewOutcome::Approved => ("message good", "The review approved the app."),
        ReviewOutcome::Declined => {
            ("message bad", "The review declined the app. Correct it below, and ask for the review again.")
        }
    };
    let reason = (!app.reason.is_empty()).then(|| phrase("q", &[("class", "reason")], &app.reason));
    Some(element("p", &[("class", class)], [text(said), text(" ")].into_iter().chain(reason)))
}

fn value(label: &str, value: &str) -> Html {
    element("p", &[("class", "message")], [text(label), text(": "), phrase("code", &[], value)])
}

fn back() -> Html {
    element("p", &[("class", "aside")], [phrase("a", &[("href", ACCOUNT_PATH)], "To the account")])
}

/// The page of an app that was just registered.
pub fn registered(name: &str, client_id: &str, secret: &str, token: &str) -> Response {
    let content = vec![
        phrase("h1", &[], &format!("{name} is registered")),
        phrase("p", &[("class", "message good")], "Keep the client secret now: it is shown once."),
        value("Client id", client_id),
        value("Client secret", secret),
        value("Token for your own account", token),
        phrase("a", &[("class", "button primary"), ("href", &app_page(client_id))], "To the app"),
    ];
    Card { status: 200, title: "The app is registered", content, form_action: None }.wide_page()
}

/// The page of a secret that was just made.
pub fn new_secret(client_id: &str, secret: &str) -> Response {
    let content = vec![
        phrase("h1", &[], "A new client secret"),
        phrase("p", &[("class", "message good")], "Keep it now: it is shown once, and the one before is good no more."),
        value("Client secret", secret),
        phrase("a", &[("class", "button primary"), ("href", &app_page(client_id))], "To the app"),
    ];
    Card { status: 200, title: "A new client secret", content, form_action: None }.wide_page()
}

/// Why an app cannot be registered or deployed.
pub fn refused(why: &str) -> Response {
    let content = vec![phrase("h1", &[], "That is not possible"), phrase("p", &[("class", "lead")], why), back()];
    Card { status: 403, title: "That is not possible", content, form_action: None }.page()
}

/// The account's address is not confirmed. The page names the error that the API has for it.
pub fn unverified() -> Response {
    let row = Error::EmailUnverified.row();
    refused(&format!("{} (error {}) The account page can send you the mail again.", row.meaning, row.code))
}

/// A private app needs a plan with direct API access, and so do its users.
pub fn needs_direct_access(plan: Plan) -> Response {
    let with = Plan::ALL.iter().filter(|plan| plan.row().direct_api_access).map(|plan| plan.row().title);
    let with = with.collect::<Vec<_>>().join(", ");
    refused(&format!(
        "A private app needs a plan with direct API access, which {} does not include. These do: {with}. Change the \
         plan on the account page.",
        plan.row().title
    ))
}

/// The page of an app that is listed and is no longer there.
pub fn gone(client_id: &str, mark: &str) -> Response {
    let content = vec![
        phrase("h1", &[], "This app is gone"),
        phrase("p", &[("class", "lead")], "Take it off your list."),
        button(client_id, mark, Verb::Delete, "button danger", "Delete the app"),
        back(),
    ];
    Card { status: 404, title: "This app is gone", content, form_action: None }.page()
}
