//! Apps of one's own, from registration to deletion. Heading "App lifecycle".
//!
//! What an app is stands in its own place; which apps an account has, and the token of each for that account,
//! stands in the team. The team goes first, to see who asks, and last, to write down what became of it: a walk
//! that ends in between leaves an app that is listed and gone, or there and not listed, and both can be repeated.
//! An app that waits for its review is in the queue of the reviews too; who asks for the review again puts it there.

pub mod page;

use super::app_form::AppForm;
use super::limits_form::LimitsForm;
use super::review::queue::{self, Waiting};
use super::session::{self, Me, Visitor, at_home, me, to};
use super::{Outcome, notice as asked_notice};
use crate::service::actor::place::{Note, Place, Turn};
use crate::service::actor::service::Service;
use crate::service::actor::token;
use crate::service::actor::visit::Visit;
use crate::service::html::notice::{self, Notice};
use crate::service::html::refusal::{Refusal, internal_error};
use crate::service::identity::app::{self, App};
use crate::service::identity::app_id;
use crate::service::identity::app_life::{self, Applied, Verb};
use crate::service::identity::grants::{self, Grant};
use crate::service::identity::paths::{NEW_APP, VERB_FIELD};
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{SqlError, atomically, first, values};
use crate::spec::account::APPS_MAX;
use crate::spec::scopes::Scope;
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use page::{Owned, View};
use serde::{Deserialize, Serialize};

/// Where a request stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// The team: the form of a new app.
    New,
    /// The team: may the visitor register one?
    Register(AppForm),
    /// The app: begins to be.
    Create(AppForm, String),
    /// The team: lists the app and makes the token for its own account.
    List(AppForm, String, CarriedSecret),
    /// The team: is it the visitor's app?
    Look(String, Option<Notice>),
    /// The app: the page of its settings.
    Settings(Owned, Option<Notice>),
    /// The team: may the visitor do this with the app?
    Manage(String, Verb, AppForm),
    /// The app: does it.
    Apply(Owned, Verb, AppForm),
    /// The place of the reviews: the app waits for one, or does so no more.
    Queue(Owned, Applied, Option<Waiting>),
    /// The team: writes down what became of it.
    Record(String, Applied),
}

fn go(visit: &Visit<'_>, place: Place, visitor: Visitor, step: Step) -> Turn {
    visit.go(place, Note::from(super::Step::App(visitor, step)))
}

/// At the door: the list's form or an app's page.
pub fn see(service: &Service, request: &Request, now: Moment, id: Option<&str>) -> Outcome {
    let visitor = session::visitor(service, request, now).ok_or_else(|| session::sign_in_page("", None))?;
    let step = match id {
        None => return Err(to(crate::spec::account::ACCOUNT_PATH)),
        Some(NEW_APP) => Step::New,
        Some(id) => Step::Look(client_id(id)?, asked_notice(request)),
    };
    Ok(at_home(&visitor, super::Step::App(visitor.clone(), step)))
}

/// At the door: a form of one of these pages. Bad input is told before anything is asked of a place.
pub fn read(service: &Service, request: &Request, now: Moment, id: Option<&str>) -> Outcome {
    let (visitor, fields) = session::form(service, request, now)?;
    let verb = match id {
        None => Verb::Edit,
        Some(_) => fields.first(VERB_FIELD).and_then(Verb::parse).ok_or_else(|| Refusal::NoPage.page())?,
    };
    let form = match verb {
        Verb::Edit => AppForm::read(&fields),
        Verb::RaiseLimits => AppForm { limits: LimitsForm::read(&fields), ..AppForm::default() },
        _ => AppForm::default(),
    };
    if let Some(trouble) = form.limits.trouble().filter(|_| verb == Verb::RaiseLimits) {
        return Err(page::refused(&trouble));
    }
    if let Some(trouble) = form.trouble().filter(|_| verb == Verb::Edit) {
        return Err(page::form_page(&form, id, &visitor.mark, Some(&trouble)));
    }
    let step = match id {
        None => Step::Register(form),
        Some(id) => Step::Manage(client_id(id)?, verb, form),
    };
    Ok(at_home(&visitor, super::Step::App(visitor.clone(), step)))
}

fn client_id(text: &str) -> Result<String, Response> {
    if app_id::is_formed(text) { Ok(text.to_owned()) } else { Err(Refusal::NoPage.page()) }
}

/// At a place: one step further.
pub fn at_a_place(visit: &Visit<'_>, visitor: Visitor, step: Step) -> Result<Turn, Response> {
    match step {
        Step::New => {
            may_register(visit, &me(visit, &visitor)?)?;
            Ok(page::form_page(&AppForm::default(), None, &visitor.mark, None).into())
        }
        Step::Register(form) => {
            may_register(visit, &me(visit, &visitor)?)?;
            let fresh = app_id::fresh(&visit.service.config, visit.random);
            let client_id = fresh.ok_or_else(|| Refusal::Broken.page())?;
            Ok(go(visit, Place::App(client_id.clone()), visitor, Step::Create(form, client_id)))
        }
        Step::Create(form, client_id) => create(visit, visitor, form, client_id),
        Step::List(form, client_id, secret) => list(visit, &visitor, &form, &client_id, &secret),
        Step::Look(client_id, notice) => {
            let owned = owned(visit, &visitor, client_id)?;
            Ok(go(visit, Place::App(owned.client_id.clone()), visitor, Step::Settings(owned, notice)))
        }
        Step::Settings(owned, notice) => settings(visit, &visitor, &owned, notice),
        Step::Manage(client_id, verb, form) => manage(visit, visitor, client_id, verb, form),
        Step::Apply(owned, verb, form) => apply(visit, visitor, owned, verb, &form),
        Step::Queue(owned, applied, waiting) => {
            queue::put(visit, &owned.client_id, waiting.as_ref()).map_err(internal_error)?;
            done(visit, visitor, owned, applied)
        }
        Step::Record(client_id, applied) => record(visit, &visitor, &client_id, applied),
    }
}

/// Any account may register apps, once its address is confirmed.
fn may_register(visit: &Visit<'_>, me: &Me) -> Result<(), Response> {
    verified(me)?;
    let sql = "SELECT COUNT(*) AS apps FROM own_apps WHERE user_id = ?";
    let row = first(visit.sql, sql, values![me.user_id.as_str()]).map_err(internal_error)?;
    if row.is_some_and(|row| row.count("apps") >= u64::from(APPS_MAX)) {
        return Err(page::refused(&format!("An account can have {APPS_MAX} apps. Delete one of them first.")));
    }
    Ok(())
}

fn verified(me: &Me) -> Result<(), Response> {
    if me.row.truth("email_verified") { Ok(()) } else { Err(page::unverified()) }
}

fn create(visit: &Visit<'_>, visitor: Visitor, form: AppForm, client_id: String) -> Result<Turn, Response> {
    let secret =
        app_life::register(visit, &client_id, &form, (&visitor.team, &visitor.user_id)).map_err(internal_error)?;
    let home = Place::Team(visitor.team.clone());
    Ok(go(visit, home, visitor, Step::List(form, client_id, secret)))
}

fn list(
    visit: &Visit<'_>,
    visitor: &Visitor,
    form: &AppForm,
    client_id: &str,
    secret: &CarriedSecret,
) -> Result<Turn, Response> {
    let me = me(visit, visitor)?;
    // Another one may have been listed while this one came to be; then this one stays without an owner.
    may_register(visit, &me)?;
    let work = || {
        visit.sql.run(
            "INSERT INTO own_apps (client_id, user_id, name, token_round, created)
             VALUES (?, ?, ?, 0, ?)",
            values![client_id, me.user_id.as_str(), form.name.as_str(), visit.now],
        )?;
        Ok(permit(visit, &me, client_id, &form.name, &form.asked())?)
    };
    let token = atomically(visit.sql, work).map_err(|_| Refusal::Broken.page())?;
    Ok(page::registered(&form.name, client_id, secret.expose(), &token).into())
}

/// Grants the app everything that it asks for, for the account that registered it. The token.
fn permit(visit: &Visit<'_>, me: &Me, client_id: &str, name: &str, scopes: &[Scope]) -> Result<String, SqlError> {
    let region = me.row.region().ok_or_else(|| SqlError("a team without a region".to_owned()))?;
    grants::begin(visit, &Grant { user_id: &me.user_id, client_id, app_name: name, scopes }, region)
}

/// The token of an app for its own account, if it stands. It is made again, so that the page can show it at any time
/// though it is stored nowhere.
fn own_token(visit: &Visit<'_>, me: &Me, client_id: &str, round: i64) -> Result<Option<String>, SqlError> {
    let Some(region) = me.row.region() else { return Ok(None) };
    if let Some(token) = grants::token(visit, region, &me.user_id, client_id)? {
        return Ok(Some(token));
    }
    // Before grants had nonces, the tokens for an app's own account were numbered.
    let (config, Place::Team(team)) = (&visit.service.config, visit.place) else { return Ok(None) };
    let secret = config.key_for(&format!("own-account token {round} of {client_id} for {}", me.user_id));
    let token = secret.first_chunk().and_then(|secret| token::mint(config, region, team, client_id, *secret));
    let Some(token) = token else { return Ok(None) };
    let sql = "SELECT token_hash FROM grants WHERE token_hash = ? AND revoked IS NULL";
    Ok(first(visit.sql, sql, values![token::hash(&token)])?.map(|_| token))
}

/// At the team: the app, if it is the visitor's.
fn owned(visit: &Visit<'_>, visitor: &Visitor, client_id: String) -> Result<Owned, Response> {
    let me = me(visit, visitor)?;
    let sql = "SELECT token_round FROM own_apps WHERE client_id = ? AND user_id = ?";
    let row = first(visit.sql, sql, values![client_id.as_str(), me.user_id.as_str()]).map_err(internal_error)?;
    let round = row.ok_or_else(|| Refusal::NoPage.page())?.integer("token_round");
    let token = own_token(visit, &me, &client_id, round).map_err(internal_error)?.map(CarriedSecret::new);
    Ok(Owned { client_id, token, email: me.email, plan: me.plan, email_verified: me.row.truth("email_verified") })
}

fn loaded(visit: &Visit<'_>, client_id: &str) -> Result<Option<App>, Response> {
    app::load(visit.sql, client_id).map_err(|_| Refusal::Broken.page())
}

fn settings(visit: &Visit<'_>, visitor: &Visitor, owned: &Owned, notice: Option<Notice>) -> Result<Turn, Response> {
    let app = loaded(visit, &owned.client_id)?.ok_or_else(|| page::gone(&owned.client_id, &visitor.mark))?;
    let config = &visit.service.config;
    Ok(page::page(&View { app: &app, owned, config, now: visit.now, mark: &visitor.mark, notice }).into())
}

fn manage(visit: &Visit<'_>, visitor: Visitor, client_id: String, verb: Verb, form: AppForm) -> Result<Turn, Response> {
    let owned = owned(visit, &visitor, client_id)?;
    if matches!(verb, Verb::DeployPublic | Verb::DeployPrivate) && !owned.email_verified {
        return Err(page::unverified());
    }
    if verb == Verb::DeployPrivate && !owned.plan.row().direct_api_access {
        return Err(page::needs_direct_access(owned.plan));
    }
    Ok(go(visit, Place::App(owned.client_id.clone()), visitor, Step::Apply(owned, verb, form)))
}

fn apply(visit: &Visit<'_>, visitor: Visitor, owned: Owned, verb: Verb, form: &AppForm) -> Result<Turn, Response> {
    let app = loaded(visit, &owned.client_id)?;
    if app.is_none() && verb != Verb::Delete {
        return Err(page::gone(&owned.client_id, &visitor.mark));
    }
    let applied = match &app {
        Some(app) => atomically(visit.sql, || Ok(app_life::apply(visit, app, verb, form)?))
            .map_err(|_| Refusal::Broken.page())?,
        None => Applied::Deleted,
    };
    let waits = loaded(visit, &owned.client_id)?.and_then(|app| Waiting::of(&app, &owned.email));
    if waits.is_some() || app.is_some_and(|app| app.review.is_some()) {
        return Ok(go(visit, Place::Reviews, visitor, Step::Queue(owned, applied, waits)));
    }
    done(visit, visitor, owned, applied)
}

/// On from what became of an app: to the answer, or to the team that writes it down.
fn done(visit: &Visit<'_>, visitor: Visitor, owned: Owned, applied: Applied) -> Result<Turn, Response> {
    match applied {
        Applied::Refused(notice) => Err(to(&page::address(&owned.client_id, notice))),
        Applied::Secret(secret) => Ok(page::new_secret(&owned.client_id, secret.expose()).into()),
        Applied::Done(notice) => Ok(to(&page::address(&owned.client_id, notice)).into()),
        applied => Ok(go(visit, Place::Team(visitor.team.clone()), visitor, Step::Record(owned.client_id, applied))),
    }
}

fn record(visit: &Visit<'_>, visitor: &Visitor, client_id: &str, applied: Applied) -> Result<Turn, Response> {
    let me = me(visit, visitor)?;
    let user_id = me.user_id.as_str();
    let work = || match applied {
        Applied::Edited(name, scopes) => {
            let sql = "UPDATE own_apps SET name = ? WHERE client_id = ? RETURNING token_round";
            let row = first(visit.sql, sql, values![name.as_str(), client_id])?;
            let token = own_token(visit, &me, client_id, row.map_or(0, |row| row.integer("token_round")))?;
            visit.sql.run(
                "UPDATE grants SET app_name = ? WHERE user_id = ? AND client_id = ?",
                values![name, user_id, client_id],
            )?;
            let sql = "UPDATE grants SET scopes = ? WHERE token_hash = ?";
            visit.sql.run(sql, values![scopes, token::hash(&token.unwrap_or_default())])?;
            Ok(page::address(client_id, Notice::Saved))
        }
        Applied::Token(name, scopes) => {
            permit(visit, &me, client_id, &name, &grants::scopes_of(&scopes))?;
            Ok(page::address(client_id, Notice::NewToken))
        }
        _ => {
            visit.sql.run("DELETE FROM own_apps WHERE client_id = ? AND user_id = ?", values![client_id, user_id])?;
            grants::remove(visit, user_id, client_id)?;
            Ok(notice::address(Notice::AppDeleted))
        }
    };
    atomically(visit.sql, work).map(|address| to(&address).into()).map_err(|_| Refusal::Broken.page())
}
