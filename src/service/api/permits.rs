//! The permit of an API call: at the team from a lease, at the app the lease. It is step 2 of a call.
//!
//! A call within the quota costs one request, whatever its result; a refused call costs none. A team that holds no
//! lease of the app requests one first. An app whose state or quota changes recalls its leases before it confirms the
//! change.

use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::api_call::ApiCall;
use crate::service::actor::lease_ledger::{self, CallAllowance, LeaseDecision};
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::actor::quota::Ledger;
use crate::service::environment::config::Config;
use crate::service::environment::external::ExternalCall;
use crate::service::environment::permit::{
    Permit, PermitReply, PermitRequest, Recall, RecalledLeases, Refusal, ReturnedLease,
};
use crate::service::identity::app;
use crate::service::store::sql::{Sql, SqlError, in_transaction};
use crate::spec::apps::AppState;
use crate::spec::errors::Error;
use crate::spec::limits::LIMITED;
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;

/// Team: the permit of a call. `None` until the app's reply to a request for a lease is there.
///
/// # Errors
///
/// Why the app refuses the call.
pub fn obtain_permit(context: &ActorContext, call: &ApiCall) -> Option<Result<Permit, Refusal>> {
    if let Some(permit) = context.chunked_work.permit().or(call.permit) {
        context.chunked_work.store_permit(permit);
        return Some(Ok(permit));
    }
    let client_id = call.token.app.as_str();
    let mut leases = context.memory.leases.borrow_mut();
    match context.external.permit_reply() {
        Some(Some(PermitReply::Granted(lease))) => leases.hold(client_id, *lease, context.now),
        Some(Some(PermitReply::Refused(refusal))) => return Some(Err(refusal.clone())),
        Some(None) => return Some(Err(Refusal::new(Error::Internal.into(), None))),
        None => {}
    }
    if let Some(permit) = leases.take_permit(client_id, context.now) {
        context.chunked_work.store_permit(permit);
        return Some(Ok(permit));
    }
    context.external.request_call(ExternalCall::RequestPermit(PermitRequest {
        team: call.token.team.clone(),
        client_id: client_id.to_owned(),
        sent: context.now,
        waiting: 1,
        returned: leases.give_up(client_id),
    }));
    None
}

/// App: grants a lease, or refuses the call. A call of a disabled app costs nothing.
pub fn handle_request(context: &ActorContext, request: &PermitRequest) -> ActorReply {
    let reply = match grant_lease(context, request) {
        Ok(LeaseDecision::Grant(lease)) => PermitReply::Granted(lease),
        Ok(LeaseDecision::Refuse(quota, seconds)) => PermitReply::Refused(Refusal::out_of_quota(quota, seconds)),
        Ok(LeaseDecision::RecallFirst(recall)) => {
            context.external.request_call(ExternalCall::RecallLeases(recall));
            // Never sent: the request is handled again after the recall.
            PermitReply::Refused(Refusal::new(Error::RateLimit.into(), None))
        }
        Err(refusal) => PermitReply::Refused(refusal),
    };
    ActorReply::Permit(reply)
}

fn grant_lease(context: &ActorContext, request: &PermitRequest) -> Result<LeaseDecision, Refusal> {
    let ActorContext { sql, now, .. } = *context;
    let internal = |error: SqlError| Refusal::new(error.into(), None);
    if let Some(returned) = request.returned {
        lease_ledger::settle_lease(sql, &request.team, returned).map_err(internal)?;
    }
    let recalled = context.external.recalled_leases();
    if let Some(recalled) = recalled {
        settle_leases(sql, recalled).map_err(internal)?;
    }
    let allowance = app_allowance(&context.service.config, sql, &request.client_id, now)?;
    in_transaction(sql, || Ok(lease_ledger::grant_lease(sql, allowance, request, recalled.map(Vec::len), now)?))
        .map_err(|error| Refusal::new(error, None))
}

/// The state and quota of an app.
fn app_allowance(config: &Config, sql: &dyn Sql, client_id: &str, now: Timestamp) -> Result<CallAllowance, Refusal> {
    let refused = |error: ApiError| Refusal::new(error, None);
    let app = app::load_app(sql, client_id).map_err(refused)?.ok_or(refused(Error::InvalidToken.into()))?;
    let state = app.state_at(now).unwrap_or(AppState::Disabled);
    let Some(quota) = app.quota_for(config, state) else {
        // Every response shows a quota. A disabled app has none, so that of a limited app is shown.
        let shown = Ledger::read(sql, LIMITED, now).map_err(|error| refused(error.into()))?.status(now);
        let detail = "The app is disabled, because it was not deployed in time.";
        return Err(Refusal::new(ApiError::with_detail(Error::NotAuthorized, detail), Some(shown)));
    };
    let ends = if state == AppState::Draft { app.window_ends() } else { Timestamp(i64::MAX) };
    Ok(CallAllowance { state, quota, ends })
}

/// App: ends leases that teams returned or no longer hold.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn settle_leases(sql: &dyn Sql, recalled: &RecalledLeases) -> Result<(), SqlError> {
    recalled.iter().try_for_each(|(team, lease)| match lease {
        Some(returned) => lease_ledger::settle_lease(sql, team, *returned),
        None => Ok(()),
    })
}

/// App: ends a lease that a team returns by itself.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn settle_lease(sql: &dyn Sql, team: &str, returned: ReturnedLease) -> Result<(), ApiError> {
    Ok(lease_ledger::settle_lease(sql, team, returned)?)
}

/// What calls of an app depend on, and the leases that say so.
pub struct AppStanding {
    standing: Option<(AppState, Option<crate::spec::limits::Quota>)>,
    leases: Recall,
}

impl AppStanding {
    /// The present standing of an app.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn read(context: &ActorContext) -> Result<AppStanding, ApiError> {
        let ActorId::App(client_id) = context.actor_id else { return Err(Error::Internal.into()) };
        let app = app::load_app(context.sql, client_id)?;
        let standing = app.map(|app| {
            let state = app.state_at(context.now).unwrap_or(AppState::Disabled);
            (state, app.quota_for(&context.service.config, state))
        });
        let leases = lease_ledger::held_leases(context.sql, client_id, context.now)?;
        Ok(AppStanding { standing, leases })
    }

    /// Requires a recall of the leases, if the standing has changed since.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn recall_if_changed(self, context: &ActorContext) -> Result<(), ApiError> {
        if !self.leases.holders.is_empty() && AppStanding::read(context)?.standing != self.standing {
            // A team that cannot be reached keeps its lease until it ends; the others get new ones.
            for (team, number) in &self.leases.holders {
                lease_ledger::outdate_lease(context.sql, team, *number)?;
            }
            context.memory.require_recall(self.leases);
        }
        Ok(())
    }
}
