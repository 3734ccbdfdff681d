//! Translations: which texts a survey has, and what is stored of them in another language.
//!
//! A text is known by what it is for and by the resource that it belongs to. Its translation remembers
//! the text that it was made from: where the survey has another by now, the translation is stale.

use super::design::shown;
use super::design::survey::Fields;
use crate::service::actor::context::Context;
use crate::service::store::sql::{Row, Sql, SqlError, values};
use crate::spec::errors::Error;
use crate::spec::resources::languages::TextContext::{self, *};
use crate::spec::resources::pages::PageDetails;
use crate::spec::resources::questions::{Answers, DisplayOptions, Question};
use crate::spec::types::{Id, Nullable};
use crate::wire::error::ApiError;
use std::collections::BTreeMap;

/// What a text is for, and the resource that it belongs to.
pub type Key = (TextContext, String);

/// The texts of a survey that respondents see, in the order in which they see them.
#[derive(Default)]
pub struct Texts {
    places: BTreeMap<Key, usize>,
    /// Each text with its key; no key stands twice.
    pub list: Vec<(Key, String)>,
}

/// A text in another language.
pub struct Translated {
    /// The text that was translated.
    pub source: String,
    /// The translation.
    pub translation: String,
}

/// The texts of a survey.
pub fn texts(context: &Context, survey: &Row) -> Result<Texts, ApiError> {
    let id = Id::from(survey.text("id"));
    let fields = Fields::of(survey);
    let mut texts = Texts::default();
    texts.add(SurveyTitle, &id, &fields.title);
    let buttons = fields.buttons_text;
    for (what, text) in [
        (SurveyNext, buttons.next_button),
        (SurveyPrevious, buttons.prev_button),
        (SurveyDone, buttons.done_button),
        (SurveyExit, buttons.exit_button),
    ] {
        texts.add(what, &id, &text.unwrap_or_default());
    }
    shown::design(context, &id)?.iter().for_each(|page| texts.page(page));
    Ok(texts)
}

/// What is stored of a survey in a language, by key.
pub fn stored(sql: &dyn Sql, survey_id: &str, language: &str) -> Result<BTreeMap<Key, Translated>, ApiError> {
    let rows = sql.run(
        "SELECT context, resource_id, source, translation
         FROM translated_texts
         WHERE survey_id = ? AND language = ?",
        values![survey_id, language],
    )?;
    let mut stored = BTreeMap::new();
    for row in rows {
        let what = TextContext::parse(&row.text("context")).ok_or(Error::Internal)?;
        let translated = Translated { source: row.text("source"), translation: row.text("translation") };
        stored.insert((what, row.text("resource_id")), translated);
    }
    Ok(stored)
}

/// Stores a text in another language; an empty one takes it away.
pub fn store(
    sql: &dyn Sql,
    [survey_id, language]: [&str; 2],
    (what, resource_id): &Key,
    translated: &Translated,
) -> Result<(), SqlError> {
    let Translated { source, translation } = translated;
    let key = values![survey_id, language, what.as_str(), resource_id.as_str()];
    if translation.trim().is_empty() {
        sql.run(
            "DELETE FROM translated_texts
             WHERE survey_id = ? AND language = ? AND context = ? AND resource_id = ?",
            key,
        )?;
        return Ok(());
    }
    sql.run(
        "INSERT INTO translated_texts (survey_id, language, context, resource_id, source, translation)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (survey_id, language, context, resource_id)
         DO UPDATE SET source = excluded.source, translation = excluded.translation",
        &[key.as_slice(), values![source.as_str(), translation.as_str()]].concat(),
    )?;
    Ok(())
}

impl Texts {
    /// The text with this key.
    pub fn find(&self, key: &Key) -> Option<&str> {
        self.places.get(key).and_then(|place| self.list.get(*place)).map(|(_, text)| text.as_str())
    }

    /// Nobody translates an empty text.
    fn add(&mut self, what: TextContext, resource: &Id, text: &str) {
        let key = (what, resource.0.clone());
        if !text.trim().is_empty() && !self.places.contains_key(&key) {
            self.places.insert(key.clone(), self.list.len());
            self.list.push((key, text.to_owned()));
        }
    }

    fn page(&mut self, page: &PageDetails) {
        self.add(PageTitle, &page.id, &page.title);
        self.add(PageDescription, &page.id, &page.description);
        page.questions.iter().filter(|question| question.visible).for_each(|question| self.question(question));
    }

    /// Headings that are assigned at random have ids of their own.
    fn question(&mut self, question: &Question) {
        for heading in &question.headings {
            let assigned = heading.random_assignment.as_ref().and_then(|assigned| assigned.id.as_ref());
            let id = assigned.unwrap_or(&question.id);
            self.add(QuestionHeading, id, &heading.heading);
            self.add(QuestionDescription, id, heading.description.as_deref().unwrap_or_default());
        }
        if let Some(answers) = &question.answers {
            self.answers(answers);
        }
        if let Some(display) = &question.display_options {
            self.labels(display);
        }
        if let Nullable::Value(required) = &question.required {
            self.add(QuestionRequired, &question.id, &required.text);
        }
        if let Nullable::Value(validation) = &question.validation {
            self.add(QuestionValidation, &question.id, &validation.text);
            self.add(QuestionSum, &question.id, &validation.sum_text);
        }
    }

    fn answers(&mut self, answers: &Answers) {
        for row in answers.rows.iter().flatten().filter(|row| row.visible) {
            self.add(AnswerRow, &row.id, &row.text);
        }
        for column in answers.cols.iter().flatten().filter(|column| column.visible) {
            self.add(AnswerColumn, &column.id, &column.text);
            for choice in column.choices.iter().filter(|choice| choice.visible) {
                self.add(AnswerChoice, &choice.id, &choice.text);
            }
        }
        for choice in answers.choices.iter().flatten().filter(|choice| choice.visible) {
            self.add(AnswerChoice, &choice.id, &choice.text);
            self.add(AnswerDescription, &choice.id, choice.description.as_deref().unwrap_or_default());
        }
        if let Some(other) = answers.other.as_ref().filter(|other| other.visible) {
            self.add(AnswerOther, &other.id, &other.text);
            self.add(AnswerOtherError, &other.id, &other.error_text);
        }
    }

    fn labels(&mut self, display: &DisplayOptions) {
        let labels = [
            (&display.left_label_id, &display.left_label),
            (&display.middle_label_id, &display.middle_label),
            (&display.right_label_id, &display.right_label),
        ];
        for (id, label) in labels {
            if let (Some(id), Some(label)) = (id, label) {
                self.add(AnswerLabel, id, label);
            }
        }
    }
}
