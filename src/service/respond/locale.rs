//! In which language a survey speaks to a respondent: the one that was picked, or the first one that the browser asks for.
//!
//! A text without a translation takes that of the language which this one is a variant of, or stays as it is.
//! A translation counts though the text has changed since, which is our choice.

use super::pages::status_pages::RespondError;
use super::{RespondContext, internal_error};
use crate::service::store::sql::{SqlError, values};
use crate::service::surveys::answers::Design;
use crate::service::surveys::library::languages;
use crate::service::surveys::messages::Locale;
use crate::service::surveys::translation::{TEXTS_PER_PIECE, key, load_translations};
use crate::spec::resources::languages::TextContext::{self, *};
use crate::spec::resources::questions::{Answers, DisplayOptions, Question};
use crate::spec::types::Nullable;
use crate::wire::http::Request;
use crate::wire::query;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Name of the parameter that picks a language.
pub const LANGUAGE_PARAM: &str = "lang";

/// The language in which a survey speaks, and its texts.
pub struct SurveyLocale {
    /// Code of the language.
    pub language: String,
    /// Language of the words around its texts: the same if there are words in it, or else the first one that the
    /// respondent asks for and that has them.
    pub locale: Locale,
    /// Codes of all languages that respondents can pick, the survey's own first.
    languages: Vec<String>,
    /// Codes of the languages that its texts are looked for in: the last one that has a text says it.
    spoken: Vec<String>,
    /// Texts that were looked for last.
    texts: BTreeMap<String, String>,
    /// Keys of texts that are to be looked for.
    wanted: RefCell<Vec<String>>,
}

/// A design that is being translated.
pub struct Translating {
    speech: SurveyLocale,
    design: Design,
    /// How many of its pages and questions are translated.
    done: usize,
}

/// The languages that a respondent asks for: the one that was picked, then those of the browser, in its order.
fn requested_languages(request: &Request) -> Vec<String> {
    let picked = query::decode_query(&request.query).unwrap_or_default();
    let picked = picked.into_iter().find(|(name, _)| name == LANGUAGE_PARAM).map(|(_, code)| code);
    let asked = request.header("accept-language").unwrap_or("");
    let asked = asked.split(',').filter_map(|entry| entry.split(';').next());
    picked.into_iter().chain(asked.map(|code| code.trim().to_owned())).collect()
}

/// The language of the pages that belong to no survey.
pub fn request_locale(request: &Request) -> Locale {
    Locale::from_codes(requested_languages(request).iter().map(String::as_str))
}

impl SurveyLocale {
    /// The language for a respondent: the one that a form says, if it does.
    pub fn load_for(
        visit: RespondContext,
        survey_id: &str,
        own: &str,
        said: Option<&str>,
    ) -> Result<SurveyLocale, RespondError> {
        let rows = visit.sql.run(
            "SELECT language
             FROM translations
             WHERE survey_id = ? AND enabled
             ORDER BY language",
            values![survey_id],
        );
        let translated = rows.map_err(internal_error)?.iter().map(|row| row.text("language")).collect::<Vec<_>>();
        let languages: Vec<String> = std::iter::once(own.to_owned()).chain(translated).collect();
        let wanted = requested_languages(visit.request);
        let mut codes = said.into_iter().chain(wanted.iter().map(String::as_str));
        let language = codes.find_map(|code| match_language(&languages, code)).unwrap_or(own).to_owned();
        let tongue = Locale::from_codes(std::iter::once(language.as_str()).chain(wanted.iter().map(String::as_str)));
        let parent = languages::parent_language(&language).filter(|parent| *parent != own).map(str::to_owned);
        let spoken = parent.into_iter().chain([language.clone()]).filter(|_| language != own).collect();
        let (texts, wanted) = Default::default();
        Ok(SurveyLocale { language, locale: tongue, languages, spoken, texts, wanted })
    }

    /// The other languages: where each leads, its code, and its name in itself.
    pub fn other_languages(&self, visit: RespondContext) -> Vec<(String, &str, &'static str)> {
        let mut pairs = query::decode_query(&visit.request.query).unwrap_or_default();
        pairs.retain(|(name, _)| name != LANGUAGE_PARAM);
        let others = self.languages.iter().filter(|code| **code != self.language);
        others
            .filter_map(|code| {
                let (_, _, name) = languages::find_language(code)?;
                let pairs: Vec<_> = pairs.iter().cloned().chain([(LANGUAGE_PARAM.to_owned(), code.clone())]).collect();
                Some((format!("{}?{}", visit.form_action(), query::encode_query(&pairs)), code.as_str(), *name))
            })
            .collect()
    }

    /// Looks for the translations of the texts that were not found at first.
    fn look(&mut self, visit: RespondContext, survey_id: &str) -> Result<(), SqlError> {
        let wanted = self.wanted.take();
        self.texts = load_translations(visit.sql, survey_id, &self.spoken, &wanted)?;
        Ok(())
    }

    /// Puts the translation of a text in its place, if there is one; as long as nothing is known of it, it is wanted.
    fn translate_text(&self, what: TextContext, resource: &str, text: &mut String) {
        let key = key(what, resource);
        match self.texts.get(&key) {
            Some(translated) => text.clone_from(translated),
            None => self.wanted.borrow_mut().push(key),
        }
    }

    fn translate_option(&self, what: TextContext, resource: &str, text: &mut Option<String>) {
        text.iter_mut().for_each(|text| self.translate_text(what, resource, text));
    }

    /// Translates the title and the buttons of a survey.
    pub fn translate_survey(
        &mut self,
        visit: RespondContext,
        id: &str,
        title: &mut String,
        body: &mut Value,
    ) -> Result<(), SqlError> {
        if self.spoken.is_empty() {
            return Ok(());
        }
        self.own(id, title, body);
        self.look(visit, id)?;
        self.own(id, title, body);
        Ok(())
    }

    fn own(&self, id: &str, title: &mut String, body: &mut Value) {
        self.translate_text(SurveyTitle, id, title);
        let buttons = [
            (SurveyNext, "next_button"),
            (SurveyPrevious, "prev_button"),
            (SurveyDone, "done_button"),
            (SurveyExit, "exit_button"),
        ];
        for (what, name) in buttons {
            if let Some(Value::String(text)) = body.pointer_mut(&format!("/buttons_text/{name}")) {
                self.translate_text(what, id, text);
            }
        }
    }

    /// Translates what stands at one of the places of a design: at those of its pages and questions, in order.
    fn place(&self, design: &mut Design, place: usize) -> bool {
        let mut left = place;
        for page in &mut design.pages {
            if left == 0 {
                let id = page.id.0.clone();
                self.translate_text(PageTitle, &id, &mut page.title);
                self.translate_text(PageDescription, &id, &mut page.description);
                return true;
            }
            left = left.saturating_sub(1);
            match page.questions.get_mut(left) {
                Some(question) => {
                    self.translate_question(question);
                    return true;
                }
                None => left = left.saturating_sub(page.questions.len()),
            }
        }
        false
    }

    fn translate_question(&self, question: &mut Question) {
        let id = question.id.0.clone();
        for heading in &mut question.headings {
            let assigned = heading.random_assignment.as_ref().and_then(|assigned| assigned.id.clone());
            let id = assigned.map_or_else(|| id.clone(), |assigned| assigned.0);
            self.translate_text(QuestionHeading, &id, &mut heading.heading);
            self.translate_option(QuestionDescription, &id, &mut heading.description);
        }
        question.answers.iter_mut().for_each(|answers| self.translate_answers(answers));
        question.display_options.iter_mut().for_each(|display| self.translate_labels(display));
        if let Nullable::Value(required) = &mut question.required {
            self.translate_text(QuestionRequired, &id, &mut required.text);
        }
        if let Nullable::Value(validation) = &mut question.validation {
            self.translate_text(QuestionValidation, &id, &mut validation.text);
            self.translate_text(QuestionSum, &id, &mut validation.sum_text);
        }
    }

    fn translate_answers(&self, answers: &mut Answers) {
        for row in answers.rows.iter_mut().flatten() {
            self.translate_text(AnswerRow, &row.id.0, &mut row.text);
        }
        for column in answers.cols.iter_mut().flatten() {
            self.translate_text(AnswerColumn, &column.id.0, &mut column.text);
            for choice in &mut column.choices {
                self.translate_text(AnswerChoice, &choice.id.0, &mut choice.text);
            }
        }
        for choice in answers.choices.iter_mut().flatten() {
            self.translate_text(AnswerChoice, &choice.id.0, &mut choice.text);
            self.translate_option(AnswerDescription, &choice.id.0, &mut choice.description);
        }
        if let Some(other) = &mut answers.other {
            self.translate_text(AnswerOther, &other.id.0, &mut other.text);
            self.translate_text(AnswerOtherError, &other.id.0, &mut other.error_text);
        }
    }

    fn translate_labels(&self, display: &mut DisplayOptions) {
        let labels = [
            (&display.left_label_id, &mut display.left_label),
            (&display.middle_label_id, &mut display.middle_label),
            (&display.right_label_id, &mut display.right_label),
        ];
        for (id, label) in labels {
            if let Some(id) = id {
                self.translate_option(AnswerLabel, &id.0, label);
            }
        }
    }
}

impl Translating {
    /// A survey's design in the language for a respondent, read and translated in pieces: until it is there, the visit
    /// ends. None if there is no such survey.
    pub fn load(
        visit: RespondContext,
        survey_id: &str,
        own: &str,
        said: Option<&str>,
    ) -> Result<Option<(SurveyLocale, Design)>, RespondError> {
        let begun = visit.chunked_work.take_state(|begun: &Translating| begun.design.survey_id == survey_id);
        let mut translating = match begun {
            Some(begun) => begun,
            None => {
                let design = Design::load(visit.chunked_work, visit.sql, survey_id).map_err(internal_error)?;
                let Some(design) = design else { return Ok(None) };
                Box::new(Translating { speech: SurveyLocale::load_for(visit, survey_id, own, said)?, design, done: 0 })
            }
        };
        if translating.speech.spoken.is_empty() || translating.go_on(visit, survey_id).map_err(internal_error)? {
            return Ok(Some((translating.speech, translating.design)));
        }
        let _ = visit.chunked_work.pause_with(translating);
        Err(RespondError::InternalError)
    }

    /// Translates some of the design. True if that was the last of it.
    fn go_on(&mut self, visit: RespondContext, survey_id: &str) -> Result<bool, SqlError> {
        let Translating { speech, design, done } = self;
        speech.texts.clear();
        let mut end = *done;
        let mut is_more = true;
        while is_more && speech.wanted.borrow().len() < TEXTS_PER_PIECE {
            is_more = speech.place(design, end);
            end = end.saturating_add(usize::from(is_more));
        }
        speech.look(visit, survey_id)?;
        for place in *done..end {
            speech.place(design, place);
        }
        speech.wanted.take();
        *done = end;
        Ok(!is_more)
    }
}

/// The language that a code asks for: itself, or the one that it is a variant of.
fn match_language<'a>(languages: &'a [String], code: &str) -> Option<&'a str> {
    let find = |code: &str| languages.iter().find(|known| known.eq_ignore_ascii_case(code)).map(String::as_str);
    find(code).or_else(|| find(code.split_once('-')?.0))
}
