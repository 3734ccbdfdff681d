//! Translations: which texts a survey has, and what is stored of them in other languages.
//!
//! A text is identified by its context and the resource that it belongs to. Its translation stores the source text. If
//! the survey's text has changed since, the translation is outdated.

use super::answers::{QuestionPosition, has_more_questions, next_questions};
use super::design::representation;
use super::design::survey_fields::SurveyFields;
use crate::service::store::sql::{Row, Sql, SqlError, values};
use crate::spec::errors::Error;
use crate::spec::resources::languages::TextContext::{self, *};
use crate::spec::resources::questions::{Answers, DisplayOptions, Question};
use crate::spec::types::{Id, Nullable};
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The key of a text: context and resource.
pub fn key(what: TextContext, resource: &str) -> String {
    format!("{} {resource}", what.as_str())
}

/// Keys as a JSON array of pairs of context and resource.
pub fn keys_to_json<'a>(keys: impl Iterator<Item = &'a String>) -> String {
    Value::from_iter(keys.map(|key| key.split(' ').collect::<Vec<&str>>())).to_string()
}

/// Texts that one chunk processes.
pub const TEXTS_PER_CHUNK: usize = 400;

/// A text of a survey that respondents see.
pub struct SurveyText {
    /// The number of the page that contains it; 0 for the survey's own texts.
    pub page: usize,
    /// Its key, which is unique.
    pub key: String,
    /// The context.
    pub what: TextContext,
    /// The id of the resource that it belongs to.
    pub resource: Id,
    /// The text.
    pub text: String,
}

/// Reads the texts of a survey, some at a time: page by page, on each page in the order in which respondents see them.
pub struct SurveyTextReader {
    /// When the survey had last been changed as reading began.
    pub modified: Timestamp,
    /// The number of each page, from 1.
    pages: BTreeMap<String, usize>,
    after: QuestionPosition,
    page: usize,
    /// The keys of the question that was read last.
    keys: BTreeSet<String>,
    list: VecDeque<SurveyText>,
}

/// The stored translations of some texts. If several languages have one, that of the last language is returned.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn load_translations(
    sql: &dyn Sql,
    survey_id: &str,
    languages: &[String],
    keys: &[String],
) -> Result<BTreeMap<String, String>, SqlError> {
    let mut stored = BTreeMap::new();
    let wanted = keys_to_json(keys.iter());
    for language in languages {
        let rows = sql.run(
            "SELECT wanted.key AS number, translation
             FROM json_each(?) AS wanted
             CROSS JOIN translated_texts
               ON survey_id = ? AND language = ? AND context = wanted.value ->> 0 AND resource_id = wanted.value ->> 1",
            values![wanted.as_str(), survey_id, language.as_str()],
        )?;
        for row in rows {
            let key = usize::try_from(row.integer("number")).ok().and_then(|number| keys.get(number));
            stored.extend(key.map(|key| (key.clone(), row.text("translation"))));
        }
    }
    Ok(stored)
}

impl SurveyTextReader {
    /// Starts reading the texts of a survey.
    ///
    /// # Errors
    ///
    /// 1050 if a statement fails.
    pub fn start_read(sql: &dyn Sql, survey: &Row) -> Result<SurveyTextReader, ApiError> {
        let id = Id::from(survey.text("id"));
        let mut texts = SurveyTextReader {
            modified: survey.timestamp("modified"),
            pages: BTreeMap::new(),
            after: QuestionPosition::default(),
            page: 0,
            keys: BTreeSet::new(),
            list: VecDeque::new(),
        };
        let SurveyFields { title, buttons_text: buttons, .. } = SurveyFields::from_row(survey);
        for (what, text) in [
            (SurveyTitle, Some(title)),
            (SurveyNext, buttons.next_button),
            (SurveyPrevious, buttons.prev_button),
            (SurveyDone, buttons.done_button),
            (SurveyExit, buttons.exit_button),
        ] {
            texts.add_text(what, &id, &text.unwrap_or_default());
        }
        for page in representation::page_rows(sql, id.as_str())? {
            let id = Id::from(page.text("id"));
            texts.page = texts.page.saturating_add(1);
            texts.pages.insert(id.0.clone(), texts.page);
            texts.add_text(PageTitle, &id, &page.text("title"));
            texts.add_text(PageDescription, &id, &page.text("description"));
        }
        Ok(texts)
    }

    /// The next texts; empty if there are no more.
    ///
    /// # Errors
    ///
    /// 1050 if a statement fails or a stored question is invalid.
    pub fn next_texts(&mut self, sql: &dyn Sql, survey_id: &str) -> Result<Vec<SurveyText>, ApiError> {
        while self.list.is_empty() {
            let Some(rows) = next_questions(sql, survey_id, &mut self.after)? else { break };
            for row in rows {
                let mut question = representation::parse_question(row.json("body"), "", 0).ok_or(Error::Internal)?;
                question.id = row.text("id").into();
                self.page = self.pages.get(&row.text("page_id")).copied().unwrap_or_default();
                self.keys.clear();
                if question.visible {
                    self.add_question(&question);
                }
            }
        }
        Ok(self.list.drain(..TEXTS_PER_CHUNK.min(self.list.len())).collect())
    }

    /// Whether there are more texts.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn has_more(&self, sql: &dyn Sql, survey_id: &str) -> Result<bool, SqlError> {
        Ok(!self.list.is_empty() || has_more_questions(sql, survey_id, &self.after)?)
    }

    /// Adds a text, unless it is blank: blank texts are not translated.
    fn add_text(&mut self, what: TextContext, resource: &Id, text: &str) {
        let key = key(what, resource.as_str());
        if !text.trim().is_empty() && self.keys.insert(key.clone()) {
            self.list.push_back(SurveyText {
                page: self.page,
                key,
                what,
                resource: resource.clone(),
                text: text.to_owned(),
            });
        }
    }

    /// Adds the texts of a question. Headings that are assigned at random have ids of their own.
    fn add_question(&mut self, question: &Question) {
        for heading in &question.headings {
            let assigned = heading.random_assignment.as_ref().and_then(|assigned| assigned.id.as_ref());
            let id = assigned.unwrap_or(&question.id);
            self.add_text(QuestionHeading, id, &heading.heading);
            self.add_text(QuestionDescription, id, heading.description.as_deref().unwrap_or_default());
        }
        if let Some(answers) = &question.answers {
            self.add_answers(answers);
        }
        if let Some(display) = &question.display_options {
            self.add_labels(display);
        }
        if let Nullable::Value(required) = &question.required {
            self.add_text(QuestionRequired, &question.id, &required.text);
        }
        if let Nullable::Value(validation) = &question.validation {
            self.add_text(QuestionValidation, &question.id, &validation.text);
            self.add_text(QuestionSum, &question.id, &validation.sum_text);
        }
    }

    fn add_answers(&mut self, answers: &Answers) {
        for row in answers.rows.iter().flatten().filter(|row| row.visible) {
            self.add_text(AnswerRow, &row.id, &row.text);
        }
        for column in answers.cols.iter().flatten().filter(|column| column.visible) {
            self.add_text(AnswerColumn, &column.id, &column.text);
            for choice in column.choices.iter().filter(|choice| choice.visible) {
                self.add_text(AnswerChoice, &choice.id, &choice.text);
            }
        }
        for choice in answers.choices.iter().flatten().filter(|choice| choice.visible) {
            self.add_text(AnswerChoice, &choice.id, &choice.text);
            self.add_text(AnswerDescription, &choice.id, choice.description.as_deref().unwrap_or_default());
        }
        if let Some(other) = answers.other.as_ref().filter(|other| other.visible) {
            self.add_text(AnswerOther, &other.id, &other.text);
            self.add_text(AnswerOtherError, &other.id, other.error_text.as_deref().unwrap_or_default());
        }
    }

    fn add_labels(&mut self, display: &DisplayOptions) {
        let labels = [
            (&display.left_label_id, &display.left_label),
            (&display.middle_label_id, &display.middle_label),
            (&display.right_label_id, &display.right_label),
        ];
        for (id, label) in labels {
            if let (Some(id), Some(label)) = (id, label) {
                self.add_text(AnswerLabel, id, label);
            }
        }
    }
}
