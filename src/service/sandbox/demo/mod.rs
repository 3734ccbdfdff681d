//! The demo world of a local service: people, apps, tokens, workgroups and surveys, the same in every run.
//!
//! The tables of this folder are data. Nothing in them is random, and every date counts from one
//! moment, so that tests and people can rely on each id and each answer. Secrets are derived from the
//! service's key. Each place is filled with its own part when it is first opened.

mod activities;
mod answers;
mod apps;
mod bodies;
mod contacts;
mod describe;
mod design;
mod invitations;
mod key;
mod library;
mod people;
mod responses;
pub mod seeded;
mod store;
mod surveys;
mod tokens;
mod translations;
mod workgroups;

pub use apps::client_secret;
pub use describe::describe;

use crate::service::actor::place::Place;
use crate::service::store::config::Config;
use crate::service::store::sql::{Sql, SqlError};
use crate::wire::dates::{DAY, Moment};

/// The moment from which the world counts its dates: the first Monday of 2026, at midnight UTC.
const EPOCH: Moment = Moment(1_767_571_200_000);

/// The beginning of a day, counted from [`EPOCH`]; negative for a day before it.
const fn day(number: i64) -> Moment {
    EPOCH.plus(DAY.saturating_mul(number))
}

/// The places of the world that have a name: its teams and its apps.
pub fn places(config: &Config) -> Vec<Place> {
    let teams = people::HOMES.iter().map(|home| Place::Team(home.id.to_owned()));
    teams.chain(apps::APPS.iter().map(|app| Place::App(app.client_id(config)))).collect()
}

/// Fills a fresh place with its part of the demo world.
pub fn seed(config: &Config, place: &Place, now: Moment, sql: &dyn Sql) -> Result<(), SqlError> {
    match place {
        Place::App(client_id) => apps::seed(config, client_id, now, sql),
        Place::Directory(_) => people::seed_directory(place, sql),
        Place::Reviews => apps::seed_listed(config, sql),
        Place::Team(id) => {
            let Some(home) = people::HOMES.iter().find(|home| home.id == id) else { return Ok(()) };
            people::seed(config, home, sql)?;
            tokens::seed(config, home, sql)?;
            apps::seed_owned(config, home, now, sql)?;
            workgroups::seed(home, sql)?;
            store::seed(config, home, sql)?;
            contacts::seed(home, sql)?;
            invitations::seed(home, sql)?;
            library::seed(home, sql)?;
            activities::seed(home, sql)?;
            translations::seed(home, sql)
        }
    }
}
