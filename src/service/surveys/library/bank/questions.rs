//! TABLE. The questions of the bank, with their modifiers and locales.

use super::{BankEntry, Modifier};
use crate::service::surveys::library::{LibraryQuestion, blank_question};
use crate::spec::questions::{Family::*, Subtype::*};

const AGREED: &[&str] = &["Strongly disagree", "Disagree", "Neither agree nor disagree", "Agree", "Strongly agree"];
const SATISFIED: &[&str] = &["Very dissatisfied", "Dissatisfied", "Neutral", "Satisfied", "Very satisfied"];
const HOW_MUCH: &[&str] = &["Not at all", "Slightly", "Moderately", "Very", "Extremely"];
const HOW_OFTEN: &[&str] = &["Never", "Rarely", "Sometimes", "Often", "Always"];
const HOW_GOOD: &[&str] = &["Poor", "Fair", "Good", "Very good", "Excellent"];
const FROM_0_TO_10: &[&str] = &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
const YES_NO: &[&str] = &["Yes", "No"];

const EN: &[&str] = &["en_US", "en_GB"];
const US: &[&str] = &["en_US"];
const GB: &[&str] = &["en_GB"];
const DE: &[&str] = &["de_DE"];
const FR: &[&str] = &["fr_FR", "fr_CA"];
const ES: &[&str] = &["es_ES", "es_MX"];

/// What a question is about.
const SUBJECT: &[Modifier] = &[Modifier {
    id: "7001",
    options: &[
        ("70011", "our company"),
        ("70012", "our website"),
        ("70013", "this product"),
        ("70014", "this service"),
        ("70019", ""),
    ],
}];
/// A place of work.
const WORKPLACE: &[Modifier] = &[Modifier {
    id: "7002",
    options: &[("70021", "your company"), ("70022", "your team"), ("70023", "your organization"), ("70029", "")],
}];
/// An event or course.
const OCCASION: &[Modifier] = &[Modifier {
    id: "7003",
    options: &[("70031", "the event"), ("70032", "the workshop"), ("70033", "the course"), ("70039", "")],
}];
/// A product or service, and where it is bought.
const THING_AND_PLACE: &[Modifier] = &[
    Modifier { id: "7004", options: &[("70041", "this product"), ("70042", "this service"), ("70049", "")] },
    Modifier {
        id: "7005",
        options: &[("70051", "in our shop"), ("70052", "on our website"), ("70053", "by telephone")],
    },
];
/// The topic of a question, in German.
const THEMA: &[Modifier] =
    &[Modifier { id: "7006", options: &[("70061", "unser Unternehmen"), ("70062", "dieses Produkt"), ("70069", "")] }];
/// The topic of a question, in French.
const SUJET: &[Modifier] =
    &[Modifier { id: "7007", options: &[("70071", "notre entreprise"), ("70072", "ce produit"), ("70079", "")] }];
/// The topic of a question, in Spanish.
const TEMA: &[Modifier] =
    &[Modifier { id: "7008", options: &[("70081", "nuestra empresa"), ("70082", "este producto"), ("70089", "")] }];

const fn single_choice(
    id: &'static str,
    locales: &'static [&'static str],
    heading: &'static str,
    choices: &'static [&'static str],
) -> BankEntry {
    BankEntry {
        id,
        locales,
        question: LibraryQuestion { choices, ..blank_question(SingleChoice, Vertical, heading) },
        modifiers: &[],
    }
}

const fn multiple_choice(
    id: &'static str,
    locales: &'static [&'static str],
    heading: &'static str,
    choices: &'static [&'static str],
) -> BankEntry {
    BankEntry {
        id,
        locales,
        question: LibraryQuestion { choices, ..blank_question(MultipleChoice, Vertical, heading) },
        modifiers: &[],
    }
}

const fn open_text(id: &'static str, locales: &'static [&'static str], heading: &'static str) -> BankEntry {
    BankEntry { id, locales, question: blank_question(OpenEnded, Essay, heading), modifiers: &[] }
}

const fn with_modifiers(modifiers: &'static [Modifier], question: BankEntry) -> BankEntry {
    BankEntry { modifiers, ..question }
}

/// Every question.
#[rustfmt::skip]
pub const QUESTIONS: &[BankEntry] = &[
    // Customers.
    with_modifiers(SUBJECT, single_choice("5001", EN, "How likely is it that you would recommend () to a friend or colleague?", FROM_0_TO_10)),
    with_modifiers(SUBJECT, single_choice("5002", EN, "Overall, how satisfied or dissatisfied are you with ()?", SATISFIED)),
    with_modifiers(SUBJECT, single_choice("5003", EN, "How well does () meet your needs?", HOW_MUCH)),
    with_modifiers(SUBJECT, single_choice("5004", EN, "How would you rate the quality of ()?", HOW_GOOD)),
    with_modifiers(SUBJECT, single_choice("5005", EN, "How would you rate the value for money of ()?", HOW_GOOD)),
    single_choice("5006", EN, "How responsive have we been to your questions?", HOW_MUCH),
    single_choice("5007", EN, "How long have you been a customer of ours?",
        &["This is my first purchase", "Less than six months", "Six months to a year", "1 to 2 years", "3 years or more"]),
    with_modifiers(THING_AND_PLACE, single_choice("5008", EN, "How easy was it to buy () ()?", HOW_MUCH)),
    with_modifiers(SUBJECT, single_choice("5009", EN, "How likely are you to use () again?", HOW_MUCH)),
    multiple_choice("5010", EN, "Which of these words describe us?", &["Reliable", "Unique", "Good value", "Impractical", "Expensive", "Unreliable"]),
    with_modifiers(SUBJECT, open_text("5011", EN, "What could be improved about ()?")),
    with_modifiers(SUBJECT, open_text("5012", EN, "What do you like most about ()?")),
    // People at work.
    with_modifiers(WORKPLACE, single_choice("5101", EN, "How likely is it that you would recommend () as a place to work?", FROM_0_TO_10)),
    single_choice("5102", EN, "How meaningful is your work?", HOW_MUCH),
    single_choice("5103", EN, "How often do the tasks given to you help you to grow?", HOW_OFTEN),
    single_choice("5104", EN, "How realistic are the expectations of your manager?", HOW_MUCH),
    with_modifiers(WORKPLACE, single_choice("5105", EN, "I am proud to be a part of ().", AGREED)),
    single_choice("5106", EN, "I am paid fairly for my work.", AGREED),
    single_choice("5107", EN, "In a typical week, how often do you feel stressed at work?", HOW_OFTEN),
    with_modifiers(WORKPLACE, open_text("5108", EN, "What should change at ()?")),
    // Events and education.
    with_modifiers(OCCASION, single_choice("5201", EN, "Overall, how would you rate ()?", HOW_GOOD)),
    with_modifiers(OCCASION, single_choice("5202", EN, "How organized was ()?", HOW_MUCH)),
    with_modifiers(OCCASION, single_choice("5203", EN, "How useful was what you learned at ()?", HOW_MUCH)),
    with_modifiers(OCCASION, single_choice("5204", EN, "Was () too long, too short or about right?", &["Much too short", "Too short", "About right", "Too long", "Much too long"])),
    with_modifiers(OCCASION, open_text("5205", EN, "What did you miss at ()?")),
    single_choice("5206", EN, "How easy was it to get help when you needed it?", HOW_MUCH),
    // About the respondent.
    single_choice("5301", EN, "How old are you?", &["Under 18", "18 to 24", "25 to 34", "35 to 44", "45 to 54", "55 to 64", "65 or older"]),
    single_choice("5302", EN, "What is your gender?", &["Female", "Male", "Non-binary", "I prefer not to answer"]),
    single_choice("5303", US, "What is the highest level of school that you have completed?",
        &["Less than high school", "High school or equivalent", "Some college", "Associate degree", "Bachelor's degree", "Graduate degree"]),
    single_choice("5304", GB, "What is the highest level of education that you have completed?",
        &["No qualifications", "GCSE or equivalent", "A level or equivalent", "First degree", "Postgraduate degree"]),
    single_choice("5305", EN, "Which of these describes your current situation best?",
        &["Employed full time", "Employed part time", "Self-employed", "Looking for work", "Student", "Retired"]),
    single_choice("5306", US, "How much did your household earn last year?",
        &["Under $25,000", "$25,000 to $49,999", "$50,000 to $99,999", "$100,000 to $149,999", "$150,000 or more"]),
    single_choice("5307", EN, "Do you have children under 18?", YES_NO),
    // Other languages.
    with_modifiers(THEMA, single_choice("5401", DE, "Wie wahrscheinlich ist es, dass Sie () weiterempfehlen?", FROM_0_TO_10)),
    with_modifiers(THEMA, open_text("5402", DE, "Was fällt Ihnen ein, wenn Sie an () denken?")),
    single_choice("5403", DE, "Wie alt sind Sie?", &["Unter 18", "18 bis 24", "25 bis 34", "35 bis 44", "45 bis 54", "55 bis 64", "65 oder älter"]),
    with_modifiers(SUJET, single_choice("5501", FR, "Dans quelle mesure recommanderiez-vous () à un ami ou à un collègue ?", FROM_0_TO_10)),
    single_choice("5502", FR, "Quel âge avez-vous ?", &["Moins de 18 ans", "18 à 24 ans", "25 à 34 ans", "35 à 44 ans", "45 à 54 ans", "55 à 64 ans", "65 ans ou plus"]),
    with_modifiers(TEMA, single_choice("5601", ES, "¿Qué probabilidad hay de que recomiende () a un amigo o colega?", FROM_0_TO_10)),
    open_text("5602", ES, "¿Hay algo más que quiera decirnos?"),
];
