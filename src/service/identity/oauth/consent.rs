//! Consent: whether a user may use an app, which scopes are granted, and the code for them.

pub mod page;

use super::authorize_request::{self, AuthorizeRequest};
use super::consent_token::{self, ConsentToken};
use super::sign_in::page::SignInError;
use super::sign_in::{self};
use super::{OAuthStep, authorization_code, redirect};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::actor::token;
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::app::App;
use crate::service::identity::person::{SignInResult, SignedInUser};
use crate::service::store::scope_list::{parse_scope_list, scope_list};
use crate::service::store::sql::{first_row, in_transaction, values};
use crate::spec::apps::{AppState, Audience, ScopeRequirement};
use crate::spec::limits::CODE_LIFETIME_SECONDS;
use crate::spec::oauth::{AuthorizeError, CODE, DENIED_DESCRIPTION};
use crate::spec::scopes::Scope;
use crate::wire::dates::{DAY, SECOND};
use crate::wire::form::Form;
use crate::wire::http::Response;
use page::{ALLOW, DECISION, DENY, SCOPE};
use serde::{Deserialize, Serialize};

/// A consent page that was allowed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConsentDecision {
    token: ConsentToken,
    /// The optional scopes that stayed checked.
    chosen: String,
}

/// App: the consent page.
///
/// # Errors
///
/// A page with the reason, if the sign-in failed, the app is not open to the user, or the plan lacks a required scope.
pub fn present_consent(
    context: &ActorContext<'_>,
    auth_request: AuthorizeRequest,
    email: &str,
    result: SignInResult,
) -> Result<ActorReply, Response> {
    let (app, state) = authorize_request::load_requesting_app(context, &auth_request)?;
    let error = SignInError::from_result(&result, context.now);
    let SignInResult::Active(person) = result else {
        return Err(sign_in::refused_page(&app.name, &auth_request, email, error));
    };
    check_permitted(&app, state, &person, &auth_request)?;
    let (required, optional) = requested_scopes(&app, state, &person, &auth_request);
    let token = ConsentToken {
        id: context.random.base64_id(),
        user_id: person.user_id,
        team: person.team,
        required: scope_list(&required),
        optional: scope_list(&optional),
        expires: consent_token::expiry_from(context.now),
        auth_request,
    };
    let sealed = consent_token::seal_token(&context.service.config, &token, context.random)
        .ok_or_else(|| RefusalPage::InternalError.render_page())?;
    let view = page::ConsentView {
        app: &app.name,
        description: &app.description,
        email: &person.email,
        plan: person.plan,
        required: &required,
        optional: &optional,
        token: &sealed,
        redirect_origin: redirect::allowed_origin(&token.auth_request.redirect_uri).unwrap_or_default(),
        other_account: &token.auth_request.authorize_url(),
    };
    Ok(page::consent_page(&view).into())
}

/// The scopes that the app requires, and those that the user may leave out. An optional scope that the app needs now,
/// and that the plan offers, is required this time.
fn requested_scopes(
    app: &App,
    state: AppState,
    person: &SignedInUser,
    auth_request: &AuthorizeRequest,
) -> (Vec<Scope>, Vec<Scope>) {
    let mut required = app.scopes_by_requirement(state, ScopeRequirement::Required);
    let is_needed = |scope: &Scope| auth_request.needs_scope(*scope) && person.plan.offers(scope.plan_rule());
    let (needed, optional): (Vec<Scope>, Vec<Scope>) =
        app.scopes_by_requirement(state, ScopeRequirement::Optional).into_iter().partition(is_needed);
    required.extend(needed);
    (required, optional)
}

/// Router: forwards a denial to the app, a consent to the team.
///
/// # Errors
///
/// A page, if the form has neither decision.
pub fn parse_decision(token: ConsentToken, fields: &Form) -> Result<(ActorId, OAuthStep), Response> {
    match fields.first(DECISION) {
        Some(ALLOW) => {
            let chosen: Vec<&str> = fields.all(SCOPE).collect();
            let chosen = chosen.join(" ");
            Ok((ActorId::Team(token.team.clone()), OAuthStep::CheckUser(ConsentDecision { token, chosen })))
        }
        Some(DENY) => Ok((token.auth_request.app_actor(), OAuthStep::Deny(token))),
        _ => Err(RefusalPage::Unreadable("The form has no decision.".to_owned()).render_page()),
    }
}

/// App: records the denial and redirects with the error. A page from which a code was issued cannot be denied any more.
///
/// # Errors
///
/// A page, if the page was used before, the app has changed, or a statement fails.
pub fn deny_consent(context: &ActorContext<'_>, token: &ConsentToken) -> Result<ActorReply, Response> {
    authorize_request::load_requesting_app(context, &token.auth_request)?;
    let sql = context.sql;
    let work = || {
        sql.run("DELETE FROM denials WHERE expires < ?", values![context.now])?;
        if first_row(sql, "SELECT consent_id FROM codes WHERE consent_id = ?", values![token.id.as_str()])?.is_some() {
            return Ok(false);
        }
        let values = values![token.id.as_str(), token.expires];
        sql.run("INSERT OR IGNORE INTO denials (consent_id, expires) VALUES (?, ?)", values)?;
        Ok(true)
    };
    if !in_transaction(sql, work).map_err(|_| RefusalPage::InternalError.render_page())? {
        return Err(RefusalPage::StartAgain.render_page());
    }
    Ok(redirect::redirect_to(&token.auth_request.error_url(AuthorizeError::AccessDenied, DENIED_DESCRIPTION)).into())
}

/// Team: loads the user again, and forwards to the app.
///
/// # Errors
///
/// A page, if the team no longer exists or a statement fails.
pub fn check_user(context: &ActorContext<'_>, decision: ConsentDecision) -> Result<ActorReply, Response> {
    let row = first_row(context.sql, "SELECT region FROM team", &[]).map_err(internal_error)?;
    let region = row.as_ref().and_then(|row| row.region()).ok_or_else(|| RefusalPage::StartAgain.render_page())?;
    let result = sign_in::find_user(context, &decision.token.user_id, region)?;
    Ok(context.forward_to(decision.token.auth_request.app_actor(), OAuthStep::IssueCode(decision, result)))
}

/// App: issues the code, by redirect. Everything is checked again, because the page may have been open for minutes.
///
/// # Errors
///
/// A page, if the page was used before, anything on it has changed since, or a statement fails.
pub fn issue_code(
    context: &ActorContext<'_>,
    ConsentDecision { token, chosen }: ConsentDecision,
    result: SignInResult,
) -> Result<ActorReply, Response> {
    let (app, state) = authorize_request::load_requesting_app(context, &token.auth_request)?;
    let SignInResult::Active(person) = result else { return Err(RefusalPage::StartAgain.render_page()) };
    check_permitted(&app, state, &person, &token.auth_request)?;
    let (required, optional) = requested_scopes(&app, state, &person, &token.auth_request);
    if token.required != scope_list(&required) || token.optional != scope_list(&optional) {
        return Err(RefusalPage::StartAgain.render_page());
    }
    let chosen = parse_scope_list(&chosen);
    let extra = optional.into_iter().filter(|scope| chosen.contains(scope) && person.plan.offers(scope.plan_rule()));
    let granted: Vec<Scope> = required.into_iter().chain(extra).collect();
    let code = authorization_code::new_code(&context.service.config, &app.client_id, context.random);
    let code = code.ok_or_else(|| RefusalPage::InternalError.render_page())?;
    if !store_code(context, &token, &person, &granted, &code)? {
        return Err(RefusalPage::StartAgain.render_page());
    }
    Ok(redirect::redirect_to(&token.auth_request.redirect_url(&[(CODE, &code)])).into())
}

/// Stores a code's hash. False if the page was allowed or denied before.
///
/// Codes stay for a day after they expire, so that a reuse is recognised.
fn store_code(
    context: &ActorContext<'_>,
    token: &ConsentToken,
    person: &SignedInUser,
    scopes: &[Scope],
    code: &str,
) -> Result<bool, Response> {
    let sql = context.sql;
    let work = || {
        sql.run("DELETE FROM codes WHERE expires < ?", values![context.now.saturating_add(DAY.saturating_neg())])?;
        let decided = "SELECT consent_id FROM codes WHERE consent_id = ?
                       UNION ALL
                       SELECT consent_id FROM denials WHERE consent_id = ?";
        if first_row(sql, decided, values![token.id.as_str(), token.id.as_str()])?.is_some() {
            return Ok(false);
        }
        sql.run(
            "INSERT INTO codes (code_hash, consent_id, redirect_uri, region, team, user_id, scopes, expires,
                                challenge, token_hash)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
            values![
                token::hash_secret(code),
                token.id.as_str(),
                token.auth_request.redirect_uri.as_str(),
                person.region.as_str(),
                person.team.as_str(),
                person.user_id.as_str(),
                scope_list(scopes),
                context.now.saturating_add(SECOND.saturating_mul(i64::from(CODE_LIFETIME_SECONDS))),
                token.auth_request.challenge.clone(),
            ],
        )?;
        Ok(true)
    };
    in_transaction(sql, work).map_err(|_| RefusalPage::InternalError.render_page())
}

/// Whether the app's state is open to this person and the plan offers every scope that the app requires.
fn check_permitted(
    app: &App,
    state: AppState,
    person: &SignedInUser,
    auth_request: &AuthorizeRequest,
) -> Result<(), Response> {
    let is_own_team = person.team == app.owner_team;
    let refusal = match state.audience() {
        Audience::Everyone => None,
        Audience::Owner if is_own_team && person.user_id == app.owner_user => None,
        Audience::Owner => Some("It is a draft, which only the account that registered it can use."),
        Audience::Team if !is_own_team => Some("It is a private app of another team."),
        Audience::Team if state.permits(person.plan) => None,
        Audience::Team => Some("Private apps need a plan with direct API access, which yours does not include."),
        Audience::Nobody => Some("It is disabled."),
    };
    let again = auth_request.authorize_url();
    let app_name = app.name.clone();
    if let Some(reason) = refusal {
        let back = auth_request.error_url(AuthorizeError::UnauthorizedClient, "The app is not open to this account");
        return Err(
            RefusalPage::NotOpen { app: app_name, reason, email: person.email.clone(), back, again }.render_page()
        );
    }
    let mut missing = app.scopes_by_requirement(state, ScopeRequirement::Required);
    missing.retain(|scope| !person.plan.offers(scope.plan_rule()));
    if missing.is_empty() {
        return Ok(());
    }
    let back = auth_request.error_url(AuthorizeError::InvalidScope, "A required scope is not available to the account");
    Err(RefusalPage::NeedsPlan { app: app_name, plan: person.plan, missing, back, again }.render_page())
}
