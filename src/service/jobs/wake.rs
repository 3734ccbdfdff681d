//! Waking a place: the work whose time has come is done, each piece in a transaction of its own.
//!
//! What needs the outside world becomes an [`Errand`]. Whoever wakes the place runs it and says with
//! [`Service::returned`] how it went. An entry leaves the agenda only then, so that nothing is lost when the program
//! ends in between; it is done twice at worst.

use super::task::{Errand, Others};
use super::{deliveries, hand_over, purge, unconfirmed};
use crate::service::actor::place::Place;
use crate::service::actor::service::Service;
use crate::service::mail::sending;
use crate::service::store::agenda::{self, Entry, Work};
use crate::service::store::backlog;
use crate::service::store::config::Config;
use crate::service::store::ground::Ground;
use crate::service::store::outside::{Outcome, succeeded};
use crate::service::store::random::Random;
use crate::service::store::sql::{Sql, SqlError, atomically, first};
use crate::service::surveys::design::rows;
use crate::wire::dates::{MINUTE, Moment};
use crate::wire::error::ApiError;

/// Entries that one awakening attends to.
const ENTRIES_MAX: i64 = 64;

/// Errands that one awakening sends out.
const ERRANDS_MAX: usize = 24;

/// When work that failed for a reason of the service itself is tried again.
const POSTPONED: i64 = 10 * MINUTE;

impl Service {
    /// Which place a store is. Only teams have an agenda, and apps that the public list knows.
    pub fn resident(sql: &dyn Sql) -> Result<Option<Place>, SqlError> {
        let kinds = "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('team', 'listing')";
        let Some(kind) = first(sql, kinds, &[])? else { return Ok(None) };
        match kind.text("name").as_str() {
            "team" => Ok(first(sql, "SELECT id FROM team", &[])?.map(|row| Place::Team(row.text("id")))),
            _ => Ok(first(sql, "SELECT client_id FROM listing", &[])?.map(|row| Place::App(row.text("client_id")))),
        }
    }

    /// When the place must be woken; none if it has nothing to do.
    pub fn next_wake(&self, place: &Place, sql: &dyn Sql) -> Result<Option<Moment>, SqlError> {
        match place {
            Place::Team(_) | Place::App(_) => agenda::next(sql),
            Place::Directory(_) | Place::Reviews => Ok(None),
        }
    }

    /// Does what is due.
    pub fn attend(
        &self,
        place: &Place,
        now: Moment,
        random: &dyn Random,
        sql: &dyn Sql,
        others: Others,
    ) -> Result<Vec<Errand>, SqlError> {
        let ground = Ground { sql, now, random };
        let mut errands = Vec::new();
        if !matches!(place, Place::Team(_) | Place::App(_)) {
            return Ok(errands);
        }
        for entry in agenda::due(ground, ENTRIES_MAX)? {
            match atomically(sql, || attend(&self.config, ground, &entry, others)) {
                Ok(errand) => errands.extend(errand),
                Err(_) => agenda::retry(ground, &entry, now.plus(POSTPONED))?,
            }
            // Taking rows away is long work: what else is due has its turn later.
            if errands.len() >= ERRANDS_MAX || entry.work == Work::TakeAway {
                break;
            }
        }
        Ok(errands)
    }

    /// An errand has come back.
    pub fn returned(
        &self,
        id: &str,
        outcome: Outcome,
        now: Moment,
        random: &dyn Random,
        sql: &dyn Sql,
    ) -> Result<(), SqlError> {
        let ground = Ground { sql, now, random };
        let (work, subject) = id.split_once('/').unwrap_or((id, ""));
        let done = atomically(sql, || match Work::parse(work) {
            Some(Work::Deliver) => Ok(deliveries::returned(ground, subject, outcome)?),
            Some(Work::HandOver) => Ok(hand_over::returned(ground, subject, outcome)?),
            Some(work @ (Work::ForgetAddress | Work::EndApp | Work::AskHolder | Work::ListApp))
                if succeeded(outcome) =>
            {
                Ok(agenda::cross_off(ground, work, subject)?)
            }
            Some(work @ (Work::ForgetAddress | Work::EndApp | Work::AskHolder | Work::ListApp)) => {
                Ok(agenda::plan(ground, work, subject, now.plus(POSTPONED))?)
            }
            Some(
                Work::SendMessage
                | Work::AnnounceEvent
                | Work::Purge
                | Work::EndUnconfirmed
                | Work::CarryOut
                | Work::TakeAway,
            )
            | None => Ok(()),
        });
        done.map_err(|error| SqlError(format!("errand {id}: {}", error.error.row().meaning)))
    }
}

fn attend(config: &Config, ground: Ground, entry: &Entry, others: Others) -> Result<Option<Errand>, ApiError> {
    match entry.work {
        Work::AnnounceEvent => {
            deliveries::announce(ground, &entry.subject)?;
            agenda::cross_off(ground, entry.work, &entry.subject)?;
            Ok(None)
        }
        Work::Deliver => Ok(deliveries::next(ground, &entry.subject)?),
        Work::HandOver => Ok(hand_over::next(config, ground, entry)?),
        Work::SendMessage => {
            sending::send_due(config, ground, &entry.subject)?;
            Ok(None)
        }
        Work::Purge => {
            purge::step(ground, &entry.subject)?;
            Ok(None)
        }
        Work::EndUnconfirmed => {
            unconfirmed::end(ground, &entry.subject)?;
            Ok(None)
        }
        Work::CarryOut => {
            backlog::go_on(ground)?;
            Ok(None)
        }
        Work::TakeAway => {
            rows::take_away(ground, &entry.subject)?;
            Ok(None)
        }
        Work::ForgetAddress | Work::EndApp | Work::AskHolder | Work::ListApp => others(ground, entry),
    }
}
