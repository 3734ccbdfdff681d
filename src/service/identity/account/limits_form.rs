//! The form that requests higher limits: requests a minute, requests a day, and the reason.

use crate::spec::account::REASON_MAX;
use crate::spec::limits::{LIMITED, REQUESTED_MAX};
use crate::wire::form::Form;
use serde::{Deserialize, Serialize};

/// A submitted form. A field that is not a number is 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitsForm {
    /// Requests in a minute.
    pub per_minute: u32,
    /// Requests in a day.
    pub per_day: u32,
    /// What the requests are for.
    pub reason: String,
}

impl LimitsForm {
    /// Reads the form.
    pub fn from_fields(fields: &Form) -> LimitsForm {
        let text = |name: &str| fields.first(name).unwrap_or_default().trim();
        let number = |name: &str| text(name).parse().unwrap_or(0);
        LimitsForm { per_minute: number("per_minute"), per_day: number("per_day"), reason: text("reason").to_owned() }
    }

    /// The first mistake in the form, as a sentence for the user.
    pub fn validation_error(&self) -> Option<String> {
        let (least, most) = (LIMITED, REQUESTED_MAX);
        if !(least.per_minute..=most.per_minute).contains(&self.per_minute) {
            return Some(format!("Ask for {} to {} requests a minute.", least.per_minute, most.per_minute));
        }
        if !(least.per_day..=most.per_day).contains(&self.per_day) {
            return Some(format!("Ask for {} to {} requests a day.", least.per_day, most.per_day));
        }
        if self.reason.is_empty() || self.reason.chars().count() > REASON_MAX {
            return Some(format!("Write what the requests are for, in at most {REASON_MAX} characters."));
        }
        None
    }
}
