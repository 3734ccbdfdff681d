//! Translations of a survey: read by users who see it, written by users who may design it.

mod translation_counts;
mod translation_json;
mod translation_update;

use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::ChunkedWork;
use crate::service::api::body_items;
use crate::service::api::dispatch::Handle;
use crate::service::store::backlog::Kind;
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::access::{require_privilege, require_visible};
use crate::service::surveys::design::store::mark_survey_changed;
use crate::service::surveys::library::languages::{self, Language};
use crate::spec::endpoints::languages::{
    CreateTranslation, DeleteTranslation, GetTranslation, ListTranslations, UpdateTranslation,
};
use crate::spec::errors::Error;
use crate::spec::resources::languages::{Translation, TranslationRef};
use crate::spec::resources::roles::Privilege;
use crate::spec::types::{Id, List};
use crate::wire::error::ApiError;
use std::borrow::Cow;
use translation_update::{TranslationChange, TranslationUpdate};

impl Handle for ListTranslations {
    fn handle_request(self, context: &CallContext) -> Result<List<TranslationRef>, ApiError> {
        let id = self.survey_id.as_str();
        let survey = require_visible(context, &self.survey_id)?;
        let slice = context.page_range(&self.query.0);
        let total =
            first_row(context.sql, "SELECT COUNT(*) AS total FROM translations WHERE survey_id = ?", values![id])?;
        let rows = context.sql.run(
            "SELECT language, enabled
             FROM translations
             WHERE survey_id = ?
             ORDER BY language
             LIMIT ? OFFSET ?",
            values![id, slice.limit(), slice.offset()],
        )?;
        let data = translation_counts::count_translations(context, &survey, &rows)?;
        Ok(context.list_envelope::<ListTranslations, _>(slice, data, total.map_or(0, |row| row.count("total"))))
    }
}

impl Handle for GetTranslation {
    fn handle_request(self, context: &CallContext) -> Result<Translation, ApiError> {
        let survey = require_visible(context, &self.survey_id)?;
        let (code, ..) = require_language(&self.language_code)?;
        Err(context.chunked_work.finish_with_body(translation_json::render_json(context, &survey, code)?))
    }
}

impl Handle for CreateTranslation {
    fn resume_request(context: &CallContext) -> Option<Result<(), ApiError>> {
        TranslationUpdate::resume_pending(context)
    }

    fn eager_body<'a>(body: &'a [u8], chunked_work: &ChunkedWork) -> Cow<'a, [u8]> {
        body_items::body_without_items(body, "translations", chunked_work)
    }

    fn handle_request(self, context: &CallContext) -> Result<(), ApiError> {
        TranslationUpdate::from_request(
            context,
            TranslationChange::Created,
            self.survey_id,
            self.language_code,
            self.body.enabled,
        )
        .run_chunk(context)
    }
}

impl Handle for UpdateTranslation {
    fn resume_request(context: &CallContext) -> Option<Result<(), ApiError>> {
        TranslationUpdate::resume_pending(context)
    }

    fn eager_body<'a>(body: &'a [u8], chunked_work: &ChunkedWork) -> Cow<'a, [u8]> {
        body_items::body_without_items(body, "translations", chunked_work)
    }

    fn handle_request(self, context: &CallContext) -> Result<(), ApiError> {
        let change =
            if self.body.translations.is_some() { TranslationChange::Texts } else { TranslationChange::Enabled };
        TranslationUpdate::from_request(context, change, self.survey_id, self.language_code, self.body.enabled)
            .run_chunk(context)
    }
}

impl Handle for DeleteTranslation {
    fn handle_request(self, context: &CallContext) -> Result<Translation, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let (code, ..) = require_language(&self.language_code)?;
        enabled_state(context, &self.survey_id, code)?.ok_or(Error::NotFound)?;
        let deleted = translation_json::render_json(context, &survey, code)?;
        context.sql.run(
            "DELETE FROM translations WHERE survey_id = ? AND language = ?",
            values![self.survey_id.as_str(), *code],
        )?;
        context.add_to_backlog(vec![(Kind::NoTexts, survey.text("id"), (*code).to_owned())])?;
        mark_survey_changed(context, &survey)?;
        Err(context.chunked_work.finish_with_body(deleted))
    }
}

/// The language with this code, if the service supports it.
fn require_language(code: &Id) -> Result<&'static Language, ApiError> {
    languages::find_language(code.as_str()).ok_or(Error::NotFound.into())
}

/// Whether respondents can choose the language; `None` if there is no translation into it.
fn enabled_state(context: &CallContext, survey_id: &Id, code: &str) -> Result<Option<bool>, ApiError> {
    let row = first_row(
        context.sql,
        "SELECT enabled
         FROM translations
         WHERE survey_id = ? AND language = ?",
        values![survey_id.as_str(), code],
    )?;
    Ok(row.map(|row| row.boolean("enabled")))
}
