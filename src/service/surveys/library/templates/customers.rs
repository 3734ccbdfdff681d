//! TABLE. Templates about customers and markets.

use super::{FROM_0_TO_10, GOOD, MUST, SATISFIED, YES_NO};
use crate::service::surveys::library::{Question, Template, ask, page};
use crate::spec::questions::{Family::*, Subtype::*};

/// Every template about customers and markets.
#[rustfmt::skip]
pub const TEMPLATES: &[Template] = &[
    Template { id: "1001", language: "en", category: "customer_feedback", paid: false, name: "Customer satisfaction",
        description: "How content customers are with what you sell and how you treat them.",
        pages: &[
            page("Your experience", &[
                Question { choices: FROM_0_TO_10, required: MUST,
                    ..ask(SingleChoice, Horiz, "How likely are you to recommend us to a friend or colleague?") },
                Question { choices: SATISFIED, ..ask(SingleChoice, Vertical, "Overall, how satisfied are you with us?") },
                Question { choices: SATISFIED, rows: &["Quality", "Price", "Service", "Speed"], not_applicable: "Not applicable",
                    ..ask(Matrix, Rating, "How satisfied are you with each of the following?") },
                Question { choices: &["Reliable", "Good value", "Friendly", "Hard to use", "Too expensive", "Slow"],
                    ..ask(MultipleChoice, VerticalTwoCol, "Which words would you use to describe us?") },
            ]),
            page("Looking ahead", &[
                Question { choices: &["Not at all likely", "Slightly likely", "Fairly likely", "Very likely", "Certain"],
                    ..ask(SingleChoice, Vertical, "How likely are you to buy from us again?") },
                ask(OpenEnded, Essay, "What could we do better?"),
            ]),
        ] },
    Template { id: "1002", language: "en", category: "customer_feedback", paid: false, name: "Would you recommend us?",
        description: "The one question about recommending, and the reasons behind the answer.",
        pages: &[page("", &[
            Question { choices: FROM_0_TO_10, required: MUST,
                ..ask(SingleChoice, Horiz, "How likely is it that you would recommend us to a friend or colleague?") },
            ask(OpenEnded, Essay, "What is the main reason for your answer?"),
            ask(OpenEnded, Single, "What one change would make you more likely to recommend us?"),
        ])] },
    Template { id: "1003", language: "en", category: "customer_feedback", paid: false, name: "After a support call",
        description: "Whether a problem was solved, how fast, and how it felt.",
        pages: &[page("", &[
            Question { choices: &["Phone", "Email", "Chat", "In person"], other: "Another way",
                ..ask(SingleChoice, Vertical, "How did you get in touch with us?") },
            Question { choices: &["Yes, at once", "Yes, after some time", "In part", "No"], required: MUST,
                ..ask(SingleChoice, Vertical, "Was your problem solved?") },
            Question { choices: GOOD, rows: &["Knowledge", "Patience", "Clear words", "Speed"],
                ..ask(Matrix, Rating, "How would you rate the person who helped you?") },
            Question { choices: &["Far too long", "Somewhat too long", "About right", "Shorter than expected"],
                ..ask(SingleChoice, Vertical, "How long did you wait for an answer?") },
            ask(OpenEnded, Essay, "Is there anything else you would like to tell us about it?"),
        ])] },
    Template { id: "1004", language: "en", category: "customer_feedback", paid: false, name: "Website feedback",
        description: "What visitors look for on your site, and whether they find it.",
        pages: &[page("", &[
            Question { choices: &["To buy something", "To compare", "To get help", "Out of curiosity"], other: "Something else",
                ..ask(SingleChoice, Vertical, "Why did you visit our site today?") },
            Question { choices: YES_NO, required: MUST, ..ask(SingleChoice, Horiz, "Did you find what you were looking for?") },
            Question { choices: GOOD, rows: &["Looks", "Order of things", "Speed", "Search"],
                ..ask(Matrix, Rating, "How do you rate our site?") },
            Question { choices: &["A phone", "A tablet", "A computer"], ..ask(SingleChoice, Menu, "What are you reading it on?") },
            ask(OpenEnded, Essay, "What is missing?"),
        ])] },
    Template { id: "1005", language: "en", category: "market_research", paid: true, name: "Testing an idea for a product",
        description: "Whether people need it, would buy it, and at what price.",
        pages: &[
            page("The idea", &[
                Question { choices: &["Not at all", "A little", "Somewhat", "Very", "Extremely"], required: MUST,
                    ..ask(SingleChoice, Vertical, "How appealing is the idea to you?") },
                Question { choices: &["Nothing like it", "Slightly different", "Fairly different", "Very different"],
                    ..ask(SingleChoice, Vertical, "How different is it from what you know already?") },
                Question { rows: &["Price", "Quality", "Design", "Brand"], ..ask(Matrix, Ranking, "Put in order what matters most to you.") },
            ]),
            page("Buying", &[
                Question { choices: &["Certainly not", "Probably not", "Perhaps", "Probably", "Certainly"],
                    ..ask(SingleChoice, Vertical, "If it were in the shops today, would you buy it?") },
                Question { rows: &["So cheap that you would doubt it", "A bargain", "Getting expensive", "Too expensive"],
                    ..ask(OpenEnded, Numerical, "At what price would it be ...") },
                ask(OpenEnded, Essay, "What would keep you from buying it?"),
            ]),
        ] },
    Template { id: "1006", language: "en", category: "market_research", paid: true, name: "Buying habits",
        description: "Where, how often and why people buy things of a kind.",
        pages: &[page("", &[
            Question { choices: &["Every week", "Every month", "A few times a year", "Once a year or less"], required: MUST,
                ..ask(SingleChoice, Vertical, "How often do you buy such things?") },
            Question { choices: &["Shops nearby", "Large stores", "The web", "Markets", "Second hand"], other: "Elsewhere",
                ..ask(MultipleChoice, Vertical, "Where do you buy them?") },
            Question { choices: &["Never", "Seldom", "Sometimes", "Often", "Always"],
                rows: &["I compare prices", "I read reviews", "I ask friends", "I buy the same as last time"],
                ..ask(Matrix, Single, "What do you do before you buy?") },
            Question { rows: &["Amount"], ..ask(OpenEnded, Numerical, "About how much do you spend on them in a year?") },
            ask(OpenEnded, Essay, "Tell us about the last one you bought."),
        ])] },
];
