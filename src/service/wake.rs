//! Waking a place: the work whose time has come is done, each piece in a transaction of its own.
//!
//! What needs the outside world becomes an [`Errand`]. Whoever wakes the place runs it and says with
//! [`Service::returned`] how it went. An entry leaves the agenda only then, so that nothing is lost when the program
//! ends in between; it is done twice at worst.

use super::Service;
use super::account::vacancy;
use super::agenda::{self, Entry, Work};
use super::config::Config;
use super::design::rows;
use super::ground::Ground;
use super::outside::{Outcome, Outgoing, succeeded};
use super::place::{Message, Note, Place};
use super::random::Random;
use super::sql::{Sql, SqlError, atomically, first};
use super::{deliveries, hand_over, listing, purge, sending, unconfirmed};
use crate::wire::dates::{MINUTE, Moment, SECOND};
use crate::wire::error::ApiError;
use crate::wire::http::{Request, Response};

/// Entries that one awakening attends to.
const ENTRIES_MAX: i64 = 64;

/// Errands that one awakening sends out.
const ERRANDS_MAX: usize = 24;

/// How long an errand that is under way is waited for before it is sent out again. A place looks at what is due only once
/// all that it sent out has returned or was given up, so that nothing is sent twice for it: what is left under way is
/// what the end of a program interrupted.
pub const LEASE: i64 = 20 * SECOND;

/// When work that failed for a reason of the service itself is tried again.
const POSTPONED: i64 = 10 * MINUTE;

/// Work that needs the outside world, or another place.
#[derive(Debug, Clone, PartialEq)]
pub struct Errand {
    /// By which its return is reported.
    pub id: String,
    /// What is to be done.
    pub deed: Deed,
}

/// What an errand does.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// Sends something to another server.
    Send {
        /// Client id of the app that signs it; none for what is not signed.
        signer: Option<String>,
        /// What is sent.
        call: Outgoing,
    },
    /// Tells another place something. Its outcome is the status of the answer.
    Tell {
        /// Where to.
        place: Place,
        /// What.
        message: Box<Message>,
    },
}

/// The errand of an entry that tells another place something. Until it has come back, it is not sent out again.
pub fn tell(ground: Ground, entry: &Entry, (place, note): (Place, Note)) -> Result<Errand, SqlError> {
    agenda::plan(ground, entry.work, &entry.subject, ground.now.plus(LEASE))?;
    let message = Box::new(Message::new(blank(String::new(), Vec::new()), note));
    Ok(Errand { id: format!("{}/{}", entry.work.as_str(), entry.subject), deed: Deed::Tell { place, message } })
}

/// A request that nobody sent.
pub fn blank(method: String, body: Vec<u8>) -> Request {
    let text = String::new;
    Request { method, origin: text(), path: text(), query: text(), headers: Vec::new(), body }
}

impl Deed {
    /// Where the deed is signed, and what is said there; none if nobody signs it.
    pub fn signing(&self) -> Option<(Place, Message)> {
        let Deed::Send { signer: Some(signer), call } = self else { return None };
        let request = blank(call.method.clone(), call.body.clone().into_bytes());
        Some((Place::App(signer.clone()), Message::new(request, Note::Sign)))
    }
}

/// The call with its signature; none if it was refused.
pub fn signed(mut call: Outgoing, signature: Response) -> Option<Outgoing> {
    call.headers.extend(signature.headers);
    (signature.status < 300).then_some(call)
}

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
    pub fn wake(
        &self,
        place: &Place,
        now: Moment,
        random: &dyn Random,
        sql: &dyn Sql,
    ) -> Result<Vec<Errand>, SqlError> {
        let ground = Ground { sql, now, random };
        let mut errands = Vec::new();
        if !matches!(place, Place::Team(_) | Place::App(_)) {
            return Ok(errands);
        }
        for entry in agenda::due(ground, ENTRIES_MAX)? {
            match atomically(sql, || attend(&self.config, ground, &entry)) {
                Ok(errand) => errands.extend(errand),
                Err(_) => agenda::retry(ground, &entry, now.plus(POSTPONED))?,
            }
            if errands.len() >= ERRANDS_MAX {
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
            Some(Work::SendMessage | Work::AnnounceEvent | Work::Purge | Work::EndUnconfirmed | Work::TakeAway)
            | None => Ok(()),
        });
        done.map_err(|error| SqlError(format!("errand {id}: {}", error.error.row().meaning)))
    }
}

fn attend(config: &Config, ground: Ground, entry: &Entry) -> Result<Option<Errand>, ApiError> {
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
        Work::ForgetAddress | Work::EndApp => Ok(purge::errand(ground, entry)?),
        Work::EndUnconfirmed => {
            unconfirmed::end(ground, &entry.subject)?;
            Ok(None)
        }
        Work::TakeAway => {
            rows::take_away(ground, &entry.subject)?;
            Ok(None)
        }
        Work::AskHolder => Ok(vacancy::errand(ground, entry)?),
        Work::ListApp => listing::errand(ground, entry),
    }
}
