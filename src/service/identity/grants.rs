//! Grants: the permissions that accounts give to apps. Each account and app have one grant with one token.
//!
//! A user who authorizes an app again, for example in another browser, gets the existing token: only its scopes change.
//! A new token is issued after a revocation, and once for a token from before grants had nonces. A revoked token stays
//! revoked.

use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::call_context::Account;
use crate::service::actor::protocol::ActorId;
use crate::service::actor::token::{self, AccessToken};
use crate::service::store::activities;
use crate::service::store::events::{self, Event};
use crate::service::store::expiry::restorable_until;
use crate::service::store::scope_list::{parse_scope_list, scope_list};
use crate::service::store::sql::{Sql, SqlError, first_row, values};
use crate::service::store::table_set::TableSet;
use crate::spec::errors::Error;
use crate::spec::events::DeliveryResources;
use crate::spec::plans::Plan;
use crate::spec::regions::Region;
use crate::spec::resources::groups::{ActivityType, MemberType};
use crate::spec::resources::webhooks::EventType;
use crate::spec::scopes::Scope;
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;
use std::rc::Rc;

/// Number of revoked grants stored per account and app, so that their tokens continue to get the error for revoked
/// tokens. Each takes a sign-in and a consent, so a user cannot easily make many.
const REVOKED_KEPT: i64 = 100;

/// A permission that an account gives to an app.
pub struct Grant<'a> {
    /// Id of the user who gives it.
    pub user_id: &'a str,
    /// Client id of the app.
    pub client_id: &'a str,
    /// Name of the app on the account page.
    pub app_name: &'a str,
    /// The granted scopes.
    pub scopes: &'a [Scope],
}

/// Reads the account of a token. The grants of a purged user stay: such a user is deleted, for longer than any other.
const ACCOUNT_SQL: &str = "
    SELECT grants.user_id, grants.client_id, grants.scopes, grants.revoked, grants.expires,
           users.plan, users.member_type, users.email_verified, team.id AS team_id, team.is_team,
           IIF(users.id IS NULL, 0, users.deleted) AS deleted,
           (SELECT MIN(number) FROM backlog) AS waits
    FROM grants
    LEFT JOIN users ON users.id = grants.user_id
    JOIN team
    WHERE grants.token_hash = ?";

/// The account of a genuine token, if its grant is valid. It is cached until the grant or the account is written.
///
/// # Errors
///
/// The error of the API for a token that is unknown, revoked, expired or without scopes, or whose account is deleted;
/// an internal error, if a statement fails.
pub fn load_account(context: &ActorContext, token: &AccessToken) -> Result<Rc<Account>, ApiError> {
    let ActorContext { memory, chunked_work, now, .. } = *context;
    let key = format!("account {}", token.hash);
    let cached = memory.object_cache.borrow_mut().find::<Account>(&key, &memory.table_versions, chunked_work);
    if let Some(account) = cached.filter(|account| now < account.ends) {
        return Ok(account);
    }
    let basis = (TableSet::of_statement(ACCOUNT_SQL), memory.table_versions.last_write());
    let account = Rc::new(read_account(context.sql, token, now)?);
    memory.object_cache.borrow_mut().insert(key, Rc::<Account>::clone(&account), basis, 0);
    Ok(account)
}

fn read_account(sql: &dyn Sql, token: &AccessToken, now: Timestamp) -> Result<Account, ApiError> {
    let row = first_row(sql, ACCOUNT_SQL, values![token.hash.as_str()])?;
    let row = match row {
        Some(row) => row,
        // The grants of a team's last user are purged. The purge mark in the row of the team shows that there was one.
        None if first_row(sql, "SELECT id FROM team WHERE purged IS NOT NULL", &[])?.is_some() => {
            return Err(ApiError::from(Error::UserDeleted));
        }
        None => return Err(ApiError::from(Error::InvalidToken)),
    };
    if row.optional_text("revoked").is_some() {
        return Err(ApiError::from(Error::RevokedToken));
    }
    if row.optional_text("deleted").is_some() {
        let restorable = now < restorable_until(row.timestamp("deleted"));
        return Err(ApiError::from(if restorable { Error::UserSoftDeleted } else { Error::UserDeleted }));
    }
    if row.optional_text("expires").is_some() && now >= row.timestamp("expires") {
        return Err(ApiError::from(Error::ExpiredToken));
    }
    let granted = parse_scope_list(&row.text("scopes"));
    if granted.is_empty() {
        return Err(ApiError::from(Error::NoGrants));
    }
    Ok(Account {
        user_id: row.text("user_id"),
        team_id: row.text("team_id"),
        has_team: row.boolean("is_team"),
        email_verified: row.boolean("email_verified"),
        plan: Plan::parse(&row.text("plan")).ok_or(Error::Internal)?,
        member_type: MemberType::parse(&row.text("member_type")).ok_or(Error::Internal)?,
        client_id: row.text("client_id"),
        granted,
        waits: row.boolean("waits"),
        ends: row.optional_text("expires").map_or(Timestamp(i64::MAX), |_| row.timestamp("expires")),
    })
}

/// Id of the user who gave the grant of a token, valid or revoked.
///
/// # Errors
///
/// When the statement fails.
pub fn grant_holder(sql: &dyn Sql, token_hash: &str) -> Result<Option<String>, SqlError> {
    let row = first_row(sql, "SELECT user_id FROM grants WHERE token_hash = ?", values![token_hash])?;
    Ok(row.map(|row| row.text("user_id")))
}

/// Gives an app these scopes. Returns the token of the existing grant, which gets the scopes, or that of a new one.
///
/// Only a new grant emits the event that the app was installed. Our choice.
///
/// # Errors
///
/// When a statement fails or the grant belongs to no team actor.
pub fn permit_app(context: &ActorContext, grant: &Grant, region: Region) -> Result<String, SqlError> {
    if let Some(token) = current_token(context, region, grant.user_id, grant.client_id)? {
        context.sql.run(
            "UPDATE grants SET scopes = ?, app_name = ? WHERE token_hash = ?",
            values![scope_list(grant.scopes), grant.app_name, token::hash_secret(&token)],
        )?;
        return Ok(token);
    }
    create_grant(context, grant, region)
}

/// Creates a grant in place of an earlier one of the same account and app, and emits the event. Returns the token.
///
/// # Errors
///
/// When a statement fails or the context is not that of a team actor.
pub fn create_grant(context: &ActorContext, grant: &Grant, region: Region) -> Result<String, SqlError> {
    let nonce = context.random.base64_id();
    let token = derive_token(context, region, grant.user_id, grant.client_id, &nonce)
        .ok_or_else(|| SqlError("a grant outside a team, or without an app".to_owned()))?;
    store_grant(context.sql, grant, (&nonce, &token::hash_secret(&token)), context.now)?;
    let activity = (grant.app_name, ActivityType::GrantInfoCreated, EventType::AppInstalled);
    record_grant_event(context, grant.user_id, grant.client_id, activity)?;
    Ok(token)
}

/// The token of an account and app, derived again. `None` if there is no valid grant or it has no nonce.
///
/// # Errors
///
/// When the statement fails.
pub fn current_token(
    context: &ActorContext,
    region: Region,
    user_id: &str,
    client_id: &str,
) -> Result<Option<String>, SqlError> {
    let row = first_row(
        context.sql,
        "SELECT nonce
         FROM grants
         WHERE user_id = ? AND client_id = ? AND nonce IS NOT NULL AND revoked IS NULL
           AND (expires IS NULL OR expires > ?)",
        values![user_id, client_id, context.now],
    )?;
    Ok(row.and_then(|row| derive_token(context, region, user_id, client_id, &row.text("nonce"))))
}

fn derive_token(context: &ActorContext, region: Region, user_id: &str, client_id: &str, nonce: &str) -> Option<String> {
    let ActorId::Team(team) = context.actor_id else { return None };
    token::mint_for_grant(&context.service.config, (region, team), user_id, client_id, nonce)
}

/// Stores a grant under the hash of its token, with the nonce that derives the token again. It replaces a valid grant
/// of the same account and app. Revoked ones, up to `REVOKED_KEPT`, stay.
///
/// # Errors
///
/// When a statement fails.
pub fn store_grant(
    sql: &dyn Sql,
    grant: &Grant,
    (nonce, token_hash): (&str, &str),
    now: Timestamp,
) -> Result<(), SqlError> {
    sql.run(
        "DELETE FROM grants
         WHERE user_id = ? AND client_id = ? AND token_hash NOT IN (
           SELECT token_hash
           FROM grants
           WHERE user_id = ? AND client_id = ? AND revoked IS NOT NULL
           ORDER BY revoked DESC
           LIMIT ?
         )",
        values![grant.user_id, grant.client_id, grant.user_id, grant.client_id, REVOKED_KEPT],
    )?;
    sql.run(
        "INSERT INTO grants (token_hash, user_id, client_id, app_name, scopes, created, revoked, nonce)
         VALUES (?, ?, ?, ?, ?, ?, NULL, ?)",
        values![token_hash, grant.user_id, grant.client_id, grant.app_name, scope_list(grant.scopes), now, nonce],
    )?;
    Ok(())
}

/// Revokes the grant of a token and emits no event: only the token's next call shows it.
///
/// # Errors
///
/// When the statement fails.
pub fn revoke_grant(sql: &dyn Sql, token_hash: &str, now: Timestamp) -> Result<(), SqlError> {
    sql.run(
        "UPDATE grants SET revoked = ?, nonce = NULL WHERE token_hash = ? AND revoked IS NULL",
        values![now, token_hash],
    )?;
    Ok(())
}

/// Revokes the grant of a token as [`remove_grants`] does.
///
/// # Errors
///
/// When a statement fails.
pub fn end_grant(context: &ActorContext, token_hash: &str) -> Result<(), SqlError> {
    let row = first_row(
        context.sql,
        "SELECT user_id, client_id FROM grants WHERE token_hash = ? AND revoked IS NULL",
        values![token_hash],
    )?;
    let Some(row) = row else { return Ok(()) };
    remove_grants(context, &row.text("user_id"), &row.text("client_id")).map(drop)
}

/// Revokes the grant of an account and app and emits the event. True if there was one.
///
/// # Errors
///
/// When a statement fails.
pub fn remove_grants(context: &ActorContext, user_id: &str, client_id: &str) -> Result<bool, SqlError> {
    let row = first_row(
        context.sql,
        "UPDATE grants
         SET revoked = ?, nonce = NULL
         WHERE user_id = ? AND client_id = ? AND revoked IS NULL
         RETURNING app_name",
        values![context.now, user_id, client_id],
    )?;
    let Some(row) = row else { return Ok(false) };
    let name = row.text("app_name");
    record_grant_event(
        context,
        user_id,
        client_id,
        (&name, ActivityType::GrantInfoDeleted, EventType::AppUninstalled),
    )?;
    Ok(true)
}

fn record_grant_event(
    context: &ActorContext,
    user_id: &str,
    client_id: &str,
    (app_name, activity, event): (&str, ActivityType, EventType),
) -> Result<(), SqlError> {
    activities::record_activity(context.effects(), user_id, &context.client_ip().to_text(), activity, app_name)?;
    let resources = DeliveryResources {
        respondent_id: None,
        recipient_id: None,
        collector_id: None,
        survey_id: None,
        user_id: Some(user_id.into()),
    };
    events::emit_event(context.effects(), &Event { kind: event, object_id: client_id, resources })
}

/// Makes a token expire at a time. Tokens do not expire by themselves; only the sandbox uses this.
///
/// # Errors
///
/// When the statement fails.
pub fn expire_token(sql: &dyn Sql, token_hash: &str, at: Timestamp) -> Result<(), SqlError> {
    sql.run("UPDATE grants SET expires = ? WHERE token_hash = ?", values![at, token_hash])?;
    Ok(())
}
