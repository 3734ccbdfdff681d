//! The surveys of the demo world: every kind of question in one, and several as people make them.

mod abroad;
mod every_kind;
mod everyday;

use super::design::DemoSurvey;

/// Every survey.
pub const SURVEYS: [&DemoSurvey; 14] = [
    &every_kind::EVERY_KIND,
    &everyday::SATISFACTION,
    &everyday::ENGAGEMENT,
    &everyday::EVENT,
    &everyday::PRODUCT,
    &everyday::POLL,
    &everyday::EMPTY,
    &everyday::HARBOUR,
    &everyday::GARDEN,
    &everyday::NEWSLETTER,
    &abroad::BICYCLES,
    &abroad::COURSES,
    &abroad::LIBRARY,
    &abroad::LIGHTNING,
];
