//! Signatures of deliveries, made in the app actor, which the client secret never leaves.
//!
//! Secrets are stored hashed, but a signature needs the secret itself. Next to the hash is the secret sealed under the
//! service's key, so that the database alone reveals nothing.

use super::app;
use crate::crypto::aead;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::ActorId;
use crate::service::environment::config::Config;
use crate::service::environment::secret::CarriedSecret;
use crate::service::store::sql::{Sql, first_row, values};
use crate::spec::events::{API_KEY_HEADER, SIGNATURE_HEADER};
use crate::spec::plans::Plan;
use crate::wire::http::Response;
use crate::wire::signature::sign_delivery;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// The purpose that client secrets are sealed for.
const PURPOSE: &str = "client secret";

/// The stored form of a client secret. The nonce is derived from app and secret, so equal secrets of one app are sealed
/// to equal text. `None` if encryption fails.
pub fn seal_secret(config: &Config, client_id: &str, secret: &str) -> Option<String> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&config.derive_key("nonce of a client secret")).ok()?;
    mac.update(client_id.as_bytes());
    mac.update(&[0]);
    mac.update(secret.as_bytes());
    let nonce = mac.finalize().into_bytes().first_chunk().copied()?;
    aead::seal(&config.derive_key(PURPOSE), nonce, &[], client_id.as_bytes(), secret.as_bytes())
}

fn open_secret(config: &Config, client_id: &str, text: &str) -> Option<CarriedSecret> {
    let secret = aead::open(&config.derive_key(PURPOSE), client_id.as_bytes(), &aead::decode(text)?)?;
    String::from_utf8(secret).ok().map(CarriedSecret::new)
}

/// App: the two headers for a request's body. Status 404 if the app does not exist, is disabled, or is private and the
/// plan, if one is given, has no direct API access.
pub fn handle_in_app(context: &ActorContext, plan: Option<Plan>) -> Response {
    let ActorId::App(client_id) = context.actor_id else { return Response::empty(404) };
    let config = &context.service.config;
    let app = app::load_app(context.sql, client_id).ok().flatten();
    let app =
        app.filter(|app| app.state_at(context.now).is_some_and(|state| plan.is_none_or(|plan| state.permits(plan))));
    let signature = app
        .and_then(|_| load_secret(config, client_id, context.sql))
        .and_then(|secret| sign_delivery(client_id, secret.expose(), &context.request.body));
    match signature {
        Some(signature) => {
            Response::empty(204).with_header(API_KEY_HEADER, client_id).with_header(SIGNATURE_HEADER, &signature)
        }
        None => Response::empty(404),
    }
}

/// The sealed secret. An app from before there were deliveries has none; the secret of the gateway's own app is known
/// from the configuration, and those of the demo world are derived.
fn load_secret(config: &Config, client_id: &str, sql: &dyn Sql) -> Option<CarriedSecret> {
    let row = first_row(sql, "SELECT sealed_secret FROM app WHERE client_id = ?", values![client_id]).ok()??;
    open_secret(config, client_id, &row.text("sealed_secret")).or_else(|| {
        let own = (client_id == config.gateway_app.client_id).then(|| config.gateway_app.client_secret.clone());
        own.or_else(|| config.demo_secret(client_id)).map(CarriedSecret::new)
    })
}
