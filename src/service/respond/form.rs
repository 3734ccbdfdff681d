//! Conversion between form fields and answers, in both directions.
//!
//! Nothing is validated here. Input is passed on as it was typed, except that the two-character line ends of browsers
//! become one character, and that numbers, dates, times and addresses are written as they are stored.

use super::decimal_sign::DecimalSign;
use super::pages::fields::{self};
use super::typed_values;
use crate::service::surveys::answers::{
    SliderScale, answer_parts, as_option, columns_of, date_style, dates, is_slider, other_option, parse_decimal,
    pick_rule, rows_of,
};
use crate::spec::questions::{DateStyle, Parts, Picks, Subtype};
use crate::spec::resources::questions::{OtherOption, Question, Row, ValidationType};
use crate::spec::resources::responses::{Answer, AnswerNew};
use crate::spec::types::Id;
use crate::wire::form::Form;

/// An answer with all fields empty.
pub const EMPTY_ANSWER: AnswerNew = AnswerNew {
    choice_id: None,
    row_id: None,
    col_id: None,
    other_id: None,
    text: None,
    download_url: None,
    content_type: None,
};

/// The answers to a question in a form, without files, as respondents write them in a language.
pub fn parse_answers(question: &Question, form: &Form, language: &str) -> Vec<AnswerNew> {
    let field = fields::question_field(&question.id);
    match answer_parts(question) {
        Parts::Nothing | Parts::File => Vec::new(),
        Parts::Choice => choice_answers(question, form, &field, language),
        Parts::RowChoice | Parts::RowColumnChoice => matrix_answers(question, form, &field, language),
        Parts::RowText => row_text_answers(question, form, &field, language),
        Parts::Text => text_answer(question, form, &field, language),
    }
}

fn choice_answers(question: &Question, form: &Form, field: &str, language: &str) -> Vec<AnswerNew> {
    let other = other_option(question);
    let is_other = |id: &str| other.is_some_and(|other| other.is_choice() && other.id.as_str() == id);
    let picked = || picked_choices(form, field);
    let mut answers: Vec<AnswerNew> = picked().filter(|id| !is_other(id)).map(choice_answer).collect();
    let Some(other) = other else { return answers };
    let typed = other_text(question, form, field, language);
    // Browsers remove the line breaks of a text that they show in one line.
    let shown = |name: &str| form.text(name).replace(['\r', '\n'], "");
    // A text in the field of the "other" option counts as that option: where one choice can be picked, if none is, and
    // where several can, unless the form showed the option as picked with this text: the respondent has unpicked it.
    let may_be_meant = match pick_rule(question) {
        Picks::One => answers.is_empty(),
        _ => shown(&fields::other_field(field)) != shown(&fields::picked_other_field(field)),
    };
    let counts_as_other = picked().any(is_other) || (!is_blank(&typed) && (may_be_meant || !other.is_choice()));
    answers.extend(counts_as_other.then(|| other_answer(other, typed)));
    answers
}

fn matrix_answers(question: &Question, form: &Form, field: &str, language: &str) -> Vec<AnswerNew> {
    let by_column = answer_parts(question) == Parts::RowColumnChoice;
    let other = other_option(question);
    let comment_at = |other: &OtherOption, field: &str| {
        let text = other_text(question, form, field, language);
        (!is_blank(&text)).then(|| other_answer(other, text))
    };
    let mut answers = Vec::new();
    for row in rows_of(question).iter().filter(|row| row.visible) {
        let of_row = |answer| AnswerNew { row_id: Some(row.id.clone()), ..answer };
        let line = fields::nested_field(field, &row.id);
        if by_column {
            for column in columns_of(question).iter().filter(|column| column.visible) {
                let picked = picked_choices(form, &fields::nested_field(&line, &column.id));
                let of_cell = |answer| AnswerNew { col_id: Some(column.id.clone()), ..of_row(answer) };
                answers.extend(picked.map(choice_answer).map(of_cell));
            }
        } else {
            answers.extend(picked_choices(form, &line).map(choice_answer).map(of_row));
        }
        let comment = other.filter(|other| other.is_in_every_row()).and_then(|other| comment_at(other, &line));
        answers.extend(comment.map(of_row));
    }
    answers.extend(other.filter(|other| !other.is_in_every_row()).and_then(|other| comment_at(other, field)));
    answers
}

fn row_text_answers(question: &Question, form: &Form, field: &str, language: &str) -> Vec<AnswerNew> {
    let style = date_style(question);
    let texts = rows_of(question).iter().filter(|row| row.visible).map(|row| {
        let field = fields::nested_field(field, &row.id);
        let typed = |field: &str| typed_value(question, Some(row), typed_text(form, field), language);
        let date = |field: &str| swap_day(question, &typed_values::with_slashes(question, &typed(field), language));
        let time = |field: &str| typed_values::to_12_hours(&typed(field), language);
        let text = match style {
            Some(DateStyle::DateTime) => {
                format!("{} {}", date(&fields::date_field(&field)), time(&fields::time_field(&field))).trim().to_owned()
            }
            Some(DateStyle::Date) => date(&field),
            Some(DateStyle::Time) => time(&field),
            None => typed(&field),
        };
        AnswerNew { row_id: Some(row.id.clone()), text: Some(text), ..EMPTY_ANSWER }
    });
    texts.filter(|answer| !answer.text.as_deref().is_none_or(is_blank)).collect()
}

fn text_answer(question: &Question, form: &Form, field: &str, language: &str) -> Vec<AnswerNew> {
    let text = typed_value(question, None, typed_text(form, field), language);
    let untouched = is_slider_start(question, &text) && form.text(&fields::keep_start_field(field)).is_empty();
    if is_blank(&text) || untouched {
        return Vec::new();
    }
    vec![AnswerNew { text: Some(text), ..EMPTY_ANSWER }]
}

/// Whether a text is the start position of a slider, however it is written: a browser writes it without decimals.
fn is_slider_start(question: &Question, text: &str) -> bool {
    is_slider(question) && parse_decimal(text) == Some(f64::from(SliderScale::from_question(question).start))
}

fn picked_choices<'a>(form: &'a Form, field: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    form.all(field).filter(|id| !id.is_empty())
}

fn choice_answer(id: &str) -> AnswerNew {
    AnswerNew { choice_id: Some(id.into()), ..EMPTY_ANSWER }
}

fn other_answer(other: &OtherOption, text: String) -> AnswerNew {
    AnswerNew { other_id: Some(other.id.clone()), text: Some(text), ..EMPTY_ANSWER }
}

/// The text of an "other" option or a comment. The validation of a question with choices is of this text.
fn other_text(question: &Question, form: &Form, field: &str, language: &str) -> String {
    typed_value(question, None, typed_text(form, &fields::other_field(field)), language)
}

fn typed_text(form: &Form, field: &str) -> String {
    form.text(field).replace("\r\n", "\n")
}

/// A text as it is stored, if its question or row asks for a number, a date or an address.
fn typed_value(question: &Question, row: Option<&Row>, text: String, language: &str) -> String {
    use ValidationType::{DateInternational, DateUs};
    if !typed_values::has_format(question, row) {
        return text;
    }
    let text = typed_values::to_ascii(&text);
    if is_decimal(question) {
        return DecimalSign::of_language(language).to_stored(text);
    }
    match as_option(&question.validation).map(|rule| rule.r#type) {
        Some(DateUs | DateInternational) if date_style(question).is_none() => {
            typed_values::with_slashes(question, &text, language)
        }
        _ => text,
    }
}

/// Whether the answers are typed numbers that may have decimals. The browser writes that of a slider.
pub fn is_decimal(question: &Question) -> bool {
    let has_rule = || as_option(&question.validation).is_some_and(|rule| rule.r#type == ValidationType::Decimal);
    !is_slider(question) && (question.subtype == Subtype::Numerical || has_rule())
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Converts a date between US order, in which it is stored, and the order that the question asks for. What is no date
/// in that order is none in the other one, so the text is still refused.
fn swap_day(question: &Question, text: &str) -> String {
    let mut parts = text.splitn(3, '/');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(first), Some(second), Some(rest)) if dates::is_day_first(question) => format!("{second}/{first}/{rest}"),
        _ => text.to_owned(),
    }
}

/// Fills earlier answers to a question into form fields, so that [`parse_answers`] returns them again. A file without a
/// name is called `unnamed`.
pub fn fill_form(form: &mut Form, question: &Question, answers: &[Answer], unnamed: &str, sign: DecimalSign) {
    let field = fields::question_field(&question.id);
    for answer in answers {
        let line = answer.row_id.as_ref().map_or_else(|| field.clone(), |row| fields::nested_field(&field, row));
        let cell = answer.col_id.as_ref().map_or_else(|| line.clone(), |column| fields::nested_field(&line, column));
        if let Some(Id(choice)) = &answer.choice_id {
            form.add(cell, choice);
            continue;
        }
        let text = answer.text.as_deref().unwrap_or("");
        let typed = || if is_decimal(question) { sign.to_typed(text) } else { text.to_owned() };
        if let Some(other_id) = &answer.other_id {
            if other_option(question).is_some_and(|other| other.is_choice()) && answer.row_id.is_none() {
                form.add(line.clone(), other_id.as_str());
            }
            form.add(fields::other_field(&line), &typed());
        } else if answer.download_url.is_some() {
            form.add(fields::previous_file_field(&line), if text.is_empty() { unnamed } else { text });
        } else if let Some(style) = date_style(question) {
            let text = swap_day(question, text);
            if style == DateStyle::DateTime {
                let (date, time) = text.split_once(' ').unwrap_or((&text, ""));
                form.add(fields::date_field(&line), date);
                form.add(fields::time_field(&line), time);
            } else {
                form.add(line, &text);
            }
        } else {
            if is_slider_start(question, text) {
                form.add(fields::keep_start_field(&line), "yes");
            }
            form.add(line, &typed());
        }
    }
}
