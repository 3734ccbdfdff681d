//! TABLE. Webhooks. What is delivered to them stands in [`events`](crate::spec::events).

use crate::spec::types::Id;

choices! {
    /// What a webhook is told about.
    EventType {
        ResponseCompleted "response_completed",
        ResponseUpdated "response_updated",
        ResponseDisqualified "response_disqualified",
        ResponseCreated "response_created",
        ResponseDeleted "response_deleted",
        ResponseOverquota "response_overquota",
        CollectorCreated "collector_created",
        CollectorUpdated "collector_updated",
        CollectorDeleted "collector_deleted",
        SurveyCreated "survey_created",
        SurveyUpdated "survey_updated",
        SurveyDeleted "survey_deleted",
        /// Seen in a client, not documented.
        AppInstalled "app_installed",
        /// Seen in a client, not documented.
        AppUninstalled "app_uninstalled",
    }
    /// What `object_ids` names.
    WebhookObjectType { Survey "survey", Collector "collector" }
}

resources! {
    /// A webhook in a list. Everything else needs a request for each.
    WebhookRef {
        /// Id of the webhook.
        id: Id,
        /// Name.
        name: String,
        /// Address of the webhook.
        href: String,
    }
    /// A webhook: where to send which events.
    Webhook {
        /// Id of the webhook.
        id: Id,
        /// Name.
        name: String,
        /// What it is told about.
        event_type: EventType,
        /// What `object_ids` names; absent where the event needs none.
        object_type: Option<WebhookObjectType>,
        /// The surveys or collectors it is about; absent where the event needs none.
        object_ids: Option<Vec<Id>>,
        /// Where events are sent.
        subscription_url: String,
        /// The `Authorization` header of each delivery, where one was given.
        authorization: Option<String>,
        /// Address of the webhook.
        href: String,
    }
    /// What creates a webhook, or replaces one.
    WebhookNew {
        /// Name.
        name: String,
        /// What it is told about.
        event_type: EventType,
        /// What `object_ids` names. Not allowed with `survey_created` and the events of apps; `collector_created` takes surveys only.
        object_type: Option<WebhookObjectType>,
        /// The surveys or collectors it is about. Not allowed where `object_type` is not.
        object_ids: Option<Vec<Id>>,
        /// Where events are sent: an address that answers HEAD with 200 and no other webhook of the account has.
        subscription_url: String,
        /// The `Authorization` header to send with each delivery.
        authorization: Option<String>,
    }
    /// What changes a webhook.
    WebhookPatch {
        /// Name.
        name: Option<String>,
        /// What it is told about.
        event_type: Option<EventType>,
        /// What `object_ids` names.
        object_type: Option<WebhookObjectType>,
        /// The surveys or collectors it is about.
        object_ids: Option<Vec<Id>>,
        /// Where events are sent: an address that answers HEAD with 200 and no other webhook of the account has.
        subscription_url: Option<String>,
        /// The `Authorization` header to send with each delivery.
        authorization: Option<String>,
    }
}
