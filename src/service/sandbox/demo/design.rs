//! The tables' types for surveys of the demo world, and the ids of their parts.
//!
//! Ids are computed from the numbers of survey, question and option, so that they do not change while rows are added to
//! the tables. Ids of options and responses are larger than 2^31, as those of the real service are.

pub use super::key::QuestionKey;
pub use super::story::{Lean, Story, Topic, Turn};

use crate::spec::questions::{Detail, DisplaySubtype, Family, Subtype};
use crate::spec::resources::collectors::{AnonymousType, CollectorStatus, CollectorType};
use crate::spec::resources::questions::{RequiredType, SortingType, ValidationType};

/// A survey with its collectors and the numbers of its responses.
#[derive(Debug)]
pub struct DemoSurvey {
    /// Number from which all ids are computed; also the seed of the responses.
    pub number: u64,
    /// Key of the person who owns it.
    pub owner: &'static str,
    /// Title.
    pub title: &'static str,
    /// Title that only its editors see.
    pub nickname: &'static str,
    /// Language code.
    pub language: &'static str,
    /// Category id; empty if none.
    pub category: &'static str,
    /// Day of creation.
    pub made: i64,
    /// The pages in order.
    pub pages: &'static [DemoPage],
    /// The collectors.
    pub collectors: &'static [DemoCollector],
    /// A description for developers.
    pub note: &'static str,
    /// The story that its responses tell; none if they are left to chance.
    pub story: Option<&'static Story>,
}

/// A page of a survey.
#[derive(Debug)]
pub struct DemoPage {
    /// Title.
    pub title: &'static str,
    /// Text below the title.
    pub description: &'static str,
    /// The questions in order.
    pub questions: &'static [DemoQuestion],
}

/// A collector.
#[derive(Debug)]
pub struct DemoCollector {
    /// Type.
    pub kind: CollectorType,
    /// Open or closed.
    pub status: CollectorStatus,
    /// Name.
    pub name: &'static str,
    /// How much is stored about respondents.
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
    /// Heading; empty if there are variants.
    pub heading: &'static str,
    /// Headings that are assigned at random, each with name and percentage.
    pub variants: &'static [(&'static str, &'static str, u32)],
    /// Path of the image of a presentation question.
    pub image: Option<&'static str>,
    /// The choices.
    pub choices: &'static [DemoChoice],
    /// The rows.
    pub rows: &'static [DemoRow],
    /// Columns of a matrix of menus, each with its choices.
    pub cols: &'static [(&'static str, &'static [&'static str])],
    /// The "other" option, if there is one.
    pub other: Option<Other>,
    /// The display type that changes the kind of control, if any.
    pub display: Option<Display>,
    /// How much must be answered, and the amount.
    pub required: Option<(RequiredType, &'static str)>,
    /// The validation of texts: type, minimum and maximum.
    pub validation: Option<(ValidationType, [Option<&'static str>; 2])>,
    /// The required sum of the numbers.
    pub sum: Option<u32>,
    /// The order of the options.
    pub sorting: Option<SortingType>,
    /// False if it was deleted in the editor.
    pub visible: bool,
    /// Texts that respondents write.
    pub texts: &'static [&'static str],
    /// Percentage of respondents who answer it.
    pub answered: u64,
    /// What the picked choices depend on, in a survey with a story.
    pub lean: Lean,
}

/// A choice.
#[derive(Debug, Clone, Copy)]
pub struct DemoChoice {
    /// Text.
    pub text: &'static str,
    /// False if it was deleted in the editor.
    pub visible: bool,
    /// Weight of the choice.
    pub weight: Option<u32>,
    /// Whether it means "not applicable".
    pub is_na: bool,
    /// URL path of its picture.
    pub image: Option<&'static str>,
}

/// A row.
#[derive(Debug, Clone, Copy)]
pub struct DemoRow {
    /// Text.
    pub text: &'static str,
    /// The personal detail that a demographic row asks for.
    pub detail: Option<Detail>,
}

/// The "other" option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Other {
    /// A choice with a text field.
    Answer(&'static str),
    /// A comment in addition to the choices.
    Comment(&'static str),
    /// A comment for every row.
    EveryRow(&'static str),
}

/// A display type that changes the kind of control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Display {
    /// Choices with pictures.
    Pictures,
    /// A scale of symbols.
    Emoji(DisplaySubtype),
    /// A slider with its three labels.
    Slider(&'static str, &'static str, &'static str),
    /// An upload of a file with one of these extensions.
    Upload(&'static [&'static str]),
}

/// A question that 90 percent of the respondents answer.
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
        lean: Lean::Usual,
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

/// A choice with a weight.
pub const fn rated(text: &'static str, weight: u32) -> DemoChoice {
    DemoChoice { weight: Some(weight), ..choice(text) }
}

/// A choice for "not applicable".
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

/// A collector that is not anonymous.
pub const fn collector(
    kind: CollectorType,
    status: CollectorStatus,
    name: &'static str,
    responses: u64,
) -> DemoCollector {
    DemoCollector { kind, status, name, anonymous: AnonymousType::NotAnonymous, responses }
}

/// Numbers from here on belong to surveys of the seed, whose ids the next seed deletes.
pub const SEEDED: u64 = 1_000_000;

impl DemoSurvey {
    /// Id of the survey.
    pub fn id(&self) -> String {
        self.part_id([301_000_000, 1], [690_000_000, 1], 0).to_string()
    }

    /// Id of the page at a position, counted from 1.
    pub fn page_id(&self, position: u64) -> String {
        self.part_id([250_000_000, 100], [790_000_000, 100], position).to_string()
    }

    /// Id of the collector at a position, counted from 1.
    pub fn collector_id(&self, position: u64) -> String {
        self.part_id([430_000_000, 10], [990_000_000, 10], position).to_string()
    }

    /// Id of the response with a number, counted from 1.
    pub fn response_id(&self, number: u64) -> String {
        self.part_id([11_400_000_000, 10_000], [13_900_000_000, 1_000_000], number).to_string()
    }

    /// Id of the recipient with a number, which is that of the recipient's response. Surveys of the seed have none.
    pub fn recipient_id(&self, number: u64) -> String {
        self.part_id([3_200_000_000, 10_000], [0, 0], number).to_string()
    }

    /// Number of responses.
    pub fn response_count(&self) -> u64 {
        self.collectors.iter().map(|collector| collector.responses).sum()
    }

    /// The questions, each with its key and the number of its page.
    pub fn questions(&self) -> impl Iterator<Item = (QuestionKey, u64, &'static DemoQuestion)> {
        let first = self.part_id([400_000_000, 1000], [890_000_000, 1000], 0);
        let key = move |number: u64| QuestionKey::for_question(first.saturating_add(number));
        let pages = (1_u64..).zip(self.pages);
        let all = pages.flat_map(|(page, table)| table.questions.iter().map(move |question| (page, question)));
        (1_u64..).zip(all).map(move |(number, (page, question))| (key(number), page, question))
    }

    /// The id of a part, from the first id and the ids per survey: those of the demo world, and those of the seed.
    fn part_id(&self, demo: [u64; 2], seeded: [u64; 2], position: u64) -> u64 {
        let ([first, width], number) = match self.number.checked_sub(SEEDED) {
            Some(index) => (seeded, index),
            None => (demo, self.number),
        };
        first.saturating_add(number.saturating_mul(width)).saturating_add(position)
    }
}
