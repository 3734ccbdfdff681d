//! TABLE. Events: the deliveries to a webhook and their signature. Heading "Events".
//!
//! The specification omits events; these are the deliveries that existing clients read.

use super::resources::webhooks::{EventType, WebhookObjectType};
use super::types::{Date, Id};

/// Header of a delivery: the client id of the app. The name is in lower case, as `wire` compares names.
pub const API_KEY_HEADER: &str = "sm-apikey";

/// Header of a delivery: base64 of HMAC-SHA1 over the raw body. The key is client id, `&` and client secret.
pub const SIGNATURE_HEADER: &str = "sm-signature";

/// Minutes between each failed attempt of a delivery and the next. After the last attempt the delivery is abandoned.
/// Our choice.
pub const RETRY_MINUTES: [i64; 6] = [1, 5, 30, 2 * 60, 12 * 60, 24 * 60];

/// Number of attempts of a delivery for which newer deliveries of its webhook wait. Our choice.
pub const PATIENCE: usize = 3;

/// Maximum number of surveys or collectors of a webhook. Our choice.
pub const OBJECTS_MAX: usize = 100;

/// Maximum bytes of a webhook's `Authorization` header. Our choice.
pub const AUTHORIZATION_MAX: usize = 4096;

choices! {
    /// The type of the object of a delivery.
    EventObjectType {
        Response "response",
        Collector "collector",
        Survey "survey",
        /// An app that was authorized or revoked; its id is the client id. Our choice.
        App "app",
    }
}

resources! {
    /// The delivery to a webhook.
    Delivery {
        /// Name of the webhook.
        name: String,
        /// Id of the event.
        event_id: Id,
        /// The event.
        event_type: EventType,
        /// Time of the event, with microseconds and offset.
        event_datetime: Date,
        /// Type of the object `filter_id`; absent for `survey_created`, which is our choice.
        filter_type: Option<WebhookObjectType>,
        /// The one of the webhook's `object_ids` that matched the event; absent for `survey_created`, which is our
        /// choice.
        filter_id: Option<Id>,
        /// Type of the object `object_id`.
        object_type: EventObjectType,
        /// Id of the object. It can be fetched immediately.
        object_id: Id,
        /// Ids of the related resources.
        resources: DeliveryResources,
    }
    /// Ids of the resources related to an event.
    DeliveryResources {
        /// Id of the response.
        respondent_id: Option<Id>,
        /// Id of the invited recipient.
        recipient_id: Option<Id>,
        /// Id of the collector.
        collector_id: Option<Id>,
        /// Id of the survey.
        survey_id: Option<Id>,
        /// Id of the survey's owner.
        user_id: Option<Id>,
    }
}

impl EventType {
    /// The type of the event's object.
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

    /// The types of objects by which a webhook may filter it. That events of surveys cannot be filtered by collectors
    /// is our choice.
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
