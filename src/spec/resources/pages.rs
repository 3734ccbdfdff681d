//! TABLE. Pages of a survey.

use super::questions::{Question, QuestionNew};
use crate::spec::types::{Id, Integer};

/// The table of this file; its argument is the fields that a page has in every form.
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
        /// What makes or changes a page.
        PageNew {
            /// Title; empty if not given.
            title: Option<String>,
            /// Text below the title; empty if not given.
            description: Option<String>,
            /// Place in the survey, from 1; a new page comes at the end if it is not given, an old one stays in its place.
            position: Option<Integer>,
        }
        /// A page of a survey that is created whole.
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
    /// Place in the survey, from 1.
    position: Integer,
    /// Id of the page.
    id: Id,
    /// Address of the page.
    href: String,
}
