//! TABLE. Templates about people at work and in schools.

use super::{AGREED, FROM_0_TO_10, GOOD, MUST, SATISFIED, YES_NO};
use crate::service::surveys::library::{Question, Template, ask, page};
use crate::spec::questions::{Family::*, Subtype::*};

/// Every template about people at work and in schools.
#[rustfmt::skip]
pub const TEMPLATES: &[Template] = &[
    Template { id: "1101", language: "en", category: "human_resources", paid: false, name: "Employee engagement",
        description: "How far people feel that their work matters and that they are cared for.",
        pages: &[
            page("Your work", &[
                Question { choices: AGREED, required: MUST,
                    rows: &["I know what is expected of me", "I have what I need to do my work", "My work is meaningful", "I learn new things"],
                    ..ask(Matrix, Single, "How far do you agree with these statements?") },
                Question { choices: AGREED, rows: &["My opinion counts", "I get useful feedback", "I can talk openly with my manager"],
                    ..ask(Matrix, Single, "And with these about the people around you?") },
            ]),
            page("All in all", &[
                Question { choices: FROM_0_TO_10, ..ask(SingleChoice, Horiz, "How likely are you to recommend us as a place to work?") },
                Question { choices: &["Less than a year", "1 to 3 years", "4 to 10 years", "More than 10 years"],
                    ..ask(SingleChoice, Menu, "How long have you worked here?") },
                ask(OpenEnded, Essay, "What one thing would you change?"),
            ]),
        ] },
    Template { id: "1102", language: "en", category: "human_resources", paid: false, name: "The first weeks in a new job",
        description: "Whether somebody new was expected, welcomed and shown the way.",
        pages: &[page("", &[
            Question { rows: &["First day"], ..ask(Datetime, DateOnly, "When did you begin?") },
            Question { choices: YES_NO, ..ask(SingleChoice, Horiz, "Was your place ready when you arrived?") },
            Question { choices: GOOD, rows: &["Welcome", "Training", "Help from colleagues", "Papers and accounts"],
                ..ask(Matrix, Rating, "How do you rate your first weeks?") },
            Question { choices: &["Much less", "Less", "As expected", "More", "Much more"],
                ..ask(SingleChoice, Vertical, "Is the work what you expected?") },
            ask(OpenEnded, Essay, "What should we tell the next one who begins?"),
        ])] },
    Template { id: "1103", language: "en", category: "human_resources", paid: true, name: "Leaving us",
        description: "Why somebody leaves, and what would have made a difference.",
        pages: &[page("", &[
            Question { choices: &["A better offer", "Pay", "The work itself", "My manager", "Moving away", "Retirement"], other: "Another reason",
                required: MUST, ..ask(MultipleChoice, Vertical, "Why do you leave?") },
            Question { choices: SATISFIED, rows: &["Pay", "Hours", "Development", "Leadership", "Colleagues"],
                ..ask(Matrix, Rating, "How satisfied were you with the following?") },
            Question { choices: &["Certainly not", "Perhaps", "Certainly"], ..ask(SingleChoice, Horiz, "Would you come back one day?") },
            ask(OpenEnded, Essay, "What could have kept you?"),
        ])] },
    Template { id: "1104", language: "en", category: "education", paid: false, name: "Course evaluation",
        description: "What students think of a course and of its teacher.",
        pages: &[page("", &[
            ask(OpenEnded, Single, "Which course did you take?"),
            Question { choices: GOOD, rows: &["Content", "Explanations", "Materials", "Exercises", "Pace"], required: MUST,
                ..ask(Matrix, Rating, "How do you rate the course?") },
            Question { choices: &["Far too easy", "Too easy", "About right", "Too hard", "Far too hard"],
                ..ask(SingleChoice, Vertical, "How hard was it?") },
            Question { rows: &["Hours in class", "Hours at home"], ..ask(OpenEnded, Numerical, "How much time did it take you in a week?") },
            ask(OpenEnded, Essay, "What helped you most to learn?"),
            ask(OpenEnded, Essay, "What should be different next time?"),
        ])] },
    Template { id: "1105", language: "en", category: "education", paid: false, name: "What parents think of the school",
        description: "How parents see teaching, safety and contact with the school.",
        pages: &[page("", &[
            Question { choices: &["1st to 4th", "5th to 8th", "9th to 12th"], ..ask(MultipleChoice, Vertical, "Which years do your children attend?") },
            Question { choices: AGREED, required: MUST,
                rows: &["My child likes to go to school", "My child is safe there", "The teachers care", "I know whom to ask"],
                ..ask(Matrix, Single, "How far do you agree?") },
            Question { choices: &["Email", "Telephone", "Letter", "Meetings"], ..ask(SingleChoice, Vertical, "How should the school keep in touch with you?") },
            ask(OpenEnded, Essay, "What would you like the school to know?"),
        ])] },
];
