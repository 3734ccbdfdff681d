//! The search for an account's region, carried out. One read of an account looks for it at a time; the others wait, and
//! go by what it has found.

use super::session::{self, OpenSession};
use super::single_flight::{self, FlightTurn};
use super::{RequestContext, clock, isolate_state};
use crate::edge::response::UpstreamResponse;
use crate::gateway::account::Account;
use crate::gateway::cache::CacheKey;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::region::Region;
use crate::gateway::region_discovery::{RegionEvidence, WAIT_MAX_MS, remaining_regions, weigh_answer};
use crate::gateway::session::SessionRecord;
use crate::spec::endpoint::Method;
use std::mem;

/// A search under way. The session of its read lives where it is asked next.
pub(super) struct RegionDiscovery {
    /// The account, in the region that sent the read elsewhere.
    first_account: Account,
    record: SessionRecord,
    remaining: Vec<Region>,
    /// The best answer so far, and what it says.
    answer: Result<UpstreamResponse, Refusal>,
    evidence: RegionEvidence,
    /// While it lasts, others wait. There is none where another search has found the account, or has been in vain.
    _turn: Option<FlightTurn>,
}

/// True if an account that a region sent elsewhere was looked for a moment ago, and is in no other.
fn is_region_unknown(been: &Account) -> bool {
    isolate_state::with_unknown_regions(|nowhere| nowhere.contains(been, clock::platform_time()))
}

impl RegionDiscovery {
    /// Begins after an answer that sent a read elsewhere.
    pub(super) async fn begin(
        visit: &RequestContext,
        session: &mut OpenSession,
        answer: UpstreamResponse,
    ) -> Result<RegionDiscovery, Refusal> {
        let been = Account::of_session(&session.ticket);
        let key = CacheKey::new(&been, "", "", "", "");
        let mut turn =
            if is_region_unknown(&been) { None } else { single_flight::wait_for_turn(key.clone(), WAIT_MAX_MS).await };
        let (record, _) = session::require_record(visit, &mut session.jar, &session.ticket, Method::POST).await?;
        let is_known = record.region != been.region();
        let left = if !is_known && turn.is_none() && is_region_unknown(&been) {
            Vec::new()
        } else {
            remaining_regions(&visit.config.api, been.region(), record.region)
        };
        // What another has begun may have come to nothing.
        if turn.is_none() && !is_known && !left.is_empty() {
            turn = Some(FlightTurn::begin_turn(key));
        }
        Ok(RegionDiscovery {
            first_account: been,
            record,
            remaining: left,
            answer: Ok(answer),
            evidence: RegionEvidence::Elsewhere,
            _turn: turn,
        })
    }

    /// Goes on to the next region; gives the answer if there is none.
    pub(super) fn next_region(&mut self, session: &mut OpenSession) -> Result<Option<UpstreamResponse>, Refusal> {
        if self.remaining.is_empty() {
            return mem::replace(&mut self.answer, Err(Problem::Internal.into())).map(Some);
        }
        session.ticket.region = self.remaining.remove(0);
        Ok(None)
    }

    /// Takes what came of a region, and goes on unless the account lives there.
    pub(super) async fn handle_answer(
        &mut self,
        visit: &RequestContext,
        session: &mut OpenSession,
        asked: Result<UpstreamResponse, Refusal>,
    ) -> Result<Option<UpstreamResponse>, Refusal> {
        let (said, asked) = match asked {
            Ok(refused) if refused.status >= 400 => match refused.read_whole_error().await {
                Ok(refused) => (weigh_answer(refused.status, &refused.body), Ok(refused.into())),
                Err(unreadable) => (RegionEvidence::Unavailable, Err(unreadable.into())),
            },
            Ok(answer) => (RegionEvidence::Here, Ok(answer)),
            owed => (RegionEvidence::Unavailable, owed),
        };
        if said == RegionEvidence::SessionOver {
            return Err(session::close_revoked(visit, session).await?);
        }
        if said == RegionEvidence::Here {
            session::store_new_region(visit, &session.ticket, &self.record).await;
            self.remaining.clear();
        }
        if said > self.evidence {
            (self.evidence, self.answer) = (said, asked);
        }
        if self.remaining.is_empty() && self.evidence == RegionEvidence::Elsewhere {
            isolate_state::with_unknown_regions(|nowhere| nowhere.insert(self.first_account, clock::platform_time()));
        }
        self.next_region(session)
    }
}
