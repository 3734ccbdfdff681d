//! The scale of a slider: what its page offers, and what is an answer to it.

use super::design::as_option;
use crate::spec::resources::questions::{Question, Validation};
use crate::spec::types::{Nullable, Written};
use serde_json::Number;

/// The length of a scale with fewer than two bounds; without any it starts at 0. Our choice.
const LENGTH: i32 = 100;

/// The range, step and start position of a slider. It starts at 0 or the end next to it, unless the question says
/// where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SliderScale {
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// Distance of two values that the page offers.
    pub step: i32,
    /// Start position, which the page offers too: a browser would move any other one.
    pub start: i32,
}

impl SliderScale {
    /// The scale of a question.
    pub fn from_question(question: &Question) -> SliderScale {
        let rule = as_option(&question.validation);
        let (min, max) = match (parse_bound(rule, |rule| &rule.min), parse_bound(rule, |rule| &rule.max)) {
            (Some(min), Some(max)) if min <= max => (min, max),
            // A single bound changes the scale from 0 to 100 as little as possible.
            (None, Some(max)) => (if max > 0 { 0 } else { max.saturating_sub(LENGTH) }, max),
            (Some(min), _) => (min, if min < LENGTH { LENGTH } else { min.saturating_add(LENGTH) }),
            (None, None) => (0, LENGTH),
        };
        let settings = question.display_options.as_ref().and_then(|display| display.custom_options.as_ref());
        let number = |number: &Number| i32::try_from(number.as_i64()?).ok();
        let start = settings.and_then(|settings| number(settings.starting_position.as_ref()?));
        let step = settings.and_then(|settings| number(settings.step_size.as_ref()?)).unwrap_or(1).max(1);
        let start = start.unwrap_or(0).clamp(min, max);
        let beyond = start.saturating_sub(min).checked_rem(step).unwrap_or(0);
        SliderScale { min, max, step, start: start.saturating_sub(beyond) }
    }

    /// Whether a number is on the scale.
    pub fn contains(&self, number: f64) -> bool {
        number >= f64::from(self.min) && number <= f64::from(self.max)
    }
}

/// A bound of the scale. One that cannot be parsed is ignored.
fn parse_bound(rule: Option<&Validation>, bound: fn(&Validation) -> &Nullable<Written>) -> Option<i32> {
    as_option(bound(rule?))?.0.trim().parse().ok()
}
