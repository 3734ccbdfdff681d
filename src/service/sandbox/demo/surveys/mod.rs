//! The surveys of the demo world: one with every kind of question, and several typical ones.

mod abroad;
mod every_kind;
mod everyday;
mod regions;
pub mod visitors;

use super::design::DemoSurvey;

/// Every survey.
pub const SURVEYS: [&DemoSurvey; 15] = [
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
    &regions::REGIONS,
];
