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
//! | [`environment`] | configuration, keys, secrets, randomness, calls that the shell makes |
//! | [`store`] | the database, and what all modules store in it |
//! | [`actor`] | actors: their databases, and the protocol between them |
//! | [`html`] | the parts of HTML pages, and the frame of all pages |
//! | [`surveys`](mod@surveys) | rules for surveys, designs, responses, collectors and results |
//! | [`mail`] | messages to recipients, and the outbox |
//! | [`jobs`] | scheduled work: webhook deliveries, mail, purges |
//! | [`identity`] | apps, accounts, sign-in and consent, and their pages |
//! | [`api`] | the API: every operation and the legacy one |
//! | [`respond`] | the pages on which surveys are taken |
//! | [`sandbox`] | what only a local service has: demo world, clock, faults, journal |

pub mod actor;
pub mod api;
pub mod environment;
pub mod html;
pub mod identity;
pub mod jobs;
pub mod mail;
pub mod respond;
pub mod sandbox;
pub mod store;
pub mod surveys;

use crate::spec::limits::{BODY_BYTES_MAX, FORM_BODY_BYTES_MAX};
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use actor::actor_context::ActorContext;
use actor::chunked_work::{ChunkedWork, ReadTrace};
use actor::memory::ActorMemory;
use actor::protocol::{ActorId, ActorReply, Command, Feature, Message};
use actor::schema;
pub use actor::service::Service;
use api::{legacy, permits};
use environment::external::ExternalCalls;
use environment::permit::RecalledLeases;
use identity::{account, app, listing, oauth, outbound_tasks, signing};
use jobs::task::DueWork;
use jobs::unconfirmed;
use respond::error_response::ErrorAudience;
use sandbox::demo;
use std::cell::RefCell;
use store::effects::Effects;
use store::job_queue::JobKind;
use store::sql::{self, Sql, SqlError, first_row};
use surveys::roles;

/// True for the paths that the service answers. The other paths of an origin belong to the gateway.
pub fn handles_path(path: &str) -> bool {
    first_segment(path).is_some_and(|first| matches!(first, "v3" | "v2" | "oauth" | "account" | "apps" | "r"))
}

/// Maximum bytes of the body of a request to a path. Only respondents send files.
pub fn body_bytes_max(path: &str) -> u64 {
    match first_segment(path) {
        Some("r") => FORM_BODY_BYTES_MAX as u64,
        _ => BODY_BYTES_MAX as u64,
    }
}

fn first_segment(path: &str) -> Option<&str> {
    path.split('/').find(|segment| !segment.is_empty())
}

impl Service {
    /// Whether an actor exists, or is created by this command.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn actor_exists(&self, actor_id: &ActorId, command: &Command, sql: &dyn Sql) -> Result<bool, SqlError> {
        Ok(self.exists_implicitly(actor_id) || creates_actor(command) || schema::has_tables(sql)?)
    }

    /// Whether an actor has nothing left to store, so that its database can be deleted: an app that was deleted and
    /// removed from the public list, or an account that was not confirmed in time and has been purged.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn is_obsolete(&self, actor_id: &ActorId, sql: &dyn Sql) -> Result<bool, SqlError> {
        match actor_id {
            ActorId::App(_) => {
                let remaining = "SELECT client_id FROM app UNION ALL SELECT subject FROM jobs LIMIT 1";
                Ok(first_row(sql, remaining, &[])?.is_none())
            }
            ActorId::Team(_) => unconfirmed::has_ended(sql),
            ActorId::Directory(_) | ActorId::Reviews => Ok(false),
        }
    }

    fn exists_implicitly(&self, actor_id: &ActorId) -> bool {
        match actor_id {
            ActorId::Directory(_) | ActorId::Reviews => true,
            // Sign-ins with an unknown address go to the team with the number of its shard, which no account has.
            ActorId::Team(id) if id.parse::<u8>().is_ok() => true,
            ActorId::App(client_id) if *client_id == self.config.gateway_app.client_id => true,
            ActorId::Team(_) | ActorId::App(_) => {
                self.config.is_sandbox() && demo::demo_actors(&self.config).contains(actor_id)
            }
        }
    }

    /// Routes a request by the first segment of its path. Needs no database.
    pub fn route_request(&self, request: Request, now: Timestamp) -> ActorReply {
        match first_segment(&request.path) {
            Some("oauth") => oauth::route(self, request, now),
            Some("account") => account::route(self, request, now),
            Some("apps") => listing::route(request),
            Some("v2") => legacy::route(self, request),
            Some("r") => respond::route(self, request, now),
            _ => api::route(self, request),
        }
    }

    /// Prepares an actor that [exists](Service::actor_exists) before its first message: creates or migrates its tables,
    /// fills a new one with its part of the demo world, and updates the gateway's own app from the configuration and
    /// the demo world of an earlier build. The demo world is as of the platform's time, which the sandbox's clock shows
    /// at the start and after a reset.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails, or if a newer program wrote the store. Nothing is written then.
    pub fn open_actor(
        &self,
        actor_id: &ActorId,
        now: Timestamp,
        platform_time: Timestamp,
        sql: &dyn Sql,
    ) -> Result<(), SqlError> {
        let mut outcome = Ok(());
        sql.transaction(&mut || {
            outcome = schema::migrate_tables(actor_id, sql).and_then(|is_new| match is_new {
                true => self.seed_actor(actor_id, now, platform_time, sql),
                false => {
                    if self.config.is_sandbox() {
                        demo::refresh_actor(&self.config, actor_id, sql)?;
                    }
                    app::refresh_own_app(&self.config, actor_id, now, sql)
                }
            });
            if outcome.is_ok() { sql::TransactionEnd::Commit } else { sql::TransactionEnd::Rollback }
        })?;
        outcome
    }

    /// Writes the rows with which a new actor starts.
    fn seed_actor(
        &self,
        actor_id: &ActorId,
        now: Timestamp,
        platform_time: Timestamp,
        sql: &dyn Sql,
    ) -> Result<(), SqlError> {
        if self.config.is_sandbox() {
            demo::seed_actor(&self.config, actor_id, platform_time, sql)?;
        } else {
            app::create_own_app(&self.config, actor_id, now, sql)?;
        }
        if matches!(actor_id, ActorId::Team(_)) { roles::seed_roles(now, sql) } else { Ok(()) }
    }

    /// Runs the jobs of an actor that are due, and returns what they need from the shell.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn run_due_jobs(
        &self,
        actor_id: &ActorId,
        memory: &ActorMemory,
        Effects { sql, now, random }: Effects,
    ) -> Result<DueWork, SqlError> {
        let effects = Effects { sql: &memory.track(sql), now, random };
        self.run_jobs(actor_id, effects, None, outbound_tasks::build_task)
    }

    /// Like [`Service::run_due_jobs`], while the shell has deliveries that wait: no job posts another.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn run_jobs_without_deliveries(
        &self,
        actor_id: &ActorId,
        memory: &ActorMemory,
        Effects { sql, now, random }: Effects,
    ) -> Result<DueWork, SqlError> {
        let effects = Effects { sql: &memory.track(sql), now, random };
        self.run_jobs(actor_id, effects, Some(JobKind::Deliver), outbound_tasks::build_task)
    }

    /// Ends leases that an app has recalled.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn settle_leases(recalled: &RecalledLeases, sql: &dyn Sql) -> Result<(), SqlError> {
        permits::settle_leases(sql, recalled)
    }

    /// Handles one message at an actor. `None` if the work is not finished: the caller lets other requests go first,
    /// then calls again with the same message. A reply [`ActorReply::Fetch`] asks for an external call; the message is
    /// then handled again from the beginning, with the result.
    pub fn handle_message(
        &self,
        actor_id: &ActorId,
        message: &Message,
        memory: &ActorMemory,
        chunked_work: &ChunkedWork,
        Effects { sql, now, random }: Effects,
    ) -> Option<ActorReply> {
        chunked_work.resume();
        let Message { request, command, results } = message;
        let pending = RefCell::new(None);
        let external = ExternalCalls { results, pending: &pending };
        let tracked = memory.track(sql);
        let sql: &dyn Sql = &tracked;
        chunked_work.note_reads(ReadTrace { since: Some(memory.table_versions.last_write()), ..ReadTrace::default() });
        let context = ActorContext {
            service: self,
            actor_id,
            request,
            memory,
            chunked_work,
            now,
            random,
            sql,
            tracked: &tracked,
            external,
        };
        let internal_error = || ErrorAudience::from_request(request).internal_error();
        let reply = match command {
            Command::RunCall(call) => api::handle_in_team(&context, call),
            Command::RunLegacyCall(call) => legacy::handle_in_team(&context, call),
            Command::RequestPermit(request) => permits::handle_request(&context, request),
            Command::ReturnLease(team, returned) => match permits::settle_lease(sql, team, *returned) {
                Ok(()) => Response::empty(204).into(),
                Err(_) => internal_error().into(),
            },
            Command::RecallLease(client_id, number) => {
                ActorReply::GiveUp(memory.leases.borrow_mut().recall(client_id, *number, now))
            }
            Command::SignDelivery(plan) => signing::handle_in_app(&context, *plan).into(),
            Command::FeatureStep(feature, _) => {
                dispatch_step(&context, *feature, command).unwrap_or_else(|| internal_error().into())
            }
        };
        if chunked_work.is_paused() {
            context.note_reads();
            return None;
        }
        let Some(call) = pending.take() else { return Some(reply) };
        let command = command.clone().with_permit(chunked_work.permit());
        let message = Box::new(Message { command, ..message.clone() });
        Some(ActorReply::Fetch { call, actor: actor_id.clone(), message })
    }
}

/// Handles a step of a feature; `None` if its bytes cannot be decoded. A step that changes what calls of an app depend
/// on requires a recall of the app's leases.
fn dispatch_step(context: &ActorContext<'_>, feature: Feature, command: &Command) -> Option<ActorReply> {
    let is_app = matches!(context.actor_id, ActorId::App(_));
    let standing = is_app.then(|| permits::AppStanding::read(context).ok()).flatten();
    let reply = match feature {
        Feature::Sandbox => {
            command.decode_step().map(|step| sandbox::handle_step(context.actor_id, &step, context.sql).into())
        }
        Feature::OAuth => command.decode_step().map(|step| oauth::handle_step(context, step)),
        Feature::Account => command.decode_step().map(|step| account::handle_step(context, step)),
        Feature::Listing => command.decode_step().map(|step| listing::handle_in_reviews(context, &step).into()),
        Feature::Respond => command.decode_step().map(|step| respond::handle_in_team(context, &step).into()),
    };
    // If the standing cannot be read, the leases end by themselves.
    standing.into_iter().for_each(|standing| _ = standing.recall_if_changed(context));
    reply
}

/// Whether a command creates the actor that it is sent to.
fn creates_actor(command: &Command) -> bool {
    command.decode_step().is_some_and(|step: account::AccountStep| step.founds_actor())
}

/// Whether the actor may be obsolete after this command, so that the caller must check [`Service::is_obsolete`].
pub fn may_delete_actor(command: &Command) -> bool {
    command.decode_step().is_some_and(|step: account::AccountStep| step.may_end())
}
