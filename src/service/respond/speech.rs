//! In which language a survey speaks to a respondent: the one that was picked, or the first one that the browser asks for.
//!
//! A text without a translation takes that of the language which this one is a variant of, or stays as it is.
//! A translation counts though the text has changed since, which is our choice.

use super::pages::ending::Refusal;
use super::{Visit, broken};
use crate::service::store::sql::values;
use crate::service::surveys::answers::Design;
use crate::service::surveys::library::languages;
use crate::service::surveys::translation::{Key, stored};
use crate::service::surveys::words::Tongue;
use crate::spec::resources::languages::TextContext::{self, *};
use crate::spec::resources::questions::{Answers, DisplayOptions, Question};
use crate::spec::types::Nullable;
use crate::wire::http::Request;
use crate::wire::query;
use serde_json::Value;
use std::collections::BTreeMap;

/// Name of the parameter that picks a language.
pub const LANGUAGE: &str = "lang";

/// The language in which a survey speaks, and its texts.
pub struct Speech {
    /// Code of the language.
    pub language: String,
    /// Language of the words around its texts: the same if there are words in it, or else the first one that the
    /// respondent asks for and that has them.
    pub tongue: Tongue,
    /// Codes of all languages that respondents can pick, the survey's own first.
    languages: Vec<String>,
    texts: BTreeMap<Key, String>,
}

/// The languages that a respondent asks for: the one that was picked, then those of the browser, in its order.
fn wanted(request: &Request) -> Vec<String> {
    let picked = query::decode(&request.query).unwrap_or_default();
    let picked = picked.into_iter().find(|(name, _)| name == LANGUAGE).map(|(_, code)| code);
    let asked = request.header("accept-language").unwrap_or("");
    let asked = asked.split(',').filter_map(|entry| entry.split(';').next());
    picked.into_iter().chain(asked.map(|code| code.trim().to_owned())).collect()
}

/// The language of the pages that belong to no survey.
pub fn tongue(request: &Request) -> Tongue {
    Tongue::of(wanted(request).iter().map(String::as_str))
}

impl Speech {
    /// The language for a respondent: the one that a form says, if it does.
    pub fn of(visit: Visit, survey_id: &str, own: &str, said: Option<&str>) -> Result<Speech, Refusal> {
        let rows = visit.sql.run(
            "SELECT language
             FROM translations
             WHERE survey_id = ? AND enabled
             ORDER BY language",
            values![survey_id],
        );
        let translated = rows.map_err(broken)?.iter().map(|row| row.text("language")).collect::<Vec<_>>();
        let languages: Vec<String> = std::iter::once(own.to_owned()).chain(translated).collect();
        let wanted = wanted(visit.request);
        let mut codes = said.into_iter().chain(wanted.iter().map(String::as_str));
        let language = codes.find_map(|code| matching(&languages, code)).unwrap_or(own).to_owned();
        let tongue = Tongue::of(std::iter::once(language.as_str()).chain(wanted.iter().map(String::as_str)));
        let mut texts = BTreeMap::new();
        if language != own {
            let parent = languages::parent(&language).filter(|parent| *parent != own);
            for code in parent.into_iter().chain([language.as_str()]) {
                texts.extend(stored(visit.sql, survey_id, code).map_err(|_| Refusal::Broken)?);
            }
        }
        Ok(Speech { language, tongue, languages, texts })
    }

    /// The other languages: where each leads, its code, and its name in itself.
    pub fn others(&self, visit: Visit) -> Vec<(String, &str, &'static str)> {
        let mut pairs = query::decode(&visit.request.query).unwrap_or_default();
        pairs.retain(|(name, _)| name != LANGUAGE);
        let others = self.languages.iter().filter(|code| **code != self.language);
        others
            .filter_map(|code| {
                let (_, _, name) = languages::find(code)?;
                let pairs: Vec<_> = pairs.iter().cloned().chain([(LANGUAGE.to_owned(), code.clone())]).collect();
                Some((format!("{}?{}", visit.action(), query::encode(&pairs)), code.as_str(), *name))
            })
            .collect()
    }

    /// Puts the translation of a text in its place, if there is one.
    fn put(&self, what: TextContext, resource: &str, text: &mut String) {
        if let Some(translated) = self.texts.get(&(what, resource.to_owned())) {
            text.clone_from(translated);
        }
    }

    fn put_some(&self, what: TextContext, resource: &str, text: &mut Option<String>) {
        text.iter_mut().for_each(|text| self.put(what, resource, text));
    }

    /// Translates the title and the buttons of a survey.
    pub fn survey(&self, id: &str, title: &mut String, body: &mut Value) {
        self.put(SurveyTitle, id, title);
        let buttons = [
            (SurveyNext, "next_button"),
            (SurveyPrevious, "prev_button"),
            (SurveyDone, "done_button"),
            (SurveyExit, "exit_button"),
        ];
        for (what, name) in buttons {
            if let Some(Value::String(text)) = body.pointer_mut(&format!("/buttons_text/{name}")) {
                self.put(what, id, text);
            }
        }
    }

    /// Translates a design, the words for wrong answers included.
    pub fn design(&self, design: &mut Design) {
        if self.texts.is_empty() {
            return;
        }
        for page in &mut design.pages {
            let id = page.id.0.clone();
            self.put(PageTitle, &id, &mut page.title);
            self.put(PageDescription, &id, &mut page.description);
            page.questions.iter_mut().for_each(|question| self.question(question));
        }
    }

    fn question(&self, question: &mut Question) {
        let id = question.id.0.clone();
        for heading in &mut question.headings {
            let assigned = heading.random_assignment.as_ref().and_then(|assigned| assigned.id.clone());
            let id = assigned.map_or_else(|| id.clone(), |assigned| assigned.0);
            self.put(QuestionHeading, &id, &mut heading.heading);
            self.put_some(QuestionDescription, &id, &mut heading.description);
        }
        question.answers.iter_mut().for_each(|answers| self.answers(answers));
        question.display_options.iter_mut().for_each(|display| self.labels(display));
        if let Nullable::Value(required) = &mut question.required {
            self.put(QuestionRequired, &id, &mut required.text);
        }
        if let Nullable::Value(validation) = &mut question.validation {
            self.put(QuestionValidation, &id, &mut validation.text);
            self.put(QuestionSum, &id, &mut validation.sum_text);
        }
    }

    fn answers(&self, answers: &mut Answers) {
        for row in answers.rows.iter_mut().flatten() {
            self.put(AnswerRow, &row.id.0, &mut row.text);
        }
        for column in answers.cols.iter_mut().flatten() {
            self.put(AnswerColumn, &column.id.0, &mut column.text);
            for choice in &mut column.choices {
                self.put(AnswerChoice, &choice.id.0, &mut choice.text);
            }
        }
        for choice in answers.choices.iter_mut().flatten() {
            self.put(AnswerChoice, &choice.id.0, &mut choice.text);
            self.put_some(AnswerDescription, &choice.id.0, &mut choice.description);
        }
        if let Some(other) = &mut answers.other {
            self.put(AnswerOther, &other.id.0, &mut other.text);
            self.put(AnswerOtherError, &other.id.0, &mut other.error_text);
        }
    }

    fn labels(&self, display: &mut DisplayOptions) {
        let labels = [
            (&display.left_label_id, &mut display.left_label),
            (&display.middle_label_id, &mut display.middle_label),
            (&display.right_label_id, &mut display.right_label),
        ];
        for (id, label) in labels {
            if let Some(id) = id {
                self.put_some(AnswerLabel, &id.0, label);
            }
        }
    }
}

/// The language that a code asks for: itself, or the one that it is a variant of.
fn matching<'a>(languages: &'a [String], code: &str) -> Option<&'a str> {
    let find = |code: &str| languages.iter().find(|known| known.eq_ignore_ascii_case(code)).map(String::as_str);
    find(code).or_else(|| find(code.split_once('-')?.0))
}
