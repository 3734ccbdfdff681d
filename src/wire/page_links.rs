//! Pages of a list: which rows a page has, and the URLs of its neighbours.
//!
//! Links are absolute, keep every other parameter of the request, and have `page` before `per_page`.

use super::query;
use crate::spec::endpoints::query::Paging;
use crate::spec::types::{Integer, Links, List};

/// The rows of a list that a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRange {
    page: u32,
    per_page: u32,
}

impl PageRange {
    /// The range of a query: page 1 of `default` rows unless it says otherwise, and at most `max` rows.
    ///
    /// A larger page is reduced to `max`, and 0 is read as 1: the specification does not say, but clients rely on it.
    pub fn from_paging(paging: &Paging, default: u32, max: u32) -> PageRange {
        let page = paging.page.map_or(1, Integer::get).max(1);
        PageRange { page, per_page: paging.per_page.map_or(default, Integer::get).clamp(1, max) }
    }

    /// Rows to return.
    pub fn limit(self) -> i64 {
        i64::from(self.per_page)
    }

    /// Rows to skip.
    pub fn offset(self) -> i64 {
        i64::from(self.page.saturating_sub(1)).saturating_mul(i64::from(self.per_page))
    }

    /// A page size of which one page fits, if `rows` of the range fit; at least 1. A page of that size begins where the
    /// range does. It is the largest one that divides the range evenly, unless that is less than a fifth of what fits:
    /// then the largest one that divides the rows before the range, of which the first page has none.
    pub fn fitting_page_size(self, rows: usize) -> u32 {
        let rows = u32::try_from(rows).unwrap_or(u32::MAX).min(self.per_page.saturating_sub(1));
        let largest = |divided: i64| {
            let divides = |size: &u32| divided.checked_rem(i64::from(*size)) == Some(0);
            (1..=rows).rev().find(divides).unwrap_or(1)
        };
        let even = largest(self.limit());
        if even.saturating_mul(5) < rows { largest(self.offset()) } else { even }
    }

    /// The rows of the range, for a list that is not in a database.
    pub fn take_rows<T>(self, rows: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        let number = |count: i64| usize::try_from(count).unwrap_or(usize::MAX);
        rows.skip(number(self.offset())).take(number(self.limit()))
    }

    /// The envelope of the range's rows. `url` is the absolute URL of the list, `pairs` its query.
    pub fn list_envelope<T>(self, data: Vec<T>, total: u64, url: &str, pairs: &[(String, String)]) -> List<T> {
        let pages = u32::try_from(total.div_ceil(u64::from(self.per_page))).unwrap_or(u32::MAX).max(1);
        let link = |page: u32| self.page_link(page, url, pairs);
        let links = Links {
            this: link(self.page),
            prev: (self.page > 1).then(|| link(self.page.saturating_sub(1).min(pages))),
            next: (self.page < pages).then(|| link(self.page.saturating_add(1))),
            first: (self.page > 1).then(|| link(1)),
            last: (self.page < pages).then(|| link(pages)),
        };
        List {
            data,
            per_page: Integer::saturating(u64::from(self.per_page)),
            page: Integer::saturating(u64::from(self.page)),
            total: Integer::saturating(total),
            links,
        }
    }

    fn page_link(self, page: u32, url: &str, pairs: &[(String, String)]) -> String {
        let own = [("page".to_owned(), page.to_string()), ("per_page".to_owned(), self.per_page.to_string())];
        // `api_key` is left out, because links are stored and shared.
        let others = pairs.iter().filter(|(name, _)| !matches!(name.as_str(), "page" | "per_page" | "api_key"));
        let pairs: Vec<(&str, &str)> =
            own.iter().chain(others).map(|(name, value)| (name.as_str(), value.as_str())).collect();
        format!("{url}?{}", query::encode_query(&pairs))
    }
}

#[cfg(test)]
mod tests {
    use super::{PageRange, Paging};
    use crate::spec::types::Integer;

    fn links(page: u64, per_page: u64, total: u64) -> crate::spec::types::Links {
        let paging = Paging { page: Some(Integer::saturating(page)), per_page: Some(Integer::saturating(per_page)) };
        let pairs = [("status".to_owned(), "a b".to_owned()), ("page".to_owned(), "9".to_owned())];
        PageRange::from_paging(&paging, 50, 1000).list_envelope(Vec::<()>::new(), total, "http://h/v3/x", &pairs).links
    }

    #[test]
    fn links_name_the_neighbours_that_exist_and_keep_the_filters() {
        let middle = links(2, 10, 25);
        assert_eq!(middle.this, "http://h/v3/x?page=2&per_page=10&status=a%20b");
        assert_eq!(middle.next.as_deref(), Some("http://h/v3/x?page=3&per_page=10&status=a%20b"));
        assert_eq!(middle.prev.as_deref(), Some("http://h/v3/x?page=1&per_page=10&status=a%20b"));
        let last = links(3, 10, 25);
        assert_eq!((last.next, last.last), (None, None));
        let only = links(1, 50, 25);
        assert_eq!((only.prev, only.next, only.first, only.last), (None, None, None, None));
    }

    #[test]
    fn a_page_that_fits_begins_where_the_range_does_and_is_as_large_as_that_permits() {
        let fitting = |page, per_page, rows| {
            let [page, per_page] = [page, per_page].map(|number| Some(Integer::saturating(number)));
            PageRange::from_paging(&Paging { page, per_page }, 50, 1000).fitting_page_size(rows)
        };
        assert_eq!([fitting(1, 1000, 999), fitting(1, 1000, 260), fitting(1, 1000, 249)], [500, 250, 200]);
        assert_eq!([fitting(1, 120, 79), fitting(1, 10, 0), fitting(1, 1, 0), fitting(1, 3, 5)], [60, 1, 1, 1]);
        assert_eq!([fitting(1, 997, 400), fitting(3, 997, 400), fitting(7, 997, 400)], [400, 2, 6]);
    }

    #[test]
    fn a_page_beyond_the_end_leads_back_to_the_last_one() {
        assert_eq!(links(9, 10, 25).prev.as_deref(), Some("http://h/v3/x?page=3&per_page=10&status=a%20b"));
    }
}
