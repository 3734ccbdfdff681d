//! The design of surveys: how it is checked, and how it is stored.
//!
//! A payload is checked against the table of question kinds and completed to the whole resource that GET returns: every
//! default filled in, every position numbered, every option with an id. Each error names the field by its path, such as
//! `answers.choices[2].text`.

pub mod answer_options;
pub mod display;
pub mod field;
pub mod headings;
pub mod ids;
pub mod listing;
pub mod option_order;
pub mod options;
pub mod outline;
pub mod question;
pub mod question_cost;
pub mod removal;
pub mod representation;
pub mod settings;
pub mod store;
pub mod stored_question;
pub mod survey_creation;
pub mod survey_fields;
pub mod survey_rows;
