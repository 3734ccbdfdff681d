//! The search for an account's region, carried out. One read of an account looks for it at a time; the others wait, and
//! go by what it has found.

use super::Visit;
use super::flights::{self, Turn};
use super::session::{self, Opened};
use super::upstream::Incoming;
use crate::gateway::account::Account;
use crate::gateway::cache::Key;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::region::Region;
use crate::gateway::search::{PATIENCE, Word, after, after_another, word};
use crate::gateway::session::Record;
use crate::spec::endpoint::Method;
use std::mem;

/// A search under way. The session of its read lives where it is asked next.
pub(super) struct Search {
    record: Record,
    left: Vec<Region>,
    /// The best answer so far.
    answer: Result<Incoming, Refusal>,
    /// While it lasts, others wait.
    _turn: Turn,
}

impl Search {
    /// Begins after an answer that sent a read elsewhere.
    pub(super) async fn begin(visit: &Visit, session: &mut Opened, answer: Incoming) -> Result<Search, Refusal> {
        let turn = flights::turn(Key::of(&Account::of(&session.ticket), "", "", "", ""), PATIENCE).await;
        let kept = session::look_up(visit, &mut session.purse, &session.ticket, Method::POST).await?;
        let (record, _) = kept.ok_or(Problem::SignedOut)?;
        let (been, known) = (session.ticket.region, record.region);
        let left = if turn.is_ours() { after(&visit.config.api, been, known) } else { after_another(been, known) };
        Ok(Search { record, left, answer: Ok(answer), _turn: turn })
    }

    /// Goes on to the next region; gives the answer if there is none.
    pub(super) fn go_on(&mut self, session: &mut Opened) -> Result<Option<Incoming>, Refusal> {
        if self.left.is_empty() {
            return mem::replace(&mut self.answer, Err(Problem::Internal.into())).map(Some);
        }
        session.ticket.region = self.left.remove(0);
        Ok(None)
    }

    /// Takes what came of a region, and goes on unless the account lives there.
    pub(super) async fn heard(
        &mut self,
        visit: &Visit,
        session: &mut Opened,
        asked: Result<Incoming, Refusal>,
    ) -> Result<Option<Incoming>, Refusal> {
        let (word, asked) = match asked {
            Ok(refused) if refused.status >= 400 => {
                let refused = refused.whole().await?;
                (word(refused.status, &refused.body), Ok(refused.into()))
            }
            Ok(answer) => (Word::Here, Ok(answer)),
            owed => (Word::Owed, owed),
        };
        match word {
            Word::Elsewhere => {}
            Word::Owed => self.answer = asked,
            Word::Here => {
                session::moved(visit, &session.ticket, &self.record).await;
                self.left.clear();
                self.answer = asked;
            }
        }
        self.go_on(session)
    }
}
