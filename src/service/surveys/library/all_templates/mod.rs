//! The templates of the library, by what they are about.

mod abroad;
mod customers;
mod people;
mod public;

use super::LibraryTemplate;
use crate::service::surveys::messages::MessageKey;

/// Every template.
pub const ALL: [&[LibraryTemplate]; 4] =
    [customers::TEMPLATES, people::TEMPLATES, public::TEMPLATES, abroad::TEMPLATES];

/// From one end of agreement to the other.
const AGREED: &[&str] = &["Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"];

/// From one end of satisfaction to the other.
const SATISFIED: &[&str] = &["Very dissatisfied", "Dissatisfied", "Neutral", "Satisfied", "Very satisfied"];

/// From one end of quality to the other.
const GOOD: &[&str] = &["Poor", "Fair", "Good", "Very good", "Excellent"];

/// How likely something is.
const FROM_0_TO_10: &[&str] = &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/// Yes or no.
const YES_NO: &[&str] = &["Yes", "No"];

/// What is said to those who leave out what must be answered.
const MUST: &str = MessageKey::NeedsAnswer.as_str();
