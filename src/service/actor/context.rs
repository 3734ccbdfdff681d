//! What a handler is given: the account it acts for, its database, the time, and the addresses it writes.

use super::pieces::Pieces;
use crate::service::store::activities;
use crate::service::store::backlog::{self, Part};
use crate::service::store::client::Client;
use crate::service::store::config::Config;
use crate::service::store::events::{self, Event};
use crate::service::store::ground::Ground;
use crate::service::store::outside::{Outcome, Outgoing};
use crate::service::store::question::Outside;
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
use crate::wire::dates::Moment;
use crate::wire::error::ApiError;
use crate::wire::http::Request;
use crate::wire::links::Slice;
use crate::wire::path::fill;

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
    pub fn permits(&self, app: AppState, scope: Option<Scope>) -> Result<(), ApiError> {
        if app.audience() == Audience::Team && !self.plan.row().direct_api_access {
            return Err(ApiError::with(Error::MissingPlan, "Private apps need a plan with direct API access."));
        }
        scope.map_or(Ok(()), |scope| self.holds(scope))
    }

    /// The scope was granted, and the plan offers it.
    pub fn holds(&self, scope: Scope) -> Result<(), ApiError> {
        if !self.granted.contains(&scope) {
            return Err(ApiError::with(Error::MissingScope, format!("It is {}.", scope.as_str())));
        }
        if !self.plan.offers(scope.plan_rule()) {
            return Err(ApiError::with(Error::MissingPlan, format!("{} needs a paid plan.", scope.as_str())));
        }
        Ok(())
    }

    /// Refuses with 1058 whoever has not followed the link in the mail that confirms the account's address.
    ///
    /// What asks for that is our choice: sending messages, and registering or deploying an app.
    pub fn has_verified_email(&self) -> Result<(), ApiError> {
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
    pub now: Moment,
    /// Randomness.
    pub random: &'a dyn Random,
    /// The team's database.
    pub sql: &'a dyn Sql,
    /// What the visit has done so far, if it takes several pieces of work.
    pub pieces: &'a Pieces,
    /// What is asked of the shell.
    pub outside: Outside<'a>,
}

impl Context<'_> {
    /// What events, ids and the agenda are written on.
    pub fn ground(&self) -> Ground<'_> {
        Ground { sql: self.sql, now: self.now, random: self.random }
    }

    /// Writes down for the team's administrators what the account just did to the thing of this name.
    pub fn did(&self, kind: ActivityType, subject: &str) -> Result<(), SqlError> {
        let client = Client::of(self.config, self.request);
        activities::record(self.ground(), &self.account.user_id, &client.address(), kind, subject)
    }

    /// Notes rows that are as good as written from now on: the request is answered once they are. Few are written at once.
    pub fn note(&self, parts: Vec<Part>) -> Result<(), SqlError> {
        if backlog::add(self.ground(), parts)? {
            self.pieces.leave();
        }
        Ok(())
    }

    /// Tells the webhooks that wait for it.
    pub fn happened(&self, event: &Event) -> Result<(), SqlError> {
        events::happened(self.ground(), event)
    }

    /// How an address answers HEAD.
    pub fn head(&self, url: &str) -> Result<Outcome, ApiError> {
        Ok(self.outside.send(Outgoing::head(url))?)
    }

    /// The absolute address of an operation with the arguments of its path.
    pub fn href<E: Endpoint>(&self, arguments: &[&str]) -> String {
        self.address(E::ROUTE, arguments)
    }

    fn address(&self, route: &Route, arguments: &[&str]) -> String {
        let mut arguments = arguments.iter();
        let path = fill(route, |_| arguments.next().copied()).unwrap_or_default();
        format!("{}{path}", self.request.origin)
    }

    /// The slice of a list that was asked for.
    pub fn slice(&self, paging: &Paging) -> Slice {
        Slice::of(paging, limits::PER_PAGE_DEFAULT, limits::PER_PAGE_MAX)
    }

    /// The list envelope around rows of this operation, with links that keep its query.
    pub fn envelope<E: Endpoint, T>(&self, slice: Slice, data: Vec<T>, total: u64) -> List<T> {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        slice.envelope(data, total, &self.address(E::ROUTE, &arguments), self.pairs)
    }
}
