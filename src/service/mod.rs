//! Layer 2: the survey service. No `async`, no I/O, no clock: a request, the time, randomness and a database in,
//! an answer out.
//!
//! A request enters at the door and goes from place to place until one of them answers ([`actor`]).
//! [`Service::enter`] and [`Service::visit`] are the two steps of that walk; whoever runs the
//! service follows it.
//!
//! The rooms, from the bottom up. The files of a room import those of the rooms above it in this list; this file alone
//! knows all.
//!
//! | Room | What lives there |
//! |---|---|
//! | [`store`] | a database and what is written on it the same way everywhere; keys, secrets, configuration |
//! | [`actor`] | the databases among which a request goes, and how it goes from one to the next |
//! | [`html`] | HTML, and what all pages have |
//! | [`surveys`] | surveys, designs, responses, collectors and results, by rule |
//! | [`mail`] | messages to recipients, and the outbox |
//! | [`jobs`] | work that is due without a request |
//! | [`identity`] | apps, accounts, sign-in and consent, and their pages |
//! | [`api`] | the API: every operation and the legacy one |
//! | [`respond`] | the pages on which surveys are taken |
//! | [`sandbox`] | what only a local service offers, and the demo world |

pub mod actor;
pub mod api;
pub mod html;
pub mod identity;
pub mod jobs;
pub mod mail;
pub mod respond;
pub mod sandbox;
pub mod store;
pub mod surveys;

use crate::wire::dates::Moment;
use crate::wire::http::Request;
use actor::pieces::Pieces;
use actor::place::{Feature, Message, Note, Place, Turn};
use actor::schema;
pub use actor::service::Service;
use actor::visit::Visit;
use api::legacy;
use identity::{account, app, errands, listing, oauth, signing};
use jobs::task::Errand;
use jobs::unconfirmed;
use respond::failure::Reader;
use sandbox::demo;
use std::cell::RefCell;
use store::question::Outside;
use store::random::Random;
use store::sql::{self, Sql, SqlError, first};
use surveys::roles;

/// True for the paths that the service answers; the rest of an origin belongs to the gateway.
pub fn handles(path: &str) -> bool {
    path.split('/')
        .find(|segment| !segment.is_empty())
        .is_some_and(|first| matches!(first, "v3" | "v2" | "oauth" | "account" | "apps" | "r"))
}

impl Service {
    /// Whether a place is there, or begins with this note.
    pub fn is_there(&self, place: &Place, note: &Note, sql: &dyn Sql) -> Result<bool, SqlError> {
        Ok(self.needs_no_founding(place) || founds(note) || schema::is_made(sql)?)
    }

    /// Whether nothing of a place is worth keeping any more, so that its store is removed: that of an app that was deleted,
    /// once the public list knows, and of an account that nobody confirmed.
    pub fn is_over(&self, place: &Place, sql: &dyn Sql) -> Result<bool, SqlError> {
        match place {
            Place::App(_) => {
                let left = "SELECT client_id FROM app UNION ALL SELECT subject FROM agenda LIMIT 1";
                Ok(first(sql, left, &[])?.is_none())
            }
            Place::Team(_) => unconfirmed::is_over(sql),
            Place::Directory(_) | Place::Reviews => Ok(false),
        }
    }

    fn needs_no_founding(&self, place: &Place) -> bool {
        match place {
            Place::Directory(_) | Place::Reviews => true,
            // The number of a shard, which no account has.
            Place::Team(id) if id.parse::<u8>().is_ok() => true,
            Place::App(client_id) if *client_id == self.config.app.client_id => true,
            Place::Team(_) | Place::App(_) => crate::SANDBOX && demo::places(&self.config).contains(place),
        }
    }

    /// The first step of a request. It needs no data.
    pub fn enter(&self, request: Request, now: Moment) -> Turn {
        match request.path.split('/').find(|segment| !segment.is_empty()) {
            Some("oauth") => oauth::at_the_door(self, request, now),
            Some("account") => account::at_the_door(self, request, now),
            Some("apps") => listing::at_the_door(request),
            Some("v2") => legacy::at_the_door(self, request),
            Some("r") => respond::at_the_door(self, request),
            _ => api::at_the_door(self, request),
        }
    }

    /// Prepares a place that [is there](Service::is_there) before its first visit: its tables, and its part of the demo
    /// world where there is one.
    pub fn open(&self, place: &Place, now: Moment, sql: &dyn Sql) -> Result<(), SqlError> {
        let mut outcome = Ok(());
        sql.transaction(&mut || {
            outcome = schema::open(place, sql).and_then(|fresh| match fresh {
                true => self.fill(place, now, sql),
                false => Ok(()),
            });
            if outcome.is_ok() { sql::Verdict::Keep } else { sql::Verdict::Undo }
        })?;
        outcome
    }

    /// What a place holds before anybody has written to it.
    fn fill(&self, place: &Place, now: Moment, sql: &dyn Sql) -> Result<(), SqlError> {
        if crate::SANDBOX {
            demo::seed(&self.config, place, now, sql)?;
        } else {
            app::found(&self.config, place, now, sql)?;
        }
        if matches!(place, Place::Team(_)) { roles::seed(now, sql) } else { Ok(()) }
    }

    /// Does what is due at a place.
    pub fn wake(
        &self,
        place: &Place,
        now: Moment,
        random: &dyn Random,
        sql: &dyn Sql,
    ) -> Result<Vec<Errand>, SqlError> {
        self.attend(place, now, random, sql, errands::errand)
    }

    /// The next step of a request, at a place. None if it takes more than one piece of work: the same visit goes on in
    /// another call, once others have had their turn. One that ends with a question is made again with the reply.
    pub fn visit(
        &self,
        place: &Place,
        message: &Message,
        pieces: &Pieces,
        now: Moment,
        random: &dyn Random,
        sql: &dyn Sql,
    ) -> Option<Turn> {
        pieces.resume();
        let Message { request, note, replies } = message;
        let question = RefCell::new(None);
        let outside = Outside { replies, question: &question };
        let visit = Visit { service: self, place, request, pieces, now, random, sql, outside };
        let turn = match note.clone() {
            Note::Spend(call) => api::at_the_app(&visit, call),
            Note::Answer(call, quota) => api::at_the_team(&visit, call, quota),
            Note::Sign => signing::at_the_app(&visit).into(),
            Note::Legacy(step) => legacy::at_a_place(&visit, step),
            Note::Step(feature, _) => {
                step(&visit, feature, note).unwrap_or_else(|| Reader::of(request).broken().into())
            }
        };
        if pieces.is_paused() {
            return None;
        }
        let Some(question) = question.take() else { return Some(turn) };
        Some(Turn::Ask { question, place: place.clone(), message: Box::new(message.clone()) })
    }
}

/// A step of a feature; none if it cannot be read.
fn step(visit: &Visit<'_>, feature: Feature, note: &Note) -> Option<Turn> {
    match feature {
        Feature::Sandbox => note.step().map(|step| sandbox::at_a_place(visit.place, &step, visit.sql).into()),
        Feature::OAuth => note.step().map(|step| oauth::at_a_place(visit, step)),
        Feature::Account => note.step().map(|step| account::at_a_place(visit, step)),
        Feature::Listing => note.step().map(|step| listing::at_the_reviews(visit, &step).into()),
        Feature::Respond => note.step().map(|step| respond::at_the_team(visit, &step).into()),
    }
}

/// Whether a note founds the place that it goes to.
fn founds(note: &Note) -> bool {
    note.step().is_some_and(|step: account::Step| step.founds())
}

/// Whether the place of this note may be over after it.
pub fn may_end(note: &Note) -> bool {
    note.step().is_some_and(|step: account::Step| step.may_end())
}
