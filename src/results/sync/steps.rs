//! What the answer to each kind of request means, and what follows from it.

use super::compare::{differing, is_held, put_as_served, put_exactly};
use super::find::Finder;
use super::page::{Listing, SyncPage};
use super::run::SyncMachine;
use super::state::Audit;
use super::walk::Walk;
use super::{SyncCounts, SyncPhase, SyncStore};
use crate::wire::check::Mismatch;
use crate::wire::failure::Failure;

/// How often changes are read again, because more came while they were read.
const ROUNDS: u32 = 3;

impl SyncMachine {
    /// Takes a page of changes in their order.
    pub(super) fn take_changes(
        &mut self,
        held: &mut dyn SyncStore,
        body: &[u8],
    ) -> Result<(SyncCounts, u32), Box<Failure>> {
        let page = read(body, Listing::Bulk)?;
        let Some(mut walk) = self.state.reading.clone() else { return Ok((SyncCounts::default(), 0)) };
        let is_of_all = walk.is_unfiltered();
        let is_whole = is_of_all && page.is_whole(self.state.page_size);
        let has_ended = self.advance(&mut walk, &page)?;
        let (counts, removed) = if is_whole { put_exactly(held, &page, body)? } else { (held.put(body)?, 0) };
        if is_of_all {
            self.state.total = page.total;
        }
        self.run.is_quiet &= counts == SyncCounts::default();
        let last = page.rows.last().map(|row| row.second);
        self.state.raise_cursor(if has_ended { last } else { last.min(walk.from) });
        self.state.reading = (!has_ended).then_some(walk);
        if is_whole {
            self.conclude();
        } else if has_ended {
            self.run.frontier = self.state.cursor;
            self.continue_reading();
        }
        Ok((counts, removed))
    }

    /// Takes the newest changes of the whole survey.
    pub(super) fn take_newest(
        &mut self,
        held: &mut dyn SyncStore,
        body: &[u8],
    ) -> Result<(SyncCounts, u32), Box<Failure>> {
        let page = read(body, Listing::Bulk)?;
        let cursor = self.state.cursor;
        let is_whole = page.is_whole(self.state.page_size);
        let is_known = page.rows.iter().all(|row| Some(row.second) >= cursor || is_held(held, row));
        let (counts, removed) = if is_whole { put_exactly(held, &page, body)? } else { (held.put(body)?, 0) };
        self.run.is_quiet &= counts == SyncCounts::default();
        self.state.total = page.total;
        let total = page.total.unwrap_or(0);
        let last = page.rows.last().map(|row| row.second);
        let is_covered = match self.run.frontier {
            // The new responses of a second that does not fit on the page come first.
            Some(_) if last == self.run.frontier => held.held() >= total,
            Some(frontier) => last < Some(frontier),
            None => {
                let start = cursor.map(|cursor| cursor.saturating_sub(self.overlap));
                // Where the overlap does not fit on the page, it is read again once; then the page is enough.
                last < start || self.state.is_settled && last <= cursor && is_known && held.held() >= total
            }
        };
        if is_whole || is_covered {
            self.state.raise_cursor(page.newest());
            self.compare(held, total);
        } else {
            self.state.is_complete = false;
            self.read_again();
        }
        Ok((counts, removed))
    }

    /// Takes the ids of a range in which responses were deleted.
    pub(super) fn take_ids(&mut self, held: &mut dyn SyncStore, body: &[u8]) -> Result<u32, Box<Failure>> {
        let page = read(body, Listing::Ids)?;
        let Some(finder) = &mut self.run.finder else { return Ok(0) };
        let gone = finder.take(&page, held);
        let total = self.state.total.unwrap_or(0);
        let excess = held.held().saturating_sub(total);
        // If more are gone than the probe has shown, it is repeated before anything is removed.
        let is_plausible = u32::try_from(gone.len()).is_ok_and(|gone| gone <= excess);
        let removed = if is_plausible { held.remove(&gone) } else { 0 };
        if held.held() == total {
            self.conclude();
        } else if !is_plausible && std::mem::replace(&mut self.run.has_doubt, true) && !self.run.has_audited {
            self.audit();
        } else if !is_plausible || finder.next_request().is_none() {
            self.run.frontier = self.state.cursor;
            self.begin_round(SyncPhase::Probe);
        }
        Ok(removed)
    }

    /// Takes a page of an audit: of the list, or of what differed there.
    pub(super) fn take_audit(&mut self, held: &mut dyn SyncStore, body: &[u8]) -> Result<SyncCounts, Box<Failure>> {
        let Some(mut audit) = self.state.audit.clone() else { return Ok(SyncCounts::default()) };
        let mut counts = SyncCounts::default();
        if let Some(mut walk) = audit.fetch.pop() {
            let page = read(body, Listing::Bulk)?;
            if !self.advance(&mut walk, &page)? {
                audit.fetch.push(walk);
            }
            counts = put_as_served(held, &page.rows, body)?;
        } else if self.state.has_respondents {
            let page = read(body, Listing::Respondents)?;
            if page.is_restricted {
                self.audit_with_answers();
                return Ok(counts);
            }
            audit.is_listed = self.advance_list(&mut audit.walk, &page)?;
            audit.fetch = differing(held, &page.rows, self.state.page_size);
            audit.newest = audit.newest.max(page.newest());
        } else {
            let page = read(body, Listing::Bulk)?;
            audit.is_listed = self.advance(&mut audit.walk, &page)?;
            audit.newest = audit.newest.max(page.newest());
            counts = put_as_served(held, &page.rows, body)?;
        }
        self.run.is_quiet &= counts == SyncCounts::default();
        if audit.is_listed && audit.fetch.is_empty() {
            self.run.has_audited = true;
            self.run.frontier = audit.newest;
            self.state.audit = None;
            self.state.has_respondents = true;
            self.continue_reading();
        } else {
            self.state.audit = Some(audit);
        }
        Ok(counts)
    }

    /// Goes on with what was begun; otherwise asks for the newest changes.
    pub(super) fn continue_reading(&mut self) {
        self.run.phase = match (&self.state.reading, &self.state.audit) {
            (Some(_), _) => SyncPhase::Delta,
            (None, Some(_)) => SyncPhase::Audit,
            (None, None) => SyncPhase::Probe,
        };
    }

    /// Compares every response by pages with answers, because the legacy list was refused. The next audit asks for it
    /// again: what refused it, such as the user's plan or scopes, may have changed.
    pub(super) fn audit_with_answers(&mut self) {
        self.state.has_respondents = false;
        self.state.audit = Some(Audit::default());
    }

    /// Asks for pages of this size from now on.
    pub(super) fn shrink_pages(&mut self, size: u32) {
        self.state.page_size = size;
        self.state.largest_page = size;
        let fetched = self.state.audit.iter_mut().flat_map(|audit| audit.fetch.iter_mut().chain([&mut audit.walk]));
        self.state.reading.iter_mut().chain(fetched).for_each(Walk::restart_group);
    }

    /// Number of requests that are probably left.
    pub(super) fn requests_left(&self) -> u32 {
        let pages = |responses: u32, size: u32| responses.div_ceil(size.saturating_sub(1).max(1));
        let total = self.state.total.unwrap_or(0);
        let before_probe = match self.run.phase {
            SyncPhase::Done => return 0,
            SyncPhase::Probe => 0,
            SyncPhase::Delta => pages(self.run.ahead, self.state.page_size),
            SyncPhase::Find => self.run.finder.as_ref().map_or(0, Finder::left),
            SyncPhase::Audit => match &self.state.audit {
                Some(audit) if self.state.has_respondents => {
                    let fetched = u32::try_from(audit.fetch.len()).unwrap_or(u32::MAX);
                    pages(total.saturating_sub(self.run.listed), self.state.list_size).saturating_add(fetched)
                }
                _ => pages(self.run.ahead, self.state.page_size),
            },
        };
        before_probe.saturating_add(1)
    }

    /// Everything that was changed is held: the numbers tell whether anything was deleted, or missed.
    fn compare(&mut self, held: &dyn SyncStore, total: u32) {
        self.state.is_complete = false;
        if held.held() == total {
            self.conclude();
        } else if held.held() > total {
            self.run.finder = Some(Finder::new(held, total));
            self.run.phase = SyncPhase::Find;
        } else if self.run.has_audited {
            self.give_up();
        } else {
            self.audit();
        }
    }

    fn audit(&mut self) {
        self.run.finder = None;
        self.state.audit = Some(Audit::default());
        self.run.phase = SyncPhase::Audit;
    }

    fn conclude(&mut self) {
        self.run.phase = SyncPhase::Done;
        self.run.finder = None;
        self.state.is_complete = true;
        self.state.is_settled |= self.run.has_reread && self.run.is_quiet;
        if self.run.has_audited || self.state.audited.is_none() {
            self.state.audited = self.state.cursor;
        }
    }

    fn give_up(&mut self) {
        self.run.phase = SyncPhase::Done;
        self.run.finder = None;
        self.run.is_moving = true;
    }

    /// Reads the changes that did not fit on a probe.
    fn read_again(&mut self) {
        let from = self.run.frontier.or_else(|| {
            self.run.has_reread = true;
            self.state.cursor.map(|cursor| cursor.saturating_sub(self.overlap))
        });
        self.state.reading = Some(Walk::from(from, None));
        self.begin_round(SyncPhase::Delta);
        if self.run.phase == SyncPhase::Done {
            self.state.reading = None;
        }
    }

    fn begin_round(&mut self, phase: SyncPhase) {
        self.run.finder = None;
        self.run.phase = phase;
        self.run.rounds = self.run.rounds.saturating_add(1);
        if self.run.rounds > ROUNDS {
            self.give_up();
        }
    }

    /// Advances a walk by a page of answers, which may be smaller than asked.
    fn advance(&mut self, walk: &mut Walk, page: &SyncPage) -> Result<bool, Box<Failure>> {
        let total = page.total.unwrap_or(0);
        let done = walk.page().saturating_sub(1).saturating_mul(self.state.page_size).saturating_add(page.count());
        self.run.ahead = total.saturating_sub(done);
        advance_by(walk, page, &mut self.state.page_size)
    }

    fn advance_list(&mut self, walk: &mut Walk, page: &SyncPage) -> Result<bool, Box<Failure>> {
        self.run.listed = self.run.listed.saturating_add(page.count());
        advance_by(walk, page, &mut self.state.list_size)
    }
}

/// Advances a walk by a page. `size` is the size that was asked for, and becomes the size that was given.
fn advance_by(walk: &mut Walk, page: &SyncPage, size: &mut u32) -> Result<bool, Box<Failure>> {
    if let Some(given) = page.size.filter(|given| given < size) {
        *size = given;
        if walk.page() > 1 {
            // A later page of another size does not begin where this one was to begin.
            walk.restart_group();
            return Ok(false);
        }
    }
    walk.advance(page, *size).map_err(bad_response)
}

fn read(body: &[u8], listing: Listing) -> Result<SyncPage, Box<Failure>> {
    SyncPage::read(body, listing).map_err(bad_response)
}

fn bad_response(mismatch: Box<Mismatch>) -> Box<Failure> {
    Failure::bad_response(200, mismatch)
}
