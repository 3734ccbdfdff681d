//! Consent: who may use an app, what it is permitted, and the code that says so.

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
use crate::service::identity::grants::{parse_scope_list, scope_list};
use crate::service::identity::person::{SignInResult, SignedInUser};
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

/// A consent page that came back with a yes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConsentDecision {
    ticket: ConsentToken,
    /// The optional scopes that were left checked.
    chosen: String,
}

/// At the app: the consent page, or the reason why there is none.
pub fn present_consent(
    visit: &ActorContext<'_>,
    asked: AuthorizeRequest,
    email: &str,
    who: SignInResult,
) -> Result<ActorReply, Response> {
    let (app, state) = authorize_request::load_requesting_app(visit, &asked)?;
    let trouble = SignInError::from_result(&who, visit.now);
    let SignInResult::Active(person) = who else {
        return Err(sign_in::refused_page(&app.name, &asked, email, trouble));
    };
    check_permitted(&app, state, &person, &asked)?;
    let (required, optional) = (
        app.scopes_by_requirement(state, ScopeRequirement::Required),
        app.scopes_by_requirement(state, ScopeRequirement::Optional),
    );
    let ticket = ConsentToken {
        id: visit.random.base64_id(),
        user_id: person.user_id,
        team: person.team,
        required: scope_list(&required),
        optional: scope_list(&optional),
        expires: consent_token::expiry_from(visit.now),
        asked,
    };
    let sealed = consent_token::seal_token(&visit.service.config, &ticket, visit.random)
        .ok_or_else(|| RefusalPage::InternalError.render_page())?;
    let view = page::ConsentView {
        app: &app.name,
        description: &app.description,
        email: &person.email,
        plan: person.plan,
        required: &required,
        optional: &optional,
        ticket: &sealed,
        redirect_origin: redirect::allowed_origin(&ticket.asked.redirect_uri).unwrap_or_default(),
        other_account: &ticket.asked.authorize_url(),
    };
    Ok(page::consent_page(&view).into())
}

/// At the door: a no goes to the app, a yes to the team.
pub fn parse_decision(ticket: ConsentToken, fields: &Form) -> Result<(ActorId, OAuthStep), Response> {
    match fields.first(DECISION) {
        Some(ALLOW) => {
            let chosen: Vec<&str> = fields.all(SCOPE).collect();
            let chosen = chosen.join(" ");
            Ok((ActorId::Team(ticket.team.clone()), OAuthStep::CheckUser(ConsentDecision { ticket, chosen })))
        }
        Some(DENY) => Ok((ticket.asked.app_actor(), OAuthStep::Deny(ticket))),
        _ => Err(RefusalPage::Unreadable("The form says neither yes nor no.".to_owned()).render_page()),
    }
}

/// At the app: the page is decided, and the app is told by redirect. A page that has given a code is decided too.
pub fn deny_consent(visit: &ActorContext<'_>, ticket: &ConsentToken) -> Result<ActorReply, Response> {
    authorize_request::load_requesting_app(visit, &ticket.asked)?;
    let sql = visit.sql;
    let work = || {
        sql.run("DELETE FROM denials WHERE expires < ?", values![visit.now])?;
        if first_row(sql, "SELECT consent_id FROM codes WHERE consent_id = ?", values![ticket.id.as_str()])?.is_some() {
            return Ok(false);
        }
        let values = values![ticket.id.as_str(), ticket.expires];
        sql.run("INSERT OR IGNORE INTO denials (consent_id, expires) VALUES (?, ?)", values)?;
        Ok(true)
    };
    if !in_transaction(sql, work).map_err(|_| RefusalPage::InternalError.render_page())? {
        return Err(RefusalPage::StartAgain.render_page());
    }
    Ok(redirect::redirect_to(&ticket.asked.error_url(AuthorizeError::AccessDenied, DENIED_DESCRIPTION)).into())
}

/// At the team: the user as of now, on to the app.
pub fn check_user(visit: &ActorContext<'_>, decision: ConsentDecision) -> Result<ActorReply, Response> {
    let row = first_row(visit.sql, "SELECT region FROM team", &[]).map_err(internal_error)?;
    let region = row.as_ref().and_then(|row| row.region()).ok_or_else(|| RefusalPage::StartAgain.render_page())?;
    let who = sign_in::find_user(visit, &decision.ticket.user_id, region)?;
    Ok(visit.forward_to(decision.ticket.asked.app_actor(), OAuthStep::IssueCode(decision, who)))
}

/// At the app: the code, by redirect. Whatever was true when the page was shown must still be true.
pub fn issue_code(
    visit: &ActorContext<'_>,
    ConsentDecision { ticket, chosen }: ConsentDecision,
    who: SignInResult,
) -> Result<ActorReply, Response> {
    let (app, state) = authorize_request::load_requesting_app(visit, &ticket.asked)?;
    let SignInResult::Active(person) = who else { return Err(RefusalPage::StartAgain.render_page()) };
    check_permitted(&app, state, &person, &ticket.asked)?;
    let (required, optional) = (
        app.scopes_by_requirement(state, ScopeRequirement::Required),
        app.scopes_by_requirement(state, ScopeRequirement::Optional),
    );
    if ticket.required != scope_list(&required) || ticket.optional != scope_list(&optional) {
        return Err(RefusalPage::StartAgain.render_page());
    }
    let chosen = parse_scope_list(&chosen);
    let extra = optional.into_iter().filter(|scope| chosen.contains(scope) && person.plan.offers(scope.plan_rule()));
    let granted: Vec<Scope> = required.into_iter().chain(extra).collect();
    let code = authorization_code::new_code(&visit.service.config, &app.client_id, visit.random);
    let code = code.ok_or_else(|| RefusalPage::InternalError.render_page())?;
    if !store_code(visit, &ticket, &person, &granted, &code)? {
        return Err(RefusalPage::StartAgain.render_page());
    }
    Ok(redirect::redirect_to(&ticket.asked.redirect_url(&[(CODE, &code)])).into())
}

/// Stores a code's hash; false if the ticket was used for a code before, or for a no.
///
/// Codes are kept for a day after their end, so that their reuse is noticed.
fn store_code(
    visit: &ActorContext<'_>,
    ticket: &ConsentToken,
    person: &SignedInUser,
    scopes: &[Scope],
    code: &str,
) -> Result<bool, Response> {
    let sql = visit.sql;
    let work = || {
        sql.run("DELETE FROM codes WHERE expires < ?", values![visit.now.saturating_add(DAY.saturating_neg())])?;
        let decided = "SELECT consent_id FROM codes WHERE consent_id = ?
                       UNION ALL
                       SELECT consent_id FROM denials WHERE consent_id = ?";
        if first_row(sql, decided, values![ticket.id.as_str(), ticket.id.as_str()])?.is_some() {
            return Ok(false);
        }
        sql.run(
            "INSERT INTO codes (code_hash, consent_id, redirect_uri, region, team, user_id, scopes, expires,
                                challenge, token_hash)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
            values![
                token::hash_secret(code),
                ticket.id.as_str(),
                ticket.asked.redirect_uri.as_str(),
                person.region.as_str(),
                person.team.as_str(),
                person.user_id.as_str(),
                scope_list(scopes),
                visit.now.saturating_add(SECOND.saturating_mul(i64::from(CODE_LIFETIME_SECONDS))),
                ticket.asked.challenge.clone(),
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
    asked: &AuthorizeRequest,
) -> Result<(), Response> {
    let same_team = person.team == app.owner_team;
    let refusal = match state.audience() {
        Audience::Everyone => None,
        Audience::Owner if same_team && person.user_id == app.owner_user => None,
        Audience::Owner => Some("It is still a draft, which only the account that registered it can use."),
        Audience::Team if !same_team => Some("It is a private app of another team."),
        Audience::Team if person.plan.row().direct_api_access => None,
        Audience::Team => Some("Private apps need a plan with direct API access, which yours does not include."),
        Audience::Nobody => Some("It is disabled."),
    };
    let again = asked.authorize_url();
    let app_name = app.name.clone();
    if let Some(reason) = refusal {
        let back = asked.error_url(AuthorizeError::UnauthorizedClient, "The app is not open to this account");
        return Err(
            RefusalPage::NotOpen { app: app_name, reason, email: person.email.clone(), back, again }.render_page()
        );
    }
    let mut missing = app.scopes_by_requirement(state, ScopeRequirement::Required);
    missing.retain(|scope| !person.plan.offers(scope.plan_rule()));
    if missing.is_empty() {
        return Ok(());
    }
    let back = asked.error_url(AuthorizeError::InvalidScope, "A required scope is not available to the account");
    Err(RefusalPage::NeedsPlan { app: app_name, plan: person.plan, missing, back, again }.render_page())
}
