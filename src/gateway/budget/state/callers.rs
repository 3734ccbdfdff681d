//! The callers of the API: how many requests each has sent, which are present, and how much is reserved for those that
//! have sent few.
//!
//! A caller is an account in one class. Each has an equal share that no other may take while it is unused. Callers
//! beyond their share use what the others do not need, in the order of how little they have had.

use crate::gateway::budget::RequestClass;
use crate::wire::dates::{MINUTE, SECOND};

/// Callers that are stored.
const CALLERS_MAX: usize = 32;

/// Milliseconds for which a caller counts as waiting after it was refused.
const WAITING_MS: i64 = 5 * SECOND;

/// Milliseconds for which a share is reserved for a caller that sends nothing: our choice.
const PRESENT_MS: i64 = 2 * MINUTE;

/// Minutes at the present rate for which the day reserves requests for a person: our choice.
const AHEAD_MINUTES: i64 = 15;

/// An account in one class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Caller {
    pub(super) id: i64,
    /// 1 for the interactive class, 0 for background work.
    pub(super) interactive: i64,
    /// Requests in the present windows: minute, day.
    pub(super) spent: [i64; 2],
    /// Requests in the minute before.
    pub(super) spent_last_minute: i64,
    /// When it last asked for a request.
    pub(super) last_seen: i64,
    /// Until when it counts as waiting.
    pub(super) waits_until: i64,
}

impl Caller {
    fn matches(&self, id: i64, class: RequestClass) -> bool {
        self.id == id && (self.interactive == 1) == (class == RequestClass::Interactive)
    }

    /// Requests of the caller in a window.
    fn spent_in(&self, which: usize) -> i64 {
        self.spent.get(which).copied().unwrap_or(0)
    }

    fn is_present(&self, now: i64) -> bool {
        now < self.last_seen.saturating_add(PRESENT_MS)
    }
}

/// All callers, in no order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Callers(pub(super) Vec<Caller>);

impl Callers {
    /// Counts requests that were admitted for a caller.
    pub(super) fn record_sent(&mut self, id: i64, class: RequestClass, count: i64, now: i64) {
        self.update_caller(id, class, now, |caller| {
            caller.spent = caller.spent.map(|spent| spent.saturating_add(count));
            caller.waits_until = 0;
        });
    }

    /// Marks a caller as waiting.
    pub(super) fn record_waiting(&mut self, id: i64, class: RequestClass, now: i64) {
        self.update_caller(id, class, now, |caller| caller.waits_until = now.saturating_add(WAITING_MS));
    }

    fn update_caller(&mut self, id: i64, class: RequestClass, now: i64, change: impl FnOnce(&mut Caller)) {
        let known = self.0.iter().position(|caller| caller.matches(id, class));
        // A full list replaces the caller that was seen longest ago.
        let oldest = || self.0.iter().enumerate().min_by_key(|(_, caller)| caller.last_seen).map(|(at, _)| at);
        let replaced = known.or_else(|| oldest().filter(|_| self.0.len() >= CALLERS_MAX));
        let replaced = replaced.map(|at| self.0.swap_remove(at)).filter(|_| known.is_some());
        let interactive = i64::from(class == RequestClass::Interactive);
        let mut caller = replaced.unwrap_or(Caller {
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

    /// Begins a window. Callers that are absent are forgotten once the day has ended.
    pub(super) fn begin_window(&mut self, which: usize, now: i64) {
        for caller in &mut self.0 {
            if which == 0 {
                caller.spent_last_minute = caller.spent_in(which);
            }
            caller.spent.iter_mut().skip(which).take(1).for_each(|spent| *spent = 0);
        }
        self.0.retain(|caller| caller.spent != [0, 0] || caller.is_present(now));
    }

    /// The requests of a window that a caller may use before others' shares count: an equal share of the limit. One
    /// share more is left for the caller that comes next.
    fn fair_share(&self, limit: i64, now: i64) -> i64 {
        let present = self.present_people(now).count();
        limit.checked_div(i64::try_from(present).unwrap_or(i64::MAX).saturating_add(1)).unwrap_or(limit).max(1)
    }

    /// True for a person's request within its share.
    pub(super) fn is_within_share(&self, id: i64, class: RequestClass, which: usize, limit: i64, now: i64) -> bool {
        let known = self.0.iter().find(|caller| caller.matches(id, class));
        class == RequestClass::Interactive
            && known.is_none_or(|caller| caller.spent_in(which) < self.fair_share(limit, now))
    }

    /// The unused parts of the shares of all present people, as far as they may still use them: of a minute at most
    /// what `fading` leaves of a share, of a day what each is expected to send soon.
    pub(super) fn unused_shares(&self, which: usize, limit: i64, fading: impl Fn(i64) -> i64, now: i64) -> i64 {
        let share = self.fair_share(limit, now);
        let faded = fading(share);
        let unused = |caller: &Caller| share.saturating_sub(caller.spent_in(which)).max(0);
        // A minute that has just begun says little, so the minute before counts too.
        let expected = |caller: &Caller| caller.spent_last_minute.max(caller.spent_in(0)).saturating_mul(AHEAD_MINUTES);
        let usable = |caller: &Caller| unused(caller).min(if which == 0 { faded } else { expected(caller) });
        self.present_people(now).map(usable).sum()
    }

    /// When the first present person whose share is reserved will count as absent.
    pub(super) fn next_departure(&self, which: usize, limit: i64, now: i64) -> Option<i64> {
        let share = self.fair_share(limit, now);
        let reserved = self.present_people(now).filter(|caller| caller.spent_in(which) < share);
        reserved.map(|caller| caller.last_seen.saturating_add(PRESENT_MS)).min()
    }

    /// Number of callers that wait and go before this one: people before background work, and those who have had less
    /// of the minute before those who have had more.
    pub(super) fn count_ahead(&self, id: i64, class: RequestClass, now: i64) -> i64 {
        let own_spent = self.0.iter().find(|caller| caller.matches(id, class)).map_or(0, |caller| caller.spent_in(0));
        let is_ahead = |caller: &&Caller| match (caller.interactive == 1, class) {
            (true, RequestClass::Background) => true,
            (false, RequestClass::Interactive) => false,
            _ => caller.spent_in(0) < own_spent,
        };
        self.count_where(|caller| caller.waits_until > now && !caller.matches(id, class) && is_ahead(&caller))
    }

    /// Number of people who wait.
    pub(super) fn count_waiting(&self, now: i64) -> i64 {
        self.count_where(|caller| caller.waits_until > now && caller.interactive == 1)
    }

    fn present_people(&self, now: i64) -> impl Iterator<Item = &Caller> {
        self.0.iter().filter(move |caller| caller.interactive == 1 && caller.is_present(now))
    }

    fn count_where(&self, matches: impl Fn(&Caller) -> bool) -> i64 {
        i64::try_from(self.0.iter().filter(|caller| matches(caller)).count()).unwrap_or(0)
    }
}
