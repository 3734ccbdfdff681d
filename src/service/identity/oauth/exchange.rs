//! The token exchange: a code becomes a token once; a second time it takes the token away. Heading "Step 3".
//!
//! Refusals have the shape and the status of RFC 6749; that is our choice.

use super::Step;
use super::code;
use super::fields::{read_pairs, unrepeated};
use super::sign_in::{self};
use crate::crypto::secret::same;
use crate::service::actor::place::{Place, Turn};
use crate::service::actor::token;
use crate::service::actor::visit::Visit;
use crate::service::identity::grants::{self, Grant, scopes_of};
use crate::service::identity::person::Who;
use crate::service::identity::{app, app_id};
use crate::service::store::config::Config;
use crate::service::store::secret::CarriedSecret;
use crate::service::store::sql::{Row, SqlError, atomically, first, values};
use crate::spec::endpoint::QueryPart as _;
use crate::spec::limits::CODE_LIFETIME_SECONDS;
use crate::spec::oauth::{GRANT_TYPE, TOKEN_TYPE, TokenAnswer, TokenError, TokenRefusal, TokenRequest, refusal_status};
use crate::spec::payload::Encode;
use crate::spec::regions::Region;
use crate::wire::dates::{DAY, Moment, SECOND};
use crate::wire::error::ApiError;
use crate::wire::http::{Request, Response};
use crate::wire::payload;
use serde::{Deserialize, Serialize};

/// How long the team remembers what a code gave: the app keeps a used code for a day after its end.
const REUSE_NOTICED: i64 = 2 * DAY;

/// A token request that has passed the door.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Redemption {
    client_id: String,
    secret: CarriedSecret,
    code: CarriedSecret,
    redirect_uri: String,
    verifier: Option<CarriedSecret>,
}

/// What the team is to store for a code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Granted {
    client_id: String,
    app_name: String,
    user_id: String,
    region: Region,
    scopes: String,
    code_hash: String,
    /// When the user permitted it.
    decided: Moment,
}

/// A code that was used before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reused {
    user_id: String,
    code_hash: String,
    /// Hash of the token that it gave in an older program; empty where the team knows it.
    token_hash: String,
}

/// At the door: the form. Its media type is not asked for: clients in the field leave it out.
pub fn read(config: &Config, request: &Request) -> Result<(Place, Step), Response> {
    let bad = |why: String| refused(TokenError::InvalidRequest, &why);
    let fields = read_pairs(&request.body).map_err(bad)?;
    let pairs = unrepeated(&fields, TokenRequest::FIELDS.iter().map(|field| field.name)).map_err(bad)?;
    let form =
        TokenRequest::read(&pairs).map_err(|param| bad(format!("{} must be {}.", param.name, param.expected)))?;
    if form.grant_type != GRANT_TYPE {
        return Err(refused(TokenError::UnsupportedGrantType, "grant_type must be authorization_code."));
    }
    if !(app_id::is_proven(config, &form.client_id) || code::is_for(config, &form.client_id, &form.code)) {
        return Err(unknown_client());
    }
    let redemption = Redemption {
        client_id: form.client_id.clone(),
        secret: CarriedSecret::new(form.client_secret),
        code: CarriedSecret::new(form.code),
        redirect_uri: form.redirect_uri,
        verifier: form.code_verifier.map(CarriedSecret::new),
    };
    Ok((Place::App(form.client_id), Step::Redeem(redemption)))
}

/// At the app: the secret, then the code, which is used up here.
pub fn redeem(visit: &Visit<'_>, form: Redemption) -> Result<Turn, Response> {
    let app = app::load(visit.sql, &form.client_id).map_err(failed)?.ok_or_else(unknown_client)?;
    if !same(&token::hash(form.secret.expose()), &app.secret_hash) {
        return Err(unknown_client());
    }
    if app.state_at(visit.now).is_none() {
        return Err(refused(TokenError::UnauthorizedClient, "The app is disabled."));
    }
    let code_hash = token::hash(form.code.expose());
    let row = first(
        visit.sql,
        "SELECT redirect_uri, region, team, user_id, scopes, expires, challenge, token_hash
         FROM codes
         WHERE code_hash = ?",
        values![code_hash.as_str()],
    );
    let row = row.map_err(broken)?.ok_or_else(|| refused(TokenError::InvalidGrant, "There is no such code."))?;
    let (team, user_id) = (row.text("team"), row.text("user_id"));
    if let Some(token_hash) = row.optional_text("token_hash") {
        let reused = Reused { user_id, code_hash, token_hash };
        return Ok(visit.go(Place::Team(team), Step::Revoke(reused)));
    }
    usable(visit, &row, &form)?;
    let region = row.region().ok_or_else(internal)?;
    // It is used up. Which token it gives is known at the team alone: there may be one already.
    let sql = "UPDATE codes SET token_hash = '' WHERE code_hash = ?";
    visit.sql.run(sql, values![code_hash.as_str()]).map_err(broken)?;
    let granted = Granted {
        client_id: app.client_id,
        app_name: app.name,
        user_id,
        region,
        scopes: row.text("scopes"),
        code_hash,
        decided: row.moment("expires").plus(SECOND.saturating_mul(i64::from(CODE_LIFETIME_SECONDS)).saturating_neg()),
    };
    Ok(visit.go(Place::Team(team), Step::Grant(granted)))
}

fn usable(visit: &Visit<'_>, row: &Row, form: &Redemption) -> Result<(), Response> {
    if visit.now >= row.moment("expires") {
        return Err(refused(TokenError::InvalidGrant, "The code is too old."));
    }
    if row.text("redirect_uri") != form.redirect_uri {
        return Err(refused(TokenError::InvalidGrant, "redirect_uri is not that of the authorization."));
    }
    // The challenge is the hash of the verifier, in the form in which every secret is stored.
    let proven = match (row.optional_text("challenge"), &form.verifier) {
        (Some(challenge), Some(verifier)) => same(&token::hash(verifier.expose()), &challenge),
        (challenge, verifier) => challenge.is_none() && verifier.is_none(),
    };
    if !proven {
        return Err(refused(TokenError::InvalidGrant, "code_verifier is not that of the authorization."));
    }
    Ok(())
}

/// At the team: the grant and the token.
pub fn grant(visit: &Visit<'_>, granted: &Granted) -> Result<Turn, Response> {
    let gone = || refused(TokenError::InvalidGrant, "The account is no longer there, or the code was used twice.");
    let who = sign_in::still(visit, &granted.user_id, granted.region).map_err(|_| internal())?;
    if !matches!(who, Who::Person(_)) {
        return Err(gone());
    }
    let sql = "SELECT code_hash FROM redemptions WHERE code_hash = ?";
    if first(visit.sql, sql, values![granted.code_hash.as_str()]).map_err(broken)?.is_some() {
        return Err(gone());
    }
    // Who has removed the app since meant this permission too.
    let sql = "SELECT token_hash FROM grants WHERE user_id = ? AND client_id = ? AND revoked > ?";
    let removed = values![granted.user_id.as_str(), granted.client_id.as_str(), granted.decided];
    if first(visit.sql, sql, removed).map_err(broken)?.is_some() {
        return Err(gone());
    }
    let grant = Grant {
        user_id: &granted.user_id,
        client_id: &granted.client_id,
        app_name: &granted.app_name,
        scopes: &scopes_of(&granted.scopes),
    };
    let stored = || {
        let token = grants::permit(visit, &grant, granted.region)?;
        redeemed(visit, grant.user_id, &granted.code_hash, Some(token::hash(&token)))?;
        Ok(token)
    };
    let answer = TokenAnswer {
        access_token: atomically(visit.sql, stored).map_err(failed)?,
        access_url: visit.service.config.origin(granted.region).to_owned(),
        token_type: Some(TOKEN_TYPE.to_owned()),
    };
    Ok(private(200, &answer).into())
}

/// At the team: the token of the code ends, even if its grant is still on the way here.
pub fn revoke(visit: &Visit<'_>, reused: &Reused) -> Result<Turn, Response> {
    let revoked = || {
        let sql = "SELECT token_hash FROM redemptions WHERE code_hash = ?";
        match first(visit.sql, sql, values![reused.code_hash.as_str()])? {
            Some(row) => grants::end(visit, &row.text("token_hash"))?,
            None if reused.token_hash.is_empty() => redeemed(visit, &reused.user_id, &reused.code_hash, None)?,
            None => grants::end(visit, &reused.token_hash)?,
        }
        Ok(())
    };
    atomically(visit.sql, revoked).map_err(failed)?;
    Err(refused(TokenError::InvalidGrant, "The code was used before. The token that it gave is revoked."))
}

/// Remembers which token a code gave, as long as the app remembers the code.
fn redeemed(visit: &Visit<'_>, user_id: &str, code_hash: &str, token_hash: Option<String>) -> Result<(), SqlError> {
    let forgotten = visit.now.plus(REUSE_NOTICED.saturating_neg());
    visit.sql.run("DELETE FROM redemptions WHERE redeemed < ?", values![forgotten])?;
    visit.sql.run(
        "INSERT INTO redemptions (code_hash, user_id, token_hash, redeemed)
         VALUES (?, ?, ?, ?)",
        values![code_hash, user_id, token_hash, visit.now],
    )?;
    Ok(())
}

/// Any method but POST.
pub fn wrong_method() -> Response {
    let refusal = TokenRefusal { error: TokenError::InvalidRequest, error_description: "Send a POST.".to_owned() };
    private(405, &refusal).with("allow", "POST")
}

/// No such app and not its secret are told alike.
fn unknown_client() -> Response {
    refused(TokenError::InvalidClient, "There is no such app, or this is not its secret.")
}

fn refused(error: TokenError, description: &str) -> Response {
    private(refusal_status(error), &TokenRefusal { error, error_description: description.to_owned() })
}

fn private(status: u16, body: &dyn Encode) -> Response {
    Response::json(status, payload::text(body)).with("cache-control", "no-store").with("pragma", "no-cache")
}

fn broken(_: SqlError) -> Response {
    internal()
}

fn failed(_: ApiError) -> Response {
    internal()
}

/// RFC 6749 has no name for a failure of the service; the status says it.
fn internal() -> Response {
    let refusal = TokenRefusal {
        error: TokenError::InvalidRequest,
        error_description: "The service failed. Try again later.".to_owned(),
    };
    private(500, &refusal)
}
