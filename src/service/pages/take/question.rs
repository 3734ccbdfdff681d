//! One question on a page: its heading, what was wrong with the answer, and the fields of its kind.

use super::choices::{self, Picked};
use super::fields::{self, Fields};
use super::{matrix, texts};
use crate::service::pages::html::{Html, element, phrase, slot, text, void};
use crate::service::words::{Tongue, Word};
use crate::spec::questions::{DisplayType, Family, Kind, Parts};
use crate::spec::resources::questions::{Answers, Choice, Heading, OtherOption, Question, Row};
use crate::spec::types::Nullable;

/// A question as one respondent is asked it: in an order, with one of its headings.
pub struct Asked<'a> {
    /// The question.
    pub question: &'a Question,
    /// Its number in the survey; none if it takes no answer.
    pub number: Option<usize>,
    /// The heading that the respondent sees.
    pub heading: Option<&'a Heading>,
    /// The choices that are shown, in order.
    pub choices: Vec<&'a Choice>,
    /// The rows that are shown, in order.
    pub rows: Vec<&'a Row>,
    /// What was wrong with the answer.
    pub complaints: Vec<Complaint>,
    /// Language of the words around it.
    pub tongue: Tongue,
}

/// What was wrong with an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// The field that it is about: that of the question, or of one of its rows.
    pub field: String,
    /// What to say.
    pub message: String,
}

impl<'a> Asked<'a> {
    /// The field of the question.
    pub fn field(&self) -> String {
        fields::of(&self.question.id)
    }

    /// The display that makes another question of it.
    pub fn display(&self) -> Option<DisplayType> {
        self.question.display_options.as_ref().map(|display| display.display_type)
    }

    /// Room for an answer of the respondent's own, if the question has it.
    pub fn other(&self) -> Option<&'a OtherOption> {
        let Answers { other, .. } = self.question.answers.as_ref()?;
        other.as_ref().filter(|other| other.visible)
    }

    /// Whether something must be answered.
    pub fn is_required(&self) -> bool {
        matches!(self.question.required, Nullable::Value(_))
    }

    /// The heading as text.
    pub fn words(&self) -> &'a str {
        self.heading.map_or("", |heading| heading.heading.as_str())
    }

    /// What is wrong with a field, if anything.
    pub fn complaint(&self, field: &str) -> Option<&Complaint> {
        self.complaints.iter().find(|complaint| complaint.field == field)
    }

    /// The attributes that tie a field to what is wrong with it.
    pub fn wrong<'b>(&self, field: &str, describer: &'b str) -> Vec<(&'static str, &'b str)> {
        match self.complaint(field) {
            Some(_) => vec![("aria-invalid", "true"), ("aria-describedby", describer)],
            None => Vec::new(),
        }
    }
}

/// Whether the answer to a question is a file.
pub fn takes_a_file(question: &Question) -> bool {
    question.display_options.as_ref().is_some_and(|display| display.display_type == DisplayType::FileUpload)
}

/// The id of the text that says what is wrong with a field.
pub fn describer(field: &str) -> String {
    format!("{field}-wrong")
}

/// What is wrong with a field, to stand beside it.
pub fn complaint(asked: &Asked, field: &str) -> Option<Html> {
    let complaint = asked.complaint(field)?;
    let words = [
        phrase("span", &[("class", "visually-hidden")], asked.tongue.say(Word::Error)),
        text(" "),
        text(&complaint.message),
    ];
    Some(element("p", &[("class", "wrong"), ("id", &describer(field))], words))
}

/// The question with its fields.
pub fn section(asked: &Asked, fields: &Fields) -> Html {
    let kind = Kind::of(asked.question.family, asked.question.subtype);
    let parts = kind.map_or(Parts::Nothing, |kind| kind.parts);
    match parts {
        Parts::Nothing => shown(asked),
        Parts::Text | Parts::File => single(asked, texts::single(asked, fields)),
        Parts::Choice if choices::is_menu(asked) && asked.other().is_none() => {
            single(asked, vec![choices::menu(asked, fields)])
        }
        Parts::Choice => group(asked, choices::list(asked, fields, Picked::of(kind))),
        Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText => {
            group(asked, lines(asked, fields).into_iter().chain(matrix::comment(asked, fields)))
        }
    }
}

/// The question with a slot in place of its rows; none if it has no rows.
pub fn around(asked: &Asked, fields: &Fields) -> Option<Html> {
    let parts = Kind::of(asked.question.family, asked.question.subtype).map(|kind| kind.parts);
    let has_rows = matches!(parts, Some(Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText));
    has_rows.then(|| group(asked, std::iter::once(slot()).chain(matrix::comment(asked, fields))))
}

/// The rows of a question.
pub fn lines(asked: &Asked, fields: &Fields) -> Vec<Html> {
    let kind = Kind::of(asked.question.family, asked.question.subtype);
    match kind.map_or(Parts::Nothing, |kind| kind.parts) {
        Parts::RowText => texts::rows(asked, fields, kind.and_then(Kind::moment)),
        Parts::RowChoice | Parts::RowColumnChoice => matrix::rows(asked, fields, Picked::of(kind)),
        Parts::Nothing | Parts::Choice | Parts::Text | Parts::File => Vec::new(),
    }
}

/// A question that takes no answer: text, picture, map.
fn shown(asked: &Asked) -> Html {
    let class = if asked.question.family == Family::ClickMap { "question" } else { "question note" };
    let mut content = Vec::new();
    if !asked.words().is_empty() {
        content.push(phrase("p", &[("class", "heading")], asked.words()));
    }
    content.extend(below(asked));
    element("div", &[("class", class), ("id", &asked.field())], content)
}

/// A question with one field, which its heading labels.
fn single(asked: &Asked, body: Vec<Html>) -> Html {
    let field = asked.field();
    let mut content = vec![element("label", &[("class", "heading"), ("for", &field)], heading(asked))];
    content.extend(below(asked));
    content.extend(complaint(asked, &field));
    content.extend(body);
    element("div", &[("class", "question")], content)
}

/// A question with several fields, which its heading groups.
fn group(asked: &Asked, body: impl IntoIterator<Item = Html>) -> Html {
    let field = asked.field();
    let mut content = vec![element("legend", &[("class", "heading")], heading(asked))];
    content.extend(below(asked));
    content.extend(complaint(asked, &field));
    content.extend(body);
    let describer = describer(&field);
    let mut attributes = vec![("class", "question"), ("id", field.as_str()), ("tabindex", "-1")];
    if asked.complaint(&field).is_some() {
        attributes.push(("aria-describedby", &describer));
    }
    element("fieldset", &attributes, content)
}

/// Number, text, and whether it must be answered.
fn heading(asked: &Asked) -> Vec<Html> {
    let mut heading = Vec::new();
    if let Some(number) = asked.number {
        heading.push(phrase("span", &[("class", "number")], &format!("{number}.")));
        heading.push(text(" "));
    }
    heading.push(text(asked.words()));
    if asked.is_required() {
        heading.push(text(" "));
        heading.push(phrase("span", &[("class", "tag")], asked.tongue.say(Word::Required)));
    }
    heading
}

/// What stands below the heading: a picture, a text.
fn below(asked: &Asked) -> Vec<Html> {
    let Some(heading) = asked.heading else { return Vec::new() };
    let description = heading.description.as_deref().unwrap_or("");
    if let Some(image) = &heading.image {
        let picture = void("img", &[("src", &image.url), ("alt", description), ("loading", "lazy")]);
        return vec![element("p", &[("class", "picture")], [picture])];
    }
    if description.is_empty() { Vec::new() } else { vec![phrase("p", &[("class", "hint")], description)] }
}
