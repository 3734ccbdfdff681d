//! The language of a survey for a respondent: the chosen one, or the first suitable one of the browser.
//!
//! A text without a translation uses that of the parent language (`de` for `de-AT`), or stays untranslated. A
//! translation is used even if the text has changed since, which is our choice.

use super::pages::status_pages::RespondError;
use super::{RespondContext, internal_error};
use crate::service::store::sql::{SqlError, values};
use crate::service::surveys::answers::Design;
use crate::service::surveys::library::languages;
use crate::service::surveys::page_texts::Locale;
use crate::service::surveys::translation::{TEXTS_PER_CHUNK, key, load_translations};
use crate::spec::resources::languages::TextContext::{self, *};
use crate::spec::resources::questions::{Answers, DisplayOptions, Question};
use crate::spec::types::Nullable;
use crate::wire::http::Request;
use crate::wire::query;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Name of the parameter that chooses a language.
pub const LANGUAGE_PARAM: &str = "lang";

/// The language of a survey for a respondent, and its translations.
pub struct SurveyLocale {
    /// Code of the language.
    pub language: String,
    /// Locale of the service's own texts on the page: the survey's language if there are texts in it, otherwise
    /// the first language of the respondent that has them.
    pub locale: Locale,
    /// Codes of all languages that respondents can choose, the survey's own first.
    languages: Vec<String>,
    /// Codes of the languages whose translations are used. A later one has precedence.
    spoken: Vec<String>,
    /// The translations of the last lookup, by key.
    texts: BTreeMap<String, String>,
    /// Keys of the texts for the next lookup.
    wanted: RefCell<Vec<String>>,
}

/// A design whose translation is in progress.
pub struct DesignTranslation {
    locale: SurveyLocale,
    design: Design,
    /// Number of pages and questions translated so far.
    done: usize,
}

/// The languages of a request: the chosen one, then those of `Accept-Language` in its order.
fn requested_languages(request: &Request) -> Vec<String> {
    let mut picked = query::decode_pairs(&request.query).flatten();
    let picked = picked.find(|(name, _)| name == LANGUAGE_PARAM).map(|(_, code)| code);
    picked.into_iter().chain(request.accepted_languages().map(str::to_owned)).collect()
}

/// The locale of pages that belong to no survey.
pub fn request_locale(request: &Request) -> Locale {
    Locale::from_codes(requested_languages(request).iter().map(String::as_str))
}

impl SurveyLocale {
    /// The language for a respondent. `chosen` is that of the form token, if there is one.
    ///
    /// # Errors
    ///
    /// When the statement fails.
    pub fn load_for(
        context: RespondContext,
        survey_id: &str,
        own: &str,
        chosen: Option<&str>,
    ) -> Result<SurveyLocale, RespondError> {
        let statement = "SELECT language
             FROM translations
             WHERE survey_id = ? AND enabled
             ORDER BY language";
        let rows = context.sql.run_cached(statement, values![survey_id]);
        let translated = rows.map_err(internal_error)?.iter().map(|row| row.text("language")).collect::<Vec<_>>();
        let languages: Vec<String> = std::iter::once(own.to_owned()).chain(translated).collect();
        let requested = requested_languages(context.request);
        let mut codes = chosen.into_iter().chain(requested.iter().map(String::as_str));
        let language = codes.find_map(|code| match_language(&languages, code)).unwrap_or(own).to_owned();
        let locale = Locale::from_codes(std::iter::once(language.as_str()).chain(requested.iter().map(String::as_str)));
        let parent = languages::parent_language(&language).filter(|parent| *parent != own).map(str::to_owned);
        let spoken = parent.into_iter().chain([language.clone()]).filter(|_| language != own).collect();
        let (texts, wanted) = Default::default();
        Ok(SurveyLocale { language, locale, languages, spoken, texts, wanted })
    }

    /// The other languages: URL, code, and name in the language itself.
    pub fn other_languages(&self, context: RespondContext) -> Vec<(String, &str, &'static str)> {
        let others = self.languages.iter().filter(|code| **code != self.language);
        others
            .filter_map(|code| {
                let (_, _, name) = languages::find_language(code)?;
                Some((context.link_with(LANGUAGE_PARAM, code), code.as_str(), *name))
            })
            .collect()
    }

    /// Loads the translations of the wanted texts.
    fn look(&mut self, context: RespondContext, survey_id: &str) -> Result<(), SqlError> {
        let wanted = self.wanted.take();
        self.texts = load_translations(context.sql, survey_id, &self.spoken, &wanted)?;
        Ok(())
    }

    /// Replaces a text by its translation, if that is loaded. Otherwise adds its key to the wanted ones.
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
    ///
    /// # Errors
    ///
    /// When the statement fails.
    pub fn translate_survey(
        &mut self,
        context: RespondContext,
        id: &str,
        title: &mut String,
        body: &mut Value,
    ) -> Result<(), SqlError> {
        if self.spoken.is_empty() {
            return Ok(());
        }
        // The first pass collects the keys, the second one replaces the texts.
        self.translate_title(id, title, body);
        self.look(context, id)?;
        self.translate_title(id, title, body);
        Ok(())
    }

    fn translate_title(&self, id: &str, title: &mut String, body: &mut Value) {
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

    /// Translates one part of a design. The parts are its pages and questions, in order. False behind the last one.
    fn translate_part(&self, design: &mut Design, index: usize) -> bool {
        let mut offset = index;
        for page in std::rc::Rc::make_mut(&mut design.pages) {
            if offset == 0 {
                let id = page.id.0.clone();
                self.translate_text(PageTitle, &id, &mut page.title);
                self.translate_text(PageDescription, &id, &mut page.description);
                return true;
            }
            offset = offset.saturating_sub(1);
            match page.questions.get_mut(offset) {
                Some(question) => {
                    self.translate_question(question);
                    return true;
                }
                None => offset = offset.saturating_sub(page.questions.len()),
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
            self.translate_option(AnswerOtherError, &other.id.0, &mut other.error_text);
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

impl DesignTranslation {
    /// A survey's design in the respondent's language, loaded and translated in chunks. `None` if the survey does not
    /// exist.
    ///
    /// # Errors
    ///
    /// When a statement fails; between two chunks, an error that is never sent.
    pub fn load(
        context: RespondContext,
        survey_id: &str,
        chosen: Option<&str>,
    ) -> Result<Option<(SurveyLocale, Design)>, RespondError> {
        let pending = context.chunked_work.take_state(|state: &DesignTranslation| state.design.survey_id == survey_id);
        let mut translation = match pending {
            Some(pending) => pending,
            None => {
                let design = Design::load(context.design_source(), survey_id).map_err(internal_error)?;
                let Some(design) = design else { return Ok(None) };
                Box::new(DesignTranslation {
                    locale: SurveyLocale::load_for(context, survey_id, &design.survey.language, chosen)?,
                    design,
                    done: 0,
                })
            }
        };
        if translation.locale.spoken.is_empty() || translation.run_chunk(context, survey_id).map_err(internal_error)? {
            return Ok(Some((translation.locale, translation.design)));
        }
        let _ = context.chunked_work.pause_with(translation);
        Err(RespondError::InternalError)
    }

    /// Translates the next parts of the design. True after the last one.
    fn run_chunk(&mut self, context: RespondContext, survey_id: &str) -> Result<bool, SqlError> {
        let DesignTranslation { locale, design, done } = self;
        locale.texts.clear();
        let mut end = *done;
        let mut is_more = true;
        while is_more && locale.wanted.borrow().len() < TEXTS_PER_CHUNK {
            is_more = locale.translate_part(design, end);
            end = end.saturating_add(usize::from(is_more));
        }
        locale.look(context, survey_id)?;
        for index in *done..end {
            locale.translate_part(design, index);
        }
        locale.wanted.take();
        *done = end;
        Ok(!is_more)
    }
}

/// The available language for a code: the same one, or the one that it means or is a variant of.
fn match_language<'a>(available: &'a [String], code: &str) -> Option<&'a str> {
    let find = |code: &str| {
        available.iter().find(|language_code| language_code.eq_ignore_ascii_case(code)).map(String::as_str)
    };
    languages::lookup_codes(code).find_map(find)
}
