//! What a handler is given: the account it acts for, its database, the time, and the addresses it writes.

use super::chunked_work::ChunkedWork;
use crate::service::store::activities;
use crate::service::store::backlog::{self, Part};
use crate::service::store::client_ip::ClientIp;
use crate::service::store::config::Config;
use crate::service::store::effects::Effects;
use crate::service::store::egress::{OutboundRequest, OutboundStatus};
use crate::service::store::events::{self, Event};
use crate::service::store::external::ExternalCalls;
use crate::service::store::random::Random;
use crate::service::store::sql::{Sql, SqlError};
use crate::spec::apps::{AppState, Audience};
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

/// The account that a token speaks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The user.
    pub user_id: String,
    /// The team, or the account's own place if it has none.
    pub team_id: String,
    /// Whether that place is a team.
    pub has_team: bool,
    /// Whether the user has shown to own the account's e-mail address.
    pub email_verified: bool,
    /// The user's plan.
    pub plan: Plan,
    /// The user's role in the team.
    pub member_type: MemberType,
    /// Client id of the app.
    pub client_id: String,
    /// The scopes that the user granted.
    pub granted: Vec<Scope>,
    /// Whether the team's backlog comes before anything that the account asks.
    pub waits: bool,
}

impl Account {
    /// The scopes that the user's plan offers.
    pub fn available_scopes(&self) -> impl Iterator<Item = Scope> {
        let plan = self.plan;
        Scope::ALL.iter().copied().filter(move |scope| plan.offers(scope.plan_rule()))
    }

    /// Step 6: the plan offers what an app in this state needs, the scope that the call needs was granted, and the
    /// plan offers that.
    ///
    /// An authorization has asked for the plan of a private app's user before; it is asked for on every call, since
    /// the user may have given the plan up.
    pub fn require_permission(&self, app: AppState, scope: Option<Scope>) -> Result<(), ApiError> {
        if app.audience() == Audience::Team && !self.plan.row().direct_api_access {
            return Err(ApiError::with_detail(Error::MissingPlan, "Private apps need a plan with direct API access."));
        }
        scope.map_or(Ok(()), |scope| self.require_scope(scope))
    }

    /// The scope was granted, and the plan offers it.
    pub fn require_scope(&self, scope: Scope) -> Result<(), ApiError> {
        if !self.granted.contains(&scope) {
            return Err(ApiError::with_detail(Error::MissingScope, format!("It is {}.", scope.as_str())));
        }
        if !self.plan.offers(scope.plan_rule()) {
            return Err(ApiError::with_detail(Error::MissingPlan, format!("{} needs a paid plan.", scope.as_str())));
        }
        Ok(())
    }

    /// Refuses with 1058 whoever has not followed the link in the mail that confirms the account's address.
    ///
    /// What asks for that is our choice: sending messages, and registering or deploying an app.
    pub fn require_verified_email(&self) -> Result<(), ApiError> {
        if self.email_verified { Ok(()) } else { Err(Error::EmailUnverified.into()) }
    }

    /// True for those who administer the team.
    pub fn is_admin(&self) -> bool {
        matches!(self.member_type, MemberType::Admin | MemberType::AccountOwner)
    }
}

/// Everything that a handler may use.
pub struct Context<'a> {
    /// What the service was told from outside.
    pub config: &'a Config,
    /// The request as it arrived.
    pub request: &'a Request,
    /// Its decoded query.
    pub pairs: &'a Pairs,
    /// Arguments of its path.
    pub arguments: &'a [String],
    /// The account it acts for.
    pub account: &'a Account,
    /// The state of the app that asks.
    pub app: AppState,
    /// The time.
    pub now: Timestamp,
    /// Randomness.
    pub random: &'a dyn Random,
    /// The team's database.
    pub sql: &'a dyn Sql,
    /// What the visit has done so far, if it takes several pieces of work.
    pub chunked_work: &'a ChunkedWork,
    /// What is asked of the shell.
    pub external: ExternalCalls<'a>,
}

impl Context<'_> {
    /// What events, ids and the agenda are written on.
    pub fn effects(&self) -> Effects<'_> {
        Effects { sql: self.sql, now: self.now, random: self.random }
    }

    /// Writes down for the team's administrators what the account just did to the thing of this name.
    pub fn record_activity(&self, kind: ActivityType, subject: &str) -> Result<(), SqlError> {
        let client = ClientIp::from_request(self.config, self.request);
        activities::record_activity(self.effects(), &self.account.user_id, &client.to_text(), kind, subject)
    }

    /// Notes rows that are as good as written from now on: the request is answered once they are. Few are written at once.
    pub fn note(&self, parts: Vec<Part>) -> Result<(), SqlError> {
        if backlog::add(self.effects(), parts)? {
            self.chunked_work.leave();
        }
        Ok(())
    }

    /// Tells the webhooks that wait for it.
    pub fn emit_event(&self, event: &Event) -> Result<(), SqlError> {
        events::emit_event(self.effects(), event)
    }

    /// How an address answers HEAD.
    pub fn fetch_head(&self, url: &str) -> Result<OutboundStatus, ApiError> {
        Ok(self.external.send_request(OutboundRequest::head_request(url))?)
    }

    /// The absolute address of an operation with the arguments of its path.
    pub fn operation_url<E: Endpoint>(&self, arguments: &[&str]) -> String {
        self.route_url(E::ROUTE, arguments)
    }

    fn route_url(&self, route: &Route, arguments: &[&str]) -> String {
        let mut arguments = arguments.iter();
        let path = fill_route(route, |_| arguments.next().copied()).unwrap_or_default();
        format!("{}{path}", self.request.origin)
    }

    /// The slice of a list that was asked for.
    pub fn page_range(&self, paging: &Paging) -> PageRange {
        PageRange::from_paging(paging, limits::PER_PAGE_DEFAULT, limits::PER_PAGE_MAX)
    }

    /// The list envelope around rows of this operation, with links that keep its query.
    pub fn list_envelope<E: Endpoint, T>(&self, slice: PageRange, data: Vec<T>, total: u64) -> List<T> {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        slice.list_envelope(data, total, &self.route_url(E::ROUTE, &arguments), self.pairs)
    }
}
