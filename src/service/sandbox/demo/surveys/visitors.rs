//! TABLE. The model of the seed's lifelike surveys: 34 questions, among them all kinds.

use crate::service::sandbox::demo::design::{
    DemoChoice, DemoCollector, DemoPage, DemoQuestion, DemoSurvey, Display, Lean, Other, Story, Topic, ask, choice,
    collector, deleted, detail, not_applicable, page, rated, row,
};
use crate::spec::questions::DisplaySubtype::{Heart, Star};
use crate::spec::questions::{Detail, Family::*, Subtype::*};
use crate::spec::resources::collectors::{AnonymousType, CollectorStatus, CollectorType};
use crate::spec::resources::questions::{RequiredType, ValidationType};

const STORY: Story = Story {
    days: 420,
    segments: &[46, 27, 17, 10],
    languages: &[("en", 68), ("de", 17), ("fr", 10), ("es", 5)],
    topic: Topic::Visit,
    turn: None,
    // Who lives abroad is not asked for devices and habits.
    branch: Some((5, 3)),
    previews: true,
};

/// The model. The numbers of its collectors are shares.
pub const VISITORS: DemoSurvey = DemoSurvey {
    number: 0,
    owner: "owner",
    title: "Visitor survey",
    nickname: "",
    language: "en",
    category: "customer_feedback",
    made: -424,
    pages: PAGES,
    collectors: &[
        collector(CollectorType::Weblink, CollectorStatus::Open, "Link on the website", 45),
        collector(CollectorType::Email, CollectorStatus::Open, "Invitation by email", 33),
        collector(CollectorType::Weblink, CollectorStatus::Open, "Posters", 17),
        DemoCollector {
            anonymous: AnonymousType::FullyAnonymous,
            ..collector(CollectorType::Weblink, CollectorStatus::Closed, "Tablet at the exit", 5)
        },
    ],
    note: "",
    story: Some(&STORY),
};

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

const AGREEMENT: &[DemoChoice] =
    &[choice("Disagree"), choice("Neither"), choice("Agree"), deleted("Agree completely"), not_applicable("N/A")];

const SCORES: &[DemoChoice] =
    &[rated("Poor", 1), rated("Fair", 2), rated("Good", 3), rated("Excellent", 4), not_applicable("Not used")];

const STARS: &[DemoChoice] = &[rated("", 1), rated("", 2), rated("", 3), rated("", 4), rated("", 5)];

const RANKS: &[DemoChoice] = &[rated("1", 1), rated("2", 2), rated("3", 3), rated("4", 4), not_applicable("N/A")];

const WORDS: &[&str] = &[
    "Inspiring",
    "Beautiful",
    "Crowded",
    "Quiet",
    "Expensive",
    "Friendly",
    "Surprising",
    "Größer als gedacht",
    "\"Nice\"",
];

#[rustfmt::skip]
const PAGES: &[DemoPage] = &[
    page("Your visit", "", &[
        DemoQuestion { answered: 0, ..ask(Presentation, DescriptiveText, "Thank you for your visit. The questions take five minutes.") },
        DemoQuestion { choices: &[choice("Very good"), choice("Good"), choice("Neither good nor bad"), choice("Bad"), deleted("Very bad")],
            lean: Lean::Falling, answered: 99, required: Some((RequiredType::All, "0")), ..ask(SingleChoice, Vertical, "How was your visit?") },
        DemoQuestion { choices: &[choice("A friend"), choice("A search engine"), choice("An advertisement"), choice("The newsletter"), deleted("A phone book")],
            other: Some(Other::Answer("Something else (please say what)")), texts: &["A school trip", "I live nearby", "Radio", "=1+1", "My grandmother, \"as always\""],
            ..ask(SingleChoice, VerticalTwoCol, "What brought you here?") },
        DemoQuestion { choices: &[choice("In this town"), choice("In the region"), choice("Elsewhere in the country"), choice("Abroad")],
            lean: Lean::Segment, answered: 97, ..ask(SingleChoice, Menu, "Where do you live?") },
        DemoQuestion { choices: SCALE, lean: Lean::Rising, ..ask(SingleChoice, Horiz, "How likely are you to recommend us to a friend?") },
    ]),
    page("Days and times", "", &[
        DemoQuestion { choices: &[choice("Monday"), choice("Wednesday"), choice("Friday"), choice("Saturday"), choice("Sunday")],
            other: Some(Other::Comment("Why that day?")), texts: &["It is less crowded", "I work on the others", "Children pay nothing", "After church"],
            ..ask(SingleChoice, VerticalThreeCol, "On which day do you prefer to come?") },
        DemoQuestion { choices: &[choice("This was the first time"), choice("Once a year"), choice("Several times a year"), choice("Every month")],
            ..ask(SingleChoice, Vertical, "How often do you come?") },
        DemoQuestion { rows: &[row("Arrival"), row("Departure")], answered: 70, ..ask(Datetime, Both, "When were you here?") },
        DemoQuestion { rows: &[row("Visit before this one")], answered: 45, validation: Some((ValidationType::DateUs, [None; 2])),
            ..ask(Datetime, DateOnly, "When were you here before?") },
    ]),
    page("What you did", "Pick as many as you like.", &[
        DemoQuestion { choices: &[choice("Exhibition"), choice("Library"), choice("Café"), choice("Garden"), deleted("Smoking room")],
            other: Some(Other::Answer("Other place")), texts: &["The roof", "The shop", "The cellar, in the dark"],
            ..ask(MultipleChoice, Vertical, "Which places did you visit?") },
        DemoQuestion { choices: &[choice("Tea"), choice("Coffee"), choice("Juice"), choice("Water")],
            other: Some(Other::Comment("Anything to say about the drinks?")), texts: &["The tea was cold", "Good coffee", "Too expensive", "Oat milk, please"],
            required: Some((RequiredType::AtMost, "3")), answered: 60, ..ask(MultipleChoice, VerticalTwoCol, "What did you drink?") },
        DemoQuestion { choices: &[choice("Paintings"), choice("Photographs"), choice("Sculptures"), choice("Films"), choice("Maps")],
            ..ask(MultipleChoice, VerticalThreeCol, "What would you like to see more of?") },
        DemoQuestion { choices: &[choice("Mobile"), choice("Tablet"), choice("Laptop"), choice("Kiosk")], answered: 75,
            ..ask(MultipleChoice, Horiz, "Where did you read our announcements?") },
        DemoQuestion { answered: 0, image: Some("/assets/demo/map.svg"), ..ask(Presentation, Image, "A map of the house") },
    ]),
    page("Your judgement", "", &[
        DemoQuestion { choices: AGREEMENT, rows: &[row("The rooms are clean"), row("The staff is friendly"), row("Prices are fair")],
            other: Some(Other::Comment("Which of these matters most?")), texts: &["The staff", "Clean rooms", "Prices, clearly"],
            lean: Lean::Rising, ..ask(Matrix, Single, "How far do you agree?") },
        DemoQuestion { choices: SCORES, rows: &[row("Tickets"), row("Guides"), row("Value")],
            other: Some(Other::EveryRow("Why?")), texts: &["It took long", "Very well done", "No complaint"], lean: Lean::Rising,
            ..ask(Matrix, Rating, "How do you rate us?") },
        DemoQuestion { choices: STARS, rows: &[row("")], display: Some(Display::Emoji(Star)), lean: Lean::Rising,
            ..ask(Matrix, Rating, "How many stars do we get?") },
        DemoQuestion { choices: RANKS, rows: &[row("Opening hours"), row("Parking"), row("Price"), row("Quiet")],
            ..ask(Matrix, Ranking, "Put these in order, the most important first.") },
        DemoQuestion { choices: STARS, rows: &[row("The café"), row("The garden")], display: Some(Display::Emoji(Heart)), lean: Lean::Rising,
            answered: 60, ..ask(Matrix, Rating, "How much do you love these?") },
    ]),
    page("Devices and habits", "", &[
        DemoQuestion { rows: &[row("Phone"), row("Laptop")],
            cols: &[("Condition", &["New", "Used", "Broken"]), ("Owner", &["Private", "Company", "Borrowed"])],
            other: Some(Other::Comment("Any other device?")), texts: &["A watch", "An old camera"],
            answered: 70, ..ask(Matrix, Menu, "Which devices did you have with you?") },
        DemoQuestion { choices: &[choice("Morning"), choice("Noon"), choice("Evening"), deleted("Night")], rows: &[row("Weekdays"), row("Weekend")],
            ..ask(Matrix, Multi, "When would you come?") },
        DemoQuestion { rows: &[row("Get up"), row("Go to bed")], answered: 50, ..ask(Datetime, TimeOnly, "At what time do you usually do this?") },
        DemoQuestion { rows: &[row("Museums"), row("Concerts"), row("Libraries")], validation: Some((ValidationType::Integer, [Some("0"), None])),
            answered: 80, ..ask(OpenEnded, Numerical, "How often did you go to these in the last year?") },
    ]),
    page("In your own words", "", &[
        DemoQuestion { answered: 55, ..ask(OpenEnded, Essay, "What did you like or dislike?") },
        DemoQuestion { answered: 30, ..ask(OpenEnded, Essay, "What else would you like to say?") },
        DemoQuestion { texts: WORDS, answered: 80, ..ask(OpenEnded, Single, "Describe us in one word.") },
        DemoQuestion { display: Some(Display::Slider("Not at all", "Maybe", "Very much")), ..ask(OpenEnded, Single, "How likely is it that you will come again?") },
        DemoQuestion { display: Some(Display::Upload(&["jpg", "png", "pdf"])), answered: 8, ..ask(OpenEnded, Single, "Do you have a photo for us?") },
        DemoQuestion { rows: &[row("First"), row("Second"), row("Third")], texts: WORDS, answered: 35, ..ask(OpenEnded, Multi, "Which three words describe the garden?") },
    ]),
    page("About you", "", &[
        DemoQuestion { rows: &[detail("Name", Detail::Name), detail("Company", Detail::Company), detail("Street", Detail::Address),
                detail("City", Detail::City), detail("Postal code", Detail::Zip), detail("Country", Detail::Country), detail("Email", Detail::Email)],
            answered: 25, ..ask(Demographic, International, "Where may we send the programme?") },
        DemoQuestion { rows: &[detail("Name", Detail::Name), detail("City/Town", Detail::City), detail("State/Province", Detail::State),
                detail("ZIP/Postal Code", Detail::Zip), detail("Phone Number", Detail::Phone)],
            answered: 10, ..ask(Demographic, Us, "Whom may we call?") },
        DemoQuestion { choices: &[choice("Under 18"), choice("18 to 29"), choice("30 to 44"), choice("45 to 64"), choice("65 or older")],
            answered: 85, ..ask(SingleChoice, Vertical, "How old are you?") },
        DemoQuestion { visible: false, answered: 5, texts: WORDS, ..ask(OpenEnded, Single, "How did you like the old name?") },
    ]),
    page("One more thing", "", &[
        DemoQuestion { answered: 0, image: Some("/assets/demo/map.svg"), ..ask(ClickMap, Single, "Where on the map did you stay longest?") },
    ]),
];
