//! The search for an account's region, carried out. One read of an account looks for it at a time; the others wait, and
//! go by what it has found.

use super::flights::{self, Turn};
use super::session::{self, Opened};
use super::{RequestContext, clock, isolate};
use crate::edge::response::UpstreamResponse;
use crate::gateway::account::Account;
use crate::gateway::cache::Key;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::region::Region;
use crate::gateway::search::{PATIENCE, Word, after, word};
use crate::gateway::session::Record;
use crate::spec::endpoint::Method;
use std::mem;

/// A search under way. The session of its read lives where it is asked next.
pub(super) struct Search {
    /// The account, in the region that sent the read elsewhere.
    been: Account,
    record: Record,
    left: Vec<Region>,
    /// The best answer so far, and what it says.
    answer: Result<UpstreamResponse, Refusal>,
    said: Word,
    /// While it lasts, others wait. There is none where another search has found the account, or has been in vain.
    _turn: Option<Turn>,
}

/// True if an account that a region sent elsewhere was looked for a moment ago, and is in no other.
fn is_nowhere(been: &Account) -> bool {
    isolate::nowhere(|nowhere| nowhere.has(been, clock::platform()))
}

impl Search {
    /// Begins after an answer that sent a read elsewhere.
    pub(super) async fn begin(
        visit: &RequestContext,
        session: &mut Opened,
        answer: UpstreamResponse,
    ) -> Result<Search, Refusal> {
        let been = Account::of(&session.ticket);
        let key = Key::of(&been, "", "", "", "");
        let mut turn = if is_nowhere(&been) { None } else { flights::turn(key.clone(), PATIENCE).await };
        let (record, _) = session::known(visit, &mut session.purse, &session.ticket, Method::POST).await?;
        let is_known = record.region != been.region();
        let left = if !is_known && turn.is_none() && is_nowhere(&been) {
            Vec::new()
        } else {
            after(&visit.config.api, been.region(), record.region)
        };
        // What another has begun may have come to nothing.
        if turn.is_none() && !is_known && !left.is_empty() {
            turn = Some(Turn::begin(key));
        }
        Ok(Search { been, record, left, answer: Ok(answer), said: Word::Elsewhere, _turn: turn })
    }

    /// Goes on to the next region; gives the answer if there is none.
    pub(super) fn go_on(&mut self, session: &mut Opened) -> Result<Option<UpstreamResponse>, Refusal> {
        if self.left.is_empty() {
            return mem::replace(&mut self.answer, Err(Problem::Internal.into())).map(Some);
        }
        session.ticket.region = self.left.remove(0);
        Ok(None)
    }

    /// Takes what came of a region, and goes on unless the account lives there.
    pub(super) async fn heard(
        &mut self,
        visit: &RequestContext,
        session: &mut Opened,
        asked: Result<UpstreamResponse, Refusal>,
    ) -> Result<Option<UpstreamResponse>, Refusal> {
        let (said, asked) = match asked {
            Ok(refused) if refused.status >= 400 => match refused.whole().await {
                Ok(refused) => (word(refused.status, &refused.body), Ok(refused.into())),
                Err(unreadable) => (Word::Owed, Err(unreadable.into())),
            },
            Ok(answer) => (Word::Here, Ok(answer)),
            owed => (Word::Owed, owed),
        };
        if said == Word::Over {
            return Err(session::close(visit, session).await?);
        }
        if said == Word::Here {
            session::moved(visit, &session.ticket, &self.record).await;
            self.left.clear();
        }
        if said > self.said {
            (self.said, self.answer) = (said, asked);
        }
        if self.left.is_empty() && self.said == Word::Elsewhere {
            isolate::nowhere(|nowhere| nowhere.learn(self.been, clock::platform()));
        }
        self.go_on(session)
    }
}
