//! Texts that are given in another language: judged some at a time, and written all or not at all.

use super::{enabled_state, require_language};
use crate::service::actor::chunked_work::{CHUNK_QUESTION_BYTES, CHUNK_RESPONSE_BYTES};
use crate::service::actor::context::Context;
use crate::service::api::body_items::BodyItems;
use crate::service::store::backlog::{Kind, Part, parts};
use crate::service::store::sql::{Row, values};
use crate::service::surveys::access::require_privilege;
use crate::service::surveys::design::store::mark_survey_changed;
use crate::service::surveys::translation::{SurveyTextReader, key};
use crate::spec::errors::Error;
use crate::spec::limits::TEXT_CHARS_MAX;
use crate::spec::resources::languages::TranslatedTextNew;
use crate::spec::resources::roles::Privilege;
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use std::collections::{BTreeMap, BTreeSet};

/// What becomes of a translation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TranslationChange {
    /// It is made.
    Created,
    /// Texts of it change.
    Texts,
    /// None of its texts does.
    Enabled,
}

/// A translation that is being written.
pub struct TranslationUpdate {
    change: TranslationChange,
    survey_id: Id,
    code: Id,
    enabled: Option<bool>,
    items: BodyItems,
    /// The texts of the survey, and those that were read.
    texts: Option<SurveyTextReader>,
    known: BTreeMap<String, String>,
    /// What is to be written next, and of which texts: of each once.
    rows: Vec<Vec<Option<String>>>,
    keys: BTreeSet<String>,
    noted: Vec<Part>,
}

impl TranslationUpdate {
    /// What is being written.
    pub fn resume_pending(context: &Context) -> Option<Result<(), ApiError>> {
        let begun = context.chunked_work.take_state(|_: &TranslationUpdate| true)?;
        Some(begun.run_piece(context))
    }

    /// What is to be written.
    pub fn from_request(
        context: &Context,
        change: TranslationChange,
        survey_id: Id,
        code: Id,
        enabled: Option<bool>,
    ) -> Box<TranslationUpdate> {
        let items = context.chunked_work.take_state(|_: &BodyItems| true).map(|items| *items).unwrap_or_default();
        let (known, rows, keys, noted) = Default::default();
        Box::new(TranslationUpdate { change, survey_id, code, enabled, items, texts: None, known, rows, keys, noted })
    }

    /// The next piece of work; the last one writes.
    pub fn run_piece(mut self: Box<Self>, context: &Context) -> Result<(), ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let (code, ..) = require_language(&self.code)?;
        self.code = (*code).into();
        let before = enabled_state(context, &self.survey_id, code)?;
        match before {
            None if self.change != TranslationChange::Created => return Err(Error::NotFound.into()),
            _ if self.change == TranslationChange::Created && survey.text("language") == *code => {
                return Err(ApiError::with_detail(Error::Conflict, "It is the survey's own language."));
            }
            Some(_) if self.change == TranslationChange::Created => {
                return Err(ApiError::with_detail(
                    Error::AlreadyExists,
                    format!("The survey is translated into {code}."),
                ));
            }
            _ => {}
        }
        if self.change != TranslationChange::Enabled && !self.check_some(context, &survey)? {
            return Err(context.chunked_work.pause_with(self));
        }
        let is_enabled = self.enabled.or(before).unwrap_or(false);
        context.sql.run(
            "INSERT INTO translations (survey_id, language, enabled, created)
             VALUES (?, ?, ?, ?)
             ON CONFLICT (survey_id, language) DO UPDATE SET enabled = excluded.enabled",
            values![self.survey_id.as_str(), *code, is_enabled, context.now],
        )?;
        context.add_to_backlog(self.noted)?;
        mark_survey_changed(context, &survey)
    }

    /// Judges some of what is given; true after the last. A text that the survey does not have is refused.
    fn check_some(&mut self, context: &Context, survey: &Row) -> Result<bool, ApiError> {
        if self.items.item_count() == 0 {
            return Err(ApiError::with_detail(Error::BadBody, "`translations` must not be empty."));
        }
        let id = self.survey_id.as_str();
        let begun = self.texts.take().filter(|texts| texts.modified == survey.timestamp("modified"));
        let texts = match begun {
            Some(begun) => self.texts.insert(begun),
            None => {
                // Whatever was judged before the survey was changed is judged once more.
                self.items.rewind();
                (self.known, self.rows, self.keys, self.noted) = Default::default();
                self.texts.insert(SurveyTextReader::start_read(context.sql, survey)?)
            }
        };
        let some = texts.next_texts(context.sql, id)?;
        self.known.extend(some.into_iter().map(|text| (text.key, text.text)));
        if texts.has_more(context.sql, id)? {
            return Ok(false);
        }
        let mut spent = 0_usize;
        while let Some((new, bytes)) = self.items.next_item::<TranslatedTextNew>()? {
            self.check_text(new)?;
            spent = spent.saturating_add(bytes);
            if spent >= CHUNK_RESPONSE_BYTES {
                break;
            }
        }
        self.collect_parts();
        // To note much takes as long as a piece.
        Ok(spent <= CHUNK_QUESTION_BYTES)
    }

    fn check_text(&mut self, new: TranslatedTextNew) -> Result<(), ApiError> {
        let at = self.items.read_count().saturating_sub(1);
        let what = new.context.as_str();
        let key = key(new.context, new.resource_id.as_str());
        let text = self.known.get(&key).ok_or_else(|| {
            ApiError::with_detail(
                Error::BadBody,
                format!("`translations[{at}].resource_id` has no text that is a {what}."),
            )
        })?;
        for (name, text) in [("default", new.default.as_deref()), ("translation", Some(new.translation.as_str()))] {
            if text.is_some_and(|text| text.chars().count() > TEXT_CHARS_MAX) {
                let detail = format!("`translations[{at}].{name}` must have at most {TEXT_CHARS_MAX} characters.");
                return Err(ApiError::with_detail(Error::BadBody, detail));
            }
        }
        let source = new.default.unwrap_or_else(|| text.clone());
        let translation = if new.translation.trim().is_empty() { String::new() } else { new.translation };
        let row = [self.code.0.clone(), what.to_owned(), new.resource_id.0, source, translation].map(Some).to_vec();
        // Of texts with the same key the last one counts.
        if !self.keys.insert(key) {
            self.collect_parts();
        }
        self.rows.push(row);
        Ok(())
    }

    fn collect_parts(&mut self) {
        self.keys.clear();
        self.noted.extend(parts(Kind::Texts, self.survey_id.as_str(), std::mem::take(&mut self.rows)));
    }
}
