//! Rows that each take choices: scales, ratings, rankings, and menus in columns.
//!
//! A row is a group of its own, not a line of a table: so it is read out with its text, and fits a narrow window.

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
pub fn render_rows(asked: &QuestionView, fields: &Form, picked: SelectMode) -> Vec<Html> {
    let base = asked.field();
    let every_row = asked.other_option().filter(|other| other.apply_all_rows);
    let mut content = Vec::new();
    for row in &asked.rows {
        let field = fields::nested_field(&base, &row.id);
        let mut body: Vec<Html> = render_field_error(asked, &field).into_iter().collect();
        body.extend(match asked.question.subtype {
            Subtype::Ranking => vec![render_rank(asked, row, &field, fields)],
            Subtype::Menu => render_column_menus(asked, &field, fields),
            _ => vec![render_scale(asked, &field, fields, picked)],
        });
        body.extend(every_row.map(|other| render_other(asked, other, &field, fields)));
        content.push(render_row_group(asked, row, &field, body));
    }
    content
}

/// Room for a comment on all rows, if the question has it.
pub fn render_comment(asked: &QuestionView, fields: &Form) -> Option<Html> {
    asked
        .other_option()
        .filter(|other| !other.apply_all_rows)
        .map(|other| render_other(asked, other, &asked.field(), fields))
}

/// A row as a group: its text is the legend. A row without a text borrows the question's.
fn render_row_group(asked: &QuestionView, row: &Row, field: &str, body: Vec<Html>) -> Html {
    let legend = match row.text.as_str() {
        "" => text_element("legend", &[("class", "visually-hidden")], asked.heading_text()),
        words => text_element("legend", &[], words),
    };
    let (describer, id) = (error_id(field), format!("{field}-row"));
    let describes = asked.question.subtype != Subtype::Ranking && asked.find_error(field).is_some();
    // A menu has the field's name for its id, so that what is wrong leads to it.
    let id = if asked.question.subtype == Subtype::Ranking { id.as_str() } else { field };
    let mut attributes = vec![("class", "line"), ("id", id), ("tabindex", "-1")];
    if describes {
        attributes.push(("aria-describedby", &describer));
    }
    element("fieldset", &attributes, std::iter::once(legend).chain(body))
}

fn render_scale(asked: &QuestionView, field: &str, fields: &Form, picked: SelectMode) -> Html {
    let options = asked.choices.iter().map(|choice| render_option(asked, choice, field, fields, picked));
    element("ul", &[("class", "options across")], options)
}

/// The rank of a row.
fn render_rank(asked: &QuestionView, row: &Row, field: &str, fields: &Form) -> Html {
    let label = asked.locale.format_message(MessageKey::Rank, &[&row.text]);
    let describer = error_id(field);
    let mut attributes = asked.error_attributes(field, &describer);
    attributes.push(("aria-label", &label));
    let choices = asked.choices.iter().map(|choice| (choice.id.as_str(), choice.text.as_str()));
    render_select(asked, field, choices, fields, &attributes)
}

/// A menu for every column.
fn render_column_menus(asked: &QuestionView, row: &str, fields: &Form) -> Vec<Html> {
    visible_columns(asked.question.answers.as_ref())
        .map(|column| {
            let field = fields::nested_field(row, &column.id);
            let label = text_element("label", &[("for", &field)], &column.text);
            let mut choices: Vec<_> = column.choices.iter().filter(|choice| choice.visible).collect();
            order::sort_by_key(&mut choices, |choice| choice.position.get());
            let options = choices.into_iter().map(|choice| (choice.id.as_str(), choice.text.as_str()));
            element("div", &[("class", "field")], [label, render_select(asked, &field, options, fields, &[])])
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
