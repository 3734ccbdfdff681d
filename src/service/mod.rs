//! Layer 2: the survey service. No `async`, no I/O, no clock: a request, the time, randomness and a database in, a
//! response out.
//!
//! [`Service::route_request`] needs no data: it answers a request, or forwards it to the first actor.
//! [`Service::handle_message`] is the step at each actor ([`actor::protocol`]). Both return an [`ActorReply`], which
//! the caller follows: the Worker with object stubs, the native tests with a map of in-memory databases. Both run the
//! same code.
//!
//! The modules, lowest first. The files of a module import only their own module and those above it in this list. Only
//! this file imports all.
//!
//! | Module | Contents |
//! |---|---|
//! | [`store`] | the database, the services that all modules share, keys, secrets, configuration |
//! | [`actor`] | actors: their databases, and the protocol between them |
//! | [`html`] | HTML escaped by construction, and the frame of all pages |
//! | [`surveys`](mod@surveys) | rules for surveys, designs, responses, collectors and results |
//! | [`mail`] | messages to recipients, and the outbox |
//! | [`jobs`] | scheduled work: webhook deliveries, mail, purges |
//! | [`identity`] | apps, accounts, sign-in and consent, and their pages |
//! | [`api`] | the API: every operation and the legacy one |
//! | [`respond`] | the pages on which surveys are taken |
//! | [`sandbox`] | what only a local service has: demo world, clock, faults, journal |

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

use crate::wire::dates::Timestamp;
use crate::wire::http::Request;
use actor::actor_context::ActorContext;
use actor::chunked_work::ChunkedWork;
use actor::protocol::{ActorId, ActorReply, Command, Feature, Message};
use actor::schema;
pub use actor::service::Service;
use api::legacy;
use identity::{account, app, listing, oauth, outbound_tasks, signing};
use jobs::task::OutboundTask;
use jobs::unconfirmed;
use respond::error_response::ErrorAudience;
use sandbox::demo;
use std::cell::RefCell;
use store::external::ExternalCalls;
use store::random::Random;
use store::sql::{self, Sql, SqlError, first_row};
use surveys::roles;

/// True for the paths that the service answers. The other paths of an origin belong to the gateway.
pub fn handles_path(path: &str) -> bool {
    path.split('/')
        .find(|segment| !segment.is_empty())
        .is_some_and(|first| matches!(first, "v3" | "v2" | "oauth" | "account" | "apps" | "r"))
}

impl Service {
    /// Whether an actor exists, or is created by this command.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn actor_exists(&self, place: &ActorId, note: &Command, sql: &dyn Sql) -> Result<bool, SqlError> {
        Ok(self.exists_implicitly(place) || creates_actor(note) || schema::has_tables(sql)?)
    }

    /// Whether an actor has nothing left to store, so that its database can be deleted: an app that was deleted and
    /// removed from the public list, or an account that was not confirmed in time and has been purged.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn is_obsolete(&self, place: &ActorId, sql: &dyn Sql) -> Result<bool, SqlError> {
        match place {
            ActorId::App(_) => {
                let left = "SELECT client_id FROM app UNION ALL SELECT subject FROM agenda LIMIT 1";
                Ok(first_row(sql, left, &[])?.is_none())
            }
            ActorId::Team(_) => unconfirmed::has_ended(sql),
            ActorId::Directory(_) | ActorId::Reviews => Ok(false),
        }
    }

    fn exists_implicitly(&self, place: &ActorId) -> bool {
        match place {
            ActorId::Directory(_) | ActorId::Reviews => true,
            // Sign-ins with an unknown address go to the team with the number of its shard, which no account has.
            ActorId::Team(id) if id.parse::<u8>().is_ok() => true,
            ActorId::App(client_id) if *client_id == self.config.gateway_app.client_id => true,
            ActorId::Team(_) | ActorId::App(_) => crate::SANDBOX && demo::demo_actors(&self.config).contains(place),
        }
    }

    /// Routes a request by the first segment of its path. Needs no database.
    pub fn route_request(&self, request: Request, now: Timestamp) -> ActorReply {
        match request.path.split('/').find(|segment| !segment.is_empty()) {
            Some("oauth") => oauth::route(self, request, now),
            Some("account") => account::route(self, request, now),
            Some("apps") => listing::route(request),
            Some("v2") => legacy::route(self, request),
            Some("r") => respond::route(self, request),
            _ => api::route(self, request),
        }
    }

    /// Prepares an actor that [exists](Service::actor_exists) before its first message: creates or migrates its tables,
    /// and fills a new one with its part of the demo world.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails, or if a newer program wrote the store. Nothing is written then.
    pub fn open_actor(&self, place: &ActorId, now: Timestamp, sql: &dyn Sql) -> Result<(), SqlError> {
        let mut outcome = Ok(());
        sql.transaction(&mut || {
            outcome = schema::migrate_tables(place, sql).and_then(|fresh| match fresh {
                true => self.seed_actor(place, now, sql),
                false => Ok(()),
            });
            if outcome.is_ok() { sql::TransactionEnd::Commit } else { sql::TransactionEnd::Rollback }
        })?;
        outcome
    }

    /// Writes the rows with which a new actor starts.
    fn seed_actor(&self, place: &ActorId, now: Timestamp, sql: &dyn Sql) -> Result<(), SqlError> {
        if crate::SANDBOX {
            demo::seed_actor(&self.config, place, now, sql)?;
        } else {
            app::create_own_app(&self.config, place, now, sql)?;
        }
        if matches!(place, ActorId::Team(_)) { roles::seed_roles(now, sql) } else { Ok(()) }
    }

    /// Runs the jobs of an actor that are due, and returns the tasks that the shell must run for them.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn run_due_jobs(
        &self,
        place: &ActorId,
        now: Timestamp,
        random: &dyn Random,
        sql: &dyn Sql,
    ) -> Result<Vec<OutboundTask>, SqlError> {
        self.run_jobs(place, now, random, sql, outbound_tasks::build_task)
    }

    /// Handles one message at an actor. `None` if the work is not finished: the caller lets other requests go first,
    /// then calls again with the same message. A reply [`ActorReply::Fetch`] asks for an external call; the message is
    /// then handled again from the beginning, with the result.
    pub fn handle_message(
        &self,
        place: &ActorId,
        message: &Message,
        pieces: &ChunkedWork,
        now: Timestamp,
        random: &dyn Random,
        sql: &dyn Sql,
    ) -> Option<ActorReply> {
        pieces.resume();
        let Message { request, command: note, results: replies } = message;
        let question = RefCell::new(None);
        let outside = ExternalCalls { results: replies, pending: &question };
        let visit = ActorContext {
            service: self,
            actor_id: place,
            request,
            chunked_work: pieces,
            now,
            random,
            sql,
            external: outside,
        };
        let turn = match note.clone() {
            Command::CheckQuota(call) => api::handle_in_app(&visit, call),
            Command::RunCall(call, quota) => api::handle_in_team(&visit, call, quota),
            Command::SignDelivery => signing::handle_in_app(&visit).into(),
            Command::Legacy(step) => legacy::handle_step(&visit, step),
            Command::FeatureStep(feature, _) => dispatch_step(&visit, feature, note)
                .unwrap_or_else(|| ErrorAudience::from_request(request).internal_error().into()),
        };
        if pieces.is_paused() {
            return None;
        }
        let Some(question) = question.take() else { return Some(turn) };
        Some(ActorReply::Fetch { call: question, actor: place.clone(), message: Box::new(message.clone()) })
    }
}

/// Handles a step of a feature; `None` if its bytes cannot be decoded.
fn dispatch_step(visit: &ActorContext<'_>, feature: Feature, note: &Command) -> Option<ActorReply> {
    match feature {
        Feature::Sandbox => {
            note.decode_step().map(|step| sandbox::handle_step(visit.actor_id, &step, visit.sql).into())
        }
        Feature::OAuth => note.decode_step().map(|step| oauth::handle_step(visit, step)),
        Feature::Account => note.decode_step().map(|step| account::handle_step(visit, step)),
        Feature::Listing => note.decode_step().map(|step| listing::handle_in_reviews(visit, &step).into()),
        Feature::Respond => note.decode_step().map(|step| respond::handle_in_team(visit, &step).into()),
    }
}

/// Whether a command creates the actor that it is sent to.
fn creates_actor(note: &Command) -> bool {
    note.decode_step().is_some_and(|step: account::AccountStep| step.founds_actor())
}

/// Whether the actor may be obsolete after this command, so that the caller must check [`Service::is_obsolete`].
pub fn may_delete_actor(note: &Command) -> bool {
    note.decode_step().is_some_and(|step: account::AccountStep| step.may_end())
}
