//! The rows of a survey that is being made: written many at a time, and taken away if it is not finished, or deleted.

use super::ids;
use super::made::Made;
use crate::service::store::agenda::{self, Work};
use crate::service::store::ground::Ground;
use crate::service::store::ids::{Kind, several};
use crate::service::store::sql::{Sql, SqlError, Value as Bound, first, values};
use crate::service::surveys::answers;
use crate::wire::dates::MINUTE;
use serde_json::{Value, json};

/// When what was not finished is taken away.
const PATIENCE: i64 = 60 * MINUTE;

/// Rows that are taken away at once.
const AWAY: i64 = 500;

/// Writes the next pages, and adds their ids to those of the pages before.
pub fn pages(
    sql: &dyn Sql,
    survey_id: &str,
    page_ids: &mut Vec<String>,
    pages: Vec<[String; 2]>,
) -> Result<(), SqlError> {
    let mut rows = Vec::with_capacity(pages.len());
    for (id, [title, description]) in several(sql, Kind::Page, pages.len())?.zip(pages) {
        rows.push(json!([id, page_ids.len().saturating_add(1), title, description]));
        page_ids.push(id);
    }
    sql.run(
        "INSERT INTO pages (id, survey_id, position, title, description)
         SELECT value ->> 0, ?, value ->> 1, value ->> 2, value ->> 3
         FROM json_each(?)",
        values![survey_id, Value::Array(rows).to_string()],
    )?;
    Ok(())
}

/// Writes questions: each stands on one of the pages, at a place there.
pub fn questions(
    sql: &dyn Sql,
    survey_id: &str,
    page_ids: &[String],
    questions: Vec<(usize, i64, Made)>,
) -> Result<(), SqlError> {
    let (mut places, mut made): (Vec<(usize, i64)>, Vec<Made>) = (Vec::new(), Vec::new());
    for (page, place, question) in questions {
        places.push((page, place));
        made.push(question);
    }
    ids::give(sql, made.iter_mut().map(|made| &mut made.text).collect())?;
    let mut rows = Vec::with_capacity(made.len());
    for ((id, (page, place)), Made { text, cost }) in several(sql, Kind::Question, made.len())?.zip(places).zip(made) {
        rows.push(json!([id, page_ids.get(page), place, text, cost.cells, cost.shown]));
    }
    sql.run(
        "INSERT INTO questions (id, survey_id, page_id, position, body, cells, shown)
         SELECT value ->> 0, ?, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
         FROM json_each(?)",
        values![survey_id, Value::Array(rows).to_string()],
    )?;
    Ok(())
}

/// Notes that a survey is not finished.
pub fn watch(ground: Ground, survey_id: &str) -> Result<(), SqlError> {
    agenda::plan(ground, Work::TakeAway, survey_id, ground.now.plus(PATIENCE))
}

/// Notes that it is.
pub fn finished(ground: Ground, survey_id: &str) -> Result<(), SqlError> {
    agenda::cross_off(ground, Work::TakeAway, survey_id)
}

/// Takes away some of what was written of a survey that was not finished in time, or was deleted. Of the latter the
/// subject says the owner too: webhooks are told.
pub fn take_away(ground: Ground, subject: &str) -> Result<(), SqlError> {
    let (survey_id, owner) = subject.split_once(' ').unwrap_or((subject, ""));
    let is_there = first(ground.sql, "SELECT id FROM surveys WHERE id = ?", values![survey_id])?.is_some();
    let goes_on = || agenda::plan(ground, Work::TakeAway, subject, ground.now);
    if !is_there && !answers::take_away(ground, survey_id, owner)? {
        return goes_on();
    }
    let mut left = AWAY;
    for table in ["translated_texts", "questions", "pages"].into_iter().filter(|_| !is_there) {
        let sql = format!(
            "DELETE FROM {table}
             WHERE rowid IN (SELECT rowid FROM {table} WHERE survey_id = ? LIMIT ?)
             RETURNING 1 AS gone"
        );
        let gone = ground.sql.run(&sql, &[Bound::from(survey_id), left.into()])?.len();
        left = left.saturating_sub(i64::try_from(gone).unwrap_or(i64::MAX));
    }
    if left > 0 { finished(ground, subject) } else { goes_on() }
}
