//! Lifelike surveys of the seed: one with all kinds of questions for each wanted number of responses.

use super::Lifelike;
use crate::service::sandbox::demo::design::{DemoSurvey, SEEDED};
use crate::service::sandbox::demo::people::DemoPerson;
use crate::service::sandbox::demo::store;
use crate::service::sandbox::demo::surveys::visitors::VISITORS;
use crate::service::store::sql::{Sql, SqlError};
use std::ops::Range;

/// The titles of the surveys, by their index.
const TITLES: [&str; 10] = [
    "Visitor survey 2025",
    "Visitor survey: summer",
    "Visitor survey: members",
    "Visitor survey: schools",
    "Visitor survey: evenings",
    "Visitor survey: garden",
    "Visitor survey: archive",
    "Visitor survey: concerts",
    "Visitor survey: guided tours",
    "Visitor survey: families",
];

fn survey_at(index: u64) -> DemoSurvey {
    let title = usize::try_from(index).ok().and_then(|index| TITLES.get(index)).unwrap_or(&VISITORS.title);
    DemoSurvey { number: SEEDED.saturating_add(index), title, ..VISITORS }
}

/// Writes the survey with this index, without responses.
///
/// # Errors
///
/// When a statement fails.
pub fn insert_survey(index: u64, owner: &DemoPerson, sql: &dyn Sql) -> Result<(), SqlError> {
    let survey = survey_at(index);
    store::insert_survey("", &survey, owner, sql)?;
    // The table has shares in place of numbers.
    store::count_responses(&survey, sql)
}

/// Writes a range of the responses of a survey, whose numbers count from 0. The last range also counts all of them.
///
/// # Errors
///
/// When a statement fails.
pub fn insert_responses(seed: u32, index: u64, total: u64, range: Range<u64>, sql: &dyn Sql) -> Result<(), SqlError> {
    let survey = survey_at(index);
    let Some(story) = survey.story else { return Ok(()) };
    let is_last = range.end == total;
    let lifelike = Lifelike::new(&survey, story, u64::from(seed).saturating_mul(31).saturating_add(index), total);
    for number in range {
        store::insert_response(&survey, &lifelike.make_response(number.saturating_add(1)), sql)?;
    }
    if is_last { store::count_responses(&survey, sql) } else { Ok(()) }
}
