//! One question on a page: its heading, what was wrong with the answer, and the fields of its kind.

use super::asked::{Asked, complaint, describer};
use super::choices::{self, Picked};
use super::{matrix, texts};
use crate::service::html::{Html, element, phrase, slot, text, void};
use crate::service::surveys::words::Word;
use crate::spec::questions::{DisplayType, Family, Kind, Parts};
use crate::spec::resources::questions::Question;
use crate::wire::form::Form;

/// Whether the answer to a question is a file.
pub fn takes_a_file(question: &Question) -> bool {
    question.display_options.as_ref().is_some_and(|display| display.display_type == DisplayType::FileUpload)
}

/// The question with its fields.
pub fn section(asked: &Asked, fields: &Form) -> Html {
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
pub fn around(asked: &Asked, fields: &Form) -> Option<Html> {
    let parts = Kind::of(asked.question.family, asked.question.subtype).map(|kind| kind.parts);
    let has_rows = matches!(parts, Some(Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText));
    has_rows.then(|| group(asked, std::iter::once(slot()).chain(matrix::comment(asked, fields))))
}

/// The rows of a question.
pub fn lines(asked: &Asked, fields: &Form) -> Vec<Html> {
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
