//! One question on a page: its heading, what was wrong with the answer, and the fields of its kind.

use super::choices::{self, SelectMode};
use super::question_view::{QuestionView, error_id, render_field_error};
use super::{matrix, texts};
use crate::service::html::{Html, element, slot, text, text_element, void};
use crate::service::surveys::messages::MessageKey;
use crate::spec::questions::{DisplayType, Family, Kind, Parts};
use crate::spec::resources::questions::Question;
use crate::wire::form::Form;

/// Whether the answer to a question is a file.
pub fn takes_a_file(question: &Question) -> bool {
    question.display_options.as_ref().is_some_and(|display| display.display_type == DisplayType::FileUpload)
}

/// The question with its fields.
pub fn render_question(asked: &QuestionView, fields: &Form) -> Html {
    let kind = Kind::find_kind(asked.question.family, asked.question.subtype);
    let parts = kind.map_or(Parts::Nothing, |kind| kind.parts);
    match parts {
        Parts::Nothing => render_presentation(asked),
        Parts::Text | Parts::File => wrap_single(asked, texts::render_single(asked, fields)),
        Parts::Choice if choices::is_menu(asked) && asked.other_option().is_none() => {
            wrap_single(asked, vec![choices::render_menu(asked, fields)])
        }
        Parts::Choice => wrap_group(asked, choices::render_choices(asked, fields, SelectMode::from_kind(kind))),
        Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText => {
            wrap_group(asked, render_rows(asked, fields).into_iter().chain(matrix::render_comment(asked, fields)))
        }
    }
}

/// The question with a slot in place of its rows; none if it has no rows.
pub fn render_outline(asked: &QuestionView, fields: &Form) -> Option<Html> {
    let parts = Kind::find_kind(asked.question.family, asked.question.subtype).map(|kind| kind.parts);
    let has_rows = matches!(parts, Some(Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText));
    has_rows.then(|| wrap_group(asked, std::iter::once(slot()).chain(matrix::render_comment(asked, fields))))
}

/// The rows of a question.
pub fn render_rows(asked: &QuestionView, fields: &Form) -> Vec<Html> {
    let kind = Kind::find_kind(asked.question.family, asked.question.subtype);
    match kind.map_or(Parts::Nothing, |kind| kind.parts) {
        Parts::RowText => texts::render_rows(asked, fields, kind.and_then(Kind::date_style)),
        Parts::RowChoice | Parts::RowColumnChoice => matrix::render_rows(asked, fields, SelectMode::from_kind(kind)),
        Parts::Nothing | Parts::Choice | Parts::Text | Parts::File => Vec::new(),
    }
}

/// A question that takes no answer: text, picture, map.
fn render_presentation(asked: &QuestionView) -> Html {
    let class = if asked.question.family == Family::ClickMap { "question" } else { "question note" };
    let mut content = Vec::new();
    if !asked.heading_text().is_empty() {
        content.push(text_element("p", &[("class", "heading")], asked.heading_text()));
    }
    content.extend(render_below(asked));
    element("div", &[("class", class), ("id", &asked.field())], content)
}

/// A question with one field, which its heading labels.
fn wrap_single(asked: &QuestionView, body: Vec<Html>) -> Html {
    let field = asked.field();
    let mut content = vec![element("label", &[("class", "heading"), ("for", &field)], render_heading(asked))];
    content.extend(render_below(asked));
    content.extend(render_field_error(asked, &field));
    content.extend(body);
    element("div", &[("class", "question")], content)
}

/// A question with several fields, which its heading groups.
fn wrap_group(asked: &QuestionView, body: impl IntoIterator<Item = Html>) -> Html {
    let field = asked.field();
    let mut content = vec![element("legend", &[("class", "heading")], render_heading(asked))];
    content.extend(render_below(asked));
    content.extend(render_field_error(asked, &field));
    content.extend(body);
    let describer = error_id(&field);
    let mut attributes = vec![("class", "question"), ("id", field.as_str()), ("tabindex", "-1")];
    if asked.find_error(&field).is_some() {
        attributes.push(("aria-describedby", &describer));
    }
    element("fieldset", &attributes, content)
}

/// Number, text, and whether it must be answered.
fn render_heading(asked: &QuestionView) -> Vec<Html> {
    let mut heading = Vec::new();
    if let Some(number) = asked.number {
        heading.push(text_element("span", &[("class", "number")], &format!("{number}.")));
        heading.push(text(" "));
    }
    heading.push(text(asked.heading_text()));
    if asked.is_required() {
        heading.push(text(" "));
        heading.push(text_element("span", &[("class", "tag")], asked.locale.message(MessageKey::Required)));
    }
    heading
}

/// What stands below the heading: a picture, a text.
fn render_below(asked: &QuestionView) -> Vec<Html> {
    let Some(heading) = asked.heading else { return Vec::new() };
    let description = heading.description.as_deref().unwrap_or("");
    if let Some(image) = &heading.image {
        let picture = void("img", &[("src", &image.url), ("alt", description), ("loading", "lazy")]);
        return vec![element("p", &[("class", "picture")], [picture])];
    }
    if description.is_empty() { Vec::new() } else { vec![text_element("p", &[("class", "hint")], description)] }
}
