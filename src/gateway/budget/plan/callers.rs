//! Who asks: how much each caller has been let go, who is there, and what is kept for those who ask little.
//!
//! A caller is an account in one class. Nobody takes what another has not used yet of an equal share: those who are
//! past theirs go on with what nobody else needs, in the order of what they have had.

use crate::gateway::budget::RequestClass;
use crate::wire::dates::{MINUTE, SECOND};

/// Callers that are remembered.
const CALLERS_MAX: usize = 32;

/// For how long a caller counts as waiting.
const WAITING_MS: i64 = 5 * SECOND;

/// For how long a share is kept for a caller who sends nothing: our choice.
const PRESENT_MS: i64 = 2 * MINUTE;

/// Minutes for which a day keeps what a person sends in one: our choice.
const AHEAD_MINUTES: i64 = 15;

/// An account that asks, in one class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Caller {
    pub(super) id: i64,
    /// 1 for interactive.
    pub(super) interactive: i64,
    /// Requests that were let go for it, by window.
    pub(super) spent: [i64; 2],
    /// Requests of the minute before.
    pub(super) spent_last_minute: i64,
    /// When it last asked.
    pub(super) last_seen: i64,
    /// Until when it counts as waiting.
    pub(super) waits_until: i64,
}

impl Caller {
    fn matches(&self, id: i64, class: RequestClass) -> bool {
        self.id == id && (self.interactive == 1) == (class == RequestClass::Interactive)
    }

    /// What it has had of a window.
    fn spent_in(&self, which: usize) -> i64 {
        self.spent.get(which).copied().unwrap_or(0)
    }

    fn is_present(&self, now: i64) -> bool {
        now < self.last_seen.saturating_add(PRESENT_MS)
    }
}

/// All of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Callers(pub(super) Vec<Caller>);

impl Callers {
    /// Enters requests that were let go for a caller.
    pub(super) fn record_sent(&mut self, id: i64, class: RequestClass, count: i64, now: i64) {
        self.update_caller(id, class, now, |caller| {
            caller.spent = caller.spent.map(|spent| spent.saturating_add(count));
            caller.waits_until = 0;
        });
    }

    /// Enters that a caller must wait.
    pub(super) fn record_waiting(&mut self, id: i64, class: RequestClass, now: i64) {
        self.update_caller(id, class, now, |caller| caller.waits_until = now.saturating_add(WAITING_MS));
    }

    fn update_caller(&mut self, id: i64, class: RequestClass, now: i64, change: impl FnOnce(&mut Caller)) {
        let known = self.0.iter().position(|caller| caller.matches(id, class));
        let oldest = || self.0.iter().enumerate().min_by_key(|(_, caller)| caller.last_seen).map(|(at, _)| at);
        let gone = known.or_else(|| oldest().filter(|_| self.0.len() >= CALLERS_MAX));
        let gone = gone.map(|at| self.0.swap_remove(at)).filter(|_| known.is_some());
        let interactive = i64::from(class == RequestClass::Interactive);
        let mut caller = gone.unwrap_or(Caller {
            id,
            interactive,
            spent: [0, 0],
            spent_last_minute: 0,
            last_seen: now,
            waits_until: 0,
        });
        caller.last_seen = now;
        change(&mut caller);
        self.0.push(caller);
    }

    /// A window has begun. Of those who are gone nothing is remembered past the day.
    pub(super) fn begin_window(&mut self, which: usize, now: i64) {
        for caller in &mut self.0 {
            if which == 0 {
                caller.spent_last_minute = caller.spent_in(which);
            }
            caller.spent.iter_mut().skip(which).take(1).for_each(|spent| *spent = 0);
        }
        self.0.retain(|caller| caller.spent != [0, 0] || caller.is_present(now));
    }

    /// What a caller may have of a window before it must leave the others theirs: an equal share, of which one more is
    /// there for whoever comes next.
    fn fair_share(&self, limit: i64, now: i64) -> i64 {
        let present = self.present_people(now).count();
        limit.checked_div(i64::try_from(present).unwrap_or(i64::MAX).saturating_add(1)).unwrap_or(limit).max(1)
    }

    /// True for a person's request within the share.
    pub(super) fn is_within_share(&self, id: i64, class: RequestClass, which: usize, limit: i64, now: i64) -> bool {
        let known = self.0.iter().find(|caller| caller.matches(id, class));
        class == RequestClass::Interactive
            && known.is_none_or(|caller| caller.spent_in(which) < self.fair_share(limit, now))
    }

    /// What all who are there have not used yet of their shares, as far as they may still do so: of a minute what
    /// `fading` leaves of a share, of a day what each may soon send.
    pub(super) fn unused_shares(&self, which: usize, limit: i64, fading: impl Fn(i64) -> i64, now: i64) -> i64 {
        let share = self.fair_share(limit, now);
        let faded = fading(share);
        let unused = |caller: &Caller| share.saturating_sub(caller.spent_in(which)).max(0);
        let soon = |caller: &Caller| caller.spent_last_minute.max(caller.spent_in(0)).saturating_mul(AHEAD_MINUTES);
        self.present_people(now).map(|caller| unused(caller).min(if which == 0 { faded } else { soon(caller) })).sum()
    }

    /// When the first of those counts as gone for whom something is kept.
    pub(super) fn next_departure(&self, which: usize, limit: i64, now: i64) -> Option<i64> {
        let share = self.fair_share(limit, now);
        let light = self.present_people(now).filter(|caller| caller.spent_in(which) < share);
        light.map(|caller| caller.last_seen.saturating_add(PRESENT_MS)).min()
    }

    /// How many callers wait whose turn is before that of another: people before work, and who has had less before who
    /// has had more.
    pub(super) fn count_ahead(&self, id: i64, class: RequestClass, now: i64) -> i64 {
        let had = self.0.iter().find(|caller| caller.matches(id, class)).map_or(0, |caller| caller.spent_in(0));
        let comes_first = |caller: &&Caller| match (caller.interactive == 1, class) {
            (true, RequestClass::Background) => true,
            (false, RequestClass::Interactive) => false,
            _ => caller.spent_in(0) < had,
        };
        self.count_where(|caller| caller.waits_until > now && !caller.matches(id, class) && comes_first(&caller))
    }

    /// People who wait.
    pub(super) fn count_waiting(&self, now: i64) -> i64 {
        self.count_where(|caller| caller.waits_until > now && caller.interactive == 1)
    }

    fn present_people(&self, now: i64) -> impl Iterator<Item = &Caller> {
        self.0.iter().filter(move |caller| caller.interactive == 1 && caller.is_present(now))
    }

    fn count_where(&self, which: impl Fn(&Caller) -> bool) -> i64 {
        i64::try_from(self.0.iter().filter(|caller| which(caller)).count()).unwrap_or(0)
    }
}
