//! The pages of an app of one's own: its form, its settings, its secrets.

use crate::service::html::form::{hidden_input, input_field, post_form, select_field, submit_button, textarea_field};
use crate::service::html::layout::Card;
use crate::service::html::notice::{self, Notice};
use crate::service::html::{Html, element, format_day, text, text_element, void};
use crate::service::identity::account::app_form::AppForm;
use crate::service::identity::account::limits_view as limits;
use crate::service::identity::app::App;
use crate::service::identity::app_lifecycle::Verb;
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
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;
use serde::{Deserialize, Serialize};

/// What the team knows about an app and its owner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AppOwnership {
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
pub struct AppSettingsView<'a> {
    /// The app.
    pub app: &'a App,
    /// What its team knows.
    pub owned: &'a AppOwnership,
    /// What the service was told from outside.
    pub config: &'a Config,
    /// The time.
    pub now: Timestamp,
    /// The mark of the session's forms.
    pub csrf_token: &'a str,
    /// What is said first.
    pub notice: Option<Notice>,
}

/// The address of an app's page with a notice.
pub fn notice_url(client_id: &str, notice: Notice) -> String {
    notice::notice_url(&app_page(client_id), notice)
}

/// The form of a new app, or once more that of an app whose form had something wrong.
pub fn form_page(form: &AppForm, client_id: Option<&str>, mark: &str, trouble: Option<&str>) -> Response {
    let title = if client_id.is_some() { "Edit the app" } else { "Register an app" };
    let mut content = vec![text_element("h1", &[], title)];
    if client_id.is_none() {
        let about = format!(
            "It begins as a draft: for {DRAFT_WINDOW_DAYS} days it works with your account alone, until you deploy it.",
        );
        content.push(text_element("p", &[("class", "lead")], &about));
    }
    content.extend(trouble.map(|trouble| text_element("p", &[("class", "message bad"), ("role", "alert")], trouble)));
    content.push(app_form(form, client_id, mark));
    let status = if trouble.is_some() { 400 } else { 200 };
    Card { status, title, content, form_action: None }.into_wide_page()
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
        select_field(scope.as_str(), &label, form.requirement(*scope).as_str(), options)
    });
    let action = client_id.map_or_else(|| format!("{ACCOUNT_PATH}apps"), app_page);
    let mut content = vec![
        hidden_input(CSRF_FIELD, mark),
        hidden_input(VERB_FIELD, Verb::Edit.as_str()),
        input_field("name", "Name", &[("value", &form.name), ("maxlength", &longest)]),
        textarea_field("description", "What it does", &form.description, "The consent page shows it."),
        textarea_field(
            "redirect_uris",
            "Redirect addresses",
            &form.redirect_uris.join("\n"),
            "One a line, compared character by character. https, or http on the machine itself.",
        ),
        text_element("h2", &[], "Scopes"),
    ];
    content.extend(scopes);
    content.push(submit_button("button primary", if client_id.is_some() { "Save" } else { "Register the app" }));
    post_form(&action, content)
}

/// A button that does one thing with the app.
fn verb_button(client_id: &str, mark: &str, verb: Verb, class: &str, label: &str) -> Html {
    post_form(
        &app_page(client_id),
        [hidden_input(CSRF_FIELD, mark), hidden_input(VERB_FIELD, verb.as_str()), submit_button(class, label)],
    )
}

/// Deleting is the one thing that nothing undoes: browsers ask for a tick first.
fn deletion_form(client_id: &str, mark: &str) -> Html {
    let tick = void("input", &[("type", "checkbox"), ("required", "")]);
    let sure = element("label", &[("class", "sure")], [tick, text("It cannot be undone. Every token of it ends.")]);
    let fields = [hidden_input(CSRF_FIELD, mark), hidden_input(VERB_FIELD, Verb::Delete.as_str()), sure];
    post_form(&app_page(client_id), fields.into_iter().chain([submit_button("button danger", "Delete the app")]))
}

/// The settings.
pub fn settings_page(view: &AppSettingsView<'_>) -> Response {
    let (app, id) = (view.app, view.app.client_id.as_str());
    let state = app.state_at(view.now).unwrap_or(AppState::Disabled);
    let quota = app.quota_for(view.config, state);
    let mut content = vec![
        text_element("h1", &[], &app.name),
        element(
            "p",
            &[("class", "lead")],
            [text_element("em", &[("class", "tag")], state.as_str()), text(" "), text(&state_text(app, state, quota))],
        ),
    ];
    if state == AppState::Public {
        let list = text_element("a", &[("href", APPS_PATH)], "the public list");
        content.push(element("p", &[], [text("Everybody finds it on "), list, text(".")]));
    }
    content.extend(view.notice.map(Notice::to_html));
    content.extend(review_result(app));
    content.push(value_row("Client id", id));
    content.push(match &view.owned.token {
        Some(token) => value_row("Token for your own account", token.expose()),
        None => text_element("p", &[("class", "message")], "The token for your own account was removed or replaced."),
    });
    content.push(verb_button(id, view.csrf_token, Verb::NewToken, "button", "Make a new token"));
    content.push(verb_button(id, view.csrf_token, Verb::NewSecret, "button", "Make a new client secret"));
    content.push(text_element("h2", &[], "Life"));
    let deeds = [
        (Trigger::DeployPublic, Verb::DeployPublic, "Deploy as a public app"),
        (Trigger::DeployPrivate, Verb::DeployPrivate, "Deploy as a private app of your team"),
        (Trigger::Extend, Verb::Extend, "Request an extension"),
    ];
    for (trigger, verb, label) in deeds {
        if trigger.next_state(Some(state)).is_some() {
            content.push(verb_button(id, view.csrf_token, verb, "button", label));
        }
    }
    content.push(deletion_form(id, view.csrf_token));
    if let Some(quota) = quota.filter(|_| may_ask(view.config, app, view.now)) {
        content.extend(limits::limits_request_form(&app_page(id), view.csrf_token, quota));
    }
    content.push(text_element("h2", &[], "Settings"));
    let form = AppForm {
        name: app.name.clone(),
        description: app.description.clone(),
        redirect_uris: app.redirect_uris.clone(),
        scopes: app.scopes.iter().map(|(scope, said)| (scope.as_str().to_owned(), said.as_str().to_owned())).collect(),
        ..AppForm::default()
    };
    content.push(app_form(&form, Some(id), view.csrf_token));
    content.push(back_link());
    Card { status: 200, title: &app.name, content, form_action: None }.into_wide_page()
}

/// Where the app stands, in sentences.
fn state_text(app: &App, state: AppState, quota: Option<Quota>) -> String {
    let mut about = match state {
        AppState::Draft => format!("It works with your account alone, until {}.", format_day(app.window_ends())),
        AppState::Public => "It works with every account.".to_owned(),
        AppState::Private => "It works with the accounts of your team that have direct API access.".to_owned(),
        AppState::Disabled => "It works with no account: it was not deployed in time.".to_owned(),
    };
    about.push(' ');
    about.push_str(&limits::quota_sentence(quota));
    if let Some(since) = app.review {
        about.push_str(&format!(" It is under review since {}.", format_day(since)));
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
fn review_result(app: &App) -> Option<Html> {
    let (class, said) = match app.outcome? {
        ReviewOutcome::Approved => ("message good", "The review approved the app."),
        ReviewOutcome::Declined => {
            ("message bad", "The review declined the app. Correct it below, and ask for the review again.")
        }
    };
    let reason = (!app.reason.is_empty()).then(|| text_element("q", &[("class", "reason")], &app.reason));
    Some(element("p", &[("class", class)], [text(said), text(" ")].into_iter().chain(reason)))
}

fn value_row(label: &str, value: &str) -> Html {
    element("p", &[("class", "message")], [text(label), text(": "), text_element("code", &[], value)])
}

fn back_link() -> Html {
    element("p", &[("class", "aside")], [text_element("a", &[("href", ACCOUNT_PATH)], "To the account")])
}

/// The page of an app that was just registered.
pub fn registered_page(name: &str, client_id: &str, secret: &str, token: &str) -> Response {
    let content = vec![
        text_element("h1", &[], &format!("{name} is registered")),
        text_element("p", &[("class", "message good")], "Keep the client secret now: it is shown once."),
        value_row("Client id", client_id),
        value_row("Client secret", secret),
        value_row("Token for your own account", token),
        text_element("a", &[("class", "button primary"), ("href", &app_page(client_id))], "To the app"),
    ];
    Card { status: 200, title: "The app is registered", content, form_action: None }.into_wide_page()
}

/// The page of a secret that was just made.
pub fn new_secret_page(client_id: &str, secret: &str) -> Response {
    let content = vec![
        text_element("h1", &[], "A new client secret"),
        text_element(
            "p",
            &[("class", "message good")],
            "Keep it now: it is shown once, and the one before is good no more.",
        ),
        value_row("Client secret", secret),
        text_element("a", &[("class", "button primary"), ("href", &app_page(client_id))], "To the app"),
    ];
    Card { status: 200, title: "A new client secret", content, form_action: None }.into_wide_page()
}

/// Why an app cannot be registered or deployed.
pub fn refused_page(why: &str) -> Response {
    let content = vec![
        text_element("h1", &[], "That is not possible"),
        text_element("p", &[("class", "lead")], why),
        back_link(),
    ];
    Card { status: 403, title: "That is not possible", content, form_action: None }.into_page()
}

/// The account's address is not confirmed. The page names the error that the API has for it.
pub fn unverified_page() -> Response {
    let row = Error::EmailUnverified.row();
    refused_page(&format!("{} (error {}) The account page can send you the mail again.", row.meaning, row.code))
}

/// A private app needs a plan with direct API access, and so do its users.
pub fn direct_access_page(plan: Plan) -> Response {
    let with = Plan::ALL.iter().filter(|plan| plan.row().direct_api_access).map(|plan| plan.row().title);
    let with = with.collect::<Vec<_>>().join(", ");
    refused_page(&format!(
        "A private app needs a plan with direct API access, which {} does not include. These do: {with}. Change the \
         plan on the account page.",
        plan.row().title
    ))
}

/// The page of an app that is listed and is no longer there.
pub fn gone_page(client_id: &str, mark: &str) -> Response {
    let content = vec![
        text_element("h1", &[], "This app is gone"),
        text_element("p", &[("class", "lead")], "Take it off your list."),
        verb_button(client_id, mark, Verb::Delete, "button danger", "Delete the app"),
        back_link(),
    ];
    Card { status: 404, title: "This app is gone", content, form_action: None }.into_page()
}
