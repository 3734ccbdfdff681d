//! A question on a page: its heading, the error of its answer, and its fields.

use super::choices::{self, SelectMode};
use super::question_view::QuestionView;
use super::{matrix, texts};
use crate::service::html::slot;
use crate::service::surveys::answers::amount_reason;
use crate::service::surveys::page_texts::PageText;
use crate::spec::questions::{DisplayType, Family, Kind, Parts};
use crate::spec::resources::questions::Question;
use crate::wire::form::Form;
use maud::{Markup, html};

/// Whether the answer to a question is a file.
pub fn takes_a_file(question: &Question) -> bool {
    question.display_type() == Some(DisplayType::FileUpload)
}

/// The question with its fields.
pub fn render_question(view: &QuestionView, fields: &Form) -> Markup {
    let kind = Kind::find_kind(view.question.family, view.question.subtype);
    let parts = kind.map_or(Parts::Nothing, |kind| kind.parts);
    match parts {
        Parts::Nothing => render_presentation(view),
        Parts::Text | Parts::File => wrap_single(view, &texts::render_single(view, fields)),
        Parts::Choice if choices::is_menu(view) && view.other_option().is_none() => {
            wrap_single(view, &choices::render_menu(view, fields))
        }
        Parts::Choice => wrap_group(view, &choices::render_choices(view, fields, SelectMode::from_kind(kind))),
        Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText => {
            wrap_group(view, &html! { (render_rows(view, fields)) (matrix::render_comment(view, fields)) })
        }
    }
}

/// The question with a placeholder for its rows; `None` if it has no rows.
pub fn render_outline(view: &QuestionView, fields: &Form) -> Option<Markup> {
    let parts = Kind::find_kind(view.question.family, view.question.subtype).map(|kind| kind.parts);
    let has_rows = matches!(parts, Some(Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText));
    has_rows.then(|| wrap_group(view, &html! { (slot()) (matrix::render_comment(view, fields)) }))
}

/// The rows of a question.
pub fn render_rows(view: &QuestionView, fields: &Form) -> Markup {
    let kind = Kind::find_kind(view.question.family, view.question.subtype);
    match kind.map_or(Parts::Nothing, |kind| kind.parts) {
        Parts::RowText => texts::render_rows(view, fields, kind.and_then(Kind::date_style)),
        Parts::RowChoice | Parts::RowColumnChoice => matrix::render_rows(view, fields, SelectMode::from_kind(kind)),
        Parts::Nothing | Parts::Choice | Parts::Text | Parts::File => Markup::default(),
    }
}

/// A question without an answer: text, picture, map.
fn render_presentation(view: &QuestionView) -> Markup {
    let class = if view.question.family == Family::ClickMap { "question" } else { "question note" };
    html! {
        div class=(class) id=(view.field()) {
            @if !view.heading_text().is_empty() { p.heading { (view.heading_text()) } }
            (render_below(view))
        }
    }
}

/// A question with one field, labelled by the heading.
fn wrap_single(view: &QuestionView, body: &Markup) -> Markup {
    let field = view.field();
    html! {
        .question {
            label.heading for=(field) { (render_heading(view)) }
            (render_below(view))
            (view.render_error(&field))
            (body)
        }
    }
}

/// A question with several fields, grouped under the heading.
fn wrap_group(view: &QuestionView, body: &Markup) -> Markup {
    let field = view.field();
    // A menu of the whole question has the field's id itself.
    let is_target = view.question.family == Family::Matrix || !choices::is_menu(view);
    html! {
        fieldset.question id=[is_target.then_some(&field)] tabindex=[is_target.then_some("-1")] aria-describedby=[view.error_id(&field)] {
            legend.heading { (render_heading(view)) }
            (render_below(view))
            (view.render_error(&field))
            (body)
        }
    }
}

/// The heading: number, text, and a tag if an answer is required.
fn render_heading(view: &QuestionView) -> Markup {
    html! {
        @if let Some(number) = view.number { span.number { (number) "." } " " }
        (view.heading_text())
        @if view.is_required() { " " span.tag { (view.texts.render(PageText::Required)) } }
    }
}

/// The parts below the heading: picture or description, and how many answers are required.
fn render_below(view: &QuestionView) -> Markup {
    let Some(heading) = view.heading else { return Markup::default() };
    let description = heading.description.as_deref().unwrap_or("");
    html! {
        @if let Some(image) = &heading.image {
            p.picture { img src=(image.url) alt=(description) loading="lazy"; }
        } @else if !description.is_empty() {
            p.hint { (description) }
        }
        @if let Some(amount) = amount_reason(view.question) {
            p.hint { (view.texts.mark(html! { (amount.localize(view.texts.locale())) })) }
        }
    }
}
