//! How a survey of the demo world is written down, and the ids of its parts.
//!
//! An id follows from the numbers of survey, question and option, so that it never changes while the
//! tables are only added to. Ids of options and responses are larger than 2^31, as those of the real service are.

pub use super::key::QuestionKey;

use crate::spec::questions::{Detail, DisplaySubtype, Family, Subtype};
use crate::spec::resources::collectors::{AnonymousType, CollectorStatus, CollectorType};
use crate::spec::resources::questions::{RequiredType, SortingType, ValidationType};

/// A survey with its collectors and the recipe of its responses.
#[derive(Debug)]
pub struct DemoSurvey {
    /// Number from which every id follows; it seeds the responses too.
    pub number: u64,
    /// Key of the person who owns it.
    pub owner: &'static str,
    /// Title.
    pub title: &'static str,
    /// Title that only its editors see.
    pub nickname: &'static str,
    /// Language.
    pub language: &'static str,
    /// Category.
    pub category: &'static str,
    /// Day on which it was made.
    pub made: i64,
    /// The pages in order.
    pub pages: &'static [DemoPage],
    /// The collectors.
    pub collectors: &'static [DemoCollector],
    /// What is special about it.
    pub note: &'static str,
}

/// A page of a survey.
#[derive(Debug)]
pub struct DemoPage {
    /// Title.
    pub title: &'static str,
    /// Text below.
    pub description: &'static str,
    /// The questions in order.
    pub questions: &'static [DemoQuestion],
}

/// A collector, and how many responses it has brought.
#[derive(Debug)]
pub struct DemoCollector {
    /// Kind.
    pub kind: CollectorType,
    /// Whether it takes responses.
    pub status: CollectorStatus,
    /// Name.
    pub name: &'static str,
    /// How much is kept of who responded.
    pub anonymous: AnonymousType,
    /// Number of responses.
    pub responses: u64,
}

/// A question.
#[derive(Debug, Clone, Copy)]
pub struct DemoQuestion {
    /// Family.
    pub family: Family,
    /// Subtype.
    pub subtype: Subtype,
    /// Heading, unless there are several.
    pub heading: &'static str,
    /// Headings that are assigned at random, each with its name and its percentage.
    pub variants: &'static [(&'static str, &'static str, u32)],
    /// Path of the image of a presentation question.
    pub image: Option<&'static str>,
    /// The choices.
    pub choices: &'static [DemoChoice],
    /// The rows.
    pub rows: &'static [DemoRow],
    /// The columns of a matrix of menus, each with its choices.
    pub cols: &'static [(&'static str, &'static [&'static str])],
    /// Room for an answer of the respondent's own, or for a comment.
    pub other: Option<Other>,
    /// The display that makes another question of it.
    pub display: Option<Display>,
    /// How much must be answered, and the amount.
    pub required: Option<(RequiredType, &'static str)>,
    /// What a text must be: the check; smallest and largest value, where they matter.
    pub validation: Option<(ValidationType, [Option<&'static str>; 2])>,
    /// What the numbers must add up to.
    pub sum: Option<u32>,
    /// In which order the options are shown.
    pub sorting: Option<SortingType>,
    /// False if it was deleted in the editor.
    pub visible: bool,
    /// What respondents write.
    pub texts: &'static [&'static str],
    /// How many percent of the respondents answer it.
    pub answered: u64,
}

/// A choice.
#[derive(Debug, Clone, Copy)]
pub struct DemoChoice {
    /// Text.
    pub text: &'static str,
    /// False if it was deleted in the editor.
    pub visible: bool,
    /// Number that it stands for.
    pub weight: Option<u32>,
    /// Whether it says that the row does not apply.
    pub is_na: bool,
    /// Address of its picture.
    pub image: Option<&'static str>,
}

/// A row.
#[derive(Debug, Clone, Copy)]
pub struct DemoRow {
    /// Text.
    pub text: &'static str,
    /// What it asks for; of demographic questions.
    pub detail: Option<Detail>,
}

/// Room for an answer of the respondent's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Other {
    /// A choice of its own, with this text.
    Answer(&'static str),
    /// A comment beside the choices, with this text.
    Comment(&'static str),
    /// A comment for every row, with this text.
    EveryRow(&'static str),
}

/// The display that makes another question of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Display {
    /// Choices with pictures.
    Pictures,
    /// A scale of pictures.
    Emoji(DisplaySubtype),
    /// A slider with its three labels.
    Slider(&'static str, &'static str, &'static str),
    /// A file of one of these kinds.
    Upload(&'static [&'static str]),
}

/// A question that most respondents answer.
pub const fn ask(family: Family, subtype: Subtype, heading: &'static str) -> DemoQuestion {
    DemoQuestion {
        family,
        subtype,
        heading,
        variants: &[],
        image: None,
        choices: &[],
        rows: &[],
        cols: &[],
        other: None,
        display: None,
        required: None,
        validation: None,
        sum: None,
        sorting: None,
        visible: true,
        texts: &[],
        answered: 90,
    }
}

/// A page.
pub const fn page(title: &'static str, description: &'static str, questions: &'static [DemoQuestion]) -> DemoPage {
    DemoPage { title, description, questions }
}

/// A choice with a text.
pub const fn choice(text: &'static str) -> DemoChoice {
    DemoChoice { text, visible: true, weight: None, is_na: false, image: None }
}

/// A choice that was deleted in the editor.
pub const fn deleted(text: &'static str) -> DemoChoice {
    DemoChoice { visible: false, ..choice(text) }
}

/// A choice that stands for a number.
pub const fn rated(text: &'static str, weight: u32) -> DemoChoice {
    DemoChoice { weight: Some(weight), ..choice(text) }
}

/// A choice that says that the row does not apply.
pub const fn not_applicable(text: &'static str) -> DemoChoice {
    DemoChoice { is_na: true, ..choice(text) }
}

/// A choice with a picture.
pub const fn picture(text: &'static str, image: &'static str) -> DemoChoice {
    DemoChoice { image: Some(image), ..choice(text) }
}

/// A row.
pub const fn row(text: &'static str) -> DemoRow {
    DemoRow { text, detail: None }
}

/// A row of a demographic question.
pub const fn detail(text: &'static str, detail: Detail) -> DemoRow {
    DemoRow { text, detail: Some(detail) }
}

/// A collector that keeps who responded.
pub const fn collector(
    kind: CollectorType,
    status: CollectorStatus,
    name: &'static str,
    responses: u64,
) -> DemoCollector {
    DemoCollector { kind, status, name, anonymous: AnonymousType::NotAnonymous, responses }
}

impl DemoSurvey {
    /// Its id.
    pub fn id(&self) -> String {
        301_000_000_u64.saturating_add(self.number).to_string()
    }

    /// The id of its page with this position, from 1.
    pub fn page_id(&self, position: u64) -> String {
        250_000_000_u64.saturating_add(self.part_id(100, position)).to_string()
    }

    /// The id of its collector with this position, from 1.
    pub fn collector_id(&self, position: u64) -> String {
        430_000_000_u64.saturating_add(self.part_id(10, position)).to_string()
    }

    /// The id of its response with this number, from 1.
    pub fn response_id(&self, number: u64) -> String {
        11_400_000_000_u64.saturating_add(self.part_id(10_000, number)).to_string()
    }

    /// The id of the recipient with this number: that of the response they gave.
    pub fn recipient_id(&self, number: u64) -> String {
        3_200_000_000_u64.saturating_add(self.part_id(10_000, number)).to_string()
    }

    /// Number of its responses.
    pub fn response_count(&self) -> u64 {
        self.collectors.iter().map(|collector| collector.responses).sum()
    }

    /// Its questions with their places: number in the survey, page, question.
    pub fn questions(&self) -> impl Iterator<Item = (QuestionKey, u64, &'static DemoQuestion)> {
        let key = |number: u64| QuestionKey::for_question(400_000_000_u64.saturating_add(self.part_id(1000, number)));
        let pages = (1_u64..).zip(self.pages);
        let all = pages.flat_map(|(page, table)| table.questions.iter().map(move |question| (page, question)));
        (1_u64..).zip(all).map(move |(number, (page, question))| (key(number), page, question))
    }

    fn part_id(&self, width: u64, position: u64) -> u64 {
        self.number.saturating_mul(width).saturating_add(position)
    }
}
