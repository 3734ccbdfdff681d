//! TABLE. Templates about people at work and in schools.

use super::{AGREED, FROM_0_TO_10, GOOD, MUST, SATISFIED, YES_NO};
use crate::service::surveys::library::{LibraryQuestion, LibraryTemplate, blank_question, template_page};
use crate::spec::questions::{Family::*, Subtype::*};

/// Every template about people at work and in schools.
#[rustfmt::skip]
pub const TEMPLATES: &[LibraryTemplate] = &[
    LibraryTemplate { id: "1101", language: "en", category: "human_resources", paid: false, name: "Employee engagement",
        description: "How far people feel that their work matters and that they are cared for.",
        pages: &[
            template_page("Your work", &[
                LibraryQuestion { choices: AGREED, required: MUST,
                    rows: &["I know what is expected of me", "I have what I need to do my work", "My work is meaningful", "I learn new things"],
                    ..blank_question(Matrix, Single, "How far do you agree with these statements?") },
                LibraryQuestion { choices: AGREED, rows: &["My opinion counts", "I get useful feedback", "I can talk openly with my manager"],
                    ..blank_question(Matrix, Single, "And with these about the people around you?") },
            ]),
            template_page("All in all", &[
                LibraryQuestion { choices: FROM_0_TO_10, ..blank_question(SingleChoice, Horiz, "How likely are you to recommend us as a place to work?") },
                LibraryQuestion { choices: &["Less than a year", "1 to 3 years", "4 to 10 years", "More than 10 years"],
                    ..blank_question(SingleChoice, Menu, "How long have you worked here?") },
                blank_question(OpenEnded, Essay, "What one thing would you change?"),
            ]),
        ] },
    LibraryTemplate { id: "1102", language: "en", category: "human_resources", paid: false, name: "The first weeks in a new job",
        description: "Whether somebody new was expected, welcomed and shown the way.",
        pages: &[template_page("", &[
            LibraryQuestion { rows: &["First day"], ..blank_question(Datetime, DateOnly, "When did you begin?") },
            LibraryQuestion { choices: YES_NO, ..blank_question(SingleChoice, Horiz, "Was your place ready when you arrived?") },
            LibraryQuestion { choices: GOOD, rows: &["Welcome", "Training", "Help from colleagues", "Papers and accounts"],
                ..blank_question(Matrix, Rating, "How do you rate your first weeks?") },
            LibraryQuestion { choices: &["Much less", "Less", "As expected", "More", "Much more"],
                ..blank_question(SingleChoice, Vertical, "Is the work what you expected?") },
            blank_question(OpenEnded, Essay, "What should we tell the next one who begins?"),
        ])] },
    LibraryTemplate { id: "1103", language: "en", category: "human_resources", paid: true, name: "Leaving us",
        description: "Why somebody leaves, and what would have made a difference.",
        pages: &[template_page("", &[
            LibraryQuestion { choices: &["A better offer", "Pay", "The work itself", "My manager", "Moving away", "Retirement"], other: "Another reason",
                required: MUST, ..blank_question(MultipleChoice, Vertical, "Why do you leave?") },
            LibraryQuestion { choices: SATISFIED, rows: &["Pay", "Hours", "Development", "Leadership", "Colleagues"],
                ..blank_question(Matrix, Rating, "How satisfied were you with the following?") },
            LibraryQuestion { choices: &["Certainly not", "Perhaps", "Certainly"], ..blank_question(SingleChoice, Horiz, "Would you come back one day?") },
            blank_question(OpenEnded, Essay, "What could have kept you?"),
        ])] },
    LibraryTemplate { id: "1104", language: "en", category: "education", paid: false, name: "Course evaluation",
        description: "What students think of a course and of its teacher.",
        pages: &[template_page("", &[
            blank_question(OpenEnded, Single, "Which course did you take?"),
            LibraryQuestion { choices: GOOD, rows: &["Content", "Explanations", "Materials", "Exercises", "Pace"], required: MUST,
                ..blank_question(Matrix, Rating, "How do you rate the course?") },
            LibraryQuestion { choices: &["Far too easy", "Too easy", "About right", "Too hard", "Far too hard"],
                ..blank_question(SingleChoice, Vertical, "How hard was it?") },
            LibraryQuestion { rows: &["Hours in class", "Hours at home"], ..blank_question(OpenEnded, Numerical, "How much time did it take you in a week?") },
            blank_question(OpenEnded, Essay, "What helped you most to learn?"),
            blank_question(OpenEnded, Essay, "What should be different next time?"),
        ])] },
    LibraryTemplate { id: "1105", language: "en", category: "education", paid: false, name: "What parents think of the school",
        description: "How parents see teaching, safety and contact with the school.",
        pages: &[template_page("", &[
            LibraryQuestion { choices: &["1st to 4th", "5th to 8th", "9th to 12th"], ..blank_question(MultipleChoice, Vertical, "Which years do your children attend?") },
            LibraryQuestion { choices: AGREED, required: MUST,
                rows: &["My child likes to go to school", "My child is safe there", "The teachers care", "I know whom to ask"],
                ..blank_question(Matrix, Single, "How far do you agree?") },
            LibraryQuestion { choices: &["Email", "Telephone", "Letter", "Meetings"], ..blank_question(SingleChoice, Vertical, "How should the school keep in touch with you?") },
            blank_question(OpenEnded, Essay, "What would you like the school to know?"),
        ])] },
];
