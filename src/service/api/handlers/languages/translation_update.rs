//! Writing a translation: its texts are checked in portions, and written all or none.

use super::{enabled_state, require_language};
use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::{CHUNK_QUESTION_BYTES, CHUNK_RESPONSE_BYTES};
use crate::service::api::body_items::BodyItems;
use crate::service::store::backlog::{Kind, parts};
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
use std::collections::BTreeMap;

/// The change of a translation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TranslationChange {
    /// It is created.
    Created,
    /// Some of its texts change.
    Texts,
    /// Only its availability to respondents changes.
    Enabled,
}

/// A change in progress.
pub struct TranslationUpdate {
    change: TranslationChange,
    survey_id: Id,
    code: Id,
    enabled: Option<bool>,
    items: BodyItems,
    /// Reader of the survey's texts, and the texts read so far by their keys.
    texts: Option<SurveyTextReader>,
    source_texts: BTreeMap<String, String>,
    /// The rows to write, by the keys of their texts: of texts with the same key the last one counts.
    rows: BTreeMap<String, Vec<Option<String>>>,
}

impl TranslationUpdate {
    /// Continues the change in progress, if there is one.
    pub fn resume_pending(context: &CallContext) -> Option<Result<(), ApiError>> {
        let pending = context.chunked_work.take_state(|_: &TranslationUpdate| true)?;
        Some(pending.run_chunk(context))
    }

    /// A new change.
    pub fn from_request(
        context: &CallContext,
        change: TranslationChange,
        survey_id: Id,
        code: Id,
        enabled: Option<bool>,
    ) -> Box<TranslationUpdate> {
        let items = context.chunked_work.take_state(|_: &BodyItems| true).map(|items| *items).unwrap_or_default();
        let (source_texts, rows) = Default::default();
        Box::new(TranslationUpdate { change, survey_id, code, enabled, items, texts: None, source_texts, rows })
    }

    /// Checks the next portion; after the last one, writes everything.
    ///
    /// # Errors
    ///
    /// Errors of the caller's privileges, of the language, or of a text; between two portions, an internal error that
    /// is never sent.
    pub fn run_chunk(mut self: Box<Self>, context: &CallContext) -> Result<(), ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let (code, ..) = require_language(&self.code)?;
        self.code = (*code).into();
        let before = enabled_state(context, &self.survey_id, code)?;
        match before {
            None if self.change != TranslationChange::Created => return Err(Error::NotFound.into()),
            _ if self.change == TranslationChange::Created && survey.text("language") == *code => {
                return Err(ApiError::with_detail(Error::Conflict, "This is the survey's own language."));
            }
            Some(_) if self.change == TranslationChange::Created => {
                return Err(ApiError::with_detail(
                    Error::AlreadyExists,
                    format!("A translation into {code} exists already."),
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
            values![self.survey_id.as_str(), *code, is_enabled, context.now()],
        )?;
        context.add_to_backlog(parts(Kind::Texts, self.survey_id.as_str(), self.rows.into_values()))?;
        mark_survey_changed(context, &survey)
    }

    /// Checks the next portion of texts. True after the last one.
    fn check_some(&mut self, context: &CallContext, survey: &Row) -> Result<bool, ApiError> {
        if self.items.item_count() == 0 {
            return Err(ApiError::with_detail(Error::BadBody, "`translations` must not be empty."));
        }
        let id = self.survey_id.as_str();
        let pending = self.texts.take().filter(|texts| texts.modified == survey.timestamp("modified"));
        let texts = match pending {
            Some(pending) => self.texts.insert(pending),
            None => {
                // The survey has changed, so every text is checked again.
                self.items.rewind();
                (self.source_texts, self.rows) = Default::default();
                self.texts.insert(SurveyTextReader::start_read(context.sql, survey)?)
            }
        };
        let texts_read = texts.next_texts(context.sql, id)?;
        self.source_texts.extend(texts_read.into_iter().map(|text| (text.key, text.text)));
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
        // Writing a large backlog takes as long as a portion.
        Ok(spent <= CHUNK_QUESTION_BYTES)
    }

    fn check_text(&mut self, new: TranslatedTextNew) -> Result<(), ApiError> {
        let at = self.items.read_count().saturating_sub(1);
        let what = new.context.as_str();
        let key = key(new.context, new.resource_id.as_str());
        let text = self.source_texts.get(&key).ok_or_else(|| {
            ApiError::with_detail(
                Error::BadBody,
                format!("`translations[{at}].resource_id` has no text of the context {what}."),
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
        self.rows.insert(key, row);
        Ok(())
    }
}
