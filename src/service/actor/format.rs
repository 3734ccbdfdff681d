//! The number of the format that messages between places have. Printed by `tests/generated.rs`.

/// It follows from the shapes of all messages and from the order of the routes, and changes whenever they do.
pub const FORMAT: u32 = 0xcb6a_5b9b;
