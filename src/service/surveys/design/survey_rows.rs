//! The rows of a survey under construction: inserted many at a time, and deleted if the survey is not finished, or is
//! deleted.

use super::ids;
use super::stored_question::StoredQuestion;
use crate::service::store::effects::Effects;
use crate::service::store::ids::{IdKind, next_ids};
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Sql, SqlError, Value as Bound, first_row, values};
use crate::service::surveys::answers;
use crate::wire::dates::MINUTE;
use serde_json::{Value, json};

/// The delay after which rows of an unfinished survey are deleted.
const CLEANUP_DELAY: i64 = 60 * MINUTE;

/// Rows that one run deletes.
const CLEANUP_ROWS: i64 = 500;

/// Inserts the next pages, and appends their ids to `page_ids`.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn insert_pages(
    sql: &dyn Sql,
    survey_id: &str,
    page_ids: &mut Vec<String>,
    pages: Vec<[String; 2]>,
) -> Result<(), SqlError> {
    let mut rows = Vec::with_capacity(pages.len());
    for (id, [title, description]) in next_ids(sql, IdKind::Page, pages.len())?.zip(pages) {
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

/// Inserts questions, each with page index and position.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn insert_questions(
    sql: &dyn Sql,
    survey_id: &str,
    page_ids: &[String],
    questions: Vec<(usize, i64, StoredQuestion)>,
) -> Result<(), SqlError> {
    let (mut places, mut made): (Vec<(usize, i64)>, Vec<StoredQuestion>) = (Vec::new(), Vec::new());
    for (page, place, question) in questions {
        places.push((page, place));
        made.push(question);
    }
    ids::assign_ids(sql, made.iter_mut().map(|made| &mut made.text).collect())?;
    let mut rows = Vec::with_capacity(made.len());
    for ((id, (page, place)), StoredQuestion { text, cost }) in
        next_ids(sql, IdKind::Question, made.len())?.zip(places).zip(made)
    {
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

/// Schedules the deletion of an unfinished survey's rows.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn schedule_cleanup(ground: Effects, survey_id: &str) -> Result<(), SqlError> {
    job_queue::schedule(ground, JobKind::TakeAway, survey_id, ground.now.saturating_add(CLEANUP_DELAY))
}

/// Cancels the deletion of a survey's rows.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn cancel_cleanup(ground: Effects, survey_id: &str) -> Result<(), SqlError> {
    job_queue::complete(ground, JobKind::TakeAway, survey_id)
}

/// Deletes some rows of a survey that was not finished in time, or was deleted. For a deleted one, the subject also has
/// the owner's id, for the webhooks.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_rows(ground: Effects, subject: &str) -> Result<(), SqlError> {
    let (survey_id, owner) = subject.split_once(' ').unwrap_or((subject, ""));
    let is_there = first_row(ground.sql, "SELECT id FROM surveys WHERE id = ?", values![survey_id])?.is_some();
    let goes_on = || job_queue::schedule(ground, JobKind::TakeAway, subject, ground.now);
    if !is_there && !answers::delete_some(ground, survey_id, owner)? {
        return goes_on();
    }
    let mut left = CLEANUP_ROWS;
    for table in ["translated_texts", "questions", "pages"].into_iter().filter(|_| !is_there) {
        let sql = format!(
            "DELETE FROM {table}
             WHERE rowid IN (SELECT rowid FROM {table} WHERE survey_id = ? LIMIT ?)
             RETURNING 1 AS gone"
        );
        let gone = ground.sql.run(&sql, &[Bound::from(survey_id), left.into()])?.len();
        left = left.saturating_sub(i64::try_from(gone).unwrap_or(i64::MAX));
    }
    if left > 0 { cancel_cleanup(ground, subject) } else { goes_on() }
}
