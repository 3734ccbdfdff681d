//! Registering an app: the check of the user, the app, its entry in the account's list, and the first token.

use super::super::app_form::AppForm;
use super::super::session::{AccountSession, CurrentUser, current_user};
use super::page;
use super::{OwnAppStep, forward_step};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::environment::secret::CarriedSecret;
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::app_lifecycle::{self};
use crate::service::identity::grants::{self, Grant};
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
use crate::spec::account::APPS_MAX;
use crate::spec::scopes::Scope;
use crate::wire::http::Response;

/// Checks that the account has fewer than `APPS_MAX` apps. Its address need not be confirmed until an app is deployed.
pub(super) fn may_register(context: &ActorContext<'_>, user: &CurrentUser) -> Result<(), Response> {
    let sql = "SELECT COUNT(*) AS apps FROM own_apps WHERE user_id = ?";
    let row = first_row(context.sql, sql, values![user.user_id.as_str()]).map_err(internal_error)?;
    if row.is_some_and(|row| row.count("apps") >= u64::from(APPS_MAX)) {
        return Err(page::refused_page(&format!("An account can have {APPS_MAX} apps. Delete one first.")));
    }
    Ok(())
}

pub(super) fn create_app(
    context: &ActorContext<'_>,
    session: AccountSession,
    form: AppForm,
    client_id: String,
) -> Result<ActorReply, Response> {
    let secret = app_lifecycle::register_app(context, &client_id, &form, (&session.team, &session.user_id))
        .map_err(internal_error)?;
    let home = ActorId::Team(session.team.clone());
    Ok(forward_step(context, home, session, OwnAppStep::AddToList(form, client_id, secret)))
}

pub(super) fn list_app(
    context: &ActorContext<'_>,
    session: &AccountSession,
    form: &AppForm,
    client_id: &str,
    secret: &CarriedSecret,
) -> Result<ActorReply, Response> {
    let user = current_user(context, session)?;
    // Another app may have been listed since the first check. Then this app stays without an owner.
    may_register(context, &user)?;
    let work = || {
        context.sql.run(
            "INSERT INTO own_apps (client_id, user_id, name, token_round, created)
             VALUES (?, ?, ?, 0, ?)",
            values![client_id, user.user_id.as_str(), form.name.as_str(), context.now],
        )?;
        Ok(permit_own_account(context, &user, client_id, &form.name, &form.requested_scopes())?)
    };
    let token = in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?;
    Ok(page::registered_page(&form.name, client_id, secret.expose(), &token).into())
}

/// Grants the app these scopes, for the account that registered it. Returns the token.
pub(super) fn permit_own_account(
    context: &ActorContext<'_>,
    user: &CurrentUser,
    client_id: &str,
    name: &str,
    scopes: &[Scope],
) -> Result<String, SqlError> {
    let region = user.row.region().ok_or_else(|| SqlError("a team without a region".to_owned()))?;
    grants::create_grant(context, &Grant { user_id: &user.user_id, client_id, app_name: name, scopes }, region)
}
