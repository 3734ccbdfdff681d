//! The pages of a user's app: its form, its settings, its secrets.

use crate::service::environment::config::Config;
use crate::service::environment::secret::CarriedSecret;
use crate::service::html::form::{FormError, InputField, hidden_input, select_field, textarea_field};
use crate::service::html::format_day;
use crate::service::html::layout::{Card, form_title};
use crate::service::html::notice::{self, Notice};
use crate::service::identity::account::app_form::AppForm;
use crate::service::identity::account::limits_view as limits;
use crate::service::identity::app::App;
use crate::service::identity::app_lifecycle::Verb;
use crate::service::identity::app_limits::may_ask;
use crate::service::identity::paths::{CSRF_FIELD, VERB_FIELD, app_page};
use crate::spec::account::{ACCOUNT_PATH, NAME_MAX};
use crate::spec::apps::{APPS_PATH, AppState, ReviewOutcome, ScopeRequirement, Trigger};
use crate::spec::errors::Error;
use crate::spec::limits::{DRAFT_WINDOW_DAYS, Quota};
use crate::spec::plans::Plan;
use crate::spec::scopes::Scope;
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;
use maud::{Markup, html};
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
    let content = html! {
        h1 { (title) }
        @if client_id.is_none() {
            p.lead {
                "It starts as a draft: for " (DRAFT_WINDOW_DAYS) " days it works with your account only, until you "
                "deploy it."
            }
        }
        @if let Some(error) = error { (FormError { message: error.to_owned(), fields: Vec::new() }) }
        (app_form(form, client_id, csrf_token))
    };
    let status = if error.is_some() { 400 } else { 200 };
    Card { status, title: &form_title(title, error.is_some()), content, form_action: None }.into_wide_page()
}

fn app_form(form: &AppForm, client_id: Option<&str>, csrf_token: &str) -> Markup {
    let requirements = [
        (ScopeRequirement::NotRequired.as_str(), "not required"),
        (ScopeRequirement::Optional.as_str(), "optional"),
        (ScopeRequirement::Required.as_str(), "required"),
    ];
    let addresses = form.redirect_uris.join("\n");
    let addresses_hint = "One per line, compared character by character. Use https, or http on localhost.";
    html! {
        form method="post" action=(client_id.map_or_else(|| format!("{ACCOUNT_PATH}apps"), app_page)) {
            (hidden_input(CSRF_FIELD, csrf_token))
            (hidden_input(VERB_FIELD, Verb::Edit.as_str()))
            (InputField::text("name", "Name", NAME_MAX).value(&form.name))
            (textarea_field("description", "What it does", &form.description, "The consent page shows it."))
            (textarea_field("redirect_uris", "Redirect addresses", &addresses, addresses_hint))
            h2 { "Scopes" }
            @for scope in Scope::ALL {
                @let label = format!("{} ({})", scope.purpose(), scope.as_str());
                (select_field(scope.as_str(), &label, form.requirement(*scope).as_str(), requirements.into_iter()))
            }
            button.button.primary type="submit" {
                @if client_id.is_some() { "Save" } @else { "Register the app" }
            }
        }
    }
}

/// A button for one action on the app.
fn verb_button(client_id: &str, csrf_token: &str, verb: Verb, label: &str) -> Markup {
    html! {
        form method="post" action=(app_page(client_id)) {
            (hidden_input(CSRF_FIELD, csrf_token))
            (hidden_input(VERB_FIELD, verb.as_str()))
            button.button type="submit" { (label) }
        }
    }
}

/// The form that deletes an app. Deletion cannot be undone, so the browser requires a tick first.
fn deletion_form(client_id: &str, csrf_token: &str) -> Markup {
    html! {
        form method="post" action=(app_page(client_id)) {
            (hidden_input(CSRF_FIELD, csrf_token))
            (hidden_input(VERB_FIELD, Verb::Delete.as_str()))
            label.sure {
                input type="checkbox" required;
                "This cannot be undone. All its tokens end."
            }
            button.button.danger type="submit" { "Delete the app" }
        }
    }
}

/// The settings page.
pub fn settings_page(view: &AppSettingsView<'_>) -> Response {
    let (app, id) = (view.app, view.app.client_id.as_str());
    let state = app.state_at(view.now).unwrap_or(AppState::Disabled);
    let quota = app.quota_for(view.config, state);
    let content = html! {
        h1 { (app.name) }
        p.lead { em.tag { (state.as_str()) } " " (state_text(app, state, quota)) }
        @if state == AppState::Public {
            p { "Everyone can find it on " a href=(APPS_PATH) { "the public list" } "." }
        }
        @if let Some(notice) = view.notice { (notice) }
        (review_result(app))
        p.message { "Client id: " code { (id) } }
        @if let Some(token) = &view.ownership.token {
            p.message { "Token for your own account: " code { (token.expose()) } }
        } @else {
            p.message { "The token for your own account was removed or replaced." }
        }
        (verb_button(id, view.csrf_token, Verb::NewToken, "Make a new token"))
        (verb_button(id, view.csrf_token, Verb::NewSecret, "Make a new client secret"))
        h2 { "Deployment" }
        (deployment_buttons(view, state))
        (deletion_form(id, view.csrf_token))
        @if let Some(quota) = quota.filter(|_| may_ask(view.config, app, view.now)) {
            (limits::limits_request_form(&app_page(id), view.csrf_token, quota))
        }
        h2 { "Settings" }
        (app_form(&filled_form(app), Some(id), view.csrf_token))
        p.aside { a href=(ACCOUNT_PATH) { "To the account" } }
    };
    Card { status: 200, title: &notice::titled(&app.name, view.notice), content, form_action: None }.into_wide_page()
}

/// The actions on the deployment that the state permits.
fn deployment_buttons(view: &AppSettingsView<'_>, state: AppState) -> Markup {
    let actions = [
        (Trigger::DeployPublic, Verb::DeployPublic, "Deploy as a public app"),
        (Trigger::DeployPrivate, Verb::DeployPrivate, "Deploy as a private app of your team"),
        (Trigger::Extend, Verb::Extend, "Request an extension"),
    ];
    html! {
        @for (trigger, verb, label) in actions {
            @if trigger.next_state(Some(state)).is_some() {
                (verb_button(&view.app.client_id, view.csrf_token, verb, label))
            }
        }
    }
}

/// The form with the present settings of the app.
fn filled_form(app: &App) -> AppForm {
    let scopes = app.scopes.iter();
    AppForm {
        name: app.name.clone(),
        description: app.description.clone(),
        redirect_uris: app.redirect_uris.clone(),
        scopes: scopes.map(|(scope, needed)| (scope.as_str().to_owned(), needed.as_str().to_owned())).collect(),
        ..AppForm::default()
    }
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
    if app.scopes.iter().any(|(scope, _)| !app.may_use(state, *scope)) {
        lead_text.push_str(" It cannot request some of its scopes until they are approved.");
    }
    lead_text
}

/// The outcome of the last review.
fn review_result(app: &App) -> Markup {
    html! {
        @if let Some(outcome) = app.outcome {
            p.message.good[outcome == ReviewOutcome::Approved].bad[outcome == ReviewOutcome::Declined] {
                @match outcome {
                    ReviewOutcome::Approved => { "The review approved the app. " }
                    ReviewOutcome::Declined => {
                        "The review declined the app. Correct it below, then request the review again. "
                    }
                }
                @if !app.reason.is_empty() { q.reason { (app.reason) } }
            }
        }
    }
}

/// The page of an app that was just registered. Only this page shows the client secret.
pub fn registered_page(name: &str, client_id: &str, secret: &str, token: &str) -> Response {
    let content = html! {
        h1 { (name) " is registered" }
        p.message.good { "Save the client secret now: it is shown only once." }
        p.message { "Client id: " code { (client_id) } }
        p.message { "Client secret: " code { (secret) } }
        p.message { "Token for your own account: " code { (token) } }
        a.button.primary href=(app_page(client_id)) { "To the app" }
    };
    Card { status: 200, title: "The app is registered", content, form_action: None }.into_wide_page()
}

/// The page of a new client secret. Only this page shows it.
pub fn new_secret_page(client_id: &str, secret: &str) -> Response {
    let content = html! {
        h1 { "A new client secret" }
        p.message.good { "Save it now: it is shown only once, and the previous secret no longer works." }
        p.message { "Client secret: " code { (secret) } }
        a.button.primary href=(app_page(client_id)) { "To the app" }
    };
    Card { status: 200, title: "A new client secret", content, form_action: None }.into_wide_page()
}

/// The page that says why an app cannot be registered or deployed.
pub fn refused_page(why: &str) -> Response {
    let content = html! {
        h1 { "That is not possible" }
        p.lead { (why) }
        p.aside { a href=(ACCOUNT_PATH) { "To the account" } }
    };
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
        "A private app needs a plan with direct API access, which {} does not include. These do: {plan_names}. Change \
         the plan on the account page.",
        plan.row().title
    ))
}

/// The page of an app that is listed in the team and no longer exists.
pub fn gone_page(client_id: &str, csrf_token: &str) -> Response {
    let content = html! {
        h1 { "This app no longer exists" }
        p.lead { "Remove it from your list." }
        form method="post" action=(app_page(client_id)) {
            (hidden_input(CSRF_FIELD, csrf_token))
            (hidden_input(VERB_FIELD, Verb::Delete.as_str()))
            button.button.danger type="submit" { "Delete the app" }
        }
        p.aside { a href=(ACCOUNT_PATH) { "To the account" } }
    };
    Card { status: 404, title: "This app no longer exists", content, form_action: None }.into_page()
}
