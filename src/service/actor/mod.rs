//! The databases among which a request goes, and how it goes from one to the next.

pub mod call;
pub mod context;
pub(super) mod foreign;
pub(super) mod format;
pub mod pieces;
pub mod place;
pub mod quota;
pub(super) mod schema;
pub mod service;
pub mod token;
pub(super) mod visit;
