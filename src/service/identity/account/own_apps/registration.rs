//! Registering an app: who may, the app and its place in the list of the account, and the first token.

use super::super::app_form::AppForm;
use super::super::session::{AccountSession, CurrentUser, current_user};
use super::page;
use super::{OwnAppStep, forward_step};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::app_lifecycle::{self};
use crate::service::identity::grants::{self, Grant};
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
use crate::spec::account::APPS_MAX;
use crate::spec::scopes::Scope;
use crate::wire::http::Response;

/// Any account may register apps, once its address is confirmed.
pub(super) fn may_register(visit: &ActorContext<'_>, me: &CurrentUser) -> Result<(), Response> {
    check_verified(me)?;
    let sql = "SELECT COUNT(*) AS apps FROM own_apps WHERE user_id = ?";
    let row = first_row(visit.sql, sql, values![me.user_id.as_str()]).map_err(internal_error)?;
    if row.is_some_and(|row| row.count("apps") >= u64::from(APPS_MAX)) {
        return Err(page::refused_page(&format!("An account can have {APPS_MAX} apps. Delete one of them first.")));
    }
    Ok(())
}

pub(super) fn check_verified(me: &CurrentUser) -> Result<(), Response> {
    if me.row.boolean("email_verified") { Ok(()) } else { Err(page::unverified_page()) }
}

pub(super) fn create_app(
    visit: &ActorContext<'_>,
    visitor: AccountSession,
    form: AppForm,
    client_id: String,
) -> Result<ActorReply, Response> {
    let secret = app_lifecycle::register_app(visit, &client_id, &form, (&visitor.team, &visitor.user_id))
        .map_err(internal_error)?;
    let home = ActorId::Team(visitor.team.clone());
    Ok(forward_step(visit, home, visitor, OwnAppStep::AddToList(form, client_id, secret)))
}

pub(super) fn list_app(
    visit: &ActorContext<'_>,
    visitor: &AccountSession,
    form: &AppForm,
    client_id: &str,
    secret: &CarriedSecret,
) -> Result<ActorReply, Response> {
    let me = current_user(visit, visitor)?;
    // Another one may have been listed while this one came to be; then this one stays without an owner.
    may_register(visit, &me)?;
    let work = || {
        visit.sql.run(
            "INSERT INTO own_apps (client_id, user_id, name, token_round, created)
             VALUES (?, ?, ?, 0, ?)",
            values![client_id, me.user_id.as_str(), form.name.as_str(), visit.now],
        )?;
        Ok(permit_own_account(visit, &me, client_id, &form.name, &form.requested_scopes())?)
    };
    let token = in_transaction(visit.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?;
    Ok(page::registered_page(&form.name, client_id, secret.expose(), &token).into())
}

/// Grants the app everything that it asks for, for the account that registered it. The token.
pub(super) fn permit_own_account(
    visit: &ActorContext<'_>,
    me: &CurrentUser,
    client_id: &str,
    name: &str,
    scopes: &[Scope],
) -> Result<String, SqlError> {
    let region = me.row.region().ok_or_else(|| SqlError("a team without a region".to_owned()))?;
    grants::create_grant(visit, &Grant { user_id: &me.user_id, client_id, app_name: name, scopes }, region)
}
