//! The version of the protocol between actors, written by `tests/generated.rs`.

/// Computed from the shapes of all messages and the order of the routes; it changes when either does.
pub const PROTOCOL_VERSION: u32 = 0x92fd_6114;
