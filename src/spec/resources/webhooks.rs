//! TABLE. Webhooks. Their deliveries are in [`events`](crate::spec::events).

use crate::spec::types::Id;

choices! {
    /// The events of a webhook.
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
        /// Observed in a client, not documented.
        AppInstalled "app_installed",
        /// Observed in a client, not documented.
        AppUninstalled "app_uninstalled",
    }
    /// Type of the objects in `object_ids`.
    WebhookObjectType { Survey "survey", Collector "collector" }
}

resources! {
    /// A webhook in a list. Its other fields need a request for each.
    WebhookRef {
        /// Id of the webhook.
        id: Id,
        /// Name.
        name: String,
        /// URL of the webhook.
        href: String,
    }
    /// A webhook: a URL to which events are sent.
    Webhook {
        /// Id of the webhook.
        id: Id,
        /// Name.
        name: String,
        /// The event.
        event_type: EventType,
        /// Type of the objects in `object_ids`; absent if the event has none.
        object_type: Option<WebhookObjectType>,
        /// Ids of the surveys or collectors; absent if the event has none.
        object_ids: Option<Vec<Id>>,
        /// URL to which events are sent.
        subscription_url: String,
        /// The `Authorization` header of each delivery, if one was given.
        authorization: Option<String>,
        /// URL of the webhook.
        href: String,
    }
    /// A new webhook, or a replacement.
    WebhookNew {
        /// Name.
        name: String,
        /// The event.
        event_type: EventType,
        /// Type of the objects in `object_ids`. Not allowed for `survey_created` and the events of apps;
        /// `collector_created` accepts only surveys.
        object_type: Option<WebhookObjectType>,
        /// Ids of the surveys or collectors. Not allowed if `object_type` is not.
        object_ids: Option<Vec<Id>>,
        /// URL to which events are sent. It must answer HEAD with 200, and no other webhook of the account may have it.
        subscription_url: String,
        /// The `Authorization` header to send with each delivery.
        authorization: Option<String>,
    }
    /// Changes to a webhook.
    WebhookPatch {
        /// Name.
        name: Option<String>,
        /// The event.
        event_type: Option<EventType>,
        /// Type of the objects in `object_ids`.
        object_type: Option<WebhookObjectType>,
        /// Ids of the surveys or collectors.
        object_ids: Option<Vec<Id>>,
        /// URL to which events are sent. It must answer HEAD with 200, and no other webhook of the account may have it.
        subscription_url: Option<String>,
        /// The `Authorization` header to send with each delivery.
        authorization: Option<String>,
    }
}
