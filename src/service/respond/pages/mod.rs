//! The pages on which people take surveys: one page of the survey at a time, a plain form, no script.

mod asked;
mod choices;
pub mod ending;
pub mod fields;
pub mod frame;
mod matrix;
mod question;
pub mod sheet;
pub mod template;
mod texts;

pub use asked::{Asked, Complaint};
pub use question::{around, lines, section, takes_a_file};
pub use texts::Scale;
