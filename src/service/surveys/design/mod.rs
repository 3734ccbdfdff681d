//! The design of surveys: what may be written into one, and how it is stored.
//!
//! A payload comes in as the caller wrote it, is checked against the table of kinds, and leaves as the
//! whole resource that GET returns: every default filled in, every place numbered, every option with an
//! id. Each refusal names the field by its path, such as `answers.choices[2].text`.

pub mod answers;
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
