//! What every step of the service stands on: a place's database, the time, and randomness.

use super::random::Random;
use super::sql::Sql;
use crate::wire::dates::Timestamp;

/// The three things that no rule makes for itself.
#[derive(Clone, Copy)]
pub struct Effects<'a> {
    /// The place's database.
    pub sql: &'a dyn Sql,
    /// The time.
    pub now: Timestamp,
    /// Randomness.
    pub random: &'a dyn Random,
}
