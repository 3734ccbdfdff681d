//! TABLE. Events: what is posted to a webhook, and how it is signed. Heading "Events".
//!
//! The specification leaves events out; these are the deliveries that clients in the field read.

use super::resources::webhooks::{EventType, WebhookObjectType};
use super::types::{Date, Id};

/// Header of a delivery: the client id of the app, in lower case as the wire compares names.
pub const API_KEY_HEADER: &str = "sm-apikey";

/// Header of a delivery: base64 of HMAC-SHA1 over the raw body, its key being client id, `&` and client secret.
pub const SIGNATURE_HEADER: &str = "sm-signature";

/// Minutes after each failed attempt of a delivery until the next one. After the last it is given up. Our choice.
pub const RETRY_MINUTES: [i64; 6] = [1, 5, 30, 2 * 60, 12 * 60, 24 * 60];

/// Attempts of a delivery that the younger ones of its webhook wait for. Our choice.
pub const PATIENCE: usize = 3;

/// Days for which it is remembered that a delivery was given up. Our choice.
pub const KEPT_DAYS: i64 = 30;

/// Most surveys or collectors that a webhook names. Our choice.
pub const OBJECTS_MAX: usize = 100;

/// Most bytes of the `Authorization` header that a webhook gives. Our choice.
pub const AUTHORIZATION_MAX: usize = 4096;

choices! {
    /// What happened to something: the kind of the object of a delivery.
    EventObjectType {
        Response "response",
        Collector "collector",
        Survey "survey",
        /// An app that was permitted or revoked; its id is the client id. Our choice.
        App "app",
    }
}

resources! {
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

impl EventType {
    /// The kind of thing that it happens to.
    pub const fn concerns(self) -> EventObjectType {
        match self {
            EventType::ResponseCompleted
            | EventType::ResponseUpdated
            | EventType::ResponseDisqualified
            | EventType::ResponseCreated
            | EventType::ResponseDeleted
            | EventType::ResponseOverquota => EventObjectType::Response,
            EventType::CollectorCreated | EventType::CollectorUpdated | EventType::CollectorDeleted => {
                EventObjectType::Collector
            }
            EventType::SurveyCreated | EventType::SurveyUpdated | EventType::SurveyDeleted => EventObjectType::Survey,
            EventType::AppInstalled | EventType::AppUninstalled => EventObjectType::App,
        }
    }

    /// What a webhook may name to be told of it. That a survey's events take no collectors is our choice.
    pub const fn filters(self) -> &'static [WebhookObjectType] {
        match self {
            EventType::SurveyCreated | EventType::AppInstalled | EventType::AppUninstalled => &[],
            EventType::SurveyUpdated | EventType::SurveyDeleted | EventType::CollectorCreated => {
                &[WebhookObjectType::Survey]
            }
            EventType::ResponseCompleted
            | EventType::ResponseUpdated
            | EventType::ResponseDisqualified
            | EventType::ResponseCreated
            | EventType::ResponseDeleted
            | EventType::ResponseOverquota
            | EventType::CollectorUpdated
            | EventType::CollectorDeleted => &[WebhookObjectType::Survey, WebhookObjectType::Collector],
        }
    }
}
