//! The lifecycle of an app: register, edit, deploy, extend, delete. Heading "App lifecycle".
//!
//! The transitions are in the table of [`Trigger`]. A local service without reviewers approves every review at once:
//! our choice. Elsewhere an app stays in its state until a reviewer has decided
//! ([`account::review`](super::account::review)).

use super::account::app_form::AppForm;
use super::app::App;
use super::app_limits;
use super::app_review::{approval_scopes, submit_for_review};
use super::listing_revision;
use super::signing;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::token;
use crate::service::environment::secret::CarriedSecret;
use crate::service::html::notice::Notice;
use crate::service::store::scope_list::scope_list;
use crate::service::store::sql::{SqlError, first_row, values};
use crate::spec::apps::{AppState, ReviewOutcome, ReviewSubject, Trigger};
use crate::spec::scopes::Scope;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use serde::{Deserialize, Serialize};

choices! {
    /// An action of the owner on an app.
    Verb {
        /// Changes its name, description, redirect URIs and scopes.
        Edit "edit",
        /// Replaces the client secret.
        NewSecret "secret",
        /// Replaces the token for the owner's own account.
        NewToken "token",
        /// Deploys it for all accounts.
        DeployPublic "deploy_public",
        /// Deploys it for the team.
        DeployPrivate "deploy_private",
        /// Requests an extension of the draft window.
        Extend "extend",
        /// Requests higher limits.
        RaiseLimits "limits",
        /// Deletes it.
        Delete "delete",
    }
}

/// The result of an action.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum AppActionResult {
    /// The app's state does not permit the action.
    Refused(Notice),
    /// The action is done; nothing is to be recorded in the team.
    Complete(Notice),
    /// There is a new secret, which is shown only once.
    NewSecret(CarriedSecret),
    /// The app has this name, and for its owner's account these scopes; `None` if all that it requests need approval.
    Edited(String, Option<String>),
    /// The app of this name needs a new token for its owner's account, with these scopes.
    NewToken(String, String),
    /// The app is deleted.
    Deleted,
}

/// App: registers it as a draft. Returns its secret.
///
/// # Errors
///
/// When a statement fails.
pub fn register_app(
    context: &ActorContext<'_>,
    client_id: &str,
    form: &AppForm,
    (team, user): (&str, &str),
) -> Result<CarriedSecret, SqlError> {
    let secret = fresh_secret(context);
    context.sql.run(
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
            context.now,
            seal_for_signing(context, client_id, &secret),
        ],
    )?;
    Ok(secret)
}

fn fresh_secret(context: &ActorContext<'_>) -> CarriedSecret {
    CarriedSecret::new(Base64UrlUnpadded::encode_string(&context.random.bytes::<32>()))
}

/// The sealed secret with which deliveries are signed.
fn seal_for_signing(context: &ActorContext<'_>, client_id: &str, secret: &CarriedSecret) -> String {
    signing::seal_secret(&context.service.config, client_id, secret.expose()).unwrap_or_default()
}

fn json_text(value: &impl Serialize) -> Result<String, SqlError> {
    serde_json::to_string(value).map_err(|error| SqlError(error.to_string()))
}

/// Performs the action and schedules an update of the public list of apps.
///
/// # Errors
///
/// When a statement fails.
pub fn apply_verb(
    context: &ActorContext<'_>,
    app: &App,
    verb: Verb,
    form: &AppForm,
) -> Result<AppActionResult, SqlError> {
    let result = perform_verb(context, app, verb, form)?;
    listing_revision::bump_revision(context.sql, context.now)?;
    Ok(result)
}

fn perform_verb(
    context: &ActorContext<'_>,
    app: &App,
    verb: Verb,
    form: &AppForm,
) -> Result<AppActionResult, SqlError> {
    match verb {
        Verb::Edit => edit_app(context, app, form),
        Verb::NewSecret => {
            let secret = fresh_secret(context);
            context.sql.run(
                "UPDATE app SET secret_hash = ?, sealed_secret = ?",
                values![token::hash_secret(secret.expose()), seal_for_signing(context, &app.client_id, &secret)],
            )?;
            Ok(AppActionResult::NewSecret(secret))
        }
        Verb::NewToken => {
            let scopes = app.own_scopes();
            // A token without scopes is of no use.
            Ok(if scopes.is_empty() {
                AppActionResult::Refused(Notice::NotNow)
            } else {
                AppActionResult::NewToken(app.name.clone(), scope_list(&scopes))
            })
        }
        Verb::DeployPublic => transition_state(context, app, Trigger::DeployPublic),
        Verb::DeployPrivate => transition_state(context, app, Trigger::DeployPrivate),
        Verb::Extend => transition_state(context, app, Trigger::Extend),
        Verb::RaiseLimits => Ok(match app_limits::request_limits(context, app, &form.limits)? {
            Some(notice) => AppActionResult::Complete(notice),
            None => AppActionResult::Refused(Notice::NotNow),
        }),
        Verb::Delete => {
            delete_app_data(context)?;
            Ok(AppActionResult::Deleted)
        }
    }
}

fn edit_app(context: &ActorContext<'_>, app: &App, form: &AppForm) -> Result<AppActionResult, SqlError> {
    context.sql.run(
        "UPDATE app
         SET name = ?, description = ?, redirect_uris = ?, scopes = ?",
        values![
            form.name.as_str(),
            form.description.as_str(),
            json_text(&form.redirect_uris)?,
            json_text(&form.scopes)?
        ],
    )?;
    let mut scopes = form.requested_scopes();
    let requests_any = !scopes.is_empty();
    if !scopes.iter().all(|scope| app.may_use(app.state, *scope)) {
        if !request_review(context, &scopes, ReviewSubject::Scopes)? {
            scopes.retain(|scope| app.may_use(app.state, *scope));
        }
    } else if app.review_of == Some(ReviewSubject::Scopes) {
        context.sql.run("UPDATE app SET review_since = NULL, review_of = ''", &[])?;
    }
    // Without any scope the token for the owner's account would fail: it keeps its own until the approval.
    let are_changed = !requests_any || !scopes.is_empty();
    Ok(AppActionResult::Edited(form.name.clone(), are_changed.then(|| scope_list(&scopes))))
}

/// Submits the app for review, or approves it at once without reviewers. True if it is approved.
fn request_review(context: &ActorContext<'_>, scopes: &[Scope], subject: ReviewSubject) -> Result<bool, SqlError> {
    if submit_for_review(context, subject)? {
        return Ok(false);
    }
    context.sql.run(
        "UPDATE app
         SET review_since = NULL, review_of = '', review_outcome = '', review_reason = '', approved = ?",
        values![approval_scopes(scopes)],
    )?;
    Ok(true)
}

/// Moves the app to the next state, if the table has a row for it.
fn transition_state(context: &ActorContext<'_>, app: &App, trigger: Trigger) -> Result<AppActionResult, SqlError> {
    let state = app.state_at(context.now).unwrap_or(AppState::Disabled);
    let Some(next) = trigger.next_state(Some(state)) else { return Ok(AppActionResult::Refused(Notice::NotNow)) };
    // A private app needs no review: only its own team can use it.
    let subject = match trigger {
        Trigger::DeployPublic => Some(ReviewSubject::Publication),
        Trigger::Extend => Some(ReviewSubject::Extension),
        Trigger::DeployPrivate | Trigger::Register | Trigger::Elapse => None,
    };
    match subject {
        Some(subject) if !request_review(context, &app.requested_scopes(), subject)? => {
            return Ok(AppActionResult::Complete(Notice::UnderReview));
        }
        Some(_) => {}
        // A request for higher limits remains in review, because private apps are limited too.
        None => {
            let limits = ReviewSubject::Limits.as_str();
            context
                .sql
                .run("UPDATE app SET review_since = NULL, review_of = '' WHERE review_of <> ?", values![limits])?;
        }
    }
    enter_state(context, next, trigger)?;
    Ok(AppActionResult::Complete(if trigger == Trigger::Extend { Notice::Extended } else { Notice::Deployed }))
}

fn enter_state(context: &ActorContext<'_>, next: AppState, trigger: Trigger) -> Result<(), SqlError> {
    context.sql.run("UPDATE app SET state = ?", values![next.as_str()])?;
    if trigger == Trigger::Extend {
        context.sql.run("UPDATE app SET draft_renewed = ?", values![context.now])?;
    }
    Ok(())
}

/// Ends the present review. False if the app's state no longer permits what was reviewed.
///
/// # Errors
///
/// When a statement fails.
pub fn end_review(
    context: &ActorContext<'_>,
    app: &App,
    outcome: ReviewOutcome,
    reason: &str,
) -> Result<bool, SqlError> {
    let trigger = match app.review_of {
        Some(ReviewSubject::Extension) => Some(Trigger::Extend),
        Some(ReviewSubject::Scopes | ReviewSubject::Limits) => None,
        Some(ReviewSubject::Publication) | None => Some(Trigger::DeployPublic),
    };
    let state = app.state_at(context.now).unwrap_or(AppState::Disabled);
    let next = trigger.and_then(|trigger| Some((trigger.next_state(Some(state))?, trigger)));
    let possible = match app.review_of {
        Some(ReviewSubject::Limits) => app_limits::are_limited(state),
        _ => trigger.is_none() || next.is_some(),
    };
    let recorded = if possible { outcome.as_str() } else { "" };
    context.sql.run(
        "UPDATE app
         SET review_since = NULL, review_of = '', review_outcome = ?, review_reason = ?",
        values![recorded, reason],
    )?;
    if outcome == ReviewOutcome::Approved && possible {
        match app.review_of {
            Some(ReviewSubject::Extension) => {}
            Some(ReviewSubject::Limits) => app_limits::grant_limits(context)?,
            Some(ReviewSubject::Publication | ReviewSubject::Scopes) | None => {
                context.sql.run("UPDATE app SET approved = ?", values![approval_scopes(&app.requested_scopes())])?;
            }
        }
        if let Some((next, trigger)) = next {
            enter_state(context, next, trigger)?;
        }
    }
    listing_revision::bump_revision(context.sql, context.now)?;
    Ok(possible)
}

/// Deletes an app whose owner's account is purged. True if it may be in the queue of the reviews.
///
/// # Errors
///
/// When a statement fails.
pub fn end_app(context: &ActorContext<'_>, client_id: &str, (team, user): (&str, &str)) -> Result<bool, SqlError> {
    let ownership = "SELECT review_since FROM app WHERE client_id = ? AND owner_team = ? AND owner_user = ?";
    let Some(row) = first_row(context.sql, ownership, values![client_id, team, user])? else { return Ok(true) };
    delete_app_data(context)?;
    listing_revision::bump_revision(context.sql, context.now)?;
    Ok(row.optional_text("review_since").is_some())
}

fn delete_app_data(context: &ActorContext<'_>) -> Result<(), SqlError> {
    ["codes", "denials", "windows", "violations", "leases", "app"]
        .iter()
        .try_for_each(|table| context.sql.run(&format!("DELETE FROM {table}"), &[]).map(drop))
}
