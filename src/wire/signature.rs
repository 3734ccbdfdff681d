//! Signatures of webhook deliveries: made by the service, checked by receivers. Heading "Events".

use base64ct::{Base64, Encoding as _};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;

/// Base64 of HMAC-SHA1 over the body. The key is client id, `&`, client secret.
pub fn sign_delivery(client_id: &str, secret: &str, body: &[u8]) -> Option<String> {
    let mut mac = Hmac::<Sha1>::new_from_slice(format!("{client_id}&{secret}").as_bytes()).ok()?;
    mac.update(body);
    Some(Base64::encode_string(&mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::sign_delivery;

    #[test]
    fn a_signature_is_that_of_another_implementation() {
        // printf '{"a":1}' | openssl dgst -sha1 -hmac 'id&secret' -binary | base64
        assert_eq!(sign_delivery("id", "secret", b"{\"a\":1}").unwrap(), "zkpGEZKkOcHHZpScofN3ojcVwXY=");
    }
}
