//! Webhook deliveries: an event becomes one delivery for each webhook that it concerns, and each is posted until it
//! succeeds or is given up.
//!
//! Which webhooks an event concerns is our choice: those of its type that name its survey or collector, whose user can
//! still see the survey and has not revoked the app. The deletion of a survey goes to the webhooks that name it, and
//! its creation to every user who can see it. Granting or revoking an app goes to that app's webhooks of the same user.
//!
//! A webhook gets its events in order. A failed delivery is retried; it delays younger ones for its first attempts
//! only, and is given up after the last attempt of the table.

use super::task::{LEASE, OutboundTask, TaskAction};
use crate::service::store::effects::Effects;
use crate::service::store::egress::{OutboundRequest, OutboundStatus, is_success};
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::spec::events::{Delivery, DeliveryResources, EventObjectType, KEPT_DAYS, PATIENCE, RETRY_MINUTES};
use crate::spec::resources::webhooks::{EventType, WebhookObjectType};
use crate::spec::types::Id;
use crate::wire::dates::{DAY, MINUTE, Timestamp};
use crate::wire::payload;

/// Turns a stored event into deliveries.
pub fn create_deliveries(ground: Effects, event_id: &str) -> Result<(), SqlError> {
    let row = first_row(
        ground.sql,
        "DELETE FROM events
         WHERE id = ?
         RETURNING type, object_id, resources, at",
        values![event_id],
    )?;
    let Some(event) = row.and_then(|row| StoredEvent::from_row(event_id, &row)) else { return Ok(()) };
    for webhook in matching_webhooks(ground, &event)? {
        ground.sql.run(
            "INSERT OR IGNORE INTO deliveries (webhook_id, event_id, state, body, happened, attempts, due)
             VALUES (?, ?, 'waiting', ?, ?, 0, ?)",
            values![webhook.text("id"), event_id, delivery_body(&event, &webhook), event.at, ground.now],
        )?;
        schedule_next(ground, &webhook.text("id"))?;
    }
    Ok(())
}

/// An event as stored.
struct StoredEvent {
    id: Id,
    kind: EventType,
    object_id: Id,
    resources: DeliveryResources,
    at: Timestamp,
}

impl StoredEvent {
    fn from_row(id: &str, row: &Row) -> Option<StoredEvent> {
        Some(StoredEvent {
            id: Id::from(id),
            kind: EventType::parse(&row.text("type"))?,
            object_id: Id::from(row.text("object_id")),
            resources: payload::from_value(row.json("resources"))?,
            at: row.timestamp("at"),
        })
    }
}

/// The webhooks that an event concerns, each with the filter object that matched.
fn matching_webhooks(ground: Effects, event: &StoredEvent) -> Result<Vec<Row>, SqlError> {
    let mut found = Vec::new();
    if event.kind.filters().is_empty() {
        found.extend(ground.sql.run(
            "SELECT id, name, user_id, client_id, object_type, NULL AS object_id
             FROM webhooks
             WHERE event_type = ?
             ORDER BY id",
            values![event.kind.as_str()],
        )?);
    }
    for filter in event.kind.filters() {
        let object = match filter {
            WebhookObjectType::Survey => &event.resources.survey_id,
            WebhookObjectType::Collector => &event.resources.collector_id,
        };
        let Some(object) = object else { continue };
        found.extend(ground.sql.run(
            "SELECT webhooks.id, name, user_id, client_id, object_type, object_id
             FROM webhook_objects
             JOIN webhooks ON webhooks.id = webhook_objects.webhook_id
             WHERE object_id = ? AND event_type = ? AND object_type = ?
             ORDER BY webhooks.id",
            values![object.as_str(), event.kind.as_str(), filter.as_str()],
        )?);
    }
    let mut concerned = Vec::new();
    for webhook in found {
        let concerns = match event.kind.concerns() {
            EventObjectType::App => is_own(event, &webhook),
            _ => has_access(ground, &webhook)? && can_see_event(ground, event, &webhook)?,
        };
        if concerns {
            concerned.push(webhook);
        }
    }
    Ok(concerned)
}

/// Whether the event is about the webhook's own user and app. It is sent even if the app's access has just ended, since
/// that is what it reports.
fn is_own(event: &StoredEvent, webhook: &Row) -> bool {
    let user = event.resources.user_id.as_ref().map(Id::as_str);
    user == Some(webhook.text("user_id").as_str()) && event.object_id.as_str() == webhook.text("client_id")
}

/// Whether the app still has access to the user's account, and the account is not deleted.
fn has_access(ground: Effects, webhook: &Row) -> Result<bool, SqlError> {
    let row = first_row(
        ground.sql,
        "SELECT token_hash
         FROM grants
         JOIN users ON users.id = grants.user_id
         WHERE user_id = ? AND client_id = ? AND revoked IS NULL AND deleted IS NULL",
        values![webhook.text("user_id"), webhook.text("client_id")],
    )?;
    Ok(row.is_some())
}

fn can_see_event(ground: Effects, event: &StoredEvent, webhook: &Row) -> Result<bool, SqlError> {
    let (user, survey) = (webhook.text("user_id"), event.resources.survey_id.as_ref().map_or("", Id::as_str));
    let Some(row) = first_row(ground.sql, "SELECT owner_id FROM surveys WHERE id = ?", values![survey])? else {
        // The survey is deleted: who could see it is no longer known.
        let owner = event.resources.user_id.as_ref().map(Id::as_str);
        return Ok(webhook.optional_text("object_id").is_some() || owner == Some(user.as_str()));
    };
    if row.text("owner_id") == user {
        return Ok(true);
    }
    let shared = first_row(
        ground.sql,
        "SELECT shares.id
         FROM shares
         JOIN workgroup_members ON workgroup_members.workgroup_id = shares.workgroup_id
         WHERE resource_type = 'survey' AND resource_id = ? AND user_id = ? AND status = 'active'
         LIMIT 1",
        values![survey, user],
    )?;
    Ok(shared.is_some())
}

/// Shifts the times of all attempts by milliseconds after the clock was set back.
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
    payload::to_value(&delivery).to_string()
}

/// The next delivery of a webhook: the first in the order of events, or a late one if it is due sooner.
fn next_delivery(ground: Effects, webhook_id: &str) -> Result<Option<Row>, SqlError> {
    let waiting = first_row(
        ground.sql,
        "SELECT event_id, body, due
         FROM deliveries
         WHERE webhook_id = ? AND state = 'waiting'
         ORDER BY event_id
         LIMIT 1",
        values![webhook_id],
    )?;
    let late = first_row(
        ground.sql,
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
fn schedule_next(ground: Effects, webhook_id: &str) -> Result<(), SqlError> {
    match next_delivery(ground, webhook_id)? {
        Some(row) => job_queue::schedule(ground, JobKind::Deliver, webhook_id, row.timestamp("due")),
        None => job_queue::complete(ground, JobKind::Deliver, webhook_id),
    }
}

/// The task for a webhook's next delivery; `None` if it is not due. The delivery is not due again until [`LEASE`] has
/// passed or its result is reported.
pub fn delivery_task(ground: Effects, webhook_id: &str) -> Result<Option<OutboundTask>, SqlError> {
    let webhook = first_row(
        ground.sql,
        "SELECT client_id, subscription_url, authorization
         FROM webhooks
         WHERE id = ?",
        values![webhook_id],
    )?;
    let Some(webhook) = webhook else {
        forget_webhook(ground, webhook_id)?;
        return Ok(None);
    };
    let Some(delivery) = next_delivery(ground, webhook_id)?.filter(|row| row.timestamp("due") <= ground.now) else {
        schedule_next(ground, webhook_id)?;
        return Ok(None);
    };
    let event_id = delivery.text("event_id");
    ground.sql.run(
        "UPDATE deliveries
         SET due = ?
         WHERE webhook_id = ? AND event_id = ?",
        values![ground.now.saturating_add(LEASE), webhook_id, event_id.as_str()],
    )?;
    schedule_next(ground, webhook_id)?;
    let authorization = webhook.optional_text("authorization").map(|value| ("authorization".to_owned(), value));
    let headers = [("content-type".to_owned(), "application/json".to_owned())].into_iter().chain(authorization);
    Ok(Some(OutboundTask {
        id: format!("{}/{webhook_id}/{event_id}", JobKind::Deliver.as_str()),
        action: TaskAction::Send {
            signer: Some(webhook.text("client_id")),
            request: OutboundRequest {
                method: "POST".to_owned(),
                url: webhook.text("subscription_url"),
                headers: headers.collect(),
                body: delivery.text("body"),
            },
        },
    }))
}

/// Handles the result of a delivery; the subject is the ids of webhook and event.
pub fn on_result(ground: Effects, subject: &str, outcome: OutboundStatus) -> Result<(), SqlError> {
    let (webhook_id, event_id) = subject.split_once('/').unwrap_or((subject, ""));
    if is_success(outcome) {
        ground
            .sql
            .run("DELETE FROM deliveries WHERE webhook_id = ? AND event_id = ?", values![webhook_id, event_id])?;
    } else {
        retry_or_give_up(ground, webhook_id, event_id)?;
    }
    schedule_next(ground, webhook_id)
}

fn retry_or_give_up(ground: Effects, webhook_id: &str, event_id: &str) -> Result<(), SqlError> {
    let row = first_row(
        ground.sql,
        "UPDATE deliveries
         SET attempts = attempts + 1
         WHERE webhook_id = ? AND event_id = ? AND state <> 'given_up'
         RETURNING attempts",
        values![webhook_id, event_id],
    )?;
    let Some(attempts) = row.and_then(|row| usize::try_from(row.integer("attempts")).ok()) else { return Ok(()) };
    let wait = RETRY_MINUTES.get(attempts.saturating_sub(1)).map(|minutes| MINUTE.saturating_mul(*minutes));
    let state = match wait {
        None => "given_up",
        Some(_) if attempts >= PATIENCE => "late",
        Some(_) => "waiting",
    };
    ground.sql.run(
        "UPDATE deliveries
         SET state = ?, due = ?
         WHERE webhook_id = ? AND event_id = ?",
        values![state, ground.now.saturating_add(wait.unwrap_or(0)), webhook_id, event_id],
    )?;
    // While a URL does not respond, waiting deliveries grow as old as the attempted one: they are given up with it.
    let all_attempts: i64 = RETRY_MINUTES.iter().sum();
    let too_old = ground.now.saturating_add(MINUTE.saturating_mul(all_attempts).saturating_neg());
    ground.sql.run(
        "UPDATE deliveries
         SET state = 'given_up', due = ?
         WHERE webhook_id = ? AND state IN ('waiting', 'late') AND happened < ?",
        values![ground.now, webhook_id, too_old],
    )?;
    ground.sql.run(
        "DELETE FROM deliveries
         WHERE webhook_id = ? AND state = 'given_up' AND due < ?",
        values![webhook_id, ground.now.saturating_add(DAY.saturating_mul(KEPT_DAYS).saturating_neg())],
    )?;
    Ok(())
}

/// Deletes all deliveries of a webhook that was deleted.
pub fn forget_webhook(ground: Effects, webhook_id: &str) -> Result<(), SqlError> {
    ground.sql.run("DELETE FROM deliveries WHERE webhook_id = ?", values![webhook_id])?;
    job_queue::complete(ground, JobKind::Deliver, webhook_id)
}
