//! TABLE. Templates about customers and markets.

use super::{FROM_0_TO_10, GOOD, MUST, SATISFIED, YES_NO};
use crate::service::surveys::library::{LibraryQuestion, LibraryTemplate, blank_question, template_page};
use crate::spec::questions::{Family::*, Subtype::*};

/// Every template about customers and markets.
#[rustfmt::skip]
pub const TEMPLATES: &[LibraryTemplate] = &[
    LibraryTemplate { id: "1001", language: "en", category: "customer_feedback", paid: false, name: "Customer satisfaction",
        description: "How content customers are with what you sell and how you treat them.",
        pages: &[
            template_page("Your experience", &[
                LibraryQuestion { choices: FROM_0_TO_10, required: MUST,
                    ..blank_question(SingleChoice, Horiz, "How likely are you to recommend us to a friend or colleague?") },
                LibraryQuestion { choices: SATISFIED, ..blank_question(SingleChoice, Vertical, "Overall, how satisfied are you with us?") },
                LibraryQuestion { choices: SATISFIED, rows: &["Quality", "Price", "Service", "Speed"], not_applicable: "Not applicable",
                    ..blank_question(Matrix, Rating, "How satisfied are you with each of the following?") },
                LibraryQuestion { choices: &["Reliable", "Good value", "Friendly", "Hard to use", "Too expensive", "Slow"],
                    ..blank_question(MultipleChoice, VerticalTwoCol, "Which words would you use to describe us?") },
            ]),
            template_page("Looking ahead", &[
                LibraryQuestion { choices: &["Not at all likely", "Slightly likely", "Fairly likely", "Very likely", "Certain"],
                    ..blank_question(SingleChoice, Vertical, "How likely are you to buy from us again?") },
                blank_question(OpenEnded, Essay, "What could we do better?"),
            ]),
        ] },
    LibraryTemplate { id: "1002", language: "en", category: "customer_feedback", paid: false, name: "Would you recommend us?",
        description: "The one question about recommending, and the reasons behind the answer.",
        pages: &[template_page("", &[
            LibraryQuestion { choices: FROM_0_TO_10, required: MUST,
                ..blank_question(SingleChoice, Horiz, "How likely is it that you would recommend us to a friend or colleague?") },
            blank_question(OpenEnded, Essay, "What is the main reason for your answer?"),
            blank_question(OpenEnded, Single, "What one change would make you more likely to recommend us?"),
        ])] },
    LibraryTemplate { id: "1003", language: "en", category: "customer_feedback", paid: false, name: "After a support call",
        description: "Whether a problem was solved, how fast, and how it felt.",
        pages: &[template_page("", &[
            LibraryQuestion { choices: &["Phone", "Email", "Chat", "In person"], other: "Another way",
                ..blank_question(SingleChoice, Vertical, "How did you get in touch with us?") },
            LibraryQuestion { choices: &["Yes, at once", "Yes, after some time", "In part", "No"], required: MUST,
                ..blank_question(SingleChoice, Vertical, "Was your problem solved?") },
            LibraryQuestion { choices: GOOD, rows: &["Knowledge", "Patience", "Clear words", "Speed"],
                ..blank_question(Matrix, Rating, "How would you rate the person who helped you?") },
            LibraryQuestion { choices: &["Far too long", "Somewhat too long", "About right", "Shorter than expected"],
                ..blank_question(SingleChoice, Vertical, "How long did you wait for an answer?") },
            blank_question(OpenEnded, Essay, "Is there anything else you would like to tell us about it?"),
        ])] },
    LibraryTemplate { id: "1004", language: "en", category: "customer_feedback", paid: false, name: "Website feedback",
        description: "What visitors look for on your site, and whether they find it.",
        pages: &[template_page("", &[
            LibraryQuestion { choices: &["To buy something", "To compare", "To get help", "Out of curiosity"], other: "Something else",
                ..blank_question(SingleChoice, Vertical, "Why did you visit our site today?") },
            LibraryQuestion { choices: YES_NO, required: MUST, ..blank_question(SingleChoice, Horiz, "Did you find what you were looking for?") },
            LibraryQuestion { choices: GOOD, rows: &["Looks", "Order of things", "Speed", "Search"],
                ..blank_question(Matrix, Rating, "How do you rate our site?") },
            LibraryQuestion { choices: &["A phone", "A tablet", "A computer"], ..blank_question(SingleChoice, Menu, "What are you reading it on?") },
            blank_question(OpenEnded, Essay, "What is missing?"),
        ])] },
    LibraryTemplate { id: "1005", language: "en", category: "market_research", paid: true, name: "Testing an idea for a product",
        description: "Whether people need it, would buy it, and at what price.",
        pages: &[
            template_page("The idea", &[
                LibraryQuestion { choices: &["Not at all", "A little", "Somewhat", "Very", "Extremely"], required: MUST,
                    ..blank_question(SingleChoice, Vertical, "How appealing is the idea to you?") },
                LibraryQuestion { choices: &["Nothing like it", "Slightly different", "Fairly different", "Very different"],
                    ..blank_question(SingleChoice, Vertical, "How different is it from what you know already?") },
                LibraryQuestion { rows: &["Price", "Quality", "Design", "Brand"], ..blank_question(Matrix, Ranking, "Put in order what matters most to you.") },
            ]),
            template_page("Buying", &[
                LibraryQuestion { choices: &["Certainly not", "Probably not", "Perhaps", "Probably", "Certainly"],
                    ..blank_question(SingleChoice, Vertical, "If it were in the shops today, would you buy it?") },
                LibraryQuestion { rows: &["So cheap that you would doubt it", "A bargain", "Getting expensive", "Too expensive"],
                    ..blank_question(OpenEnded, Numerical, "At what price would it be ...") },
                blank_question(OpenEnded, Essay, "What would keep you from buying it?"),
            ]),
        ] },
    LibraryTemplate { id: "1006", language: "en", category: "market_research", paid: true, name: "Buying habits",
        description: "Where, how often and why people buy things of a kind.",
        pages: &[template_page("", &[
            LibraryQuestion { choices: &["Every week", "Every month", "A few times a year", "Once a year or less"], required: MUST,
                ..blank_question(SingleChoice, Vertical, "How often do you buy such things?") },
            LibraryQuestion { choices: &["Shops nearby", "Large stores", "The web", "Markets", "Second hand"], other: "Elsewhere",
                ..blank_question(MultipleChoice, Vertical, "Where do you buy them?") },
            LibraryQuestion { choices: &["Never", "Seldom", "Sometimes", "Often", "Always"],
                rows: &["I compare prices", "I read reviews", "I ask friends", "I buy the same as last time"],
                ..blank_question(Matrix, Single, "What do you do before you buy?") },
            LibraryQuestion { rows: &["Amount"], ..blank_question(OpenEnded, Numerical, "About how much do you spend on them in a year?") },
            blank_question(OpenEnded, Essay, "Tell us about the last one you bought."),
        ])] },
];
