//! Client ids of apps: half of an id is random, the other half is a MAC that proves that the service issued it.
//!
//! The router checks the MAC without any data, so an invented id never opens an app's database. Ids from before there
//! was a MAC, or under another service key, look like invented ones: such an app is asked only after the user has
//! signed in ([`oauth`](super::oauth)).

use crate::service::environment::config::Config;
use crate::service::environment::mac;
use crate::service::environment::random::Random;
use base64ct::{Base64UrlUnpadded, Encoding as _};

const PURPOSE: &str = "client id";

/// Bytes of the random half, and of the MAC.
const HALF_BYTES: usize = 8;

/// A new client id. `None` if the MAC cannot be computed.
pub fn new_client_id(config: &Config, random: &dyn Random) -> Option<String> {
    let number: [u8; HALF_BYTES] = random.bytes();
    let proof: [u8; HALF_BYTES] = mac::compute_tag(config, PURPOSE, &number)?;
    Some(Base64UrlUnpadded::encode_string(&[number, proof].concat()))
}

/// Whether a text has the form of a client id: base64url of 16 bytes.
pub fn is_formed(text: &str) -> bool {
    decode_id(text).is_some()
}

/// Whether the service issued the id. The ids of the gateway's own app and of the demo world count as issued.
pub fn is_proven(config: &Config, text: &str) -> bool {
    let is_configured = text == config.gateway_app.client_id || config.demo_secret(text).is_some();
    let is_authentic = |(number, proof): ([u8; HALF_BYTES], [u8; HALF_BYTES])| {
        mac::verify_tag::<HALF_BYTES>(config, PURPOSE, &number, &proof)
    };
    is_configured || decode_id(text).is_some_and(is_authentic)
}

fn decode_id(text: &str) -> Option<([u8; HALF_BYTES], [u8; HALF_BYTES])> {
    let bytes = Base64UrlUnpadded::decode_vec(text).ok()?;
    let (number, proof) = bytes.split_first_chunk()?;
    Some((*number, proof.try_into().ok()?))
}
