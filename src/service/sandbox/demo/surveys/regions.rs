//! TABLE. A survey with a story: from November on, customers in the West are less satisfied, and write why.

use crate::service::sandbox::demo::design::{
    DemoChoice, DemoQuestion, DemoSurvey, Lean, Other, Story, Topic, Turn, ask, choice, collector, not_applicable,
    page, rated, row,
};
use crate::spec::questions::{Family::*, Subtype::*};
use crate::spec::resources::collectors::{CollectorStatus::*, CollectorType::*};
use crate::spec::resources::questions::RequiredType;

const RATED: &[DemoChoice] = &[
    rated("Very dissatisfied", 1),
    rated("Dissatisfied", 2),
    rated("Neutral", 3),
    rated("Satisfied", 4),
    rated("Very satisfied", 5),
    not_applicable("Did not use"),
];

const SCALE: &[DemoChoice] = &[
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

/// Until the third of November all regions are content; then deliveries in the West move to another carrier.
const STORY: Story = Story {
    days: 180,
    segments: &[28, 26, 24, 22],
    languages: &[("en", 100)],
    topic: Topic::Order,
    turn: Some(Turn {
        day: -63,
        segment: 3,
        row: 2,
        fall: 330,
        texts: &[
            "Delivery has become slow since November.",
            "The new carrier took nine days to deliver.",
            "Since you changed the carrier, every delivery is late.",
            "The carrier left my parcel in the rain.",
            "My parcel came a week late, and nobody could say why.",
            "Please go back to the old carrier.",
        ],
    }),
    branch: None,
    previews: false,
};

/// 900 responses over six months.
#[rustfmt::skip]
pub const REGIONS: DemoSurvey = DemoSurvey {
    number: 15, owner: "owner", title: "Customer satisfaction by region", nickname: "Regions", language: "en",
    category: "customer_feedback", made: -183,
    pages: &[
        page("Your last order", "", &[
            DemoQuestion { choices: &[choice("North"), choice("South"), choice("East"), choice("West")], lean: Lean::Segment, answered: 100,
                required: Some((RequiredType::All, "0")), ..ask(SingleChoice, Menu, "In which region do you live?") },
            DemoQuestion { choices: &[choice("Very dissatisfied"), choice("Dissatisfied"), choice("Neither satisfied nor dissatisfied"), choice("Satisfied"),
                    choice("Very satisfied")], lean: Lean::Rising, answered: 98,
                ..ask(SingleChoice, Vertical, "Overall, how satisfied were you with your last order?") },
        ]),
        page("The details", "", &[
            DemoQuestion { choices: RATED, rows: &[row("Ordering"), row("Delivery"), row("Support"), row("Price")], lean: Lean::Rising,
                ..ask(Matrix, Rating, "How satisfied were you with the following?") },
            DemoQuestion { choices: &[choice("Web shop"), choice("App"), choice("Phone"), choice("Shop in town")],
                other: Some(Other::Answer("Other")), texts: &["By post", "At a fair", "Through a friend"],
                ..ask(MultipleChoice, Vertical, "How do you order?") },
        ]),
        page("To finish", "", &[
            DemoQuestion { choices: SCALE, lean: Lean::Rising, ..ask(SingleChoice, Horiz, "How likely are you to recommend us to a friend or colleague?") },
            DemoQuestion { answered: 55, ..ask(OpenEnded, Essay, "What is the main reason for your score?") },
        ]),
    ],
    collectors: &[collector(Weblink, Open, "Link in the confirmation of delivery", 620), collector(Weblink, Open, "Link below the invoice", 280)],
    note: "900 responses over six months: satisfaction in the West falls in November 2025.",
    story: Some(&STORY),
};
