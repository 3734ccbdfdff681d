//! TABLE. Templates about events, health, associations, neighbourhoods, and who people are.

use super::{AGREED, GOOD, MUST, SATISFIED, YES_NO};
use crate::service::surveys::library::{Question, Template, ask, page};
use crate::spec::questions::Detail;
use crate::spec::questions::{Family::*, Subtype::*};

/// Every template about events, health, associations, neighbourhoods, and who people are.
#[rustfmt::skip]
pub const TEMPLATES: &[Template] = &[
    Template { id: "1201", language: "en", category: "events", paid: false, name: "After an event",
        description: "How an event went: programme, place, people.",
        pages: &[page("", &[
            Question { choices: GOOD, required: MUST, ..ask(SingleChoice, Vertical, "Overall, how was the event?") },
            Question { choices: GOOD, rows: &["Programme", "Speakers", "Place", "Food"], not_applicable: "Did not see",
                ..ask(Matrix, Rating, "How do you rate the following?") },
            Question { choices: &["Too short", "About right", "Too long"], ..ask(SingleChoice, Horiz, "How long was it?") },
            Question { choices: YES_NO, ..ask(SingleChoice, Horiz, "Would you come again?") },
            ask(OpenEnded, Essay, "What did you like best?"),
            ask(OpenEnded, Essay, "What did you miss?"),
        ])] },
    Template { id: "1202", language: "en", category: "events", paid: false, name: "Planning an event",
        description: "Who comes, when, and what they eat.",
        pages: &[page("", &[
            Question { details: &[(Detail::Name, "Name"), (Detail::Email, "Email address"), (Detail::Phone, "Telephone")],
                ..ask(Demographic, International, "Who are you?") },
            Question { choices: &["Yes", "No", "I cannot say yet"], required: MUST, ..ask(SingleChoice, Vertical, "Will you come?") },
            Question { rows: &["Arrival", "Departure"], ..ask(Datetime, Both, "When do you arrive and leave?") },
            Question { choices: &["Vegetarian", "Vegan", "No gluten", "No nuts"], other: "Something else",
                ..ask(MultipleChoice, Vertical, "Is there anything we should know about your food?") },
            ask(OpenEnded, Single, "How many guests do you bring?"),
        ])] },
    Template { id: "1203", language: "en", category: "healthcare", paid: true, name: "A visit to the doctor",
        description: "How patients were received, heard and treated.",
        pages: &[page("", &[
            Question { rows: &["Day of the visit"], ..ask(Datetime, DateOnly, "When was your visit?") },
            Question { choices: SATISFIED, required: MUST, ..ask(SingleChoice, Vertical, "How satisfied are you with the visit?") },
            Question { choices: AGREED, rows: &["I was treated with respect", "I was listened to", "I understood what I was told", "I was involved in decisions"],
                ..ask(Matrix, Single, "How far do you agree?") },
            Question { choices: &["Less than 15 minutes", "15 to 30 minutes", "30 to 60 minutes", "More than an hour"],
                ..ask(SingleChoice, Vertical, "How long did you wait?") },
            ask(OpenEnded, Essay, "What can we do better?"),
        ])] },
    Template { id: "1204", language: "en", category: "non_profit", paid: false, name: "Volunteers",
        description: "Why volunteers come, what they enjoy, what keeps them.",
        pages: &[page("", &[
            Question { choices: &["To help", "To meet people", "To learn", "For my studies"], other: "Another reason",
                ..ask(MultipleChoice, Vertical, "Why do you volunteer?") },
            Question { choices: SATISFIED, rows: &["Tasks", "Training", "Thanks", "Team"], ..ask(Matrix, Rating, "How satisfied are you with the following?") },
            Question { rows: &["Hours"], ..ask(OpenEnded, Numerical, "How many hours a month can you give?") },
            Question { choices: YES_NO, required: MUST, ..ask(SingleChoice, Horiz, "Will you go on next year?") },
            ask(OpenEnded, Essay, "What should change?"),
        ])] },
    Template { id: "1205", language: "en", category: "community", paid: false, name: "Our neighbourhood",
        description: "What people who live near each other want to keep and to change.",
        pages: &[page("", &[
            Question { choices: &["Less than a year", "1 to 5 years", "6 to 20 years", "More than 20 years"],
                ..ask(SingleChoice, Vertical, "How long have you lived here?") },
            Question { choices: GOOD, rows: &["Shops", "Parks", "Buses and trains", "Schools", "Quiet"], ..ask(Matrix, Rating, "How do you rate what there is?") },
            Question { rows: &["More trees", "Safer crossings", "Places to sit", "Room for children"],
                ..ask(Matrix, Ranking, "What should be done first?") },
            ask(OpenEnded, Essay, "What do you like best about it?"),
        ])] },
    Template { id: "1206", language: "en", category: "demographics", paid: false, name: "About you",
        description: "The usual questions about a person, to put at the end of another survey.",
        pages: &[page("About you", &[
            Question { choices: &["Under 18", "18 to 24", "25 to 34", "35 to 44", "45 to 54", "55 to 64", "65 or more"],
                ..ask(SingleChoice, Menu, "How old are you?") },
            Question { choices: &["Female", "Male", "Non-binary", "I prefer not to say"], other: "In my own words",
                ..ask(SingleChoice, Vertical, "What is your gender?") },
            Question { choices: &["School", "Vocational training", "Bachelor's degree", "Master's degree", "Doctorate"],
                ..ask(SingleChoice, Menu, "What is your highest degree?") },
            Question { choices: &["Employed", "Self-employed", "In education", "Retired", "Looking for work"],
                ..ask(MultipleChoice, Vertical, "What is your situation at present?") },
            Question { details: &[(Detail::City, "City"), (Detail::Zip, "Postal code"), (Detail::Country, "Country")],
                ..ask(Demographic, International, "Where do you live?") },
        ])] },
    Template { id: "1207", language: "en", category: "just_for_fun", paid: false, name: "Where shall we eat?",
        description: "A vote about lunch, for groups that cannot decide.",
        pages: &[page("", &[
            Question { choices: &["Noodles", "Pizza", "Salad", "Soup"], other: "My own idea", required: MUST,
                ..ask(SingleChoice, Vertical, "What shall we have?") },
            Question { rows: &["Time"], ..ask(Datetime, TimeOnly, "When shall we go?") },
            Question { choices: YES_NO, ..ask(SingleChoice, Horiz, "Can you pay with coins?") },
        ])] },
];
