//! Rows with choices: scales, ratings, rankings, and menus in columns.
//!
//! A row is a group, not a line of a table, so that screen readers read it with its text and it fits a narrow window.

use super::choices::{SelectMode, render_option, render_other, render_select};
use super::fields::{self};
use super::question_view::{QuestionView, error_id, render_field_error};
use crate::service::html::{Html, element, text_element};
use crate::service::surveys::messages::MessageKey;
use crate::spec::questions::Subtype;
use crate::spec::resources::questions::{Answers, Column, Row};
use crate::wire::form::Form;
use crate::wire::order;

/// The rows of a question.
pub fn render_rows(view: &QuestionView, fields: &Form, mode: SelectMode) -> Vec<Html> {
    let base = view.field();
    let every_row = view.other_option().filter(|other| other.apply_all_rows);
    let mut content = Vec::new();
    for row in &view.rows {
        let field = fields::nested_field(&base, &row.id);
        let mut body: Vec<Html> = render_field_error(view, &field).into_iter().collect();
        body.extend(match view.question.subtype {
            Subtype::Ranking => vec![render_rank(view, row, &field, fields)],
            Subtype::Menu => render_column_menus(view, &field, fields),
            _ => vec![render_scale(view, &field, fields, mode)],
        });
        body.extend(every_row.map(|other| render_other(view, other, &field, fields)));
        content.push(render_row_group(view, row, &field, body));
    }
    content
}

/// The comment on all rows, if the question has one.
pub fn render_comment(view: &QuestionView, fields: &Form) -> Option<Html> {
    view.other_option()
        .filter(|other| !other.apply_all_rows)
        .map(|other| render_other(view, other, &view.field(), fields))
}

/// A row as a group with its text as the legend. A row without a text uses the question's heading.
fn render_row_group(view: &QuestionView, row: &Row, field: &str, body: Vec<Html>) -> Html {
    let legend = match row.text.as_str() {
        "" => text_element("legend", &[("class", "visually-hidden")], view.heading_text()),
        heading => text_element("legend", &[], heading),
    };
    let (describer, id) = (error_id(field), format!("{field}-row"));
    let has_error = view.question.subtype != Subtype::Ranking && view.find_error(field).is_some();
    // The `select` of a ranking has the field's name as its id, because the error summary links to that.
    let id = if view.question.subtype == Subtype::Ranking { id.as_str() } else { field };
    let mut attributes = vec![("class", "line"), ("id", id), ("tabindex", "-1")];
    if has_error {
        attributes.push(("aria-describedby", &describer));
    }
    element("fieldset", &attributes, std::iter::once(legend).chain(body))
}

fn render_scale(view: &QuestionView, field: &str, fields: &Form, mode: SelectMode) -> Html {
    let options = view.choices.iter().map(|choice| render_option(view, choice, field, fields, mode));
    element("ul", &[("class", "options across")], options)
}

/// The menu for the rank of a row.
fn render_rank(view: &QuestionView, row: &Row, field: &str, fields: &Form) -> Html {
    let label = view.locale.format_message(MessageKey::Rank, &[&row.text]);
    let describer = error_id(field);
    let mut attributes = view.error_attributes(field, &describer);
    attributes.push(("aria-label", &label));
    let choices = view.choices.iter().map(|choice| (choice.id.as_str(), choice.text.as_str()));
    render_select(view, field, choices, fields, &attributes)
}

/// The menus of the columns.
fn render_column_menus(view: &QuestionView, row: &str, fields: &Form) -> Vec<Html> {
    visible_columns(view.question.answers.as_ref())
        .map(|column| {
            let field = fields::nested_field(row, &column.id);
            let label = text_element("label", &[("for", &field)], &column.text);
            let mut choices: Vec<_> = column.choices.iter().filter(|choice| choice.visible).collect();
            order::sort_by_key(&mut choices, |choice| choice.position.get());
            let options = choices.into_iter().map(|choice| (choice.id.as_str(), choice.text.as_str()));
            element("div", &[("class", "field")], [label, render_select(view, &field, options, fields, &[])])
        })
        .collect()
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
