//! What a synchronisation reads of a page: its size, the total, and each response's id and time of change.

use crate::wire::check::{Expected, Mismatch};
use crate::wire::dates::{SECOND, parse_date};
use crate::wire::json::{Reader, ValueKind};
use crate::wire::text::parse_number;

/// A page of `surveys.responses.bulk`, `surveys.responses.list` or the legacy list of respondents.
#[derive(Debug, Default)]
pub struct SyncPage {
    /// Number of responses that a page can have, as the service gives it.
    pub size: Option<u32>,
    /// Number of responses that the filter lets through. The legacy list has none.
    pub total: Option<u32>,
    /// The responses in the order of the page.
    pub rows: Vec<SyncRow>,
    /// True if the user's plan withholds responses.
    pub is_restricted: bool,
}

/// A response on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncRow {
    /// Its id.
    pub id: String,
    /// Second of its last change since 1970; 0 on a page that has no times.
    pub second: i64,
}

/// Which list a page is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// `surveys.responses.bulk`.
    Bulk,
    /// `surveys.responses.list`: ids alone.
    Ids,
    /// The legacy list, as the service answers it or as the SDK's `respondents` returns it.
    Respondents,
}

impl SyncPage {
    /// Reads a page.
    ///
    /// # Errors
    ///
    /// The first value that is not as documented.
    pub fn read(body: &[u8], listing: Listing) -> Result<SyncPage, Box<Mismatch>> {
        let mut page = SyncPage::default();
        let mut reader = Reader::new(body);
        page.read_members(&mut reader, listing)?;
        reader.expect_end()?;
        if listing == Listing::Respondents {
            // The SDK counts what it has listed, which says nothing about the rest.
            page.total = None;
        } else if page.total.is_none() {
            return Err(Mismatch::at_cursor(Expected::Given).in_field("total"));
        }
        Ok(page)
    }

    fn read_members(&mut self, reader: &mut Reader, listing: Listing) -> Result<(), Box<Mismatch>> {
        if reader.peek_kind()? != ValueKind::Object {
            return Err(Mismatch::at_cursor(Expected::Object));
        }
        reader.begin_object()?;
        while let Some(key) = reader.next_key()? {
            let kind = reader.peek_kind()?;
            if (key.equals("data") || key.equals("respondents")) && kind == ValueKind::Array {
                self.read_rows(reader, listing)?;
            } else if key.equals("data") && kind == ValueKind::Object {
                self.read_members(reader, listing)?;
            } else if (key.equals("per_page") || key.equals("page_size")) && kind == ValueKind::Number {
                self.size = read_count(reader)?.filter(|size| *size > 0);
            } else if key.equals("total") && kind == ValueKind::Number {
                self.total = read_count(reader)?;
            } else {
                self.is_restricted |= key.equals("upgrade_info") && kind != ValueKind::Null;
                reader.skip_value()?;
            }
        }
        Ok(())
    }

    fn read_rows(&mut self, reader: &mut Reader, listing: Listing) -> Result<(), Box<Mismatch>> {
        reader.begin_array()?;
        while reader.next_item()? {
            let (mut id, mut second) = (None, None);
            reader.begin_object()?;
            while let Some(key) = reader.next_key()? {
                let kind = reader.peek_kind()?;
                if kind != ValueKind::Text {
                    reader.skip_value()?;
                } else if key.equals("id") || key.equals("respondent_id") {
                    id = Some(reader.read_text()?.decode()?.into_owned());
                } else if key.equals("date_modified") {
                    second = second_of(&reader.read_text()?.decode()?);
                } else {
                    reader.skip_value()?;
                }
            }
            let missing = |name: &str| Mismatch::at_cursor(Expected::Given).in_field(name).in_field("data[]");
            let id = id.ok_or_else(|| missing("id"))?;
            let second = match listing {
                Listing::Ids => 0,
                Listing::Bulk | Listing::Respondents => second.ok_or_else(|| missing("date_modified"))?,
            };
            self.rows.push(SyncRow { id, second });
        }
        Ok(())
    }

    /// True if the page has all responses that the filter lets through, provided that it is the first page.
    #[must_use]
    pub fn is_whole(&self, asked: u32) -> bool {
        let rows = self.count();
        self.total.map_or(rows < self.size.unwrap_or(asked), |total| rows >= total)
    }

    /// Number of responses on the page.
    #[must_use]
    pub fn count(&self) -> u32 {
        u32::try_from(self.rows.len()).unwrap_or(u32::MAX)
    }

    /// The latest change on the page.
    #[must_use]
    pub fn newest(&self) -> Option<i64> {
        self.rows.iter().map(|row| row.second).max()
    }
}

fn read_count(reader: &mut Reader) -> Result<Option<u32>, Box<Mismatch>> {
    Ok(parse_number(reader.read_number()?).and_then(|number| u32::try_from(number).ok()))
}

/// The second of a date since 1970.
#[must_use]
pub fn second_of(date: &str) -> Option<i64> {
    parse_date(date).and_then(|time| time.0.checked_div_euclid(SECOND))
}
