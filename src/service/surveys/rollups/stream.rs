//! A stream of responses, read some at a time, so that memory stays bounded and no chunk takes long.

use crate::service::actor::chunked_work::{CHUNK_RESPONSE_BYTES, RESPONSE_COST_BYTES};
use crate::service::store::filter::Filter;
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::service::surveys::answers::AnswerReader;
use crate::spec::resources::responses::{CollectionMode, ResponsePage};
use crate::wire::dates::Timestamp;
use crate::wire::payload;

/// Responses that are read together at most.
const BATCH_SIZE: i64 = 200;

/// Responses that one chunk looks through at most: a filter may fit few of them.
const WINDOW_SIZE: i64 = 2000;

/// Earlier than any response, and still an integer that the platform can represent.
const EARLIEST: Timestamp = Timestamp(-9_007_199_254_740_991);
/// Later than any response.
const LATEST: Timestamp = Timestamp(9_007_199_254_740_991);

/// A range of responses by their number, from 1.
#[derive(Debug, Clone, Copy)]
pub struct ResponseRange {
    /// The first.
    pub first: u64,
    /// The last.
    pub last: u64,
}

impl ResponseRange {
    /// All of them.
    pub const ALL: ResponseRange = ResponseRange { first: 1, last: u64::MAX };
}

/// The progress in the responses.
pub struct ResponseStream {
    range: ResponseRange,
    after: (Timestamp, String),
    /// The last response of the window that is read, unless it ends with the survey.
    window_end: Option<(Timestamp, String)>,
    number: u64,
    /// How many were passed on.
    pub seen: u64,
    /// A large response that takes several chunks.
    large: Option<(Timestamp, AnswerReader)>,
}

impl ResponseStream {
    /// Starts reading.
    pub fn from_range(range: ResponseRange) -> ResponseStream {
        ResponseStream { range, after: (EARLIEST, String::new()), window_end: None, number: 0, seen: 0, large: None }
    }

    /// Starts reading after a response, which is identified by when it was started and its id.
    pub fn after_response(created: Timestamp, id: String) -> ResponseStream {
        ResponseStream { after: (created, id), ..ResponseStream::from_range(ResponseRange::ALL) }
    }

    /// Passes some responses of a survey that match the filter and are not previews to `on_response`: when each was
    /// started, and its answers; of a large response, some questions at a time. Returns whether there are no more.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn read_batch(
        &mut self,
        sql: &dyn Sql,
        survey_id: &str,
        filter: &Filter,
        on_response: &mut dyn FnMut(Timestamp, &[ResponsePage]),
    ) -> Result<bool, SqlError> {
        if let Some((started, split)) = self.large.as_mut().filter(|(_, split)| !split.is_read()) {
            let questions = split.take_some().into_iter().flatten().map(|(_, question)| question).collect();
            on_response(*started, &[ResponsePage { id: "".into(), questions }]);
            return Ok(false);
        }
        self.large = None;
        let place = |row: &Row| (row.timestamp("created"), row.text("id"));
        if self.window_end.is_none() {
            let end = first_row(
                sql,
                "SELECT created, id
                 FROM responses
                 WHERE survey_id = ? AND (created, id) > (?, ?)
                 ORDER BY created, id
                 LIMIT 1 OFFSET ?",
                values![survey_id, self.after.0, self.after.1.as_str(), WINDOW_SIZE],
            )?;
            self.window_end = end.as_ref().map(place);
        }
        let (last_created, last_id) = self.window_end.clone().unwrap_or((LATEST, String::new()));
        let next = |column: &str, most: i64| {
            let statement = format!(
                "SELECT id, created, {column}
                 FROM responses
                 WHERE {}
                   AND mode <> ?
                   AND (created, id) > (?, ?)
                   AND (created, id) <= (?, ?)
                 ORDER BY created, id
                 LIMIT ?",
                filter.where_clause()
            );
            let preview = CollectionMode::SurveyPreview.as_str();
            let (created, id) = (self.after.0, self.after.1.as_str());
            let more = values![preview, created, id, last_created, last_id.as_str(), most];
            sql.run(&statement, &filter.bind_values(more))
        };
        // Only the sizes are read first, so that no answers are read that this chunk does not use.
        let ahead = next("OCTET_LENGTH(pages) AS size", BATCH_SIZE)?;
        let fitting = fitting_count(&ahead, CHUNK_RESPONSE_BYTES);
        let rows = next("pages", i64::try_from(fitting).unwrap_or(BATCH_SIZE))?;
        for row in &rows {
            self.number = self.number.saturating_add(1);
            if self.number > self.range.last {
                return Ok(true);
            }
            if self.number >= self.range.first {
                self.seen = self.seen.saturating_add(1);
                let (started, stored) = (row.timestamp("created"), row.text("pages"));
                if stored.len() > CHUNK_RESPONSE_BYTES {
                    self.large = AnswerReader::parse_stored(&stored).map(|split| (started, split));
                } else {
                    let pages: Vec<ResponsePage> = payload::from_value(row.json("pages")).unwrap_or_default();
                    on_response(started, &pages);
                }
            }
        }
        if let Some(last) = rows.last() {
            self.after = place(last);
        }
        let is_read = self.large.is_none()
            && fitting == ahead.len()
            && ahead.len() < usize::try_from(BATCH_SIZE).unwrap_or(usize::MAX);
        if !is_read {
            return Ok(false);
        }
        let Some(end) = self.window_end.take() else { return Ok(true) };
        self.after = end;
        Ok(false)
    }
}

/// How many responses of these sizes one chunk reads: at least one.
pub fn fitting_count(sizes: &[Row], bytes_max: usize) -> usize {
    let mut bytes = 0_usize;
    let fits = |row: &&Row| {
        bytes = bytes
            .saturating_add(usize::try_from(row.integer("size")).unwrap_or(bytes_max))
            .saturating_add(RESPONSE_COST_BYTES);
        bytes <= bytes_max
    };
    sizes.iter().take_while(fits).count().max(sizes.len().min(1))
}
