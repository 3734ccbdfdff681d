//! The pages for respondents: one page of the survey at a time, as a plain form.

mod choices;
pub mod fields;
pub mod frame;
mod matrix;
mod page_texts;
mod question;
mod question_view;
pub mod status_pages;
pub mod survey_page;
pub mod template;
mod texts;

pub use page_texts::PageTexts;
pub use question::{render_outline, render_question, render_rows, takes_a_file};
pub use question_view::{FieldError, QuestionView, field_errors};
