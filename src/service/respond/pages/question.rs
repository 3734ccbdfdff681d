//! A question on a page: its heading, the error of its answer, and its fields.

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
pub fn render_question(view: &QuestionView, fields: &Form) -> Html {
    let kind = Kind::find_kind(view.question.family, view.question.subtype);
    let parts = kind.map_or(Parts::Nothing, |kind| kind.parts);
    match parts {
        Parts::Nothing => render_presentation(view),
        Parts::Text | Parts::File => wrap_single(view, texts::render_single(view, fields)),
        Parts::Choice if choices::is_menu(view) && view.other_option().is_none() => {
            wrap_single(view, vec![choices::render_menu(view, fields)])
        }
        Parts::Choice => wrap_group(view, choices::render_choices(view, fields, SelectMode::from_kind(kind))),
        Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText => {
            wrap_group(view, render_rows(view, fields).into_iter().chain(matrix::render_comment(view, fields)))
        }
    }
}

/// The question with a placeholder for its rows; `None` if it has no rows.
pub fn render_outline(view: &QuestionView, fields: &Form) -> Option<Html> {
    let parts = Kind::find_kind(view.question.family, view.question.subtype).map(|kind| kind.parts);
    let has_rows = matches!(parts, Some(Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText));
    has_rows.then(|| wrap_group(view, std::iter::once(slot()).chain(matrix::render_comment(view, fields))))
}

/// The rows of a question.
pub fn render_rows(view: &QuestionView, fields: &Form) -> Vec<Html> {
    let kind = Kind::find_kind(view.question.family, view.question.subtype);
    match kind.map_or(Parts::Nothing, |kind| kind.parts) {
        Parts::RowText => texts::render_rows(view, fields, kind.and_then(Kind::date_style)),
        Parts::RowChoice | Parts::RowColumnChoice => matrix::render_rows(view, fields, SelectMode::from_kind(kind)),
        Parts::Nothing | Parts::Choice | Parts::Text | Parts::File => Vec::new(),
    }
}

/// A question without an answer: text, picture, map.
fn render_presentation(view: &QuestionView) -> Html {
    let class = if view.question.family == Family::ClickMap { "question" } else { "question note" };
    let mut content = Vec::new();
    if !view.heading_text().is_empty() {
        content.push(text_element("p", &[("class", "heading")], view.heading_text()));
    }
    content.extend(render_below(view));
    element("div", &[("class", class), ("id", &view.field())], content)
}

/// A question with one field, labelled by the heading.
fn wrap_single(view: &QuestionView, body: Vec<Html>) -> Html {
    let field = view.field();
    let mut content = vec![element("label", &[("class", "heading"), ("for", &field)], render_heading(view))];
    content.extend(render_below(view));
    content.extend(render_field_error(view, &field));
    content.extend(body);
    element("div", &[("class", "question")], content)
}

/// A question with several fields, grouped under the heading.
fn wrap_group(view: &QuestionView, body: impl IntoIterator<Item = Html>) -> Html {
    let field = view.field();
    let mut content = vec![element("legend", &[("class", "heading")], render_heading(view))];
    content.extend(render_below(view));
    content.extend(render_field_error(view, &field));
    content.extend(body);
    let describer = error_id(&field);
    let mut attributes = vec![("class", "question"), ("id", field.as_str()), ("tabindex", "-1")];
    if view.find_error(&field).is_some() {
        attributes.push(("aria-describedby", &describer));
    }
    element("fieldset", &attributes, content)
}

/// The heading: number, text, and a tag if an answer is required.
fn render_heading(view: &QuestionView) -> Vec<Html> {
    let mut heading = Vec::new();
    if let Some(number) = view.number {
        heading.push(text_element("span", &[("class", "number")], &format!("{number}.")));
        heading.push(text(" "));
    }
    heading.push(text(view.heading_text()));
    if view.is_required() {
        heading.push(text(" "));
        heading.push(text_element("span", &[("class", "tag")], view.locale.message(MessageKey::Required)));
    }
    heading
}

/// The parts below the heading: picture or description.
fn render_below(view: &QuestionView) -> Vec<Html> {
    let Some(heading) = view.heading else { return Vec::new() };
    let description = heading.description.as_deref().unwrap_or("");
    if let Some(image) = &heading.image {
        let picture = void("img", &[("src", &image.url), ("alt", description), ("loading", "lazy")]);
        return vec![element("p", &[("class", "picture")], [picture])];
    }
    if description.is_empty() { Vec::new() } else { vec![text_element("p", &[("class", "hint")], description)] }
}
