//! Client ids of apps: one half of an id is random, the other half proves that the service made it.
//!
//! So the door knows without any data that an id may be that of an app, and an invented one wakes no app's place. Ids
//! that were registered before they had a proof, or under another service key, cannot be told from invented ones: such an
//! app is asked only for somebody who has signed in ([`oauth`](super::oauth)).

use crate::service::store::config::Config;
use crate::service::store::mac;
use crate::service::store::random::Random;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

const PURPOSE: &str = "client id";

/// Bytes of the random half, and of the proof.
const HALF_BYTES: usize = 8;

/// A new id.
pub fn new_client_id(config: &Config, random: &dyn Random) -> Option<String> {
    let number: [u8; HALF_BYTES] = random.bytes();
    let proof: [u8; HALF_BYTES] = mac::compute_tag(config, PURPOSE, &number)?;
    Some(URL_SAFE_NO_PAD.encode([number, proof].concat()))
}

/// Whether a text has the form of an id: it stands for 16 bytes.
pub fn is_formed(text: &str) -> bool {
    decode_id(text).is_some()
}

/// Whether the service made the id. It knows those of the gateway's own app and of the demo world by heart.
pub fn is_proven(config: &Config, text: &str) -> bool {
    let known = text == config.gateway_app.client_id || config.demo_secret(text).is_some();
    let proves = |(number, proof): ([u8; HALF_BYTES], [u8; HALF_BYTES])| {
        mac::verify_tag::<HALF_BYTES>(config, PURPOSE, &number, &proof)
    };
    known || decode_id(text).is_some_and(proves)
}

fn decode_id(text: &str) -> Option<([u8; HALF_BYTES], [u8; HALF_BYTES])> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let (number, proof) = bytes.split_first_chunk()?;
    Some((*number, proof.try_into().ok()?))
}
