//! Between the fields of a form and answers: what a form says of a question, and what a form holds of earlier answers.
//!
//! Nothing is judged here. Whatever was typed goes on to the rules for answers as it is, but for line ends,
//! which browsers send as two characters.

use super::pages::Scale;
use super::pages::fields::{self};
use crate::service::surveys::answers::{columns, other, parts, picks, rows};
use crate::spec::questions::{DisplayType, Kind, Moment, Parts, Picks};
use crate::spec::resources::questions::{OtherOption, Question};
use crate::spec::resources::responses::{Answer, AnswerNew};
use crate::spec::types::Id;
use crate::wire::form::Form;

/// An answer without anything in it.
pub const NOTHING: AnswerNew = AnswerNew {
    choice_id: None,
    row_id: None,
    col_id: None,
    other_id: None,
    text: None,
    download_url: None,
    content_type: None,
};

/// The answers that a form gives to a question. Files are none of them.
pub fn answers(question: &Question, form: &Form) -> Vec<AnswerNew> {
    let field = fields::of(&question.id);
    match parts(question) {
        Parts::Nothing | Parts::File => Vec::new(),
        Parts::Choice => choices(question, form, &field),
        Parts::RowChoice => row_choices(question, form, &field),
        Parts::RowColumnChoice => cells(question, form, &field),
        Parts::RowText => row_texts(question, form, &field),
        Parts::Text => text(question, form, &field),
    }
}

fn choices(question: &Question, form: &Form, field: &str) -> Vec<AnswerNew> {
    let own = other(question);
    let is_own = |id: &str| own.is_some_and(|own| own.is_answer_choice && own.id.as_str() == id);
    let picked = || form.all(field).filter(|id| !id.is_empty());
    let mut answers: Vec<AnswerNew> = picked().filter(|id| !is_own(id)).map(choice).collect();
    let Some(own) = own else { return answers };
    let typed = typed(form, &fields::other(field));
    // Whoever wrote something and picked nothing else means what was written.
    let alone = picks(question) != Picks::One || answers.is_empty();
    let says = picked().any(is_own) || (!is_blank(&typed) && (alone || !own.is_answer_choice));
    answers.extend(says.then(|| comment(own, typed)));
    answers
}

fn row_choices(question: &Question, form: &Form, field: &str) -> Vec<AnswerNew> {
    let mut answers = Vec::new();
    let own = other(question);
    for row in rows(question).iter().filter(|row| row.visible) {
        let field = fields::within(field, &row.id);
        let picked = form.all(&field).filter(|id| !id.is_empty());
        answers.extend(picked.map(|id| AnswerNew { row_id: Some(row.id.clone()), ..choice(id) }));
        if let Some(own) = own.filter(|own| own.apply_all_rows) {
            let said = said(own, form, &field);
            answers.extend(said.map(|answer| AnswerNew { row_id: Some(row.id.clone()), ..answer }));
        }
    }
    answers.extend(own.filter(|own| !own.apply_all_rows).and_then(|own| said(own, form, field)));
    answers
}

fn cells(question: &Question, form: &Form, field: &str) -> Vec<AnswerNew> {
    let mut answers = Vec::new();
    for row in rows(question).iter().filter(|row| row.visible) {
        let line = fields::within(field, &row.id);
        for column in columns(question).iter().filter(|column| column.visible) {
            let cell = fields::within(&line, &column.id);
            answers.extend(form.all(&cell).filter(|id| !id.is_empty()).map(|id| AnswerNew {
                row_id: Some(row.id.clone()),
                col_id: Some(column.id.clone()),
                ..choice(id)
            }));
        }
    }
    answers.extend(other(question).and_then(|own| said(own, form, field)));
    answers
}

fn row_texts(question: &Question, form: &Form, field: &str) -> Vec<AnswerNew> {
    let moment = moment(question);
    let texts = rows(question).iter().filter(|row| row.visible).map(|row| {
        let field = fields::within(field, &row.id);
        let text = match moment {
            Some(Moment::DateTime) => {
                let (date, time) = (typed(form, &fields::date(&field)), typed(form, &fields::time(&field)));
                format!("{} {}", date.trim(), time.trim()).trim().to_owned()
            }
            Some(_) => typed(form, &field).trim().to_owned(),
            None => typed(form, &field),
        };
        AnswerNew { row_id: Some(row.id.clone()), text: Some(text), ..NOTHING }
    });
    texts.filter(|answer| !answer.text.as_deref().is_none_or(is_blank)).collect()
}

fn text(question: &Question, form: &Form, field: &str) -> Vec<AnswerNew> {
    let text = typed(form, field);
    let untouched = is_slider(question)
        && text == Scale::of(question).start.to_string()
        && form.text(&fields::kept(field)).is_empty();
    if is_blank(&text) || untouched {
        return Vec::new();
    }
    vec![AnswerNew { text: Some(text), ..NOTHING }]
}

fn choice(id: &str) -> AnswerNew {
    AnswerNew { choice_id: Some(id.into()), ..NOTHING }
}

fn comment(own: &OtherOption, text: String) -> AnswerNew {
    AnswerNew { other_id: Some(own.id.clone()), text: Some(text), ..NOTHING }
}

fn said(own: &OtherOption, form: &Form, field: &str) -> Option<AnswerNew> {
    let text = typed(form, &fields::other(field));
    (!is_blank(&text)).then(|| comment(own, text))
}

fn typed(form: &Form, field: &str) -> String {
    form.text(field).replace("\r\n", "\n")
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

fn moment(question: &Question) -> Option<Moment> {
    Kind::of(question.family, question.subtype).and_then(Kind::moment)
}

fn is_slider(question: &Question) -> bool {
    let display = question.display_options.as_ref().map(|display| display.display_type);
    display == Some(DisplayType::Slider)
}

/// Puts earlier answers to a question into the fields of a form: what [`answers`] then finds there again.
/// A file without a name is called `unnamed`.
pub fn fill(form: &mut Form, question: &Question, answers: &[Answer], unnamed: &str) {
    let field = fields::of(&question.id);
    for answer in answers {
        let line = answer.row_id.as_ref().map_or_else(|| field.clone(), |row| fields::within(&field, row));
        let cell = answer.col_id.as_ref().map_or_else(|| line.clone(), |column| fields::within(&line, column));
        if let Some(Id(choice)) = &answer.choice_id {
            form.add(cell, choice);
            continue;
        }
        let text = answer.text.as_deref().unwrap_or("");
        if let Some(own) = &answer.other_id {
            if other(question).is_some_and(|other| other.is_answer_choice) && answer.row_id.is_none() {
                form.add(line.clone(), own.as_str());
            }
            form.add(fields::other(&line), text);
        } else if answer.download_url.is_some() {
            form.add(fields::before(&line), if text.is_empty() { unnamed } else { text });
        } else if moment(question) == Some(Moment::DateTime) {
            let (date, time) = text.split_once(' ').unwrap_or((text, ""));
            form.add(fields::date(&line), date);
            form.add(fields::time(&line), time);
        } else {
            if is_slider(question) && text == Scale::of(question).start.to_string() {
                form.add(fields::kept(&line), "yes");
            }
            form.add(line, text);
        }
    }
}
