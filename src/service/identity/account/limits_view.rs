//! An app's limits on its pages: its quota, the form that requests more, and the request as the reviewer sees it.

use crate::service::html::form::{hidden_input, labelled_control, textarea_field};
use crate::service::identity::app::App;
use crate::service::identity::app_lifecycle::Verb;
use crate::service::identity::paths::{CSRF_FIELD, VERB_FIELD};
use crate::spec::apps::ReviewSubject;
use crate::spec::limits::{LIMITED, NO_LIMIT, Quota, REQUESTED_MAX, REVIEW_BUSINESS_DAYS, UNLIMITED};
use maud::{Markup, html};

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
pub fn limits_request_form(action: &str, csrf_token: &str, now: Quota) -> Markup {
    html! {
        h2 { "Limits" }
        p {
            "A reviewer answers within " (REVIEW_BUSINESS_DAYS) " business days, by mail. Further fees may apply."
        }
        form method="post" action=(action) {
            (hidden_input(CSRF_FIELD, csrf_token))
            (hidden_input(VERB_FIELD, Verb::RaiseLimits.as_str()))
            (labelled_control("per_minute", "Requests a minute", &html! {
                input id="per_minute" name="per_minute" type="number" value=(now.per_minute)
                    min=(LIMITED.per_minute) max=(REQUESTED_MAX.per_minute) required;
            }))
            (labelled_control("per_day", "Requests a day", &html! {
                input id="per_day" name="per_day" type="number" value=(now.per_day)
                    min=(LIMITED.per_day) max=(REQUESTED_MAX.per_day) required;
            }))
            (textarea_field("reason", "What they are for", "", "The reviewer reads it."))
            button.button type="submit" { "Ask for higher limits" }
        }
    }
}

/// A request for higher limits as the reviewer sees it, with the present quota. Empty if there is none.
pub fn wanted_limits(app: &App, now: Option<Quota>) -> Markup {
    html! {
        @if let (Some(ReviewSubject::Limits), Some(requested)) = (app.review_of, app.requested) {
            h2 { "Limits" }
            p { "It asks for " (quota_words(requested)) ". " (quota_sentence(now)) }
            p.message { "The owner says: " q.reason { (app.request_reason) } }
        }
    }
}
