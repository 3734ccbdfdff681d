//! The rules for answers: checked against the survey's design, brought into the form that is stored, scored, and kept.
//!
//! The API and the pages on which respondents take a survey follow the same rules. [`check`] takes answers to
//! a survey that were not there before, [`merge`] those that change a response; both give what [`Record`] stores.

mod beside;
mod cells;
mod check;
pub mod dates;
mod design;
mod keep;
mod loading;
mod options;
mod problem;
mod quiz;
mod record;
mod required;
mod split;
mod texts;

pub use check::{Checked, Demand, Naming, merge};
pub use design::{Design, DesignPage, choices, columns, given, is_slider, other, parts, picks, rows};
pub use keep::{clear, delete, insert, take_away, update};
pub use loading::{Loading, Place, is_more, some};
pub use problem::{Problem, Reason, refusal};
pub use record::{COLUMNS, Record, typed};
pub use split::Split;
pub use texts::decimal;
