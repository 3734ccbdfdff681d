//! The demo world.

use super::config::Config;
use super::place::Place;
use super::sql::{Sql, SqlError};
use crate::wire::dates::Moment;

/// Fills a fresh place with its part of the demo world.
pub fn seed(_: &Config, _: &Place, _: Moment, _: &dyn Sql) -> Result<(), SqlError> {
    Ok(())
}

/// The whole demo world as `GET /sandbox` shows it.
pub fn describe(_: &Config, _: Moment) -> serde_json::Value {
    serde_json::Value::Null
}
