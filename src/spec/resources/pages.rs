//! TABLE. Pages of a survey.

use super::questions::{Question, QuestionNew};
use crate::spec::types::{Id, Integer};

/// The table of this file. Its argument is the fields that all forms of a page have.
macro_rules! payloads {
    ($($page:tt)*) => { resources! {
        /// A page in a list.
        PageRef { $($page)* }
        /// A page without its questions.
        Page {
            $($page)*
            /// Number of questions on the page.
            question_count: Integer,
        }
        /// A page with its questions.
        PageDetails {
            $($page)*
            /// Number of questions on the page.
            question_count: Integer,
            /// The questions in order, deleted ones included.
            questions: Vec<Question>,
        }
        /// A new page, or changes to one.
        PageNew {
            /// Title; empty if not given.
            title: Option<String>,
            /// Text below the title; empty if not given.
            description: Option<String>,
            /// Position in the survey, from 1; by default a new page is added at the end, and an existing one does not
            /// move.
            position: Option<Integer>,
        }
        /// A page of a survey that is created complete.
        SurveyPageNew {
            /// Title; empty if not given.
            title: Option<String>,
            /// Text below the title; empty if not given.
            description: Option<String>,
            /// The questions in order.
            questions: Option<Vec<QuestionNew>>,
        }
    } };
}

payloads! {
    /// Title; empty if there is none.
    title: String,
    /// Text below the title; empty if there is none.
    description: String,
    /// Position in the survey, from 1.
    position: Integer,
    /// Id of the page.
    id: Id,
    /// URL of the page.
    href: String,
}
