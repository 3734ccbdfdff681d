//! The responses that are counted, some at a time in the order in which they were begun: memory stays flat.

use crate::service::filter::Filter;
use crate::service::sql::{Sql, SqlError, values};
use crate::spec::resources::responses::{CollectionMode, ResponsePage};
use crate::wire::dates::Moment;
use crate::wire::payload;

/// Responses that are read together.
const BATCH: i64 = 500;

/// Earlier than any response, and still an integer that the platform can hold.
const BEGINNING: Moment = Moment(-9_007_199_254_740_991);

/// Which of the responses are counted, by their number from 1.
#[derive(Debug, Clone, Copy)]
pub struct Range {
    /// The first.
    pub first: u64,
    /// The last.
    pub last: u64,
}

impl Range {
    /// All of them.
    pub const ALL: Range = Range { first: 1, last: u64::MAX };
}

/// Shows each response that passes the filter and is no preview: when it was begun, and what was answered. Returns how many there were.
pub fn each(
    sql: &dyn Sql,
    filter: &Filter,
    range: Range,
    look: &mut dyn FnMut(Moment, &[ResponsePage]),
) -> Result<u64, SqlError> {
    let statement = format!(
        "SELECT id, created, pages
         FROM responses
         WHERE {}
           AND mode <> ?
           AND (created, id) > (?, ?)
         ORDER BY created, id
         LIMIT ?",
        filter.sql()
    );
    let preview = CollectionMode::SurveyPreview.as_str();
    let (mut after, mut number, mut seen) = ((BEGINNING, String::new()), 0_u64, 0_u64);
    loop {
        let rows = sql.run(&statement, &filter.values(values![preview, after.0, after.1.as_str(), BATCH]))?;
        let Some(last) = rows.last() else { return Ok(seen) };
        after = (last.moment("created"), last.text("id"));
        for row in &rows {
            number = number.saturating_add(1);
            if number > range.last {
                return Ok(seen);
            }
            if number >= range.first {
                let pages: Vec<ResponsePage> = payload::read(row.json("pages")).unwrap_or_default();
                look(row.moment("created"), &pages);
                seen = seen.saturating_add(1);
            }
        }
    }
}
