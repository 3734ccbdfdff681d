//! A page compared with the responses held: what is taken of it, and what is missing or gone.

use super::page::{SyncPage, SyncRow};
use super::walk::Walk;
use super::{SyncCounts, SyncStore};
use crate::wire::failure::Failure;
use std::collections::HashSet;

/// True if a response is held in this version.
pub(super) fn is_held(held: &dyn SyncStore, row: &SyncRow) -> bool {
    held.modified(&row.id) == Some(row.second)
}

/// Takes a page even where later versions are held, because the service's clock was set back.
pub(super) fn put_as_served(
    held: &mut dyn SyncStore,
    rows: &[SyncRow],
    body: &[u8],
) -> Result<SyncCounts, Box<Failure>> {
    let later = rows.iter().filter(|row| held.modified(&row.id) > Some(row.second));
    let later: Vec<String> = later.map(|row| row.id.clone()).collect();
    let replaced = if later.is_empty() { 0 } else { held.remove(&later) };
    let SyncCounts { added, changed } = held.put(body)?;
    Ok(SyncCounts { added: added.saturating_sub(replaced), changed: changed.saturating_add(replaced) })
}

/// Takes a page that has every response of the survey. Returns the number of those that the service does not have.
pub(super) fn put_exactly(
    held: &mut dyn SyncStore,
    page: &SyncPage,
    body: &[u8],
) -> Result<(SyncCounts, u32), Box<Failure>> {
    let counts = put_as_served(held, &page.rows, body)?;
    if held.held() == page.count() {
        return Ok((counts, 0));
    }
    let served: HashSet<&str> = page.rows.iter().map(|row| row.id.as_str()).collect();
    let mut gone = held.ids_created(None, None);
    gone.retain(|id| !served.contains(id.as_str()));
    Ok((counts, held.remove(&gone)))
}

/// The times of change in which listed responses are not held as they are; each fits on a page if it is more than a
/// second and no response was changed while the list was read. The next one is last.
#[inline(never)]
pub(super) fn differing(held: &dyn SyncStore, rows: &[SyncRow], size: u32) -> Vec<Walk> {
    let mut spans: Vec<Walk> = Vec::new();
    let mut page_end = 0;
    for (position, row) in rows.iter().enumerate().filter(|(_, row)| !is_held(held, row)) {
        let (from, until) = (Some(row.second), Some(row.second.saturating_add(1)));
        match spans.last_mut().filter(|span| position < page_end || span.from <= from && until <= span.until) {
            Some(span) => (span.from, span.until) = (span.from.min(from), span.until.max(until)),
            None => {
                page_end = position.saturating_add(size as usize);
                spans.push(Walk::from(from, until));
            }
        }
    }
    spans.reverse();
    spans
}
