//! PKCE (RFC 7636), where it is configured: the gateway makes the verifier, and the page carries it in sealed form.
//!
//! The verifier must return by another way than the code, which comes in the URL of the callback: the page stores it in
//! its tab. A verifier that was derived from the state would prove nothing, because state and code come in the same
//! URL.

use super::keys::Purpose;
use super::origin::Origin;
use super::seal::Sealer;
use crate::crypto::aead::Nonce;
use crate::gateway::binding::Binding;
use crate::wire::dates::{MINUTE, Timestamp};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use sha2::{Digest, Sha256};

/// How long a sign-in may take: what the SDK allows plus the lifetime of a code. Our choice.
pub const LIFETIME: i64 = 15 * MINUTE;

/// The start of a sign-in.
pub struct Challenge {
    /// The hash of the verifier, for the authorize URL.
    pub hash: String,
    /// The sealed verifier, which the page carries.
    pub sealed_verifier: String,
}

/// Makes a verifier of 43 characters. `None` only if it cannot be sealed.
pub fn begin_challenge(
    sealer: &Sealer,
    origin: &Origin,
    now: Timestamp,
    random: [u8; 32],
    nonce: Nonce,
) -> Option<Challenge> {
    let verifier = Base64UrlUnpadded::encode_string(&random);
    let hash = Base64UrlUnpadded::encode_string(&Sha256::digest(verifier.as_bytes()));
    let message = [&now.0.to_be_bytes(), verifier.as_bytes()].concat();
    Some(Challenge { hash, sealed_verifier: sealer.seal(verifier_binding(origin), &message, nonce)? })
}

/// Opens the verifier that a page has carried; `None` if it was not sealed here or is too old.
pub fn open_verifier(sealer: &Sealer, origin: &Origin, sealed: &str, now: Timestamp) -> Option<String> {
    let (message, _) = sealer.open(verifier_binding(origin), sealed)?;
    let (began_at, verifier) = message.split_first_chunk::<8>()?;
    let end = Timestamp(i64::from_be_bytes(*began_at)).saturating_add(LIFETIME);
    String::from_utf8(verifier.to_vec()).ok().filter(|_| now < end)
}

fn verifier_binding(origin: &Origin) -> Binding<'_> {
    Binding { purpose: Purpose::Verifier, name: b"verifier", origin: origin.as_str(), key_share: &[] }
}
