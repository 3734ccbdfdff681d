//! Authorization codes: each has a MAC over its app, so that the router can check it before it forwards to the app.

use crate::service::environment::config::Config;
use crate::service::environment::mac;
use crate::service::environment::random::Random;
use base64ct::{Base64UrlUnpadded, Encoding as _};

const PURPOSE: &str = "authorization code";

/// Bytes of the random part, and of the MAC.
const RANDOM: usize = 24;
const PROOF: usize = 12;

/// A new code for an app. `None` if the MAC cannot be computed.
pub fn new_code(config: &Config, client_id: &str, random: &dyn Random) -> Option<String> {
    let secret: [u8; RANDOM] = random.bytes();
    let proof: [u8; PROOF] = mac::compute_tag(config, PURPOSE, &mac_message(&secret, client_id))?;
    Some(Base64UrlUnpadded::encode_string(&[secret.as_slice(), &proof].concat()))
}

/// Whether the service issued the code for this app.
pub fn is_for(config: &Config, client_id: &str, code: &str) -> bool {
    let bytes = Base64UrlUnpadded::decode_vec(code).unwrap_or_default();
    bytes.split_first_chunk::<RANDOM>().is_some_and(|(secret, proof)| {
        mac::verify_tag::<PROOF>(config, PURPOSE, &mac_message(secret, client_id), proof)
    })
}

fn mac_message(secret: &[u8; RANDOM], client_id: &str) -> Vec<u8> {
    [secret.as_slice(), client_id.as_bytes()].concat()
}
