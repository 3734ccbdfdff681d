//! TABLE. One survey with every kind of question, and with answers that are hard to process.

use crate::service::sandbox::demo::design::{
    DemoChoice, DemoPage, DemoQuestion, DemoSurvey, Display, Other, ask, choice, collector, deleted, detail,
    not_applicable, page, picture, rated, row,
};
use crate::spec::questions::DisplaySubtype::{Heart, Star};
use crate::spec::questions::{Detail, Family::*, Subtype::*};
use crate::spec::resources::collectors::{CollectorStatus, CollectorType};
use crate::spec::resources::questions::{RequiredType, SortingType, ValidationType};

/// 260 responses over a web link and an email collector.
pub const EVERY_KIND: DemoSurvey = DemoSurvey {
    number: 1,
    owner: "owner",
    title: "Every kind of question",
    nickname: "Reference survey",
    language: "en",
    category: "other",
    made: -90,
    pages: PAGES,
    collectors: &[
        collector(CollectorType::Weblink, CollectorStatus::Open, "Web link on the site", 180),
        collector(CollectorType::Email, CollectorStatus::Open, "Invitation by email", 80),
    ],
    note: "Contains all families and subtypes, deleted and repeated choices, and answers that spreadsheets misread.",
    story: None,
};

/// Texts that break careless parsers and spreadsheets.
const AWKWARD: &[&str] = &[
    "Friendly staff, short wait",
    "She said \"never again\", and left.",
    "First line\nsecond line",
    "=1+1",
    "+49 30 1234567",
    "-5 points",
    "@SUM(A1:A9)",
    "Größe, Maß & Füße",
    "とても良かったです",
    "👩‍🔬 loved it",
    "a; b\tc",
    "  spaces around  ",
    "مرحبا بالعالم",
    "<b>bold</b> & more",
    "null",
    "007",
    "100%",
    "Crème brûlée, naïve café",
];

const COMMENTS: &[&str] = &[
    "It was fine.",
    "Could be faster, especially on Mondays.",
    "Nothing to add",
    "The \"new\" form is better than the old one.",
    "Why is there no phone number?\nI looked everywhere.",
    "=HYPERLINK(\"https://attacker.example\",\"Click\")",
    "Très bien, merci !",
    "10/10",
];

const WORDS: &[&str] = &["Blue", "Teal, or petrol", "Grün", "红色", "\"Mauve\"", "=A1", "Yellow\tish", "No idea"];

const AGREEMENT: &[DemoChoice] =
    &[choice("Disagree"), choice("Neither"), choice("Agree"), deleted("No opinion"), not_applicable("N/A")];

const SCORES: &[DemoChoice] =
    &[rated("Poor", 1), rated("Fair", 2), rated("Good", 3), rated("Excellent", 4), not_applicable("Not used")];

const STARS: &[DemoChoice] = &[rated("", 1), rated("", 2), rated("", 3), rated("", 4), rated("", 5)];

const RANKS: &[DemoChoice] = &[rated("1", 1), rated("2", 2), rated("3", 3), rated("4", 4), not_applicable("N/A")];

#[rustfmt::skip]
const PAGES: &[DemoPage] = &[
    page("Welcome", "Every question on the following pages is of another kind.", &[
        DemoQuestion { answered: 0, ..ask(Presentation, DescriptiveText, "Thank you for taking part. It takes ten minutes.") },
        DemoQuestion { answered: 0, image: Some("/assets/demo/welcome.svg"), ..ask(Presentation, Image, "A lighthouse") },
    ]),
    page("One choice", "", &[
        DemoQuestion { choices: &[choice("Very good"), choice("Good"), choice("Neither good nor bad"), choice("Bad"), deleted("Very bad")],
            required: Some((RequiredType::All, "0")), ..ask(SingleChoice, Vertical, "How was your visit?") },
        DemoQuestion { choices: &[choice("A friend"), choice("A search engine"), choice("An advertisement"), choice("The newsletter"), deleted("A phone book")],
            other: Some(Other::Answer("Something else (please say what)")), texts: AWKWARD,
            ..ask(SingleChoice, VerticalTwoCol, "What brought you here?") },
        DemoQuestion { choices: &[choice("Monday"), choice("Wednesday"), choice("Friday"), choice("Saturday"), choice("Sunday")],
            other: Some(Other::Comment("Why that day?")), texts: AWKWARD,
            ..ask(SingleChoice, VerticalThreeCol, "On which day do you prefer to come?") },
        DemoQuestion { choices: &[choice("0"), choice("1"), choice("2"), choice("3"), choice("4 or more")],
            ..ask(SingleChoice, Horiz, "How often have you been here this year?") },
        // Two towns with the same name, and a third that was deleted.
        DemoQuestion { choices: &[choice("Springfield"), choice("Shelbyville"), choice("Springfield"), deleted("Springfield"), choice("Ogdenville")],
            sorting: Some(SortingType::TextAscending), ..ask(SingleChoice, Menu, "Which town do you live in?") },
        DemoQuestion { choices: &[picture("", "/assets/demo/chair.svg"), picture("", "/assets/demo/bench.svg"), picture("Stool", "/assets/demo/stool.svg")],
            display: Some(Display::Pictures), ..ask(SingleChoice, Vertical, "Which seat do you like best?") },
    ]),
    page("Several choices", "Pick as many as you like.", &[
        DemoQuestion { choices: &[choice("Reception"), choice("Library"), choice("Café"), choice("Garden"), deleted("Smoking room")],
            other: Some(Other::Answer("Other place")), texts: AWKWARD,
            ..ask(MultipleChoice, Vertical, "Which places did you visit?") },
        DemoQuestion { choices: &[choice("Tea"), choice("Coffee"), choice("Juice"), choice("Water")],
            other: Some(Other::Comment("Anything to say about the drinks?")), texts: COMMENTS,
            required: Some((RequiredType::AtMost, "3")), ..ask(MultipleChoice, VerticalTwoCol, "What did you drink?") },
        DemoQuestion { choices: &[choice("Red"), choice("Green"), choice("Blue"), choice("Red"), choice("None, \"thanks\"")],
            ..ask(MultipleChoice, VerticalThreeCol, "Which colours were on the wall?") },
        DemoQuestion { choices: &[choice("Mobile"), choice("Tablet"), choice("Laptop"), choice("Kiosk")],
            required: Some((RequiredType::Range, "1,3")), ..ask(MultipleChoice, Horiz, "Which devices did you use?") },
        DemoQuestion { choices: &[picture("Logo, old", "/assets/demo/logo-old.svg"), picture("Logo, new", "/assets/demo/logo-new.svg"), picture("", "/assets/demo/logo-plain.svg")],
            display: Some(Display::Pictures), answered: 70, ..ask(MultipleChoice, Vertical, "Which of these have you seen?") },
    ]),
    page("Tables", "", &[
        DemoQuestion { choices: AGREEMENT, rows: &[row("The rooms are clean"), row("The staff is friendly"), row("Prices, all in all, are fair")],
            other: Some(Other::Comment("Which of these matters most?")), texts: AWKWARD,
            ..ask(Matrix, Single, "How far do you agree?") },
        DemoQuestion { choices: SCORES, rows: &[row("Speed"), row("Quality"), row("Value")],
            other: Some(Other::EveryRow("Why?")), texts: COMMENTS, ..ask(Matrix, Rating, "How do you rate us?") },
        DemoQuestion { choices: STARS, rows: &[row("")], display: Some(Display::Emoji(Star)),
            ..ask(Matrix, Rating, "How many stars do we get?") },
        DemoQuestion { choices: STARS, rows: &[row("The café"), row("The garden")], display: Some(Display::Emoji(Heart)), answered: 60,
            ..ask(Matrix, Rating, "How much do you love these?") },
        DemoQuestion { choices: RANKS, rows: &[row("Opening hours"), row("Parking"), row("Price"), row("Quiet")],
            ..ask(Matrix, Ranking, "Put these in order, the most important first.") },
        DemoQuestion { rows: &[row("Laptop"), row("Phone")],
            cols: &[("Condition", &["New", "Used", "Broken"]), ("Owner", &["Private", "Company", "Used"])],
            other: Some(Other::Comment("Any other device?")), texts: AWKWARD,
            ..ask(Matrix, Menu, "Tell us about your devices.") },
        DemoQuestion { choices: &[choice("Morning"), choice("Noon"), choice("Evening"), deleted("Night")], rows: &[row("Weekdays"), row("Weekend")],
            other: Some(Other::Comment("Other times")), texts: COMMENTS, ..ask(Matrix, Multi, "When would you come?") },
    ]),
    page("Intermission", "A page without questions.", &[]),
    page("In your own words", "", &[
        DemoQuestion { variants: &[("What is your favourite colour?", "plain", 50), ("Which colour do you love most of all?", "strong", 50)],
            texts: WORDS, ..ask(OpenEnded, Single, "") },
        DemoQuestion { texts: &["ada@lovelace.example", "grace+test@hopper.example", "name@sub.domain.example"], answered: 55,
            validation: Some((ValidationType::Email, [None; 2])), ..ask(OpenEnded, Single, "Where may we write to?") },
        DemoQuestion { display: Some(Display::Slider("Not at all", "Maybe", "Very much")), ..ask(OpenEnded, Single, "How likely is it that you will come again?") },
        DemoQuestion { display: Some(Display::Upload(&["jpg", "png", "pdf"])), answered: 25, ..ask(OpenEnded, Single, "Do you have a photo for us?") },
        DemoQuestion { texts: COMMENTS, answered: 65, ..ask(OpenEnded, Essay, "What else would you like to say?") },
        DemoQuestion { rows: &[row("First word"), row("Second word"), row("Third word")], texts: AWKWARD,
            ..ask(OpenEnded, Multi, "Describe us in three words.") },
        DemoQuestion { rows: &[row("Food"), row("Books"), row("Travel")],
            validation: Some((ValidationType::Integer, [Some("0"), Some("100")])), sum: Some(100),
            ..ask(OpenEnded, Numerical, "Of 100 coins, how many would you spend on these?") },
        DemoQuestion { visible: false, answered: 20, texts: WORDS, ..ask(OpenEnded, Single, "Which colour was the old logo?") },
    ]),
    page("About you", "", &[
        DemoQuestion { rows: &[detail("Name", Detail::Name), detail("Company", Detail::Company), detail("Street", Detail::Address),
                detail("Street, second line", Detail::Address2), detail("City", Detail::City), detail("State or province", Detail::State),
                detail("Postal code", Detail::Zip), detail("Country", Detail::Country), detail("Email", Detail::Email), detail("Phone", Detail::Phone)],
            answered: 60, ..ask(Demographic, International, "Where are you from?") },
        DemoQuestion { rows: &[detail("Name", Detail::Name), detail("City/Town", Detail::City), detail("State/Province", Detail::State),
                detail("ZIP/Postal Code", Detail::Zip), detail("Phone Number", Detail::Phone)],
            answered: 45, ..ask(Demographic, Us, "Whom may we call?") },
        DemoQuestion { rows: &[row("Arrival"), row("Departure")], ..ask(Datetime, Both, "When were you here?") },
        DemoQuestion { rows: &[row("Birthday of your oldest device")], validation: Some((ValidationType::DateUs, [None; 2])),
            answered: 50, ..ask(Datetime, DateOnly, "On which day?") },
        DemoQuestion { rows: &[row("Get up"), row("Go to bed")], ..ask(Datetime, TimeOnly, "At what time do you usually do this?") },
    ]),
    page("One more thing", "", &[
        DemoQuestion { answered: 0, image: Some("/assets/demo/map.svg"), ..ask(ClickMap, Single, "Where on the map did you stand?") },
    ]),
];
