//! Consent: who may use an app, what it is permitted, and the code that says so.

pub mod page;

use super::asked::{self, Asked};
use super::sign_in::page::Trouble;
use super::sign_in::{self};
use super::ticket::{self, Ticket};
use super::{Step, code, redirect};
use crate::service::actor::place::{Place, Turn};
use crate::service::actor::token;
use crate::service::actor::visit::Visit;
use crate::service::html::refusal::{Refusal, internal_error};
use crate::service::identity::app::App;
use crate::service::identity::grants::{scope_list, scopes_of};
use crate::service::identity::person::{Person, Who};
use crate::service::store::sql::{atomically, first, values};
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
pub struct Decision {
    ticket: Ticket,
    /// The optional scopes that were left checked.
    chosen: String,
}

/// At the app: the consent page, or the reason why there is none.
pub fn present(visit: &Visit<'_>, asked: Asked, email: &str, who: Who) -> Result<Turn, Response> {
    let (app, state) = asked::app(visit, &asked)?;
    let trouble = Trouble::of(&who, visit.now);
    let Who::Person(person) = who else { return Err(sign_in::refused(&app.name, &asked, email, trouble)) };
    permitted(&app, state, &person, &asked)?;
    let (required, optional) =
        (app.asks(state, ScopeRequirement::Required), app.asks(state, ScopeRequirement::Optional));
    let ticket = Ticket {
        id: visit.random.word(),
        user_id: person.user_id,
        team: person.team,
        required: scope_list(&required),
        optional: scope_list(&optional),
        expires: ticket::end(visit.now),
        asked,
    };
    let sealed = ticket::seal(&visit.service.config, &ticket, visit.random).ok_or_else(|| Refusal::Broken.page())?;
    let view = page::View {
        app: &app.name,
        description: &app.description,
        email: &person.email,
        plan: person.plan,
        required: &required,
        optional: &optional,
        ticket: &sealed,
        redirect_origin: redirect::origin(&ticket.asked.redirect_uri).unwrap_or_default(),
        other_account: &ticket.asked.again(),
    };
    Ok(page::page(&view).into())
}

/// At the door: a no goes to the app, a yes to the team.
pub fn decide(ticket: Ticket, fields: &Form) -> Result<(Place, Step), Response> {
    match fields.first(DECISION) {
        Some(ALLOW) => {
            let chosen: Vec<&str> = fields.all(SCOPE).collect();
            let chosen = chosen.join(" ");
            Ok((Place::Team(ticket.team.clone()), Step::Check(Decision { ticket, chosen })))
        }
        Some(DENY) => Ok((ticket.asked.place(), Step::Deny(ticket))),
        _ => Err(Refusal::Unreadable("The form says neither yes nor no.".to_owned()).page()),
    }
}

/// At the app: the page is decided, and the app is told by redirect. A page that has given a code is decided too.
pub fn deny(visit: &Visit<'_>, ticket: &Ticket) -> Result<Turn, Response> {
    asked::app(visit, &ticket.asked)?;
    let sql = visit.sql;
    let work = || {
        sql.run("DELETE FROM denials WHERE expires < ?", values![visit.now])?;
        if first(sql, "SELECT ticket FROM codes WHERE ticket = ?", values![ticket.id.as_str()])?.is_some() {
            return Ok(false);
        }
        let values = values![ticket.id.as_str(), ticket.expires];
        sql.run("INSERT OR IGNORE INTO denials (ticket, expires) VALUES (?, ?)", values)?;
        Ok(true)
    };
    if !atomically(sql, work).map_err(|_| Refusal::Broken.page())? {
        return Err(Refusal::StartAgain.page());
    }
    Ok(redirect::to(&ticket.asked.failed(AuthorizeError::AccessDenied, DENIED_DESCRIPTION)).into())
}

/// At the team: the user as of now, on to the app.
pub fn check(visit: &Visit<'_>, decision: Decision) -> Result<Turn, Response> {
    let row = first(visit.sql, "SELECT region FROM team", &[]).map_err(internal_error)?;
    let region = row.as_ref().and_then(|row| row.region()).ok_or_else(|| Refusal::StartAgain.page())?;
    let who = sign_in::still(visit, &decision.ticket.user_id, region)?;
    Ok(visit.go(decision.ticket.asked.place(), Step::Issue(decision, who)))
}

/// At the app: the code, by redirect. Whatever was true when the page was shown must still be true.
pub fn issue(visit: &Visit<'_>, Decision { ticket, chosen }: Decision, who: Who) -> Result<Turn, Response> {
    let (app, state) = asked::app(visit, &ticket.asked)?;
    let Who::Person(person) = who else { return Err(Refusal::StartAgain.page()) };
    permitted(&app, state, &person, &ticket.asked)?;
    let (required, optional) =
        (app.asks(state, ScopeRequirement::Required), app.asks(state, ScopeRequirement::Optional));
    if ticket.required != scope_list(&required) || ticket.optional != scope_list(&optional) {
        return Err(Refusal::StartAgain.page());
    }
    let chosen = scopes_of(&chosen);
    let extra = optional.into_iter().filter(|scope| chosen.contains(scope) && person.plan.offers(scope.plan_rule()));
    let granted: Vec<Scope> = required.into_iter().chain(extra).collect();
    let code = code::fresh(&visit.service.config, &app.client_id, visit.random);
    let code = code.ok_or_else(|| Refusal::Broken.page())?;
    if !store(visit, &ticket, &person, &granted, &code)? {
        return Err(Refusal::StartAgain.page());
    }
    Ok(redirect::to(&ticket.asked.back(&[(CODE, &code)])).into())
}

/// Stores a code's hash; false if the ticket was used for a code before, or for a no.
///
/// Codes are kept for a day after their end, so that their reuse is noticed.
fn store(visit: &Visit<'_>, ticket: &Ticket, person: &Person, scopes: &[Scope], code: &str) -> Result<bool, Response> {
    let sql = visit.sql;
    let work = || {
        sql.run("DELETE FROM codes WHERE expires < ?", values![visit.now.plus(DAY.saturating_neg())])?;
        let decided = "SELECT ticket FROM codes WHERE ticket = ? UNION ALL SELECT ticket FROM denials WHERE ticket = ?";
        if first(sql, decided, values![ticket.id.as_str(), ticket.id.as_str()])?.is_some() {
            return Ok(false);
        }
        sql.run(
            "INSERT INTO codes (code_hash, ticket, redirect_uri, region, team, user_id, scopes, expires,
                                challenge, token_hash)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
            values![
                token::hash(code),
                ticket.id.as_str(),
                ticket.asked.redirect_uri.as_str(),
                person.region.as_str(),
                person.team.as_str(),
                person.user_id.as_str(),
                scope_list(scopes),
                visit.now.plus(SECOND.saturating_mul(i64::from(CODE_LIFETIME_SECONDS))),
                ticket.asked.challenge.clone(),
            ],
        )?;
        Ok(true)
    };
    atomically(sql, work).map_err(|_| Refusal::Broken.page())
}

/// Whether the app's state is open to this person and the plan offers every scope that the app requires.
fn permitted(app: &App, state: AppState, person: &Person, asked: &Asked) -> Result<(), Response> {
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
    let again = asked.again();
    let app_name = app.name.clone();
    if let Some(reason) = refusal {
        let back = asked.failed(AuthorizeError::UnauthorizedClient, "The app is not open to this account");
        return Err(Refusal::NotOpen { app: app_name, reason, email: person.email.clone(), back, again }.page());
    }
    let mut missing = app.asks(state, ScopeRequirement::Required);
    missing.retain(|scope| !person.plan.offers(scope.plan_rule()));
    if missing.is_empty() {
        return Ok(());
    }
    let back = asked.failed(AuthorizeError::InvalidScope, "A required scope is not available to the account");
    Err(Refusal::NeedsPlan { app: app_name, plan: person.plan, missing, back, again }.page())
}
