//! The search for responses that were deleted: the number of responses in ranges of the time of creation, which never
//! changes, is compared with the number held.
//!
//! A request for a range returns its number and, if it is small, all of its ids. The service's number in one half of a
//! range gives that of the other half.

use super::SyncStore;
use super::page::SyncPage;
use super::state::LARGEST_PAGE;
use std::collections::HashSet;

/// A range of the time of creation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Span {
    /// Its first second; `None` for the beginning.
    pub from: Option<i64>,
    /// The second before which it ends; `None` for the end.
    pub until: Option<i64>,
    /// Number of responses that the service has in it, if that follows from other answers.
    pub total: Option<u32>,
}

/// The request that a search needs next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FindRequest {
    /// The range whose responses are wanted.
    pub span: Span,
    /// The number of the page.
    pub page: u32,
    /// Responses per page.
    pub size: u32,
}

/// A search.
#[derive(Debug)]
pub struct Finder {
    /// The seconds in which the held responses were created, in order.
    created: Vec<i64>,
    /// The ranges that are still to be searched, the next one last.
    spans: Vec<Span>,
    /// Where the next range is split: its second half follows from the answer to the first.
    split: Option<i64>,
    /// The ids of a range that does not fit on a page.
    listed: HashSet<String>,
    page: u32,
    size: u32,
    /// The service's number of responses in the range, as its first page gave it.
    first_total: Option<u32>,
}

impl Finder {
    /// A search through the responses held, if the service has `total`, which is less.
    #[must_use]
    pub fn new(held: &dyn SyncStore, total: u32) -> Finder {
        let mut created = held.created();
        created.sort_unstable();
        let mut finder = Finder {
            created,
            spans: Vec::new(),
            split: None,
            listed: HashSet::new(),
            page: 1,
            size: LARGEST_PAGE,
            first_total: None,
        };
        finder.spans = finder.first_spans(held.held().saturating_sub(total), total);
        finder
    }

    /// The whole survey, to be halved; or one range a page, if so many were deleted that halving would take more
    /// requests.
    fn first_spans(&self, excess: u32, total: u32) -> Vec<Span> {
        let everything = Span { from: None, until: None, total: Some(total) };
        let pages = self.count(everything).div_ceil(self.size);
        let halvings = u32::BITS.saturating_sub(pages.leading_zeros());
        if excess.saturating_mul(halvings.saturating_add(1)) < pages {
            return vec![everything];
        }
        let mut spans = Vec::new();
        let mut open = vec![Span { total: None, ..everything }];
        while let Some(span) = open.pop() {
            match self.middle(span) {
                Some(middle) => {
                    open.push(Span { until: Some(middle), ..span });
                    open.push(Span { from: Some(middle), ..span });
                }
                None => spans.push(span),
            }
        }
        spans
    }

    /// The next request; `None` if every range has been searched.
    pub fn next_request(&mut self) -> Option<FindRequest> {
        while let Some(span) = self.spans.last().copied() {
            let held = self.count(span);
            if self.page == 1 && (held == 0 || span.total.is_some_and(|total| total >= held)) {
                self.spans.pop();
                continue;
            }
            // Without a total nothing follows for the second half.
            self.split = if span.total.is_some() { self.middle(span) } else { None };
            let span = Span { until: self.split.or(span.until), ..span };
            return Some(FindRequest { span, page: self.page, size: self.size });
        }
        None
    }

    /// Number of ranges that are still to be searched.
    #[must_use]
    pub fn left(&self) -> u32 {
        u32::try_from(self.spans.len()).unwrap_or(u32::MAX)
    }

    /// Takes the answer to the last request. Returns the ids that are held and that the service does not have.
    pub fn take(&mut self, page: &SyncPage, held: &dyn SyncStore) -> Vec<String> {
        let Some(mut span) = self.spans.pop() else { return Vec::new() };
        let total = page.total.unwrap_or(0);
        if let Some(given) = page.size.filter(|given| *given < self.size) {
            self.size = given;
            if self.page > 1 {
                // A later page of another size does not begin where this one was to begin.
                self.restart();
                self.spans.push(span);
                return Vec::new();
            }
        }
        if let Some(middle) = self.split.take() {
            let rest = span.total.map(|all| all.saturating_sub(total));
            self.spans.push(Span { from: Some(middle), total: rest, ..span });
            span = Span { until: Some(middle), total: Some(total), ..span };
            if page.count() < total {
                self.spans.push(span);
                return Vec::new();
            }
        }
        self.listed.extend(page.rows.iter().map(|row| row.id.clone()));
        let first_total = *self.first_total.get_or_insert(total);
        if !page.rows.is_empty() && self.page.saturating_mul(self.size) < total {
            self.page = self.page.saturating_add(1);
            self.spans.push(Span { total: None, ..span });
            return Vec::new();
        }
        let mut gone = held.ids_created(span.from, span.until);
        gone.retain(|id| !self.listed.contains(id));
        self.restart();
        // Pages of a range that has changed meanwhile may have missed some: the next probe shows that.
        if first_total == total { gone } else { Vec::new() }
    }

    fn restart(&mut self) {
        self.listed.clear();
        self.page = 1;
        self.first_total = None;
    }

    /// Number of responses in a range that were held when the search began.
    fn count(&self, span: Span) -> u32 {
        let range = self.range(span);
        u32::try_from(range.len()).unwrap_or(u32::MAX)
    }

    fn range(&self, span: Span) -> std::ops::Range<usize> {
        let before = |second: i64| self.created.partition_point(|created| *created < second);
        span.from.map_or(0, before)..span.until.map_or(self.created.len(), before)
    }

    /// A second in the middle of a range that does not fit on a page; if possible one in which no response was created.
    /// `None` if the range cannot be split.
    fn middle(&self, span: Span) -> Option<i64> {
        let inner = self.created.get(self.range(span)).filter(|inner| inner.len() > self.size as usize)?;
        let half = inner.len() / 2;
        let (before, after) = inner.split_at_checked(half)?;
        // The nearest change of the second on either side of the middle.
        let bound = *after.first()?;
        let below = before.iter().rposition(|second| *second != bound);
        let above = after.iter().position(|second| *second != bound);
        let (low, high) = match (below, above) {
            (Some(below), Some(above)) if above < half.saturating_sub(below) => (bound, *after.get(above)?),
            (Some(below), _) => (*before.get(below)?, bound),
            (None, above) => (bound, *after.get(above?)?),
        };
        // Right behind the last second of the lower half.
        Some(low.saturating_add(1).min(high))
    }
}
