//! Webhooks: the URLs to which events are sent. Each belongs to one user and to the app that created it.
//!
//! A new URL is checked before it is stored: it must respond to HEAD with 200. This check is the last one, so that a
//! request that fails anyway sends nothing.

use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::api::handlers::text_limits::check_name;
use crate::service::environment::egress::{self, URL_MAX};
use crate::service::jobs::deliveries;
use crate::service::store::filter::json_list;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::access::require_visible;
use crate::service::surveys::formats::PLAIN_URL;
use crate::spec::endpoints::webhooks::{
    CreateWebhook, DeleteWebhook, GetWebhook, ListWebhooks, ReplaceWebhook, UpdateWebhook,
};
use crate::spec::errors::Error;
use crate::spec::events::{AUTHORIZATION_MAX, OBJECTS_MAX};
use crate::spec::resources::webhooks::{EventType, Webhook, WebhookNew, WebhookObjectType, WebhookRef};
use crate::spec::types::{Id, List};
use crate::wire::error::ApiError;
use crate::wire::order;
use std::collections::BTreeSet;

impl Handle for ListWebhooks {
    fn handle_request(self, context: &CallContext) -> Result<List<WebhookRef>, ApiError> {
        let slice = context.page_range(&self.query.0);
        let (user, app) = (context.account.user_id.as_str(), context.account.client_id.as_str());
        let total = first_row(
            context.sql,
            "SELECT COUNT(*) AS total
             FROM webhooks
             WHERE user_id = ? AND client_id = ?",
            values![user, app],
        )?;
        let rows = context.sql.run(
            "SELECT id, name
             FROM webhooks
             WHERE user_id = ? AND client_id = ?
             ORDER BY created, id
             LIMIT ? OFFSET ?",
            values![user, app, slice.limit(), slice.offset()],
        )?;
        let data = rows.iter().map(|row| WebhookRef {
            href: context.operation_url::<GetWebhook>(&[&row.text("id")]),
            name: row.text("name"),
            id: row.text("id").into(),
        });
        Ok(context.list_envelope::<ListWebhooks, _>(slice, data.collect(), total.map_or(0, |row| row.count("total"))))
    }
}

impl Handle for CreateWebhook {
    fn handle_request(self, context: &CallContext) -> Result<Webhook, ApiError> {
        let id = Id::from(ids::next_id(context.sql, IdKind::Webhook)?);
        write_webhook(context, id, self.body, None)
    }
}

impl Handle for GetWebhook {
    fn handle_request(self, context: &CallContext) -> Result<Webhook, ApiError> {
        load_webhook(context, self.webhook_id)
    }
}

impl Handle for UpdateWebhook {
    fn handle_request(self, context: &CallContext) -> Result<Webhook, ApiError> {
        let (old, patch) = (load_webhook(context, self.webhook_id)?, self.body);
        let event_type = patch.event_type.unwrap_or(old.event_type);
        let is_filtered = !event_type.filters().is_empty();
        let webhook = WebhookNew {
            name: patch.name.unwrap_or_else(|| old.name.clone()),
            event_type,
            object_type: patch.object_type.or(old.object_type.filter(|_| is_filtered)),
            object_ids: patch.object_ids.or_else(|| old.object_ids.clone().filter(|_| is_filtered)),
            subscription_url: patch.subscription_url.unwrap_or_else(|| old.subscription_url.clone()),
            authorization: patch.authorization.or_else(|| old.authorization.clone()),
        };
        write_webhook(context, old.id.clone(), webhook, Some(&old))
    }
}

impl Handle for ReplaceWebhook {
    fn handle_request(self, context: &CallContext) -> Result<Webhook, ApiError> {
        let old = load_webhook(context, self.webhook_id)?;
        write_webhook(context, old.id.clone(), self.body, Some(&old))
    }
}

impl Handle for DeleteWebhook {
    fn handle_request(self, context: &CallContext) -> Result<Webhook, ApiError> {
        let webhook = load_webhook(context, self.webhook_id)?;
        context.sql.run("DELETE FROM webhook_objects WHERE webhook_id = ?", values![webhook.id.as_str()])?;
        context.sql.run("DELETE FROM webhooks WHERE id = ?", values![webhook.id.as_str()])?;
        deliveries::forget_webhook(context.effects(), webhook.id.as_str())?;
        Ok(webhook)
    }
}

fn load_webhook(context: &CallContext, id: Id) -> Result<Webhook, ApiError> {
    let row = first_row(
        context.sql,
        "SELECT name, event_type, object_type, subscription_url, authorization
         FROM webhooks
         WHERE id = ? AND user_id = ? AND client_id = ?",
        values![id.as_str(), context.account.user_id.as_str(), context.account.client_id.as_str()],
    )?;
    let row = row.ok_or(Error::NotFound)?;
    let objects = context.sql.run(
        "SELECT object_id
         FROM webhook_objects
         WHERE webhook_id = ?
         ORDER BY object_id",
        values![id.as_str()],
    )?;
    let object_type = row.optional_text("object_type").and_then(|kind| WebhookObjectType::parse(&kind));
    Ok(Webhook {
        name: row.text("name"),
        event_type: EventType::parse(&row.text("event_type")).ok_or(Error::Internal)?,
        object_type,
        object_ids: object_type.map(|_| objects.iter().map(|row| row.text("object_id").into()).collect()),
        subscription_url: row.text("subscription_url"),
        authorization: row.optional_text("authorization"),
        href: context.operation_url::<GetWebhook>(&[id.as_str()]),
        id,
    })
}

/// Stores a webhook. What it has in common with `old` is not checked again.
fn write_webhook(
    context: &CallContext,
    id: Id,
    webhook: WebhookNew,
    old: Option<&Webhook>,
) -> Result<Webhook, ApiError> {
    if old.is_none_or(|old| old.name != webhook.name) {
        check_name("name", &webhook.name)?;
    }
    check_webhook(context, &webhook)?;
    let objects = check_objects(context, &webhook, old)?;
    let kind = webhook.object_type.filter(|_| !webhook.event_type.filters().is_empty());
    if old.is_none_or(|old| old.subscription_url != webhook.subscription_url) {
        check_url(context, &webhook.subscription_url)?;
    }
    context.sql.run(
        "INSERT INTO webhooks (id, user_id, client_id, name, event_type, object_type, subscription_url, authorization,
                               created, modified)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE
         SET name = excluded.name, event_type = excluded.event_type, object_type = excluded.object_type,
             subscription_url = excluded.subscription_url, authorization = excluded.authorization,
             modified = excluded.modified",
        values![
            id.as_str(),
            context.account.user_id.as_str(),
            context.account.client_id.as_str(),
            webhook.name,
            webhook.event_type.as_str(),
            kind.map(WebhookObjectType::as_str),
            webhook.subscription_url,
            webhook.authorization,
            context.now(),
            context.now(),
        ],
    )?;
    context.sql.run("DELETE FROM webhook_objects WHERE webhook_id = ?", values![id.as_str()])?;
    context.sql.run(
        "INSERT INTO webhook_objects (webhook_id, object_id)
         SELECT ?, value
         FROM json_each(?)",
        values![id.as_str(), json_list(objects.iter().map(String::as_str))],
    )?;
    load_webhook(context, id)
}

fn bad_webhook(detail: impl Into<String>) -> ApiError {
    ApiError::with_detail(Error::BadBody, detail)
}

/// Checks the fields, without an external call.
fn check_webhook(context: &CallContext, webhook: &WebhookNew) -> Result<(), ApiError> {
    let header =
        |value: &String| value.len() <= AUTHORIZATION_MAX && value.bytes().all(|byte| (0x20..0x7f).contains(&byte));
    if !webhook.authorization.as_ref().is_none_or(header) {
        return Err(bad_webhook("`authorization` must be the value of a header: printable ASCII, 4096 bytes at most."));
    }
    if !egress::is_permitted(&webhook.subscription_url) {
        let detail = format!("`subscription_url` must be a public {PLAIN_URL}, and have at most {URL_MAX} bytes.");
        return Err(bad_webhook(detail));
    }
    // One of an app that has lost its access is never sent to again, and no app can see it or delete it.
    let other_webhook = first_row(
        context.sql,
        "SELECT id
         FROM webhooks
         WHERE user_id = ? AND subscription_url = ? AND id IS NOT ?
           AND (client_id = ? OR EXISTS (
             SELECT 1
             FROM grants
             WHERE grants.user_id = webhooks.user_id AND grants.client_id = webhooks.client_id AND revoked IS NULL))",
        values![
            context.account.user_id.as_str(),
            webhook.subscription_url.as_str(),
            context.arguments.first().map(String::as_str),
            context.account.client_id.as_str(),
        ],
    )?;
    match other_webhook {
        Some(_) => Err(ApiError::with_detail(Error::AlreadyExists, "Another webhook has this `subscription_url`.")),
        None => Ok(()),
    }
}

/// The ids of the webhook's objects. The user must see each that the webhook does not have already: those may be gone,
/// and each event checks again who sees it.
fn check_objects(
    context: &CallContext,
    webhook: &WebhookNew,
    old: Option<&Webhook>,
) -> Result<BTreeSet<String>, ApiError> {
    let event = webhook.event_type.as_str();
    let ids = order::collect_set(webhook.object_ids.iter().flatten().map(|id| id.0.clone()));
    let filters = webhook.event_type.filters();
    if filters.is_empty() {
        return match (webhook.object_type, ids.is_empty()) {
            (None, true) => Ok(ids),
            _ => Err(bad_webhook(format!("`object_type` and `object_ids` must be left out with {event}."))),
        };
    }
    let kind = webhook.object_type.ok_or_else(|| bad_webhook(format!("`object_type` is required with {event}.")))?;
    if !filters.contains(&kind) {
        return Err(bad_webhook(format!("`object_type` must be survey with {event}.")));
    }
    if ids.is_empty() || webhook.object_ids.iter().flatten().count() > OBJECTS_MAX {
        return Err(bad_webhook(format!("`object_ids` must contain 1 to {OBJECTS_MAX} ids.")));
    }
    let kept = old.filter(|old| old.object_type == Some(kind)).and_then(|old| old.object_ids.as_deref());
    let kept = kept.unwrap_or_default();
    for id in ids.iter().filter(|id| kept.iter().all(|kept| kept.0 != **id)) {
        let survey = match kind {
            WebhookObjectType::Survey => Some(id.clone()),
            WebhookObjectType::Collector => collector_survey(context, id)?.map(|row| row.text("survey_id")),
        };
        let found = survey.map(|survey| require_visible(context, &Id::from(survey)));
        if !matches!(found, Some(Ok(_))) {
            let detail = format!("`object_ids`: the {} {id} does not exist.", kind.as_str());
            return Err(ApiError::with_detail(Error::NotFound, detail));
        }
    }
    Ok(ids)
}

fn collector_survey(context: &CallContext, collector_id: &str) -> Result<Option<Row>, ApiError> {
    Ok(first_row(context.sql, "SELECT survey_id FROM collectors WHERE id = ?", values![collector_id])?)
}

/// Every failure has the same error, so that the caller learns nothing about a server that is not its own.
fn check_url(context: &CallContext, url: &str) -> Result<(), ApiError> {
    match context.fetch_head(url)? {
        Some(200) => Ok(()),
        _ => Err(ApiError::with_detail(Error::BadRequest, "`subscription_url` must respond to HEAD with status 200.")),
    }
}
