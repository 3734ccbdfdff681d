//! The demo world of a local service: people, apps, tokens, workgroups and surveys, the same in every run.
//!
//! The tables of this folder are data. Nothing is random, and every date counts from one epoch, so that tests and
//! people can rely on every id and every answer. Secrets are derived from the service's key. Each actor's database is
//! filled with its part when it is first opened.

mod activities;
mod answers;
mod apps;
mod bodies;
pub mod bulk_data;
mod contacts;
mod describe;
mod design;
mod dice;
mod even_taste;
mod invitations;
mod key;
mod library;
pub mod lifelike;
mod people;
mod response_parts;
mod responses;
mod store;
mod story;
mod surveys;
mod tokens;
mod translations;
mod workgroups;

pub use apps::client_secret;
pub use describe::describe_world;

use crate::service::actor::protocol::ActorId;
use crate::service::environment::config::Config;
use crate::service::store::sql::{Sql, SqlError};
use crate::wire::dates::{DAY, Timestamp};

/// The epoch of the demo world: the first Monday of 2026, at midnight UTC.
const EPOCH: Timestamp = Timestamp(1_767_571_200_000);

/// Start of a day, counted from [`EPOCH`]; negative for a day before it.
const fn day_start(number: i64) -> Timestamp {
    EPOCH.saturating_add(DAY.saturating_mul(number))
}

/// The actors of the demo world's teams and apps.
pub fn demo_actors(config: &Config) -> Vec<ActorId> {
    let teams = people::DEMO_TEAMS.iter().map(|home| ActorId::Team(home.id.to_owned()));
    teams.chain(apps::APPS.iter().map(|app| ActorId::App(app.client_id(config)))).collect()
}

/// Fills a new database with its part of the demo world, whose drafts were registered at `began`.
///
/// # Errors
///
/// When a statement fails.
pub fn seed_actor(config: &Config, actor_id: &ActorId, began: Timestamp, sql: &dyn Sql) -> Result<(), SqlError> {
    match actor_id {
        ActorId::App(client_id) => apps::seed_app(config, client_id, began, sql),
        ActorId::Directory(_) => people::seed_directory(actor_id, sql),
        ActorId::Reviews => apps::seed_listed(config, sql),
        ActorId::Team(id) => {
            let Some(home) = people::DEMO_TEAMS.iter().find(|home| home.id == id) else { return Ok(()) };
            people::seed_team(config, home, sql)?;
            tokens::seed_tokens(config, home, sql)?;
            apps::seed_owned(config, home, began, sql)?;
            workgroups::seed_workgroups(home, sql)?;
            store::seed_surveys(config, home, sql)?;
            contacts::seed_contacts(home, sql)?;
            invitations::seed_invitations(home, sql)?;
            library::seed_library(home, sql)?;
            activities::seed_activities(home, sql)?;
            translations::seed_translations(home, sql)
        }
    }
}

/// Updates what an earlier build has written of the demo world.
///
/// # Errors
///
/// When a statement fails.
pub fn refresh_actor(config: &Config, actor_id: &ActorId, sql: &dyn Sql) -> Result<(), SqlError> {
    match actor_id {
        ActorId::Team(id) if people::DEMO_TEAMS.iter().any(|home| home.id == id) => tokens::renew_tokens(config, sql),
        _ => Ok(()),
    }
}
