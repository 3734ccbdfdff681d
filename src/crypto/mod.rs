//! Layer 2: what the gateway and the service encrypt and keep secret, each in one place.

pub mod aead;
pub mod secret;
