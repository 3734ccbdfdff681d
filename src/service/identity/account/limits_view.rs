//! An app's limits on its pages: what it may send, the form that asks for more, and what a reviewer sees of that.

use crate::service::html::form::{hidden_input, input_field, post_form, submit_button, textarea_field};
use crate::service::html::{Html, element, text, text_element};
use crate::service::identity::app::App;
use crate::service::identity::app_lifecycle::Verb;
use crate::service::identity::paths::{CSRF_FIELD, VERB_FIELD};
use crate::spec::apps::ReviewSubject;
use crate::spec::limits::{LIMITED, NO_LIMIT, Quota, REQUESTED_MAX, REVIEW_BUSINESS_DAYS, UNLIMITED};

/// How many requests, in words.
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

/// The form by which an owner asks for higher limits, which goes to the app's page.
pub fn limits_request_form(address: &str, mark: &str, now: Quota) -> Vec<Html> {
    let about =
        format!("A reviewer answers within {REVIEW_BUSINESS_DAYS} business days, by mail. Further fees may apply.");
    let number = |name: &str, label: &str, value: u32, least: u32, most: u32| {
        let [value, least, most] = [value, least, most].map(|number| number.to_string());
        input_field(name, label, &[("type", "number"), ("value", &value), ("min", &least), ("max", &most)])
    };
    let content = [
        hidden_input(CSRF_FIELD, mark),
        hidden_input(VERB_FIELD, Verb::RaiseLimits.as_str()),
        number("per_minute", "Requests a minute", now.per_minute, LIMITED.per_minute, REQUESTED_MAX.per_minute),
        number("per_day", "Requests a day", now.per_day, LIMITED.per_day, REQUESTED_MAX.per_day),
        textarea_field("reason", "What they are for", "", "The reviewer reads it."),
        submit_button("button", "Ask for higher limits"),
    ];
    vec![text_element("h2", &[], "Limits"), text_element("p", &[], &about), post_form(address, content)]
}

/// What a reviewer sees of a request for higher limits, and what the app may send now.
pub fn wanted_limits(app: &App, now: Option<Quota>) -> Vec<Html> {
    let (Some(ReviewSubject::Limits), Some(wanted)) = (app.review_of, app.wanted) else { return Vec::new() };
    let about = format!("It asks for {}. {}", quota_words(wanted), quota_sentence(now));
    let reason = text_element("q", &[("class", "reason")], &app.wanted_for);
    vec![
        text_element("h2", &[], "Limits"),
        text_element("p", &[], &about),
        element("p", &[("class", "message")], [text("The owner says: "), reason]),
    ]
}
