//! A walk through the responses in the order of their changes, anchored by the time of a change and not by the number
//! of a page.
//!
//! With page numbers, a response that is changed or deleted meanwhile moves all later ones, and one of them is skipped
//! for ever. A walk asks again for the last second that it has seen, so nothing can move. Page numbers are only used
//! within a second that does not fit on a page.
//!
//! A service may choose the responses of a page first and read them afterwards. One that is changed in between is at
//! its old place with its new time, and a walk that went on from this time would pass all before it. So the last second
//! is the least one of the page's last responses.

use super::page::{SyncPage, SyncRow};
use crate::wire::check::{Expected, Mismatch};

/// How often the pages of one second are begun again. Only the present second can grow, so an earlier one comes to
/// rest.
const PASSES: u32 = 16;

/// A walk looks at two responses at each end of a page, and at one more for each of this number on it. At least one of
/// them must not be changed while the page is read.
const ENDS: usize = 64;

/// Where a walk goes on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walk {
    /// The first second that is wanted; `None` for all.
    pub from: Option<i64>,
    /// The second before which the walk ends, if it does not go to the end.
    pub until: Option<i64>,
    /// The pages of the second `from`, if it does not fit on a page.
    pub group: Option<Group>,
}

/// The pages of one second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// The page that is next, from 1.
    pub page: u32,
    /// Number of responses in the second, as the first page gave it.
    pub total: Option<u32>,
    /// How often the pages were begun again, because their number had changed.
    pub passes: u32,
}

impl Group {
    /// The first page of a second.
    pub const FIRST: Group = Group { page: 1, total: None, passes: 0 };
}

impl Walk {
    /// A walk from a second to the end, or to another second.
    #[must_use]
    pub const fn from(from: Option<i64>, until: Option<i64>) -> Walk {
        Walk { from, until, group: None }
    }

    /// The second before which the next page ends.
    #[must_use]
    pub fn end(&self) -> Option<i64> {
        if self.group.is_some() { self.from.map(|second| second.saturating_add(1)) } else { self.until }
    }

    /// The number of the next page.
    #[must_use]
    pub fn page(&self) -> u32 {
        self.group.map_or(1, |group| group.page)
    }

    /// True if nothing is filtered: the page's total is that of the survey.
    #[must_use]
    pub fn is_unfiltered(&self) -> bool {
        self.from.is_none() && self.until.is_none()
    }

    /// Begins the pages of a second again, because their size has changed.
    pub fn restart_group(&mut self) {
        if let Some(group) = &mut self.group {
            *group = Group { passes: group.passes, ..Group::FIRST };
        }
    }

    /// Takes the next page, of `size` responses. Returns true at the end.
    ///
    /// # Errors
    ///
    /// If the page is not in the order that was asked for, because the walk would not end.
    pub fn advance(&mut self, page: &SyncPage, size: u32) -> Result<bool, Box<Mismatch>> {
        if self.group.is_some() {
            return Ok(self.advance_group(page, size));
        }
        if page.is_whole(size) {
            return Ok(true);
        }
        let ends = (page.rows.len() / ENDS).saturating_add(2);
        let (Some(first), Some(last)) = (page.rows.chunks(ends).next(), page.rows.rchunks(ends).next()) else {
            return Ok(true);
        };
        let (first, last) = (least_second(first), least_second(last));
        if last < first || self.from.is_some_and(|from| first < from) {
            return Err(Mismatch::at_cursor(Expected::Known).in_field("data[].date_modified"));
        }
        if first == last {
            self.group = Some(Group::FIRST);
        }
        self.from = Some(last);
        Ok(false)
    }

    fn advance_group(&mut self, page: &SyncPage, size: u32) -> bool {
        let Some(group) = &mut self.group else { return true };
        let first_total = group.total;
        let is_last = match page.total {
            Some(total) => page.rows.is_empty() || group.page.saturating_mul(size) >= total,
            None => page.is_whole(size),
        };
        if group.page == 1 {
            group.total = page.total;
        }
        if !is_last {
            group.page = group.page.saturating_add(1);
            return false;
        }
        if group.page > 1 && first_total != page.total && group.passes < PASSES {
            *group = Group { passes: group.passes.saturating_add(1), ..Group::FIRST };
            return false;
        }
        self.group = None;
        self.from = self.from.map(|second| second.saturating_add(1));
        self.until.is_some_and(|until| self.from.is_some_and(|from| from >= until))
    }
}

#[inline(never)]
fn least_second(rows: &[SyncRow]) -> i64 {
    rows.iter().fold(i64::MAX, |least, row| least.min(row.second))
}
