//! The only place where responses are inserted, changed and deleted, so that counts, recipients and webhooks always
//! follow.

use super::record::Record;
use crate::service::store::effects::Effects;
use crate::service::store::events::{Event, emit_event, emit_events};
use crate::service::store::filter::json_list;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Row, SqlError, Value, first_row, values};
use crate::service::surveys::recipients;
use crate::spec::events::DeliveryResources;
use crate::spec::resources::collectors::{AnonymousType, CollectorStatus};
use crate::spec::resources::recipients::RecipientResponseStatus;
use crate::spec::resources::responses::{CollectionMode, ResponseStatus};
use crate::spec::resources::webhooks::EventType;

/// The columns of a response that an update may change, in the order of [`column_values`].
const COLUMNS: &str = "recipient_id, status, mode, email, first_name, last_name, ip, custom_value, total_time, body,
    pages, created, modified";

const PARAMETERS: &str = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?";

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
        record.created.into(),
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
    anonymize(effects, record)?;
    record.id = ids::next_id(effects.sql, IdKind::Response)?;
    let statement = format!(
        "INSERT INTO responses (id, survey_id, collector_id, {COLUMNS})
         VALUES (?, ?, ?, {PARAMETERS})"
    );
    let mut parameters = values![record.id.as_str(), record.survey_id.as_str(), record.collector_id.as_str()].to_vec();
    parameters.extend(column_values(record, pages));
    effects.sql.run(&statement, &parameters)?;
    if is_preview(record) {
        return Ok(());
    }
    adjust_counts(effects, &record.survey_id, &record.collector_id, 1)?;
    close_if_full(effects, record)?;
    emit_response_event(effects, &event_ids(record), EventType::ResponseCreated)?;
    status_event(record.status).map_or(Ok(()), |kind| emit_response_event(effects, &event_ids(record), kind))
}

/// Updates a response. `pages` is the JSON of its answers, `before` its previous status. The record may name a
/// recipient who is known to the caller only; if the collector is anonymous, it is removed here.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn update_response(
    effects: Effects,
    record: &mut Record,
    pages: String,
    before: ResponseStatus,
) -> Result<(), SqlError> {
    anonymize(effects, record)?;
    let statement = format!(
        "UPDATE responses
         SET ({COLUMNS}) = ({PARAMETERS})
         WHERE id = ?"
    );
    let mut parameters = column_values(record, pages);
    parameters.push(record.id.as_str().into());
    effects.sql.run(&statement, &parameters)?;
    if is_preview(record) {
        return Ok(());
    }
    emit_response_event(effects, &event_ids(record), EventType::ResponseUpdated)?;
    let event = status_event(record.status).filter(|_| record.status != before);
    event.map_or(Ok(()), |kind| emit_response_event(effects, &event_ids(record), kind))
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
    emit_response_event(effects, &event_ids(record), EventType::ResponseDeleted)
}

/// Whether a response is a preview, which is not counted and not reported to webhooks.
fn is_preview(record: &Record) -> bool {
    record.mode == CollectionMode::SurveyPreview
}

/// Deletes every response of a collector, some at a time so that memory stays bounded. Its recipients can start again,
/// including anonymous ones.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn clear_responses(effects: Effects, collector_id: &str) -> Result<(), SqlError> {
    effects.sql.run("UPDATE recipients SET response_status = NULL WHERE collector_id = ?", values![collector_id])?;
    effects.sql.run(
        "DELETE FROM respondent_progress
         WHERE id IN (SELECT collector_id || '.' || id FROM recipients WHERE collector_id = ?)",
        values![collector_id],
    )?;
    loop {
        let rows = effects.sql.run(
            "DELETE FROM responses
             WHERE id IN (SELECT id FROM responses WHERE collector_id = ? LIMIT 500)
             RETURNING id, survey_id, collector_id, recipient_id",
            values![collector_id],
        )?;
        let Some(survey_id) = rows.first().map(|row| row.text("survey_id")) else { return Ok(()) };
        adjust_counts(effects, &survey_id, collector_id, i64::try_from(rows.len()).unwrap_or(0).saturating_neg())?;
        let owner = survey_owner(effects, &survey_id)?;
        emit_deleted_events(effects, &rows, owner.as_deref())?;
    }
}

/// Responses whose sizes are read in advance.
const LOOKAHEAD: i64 = 200;

/// Bytes of responses that are deleted at once; a single larger response is still deleted.
const DELETE_BYTES: i64 = 500_000;

/// Deletes some responses of a deleted survey, whose owner is passed for its webhooks. Returns whether none is left.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_some(effects: Effects, survey_id: &str, owner: &str) -> Result<bool, SqlError> {
    let ahead = effects.sql.run(
        "SELECT id, OCTET_LENGTH(pages) AS size
         FROM responses
         WHERE survey_id = ?
         LIMIT ?",
        values![survey_id, LOOKAHEAD],
    )?;
    let mut bytes = 0_i64;
    let fits = |row: &&Row| {
        let fits = bytes == 0 || bytes.saturating_add(row.integer("size")) <= DELETE_BYTES;
        bytes = bytes.saturating_add(row.integer("size"));
        fits
    };
    let ids: Vec<String> = ahead.iter().take_while(fits).map(|row| row.text("id")).collect();
    let rows = effects.sql.run(
        "DELETE FROM responses
         WHERE id IN (SELECT value FROM json_each(?))
         RETURNING id, survey_id, collector_id, recipient_id",
        &[json_list(ids.iter().map(String::as_str))],
    )?;
    emit_deleted_events(effects, &rows, Some(owner))?;
    Ok(ids.len() < usize::try_from(LOOKAHEAD).unwrap_or(usize::MAX) && ids.len() == ahead.len())
}

/// Removes from a response what its collector must not store. The recipient's status is recorded first.
fn anonymize(effects: Effects, record: &mut Record) -> Result<(), SqlError> {
    let row = first_row(
        effects.sql,
        "SELECT json_extract(body, '$.anonymous_type') AS anonymous
         FROM collectors
         WHERE id = ?",
        values![record.collector_id.as_str()],
    )?;
    let anonymous_type = row.and_then(|row| AnonymousType::parse(&row.text("anonymous")));
    if !matches!(anonymous_type, None | Some(AnonymousType::NotAnonymous)) {
        record.ip.clear();
    }
    if anonymous_type == Some(AnonymousType::FullyAnonymous) {
        if !record.recipient_id.is_empty() {
            recipients::mark_responded(effects, &record.recipient_id, recipient_status(record.status))?;
            record.recipient_id.clear();
        }
        record.set_respondent("", "", "");
    }
    Ok(())
}

fn recipient_status(status: ResponseStatus) -> RecipientResponseStatus {
    match status {
        ResponseStatus::Partial => RecipientResponseStatus::PartiallyResponded,
        ResponseStatus::Completed | ResponseStatus::Disqualified | ResponseStatus::Overquota => {
            RecipientResponseStatus::CompletelyResponded
        }
    }
}

fn adjust_counts(effects: Effects, survey_id: &str, collector_id: &str, change: i64) -> Result<(), SqlError> {
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

/// Closes a collector when a response reaches its limit.
fn close_if_full(effects: Effects, record: &Record) -> Result<(), SqlError> {
    let closed = CollectorStatus::Closed.as_str();
    let row = first_row(
        effects.sql,
        "UPDATE collectors
         SET status = ?, modified = ?
         WHERE id = ? AND status <> ? AND response_count >= json_extract(body, '$.response_limit')
         RETURNING id",
        values![closed, effects.now, record.collector_id.as_str(), closed],
    )?;
    let ids = [String::new(), String::new(), record.collector_id.clone(), record.survey_id.clone()];
    row.map_or(Ok(()), |_| emit_response_event(effects, &ids, EventType::CollectorUpdated))
}

/// The event for a status, in addition to that of a created or updated response.
fn status_event(status: ResponseStatus) -> Option<EventType> {
    match status {
        ResponseStatus::Completed => Some(EventType::ResponseCompleted),
        ResponseStatus::Disqualified => Some(EventType::ResponseDisqualified),
        ResponseStatus::Overquota => Some(EventType::ResponseOverquota),
        ResponseStatus::Partial => None,
    }
}

/// The ids of an event: response, recipient, collector, survey.
type EventIds = [String; 4];

fn event_ids(record: &Record) -> EventIds {
    [&record.id, &record.recipient_id, &record.collector_id, &record.survey_id].map(String::clone)
}

/// Emits an event. One without a response is about the collector.
fn emit_response_event(effects: Effects, ids: &EventIds, kind: EventType) -> Result<(), SqlError> {
    let [response, _, collector, survey] = ids;
    let object_id = if response.is_empty() { collector } else { response };
    let resources = event_resources(ids, survey_owner(effects, survey)?.as_deref());
    emit_event(effects, &Event { kind, object_id, resources })
}

/// Emits the events of deleted responses.
fn emit_deleted_events(effects: Effects, rows: &[Row], owner: Option<&str>) -> Result<(), SqlError> {
    emit_events(effects, EventType::ResponseDeleted, &mut || {
        let ids = |row: &Row| ["id", "recipient_id", "collector_id", "survey_id"].map(|id| row.text(id));
        rows.iter().map(|row| (row.text("id"), event_resources(&ids(row), owner))).collect()
    })
}

fn event_resources([response, recipient, collector, survey]: &EventIds, owner: Option<&str>) -> DeliveryResources {
    let id = |id: &String| Some(id).filter(|id| !id.is_empty()).map(|id| id.as_str().into());
    DeliveryResources {
        respondent_id: id(response),
        recipient_id: id(recipient),
        collector_id: id(collector),
        survey_id: id(survey),
        user_id: owner.map(Into::into),
    }
}

fn survey_owner(effects: Effects, survey_id: &str) -> Result<Option<String>, SqlError> {
    let row = first_row(effects.sql, "SELECT owner_id FROM surveys WHERE id = ?", values![survey_id])?;
    Ok(row.map(|row| row.text("owner_id")))
}
