//! Which apps are a user's own, and the token of such an app for its owner's account.

use super::page::AppOwnership;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::ActorId;
use crate::service::actor::token;
use crate::service::environment::secret::CarriedSecret;
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::account::session::{AccountSession, CurrentUser, current_user};
use crate::service::identity::grants;
use crate::service::store::sql::{SqlError, first_row, values};
use crate::wire::http::Response;

/// The token of an app for its own account, if it is valid. It is derived again each time, so that the page can show it
/// though it is not stored.
fn own_token(
    context: &ActorContext<'_>,
    user: &CurrentUser,
    client_id: &str,
    round: i64,
) -> Result<Option<String>, SqlError> {
    let Some(region) = user.row.region() else { return Ok(None) };
    if let Some(token) = grants::current_token(context, region, &user.user_id, client_id)? {
        return Ok(Some(token));
    }
    // Before grants had nonces, the tokens for an app's own account were numbered.
    let (config, ActorId::Team(team)) = (&context.service.config, context.actor_id) else { return Ok(None) };
    let secret = config.derive_key(&format!("own-account token {round} of {client_id} for {}", user.user_id));
    let token = secret.first_chunk().and_then(|secret| token::mint_token(config, region, team, client_id, *secret));
    let Some(token) = token else { return Ok(None) };
    let sql = "SELECT token_hash FROM grants WHERE token_hash = ? AND revoked IS NULL";
    Ok(first_row(context.sql, sql, values![token::hash_secret(&token)])?.map(|_| token))
}

/// Gives the token of an app for its own account these scopes.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn set_own_scopes(
    context: &ActorContext<'_>,
    user_id: &str,
    client_id: &str,
    scopes: &str,
) -> Result<(), SqlError> {
    context.sql.run(
        "UPDATE grants SET scopes = ? WHERE user_id = ? AND client_id = ? AND revoked IS NULL",
        values![scopes, user_id, client_id],
    )?;
    Ok(())
}

/// Team: the app, if it is the user's.
pub(super) fn load_ownership(
    context: &ActorContext<'_>,
    session: &AccountSession,
    client_id: String,
) -> Result<AppOwnership, Response> {
    let user = current_user(context, session)?;
    let sql = "SELECT token_round FROM own_apps WHERE client_id = ? AND user_id = ?";
    let row =
        first_row(context.sql, sql, values![client_id.as_str(), user.user_id.as_str()]).map_err(internal_error)?;
    let round = row.ok_or_else(|| RefusalPage::NotFound.render_page())?.integer("token_round");
    let token = own_token(context, &user, &client_id, round).map_err(internal_error)?.map(CarriedSecret::new);
    Ok(AppOwnership {
        client_id,
        token,
        email: user.email,
        plan: user.plan,
        email_verified: user.row.boolean("email_verified"),
    })
}
