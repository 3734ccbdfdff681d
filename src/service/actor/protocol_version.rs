//! The version of the protocol between actors. Printed by `tests/generated.rs`.

/// It follows from the shapes of all messages and from the order of the routes, and changes whenever they do.
pub const PROTOCOL_VERSION: u32 = 0xba2a_9ded;
