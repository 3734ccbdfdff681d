//! Layer 1: encryption and secrets for the gateway and the service.

pub mod aead;
pub mod secret;
