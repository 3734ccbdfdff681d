//! Sealing: encrypted values that browsers and mails hold and return unread and unchanged.
//!
//! Every purpose has its own key, so that a value sealed for one purpose cannot be opened for another.

use super::codec;
use super::config::Config;
use super::random::Random;
use crate::crypto::aead;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Seals a value for a purpose; `None` if it cannot be encoded.
pub fn seal(config: &Config, purpose: &'static str, value: &impl Serialize, random: &dyn Random) -> Option<String> {
    seal_bytes(config, purpose, &codec::encode(value)?, random)
}

/// Opens a value that was sealed for the purpose; `None` if it was not, or was changed.
pub fn open<T: DeserializeOwned>(config: &Config, purpose: &'static str, text: &str) -> Option<T> {
    codec::decode(&open_bytes(config, purpose, text)?)
}

// Compiled once, not for each type.

#[inline(never)]
fn seal_bytes(config: &Config, purpose: &'static str, bytes: &[u8], random: &dyn Random) -> Option<String> {
    let (key, _) = config.cached_key(purpose)?;
    aead::seal(&key, random.bytes(), &[], &[], bytes)
}

#[inline(never)]
fn open_bytes(config: &Config, purpose: &'static str, text: &str) -> Option<Vec<u8>> {
    let (key, _) = config.cached_key(purpose)?;
    aead::open(&key, &[], &aead::decode(text)?)
}

#[cfg(test)]
#[path = "../../../tests/support/shape.rs"]
mod shape;

#[cfg(test)]
mod tests {
    use super::shape::shape;
    use crate::service::identity::account::{session, verification};
    use crate::service::identity::{invitations, oauth};
    use crate::service::respond;

    #[test]
    fn what_is_sealed_for_a_purpose_keeps_its_shape() {
        let sealed = [
            (oauth::consent_token::PURPOSE, shape::<oauth::consent_token::ConsentToken>()),
            (respond::form_token::PURPOSE, shape::<respond::form_token::FormToken>()),
            (session::PURPOSE, shape::<session::SessionCookie>()),
            (verification::PURPOSE, shape::<verification::VerificationLink>()),
            (invitations::PURPOSE, shape::<invitations::InvitationLink>()),
        ];
        let known = [
            (
                "consent ticket 3",
                "AuthorizeRequest[client_id redirect_uri state challenge scope] {text, text, ?text, ?text, ?text}\n\
                 ConsentToken[id auth_request user_id team required optional expires] {text, AuthorizeRequest[client_id \
                 redirect_uri state challenge scope], text, text, text, text, i64}",
            ),
            (
                "survey ticket 2",
                "FormToken[link progress_id page started custom_value variables device_secret address language] \
                 {RespondentLink[team collector recipient preview], text, ?text, i64, text, map text: text, text, text, \
                 text}\nRespondentLink[team collector recipient preview] {text, text, ?text, ?text}",
            ),
            ("account session", "SessionCookie[user_id team began] {text, text, i64}"),
            ("e-mail verification", "VerificationLink[team user_id email expires] {text, text, text, i64}"),
            (
                "team invitation",
                "InvitationLink[team name region user_id email sent] {text, text, Region[us eu ca], text, text, i64}\n\
                 Region[us eu ca] =  |  |",
            ),
        ];
        for ((purpose, shape), known) in sealed.iter().zip(known) {
            let (_, shape) = shape.trim_end().split_once('\n').unwrap();
            let why = "browsers and mails hold what was sealed for this purpose: another shape wants another purpose";
            assert_eq!((*purpose, shape), known, "{why}");
        }
    }
}
