//! Rows with choices: scales, ratings, rankings, and menus in columns.
//!
//! A row is a group, not a line of a table, so that screen readers read it with its text and it fits a narrow window.

use super::choices::{SelectMode, class_of_line, render_option, render_other, render_select};
use super::fields::{self};
use super::question_view::QuestionView;
use crate::service::surveys::page_texts::PageText;
use crate::spec::questions::Subtype;
use crate::spec::resources::questions::{Answers, Column, Row};
use crate::wire::form::Form;
use crate::wire::order;
use maud::{Markup, html};

/// The rows of a question.
pub fn render_rows(view: &QuestionView, fields: &Form, mode: SelectMode) -> Markup {
    let base = view.field();
    let every_row = view.other_option().filter(|other| other.is_in_every_row());
    html! {
        @for row in &view.rows {
            @let field = fields::nested_field(&base, &row.id);
            (render_row_group(view, row, &field, &html! {
                (view.render_error(&field))
                @match view.question.subtype {
                    Subtype::Ranking => (render_rank(view, row, &field, fields)),
                    Subtype::Menu => (render_column_menus(view, &field, fields)),
                    _ => (render_scale(view, &field, fields, mode)),
                }
                @if let Some(other) = every_row { (render_other(view, other, &field, fields)) }
            }))
        }
    }
}

/// The comment on all rows; empty if the question has none.
pub fn render_comment(view: &QuestionView, fields: &Form) -> Markup {
    html! {
        @if let Some(other) = view.other_option().filter(|other| !other.is_in_every_row()) {
            (render_other(view, other, &view.field(), fields))
        }
    }
}

/// A row as a group with its text as the legend. A row without a text uses the question's heading.
fn render_row_group(view: &QuestionView, row: &Row, field: &str, body: &Markup) -> Markup {
    // The `select` of a ranking has the field's name as its id, because the error summary links to that.
    let is_ranking = view.question.subtype == Subtype::Ranking;
    let id_suffix = if is_ranking { "-row" } else { "" };
    let error_id = view.error_id(field).filter(|_| !is_ranking);
    html! {
        fieldset.line id={ (field) (id_suffix) } tabindex="-1" aria-describedby=[error_id] {
            @if row.text.is_empty() {
                legend.visually-hidden { (view.heading_text()) }
            } @else {
                legend { (row.text) }
            }
            (body)
        }
    }
}

fn render_scale(view: &QuestionView, field: &str, fields: &Form, mode: SelectMode) -> Markup {
    html! {
        ul class=(class_of_line(view)) {
            @for choice in &view.choices { (render_option(view, choice, field, fields, mode)) }
        }
    }
}

/// The menu for the rank of a row.
fn render_rank(view: &QuestionView, row: &Row, field: &str, fields: &Form) -> Markup {
    let label = view.texts.locale().format_text(PageText::Rank, &[&row.text]);
    let mut choices = view.choices.iter().map(|choice| (choice.id.as_str(), choice.text.as_str()));
    render_select(view, field, Some(&label), &mut choices, fields)
}

/// The menus of the columns.
fn render_column_menus(view: &QuestionView, row: &str, fields: &Form) -> Markup {
    html! {
        @for column in visible_columns(view.question.answers.as_ref()) {
            @let field = fields::nested_field(row, &column.id);
            .field {
                label for=(field) { (column.text) }
                (render_select(view, &field, None, &mut column_choices(column).into_iter(), fields))
            }
        }
    }
}

/// The visible choices of a column with their ids, in order.
fn column_choices(column: &Column) -> Vec<(&str, &str)> {
    let mut choices: Vec<_> = column.choices.iter().filter(|choice| choice.visible).collect();
    order::sort_by_key(&mut choices, |choice| choice.position.get());
    choices.into_iter().map(|choice| (choice.id.as_str(), choice.text.as_str())).collect()
}

fn visible_columns(answers: Option<&Answers>) -> impl Iterator<Item = &Column> {
    let mut columns: Vec<&Column> = answers
        .and_then(|answers| answers.cols.as_ref())
        .into_iter()
        .flatten()
        .filter(|column| column.visible)
        .collect();
    order::sort_by_key(&mut columns, |column| column.position.get());
    columns.into_iter()
}
