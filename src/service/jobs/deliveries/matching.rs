//! Matching of events and webhooks: which webhooks an event concerns.
//!
//! Our choice: those of its type that name its survey or collector, whose user can still see the survey, and whose app
//! still has a scope of the webhooks. The deletion of a survey goes to the webhooks that name it, and its creation to
//! every user who can see it. Granting or revoking an app goes to that app's webhooks of the same user.

use crate::service::store::effects::Effects;
use crate::service::store::scope_list::parse_scope_list;
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::service::surveys::access::is_visible;
use crate::spec::events::{DeliveryResources, EventObjectType};
use crate::spec::resources::webhooks::{EventType, WebhookObjectType};
use crate::spec::scopes::Scope;
use crate::spec::types::Id;
use crate::wire::dates::Timestamp;
use crate::wire::payload;
use serde_json::Value;

/// An event as stored.
pub struct StoredEvent {
    /// The id of the event.
    pub id: Id,
    /// The type.
    pub kind: EventType,
    /// The id of the object that it happened to.
    pub object_id: Id,
    /// The ids of all resources concerned.
    pub resources: DeliveryResources,
    /// When it happened.
    pub at: Timestamp,
}

impl StoredEvent {
    /// Reads the event of a row; `None` if a stored value is invalid.
    pub fn from_row(id: &str, row: &Row) -> Option<StoredEvent> {
        Some(StoredEvent {
            id: Id::from(id),
            kind: EventType::parse(&row.text("type"))?,
            object_id: Id::from(row.text("object_id")),
            resources: payload::from_value(row.json("resources"))?,
            at: row.timestamp("at"),
        })
    }
}

/// Webhooks that one step looks at.
pub const WEBHOOKS_PER_STEP: i64 = 50;

/// The webhooks that an event concerns among some after one of them, each with the filter object that matched; and the
/// last of these, if there may be more.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn matching_webhooks(
    effects: Effects,
    event: &StoredEvent,
    after: &str,
) -> Result<(Vec<Row>, Option<String>), SqlError> {
    let mut candidates = Vec::new();
    if event.kind.filters().is_empty() {
        candidates.extend(effects.sql.run(
            "SELECT id, name, user_id, client_id, object_type, NULL AS object_id
             FROM webhooks
             WHERE event_type = ? AND id > ?
             ORDER BY id
             LIMIT ?",
            values![event.kind.as_str(), after, WEBHOOKS_PER_STEP],
        )?);
    }
    for filter in event.kind.filters() {
        let object = match filter {
            WebhookObjectType::Survey => &event.resources.survey_id,
            WebhookObjectType::Collector => &event.resources.collector_id,
        };
        let Some(object) = object else { continue };
        candidates.extend(effects.sql.run(
            "SELECT webhooks.id, name, user_id, client_id, object_type, object_id
             FROM webhook_objects
             CROSS JOIN webhooks ON webhooks.id = webhook_objects.webhook_id
             WHERE object_id = ? AND event_type = ? AND object_type = ? AND webhook_id > ?
             ORDER BY webhook_id
             LIMIT ?",
            values![object.as_str(), event.kind.as_str(), filter.as_str(), after, WEBHOOKS_PER_STEP],
        )?);
    }
    candidates.sort_by_key(|webhook| webhook.text("id"));
    candidates.truncate(usize::try_from(WEBHOOKS_PER_STEP).unwrap_or(usize::MAX));
    let is_full = i64::try_from(candidates.len()).is_ok_and(|count| count >= WEBHOOKS_PER_STEP);
    let last = candidates.last().filter(|_| is_full).map(|webhook| webhook.text("id"));
    let mut concerned = Vec::new();
    for webhook in candidates {
        let concerns = match event.kind.concerns() {
            // That the access has ended is sent without access, since that is what the event reports.
            EventObjectType::App => {
                is_own(event, &webhook) && (event.kind == EventType::AppUninstalled || has_access(effects, &webhook)?)
            }
            _ => has_access(effects, &webhook)? && can_see_event(effects, event, &webhook)?,
        };
        if concerns {
            concerned.push(webhook);
        }
    }
    Ok((concerned, last))
}

/// Whether the event is about the webhook's own user and app.
fn is_own(event: &StoredEvent, webhook: &Row) -> bool {
    let user = event.resources.user_id.as_ref().map(Id::as_str);
    user == Some(webhook.text("user_id").as_str()) && event.object_id.as_str() == webhook.text("client_id")
}

/// Whether the app still has access to the user's account with a scope of the webhooks, and the account is not deleted.
///
/// # Errors
///
/// Fails if the statement fails.
pub(super) fn has_access(effects: Effects, webhook: &Row) -> Result<bool, SqlError> {
    let row = first_row(
        effects.sql,
        "SELECT scopes
         FROM grants
         JOIN users ON users.id = grants.user_id
         WHERE user_id = ? AND client_id = ? AND revoked IS NULL AND deleted IS NULL",
        values![webhook.text("user_id"), webhook.text("client_id")],
    )?;
    let granted = row.map(|row| parse_scope_list(&row.text("scopes"))).unwrap_or_default();
    Ok(granted.iter().any(|scope| matches!(scope, Scope::WebhooksRead | Scope::WebhooksWrite)))
}

fn can_see_event(effects: Effects, event: &StoredEvent, webhook: &Row) -> Result<bool, SqlError> {
    let (user, survey) = (webhook.text("user_id"), event.resources.survey_id.as_ref().map_or("", Id::as_str));
    let is_shown = is_visible(effects.sql, survey, &user)?;
    // When a survey is deleted, only webhooks whose users could see it keep its id.
    let owner = event.resources.user_id.as_ref().map(Id::as_str);
    Ok(is_shown.unwrap_or(webhook.optional_text("object_id").is_some() || owner == Some(user.as_str())))
}

/// Whether the user of a webhook can still see the survey that a delivery is about. A share may have ended while it
/// waited. Of a deleted survey, only the webhooks of users who could see it have kept the id, and those of its owner.
///
/// # Errors
///
/// Fails if a statement fails.
pub(super) fn can_see_delivery(effects: Effects, webhook: &Row, delivery: &Row) -> Result<bool, SqlError> {
    let body = delivery.json("body");
    let text = |pointer: &str| body.pointer(pointer).and_then(Value::as_str);
    let Some(survey) = text("/resources/survey_id") else { return Ok(true) };
    let user = webhook.text("user_id");
    if let Some(is_shown) = is_visible(effects.sql, survey, &user)? {
        return Ok(is_shown);
    }
    let kept = first_row(
        effects.sql,
        "SELECT webhook_id
         FROM webhook_objects
         WHERE webhook_id = ? AND object_id = ?",
        values![webhook.text("id"), text("/filter_id")],
    )?;
    Ok(kept.is_some() || text("/resources/user_id") == Some(&user))
}
