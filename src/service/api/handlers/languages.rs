//! Translations of a survey: read by everybody who sees it, written by those who may design it.

mod counted;
mod whole;
mod writing;

use crate::service::actor::context::Context;
use crate::service::actor::pieces::Pieces;
use crate::service::api::dispatch::Handle;
use crate::service::api::items;
use crate::service::store::backlog::Kind;
use crate::service::store::sql::{first, values};
use crate::service::surveys::access::{permitted, visible};
use crate::service::surveys::design::store::changed;
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
use writing::{Change, Writing};

impl Handle for ListTranslations {
    fn handle(self, context: &Context) -> Result<List<TranslationRef>, ApiError> {
        let id = self.survey_id.as_str();
        let survey = visible(context, &self.survey_id)?;
        let slice = context.slice(&self.query.0);
        let total = first(context.sql, "SELECT COUNT(*) AS total FROM translations WHERE survey_id = ?", values![id])?;
        let rows = context.sql.run(
            "SELECT language, enabled
             FROM translations
             WHERE survey_id = ?
             ORDER BY language
             LIMIT ? OFFSET ?",
            values![id, slice.limit(), slice.offset()],
        )?;
        let data = counted::counted(context, &survey, &rows)?;
        Ok(context.envelope::<ListTranslations, _>(slice, data, total.map_or(0, |row| row.count("total"))))
    }
}

impl Handle for GetTranslation {
    fn handle(self, context: &Context) -> Result<Translation, ApiError> {
        let survey = visible(context, &self.survey_id)?;
        let (code, ..) = language(&self.language_code)?;
        Err(context.pieces.write(whole::text(context, &survey, code)?))
    }
}

impl Handle for CreateTranslation {
    fn go_on(context: &Context) -> Option<Result<(), ApiError>> {
        Writing::begun(context)
    }

    fn at_once<'a>(body: &'a [u8], pieces: &Pieces) -> Cow<'a, [u8]> {
        items::at_once(body, "translations", pieces)
    }

    fn handle(self, context: &Context) -> Result<(), ApiError> {
        Writing::of(context, Change::Made, self.survey_id, self.language_code, self.body.enabled).go_on(context)
    }
}

impl Handle for UpdateTranslation {
    fn go_on(context: &Context) -> Option<Result<(), ApiError>> {
        Writing::begun(context)
    }

    fn at_once<'a>(body: &'a [u8], pieces: &Pieces) -> Cow<'a, [u8]> {
        items::at_once(body, "translations", pieces)
    }

    fn handle(self, context: &Context) -> Result<(), ApiError> {
        let change = if self.body.translations.is_some() { Change::Texts } else { Change::Enabled };
        Writing::of(context, change, self.survey_id, self.language_code, self.body.enabled).go_on(context)
    }
}

impl Handle for DeleteTranslation {
    fn handle(self, context: &Context) -> Result<Translation, ApiError> {
        let survey = permitted(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let (code, ..) = language(&self.language_code)?;
        enabled(context, &self.survey_id, code)?.ok_or(Error::NotFound)?;
        let deleted = whole::text(context, &survey, code)?;
        context.sql.run(
            "DELETE FROM translations WHERE survey_id = ? AND language = ?",
            values![self.survey_id.as_str(), *code],
        )?;
        context.note(vec![(Kind::NoTexts, survey.text("id"), (*code).to_owned())])?;
        changed(context, &survey)?;
        Err(context.pieces.write(deleted))
    }
}

/// The language with this code; what the service does not speak does not exist.
fn language(code: &Id) -> Result<&'static Language, ApiError> {
    languages::find(code.as_str()).ok_or(Error::NotFound.into())
}

/// Whether respondents can pick the language; none if there is no such translation.
fn enabled(context: &Context, survey_id: &Id, code: &str) -> Result<Option<bool>, ApiError> {
    let row = first(
        context.sql,
        "SELECT enabled
         FROM translations
         WHERE survey_id = ? AND language = ?",
        values![survey_id.as_str(), code],
    )?;
    Ok(row.map(|row| row.truth("enabled")))
}
