//! Rows that each take choices: scales, ratings, rankings, and menus in columns.
//!
//! A row is a group of its own, not a line of a table: so it is read out with its text, and fits a narrow window.

use super::asked::{Asked, complaint, describer};
use super::choices::{Picked, option, own, select};
use super::fields::{self};
use crate::service::html::{Html, element, phrase};
use crate::service::surveys::words::Word;
use crate::spec::questions::Subtype;
use crate::spec::resources::questions::{Answers, Column, Row};
use crate::wire::form::Form;
use crate::wire::order;

/// The rows of a question.
pub fn rows(asked: &Asked, fields: &Form, picked: Picked) -> Vec<Html> {
    let base = asked.field();
    let every_row = asked.other().filter(|other| other.apply_all_rows);
    let mut content = Vec::new();
    for row in &asked.rows {
        let field = fields::within(&base, &row.id);
        let mut body: Vec<Html> = complaint(asked, &field).into_iter().collect();
        body.extend(match asked.question.subtype {
            Subtype::Ranking => vec![rank(asked, row, &field, fields)],
            Subtype::Menu => menus(asked, &field, fields),
            _ => vec![scale(asked, &field, fields, picked)],
        });
        body.extend(every_row.map(|other| own(asked, other, &field, fields)));
        content.push(group(asked, row, &field, body));
    }
    content
}

/// Room for a comment on all rows, if the question has it.
pub fn comment(asked: &Asked, fields: &Form) -> Option<Html> {
    asked.other().filter(|other| !other.apply_all_rows).map(|other| own(asked, other, &asked.field(), fields))
}

/// A row as a group: its text is the legend. A row without a text borrows the question's.
fn group(asked: &Asked, row: &Row, field: &str, body: Vec<Html>) -> Html {
    let legend = match row.text.as_str() {
        "" => phrase("legend", &[("class", "visually-hidden")], asked.words()),
        words => phrase("legend", &[], words),
    };
    let (describer, id) = (describer(field), format!("{field}-row"));
    let describes = asked.question.subtype != Subtype::Ranking && asked.complaint(field).is_some();
    // A menu has the field's name for its id, so that what is wrong leads to it.
    let id = if asked.question.subtype == Subtype::Ranking { id.as_str() } else { field };
    let mut attributes = vec![("class", "line"), ("id", id), ("tabindex", "-1")];
    if describes {
        attributes.push(("aria-describedby", &describer));
    }
    element("fieldset", &attributes, std::iter::once(legend).chain(body))
}

fn scale(asked: &Asked, field: &str, fields: &Form, picked: Picked) -> Html {
    let options = asked.choices.iter().map(|choice| option(asked, choice, field, fields, picked));
    element("ul", &[("class", "options across")], options)
}

/// The rank of a row.
fn rank(asked: &Asked, row: &Row, field: &str, fields: &Form) -> Html {
    let label = asked.tongue.tell(Word::Rank, &[&row.text]);
    let describer = describer(field);
    let mut attributes = asked.wrong(field, &describer);
    attributes.push(("aria-label", &label));
    let choices = asked.choices.iter().map(|choice| (choice.id.as_str(), choice.text.as_str()));
    select(asked, field, choices, fields, &attributes)
}

/// A menu for every column.
fn menus(asked: &Asked, row: &str, fields: &Form) -> Vec<Html> {
    columns(asked.question.answers.as_ref())
        .map(|column| {
            let field = fields::within(row, &column.id);
            let label = phrase("label", &[("for", &field)], &column.text);
            let mut choices: Vec<_> = column.choices.iter().filter(|choice| choice.visible).collect();
            order::sort(&mut choices, |choice| choice.position.get());
            let options = choices.into_iter().map(|choice| (choice.id.as_str(), choice.text.as_str()));
            element("div", &[("class", "field")], [label, select(asked, &field, options, fields, &[])])
        })
        .collect()
}

fn columns(answers: Option<&Answers>) -> impl Iterator<Item = &Column> {
    let mut columns: Vec<&Column> = answers
        .and_then(|answers| answers.cols.as_ref())
        .into_iter()
        .flatten()
        .filter(|column| column.visible)
        .collect();
    order::sort(&mut columns, |column| column.position.get());
    columns.into_iter()
}
