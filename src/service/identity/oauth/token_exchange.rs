//! The token exchange: a code becomes a token once; a second use revokes the token. Heading "Step 3".
//!
//! Errors have the shape and the status of RFC 6749; that is our choice.

use super::OAuthStep;
use super::authorization_code;
use super::fields::{read_pairs, reject_repeated};
use super::sign_in::{self};
use crate::crypto::secret::same;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::actor::token;
use crate::service::environment::config::Config;
use crate::service::environment::secret::CarriedSecret;
use crate::service::identity::grants::{self, Grant};
use crate::service::identity::person::SignInResult;
use crate::service::identity::{app, app_id};
use crate::service::store::scope_list::parse_scope_list;
use crate::service::store::sql::{Row, SqlError, first_row, in_transaction, values};
use crate::spec::endpoint::QueryPart as _;
use crate::spec::errors::Error;
use crate::spec::limits::CODE_LIFETIME_SECONDS;
use crate::spec::oauth::{GRANT_TYPE, TOKEN_TYPE, TokenAnswer, TokenError, TokenRefusal, TokenRequest, refusal_status};
use crate::spec::payload::Encode;
use crate::spec::regions::Region;
use crate::wire::dates::{DAY, SECOND, Timestamp};
use crate::wire::error::ApiError;
use crate::wire::http::{Request, Response};
use crate::wire::payload;
use serde::{Deserialize, Serialize};

/// Seconds for which the team stores the token of a code. The app stores a used code for a day after it expires.
const REUSE_NOTICED: i64 = 2 * DAY;

/// A token request that the router has checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CodeExchange {
    client_id: String,
    secret: CarriedSecret,
    code: CarriedSecret,
    redirect_uri: String,
    verifier: Option<CarriedSecret>,
}

/// The grant that the team stores for a code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GrantRequest {
    client_id: String,
    app_name: String,
    user_id: String,
    region: Region,
    scopes: String,
    code_hash: String,
    /// When the user gave consent.
    decided: Timestamp,
}

/// A code that was used before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReusedCode {
    user_id: String,
    code_hash: String,
    /// Hash of its token, from an earlier version; empty if the team has stored it.
    token_hash: String,
}

/// Router: reads the form. Its media type is not checked, because existing clients leave it out.
///
/// # Errors
///
/// The JSON error of RFC 6749, if the form is invalid or the service issued neither the client id nor the code.
pub fn parse_token_request(config: &Config, request: &Request) -> Result<(ActorId, OAuthStep), Response> {
    let invalid_request = |why: String| error_response(TokenError::InvalidRequest, &why);
    let fields = read_pairs(&request.body).map_err(invalid_request)?;
    let pairs =
        reject_repeated(&fields, TokenRequest::FIELDS.iter().map(|field| field.name)).map_err(invalid_request)?;
    let form = TokenRequest::read(&pairs)
        .map_err(|param| invalid_request(format!("{} must be {}.", param.name, param.expected)))?;
    if form.grant_type != GRANT_TYPE {
        return Err(error_response(TokenError::UnsupportedGrantType, "grant_type must be authorization_code."));
    }
    if !(app_id::is_proven(config, &form.client_id) || authorization_code::is_for(config, &form.client_id, &form.code))
    {
        return Err(unknown_client());
    }
    let redemption = CodeExchange {
        client_id: form.client_id.clone(),
        secret: CarriedSecret::new(form.client_secret),
        code: CarriedSecret::new(form.code),
        redirect_uri: form.redirect_uri,
        verifier: form.code_verifier.map(CarriedSecret::new),
    };
    Ok((ActorId::App(form.client_id), OAuthStep::RedeemCode(redemption)))
}

/// App: checks the client secret, then the code, and marks the code as used.
///
/// # Errors
///
/// The JSON error of RFC 6749, if the app, its secret or the code is wrong, or a statement fails.
pub fn redeem_code(context: &ActorContext<'_>, form: CodeExchange) -> Result<ActorReply, Response> {
    let app = app::load_app(context.sql, &form.client_id).map_err(api_error)?.ok_or_else(unknown_client)?;
    // The secret is checked first, so that only the app itself can use up a code or have its token revoked.
    if !same(token::hash_secret(form.secret.expose()), &app.secret_hash) {
        return Err(unknown_client());
    }
    if app.state_at(context.now).is_none() {
        return Err(error_response(TokenError::UnauthorizedClient, "The app is disabled."));
    }
    let code_hash = token::hash_secret(form.code.expose());
    let row = first_row(
        context.sql,
        "SELECT redirect_uri, region, team, user_id, scopes, expires, challenge, token_hash
         FROM codes
         WHERE code_hash = ?",
        values![code_hash.as_str()],
    );
    let row = row
        .map_err(database_error)?
        .ok_or_else(|| error_response(TokenError::InvalidGrant, "This code does not exist."))?;
    let (team, user_id) = (row.text("team"), row.text("user_id"));
    if let Some(token_hash) = row.optional_text("token_hash") {
        let reused = ReusedCode { user_id, code_hash, token_hash };
        return Ok(context.forward_to(ActorId::Team(team), OAuthStep::RevokeToken(reused)));
    }
    check_code(context, &row, &form)?;
    let region = row.region().ok_or_else(internal_error)?;
    // The code is now used. Only the team knows its token, because there may be a grant already.
    let sql = "UPDATE codes SET token_hash = '' WHERE code_hash = ?";
    context.sql.run(sql, values![code_hash.as_str()]).map_err(database_error)?;
    let granted = GrantRequest {
        client_id: app.client_id,
        app_name: app.name,
        user_id,
        region,
        scopes: row.text("scopes"),
        code_hash,
        decided: row
            .timestamp("expires")
            .saturating_add(SECOND.saturating_mul(i64::from(CODE_LIFETIME_SECONDS)).saturating_neg()),
    };
    Ok(context.forward_to(ActorId::Team(team), OAuthStep::GrantToken(granted)))
}

fn check_code(context: &ActorContext<'_>, row: &Row, form: &CodeExchange) -> Result<(), Response> {
    if context.now >= row.timestamp("expires") {
        return Err(error_response(TokenError::InvalidGrant, "The code has expired. Request authorization again."));
    }
    if row.text("redirect_uri") != form.redirect_uri {
        return Err(error_response(TokenError::InvalidGrant, "redirect_uri differs from that of the authorization."));
    }
    // A challenge is the SHA-256 hash of the verifier in base64url, which is the form of every stored secret.
    let proven = match (row.optional_text("challenge"), &form.verifier) {
        (Some(challenge), Some(verifier)) => same(token::hash_secret(verifier.expose()), &challenge),
        (challenge, verifier) => challenge.is_none() && verifier.is_none(),
    };
    if !proven {
        return Err(error_response(TokenError::InvalidGrant, "code_verifier does not match the code_challenge."));
    }
    Ok(())
}

/// Team: stores the grant and responds with the token.
///
/// # Errors
///
/// The JSON error of RFC 6749, if the account is deleted, the code was used twice, the grant was removed after the
/// consent, or a statement fails.
pub fn grant_token(context: &ActorContext<'_>, granted: &GrantRequest) -> Result<ActorReply, Response> {
    let gone = || error_response(TokenError::InvalidGrant, "The account no longer exists, or the code was used twice.");
    let result = sign_in::find_user(context, &granted.user_id, granted.region).map_err(|_| internal_error())?;
    if !matches!(result, SignInResult::Active(_)) {
        return Err(gone());
    }
    let sql = "SELECT code_hash FROM redemptions WHERE code_hash = ?";
    if first_row(context.sql, sql, values![granted.code_hash.as_str()]).map_err(database_error)?.is_some() {
        return Err(gone());
    }
    // A user who has removed the app since the consent meant this permission too.
    let sql = "SELECT token_hash FROM grants WHERE user_id = ? AND client_id = ? AND revoked > ?";
    let removed = values![granted.user_id.as_str(), granted.client_id.as_str(), granted.decided];
    if first_row(context.sql, sql, removed).map_err(database_error)?.is_some() {
        return Err(gone());
    }
    let grant = Grant {
        user_id: &granted.user_id,
        client_id: &granted.client_id,
        app_name: &granted.app_name,
        scopes: &parse_scope_list(&granted.scopes),
    };
    let stored = || {
        let token = grants::permit_app(context, &grant, granted.region)?;
        remember_redemption(context, grant.user_id, &granted.code_hash, Some(token::hash_secret(&token)))?;
        Ok(token)
    };
    let answer = TokenAnswer {
        access_token: in_transaction(context.sql, stored).map_err(api_error)?,
        access_url: context.service.config.region_origin(granted.region).to_owned(),
        token_type: Some(TOKEN_TYPE.to_owned()),
    };
    Ok(no_store_response(200, &answer).into())
}

/// Team: revokes the token of a code that was used twice, also if its grant is not stored yet.
///
/// # Errors
///
/// Always: the JSON error of RFC 6749 for a used code, or for a failed statement.
pub fn revoke_token(context: &ActorContext<'_>, reused: &ReusedCode) -> Result<ActorReply, Response> {
    let revoked = || {
        let sql = "SELECT token_hash FROM redemptions WHERE code_hash = ?";
        match first_row(context.sql, sql, values![reused.code_hash.as_str()])? {
            Some(row) => grants::end_grant(context, &row.text("token_hash"))?,
            None if reused.token_hash.is_empty() => {
                remember_redemption(context, &reused.user_id, &reused.code_hash, None)?
            }
            None => grants::end_grant(context, &reused.token_hash)?,
        }
        Ok(())
    };
    in_transaction(context.sql, revoked).map_err(api_error)?;
    Err(error_response(TokenError::InvalidGrant, "The code was used before. Its token is revoked."))
}

/// Stores which token a code gave, for as long as the app stores the code.
fn remember_redemption(
    context: &ActorContext<'_>,
    user_id: &str,
    code_hash: &str,
    token_hash: Option<String>,
) -> Result<(), SqlError> {
    let oldest = context.now.saturating_add(REUSE_NOTICED.saturating_neg());
    context.sql.run("DELETE FROM redemptions WHERE redeemed < ?", values![oldest])?;
    context.sql.run(
        "INSERT INTO redemptions (code_hash, user_id, token_hash, redeemed)
         VALUES (?, ?, ?, ?)",
        values![code_hash, user_id, token_hash, context.now],
    )?;
    Ok(())
}

/// The response to any method but POST.
pub fn wrong_method() -> Response {
    let refusal = TokenRefusal { error: TokenError::InvalidRequest, error_description: "Use POST.".to_owned() };
    no_store_response(405, &refusal).with_header("allow", "POST")
}

/// An unknown app and a wrong secret have the same response.
fn unknown_client() -> Response {
    error_response(TokenError::InvalidClient, "This app does not exist, or the client secret is wrong.")
}

fn error_response(error: TokenError, description: &str) -> Response {
    no_store_response(refusal_status(error), &TokenRefusal { error, error_description: description.to_owned() })
}

fn no_store_response(status: u16, body: &dyn Encode) -> Response {
    Response::json(status, payload::to_json(body))
        .with_header("cache-control", "no-store")
        .with_header("pragma", "no-cache")
}

fn database_error(_: SqlError) -> Response {
    internal_error()
}

fn api_error(_: ApiError) -> Response {
    internal_error()
}

fn internal_error() -> Response {
    refuse_token_request(&Error::Internal.into())
}

/// The response to a token request that is too large, or at which the service fails. RFC 6749 has no code for that; the
/// status shows it.
pub fn refuse_token_request(error: &ApiError) -> Response {
    let refusal = TokenRefusal { error: TokenError::InvalidRequest, error_description: error.message() };
    no_store_response(error.error.row().status, &refusal)
}
