//! What is known of a survey between two requests of a synchronisation, and its JSON, which is stored with the rows.
//!
//! The state is written after the rows that it covers. If the program ends between the two, the older state repeats
//! rows, which is harmless.

use super::page::second_of;
use super::walk::{Group, Walk};
use crate::results::json::JsonOut;
use crate::wire::check::{Expected, Mismatch};
use crate::wire::dates::{SECOND, Timestamp};
use crate::wire::json::{JsonError, Reader, ValueKind};
use crate::wire::text::parse_number;

/// The page size that is asked for until the service gives a smaller one.
pub const LARGEST_PAGE: u32 = 1_000;

/// The state of a survey's synchronisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncState {
    /// Second of the latest change that is known: every response that was last changed before it is held. It only
    /// grows, and is a time of the service, never of this computer.
    pub cursor: Option<i64>,
    /// True if the number of responses held was the service's, after the last probe.
    pub is_complete: bool,
    /// True if the seconds before the cursor were read a second time, later, and nothing in them was new.
    pub is_settled: bool,
    /// Number of responses that the service has, as it last gave it.
    pub total: Option<u32>,
    /// Number of responses on a page, as the service last gave it.
    pub page_size: u32,
    /// The largest page that is asked for: less than [`LARGEST_PAGE`] after a refusal of pages with too many bytes.
    pub largest_page: u32,
    /// Number of respondents on a page of the legacy list.
    pub list_size: u32,
    /// The cursor when every response was last compared.
    pub audited: Option<i64>,
    /// True unless the legacy list was refused in the audit under way.
    pub has_respondents: bool,
    /// A reading of changes that has not ended.
    pub reading: Option<Walk>,
    /// A comparison of all responses that has not ended.
    pub audit: Option<Audit>,
}

/// A comparison of all responses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Audit {
    /// Where the list goes on.
    pub walk: Walk,
    /// True if the list has been read to its end.
    pub is_listed: bool,
    /// The latest change that was listed.
    pub newest: Option<i64>,
    /// What differs and is still to be fetched.
    pub fetch: Vec<Walk>,
}

impl Default for SyncState {
    fn default() -> SyncState {
        SyncState {
            cursor: None,
            is_complete: false,
            is_settled: false,
            total: None,
            page_size: LARGEST_PAGE,
            largest_page: LARGEST_PAGE,
            list_size: LARGEST_PAGE,
            audited: None,
            has_respondents: true,
            reading: None,
            audit: None,
        }
    }
}

impl SyncState {
    /// Raises the cursor to a second.
    pub fn raise_cursor(&mut self, second: Option<i64>) {
        if second > self.cursor {
            self.cursor = second;
            self.is_settled = false;
        }
    }

    /// The state as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        JsonOut::document(|json| {
            json.member("cursor", self.cursor.map(utc_text));
            json.member("complete", self.is_complete);
            json.member("settled", self.is_settled);
            json.member("total", self.total);
            json.member("page_size", self.page_size);
            json.member("largest_page", self.largest_page);
            json.member("list_size", self.list_size);
            json.member("audited", self.audited.map(utc_text));
            json.member("respondents", self.has_respondents);
            if let Some(walk) = &self.reading {
                json.name("reading").object(|json| write_walk(json, walk));
            }
            if let Some(audit) = &self.audit {
                json.name("audit").object(|json| {
                    json.name("walk").object(|json| write_walk(json, &audit.walk));
                    json.member("listed", audit.is_listed);
                    json.member("newest", audit.newest.map(utc_text));
                    json.objects("fetch", &audit.fetch, write_walk);
                });
            }
        })
    }

    /// Reads the JSON of a state; an empty text is the state before the first synchronisation. Members that are not
    /// known are skipped.
    ///
    /// # Errors
    ///
    /// If the text is neither empty nor such JSON.
    pub fn from_json(text: &str) -> Result<SyncState, Box<Mismatch>> {
        let mut state = SyncState::default();
        if text.is_empty() {
            return Ok(state);
        }
        let mut reader = Reader::new(text.as_bytes());
        if reader.peek_kind()? != ValueKind::Object {
            return Err(Mismatch::at_cursor(Expected::Object));
        }
        read_object(&mut reader, &mut |key, reader| {
            match key {
                "cursor" => state.cursor = read_date(reader)?,
                "complete" => state.is_complete = reader.read_boolean()?,
                "settled" => state.is_settled = reader.read_boolean()?,
                "total" => state.total = read_count(reader)?,
                "page_size" => state.page_size = read_size(reader)?,
                "largest_page" => state.largest_page = read_size(reader)?,
                "list_size" => state.list_size = read_size(reader)?,
                "audited" => state.audited = read_date(reader)?,
                "respondents" => state.has_respondents = reader.read_boolean()?,
                "reading" => state.reading = Some(read_walk(reader)?),
                "audit" => state.audit = Some(read_audit(reader)?),
                _ => reader.skip_value()?,
            }
            Ok(())
        })?;
        reader.expect_end()?;
        Ok(state)
    }
}

/// A second as the service's filters take it.
#[must_use]
pub fn date_text(second: i64) -> String {
    Timestamp(second.saturating_mul(SECOND)).iso_without_offset().0
}

/// A second as it is stored.
fn utc_text(second: i64) -> String {
    date_text(second) + "Z"
}

fn write_walk(json: &mut JsonOut, walk: &Walk) {
    json.member("from", walk.from.map(utc_text));
    json.member("until", walk.until.map(utc_text));
    if let Some(group) = walk.group {
        json.member("page", group.page);
        json.member("total", group.total);
        json.member("passes", group.passes);
    }
}

/// Reads an object. The function must read the value of each member.
fn read_object(
    reader: &mut Reader,
    member: &mut dyn FnMut(&str, &mut Reader) -> Result<(), JsonError>,
) -> Result<(), JsonError> {
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        member(&key.decode()?, reader)?;
    }
    Ok(())
}

fn read_walks(reader: &mut Reader) -> Result<Vec<Walk>, JsonError> {
    let mut walks = Vec::new();
    reader.begin_array()?;
    while reader.next_item()? {
        walks.push(read_walk(reader)?);
    }
    Ok(walks)
}

fn read_count(reader: &mut Reader) -> Result<Option<u32>, JsonError> {
    if reader.peek_kind()? == ValueKind::Null {
        reader.read_null()?;
        return Ok(None);
    }
    Ok(parse_number(reader.read_number()?).and_then(|number| u32::try_from(number).ok()))
}

fn read_size(reader: &mut Reader) -> Result<u32, JsonError> {
    Ok(read_count(reader)?.unwrap_or(LARGEST_PAGE).clamp(1, LARGEST_PAGE))
}

fn read_date(reader: &mut Reader) -> Result<Option<i64>, JsonError> {
    if reader.peek_kind()? == ValueKind::Null {
        reader.read_null()?;
        return Ok(None);
    }
    second_of(&reader.read_text()?.decode()?).map(Some).ok_or(JsonError)
}

fn read_walk(reader: &mut Reader) -> Result<Walk, JsonError> {
    let mut walk = Walk::default();
    let mut group = Group::FIRST;
    let mut has_group = false;
    read_object(reader, &mut |key, reader| {
        match key {
            "from" => walk.from = read_date(reader)?,
            "until" => walk.until = read_date(reader)?,
            "page" => {
                has_group = true;
                group.page = read_count(reader)?.unwrap_or(1).max(1);
            }
            "total" => group.total = read_count(reader)?,
            "passes" => group.passes = read_count(reader)?.unwrap_or(0),
            _ => reader.skip_value()?,
        }
        Ok(())
    })?;
    walk.group = has_group.then_some(group);
    Ok(walk)
}

fn read_audit(reader: &mut Reader) -> Result<Audit, JsonError> {
    let mut audit = Audit::default();
    read_object(reader, &mut |key, reader| {
        match key {
            "walk" => audit.walk = read_walk(reader)?,
            "listed" => audit.is_listed = reader.read_boolean()?,
            "newest" => audit.newest = read_date(reader)?,
            "fetch" => audit.fetch = read_walks(reader)?,
            _ => reader.skip_value()?,
        }
        Ok(())
    })?;
    Ok(audit)
}
