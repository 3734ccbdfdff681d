//! The context of an operation handler: account, request, database, time, and helpers for links and events.

use super::api_call::AddressReply;
use super::chunked_work::ChunkedWork;
use super::memory::ActorMemory;
use crate::service::environment::client_ip::ClientIp;
use crate::service::environment::config::Config;
use crate::service::environment::egress::{OutboundRequest, OutboundStatus};
use crate::service::environment::external::ExternalCalls;
use crate::service::environment::random::Random;
use crate::service::store::activities;
use crate::service::store::backlog::{self, Part};
use crate::service::store::effects::Effects;
use crate::service::store::events::{self, Event};
use crate::service::store::sql::{Sql, SqlError};
use crate::spec::apps::AppState;
use crate::spec::endpoint::{Endpoint, Pairs, Route};
use crate::spec::endpoints::query::Paging;
use crate::spec::errors::Error;
use crate::spec::limits;
use crate::spec::plans::Plan;
use crate::spec::resources::groups::{ActivityType, MemberType};
use crate::spec::scopes::Scope;
use crate::spec::types::List;
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;
use crate::wire::http::Request;
use crate::wire::page_links::PageRange;
use crate::wire::path::fill_route;

/// The account that an access token belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The user.
    pub user_id: String,
    /// The team, or the account's own actor if it has no team.
    pub team_id: String,
    /// Whether that actor is a team.
    pub has_team: bool,
    /// Whether the user has confirmed the account's e-mail address.
    pub email_verified: bool,
    /// The user's plan.
    pub plan: Plan,
    /// The user's role in the team.
    pub member_type: MemberType,
    /// Client id of the app.
    pub client_id: String,
    /// The scopes that the user granted.
    pub granted: Vec<Scope>,
    /// Whether the team's backlog must be empty before the account's call is handled.
    pub waits: bool,
    /// When the grant ends by itself.
    pub ends: Timestamp,
}

impl Account {
    /// The scopes that the user's plan offers.
    pub fn available_scopes(&self) -> impl Iterator<Item = Scope> {
        let plan = self.plan;
        Scope::ALL.iter().copied().filter(move |scope| plan.offers(scope.plan_rule()))
    }

    /// Step 7 of a call: checks that the plan includes what an app in this state needs, and that the call's scope was
    /// granted and is included in the plan.
    ///
    /// The plan was checked at authorization already. It is checked again on every call, because the user may have
    /// changed to a smaller plan.
    ///
    /// # Errors
    ///
    /// 1015 if the plan lacks direct API access or the scope, 1014 if the scope was not granted.
    pub fn require_permission(&self, app: AppState, scope: Option<Scope>) -> Result<(), ApiError> {
        if !app.permits(self.plan) {
            return Err(ApiError::with_detail(Error::MissingPlan, "Private apps need a plan with direct API access."));
        }
        scope.map_or(Ok(()), |scope| self.require_scope(scope))
    }

    /// Checks that the scope was granted and that the plan includes it.
    ///
    /// # Errors
    ///
    /// See [`Account::require_permission`].
    fn require_scope(&self, scope: Scope) -> Result<(), ApiError> {
        if !self.granted.contains(&scope) {
            return Err(ApiError::with_detail(Error::MissingScope, format!("Scope needed: {}.", scope.as_str())));
        }
        if !self.plan.offers(scope.plan_rule()) {
            return Err(ApiError::with_detail(
                Error::MissingPlan,
                format!("The scope {} needs a paid plan.", scope.as_str()),
            ));
        }
        Ok(())
    }

    /// Checks that the account's e-mail address is confirmed. Our choice: required to send messages and to register or
    /// deploy an app.
    ///
    /// # Errors
    ///
    /// 1058 if it is not confirmed.
    pub fn require_verified_email(&self) -> Result<(), ApiError> {
        if self.email_verified { Ok(()) } else { Err(Error::EmailUnverified.into()) }
    }

    /// Whether the user administers the team.
    pub fn is_admin(&self) -> bool {
        matches!(self.member_type, MemberType::Admin | MemberType::AccountOwner)
    }
}

/// The time of a call. It notes that it was read, because a response that depends on the time is not cached.
#[derive(Clone, Copy)]
pub struct CallClock<'a> {
    now: Timestamp,
    chunked_work: &'a ChunkedWork,
}

impl<'a> CallClock<'a> {
    /// The clock of a call that is handled as this work.
    pub fn new(now: Timestamp, chunked_work: &'a ChunkedWork) -> CallClock<'a> {
        CallClock { now, chunked_work }
    }
}

/// The context of one API call, which its handler gets.
pub struct CallContext<'a> {
    /// The configuration of the service.
    pub config: &'a Config,
    /// The request as it arrived.
    pub request: &'a Request,
    /// The decoded query.
    pub pairs: &'a Pairs,
    /// The arguments of the path.
    pub arguments: &'a [String],
    /// The account that the call acts for.
    pub account: &'a Account,
    /// The state of the calling app.
    pub app: AppState,
    /// The time of the call.
    pub clock: CallClock<'a>,
    /// The source of randomness.
    pub random: &'a dyn Random,
    /// The team's database.
    pub sql: &'a dyn Sql,
    /// What the team has in memory.
    pub memory: &'a ActorMemory,
    /// The state of work that takes several chunks.
    pub chunked_work: &'a ChunkedWork,
    /// Results of external calls, and the next one to make.
    pub external: ExternalCalls<'a>,
    /// The directory's reply, if the call has asked for an address.
    pub address: Option<AddressReply>,
}

impl CallContext<'_> {
    /// The time of the call.
    pub fn now(&self) -> Timestamp {
        self.clock.chunked_work.note_clock();
        self.clock.now
    }

    /// The database, the time and randomness.
    pub fn effects(&self) -> Effects<'_> {
        Effects { sql: self.sql, now: self.now(), random: self.random }
    }

    /// Records an activity of the account for the team's administrators. `subject` is the name of what was changed.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn record_activity(&self, kind: ActivityType, subject: &str) -> Result<(), SqlError> {
        let client = ClientIp::from_request(self.config, self.request);
        activities::record_activity(self.effects(), &self.account.user_id, &client.to_text(), kind, subject)
    }

    /// Adds rows to the backlog. They count as written from now on: small parts are applied at once, for large ones the
    /// response waits until they are applied.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn add_to_backlog(&self, parts: Vec<Part>) -> Result<(), SqlError> {
        if backlog::add(self.effects(), parts)? {
            self.chunked_work.require_backlog();
        }
        Ok(())
    }

    /// Emits an event to the webhooks that subscribe to it.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn emit_event(&self, event: &Event) -> Result<(), SqlError> {
        events::emit_event(self.effects(), event)
    }

    /// Sends a HEAD request to a URL and returns its status.
    ///
    /// # Errors
    ///
    /// [`CallPending`](crate::service::environment::external::CallPending) as 1050 until the shell has the result.
    pub fn fetch_head(&self, url: &str) -> Result<OutboundStatus, ApiError> {
        Ok(self.external.send_request(OutboundRequest::head_request(url))?)
    }

    /// The absolute URL of an operation, with the arguments of its path.
    pub fn operation_url<E: Endpoint>(&self, arguments: &[&str]) -> String {
        self.route_url(E::ROUTE, arguments)
    }

    fn route_url(&self, route: &Route, arguments: &[&str]) -> String {
        let mut arguments = arguments.iter();
        let path = fill_route(route, |_| arguments.next().copied()).unwrap_or_default();
        format!("{}{path}", self.request.origin)
    }

    /// The range of a list that the caller asks for, with the default and maximum page size.
    pub fn page_range(&self, paging: &Paging) -> PageRange {
        PageRange::from_paging(paging, limits::PER_PAGE_DEFAULT, limits::PER_PAGE_MAX)
    }

    /// The list envelope around rows of this operation. Its links repeat the query.
    pub fn list_envelope<E: Endpoint, T>(&self, range: PageRange, data: Vec<T>, total: u64) -> List<T> {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        range.list_envelope(data, total, &self.route_url(E::ROUTE, &arguments), self.pairs)
    }
}
