//! What every step of the service stands on: a place's database, the time, and randomness.

use super::random::Random;
use super::sql::Sql;
use crate::wire::dates::Moment;

/// The three things that no rule makes for itself.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// The place's database.
    pub sql: &'a dyn Sql,
    /// The time.
    pub now: Moment,
    /// Randomness.
    pub random: &'a dyn Random,
}
