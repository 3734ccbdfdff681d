//! Region discovery carried out: the search for the region in which an account lives. One read of an account searches
//! at a time; the others wait for its result.

use super::response::UpstreamResponse;
use super::session::{self, OpenSession};
use super::single_flight::{self, FlightTurn};
use super::{RequestContext, clock, isolate_state, upstream};
use crate::gateway::account::Account;
use crate::gateway::bearer::is_elsewhere;
use crate::gateway::cache::CacheKey;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{self, AdmittedRequest, Refusal};
use crate::gateway::region::Region;
use crate::gateway::region_discovery::{
    RegionEvidence, WAIT_MAX_MS, can_retry_elsewhere, remaining_regions, weigh_answer,
};
use crate::gateway::session::SessionRecord;
use crate::spec::endpoint::Method;
use std::mem;

/// A discovery under way. Its session's region is the one that is asked next.
struct RegionDiscovery {
    /// The account, in the region that sent the read elsewhere.
    first_account: Account,
    record: SessionRecord,
    remaining: Vec<Region>,
    /// The best response so far, and what it shows.
    response: Result<UpstreamResponse, Refusal>,
    evidence: RegionEvidence,
    /// Other reads wait until it is dropped. `None` if an earlier discovery found the account, or failed.
    _turn: Option<FlightTurn>,
}

/// Sends a request for a session. Ends the session if the response says that its access was revoked. Sends a read to
/// other regions, one after the other, if the account lives elsewhere.
///
/// # Errors
///
/// If the session has ended, or the next stage fails in all regions that were asked.
pub(crate) async fn send_to_home_region<Next>(
    context: &RequestContext,
    session: &mut OpenSession,
    admitted: &AdmittedRequest,
    mut body: Vec<u8>,
    next: Next,
) -> Result<UpstreamResponse, Refusal>
where
    Next: AsyncFn(&RequestContext, &OpenSession, &AdmittedRequest, Vec<u8>) -> Result<UpstreamResponse, Refusal>,
{
    let mut discovery: Option<RegionDiscovery> = None;
    loop {
        // A body is gone once it was sent. A request that may be sent to several regions has none.
        let sent = next(context, session, admitted, mem::take(&mut body)).await;
        // The rare paths are boxed, so that the future of every request stays small.
        let last = match &mut discovery {
            Some(discovery) => Box::pin(discovery.handle_response(context, session, sent)).await?,
            None => match sent? {
                response if !proxy::may_concern_session(response.status) => Some(response),
                response => Box::pin(check_session(context, session, admitted, &mut discovery, response)).await?,
            },
        };
        if let Some(response) = last {
            return Ok(response);
        }
    }
}

/// Handles a response that may concern the session. Returns it, unless a discovery begins.
async fn check_session(
    context: &RequestContext,
    session: &mut OpenSession,
    admitted: &AdmittedRequest,
    discovery: &mut Option<RegionDiscovery>,
    response: UpstreamResponse,
) -> Result<Option<UpstreamResponse>, Refusal> {
    let may_retry = can_retry_elsewhere(&context.config.api, admitted.method);
    if !may_retry && !proxy::may_end_session(response.status) {
        return Ok(Some(response));
    }
    let response = upstream::read_whole_error(context, response).await?;
    if proxy::ends_session(&response.body) {
        return Err(session::close_revoked(context, session).await?);
    }
    if !may_retry || !is_elsewhere(&response.body) {
        return Ok(Some(response.into()));
    }
    discovery.insert(RegionDiscovery::begin(context, session, response.into()).await?).next_region(session)
}

/// True if a recent discovery found this account in no other region.
fn is_region_unknown(account: &Account) -> bool {
    isolate_state::with_unknown_regions(|unknown| unknown.contains(account, clock::platform_time()))
}

impl RegionDiscovery {
    /// Begins after a response that sent a read elsewhere.
    async fn begin(
        context: &RequestContext,
        session: &mut OpenSession,
        response: UpstreamResponse,
    ) -> Result<RegionDiscovery, Refusal> {
        let account = Account::of_session(&session.token);
        let key = CacheKey::new(&account, "", "", "", "");
        let mut turn = if is_region_unknown(&account) {
            None
        } else {
            single_flight::wait_for_turn(key.clone(), WAIT_MAX_MS).await
        };
        // Looked up as for a write, past the isolate's cache: another read may have stored the region just now.
        let (record, _) = session::require_record(context, &mut session.jar, &session.token, Method::POST).await?;
        let is_found = record.region != account.region();
        let remaining = if !is_found && turn.is_none() && is_region_unknown(&account) {
            Vec::new()
        } else {
            remaining_regions(&context.config.api, account.region(), record.region)
        };
        // The discovery that this one waited for may have ended without a result.
        if turn.is_none() && !is_found && !remaining.is_empty() {
            turn = Some(FlightTurn::begin_turn(key));
        }
        Ok(RegionDiscovery {
            first_account: account,
            record,
            remaining,
            response: Ok(response),
            evidence: RegionEvidence::Elsewhere,
            _turn: turn,
        })
    }

    /// Moves the session to the next region. Returns the best response if there is none.
    fn next_region(&mut self, session: &mut OpenSession) -> Result<Option<UpstreamResponse>, Refusal> {
        if self.remaining.is_empty() {
            return mem::replace(&mut self.response, Err(Problem::Internal.into())).map(Some);
        }
        session.token.region = self.remaining.remove(0);
        Ok(None)
    }

    /// Weighs the response of a region, and goes on unless the account lives there.
    async fn handle_response(
        &mut self,
        context: &RequestContext,
        session: &mut OpenSession,
        sent: Result<UpstreamResponse, Refusal>,
    ) -> Result<Option<UpstreamResponse>, Refusal> {
        let (evidence, sent) = match sent {
            Ok(error) if error.status >= 400 => match upstream::read_whole_error(context, error).await {
                Ok(error) => (weigh_answer(error.status, &error.body), Ok(error.into())),
                Err(unreadable) => (RegionEvidence::Unavailable, Err(unreadable.into())),
            },
            Ok(response) => (RegionEvidence::Here, Ok(response)),
            refused => (RegionEvidence::Unavailable, refused),
        };
        if evidence == RegionEvidence::SessionOver {
            return Err(session::close_revoked(context, session).await?);
        }
        if evidence == RegionEvidence::Here {
            session::store_new_region(context, &session.token, &self.record).await;
            self.remaining.clear();
        }
        if evidence > self.evidence {
            (self.evidence, self.response) = (evidence, sent);
        }
        // Only if every region denied the account: one that did not respond may be its home.
        if self.remaining.is_empty() && self.evidence == RegionEvidence::Elsewhere {
            isolate_state::with_unknown_regions(|unknown| unknown.insert(self.first_account, clock::platform_time()));
        }
        self.next_region(session)
    }
}
