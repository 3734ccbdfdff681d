//! Grants: what each account has permitted each app. One token per account and app, for as long as the grant stands.
//!
//! Who authorizes an app again, in another browser say, gets the token that there is: only its scopes change. A new one
//! comes after a revocation, and once for a token from before grants had nonces. What was revoked stays revoked.

use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::context::Account;
use crate::service::actor::protocol::ActorId;
use crate::service::actor::token::{self, AccessToken};
use crate::service::store::activities;
use crate::service::store::events::{self, Event};
use crate::service::store::restore_window::restorable_until;
use crate::service::store::sql::{Sql, SqlError, first_row, values};
use crate::spec::errors::Error;
use crate::spec::events::DeliveryResources;
use crate::spec::plans::Plan;
use crate::spec::regions::Region;
use crate::spec::resources::groups::{ActivityType, MemberType};
use crate::spec::resources::webhooks::EventType;
use crate::spec::scopes::Scope;
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;

/// Revoked grants of an account and app that are remembered, so that the answer to their tokens stays the same. Each
/// takes a person who signs in and consents.
const REVOKED_KEPT: i64 = 100;

/// A permission that an account gives to an app.
pub struct Grant<'a> {
    /// The user who gives it.
    pub user_id: &'a str,
    /// Client id of the app.
    pub client_id: &'a str,
    /// Name of the app, as the account page shows it.
    pub app_name: &'a str,
    /// What is permitted.
    pub scopes: &'a [Scope],
}

/// The account that a genuine token speaks for, if its grant still stands.
pub fn load_account(sql: &dyn Sql, token: &AccessToken, now: Timestamp) -> Result<Account, ApiError> {
    let row = first_row(
        sql,
        "SELECT grants.user_id, grants.client_id, grants.scopes, grants.revoked, grants.expires,
                users.plan, users.member_type, users.email_verified, users.deleted, team.id AS team_id, team.is_team,
                (SELECT MIN(number) FROM backlog) AS waits
         FROM grants
         JOIN users ON users.id = grants.user_id
         JOIN team
         WHERE grants.token_hash = ?",
        values![token.hash.as_str()],
    )?;
    let row = match row {
        Some(row) => row,
        // Whose data is purged has no grants any more; the place remembers that it was somebody's.
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
    })
}

/// The user who gave the grant of a token, whether it still stands or not.
pub fn grant_holder(sql: &dyn Sql, token_hash: &str) -> Result<Option<String>, SqlError> {
    let row = first_row(sql, "SELECT user_id FROM grants WHERE token_hash = ?", values![token_hash])?;
    Ok(row.map(|row| row.text("user_id")))
}

/// Permits an app something. The token: that of the grant which stands, which permits this from now on, or a new one.
///
/// That the app was installed is told of a grant that begins. Our choice.
pub fn permit_app(visit: &ActorContext, grant: &Grant, region: Region) -> Result<String, SqlError> {
    if let Some(token) = current_token(visit, region, grant.user_id, grant.client_id)? {
        visit.sql.run(
            "UPDATE grants SET scopes = ?, app_name = ? WHERE token_hash = ?",
            values![scope_list(grant.scopes), grant.app_name, token::hash_secret(&token)],
        )?;
        return Ok(token);
    }
    create_grant(visit, grant, region)
}

/// Begins a grant, in place of an earlier one of the same account and app, and tells the webhooks. Its token.
pub fn create_grant(visit: &ActorContext, grant: &Grant, region: Region) -> Result<String, SqlError> {
    let nonce = visit.random.base64_id();
    let token = derive_token(visit, region, grant.user_id, grant.client_id, &nonce)
        .ok_or_else(|| SqlError("a grant without a place or an app".to_owned()))?;
    let hash = token::hash_secret(&token);
    store_grant(visit.sql, grant, &hash, visit.now)?;
    visit.sql.run("UPDATE grants SET nonce = ? WHERE token_hash = ?", values![nonce, hash])?;
    let news = (grant.app_name, ActivityType::GrantInfoCreated, EventType::AppInstalled);
    record_grant_event(visit, grant.user_id, grant.client_id, news)?;
    Ok(token)
}

/// The token of an account and app, made again; none if no grant stands or its token cannot be made again.
pub fn current_token(
    visit: &ActorContext,
    region: Region,
    user_id: &str,
    client_id: &str,
) -> Result<Option<String>, SqlError> {
    let row = first_row(
        visit.sql,
        "SELECT nonce
         FROM grants
         WHERE user_id = ? AND client_id = ? AND nonce IS NOT NULL AND revoked IS NULL
           AND (expires IS NULL OR expires > ?)",
        values![user_id, client_id, visit.now],
    )?;
    Ok(row.and_then(|row| derive_token(visit, region, user_id, client_id, &row.text("nonce"))))
}

fn derive_token(visit: &ActorContext, region: Region, user_id: &str, client_id: &str, nonce: &str) -> Option<String> {
    let ActorId::Team(team) = visit.actor_id else { return None };
    token::mint_for_grant(&visit.service.config, (region, team), user_id, client_id, nonce)
}

/// Stores a grant under its token's hash. It takes the place of one of the same account and app that has not been
/// revoked; those that have been, as many as are kept, go on saying so of their tokens.
pub fn store_grant(sql: &dyn Sql, grant: &Grant, token_hash: &str, now: Timestamp) -> Result<(), SqlError> {
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
        "INSERT INTO grants (token_hash, user_id, client_id, app_name, scopes, created, revoked)
         VALUES (?, ?, ?, ?, ?, ?, NULL)",
        values![token_hash, grant.user_id, grant.client_id, grant.app_name, scope_list(grant.scopes), now],
    )?;
    Ok(())
}

/// Revokes the grant of a token; its next call is told so, and nobody else.
pub fn revoke_grant(sql: &dyn Sql, token_hash: &str, now: Timestamp) -> Result<(), SqlError> {
    sql.run(
        "UPDATE grants SET revoked = ?, nonce = NULL WHERE token_hash = ? AND revoked IS NULL",
        values![now, token_hash],
    )?;
    Ok(())
}

/// Revokes the grant of a token as [`remove_grants`] does.
pub fn end_grant(visit: &ActorContext, token_hash: &str) -> Result<(), SqlError> {
    let row = first_row(
        visit.sql,
        "SELECT user_id, client_id FROM grants WHERE token_hash = ? AND revoked IS NULL",
        values![token_hash],
    )?;
    let Some(row) = row else { return Ok(()) };
    remove_grants(visit, &row.text("user_id"), &row.text("client_id")).map(drop)
}

/// Revokes what an account has granted to an app. True if there was anything.
pub fn remove_grants(visit: &ActorContext, user_id: &str, client_id: &str) -> Result<bool, SqlError> {
    let row = first_row(
        visit.sql,
        "UPDATE grants
         SET revoked = ?, nonce = NULL
         WHERE user_id = ? AND client_id = ? AND revoked IS NULL
         RETURNING app_name",
        values![visit.now, user_id, client_id],
    )?;
    let Some(row) = row else { return Ok(false) };
    let name = row.text("app_name");
    record_grant_event(visit, user_id, client_id, (&name, ActivityType::GrantInfoDeleted, EventType::AppUninstalled))?;
    Ok(true)
}

fn record_grant_event(
    visit: &ActorContext,
    user_id: &str,
    client_id: &str,
    (app_name, activity, event): (&str, ActivityType, EventType),
) -> Result<(), SqlError> {
    activities::record_activity(visit.effects(), user_id, &visit.client_ip().to_text(), activity, app_name)?;
    let resources = DeliveryResources {
        respondent_id: None,
        recipient_id: None,
        collector_id: None,
        survey_id: None,
        user_id: Some(user_id.into()),
    };
    events::emit_event(visit.effects(), &Event { kind: event, object_id: client_id, resources })
}

/// Ends the life of a token at a moment. Tokens do not expire by themselves: the sandbox alone does this.
pub fn expire_token(sql: &dyn Sql, token_hash: &str, at: Timestamp) -> Result<(), SqlError> {
    sql.run("UPDATE grants SET expires = ? WHERE token_hash = ?", values![at, token_hash])?;
    Ok(())
}

/// Scopes as they are stored: names with a space between.
pub fn scope_list(scopes: &[Scope]) -> String {
    scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(" ")
}

/// The scopes of a stored list.
pub fn parse_scope_list(list: &str) -> Vec<Scope> {
    list.split_whitespace().filter_map(Scope::parse).collect()
}
