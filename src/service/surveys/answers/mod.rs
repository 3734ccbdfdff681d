//! The rules for answers: checked against the design, normalized, scored, and stored.
//!
//! The API and the pages for respondents follow the same rules. [`AnswerCollector`] checks the answers of a new
//! response, [`merge_answers`] those that change one; both return what a [`Record`] stores.

mod answer_checker;
mod answer_conflicts;
mod answer_reader;
mod check;
mod clearing;
pub mod dates;
mod design;
mod design_loader;
mod design_source;
mod options;
mod persist;
mod quiz;
mod record;
mod required;
mod response_events;
mod slider;
mod texts;
mod unoffered;
mod violation;

pub use answer_reader::AnswerReader;
pub use check::{AnswerCollector, CheckedAnswers, Completeness, merge_answers, missing_answers};
pub use clearing::{clear_responses, clear_some, delete_responses};
pub use design::{
    Design, DesignPage, SurveyTexts, answer_parts, as_option, choices_of, columns_of, date_style, is_slider,
    other_option, pick_rule, rows_of,
};
pub use design_loader::{
    DesignLoader, QuestionPosition, design_tables, has_more_questions, next_questions, questions_up_to,
};
pub use design_source::DesignSource;
pub use persist::{
    ROW_BYTES, delete_chunk, delete_response, delete_some, delete_unnamed_files, insert_response, update_response,
};
pub use quiz::{Verdict, judge_answers};
pub use record::{RECIPIENT_COLUMNS, RESPONSE_COLUMNS, Record, typed_value};
pub use required::amount_reason;
pub use slider::SliderScale;
pub use texts::{may_be_thousands, parse_decimal, parse_limit};
pub use violation::{Reason, Violation, violations_error};
