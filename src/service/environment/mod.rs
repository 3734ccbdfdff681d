//! What the service gets from outside its database: the configuration with its keys, randomness, the IP address of the
//! client, and the calls that only the shell can make. MACs, sealed values and password hashes are what the keys are
//! for.

pub(super) mod client_ip;
pub mod codec;
pub mod config;
pub mod derivation;
pub mod egress;
pub mod external;
pub mod key_cache;
pub(super) mod mac;
pub mod password;
pub mod permit;
pub mod random;
pub(super) mod seal;
pub mod secret;
