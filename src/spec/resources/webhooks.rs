//! TABLE. Webhooks, and what is delivered to them.

use crate::spec::types::{Date, Id};

/// Header of a delivery: the client id of the app, in lower case as the wire compares names.
pub const API_KEY_HEADER: &str = "sm-apikey";

/// Header of a delivery: base64 of HMAC-SHA1 over the raw body, its key being client id, `&` and client secret.
pub const SIGNATURE_HEADER: &str = "sm-signature";

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
    /// What happened to something: the kind of the object of a delivery.
    EventObjectType { Response "response", Collector "collector", Survey "survey" }
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
        /// What `object_ids` names. Not allowed with `survey_created`; `collector_created` takes surveys only.
        object_type: Option<WebhookObjectType>,
        /// The surveys or collectors it is about. Not allowed with `survey_created`.
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
    /// What is posted to a webhook.
    Delivery {
        /// Name of the webhook.
        name: String,
        /// Id of the event.
        event_id: Id,
        /// What happened.
        event_type: EventType,
        /// When: with microseconds and offset.
        event_datetime: Date,
        /// What `filter_id` names; absent for `survey_created`, which is our choice.
        filter_type: Option<WebhookObjectType>,
        /// Which of the webhook's `object_ids` let the event pass; absent for `survey_created`, which is our choice.
        filter_id: Option<Id>,
        /// What `object_id` names.
        object_type: EventObjectType,
        /// To what it happened. It can be asked for at once.
        object_id: Id,
        /// Ids of all that it concerns.
        resources: DeliveryResources,
    }
    /// Ids of all that an event concerns, as far as it does.
    DeliveryResources {
        /// The response.
        respondent_id: Option<Id>,
        /// The recipient who was invited.
        recipient_id: Option<Id>,
        /// The collector.
        collector_id: Option<Id>,
        /// The survey.
        survey_id: Option<Id>,
        /// The user whose survey it is.
        user_id: Option<Id>,
    }
}
