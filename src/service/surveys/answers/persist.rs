//! The only place where responses are inserted, changed and deleted, so that counts, recipients and webhooks always
//! follow.

use super::record::Record;
use super::response_events;
use crate::service::store::effects::Effects;
use crate::service::store::filter::json_list;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Row, SqlError, Value, first_row, values};
use crate::service::surveys::recipients;
use crate::spec::resources::collectors::{AnonymousType, CollectorStatus};
use crate::spec::resources::responses::{CollectionMode, ResponseStatus};
use crate::spec::resources::webhooks::EventType;

/// The columns of a response that every update sets, in the order of [`column_values`]. `created` is none of them: an
/// update writes the entries of all indexes with a column that it sets, whether or not the value changes.
const COLUMNS: &str = "recipient_id, status, mode, email, first_name, last_name, ip, custom_value, total_time, body,
    pages, modified";

const PARAMETERS: &str = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?";

/// The values of [`COLUMNS`]; `pages` is the JSON of the answers.
fn column_values(record: &Record, pages: String) -> Vec<Value> {
    vec![
        record.recipient_id.as_str().into(),
        record.status.as_str().into(),
        record.mode.as_str().into(),
        record.email.as_str().into(),
        record.first_name.as_str().into(),
        record.last_name.as_str().into(),
        record.ip.as_str().into(),
        record.custom_value.as_str().into(),
        record.total_time.into(),
        record.extra_fields().to_string().into(),
        pages.into(),
        record.modified.into(),
    ]
}

/// Inserts a new response and sets its id. `pages` is the JSON of its answers. Data that an anonymous collector must
/// not store is removed from the record.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn insert_response(effects: Effects, record: &mut Record, pages: String) -> Result<(), SqlError> {
    let counted = if is_preview(record) { None } else { count_response(effects, record)? };
    match &counted {
        Some(collector) => remove_hidden(effects, record, &collector.text("anonymous"))?,
        None => anonymize(effects, record)?,
    }
    record.id = ids::next_id(effects.sql, IdKind::Response)?;
    let statement = format!(
        "INSERT INTO responses (id, survey_id, collector_id, {COLUMNS}, created)
         VALUES (?, ?, ?, {PARAMETERS}, ?)"
    );
    let mut parameters = values![record.id.as_str(), record.survey_id.as_str(), record.collector_id.as_str()].to_vec();
    parameters.extend(column_values(record, pages));
    parameters.push(record.created.into());
    effects.sql.run(&statement, &parameters)?;
    if is_preview(record) {
        return Ok(());
    }
    if counted.is_some_and(|collector| collector.boolean("is_full")) {
        close_collector(effects, record)?;
    }
    response_events::emit(effects, record, EventType::ResponseCreated, response_events::of_status(record.status))
}

/// Updates a response. `pages` is the JSON of its answers, `before` its previous status, and `is_redated` says whether
/// the date of its start was changed. The record may name a recipient who is known to the caller only; if the collector
/// is anonymous, it is removed here.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn update_response(
    effects: Effects,
    record: &mut Record,
    pages: String,
    before: ResponseStatus,
    is_redated: bool,
) -> Result<(), SqlError> {
    anonymize(effects, record)?;
    let created = if is_redated { ", created = ?" } else { "" };
    let statement = format!(
        "UPDATE responses
         SET ({COLUMNS}) = ({PARAMETERS}){created}
         WHERE id = ?"
    );
    let mut parameters = column_values(record, pages);
    parameters.extend(is_redated.then(|| record.created.into()));
    parameters.push(record.id.as_str().into());
    effects.sql.run(&statement, &parameters)?;
    if is_preview(record) {
        return Ok(());
    }
    let event = response_events::of_status(record.status).filter(|_| record.status != before);
    response_events::emit(effects, record, EventType::ResponseUpdated, event)
}

/// Deletes the files of a response that the JSON of its answers does not name.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn delete_unnamed_files(effects: Effects, response_id: &str, pages: &str) -> Result<(), SqlError> {
    let statement = "DELETE FROM files WHERE response_id = ? AND instr(?, '/files/' || id) = 0";
    effects.sql.run(statement, values![response_id, pages]).map(drop)
}

/// Deletes a response.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_response(effects: Effects, record: &Record) -> Result<(), SqlError> {
    effects.sql.run("DELETE FROM responses WHERE id = ?", values![record.id.as_str()])?;
    if is_preview(record) {
        return Ok(());
    }
    adjust_counts(effects, &record.survey_id, &record.collector_id, -1)?;
    response_events::emit(effects, record, EventType::ResponseDeleted, None)
}

/// Whether a response is a preview, which is not counted and not reported to webhooks.
fn is_preview(record: &Record) -> bool {
    record.mode == CollectionMode::SurveyPreview
}

/// Bytes of a response's row: an SQL expression.
pub const ROW_BYTES: &str = "OCTET_LENGTH(pages) + OCTET_LENGTH(body) + OCTET_LENGTH(custom_value)";

/// Responses whose sizes are read in advance, and the most that are deleted at once.
const LOOKAHEAD: i64 = 100;

/// Bytes of responses and their files that are deleted at once; a single larger response is still deleted.
const DELETE_BYTES: i64 = 500_000;

/// Deletes some responses of a deleted survey, whose owner is passed for its webhooks. Returns whether none is left.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_some(effects: Effects, survey_id: &str, owner: &str) -> Result<bool, SqlError> {
    let (rows, is_last) = delete_chunk(effects, "survey_id = ?", values![survey_id])?;
    response_events::emit_deleted(effects, &rows, Some(owner))?;
    Ok(is_last)
}

/// Deletes some of the responses that match a condition. Returns what events and counts need of those that are no
/// previews, and whether none is left.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_chunk(effects: Effects, condition: &str, parameters: &[Value]) -> Result<(Vec<Row>, bool), SqlError> {
    // Files are deleted with their response.
    let sizes = format!(
        "SELECT id, {ROW_BYTES} + COALESCE(
             (SELECT SUM(OCTET_LENGTH(content)) FROM files WHERE response_id = responses.id), 0) AS size
         FROM responses
         WHERE {condition}
         LIMIT ?"
    );
    let ahead = effects.sql.run(&sizes, &[parameters, values![LOOKAHEAD]].concat())?;
    let mut bytes = 0_i64;
    let fits = |row: &&Row| {
        let fits = bytes == 0 || bytes.saturating_add(row.integer("size")) <= DELETE_BYTES;
        bytes = bytes.saturating_add(row.integer("size"));
        fits
    };
    let ids: Vec<String> = ahead.iter().take_while(fits).map(|row| row.text("id")).collect();
    let mut rows = effects.sql.run(
        "DELETE FROM responses
         WHERE id IN (SELECT value FROM json_each(?))
         RETURNING id, survey_id, collector_id, recipient_id, mode",
        &[json_list(ids.iter().map(String::as_str))],
    )?;
    rows.retain(|row| row.text("mode") != CollectionMode::SurveyPreview.as_str());
    let is_last = ids.len() < usize::try_from(LOOKAHEAD).unwrap_or(usize::MAX) && ids.len() == ahead.len();
    Ok((rows, is_last))
}

/// Removes from a response what its collector must not store.
fn anonymize(effects: Effects, record: &mut Record) -> Result<(), SqlError> {
    let row = first_row(
        effects.sql,
        "SELECT json_extract(body, '$.anonymous_type') AS anonymous
         FROM collectors
         WHERE id = ?",
        values![record.collector_id.as_str()],
    )?;
    row.map_or(Ok(()), |row| remove_hidden(effects, record, &row.text("anonymous")))
}

/// Removes from a response what a collector of this anonymity must not store. The recipient's status is recorded first.
fn remove_hidden(effects: Effects, record: &mut Record, anonymous_type: &str) -> Result<(), SqlError> {
    let anonymous_type = AnonymousType::parse(anonymous_type);
    if !matches!(anonymous_type, None | Some(AnonymousType::NotAnonymous)) {
        record.ip.clear();
    }
    if anonymous_type == Some(AnonymousType::FullyAnonymous) {
        if !record.recipient_id.is_empty() {
            recipients::mark_responded(effects, &record.recipient_id, record.status)?;
            record.recipient_id.clear();
        }
        record.set_respondent("", "", "");
    }
    Ok(())
}

/// Changes the number of responses of a survey and a collector.
///
/// # Errors
///
/// Fails if a statement fails.
pub(super) fn adjust_counts(
    effects: Effects,
    survey_id: &str,
    collector_id: &str,
    change: i64,
) -> Result<(), SqlError> {
    effects.sql.run(
        "UPDATE surveys
         SET response_count = MAX(response_count + ?, 0)
         WHERE id = ?",
        values![change, survey_id],
    )?;
    effects.sql.run(
        "UPDATE collectors
         SET response_count = MAX(response_count + ?, 0)
         WHERE id = ?",
        values![change, collector_id],
    )?;
    Ok(())
}

/// Counts a new response. Returns what it depends on: the collector's anonymity, and whether this response reaches the
/// limit of a collector that is not closed. `None` if there is no such collector.
fn count_response(effects: Effects, record: &Record) -> Result<Option<Row>, SqlError> {
    effects.sql.run(
        "UPDATE surveys
         SET response_count = response_count + 1
         WHERE id = ?",
        values![record.survey_id.as_str()],
    )?;
    first_row(
        effects.sql,
        "UPDATE collectors
         SET response_count = response_count + 1
         WHERE id = ?
         RETURNING json_extract(body, '$.anonymous_type') AS anonymous,
                   status <> ? AND response_count >= json_extract(body, '$.response_limit') AS is_full",
        values![record.collector_id.as_str(), CollectorStatus::Closed.as_str()],
    )
}

/// Closes a collector whose limit is reached.
fn close_collector(effects: Effects, record: &Record) -> Result<(), SqlError> {
    effects.sql.run(
        "UPDATE collectors
         SET status = ?, modified = ?
         WHERE id = ?",
        values![CollectorStatus::Closed.as_str(), effects.now, record.collector_id.as_str()],
    )?;
    let ids = [String::new(), String::new(), record.collector_id.clone(), record.survey_id.clone()];
    response_events::emit_for_subscribers(effects, &ids, &[EventType::CollectorUpdated])
}
