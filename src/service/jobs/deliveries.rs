//! Webhook deliveries: an event becomes one delivery for each webhook that it concerns, and each is posted until it
//! succeeds or is given up.
//!
//! A webhook gets its events in order. A failed delivery is retried; it delays younger ones for its first attempts
//! only, and is given up after the last attempt of the table. A delivery that is given up is deleted.

mod matching;

use super::task::{LEASE, OutboundTask, TaskAction};
use crate::service::environment::egress::{OutboundRequest, OutboundStatus, is_success};
use crate::service::store::effects::Effects;
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::spec::events::{Delivery, EventObjectType, PATIENCE, RETRY_MINUTES};
use crate::spec::plans::Plan;
use crate::spec::resources::webhooks::{EventType, WebhookObjectType};
use crate::spec::types::Id;
use crate::wire::dates::MINUTE;
use crate::wire::payload;
use matching::{StoredEvent, WEBHOOKS_PER_STEP, matching_webhooks};
use serde_json::Value;

/// Deliveries that one step deletes at most.
const DELETED_MAX: i64 = 100;

/// Turns a stored event into deliveries for some webhooks, as a job, and returns their number, or that of the webhooks
/// looked at if more are left. The subject is the event's id and, after the first step, the last of these webhooks.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn create_deliveries(effects: Effects, subject: &str) -> Result<i64, SqlError> {
    let (event_id, after) = subject.split_once(' ').unwrap_or((subject, ""));
    let find = "SELECT type, object_id, resources, at FROM events WHERE id = ?";
    let event = first_row(effects.sql, find, values![event_id])?.and_then(|row| StoredEvent::from_row(event_id, &row));
    let end = || {
        effects.sql.run("DELETE FROM events WHERE id = ?", values![event_id])?;
        job_queue::complete(effects, JobKind::AnnounceEvent, subject)
    };
    let Some(event) = event else { return end().map(|()| 0) };
    let (webhooks, last) = matching_webhooks(effects, &event, after)?;
    for webhook in &webhooks {
        effects.sql.run(
            "INSERT OR IGNORE INTO deliveries (webhook_id, event_id, state, body, event_at, attempts, due)
             VALUES (?, ?, 'waiting', ?, ?, 0, ?)",
            values![webhook.text("id"), event_id, delivery_body(&event, webhook), event.at, effects.now],
        )?;
        schedule_next(effects, &webhook.text("id"))?;
    }
    let Some(last) = last else { return end().map(|()| count_rows(&webhooks)) };
    // The job stays before those of younger events, because webhooks get their events in order.
    effects.sql.run(
        "UPDATE jobs SET subject = ? WHERE kind = ? AND subject = ?",
        values![[event_id, " ", &last].concat(), JobKind::AnnounceEvent.as_str(), subject],
    )?;
    Ok(WEBHOOKS_PER_STEP)
}

/// Shifts the times of all attempts by milliseconds after the clock was set back.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn shift_due_times(sql: &dyn Sql, by: i64) -> Result<(), SqlError> {
    sql.run("UPDATE deliveries SET due = due + ?", values![by]).map(drop)
}

/// The body of a delivery: the same bytes in every attempt, so that receivers can recognise a repetition.
fn delivery_body(event: &StoredEvent, webhook: &Row) -> String {
    let delivery = Delivery {
        name: webhook.text("name"),
        event_id: event.id.clone(),
        event_type: event.kind,
        event_datetime: event.at.with_microseconds(),
        filter_type: webhook.optional_text("object_type").and_then(|kind| WebhookObjectType::parse(&kind)),
        filter_id: webhook.optional_text("object_id").map(Id::from),
        object_type: event.kind.concerns(),
        object_id: event.object_id.clone(),
        resources: event.resources.clone(),
    };
    escape_beyond_ascii(&payload::to_value(&delivery).to_string())
}

/// JSON in ASCII alone. Some receivers read the body as ASCII before they check its signature, or join parts of it
/// that end within a character.
fn escape_beyond_ascii(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for letter in json.chars() {
        if letter.is_ascii() {
            escaped.push(letter);
        } else {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    escaped
}

/// The next delivery of a webhook: the first in the order of events, or a late one if it is due sooner.
fn next_delivery(effects: Effects, webhook_id: &str) -> Result<Option<Row>, SqlError> {
    let waiting = first_row(
        effects.sql,
        "SELECT event_id, body, due
         FROM deliveries
         WHERE webhook_id = ? AND state = 'waiting'
         ORDER BY event_id
         LIMIT 1",
        values![webhook_id],
    )?;
    let late = first_row(
        effects.sql,
        "SELECT event_id, body, due
         FROM deliveries
         WHERE webhook_id = ? AND state = 'late'
         ORDER BY due
         LIMIT 1",
        values![webhook_id],
    )?;
    Ok(waiting.into_iter().chain(late).min_by_key(|row| row.timestamp("due")))
}

/// Schedules the next delivery of a webhook, or deletes its job if there is none.
fn schedule_next(effects: Effects, webhook_id: &str) -> Result<(), SqlError> {
    match next_delivery(effects, webhook_id)? {
        Some(row) => job_queue::schedule(effects, JobKind::Deliver, webhook_id, row.timestamp("due")),
        None => job_queue::complete(effects, JobKind::Deliver, webhook_id),
    }
}

/// The task for a webhook's next delivery; `None` if it is not due. The delivery is not due again until [`LEASE`] has
/// passed or its result is reported. Also returns how many deliveries were deleted.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delivery_task(effects: Effects, webhook_id: &str) -> Result<(Option<OutboundTask>, i64), SqlError> {
    let webhook = first_row(
        effects.sql,
        "SELECT webhooks.id, user_id, client_id, subscription_url, authorization, users.plan
         FROM webhooks
         LEFT JOIN users ON users.id = user_id
         WHERE webhooks.id = ?",
        values![webhook_id],
    )?;
    let Some(webhook) = webhook else { return Ok((None, forget_webhook(effects, webhook_id)?)) };
    let mut deleted = 0;
    // What waits for an app whose access has ended is not sent, except for the events that report this.
    if !matching::has_access(effects, &webhook)? {
        deleted = delete_some(effects, webhook_id, Some(EventObjectType::App))?;
        if deleted >= DELETED_MAX {
            return Ok((None, deleted));
        }
    }
    let Some(delivery) = next_delivery(effects, webhook_id)?.filter(|row| row.timestamp("due") <= effects.now) else {
        schedule_next(effects, webhook_id)?;
        return Ok((None, deleted));
    };
    let event_id = delivery.text("event_id");
    if !matching::can_see_delivery(effects, &webhook, &delivery)? {
        delete_delivery(effects, webhook_id, &event_id)?;
        schedule_next(effects, webhook_id)?;
        return Ok((None, deleted.saturating_add(1)));
    }
    effects.sql.run(
        "UPDATE deliveries
         SET due = ?
         WHERE webhook_id = ? AND event_id = ?",
        values![effects.now.saturating_add(LEASE), webhook_id, event_id.as_str()],
    )?;
    schedule_next(effects, webhook_id)?;
    let authorization = webhook.optional_text("authorization").map(|value| ("authorization".to_owned(), value));
    // The end of the app's access is reported on every plan.
    let is_end =
        delivery.json("body").get("event_type").and_then(Value::as_str) == Some(EventType::AppUninstalled.as_str());
    let plan = (!is_end).then(|| Plan::parse(&webhook.text("plan")).unwrap_or(Plan::Basic));
    let headers = [("content-type".to_owned(), "application/json".to_owned())].into_iter().chain(authorization);
    let task = OutboundTask {
        id: format!("{}/{webhook_id}/{event_id}", JobKind::Deliver.as_str()),
        action: TaskAction::Send {
            signer: Some((webhook.text("client_id"), plan)),
            request: OutboundRequest {
                method: "POST".to_owned(),
                url: webhook.text("subscription_url"),
                headers: headers.collect(),
                body: delivery.text("body"),
            },
        },
    };
    Ok((Some(task), deleted))
}

/// Handles the result of a delivery; the subject is the ids of webhook and event.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn on_result(effects: Effects, subject: &str, outcome: OutboundStatus) -> Result<(), SqlError> {
    let (webhook_id, event_id) = subject.split_once('/').unwrap_or((subject, ""));
    if is_success(outcome) {
        delete_delivery(effects, webhook_id, event_id)?;
    } else {
        retry_or_give_up(effects, webhook_id, event_id)?;
    }
    // The webhook may have been deleted meanwhile: its deliveries are deleted now, not when the next one is due.
    if first_row(effects.sql, "SELECT 1 AS one FROM webhooks WHERE id = ?", values![webhook_id])?.is_none() {
        return forget_webhook(effects, webhook_id).map(drop);
    }
    schedule_next(effects, webhook_id)
}

fn retry_or_give_up(effects: Effects, webhook_id: &str, event_id: &str) -> Result<(), SqlError> {
    let row = first_row(
        effects.sql,
        "UPDATE deliveries
         SET attempts = attempts + 1
         WHERE webhook_id = ? AND event_id = ?
         RETURNING attempts",
        values![webhook_id, event_id],
    )?;
    let Some(attempts) = row.and_then(|row| usize::try_from(row.integer("attempts")).ok()) else { return Ok(()) };
    if let Some(minutes) = RETRY_MINUTES.get(attempts.saturating_sub(1)) {
        effects.sql.run(
            "UPDATE deliveries
             SET state = ?, due = ?
             WHERE webhook_id = ? AND event_id = ?",
            values![
                if attempts >= PATIENCE { "late" } else { "waiting" },
                effects.now.saturating_add(MINUTE.saturating_mul(*minutes)),
                webhook_id,
                event_id,
            ],
        )?;
    } else {
        delete_delivery(effects, webhook_id, event_id)?;
    }
    // While a URL does not respond, waiting deliveries grow as old as the attempted one: they are given up with it, the
    // oldest first. The others follow at the next failed attempt.
    let all_attempts: i64 = RETRY_MINUTES.iter().sum();
    let too_old = effects.now.saturating_add(MINUTE.saturating_mul(all_attempts).saturating_neg());
    // An older program has kept those that were given up.
    for state in ["waiting", "late", "given_up"] {
        effects.sql.run(
            "DELETE FROM deliveries
             WHERE event_at < ?
               AND rowid IN (
                   SELECT rowid
                   FROM deliveries
                   WHERE webhook_id = ? AND state = ?
                   ORDER BY event_id
                   LIMIT ?)",
            values![too_old, webhook_id, state, DELETED_MAX],
        )?;
    }
    Ok(())
}

fn delete_delivery(effects: Effects, webhook_id: &str, event_id: &str) -> Result<(), SqlError> {
    let statement = "DELETE FROM deliveries WHERE webhook_id = ? AND event_id = ?";
    effects.sql.run(statement, values![webhook_id, event_id]).map(drop)
}

/// Deletes some deliveries of a webhook, the oldest first: of all, or of all but those about apps. If more may be left,
/// the webhook's job deletes them. Returns the number: less than [`DELETED_MAX`] if none is left.
fn delete_some(effects: Effects, webhook_id: &str, retained: Option<EventObjectType>) -> Result<i64, SqlError> {
    let rows = effects.sql.run(
        "DELETE FROM deliveries
         WHERE rowid IN (
             SELECT rowid
             FROM deliveries
             WHERE webhook_id = ? AND json_extract(body, '$.object_type') IS NOT ?
             ORDER BY event_id
             LIMIT ?)
         RETURNING 1 AS deleted",
        values![webhook_id, retained.map(EventObjectType::as_str), DELETED_MAX],
    )?;
    let deleted = count_rows(&rows);
    if deleted >= DELETED_MAX {
        job_queue::schedule(effects, JobKind::Deliver, webhook_id, effects.now)?;
    }
    Ok(deleted)
}

fn count_rows(rows: &[Row]) -> i64 {
    i64::try_from(rows.len()).unwrap_or(i64::MAX)
}

/// Deletes the deliveries of a webhook that was deleted: some at once, the others by the webhook's job. Returns how
/// many were deleted.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn forget_webhook(effects: Effects, webhook_id: &str) -> Result<i64, SqlError> {
    let deleted = delete_some(effects, webhook_id, None)?;
    if deleted < DELETED_MAX {
        job_queue::complete(effects, JobKind::Deliver, webhook_id)?;
    }
    Ok(deleted)
}
