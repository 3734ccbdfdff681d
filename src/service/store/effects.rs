//! The effects of a rule: database, time and randomness, which are always arguments.

use super::sql::Sql;
use crate::service::environment::random::Random;
use crate::wire::dates::Timestamp;

/// The database, the time and the source of randomness.
#[derive(Clone, Copy)]
pub struct Effects<'a> {
    /// The actor's database.
    pub sql: &'a dyn Sql,
    /// The current time.
    pub now: Timestamp,
    /// The source of randomness.
    pub random: &'a dyn Random,
}
