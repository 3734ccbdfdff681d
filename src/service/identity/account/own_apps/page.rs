//! The pages of a user's app: its form, its settings, its secrets.

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

/// What the team stores about an app and its owner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AppOwnership {
    /// Client id.
    pub client_id: String,
    /// The token for the owner's own account, if it is valid.
    pub token: Option<CarriedSecret>,
    /// E-mail address of the owner.
    pub email: String,
    /// Plan of the owner.
    pub plan: Plan,
    /// Whether the owner's address is confirmed.
    pub email_verified: bool,
}

/// Contents of the settings page.
pub struct AppSettingsView<'a> {
    /// The app.
    pub app: &'a App,
    /// What the owner's team stores about it.
    pub ownership: &'a AppOwnership,
    /// The service's configuration.
    pub config: &'a Config,
    /// The present time.
    pub now: Timestamp,
    /// CSRF token of the session.
    pub csrf_token: &'a str,
    /// Message at the top of the page.
    pub notice: Option<Notice>,
}

/// The URL of an app's page with a notice.
pub fn notice_url(client_id: &str, notice: Notice) -> String {
    notice::notice_url(&app_page(client_id), notice)
}

/// The form of a new app, or again the form of an app after an error; status 400 with an error.
pub fn form_page(form: &AppForm, client_id: Option<&str>, csrf_token: &str, error: Option<&str>) -> Response {
    let title = if client_id.is_some() { "Edit the app" } else { "Register an app" };
    let mut content = vec![text_element("h1", &[], title)];
    if client_id.is_none() {
        let lead_text = format!(
            "It starts as a draft: for {DRAFT_WINDOW_DAYS} days it works with your account only, until you deploy it.",
        );
        content.push(text_element("p", &[("class", "lead")], &lead_text));
    }
    content.extend(error.map(|error| text_element("p", &[("class", "message bad"), ("role", "alert")], error)));
    content.push(app_form(form, client_id, csrf_token));
    let status = if error.is_some() { 400 } else { 200 };
    Card { status, title, content, form_action: None }.into_wide_page()
}

fn app_form(form: &AppForm, client_id: Option<&str>, csrf_token: &str) -> Html {
    let longest = NAME_MAX.to_string();
    let requirements = [
        (ScopeRequirement::NotRequired, "not required"),
        (ScopeRequirement::Optional, "optional"),
        (ScopeRequirement::Required, "required"),
    ];
    let scopes = Scope::ALL.iter().map(|scope| {
        let label = format!("{} ({})", scope.purpose(), scope.as_str());
        let options = requirements.iter().map(|(requirement, label)| (requirement.as_str(), *label));
        select_field(scope.as_str(), &label, form.requirement(*scope).as_str(), options)
    });
    let action = client_id.map_or_else(|| format!("{ACCOUNT_PATH}apps"), app_page);
    let mut content = vec![
        hidden_input(CSRF_FIELD, csrf_token),
        hidden_input(VERB_FIELD, Verb::Edit.as_str()),
        input_field("name", "Name", &[("value", &form.name), ("maxlength", &longest)]),
        textarea_field("description", "What it does", &form.description, "The consent page shows it."),
        textarea_field(
            "redirect_uris",
            "Redirect addresses",
            &form.redirect_uris.join("\n"),
            "One per line, compared character by character. Use https, or http on localhost.",
        ),
        text_element("h2", &[], "Scopes"),
    ];
    content.extend(scopes);
    content.push(submit_button("button primary", if client_id.is_some() { "Save" } else { "Register the app" }));
    post_form(&action, content)
}

/// A button for one action on the app.
fn verb_button(client_id: &str, csrf_token: &str, verb: Verb, class: &str, label: &str) -> Html {
    post_form(
        &app_page(client_id),
        [hidden_input(CSRF_FIELD, csrf_token), hidden_input(VERB_FIELD, verb.as_str()), submit_button(class, label)],
    )
}

/// The form that deletes an app. Deletion cannot be undone, so the browser requires a tick first.
fn deletion_form(client_id: &str, csrf_token: &str) -> Html {
    let checkbox = void("input", &[("type", "checkbox"), ("required", "")]);
    let confirmation =
        element("label", &[("class", "sure")], [checkbox, text("This cannot be undone. All its tokens end.")]);
    let fields = [hidden_input(CSRF_FIELD, csrf_token), hidden_input(VERB_FIELD, Verb::Delete.as_str()), confirmation];
    post_form(&app_page(client_id), fields.into_iter().chain([submit_button("button danger", "Delete the app")]))
}

/// The settings page.
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
        content.push(element("p", &[], [text("Everyone can find it on "), list, text(".")]));
    }
    content.extend(view.notice.map(Notice::to_html));
    content.extend(review_result(app));
    content.push(value_row("Client id", id));
    content.push(match &view.ownership.token {
        Some(token) => value_row("Token for your own account", token.expose()),
        None => text_element("p", &[("class", "message")], "The token for your own account was removed or replaced."),
    });
    content.push(verb_button(id, view.csrf_token, Verb::NewToken, "button", "Make a new token"));
    content.push(verb_button(id, view.csrf_token, Verb::NewSecret, "button", "Make a new client secret"));
    content.push(text_element("h2", &[], "Deployment"));
    let actions = [
        (Trigger::DeployPublic, Verb::DeployPublic, "Deploy as a public app"),
        (Trigger::DeployPrivate, Verb::DeployPrivate, "Deploy as a private app of your team"),
        (Trigger::Extend, Verb::Extend, "Request an extension"),
    ];
    for (trigger, verb, label) in actions {
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
        scopes: app
            .scopes
            .iter()
            .map(|(scope, requirement)| (scope.as_str().to_owned(), requirement.as_str().to_owned()))
            .collect(),
        ..AppForm::default()
    };
    content.push(app_form(&form, Some(id), view.csrf_token));
    content.push(back_link());
    Card { status: 200, title: &app.name, content, form_action: None }.into_wide_page()
}

/// The state of the app, in sentences.
fn state_text(app: &App, state: AppState, quota: Option<Quota>) -> String {
    let mut lead_text = match state {
        AppState::Draft => format!("It works with your account only, until {}.", format_day(app.window_ends())),
        AppState::Public => "It works with every account.".to_owned(),
        AppState::Private => "It works with the accounts of your team that have direct API access.".to_owned(),
        AppState::Disabled => "It works with no account, because it was not deployed in time.".to_owned(),
    };
    lead_text.push(' ');
    lead_text.push_str(&limits::quota_sentence(quota));
    if let Some(since) = app.review {
        lead_text.push_str(&format!(" It has been under review since {}.", format_day(since)));
    }
    let waiting = app.scopes.iter().map(|(scope, _)| *scope);
    if state == AppState::Public
        && waiting.into_iter().any(|scope| scope.needs_approval() && !app.approved.contains(&scope))
    {
        lead_text.push_str(" It cannot request some of its scopes until they are approved.");
    }
    lead_text
}

/// The outcome of the last review.
fn review_result(app: &App) -> Option<Html> {
    let (class, sentence) = match app.outcome? {
        ReviewOutcome::Approved => ("message good", "The review approved the app."),
        ReviewOutcome::Declined => {
            ("message bad", "The review declined the app. Correct it below, then request the review again.")
        }
    };
    let reason = (!app.reason.is_empty()).then(|| text_element("q", &[("class", "reason")], &app.reason));
    Some(element("p", &[("class", class)], [text(sentence), text(" ")].into_iter().chain(reason)))
}

fn value_row(label: &str, value: &str) -> Html {
    element("p", &[("class", "message")], [text(label), text(": "), text_element("code", &[], value)])
}

fn back_link() -> Html {
    element("p", &[("class", "aside")], [text_element("a", &[("href", ACCOUNT_PATH)], "To the account")])
}

/// The page of an app that was just registered. Only this page shows the client secret.
pub fn registered_page(name: &str, client_id: &str, secret: &str, token: &str) -> Response {
    let content = vec![
        text_element("h1", &[], &format!("{name} is registered")),
        text_element("p", &[("class", "message good")], "Save the client secret now: it is shown only once."),
        value_row("Client id", client_id),
        value_row("Client secret", secret),
        value_row("Token for your own account", token),
        text_element("a", &[("class", "button primary"), ("href", &app_page(client_id))], "To the app"),
    ];
    Card { status: 200, title: "The app is registered", content, form_action: None }.into_wide_page()
}

/// The page of a new client secret. Only this page shows it.
pub fn new_secret_page(client_id: &str, secret: &str) -> Response {
    let content = vec![
        text_element("h1", &[], "A new client secret"),
        text_element(
            "p",
            &[("class", "message good")],
            "Save it now: it is shown only once, and the previous secret no longer works.",
        ),
        value_row("Client secret", secret),
        text_element("a", &[("class", "button primary"), ("href", &app_page(client_id))], "To the app"),
    ];
    Card { status: 200, title: "A new client secret", content, form_action: None }.into_wide_page()
}

/// The page that says why an app cannot be registered or deployed.
pub fn refused_page(why: &str) -> Response {
    let content = vec![
        text_element("h1", &[], "That is not possible"),
        text_element("p", &[("class", "lead")], why),
        back_link(),
    ];
    Card { status: 403, title: "That is not possible", content, form_action: None }.into_page()
}

/// The page for an unconfirmed address. It names the API's error for the same case.
pub fn unverified_page() -> Response {
    let row = Error::EmailUnverified.row();
    let lead_text = format!("{} (error {}) Request another mail on the account page.", row.meaning, row.code);
    refused_page(&lead_text)
}

/// The page for a plan without direct API access, which a private app and its users need.
pub fn direct_access_page(plan: Plan) -> Response {
    let plan_names = Plan::ALL.iter().filter(|plan| plan.row().direct_api_access).map(|plan| plan.row().title);
    let plan_names = plan_names.collect::<Vec<_>>().join(", ");
    refused_page(&format!(
        "A private app needs a plan with direct API access, which {} does not include. These do: {plan_names}. Change the \
         plan on the account page.",
        plan.row().title
    ))
}

/// The page of an app that is listed in the team and no longer exists.
pub fn gone_page(client_id: &str, csrf_token: &str) -> Response {
    let content = vec![
        text_element("h1", &[], "This app no longer exists"),
        text_element("p", &[("class", "lead")], "Remove it from your list."),
        verb_button(client_id, csrf_token, Verb::Delete, "button danger", "Delete the app"),
        back_link(),
    ];
    Card { status: 404, title: "This app no longer exists", content, form_action: None }.into_page()
}
