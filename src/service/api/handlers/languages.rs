//! Translations of a survey: read by everybody who sees it, written by those who may design it.

use crate::service::actor::context::Context;
use crate::service::api::dispatch::Handle;
use crate::service::store::sql::{Row, first, values};
use crate::service::surveys::access::{permitted, visible};
use crate::service::surveys::design::store::changed;
use crate::service::surveys::library::languages::{self, Language};
use crate::service::surveys::translation::{self, Texts, Translated, stored, texts};
use crate::spec::endpoints::languages::{
    CreateTranslation, DeleteTranslation, GetTranslation, ListTranslations, UpdateTranslation,
};
use crate::spec::errors::Error;
use crate::spec::limits::TEXT_CHARS_MAX;
use crate::spec::resources::languages::{TranslatedText, TranslatedTextNew, Translation, TranslationRef};
use crate::spec::resources::roles::Privilege;
use crate::spec::types::{Id, Integer, List};
use crate::wire::error::ApiError;

impl Handle for ListTranslations {
    fn handle(self, context: &Context) -> Result<List<TranslationRef>, ApiError> {
        let id = self.survey_id.as_str();
        let survey = visible(context, &self.survey_id)?;
        let texts = texts(context, &survey)?;
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
        let data = rows.iter().map(|row| counted(context, &self.survey_id, &texts, row)).collect::<Result<_, _>>()?;
        Ok(context.envelope::<ListTranslations, _>(slice, data, total.map_or(0, |row| row.count("total"))))
    }
}

impl Handle for GetTranslation {
    fn handle(self, context: &Context) -> Result<Translation, ApiError> {
        let survey = visible(context, &self.survey_id)?;
        let (code, ..) = language(&self.language_code)?;
        whole(context, &survey, code)
    }
}

impl Handle for CreateTranslation {
    fn handle(self, context: &Context) -> Result<(), ApiError> {
        let survey = permitted(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let (code, ..) = language(&self.language_code)?;
        if survey.text("language") == *code {
            return Err(ApiError::with(Error::Conflict, "It is the survey's own language."));
        }
        if enabled(context, &self.survey_id, code)?.is_some() {
            return Err(ApiError::with(Error::AlreadyExists, format!("The survey is translated into {code}.")));
        }
        context.sql.run(
            "INSERT INTO translations (survey_id, language, enabled, created)
             VALUES (?, ?, ?, ?)",
            values![self.survey_id.as_str(), *code, self.body.enabled.unwrap_or(false), context.now],
        )?;
        write(context, &survey, code, &self.body.translations)?;
        changed(context, &survey)
    }
}

impl Handle for UpdateTranslation {
    fn handle(self, context: &Context) -> Result<(), ApiError> {
        let survey = permitted(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let (code, ..) = language(&self.language_code)?;
        let before = enabled(context, &self.survey_id, code)?.ok_or(Error::NotFound)?;
        context.sql.run(
            "UPDATE translations
             SET enabled = ?
             WHERE survey_id = ? AND language = ?",
            values![self.body.enabled.unwrap_or(before), self.survey_id.as_str(), *code],
        )?;
        if let Some(given) = &self.body.translations {
            write(context, &survey, code, given)?;
        }
        changed(context, &survey)
    }
}

impl Handle for DeleteTranslation {
    fn handle(self, context: &Context) -> Result<Translation, ApiError> {
        let survey = permitted(context, &self.survey_id, Privilege::DesignFullAccess)?;
        let (code, ..) = language(&self.language_code)?;
        enabled(context, &self.survey_id, code)?.ok_or(Error::NotFound)?;
        let deleted = whole(context, &survey, code)?;
        for table in ["translated_texts", "translations"] {
            context.sql.run(
                &format!("DELETE FROM {table} WHERE survey_id = ? AND language = ?"),
                values![self.survey_id.as_str(), *code],
            )?;
        }
        changed(context, &survey)?;
        Ok(deleted)
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

/// Every text of the survey with its translation, if it has one.
fn whole(context: &Context, survey: &Row, code: &str) -> Result<Translation, ApiError> {
    let id = Id::from(survey.text("id"));
    let mut own = stored(context.sql, id.as_str(), code)?;
    let translations = texts(context, survey)?.list.into_iter().map(|(key, default)| TranslatedText {
        default,
        translation: own.remove(&key).map(|text| text.translation).unwrap_or_default(),
        context: key.0,
        resource_id: key.1.into(),
    });
    Ok(Translation {
        id: code.into(),
        enabled: enabled(context, &id, code)?.unwrap_or(false),
        translations: translations.collect(),
        href: context.href::<GetTranslation>(&[id.as_str(), code]),
    })
}

/// A translation counted: what it has not itself it takes from the language that it is a variant of.
fn counted(context: &Context, survey_id: &Id, texts: &Texts, row: &Row) -> Result<TranslationRef, ApiError> {
    let code = row.text("language");
    let (_, name, native_name) = languages::find(&code).ok_or(Error::Internal)?;
    let own = stored(context.sql, survey_id.as_str(), &code)?;
    let parent = match languages::parent(&code) {
        Some(parent) => stored(context.sql, survey_id.as_str(), parent)?,
        None => Default::default(),
    };
    let count = |which: &dyn Fn(&(translation::Key, String)) -> bool| {
        Integer::saturating(texts.list.iter().filter(|text| which(text)).count() as u64)
    };
    Ok(TranslationRef {
        name: (*name).to_owned(),
        native_name: (*native_name).to_owned(),
        enabled: row.truth("enabled"),
        string_count: count(&|_| true),
        translated_string_count: count(&|(key, _)| own.contains_key(key)),
        inherited_string_count: count(&|(key, _)| !own.contains_key(key) && parent.contains_key(key)),
        stale_string_count: count(&|(key, text)| own.get(key).is_some_and(|own| own.source != *text)),
        href: context.href::<GetTranslation>(&[survey_id.as_str(), &code]),
        id: code.into(),
    })
}

/// Stores what was given; a text that the survey does not have is refused.
fn write(context: &Context, survey: &Row, code: &str, given: &[TranslatedTextNew]) -> Result<(), ApiError> {
    if given.is_empty() {
        return Err(ApiError::with(Error::BadBody, "`translations` must not be empty."));
    }
    let texts = texts(context, survey)?;
    for (at, new) in given.iter().enumerate() {
        let key = (new.context, new.resource_id.0.clone());
        let text = texts.find(&key).ok_or_else(|| {
            let what = new.context.as_str();
            ApiError::with(Error::BadBody, format!("`translations[{at}].resource_id` has no text that is a {what}."))
        })?;
        for (name, text) in [("default", new.default.as_deref()), ("translation", Some(new.translation.as_str()))] {
            if text.is_some_and(|text| text.chars().count() > TEXT_CHARS_MAX) {
                let detail = format!("`translations[{at}].{name}` must have at most {TEXT_CHARS_MAX} characters.");
                return Err(ApiError::with(Error::BadBody, detail));
            }
        }
        let source = new.default.clone().unwrap_or_else(|| text.to_owned());
        let translated = Translated { source, translation: new.translation.clone() };
        translation::store(context.sql, [&survey.text("id"), code], &key, &translated)?;
    }
    Ok(())
}
