//! TABLE. Typical surveys: most of Northwind Research, one of the other team, two of the free account.

use crate::service::sandbox::demo::design::{
    DemoChoice, DemoCollector, DemoQuestion, DemoSurvey, Display, Other, ask, choice, collector, not_applicable, page,
    rated, row,
};
use crate::spec::questions::DisplaySubtype::Star;
use crate::spec::questions::{Family::*, Subtype::*};
use crate::spec::resources::collectors::{AnonymousType, CollectorStatus::*, CollectorType::*};
use crate::spec::resources::questions::RequiredType;

const SATISFIED: &[DemoChoice] = &[
    rated("Very dissatisfied", 1),
    rated("Dissatisfied", 2),
    rated("Neutral", 3),
    rated("Satisfied", 4),
    rated("Very satisfied", 5),
    not_applicable("Did not use"),
];

const AGREED: &[DemoChoice] = &[
    choice("Strongly disagree"),
    choice("Disagree"),
    choice("Neither agree nor disagree"),
    choice("Agree"),
    choice("Strongly agree"),
];

const LIKELY: &[DemoChoice] = &[
    choice("0"),
    choice("1"),
    choice("2"),
    choice("3"),
    choice("4"),
    choice("5"),
    choice("6"),
    choice("7"),
    choice("8"),
    choice("9"),
    choice("10"),
];

const FIVE_STARS: &[DemoChoice] = &[rated("", 1), rated("", 2), rated("", 3), rated("", 4), rated("", 5)];

/// 120 responses.
#[rustfmt::skip]
pub const SATISFACTION: DemoSurvey = DemoSurvey {
    number: 2, owner: "owner", title: "Customer satisfaction 2025", nickname: "CSAT", language: "en",
    category: "customer_feedback", made: -75,
    pages: &[
        page("Your visit", "", &[
            DemoQuestion { choices: LIKELY, required: Some((RequiredType::All, "0")),
                ..ask(SingleChoice, Horiz, "How likely are you to recommend us to a friend or colleague?") },
            DemoQuestion { choices: SATISFIED, rows: &[row("Ordering"), row("Delivery"), row("Support"), row("Price")],
                ..ask(Matrix, Rating, "How satisfied are you with the following?") },
        ]),
        page("Details", "", &[
            DemoQuestion { choices: &[choice("Web shop"), choice("Phone"), choice("In person"), choice("Partner")],
                other: Some(Other::Answer("Other")), texts: &["At a fair", "Through my landlord", "Letter, by post"],
                ..ask(MultipleChoice, Vertical, "How do you usually order?") },
            DemoQuestion { answered: 55, texts: &["Delivery on Saturdays would help.", "Keep it up!", "The invoice was wrong, twice.",
                    "More sizes, please", "Support answered within minutes: thank you.", "Cheaper shipping"],
                ..ask(OpenEnded, Essay, "What should we do better?") },
        ]),
    ],
    collectors: &[collector(Weblink, Open, "Link below the invoice", 120)],
    note: "120 responses; scale from 0 to 10, rating with weights.",
    story: None,
};

/// 84 anonymous responses.
#[rustfmt::skip]
pub const ENGAGEMENT: DemoSurvey = DemoSurvey {
    number: 3, owner: "admin", title: "Employee engagement", nickname: "", language: "en", category: "human_resources", made: -60,
    pages: &[
        page("Work", "Nobody can see who answered.", &[
            DemoQuestion { choices: AGREED, rows: &[row("I know what is expected of me"), row("I have what I need to do my work"),
                    row("Somebody cares about my development"), row("I would recommend working here")],
                ..ask(Matrix, Single, "How far do you agree with these statements?") },
            DemoQuestion { choices: &[choice("Less than a year"), choice("1 to 3 years"), choice("4 to 10 years"), choice("More than 10 years")],
                ..ask(SingleChoice, Vertical, "How long have you been with us?") },
        ]),
        page("Ideas", "", &[
            DemoQuestion { answered: 40, texts: &["Fewer meetings", "A quiet room", "Clearer goals, please.", "Nothing: I like it here"],
                ..ask(OpenEnded, Essay, "What one thing would you change?") },
        ]),
    ],
    collectors: &[DemoCollector { anonymous: AnonymousType::FullyAnonymous, ..collector(Email, Open, "All staff", 84) }],
    note: "84 anonymous responses; owned by the administrator and shared with one workgroup.",
    story: None,
};

/// 47 responses.
#[rustfmt::skip]
pub const EVENT: DemoSurvey = DemoSurvey {
    number: 4, owner: "owner", title: "Research Day: your feedback", nickname: "", language: "en", category: "events", made: -40,
    pages: &[
        page("", "", &[
            DemoQuestion { choices: FIVE_STARS, rows: &[row("")], display: Some(Display::Emoji(Star)), ..ask(Matrix, Rating, "How was the day?") },
            DemoQuestion { choices: &[choice("Keynote"), choice("Workshop: interviews"), choice("Workshop: statistics"), choice("Evening")],
                ..ask(MultipleChoice, Vertical, "What did you take part in?") },
            DemoQuestion { rows: &[row("I arrived"), row("I left")], answered: 70, ..ask(Datetime, TimeOnly, "When were you there?") },
            DemoQuestion { answered: 60, texts: &["Great speakers, bad coffee", "Too short", "See you next year!", "The room was cold"],
                ..ask(OpenEnded, Essay, "Anything else?") },
        ]),
    ],
    collectors: &[collector(Weblink, Open, "Code on the badge", 47)],
    note: "47 responses on one page.",
    story: None,
};

/// 63 responses in German.
#[rustfmt::skip]
pub const PRODUCT: DemoSurvey = DemoSurvey {
    number: 5, owner: "owner", title: "Produktforschung: Küchengeräte für Gäste", nickname: "Küche", language: "de",
    category: "market_research", made: -30,
    pages: &[
        page("Ihre Küche", "Bitte denken Sie an die letzten vier Wochen.", &[
            DemoQuestion { choices: &[choice("Täglich"), choice("Mehrmals wöchentlich"), choice("Gelegentlich"), choice("Nie – ich esse außer Haus")],
                ..ask(SingleChoice, Vertical, "Wie häufig kochen Sie für Gäste?") },
            DemoQuestion { choices: &[choice("Rührgerät"), choice("Mühle"), choice("Öfchen"), choice("Wasserkocher")],
                other: Some(Other::Answer("Sonstiges, nämlich")), texts: &["Käsehobel", "Eismaschine (groß)", "Spätzlepresse, geerbt"],
                ..ask(MultipleChoice, VerticalTwoCol, "Welche Geräte benützen Sie?") },
            DemoQuestion { choices: &[rated("1", 1), rated("2", 2), rated("3", 3), not_applicable("N/A")], rows: &[row("Größe"), row("Lautstärke"), row("Preis")],
                ..ask(Matrix, Ranking, "Was ist Ihnen am wichtigsten?") },
        ]),
        page("Zum Schluss", "", &[
            DemoQuestion { rows: &[row("Rührgerät"), row("Öfchen")], answered: 75, ..ask(OpenEnded, Numerical, "Wie viel Euro würden Sie höchstens ausgeben?") },
            DemoQuestion { answered: 50, texts: &["Schöne Geräte – aber zu groß für meine Küche.", "Mehr Farben, bitte!", "Die Tür schließt nicht",
                    "»Made to last« wäre schön"],
                ..ask(OpenEnded, Essay, "Was möchten Sie uns außerdem sagen?") },
        ]),
    ],
    collectors: &[collector(Weblink, Open, "Link im Rundbrief", 40), collector(Email, Open, "Einladung per E-Mail", 23)],
    note: "63 responses with umlauts in design and answers.",
    story: None,
};

/// 31 responses, closed.
#[rustfmt::skip]
pub const POLL: DemoSurvey = DemoSurvey {
    number: 6, owner: "regular", title: "Where shall we have lunch?", nickname: "", language: "en", category: "", made: -20,
    pages: &[
        page("", "", &[
            DemoQuestion { answered: 100, choices: &[choice("Noodle bar"), choice("Canteen"), choice("Picnic"), choice("I bring my own")],
                ..ask(SingleChoice, Vertical, "Where shall we have lunch on Friday?") },
        ]),
    ],
    collectors: &[collector(Weblink, Closed, "Chat", 31)],
    note: "31 responses to one question; its collector is closed.",
    story: None,
};

/// An empty page and no collector.
#[rustfmt::skip]
pub const EMPTY: DemoSurvey = DemoSurvey {
    number: 7, owner: "owner", title: "New Survey", nickname: "", language: "en", category: "", made: -3,
    pages: &[page("", "", &[])],
    collectors: &[],
    note: "Is empty.",
    story: None,
};

/// 12 responses, of the other team.
#[rustfmt::skip]
pub const HARBOUR: DemoSurvey = DemoSurvey {
    number: 8, owner: "other_team", title: "Harbour pulse", nickname: "", language: "en", category: "", made: -50,
    pages: &[
        page("", "", &[
            DemoQuestion { choices: AGREED, rows: &[row("The week was good")], ..ask(Matrix, Single, "How was the week?") },
            DemoQuestion { answered: 50, texts: &["Calm", "Stormy, as ever"], ..ask(OpenEnded, Single, "In one word?") },
        ]),
    ],
    collectors: &[collector(Weblink, Open, "Web link", 12)],
    note: "Belongs to the other team.",
    story: None,
};

/// 30 responses: more than the free plan lets its owner view.
#[rustfmt::skip]
pub const GARDEN: DemoSurvey = DemoSurvey {
    number: 9, owner: "free", title: "The neighbourhood garden", nickname: "", language: "en", category: "community", made: -45,
    pages: &[
        page("", "", &[
            DemoQuestion { choices: &[choice("Vegetables"), choice("Flowers"), choice("A meadow")], other: Some(Other::Answer("Something else")),
                texts: &["Bees!", "Trees, many of them"], ..ask(MultipleChoice, Vertical, "What should grow there?") },
            DemoQuestion { answered: 60, texts: &["I can help on Sundays", "Please no dogs"], ..ask(OpenEnded, Essay, "What else?") },
        ]),
    ],
    collectors: &[collector(Weblink, Open, "Notice board", 30)],
    note: "30 responses: more than the free plan lets its owner view.",
    story: None,
};

/// 4 responses.
#[rustfmt::skip]
pub const NEWSLETTER: DemoSurvey = DemoSurvey {
    number: 10, owner: "free", title: "Newsletter: shorter or longer?", nickname: "", language: "en", category: "", made: -10,
    pages: &[
        page("", "", &[
            DemoQuestion { choices: &[choice("Shorter"), choice("As it is"), choice("Longer")], ..ask(SingleChoice, Horiz, "How long should it be?") },
        ]),
    ],
    collectors: &[collector(Weblink, Open, "Web link", 4)],
    note: "4 responses.",
    story: None,
};
