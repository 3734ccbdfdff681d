//! TABLE. Templates about events, health, associations, neighbourhoods, and who people are.

use super::{AGREED, GOOD, MUST, SATISFIED, YES_NO};
use crate::service::surveys::library::{LibraryQuestion, LibraryTemplate, blank_question, template_page};
use crate::spec::questions::Detail;
use crate::spec::questions::{Family::*, Subtype::*};

/// Every template about events, health, associations, neighbourhoods, and who people are.
#[rustfmt::skip]
pub const TEMPLATES: &[LibraryTemplate] = &[
    LibraryTemplate { id: "1201", language: "en", category: "events", paid: false, name: "After an event",
        description: "How an event went: programme, place, people.",
        pages: &[template_page("", &[
            LibraryQuestion { choices: GOOD, required: MUST, ..blank_question(SingleChoice, Vertical, "Overall, how was the event?") },
            LibraryQuestion { choices: GOOD, rows: &["Programme", "Speakers", "Place", "Food"], not_applicable: "Did not see",
                ..blank_question(Matrix, Rating, "How do you rate the following?") },
            LibraryQuestion { choices: &["Too short", "About right", "Too long"], ..blank_question(SingleChoice, Horiz, "How long was it?") },
            LibraryQuestion { choices: YES_NO, ..blank_question(SingleChoice, Horiz, "Would you come again?") },
            blank_question(OpenEnded, Essay, "What did you like best?"),
            blank_question(OpenEnded, Essay, "What did you miss?"),
        ])] },
    LibraryTemplate { id: "1202", language: "en", category: "events", paid: false, name: "Planning an event",
        description: "Who comes, when, and what they eat.",
        pages: &[template_page("", &[
            LibraryQuestion { details: &[(Detail::Name, "Name"), (Detail::Email, "Email address"), (Detail::Phone, "Telephone")],
                ..blank_question(Demographic, International, "Who are you?") },
            LibraryQuestion { choices: &["Yes", "No", "I cannot say yet"], required: MUST, ..blank_question(SingleChoice, Vertical, "Will you come?") },
            LibraryQuestion { rows: &["Arrival", "Departure"], ..blank_question(Datetime, Both, "When do you arrive and leave?") },
            LibraryQuestion { choices: &["Vegetarian", "Vegan", "No gluten", "No nuts"], other: "Something else",
                ..blank_question(MultipleChoice, Vertical, "Is there anything we should know about your food?") },
            blank_question(OpenEnded, Single, "How many guests do you bring?"),
        ])] },
    LibraryTemplate { id: "1203", language: "en", category: "healthcare", paid: true, name: "A visit to the doctor",
        description: "How patients were received, heard and treated.",
        pages: &[template_page("", &[
            LibraryQuestion { rows: &["Day of the visit"], ..blank_question(Datetime, DateOnly, "When was your visit?") },
            LibraryQuestion { choices: SATISFIED, required: MUST, ..blank_question(SingleChoice, Vertical, "How satisfied are you with the visit?") },
            LibraryQuestion { choices: AGREED, rows: &["I was treated with respect", "I was listened to", "I understood what I was told", "I was involved in decisions"],
                ..blank_question(Matrix, Single, "How far do you agree?") },
            LibraryQuestion { choices: &["Less than 15 minutes", "15 to 30 minutes", "30 to 60 minutes", "More than an hour"],
                ..blank_question(SingleChoice, Vertical, "How long did you wait?") },
            blank_question(OpenEnded, Essay, "What can we do better?"),
        ])] },
    LibraryTemplate { id: "1204", language: "en", category: "non_profit", paid: false, name: "Volunteers",
        description: "Why volunteers come, what they enjoy, what keeps them.",
        pages: &[template_page("", &[
            LibraryQuestion { choices: &["To help", "To meet people", "To learn", "For my studies"], other: "Another reason",
                ..blank_question(MultipleChoice, Vertical, "Why do you volunteer?") },
            LibraryQuestion { choices: SATISFIED, rows: &["Tasks", "Training", "Thanks", "Team"], ..blank_question(Matrix, Rating, "How satisfied are you with the following?") },
            LibraryQuestion { rows: &["Hours"], ..blank_question(OpenEnded, Numerical, "How many hours a month can you give?") },
            LibraryQuestion { choices: YES_NO, required: MUST, ..blank_question(SingleChoice, Horiz, "Will you go on next year?") },
            blank_question(OpenEnded, Essay, "What should change?"),
        ])] },
    LibraryTemplate { id: "1205", language: "en", category: "community", paid: false, name: "Our neighbourhood",
        description: "What people who live near each other want to keep and to change.",
        pages: &[template_page("", &[
            LibraryQuestion { choices: &["Less than a year", "1 to 5 years", "6 to 20 years", "More than 20 years"],
                ..blank_question(SingleChoice, Vertical, "How long have you lived here?") },
            LibraryQuestion { choices: GOOD, rows: &["Shops", "Parks", "Buses and trains", "Schools", "Quiet"], ..blank_question(Matrix, Rating, "How do you rate what there is?") },
            LibraryQuestion { rows: &["More trees", "Safer crossings", "Places to sit", "Room for children"],
                ..blank_question(Matrix, Ranking, "What should be done first?") },
            blank_question(OpenEnded, Essay, "What do you like best about it?"),
        ])] },
    LibraryTemplate { id: "1206", language: "en", category: "demographics", paid: false, name: "About you",
        description: "The usual questions about a person, to put at the end of another survey.",
        pages: &[template_page("About you", &[
            LibraryQuestion { choices: &["Under 18", "18 to 24", "25 to 34", "35 to 44", "45 to 54", "55 to 64", "65 or more"],
                ..blank_question(SingleChoice, Menu, "How old are you?") },
            LibraryQuestion { choices: &["Female", "Male", "Non-binary", "I prefer not to say"], other: "In my own words",
                ..blank_question(SingleChoice, Vertical, "What is your gender?") },
            LibraryQuestion { choices: &["School", "Vocational training", "Bachelor's degree", "Master's degree", "Doctorate"],
                ..blank_question(SingleChoice, Menu, "What is your highest degree?") },
            LibraryQuestion { choices: &["Employed", "Self-employed", "In education", "Retired", "Looking for work"],
                ..blank_question(MultipleChoice, Vertical, "What is your situation at present?") },
            LibraryQuestion { details: &[(Detail::City, "City"), (Detail::Zip, "Postal code"), (Detail::Country, "Country")],
                ..blank_question(Demographic, International, "Where do you live?") },
        ])] },
    LibraryTemplate { id: "1207", language: "en", category: "just_for_fun", paid: false, name: "Where shall we eat?",
        description: "A vote about lunch, for groups that cannot decide.",
        pages: &[template_page("", &[
            LibraryQuestion { choices: &["Noodles", "Pizza", "Salad", "Soup"], other: "My own idea", required: MUST,
                ..blank_question(SingleChoice, Vertical, "What shall we have?") },
            LibraryQuestion { rows: &["Time"], ..blank_question(Datetime, TimeOnly, "When shall we go?") },
            LibraryQuestion { choices: YES_NO, ..blank_question(SingleChoice, Horiz, "Can you pay with coins?") },
        ])] },
];
