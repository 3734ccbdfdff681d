//! TABLE. Webhooks: URLs to which events are sent. Heading "Events".

use super::query::Paging;
use crate::spec::resources::webhooks::{Webhook, WebhookNew, WebhookPatch, WebhookRef};
use crate::spec::types::List;

macro_rules! webhooks {
    ($then:ident) => { $then! {
        /// Lists the webhooks of the app for this account.
        GET "/v3/webhooks" ListWebhooks() as "webhooks.list"
            query(Paging) needs(WebhooksRead) -> 200 List<WebhookRef>;
        /// Creates a webhook. The status 201, and 1026 for a URL that has a webhook already, are our choice.
        POST "/v3/webhooks" CreateWebhook() as "webhooks.create"
            body(WebhookNew) needs(WebhooksWrite) -> 201 Webhook;
        /// Returns a webhook.
        GET "/v3/webhooks/{webhook_id}" GetWebhook(webhook_id) as "webhooks.get"
            needs(WebhooksRead) -> 200 Webhook;
        /// Changes a webhook.
        PATCH "/v3/webhooks/{webhook_id}" UpdateWebhook(webhook_id) as "webhooks.update"
            body(WebhookPatch) needs(WebhooksWrite) -> 200 Webhook;
        /// Replaces a webhook.
        PUT "/v3/webhooks/{webhook_id}" ReplaceWebhook(webhook_id) as "webhooks.replace"
            body(WebhookNew) needs(WebhooksWrite) -> 200 Webhook;
        /// Deletes a webhook. That it is returned is our choice.
        DELETE "/v3/webhooks/{webhook_id}" DeleteWebhook(webhook_id) as "webhooks.delete"
            needs(WebhooksWrite) -> 200 Webhook;
    } };
}
webhooks!(endpoints);
