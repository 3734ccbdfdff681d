//! Collectors: default settings, current status, and the URL of the survey.

pub mod removal;

use super::link::RespondentLink;
use crate::service::environment::config::Config;
use crate::service::store::sql::{Row, Value as Bound};
use crate::spec::resources::collectors::{
    AnonymousType, CLOSED_PAGE, CollectorStatus, CollectorType, DisqualificationType, EditResponseType, POPUP_COLOURS,
    POPUP_SIZE, POPUP_TEXTS, RedirectType, SAMPLE_RATE, THANK_YOU,
};
use crate::wire::dates::{self, Timestamp};
use serde_json::{Map, Value, json};

/// The settings of a new collector. Where the documentation gives no default, the value is our choice.
pub fn default_settings(kind: CollectorType, sender: &str) -> Map<String, Value> {
    let settings = json!({
        "thank_you_message": THANK_YOU,
        "thank_you_page": { "is_enabled": true, "message": THANK_YOU },
        "disqualification_type": DisqualificationType::Message.as_str(),
        "disqualification_message": THANK_YOU,
        "close_date": null,
        "closed_page_message": CLOSED_PAGE,
        "redirect_type": RedirectType::Close.as_str(),
        "redirect_url": null,
        "display_survey_results": false,
        "allow_multiple_responses": false,
        "edit_response_type": EditResponseType::UntilComplete.as_str(),
        "anonymous_type": AnonymousType::NotAnonymous.as_str(),
        "is_branding_enabled": true,
        "response_limit": null,
        "sender_email": (kind == CollectorType::Email).then_some(sender),
        "respondent_authentication": false,
    });
    let popup = if kind.is_popup() { popup_defaults() } else { Value::Null };
    [settings, popup].into_iter().filter_map(object_fields).flatten().collect()
}

fn popup_defaults() -> Value {
    let ((width, height), (border, button, text)) = (POPUP_SIZE, POPUP_COLOURS);
    let (headline, message, yes, no) = POPUP_TEXTS;
    json!({
        "width": width,
        "height": height,
        "border_color": border,
        "headline": headline,
        "message": message,
        "sample_rate": SAMPLE_RATE,
        "primary_button": { "bg_color": button, "text_color": text, "text": yes },
        "secondary_button": { "bg_color": text, "text_color": border, "text": no },
    })
}

fn object_fields(value: Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(fields) => Some(fields),
        _ => None,
    }
}

/// The current status: closed from its `close_date` on.
pub fn current_status(row: &Row, now: Timestamp) -> Option<CollectorStatus> {
    let stored = CollectorStatus::parse(&row.text("status"));
    let close_date = row.json("body").get("close_date").and_then(Value::as_str).and_then(dates::parse_date);
    if close_date.is_some_and(|close_date| close_date <= now) { Some(CollectorStatus::Closed) } else { stored }
}

/// The current status in SQL; the parameter is [`close_date_bound`].
pub const CURRENT_STATUS_SQL: &str =
    "CASE WHEN json_extract(collectors.body, '$.close_date') <= ? THEN 'closed' ELSE status END";

/// A timestamp in the format in which `close_date` is stored.
pub fn close_date_bound(now: Timestamp) -> Bound {
    now.with_offset().0.into()
}

/// Whether so many responses reach a collector's response limit, from its settings. `count_response` in
/// `answers/persist.rs` has the same rule in SQL.
pub fn is_full(response_limit: Option<&Value>, response_count: u64) -> bool {
    response_limit.and_then(Value::as_u64).is_some_and(|limit| response_count >= limit)
}

/// The URL at which any respondent can take the survey; `None` for collectors that are not a web link.
pub fn survey_url(config: &Config, team: &str, origin: &str, row: &Row) -> Option<String> {
    let is_weblink = row.text("type") == CollectorType::Weblink.as_str();
    let link = RespondentLink { team: team.to_owned(), collector: row.text("id"), recipient: None, preview: None };
    is_weblink.then(|| link.to_url(config, origin))
}
