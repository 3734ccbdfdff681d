//! An app's limits on its pages: its quota, the form that requests more, and the request as the reviewer sees it.

use crate::service::html::form::{hidden_input, input_field, post_form, submit_button, textarea_field};
use crate::service::html::{Html, element, text, text_element};
use crate::service::identity::app::App;
use crate::service::identity::app_lifecycle::Verb;
use crate::service::identity::paths::{CSRF_FIELD, VERB_FIELD};
use crate::spec::apps::ReviewSubject;
use crate::spec::limits::{LIMITED, NO_LIMIT, Quota, REQUESTED_MAX, REVIEW_BUSINESS_DAYS, UNLIMITED};

/// The quota as a sentence. `None` is a disabled app.
pub fn quota_sentence(quota: Option<Quota>) -> String {
    match quota {
        Some(UNLIMITED) => "Its requests are unlimited.".to_owned(),
        Some(quota) => format!("It may send {}.", quota_words(quota)),
        None => "Its requests are refused.".to_owned(),
    }
}

fn quota_words(quota: Quota) -> String {
    let number = |number: u32| if number == NO_LIMIT { "any number of".to_owned() } else { number.to_string() };
    match quota.per_day {
        NO_LIMIT => format!("{} requests a minute, without a limit for the day", number(quota.per_minute)),
        per_day => format!("{} requests a minute and {per_day} a day", number(quota.per_minute)),
    }
}

/// The form by which an owner requests higher limits. `action` is the URL of the app's page.
pub fn limits_request_form(address: &str, csrf_token: &str, now: Quota) -> Vec<Html> {
    let description =
        format!("A reviewer answers within {REVIEW_BUSINESS_DAYS} business days, by mail. Further fees may apply.");
    let number = |name: &str, label: &str, value: u32, min: u32, max: u32| {
        let [value, min, max] = [value, min, max].map(|number| number.to_string());
        input_field(name, label, &[("type", "number"), ("value", &value), ("min", &min), ("max", &max)])
    };
    let content = [
        hidden_input(CSRF_FIELD, csrf_token),
        hidden_input(VERB_FIELD, Verb::RaiseLimits.as_str()),
        number("per_minute", "Requests a minute", now.per_minute, LIMITED.per_minute, REQUESTED_MAX.per_minute),
        number("per_day", "Requests a day", now.per_day, LIMITED.per_day, REQUESTED_MAX.per_day),
        textarea_field("reason", "What they are for", "", "The reviewer reads it."),
        submit_button("button", "Ask for higher limits"),
    ];
    vec![text_element("h2", &[], "Limits"), text_element("p", &[], &description), post_form(address, content)]
}

/// A request for higher limits as the reviewer sees it, with the present quota. Empty if there is none.
pub fn wanted_limits(app: &App, now: Option<Quota>) -> Vec<Html> {
    let (Some(ReviewSubject::Limits), Some(requested)) = (app.review_of, app.requested) else { return Vec::new() };
    let description = format!("It asks for {}. {}", quota_words(requested), quota_sentence(now));
    let reason = text_element("q", &[("class", "reason")], &app.request_reason);
    vec![
        text_element("h2", &[], "Limits"),
        text_element("p", &[], &description),
        element("p", &[("class", "message")], [text("The owner says: "), reason]),
    ]
}
