//! The life of an app, as its owner leads it: registered, edited, deployed, extended, deleted. Heading "App lifecycle".
//!
//! Which state leads to which stands in the table of [`Trigger`]. A local service without reviewers reviews at once
//! and approves everything: our choice. Elsewhere what needs a review waits for it, and the app stays what it is
//! until a reviewer has decided ([`account::review`](super::account::review)).

use super::account::app_form::AppForm;
use super::app::App;
use super::app_limits;
use super::app_review::submit_for_review;
use super::grants::scope_list;
use super::listing_revision;
use super::signing;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::token;
use crate::service::html::notice::Notice;
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{SqlError, first_row, values};
use crate::spec::apps::{AppState, ReviewOutcome, ReviewSubject, Trigger};
use crate::spec::scopes::Scope;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

choices! {
    /// What the owner does with an app.
    Verb {
        /// Changes what it says about itself and asks for.
        Edit "edit",
        /// Replaces the client secret.
        NewSecret "secret",
        /// Replaces the token for the owner's own account.
        NewToken "token",
        /// Deploys it for everybody.
        DeployPublic "deploy_public",
        /// Deploys it for the team.
        DeployPrivate "deploy_private",
        /// Asks for a longer draft window.
        Extend "extend",
        /// Asks for higher limits.
        RaiseLimits "limits",
        /// Ends it.
        Delete "delete",
    }
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum AppActionResult {
    /// The app cannot do that now.
    Refused(Notice),
    /// It is done, and the app's place knows all of it.
    Complete(Notice),
    /// There is a new secret, which is shown once.
    NewSecret(CarriedSecret),
    /// It has this name and asks for these scopes.
    Edited(String, String),
    /// The app of this name wants a new token for its own account, with these scopes.
    NewToken(String, String),
    /// It is gone.
    Deleted,
}

/// Registers the app of this place, as a draft. Its secret.
pub fn register_app(
    visit: &ActorContext<'_>,
    client_id: &str,
    form: &AppForm,
    (team, user): (&str, &str),
) -> Result<CarriedSecret, SqlError> {
    let secret = fresh_secret(visit);
    visit.sql.run(
        "INSERT INTO app (client_id, secret_hash, name, description, state, owner_team, owner_user, redirect_uris,
                          scopes, created, sealed_secret, approved)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')",
        values![
            client_id,
            token::hash_secret(secret.expose()),
            form.name.as_str(),
            form.description.as_str(),
            AppState::Draft.as_str(),
            team,
            user,
            json_text(&form.redirect_uris)?,
            json_text(&form.scopes)?,
            visit.now,
            seal_for_signing(visit, client_id, &secret),
        ],
    )?;
    Ok(secret)
}

fn fresh_secret(visit: &ActorContext<'_>) -> CarriedSecret {
    CarriedSecret::new(URL_SAFE_NO_PAD.encode(visit.random.bytes::<32>()))
}

/// The secret as deliveries are signed with it.
fn seal_for_signing(visit: &ActorContext<'_>, client_id: &str, secret: &CarriedSecret) -> String {
    signing::seal_secret(&visit.service.config, client_id, secret.expose()).unwrap_or_default()
}

fn json_text(value: &impl Serialize) -> Result<String, SqlError> {
    serde_json::to_string(value).map_err(|error| SqlError(error.to_string()))
}

/// Does it, and has the public list of apps told.
pub fn apply_verb(
    visit: &ActorContext<'_>,
    app: &App,
    verb: Verb,
    form: &AppForm,
) -> Result<AppActionResult, SqlError> {
    let applied = perform_verb(visit, app, verb, form)?;
    listing_revision::bump_revision(visit.sql, visit.now)?;
    Ok(applied)
}

fn perform_verb(visit: &ActorContext<'_>, app: &App, verb: Verb, form: &AppForm) -> Result<AppActionResult, SqlError> {
    match verb {
        Verb::Edit => edit_app(visit, app, form),
        Verb::NewSecret => {
            let secret = fresh_secret(visit);
            visit.sql.run(
                "UPDATE app SET secret_hash = ?, sealed_secret = ?",
                values![token::hash_secret(secret.expose()), seal_for_signing(visit, &app.client_id, &secret)],
            )?;
            Ok(AppActionResult::NewSecret(secret))
        }
        Verb::NewToken => Ok(AppActionResult::NewToken(app.name.clone(), scope_list(&app.requested_scopes()))),
        Verb::DeployPublic => transition_state(visit, app, Trigger::DeployPublic),
        Verb::DeployPrivate => transition_state(visit, app, Trigger::DeployPrivate),
        Verb::Extend => transition_state(visit, app, Trigger::Extend),
        Verb::RaiseLimits => Ok(match app_limits::request_limits(visit, app, &form.limits)? {
            Some(notice) => AppActionResult::Complete(notice),
            None => AppActionResult::Refused(Notice::NotNow),
        }),
        Verb::Delete => {
            delete_app_data(visit)?;
            Ok(AppActionResult::Deleted)
        }
    }
}

fn edit_app(visit: &ActorContext<'_>, app: &App, form: &AppForm) -> Result<AppActionResult, SqlError> {
    visit.sql.run(
        "UPDATE app
         SET name = ?, description = ?, redirect_uris = ?, scopes = ?",
        values![
            form.name.as_str(),
            form.description.as_str(),
            json_text(&form.redirect_uris)?,
            json_text(&form.scopes)?
        ],
    )?;
    let asked = form.requested_scopes();
    let waits = asked.iter().any(|scope| scope.needs_approval() && !app.approved.contains(scope));
    if app.state == AppState::Public && waits {
        request_review(visit, &asked, ReviewSubject::Scopes)?;
    } else if app.review_of == Some(ReviewSubject::Scopes) {
        visit.sql.run("UPDATE app SET review_since = NULL, review_of = ''", &[])?;
    }
    Ok(AppActionResult::Edited(form.name.clone(), scope_list(&asked)))
}

/// Has what needs a review reviewed. True if that is done.
fn request_review(visit: &ActorContext<'_>, asked: &[Scope], subject: ReviewSubject) -> Result<bool, SqlError> {
    if submit_for_review(visit, subject)? {
        return Ok(false);
    }
    visit.sql.run(
        "UPDATE app
         SET review_since = NULL, review_of = '', review_outcome = '', review_reason = '', approved = ?",
        values![approval_scopes(asked)],
    )?;
    Ok(true)
}

/// Those of the scopes that need approval, as a stored list.
fn approval_scopes(asked: &[Scope]) -> String {
    let approved: Vec<Scope> = asked.iter().copied().filter(|scope| scope.needs_approval()).collect();
    scope_list(&approved)
}

/// Takes the app from one state to the next, where the table has such a row.
fn transition_state(visit: &ActorContext<'_>, app: &App, trigger: Trigger) -> Result<AppActionResult, SqlError> {
    let state = app.state_at(visit.now).unwrap_or(AppState::Disabled);
    let Some(next) = trigger.next_state(Some(state)) else { return Ok(AppActionResult::Refused(Notice::NotNow)) };
    // Only what goes to everybody, and what support decides, is looked at by somebody.
    let subject = match trigger {
        Trigger::DeployPublic => Some(ReviewSubject::Publication),
        Trigger::Extend => Some(ReviewSubject::Extension),
        Trigger::DeployPrivate | Trigger::Register | Trigger::Elapse => None,
    };
    match subject {
        Some(subject) if !request_review(visit, &app.requested_scopes(), subject)? => {
            return Ok(AppActionResult::Complete(Notice::UnderReview));
        }
        Some(_) => {}
        // What a private app may send is still to be looked at.
        None => {
            let limits = ReviewSubject::Limits.as_str();
            visit
                .sql
                .run("UPDATE app SET review_since = NULL, review_of = '' WHERE review_of <> ?", values![limits])?;
        }
    }
    enter_state(visit, next, trigger)?;
    Ok(AppActionResult::Complete(if trigger == Trigger::Extend { Notice::Extended } else { Notice::Deployed }))
}

fn enter_state(visit: &ActorContext<'_>, next: AppState, trigger: Trigger) -> Result<(), SqlError> {
    visit.sql.run("UPDATE app SET state = ?", values![next.as_str()])?;
    if trigger == Trigger::Extend {
        visit.sql.run("UPDATE app SET draft_renewed = ?", values![visit.now])?;
    }
    Ok(())
}

/// Ends the review that the app waits for. False if it cannot become any more what it waits to be.
pub fn end_review(visit: &ActorContext<'_>, app: &App, outcome: ReviewOutcome, reason: &str) -> Result<bool, SqlError> {
    let trigger = match app.review_of {
        Some(ReviewSubject::Extension) => Some(Trigger::Extend),
        Some(ReviewSubject::Scopes | ReviewSubject::Limits) => None,
        Some(ReviewSubject::Publication) | None => Some(Trigger::DeployPublic),
    };
    let state = app.state_at(visit.now).unwrap_or(AppState::Disabled);
    let next = trigger.and_then(|trigger| Some((trigger.next_state(Some(state))?, trigger)));
    let possible = match app.review_of {
        Some(ReviewSubject::Limits) => app_limits::are_limited(state),
        _ => trigger.is_none() || next.is_some(),
    };
    let outcome_said = if possible { outcome.as_str() } else { "" };
    visit.sql.run(
        "UPDATE app
         SET review_since = NULL, review_of = '', review_outcome = ?, review_reason = ?",
        values![outcome_said, reason],
    )?;
    if outcome == ReviewOutcome::Approved && possible {
        match app.review_of {
            Some(ReviewSubject::Extension) => {}
            Some(ReviewSubject::Limits) => app_limits::grant_limits(visit)?,
            Some(ReviewSubject::Publication | ReviewSubject::Scopes) | None => {
                visit.sql.run("UPDATE app SET approved = ?", values![approval_scopes(&app.requested_scopes())])?;
            }
        }
        if let Some((next, trigger)) = next {
            enter_state(visit, next, trigger)?;
        }
    }
    listing_revision::bump_revision(visit.sql, visit.now)?;
    Ok(possible)
}

/// Ends an app whose account is gone. True if it waited for its review.
pub fn end_app(visit: &ActorContext<'_>, client_id: &str, (team, user): (&str, &str)) -> Result<bool, SqlError> {
    let owned = "SELECT review_since FROM app WHERE client_id = ? AND owner_team = ? AND owner_user = ?";
    let Some(row) = first_row(visit.sql, owned, values![client_id, team, user])? else { return Ok(true) };
    delete_app_data(visit)?;
    listing_revision::bump_revision(visit.sql, visit.now)?;
    Ok(row.optional_text("review_since").is_some())
}

fn delete_app_data(visit: &ActorContext<'_>) -> Result<(), SqlError> {
    ["codes", "windows", "violations", "app"]
        .iter()
        .try_for_each(|table| visit.sql.run(&format!("DELETE FROM {table}"), &[]).map(drop))
}
