//! The life of an app, as its owner leads it: registered, edited, deployed, extended, deleted. Heading "App lifecycle".
//!
//! Which state leads to which stands in the table of [`Trigger`]. A local service reviews at once and approves
//! everything: our choice. Elsewhere what needs a review waits for it, and the app stays what it is.

use super::account::app_form::AppForm;
use super::app::App;
use super::grants::scope_list;
use super::pages::notice::Notice;
use super::secret::Secret;
use super::signing;
use super::sql::{SqlError, values};
use super::token;
use super::visit::Visit;
use crate::spec::apps::{AppState, Trigger};
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
        /// Ends it.
        Delete "delete",
    }
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Applied {
    /// The app cannot do that now.
    Refused(Notice),
    /// It is done, and the app's place knows all of it.
    Done(Notice),
    /// There is a new secret, which is shown once.
    Secret(Secret),
    /// It has this name and asks for these scopes.
    Edited(String, String),
    /// The app of this name wants a new token for its own account, with these scopes.
    Token(String, String),
    /// It is gone.
    Deleted,
}

/// Registers the app of this place, as a draft. Its secret.
pub fn register(
    visit: &Visit<'_>,
    client_id: &str,
    form: &AppForm,
    (team, user): (&str, &str),
) -> Result<Secret, SqlError> {
    let secret = fresh_secret(visit);
    visit.sql.run(
        "INSERT INTO app (client_id, secret_hash, name, description, state, owner_team, owner_user, redirect_uris,
                          scopes, created, sealed_secret, approved)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')",
        values![
            client_id,
            token::hash(secret.expose()),
            form.name.as_str(),
            form.description.as_str(),
            AppState::Draft.as_str(),
            team,
            user,
            json(&form.redirect_uris)?,
            json(&form.scopes)?,
            visit.now,
            sealed(visit, client_id, &secret),
        ],
    )?;
    Ok(secret)
}

fn fresh_secret(visit: &Visit<'_>) -> Secret {
    Secret::new(URL_SAFE_NO_PAD.encode(visit.random.bytes::<32>()))
}

/// The secret as deliveries are signed with it.
fn sealed(visit: &Visit<'_>, client_id: &str, secret: &Secret) -> String {
    signing::seal(&visit.service.config, client_id, secret.expose()).unwrap_or_default()
}

fn json(value: &impl Serialize) -> Result<String, SqlError> {
    serde_json::to_string(value).map_err(|error| SqlError(error.to_string()))
}

/// Does it.
pub fn apply(visit: &Visit<'_>, app: &App, verb: Verb, form: &AppForm) -> Result<Applied, SqlError> {
    match verb {
        Verb::Edit => edit(visit, app, form),
        Verb::NewSecret => {
            let secret = fresh_secret(visit);
            visit.sql.run(
                "UPDATE app SET secret_hash = ?, sealed_secret = ?",
                values![token::hash(secret.expose()), sealed(visit, &app.client_id, &secret)],
            )?;
            Ok(Applied::Secret(secret))
        }
        Verb::NewToken => Ok(Applied::Token(app.name.clone(), scope_list(&asked(app)))),
        Verb::DeployPublic => step(visit, app, Trigger::DeployPublic),
        Verb::DeployPrivate => step(visit, app, Trigger::DeployPrivate),
        Verb::Extend => step(visit, app, Trigger::Extend),
        Verb::Delete => {
            for table in ["codes", "windows", "violations", "app"] {
                visit.sql.run(&format!("DELETE FROM {table}"), &[])?;
            }
            Ok(Applied::Deleted)
        }
    }
}

/// The scopes that the app asks for, whatever its state.
fn asked(app: &App) -> Vec<Scope> {
    use crate::spec::apps::ScopeRequirement::NotRequired;
    let asks = |scope: &Scope| app.scopes.iter().any(|(known, said)| known == scope && *said != NotRequired);
    Scope::ALL.iter().copied().filter(asks).collect()
}

fn edit(visit: &Visit<'_>, app: &App, form: &AppForm) -> Result<Applied, SqlError> {
    visit.sql.run(
        "UPDATE app
         SET name = ?, description = ?, redirect_uris = ?, scopes = ?",
        values![form.name.as_str(), form.description.as_str(), json(&form.redirect_uris)?, json(&form.scopes)?],
    )?;
    let asked = form.asked();
    let waits = asked.iter().any(|scope| scope.needs_approval() && !app.approved.contains(scope));
    if app.state == AppState::Public && waits {
        review(visit, &asked)?;
    }
    Ok(Applied::Edited(form.name.clone(), scope_list(&asked)))
}

/// Has what needs a review reviewed. True if that is done.
fn review(visit: &Visit<'_>, asked: &[Scope]) -> Result<bool, SqlError> {
    if !crate::SANDBOX {
        visit.sql.run("UPDATE app SET review = ?", values![visit.now])?;
        return Ok(false);
    }
    let approved: Vec<Scope> = asked.iter().copied().filter(|scope| scope.needs_approval()).collect();
    visit.sql.run("UPDATE app SET review = NULL, approved = ?", values![scope_list(&approved)])?;
    Ok(true)
}

/// Takes the app from one state to the next, where the table has such a row.
fn step(visit: &Visit<'_>, app: &App, trigger: Trigger) -> Result<Applied, SqlError> {
    let state = app.state_at(visit.now).unwrap_or(AppState::Disabled);
    let Some(next) = trigger.leads(Some(state)) else { return Ok(Applied::Refused(Notice::NotNow)) };
    // Only what goes to everybody, and what support decides, is looked at by somebody.
    if trigger != Trigger::DeployPrivate && !review(visit, &asked(app))? {
        return Ok(Applied::Done(Notice::UnderReview));
    }
    visit.sql.run("UPDATE app SET state = ?", values![next.as_str()])?;
    if trigger == Trigger::Extend {
        visit.sql.run("UPDATE app SET extended = ?", values![visit.now])?;
    }
    Ok(Applied::Done(if trigger == Trigger::Extend { Notice::Extended } else { Notice::Deployed }))
}
