//! The templates of the library, by topic.

mod abroad;
mod customers;
mod people;
mod public;

use super::LibraryTemplate;
use crate::service::surveys::page_texts::PageText;

/// Every template.
pub const ALL: [&[LibraryTemplate]; 4] =
    [customers::TEMPLATES, people::TEMPLATES, public::TEMPLATES, abroad::TEMPLATES];

/// A scale of agreement.
const AGREED: &[&str] = &["Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"];

/// A scale of satisfaction.
const SATISFIED: &[&str] = &["Very dissatisfied", "Dissatisfied", "Neutral", "Satisfied", "Very satisfied"];

/// A scale of quality.
const GOOD: &[&str] = &["Poor", "Fair", "Good", "Very good", "Excellent"];

/// A scale of likelihood.
const FROM_0_TO_10: &[&str] = &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/// Yes or no.
const YES_NO: &[&str] = &["Yes", "No"];

/// The message for a required question without an answer.
const MUST: &str = PageText::NeedsAnswer.as_str();
