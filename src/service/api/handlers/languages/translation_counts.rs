//! The progress of translations: counted in portions of texts, for one language after the other.

use crate::service::actor::call_context::CallContext;
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::library::languages;
use crate::service::surveys::translation::{SurveyTextReader, TEXTS_PER_CHUNK};
use crate::spec::endpoints::languages::GetTranslation;
use crate::spec::errors::Error;
use crate::spec::resources::languages::TranslationRef;
use crate::spec::types::Integer;
use crate::wire::error::ApiError;
use serde_json::Value;

/// The cost of one count in addition to its texts, as a number of texts.
const LANGUAGE_COST: usize = 20;

/// A count in progress.
struct TranslationCounter {
    texts: SurveyTextReader,
    counts: Vec<TranslationCounts>,
    /// The present portion of texts, their number, and the number of languages that they are counted for.
    batch: (Value, usize, usize),
    /// Total number of texts.
    total: u64,
}

/// The counts of a translation. A text that it lacks is inherited from the language that it is a variant of.
#[derive(Default)]
struct TranslationCounts {
    code: String,
    translated: u64,
    inherited: u64,
    stale: u64,
}

/// The translations of a survey with their counts.
///
/// # Errors
///
/// An internal error, if a statement fails; between two portions, one that is never sent.
pub fn count_translations(context: &CallContext, survey: &Row, rows: &[Row]) -> Result<Vec<TranslationRef>, ApiError> {
    let id = survey.text("id");
    let is_same = |counts: &TranslationCounts, row: &Row| counts.code == row.text("language");
    let pending = context.chunked_work.take_state(|counting: &TranslationCounter| {
        counting.texts.modified == survey.timestamp("modified")
            && counting.counts.len() == rows.len()
            && counting.counts.iter().zip(rows).all(|(counts, row)| is_same(counts, row))
    });
    let mut counting = match pending {
        Some(pending) => pending,
        None => {
            let counts = rows
                .iter()
                .map(|row| TranslationCounts { code: row.text("language"), ..TranslationCounts::default() })
                .collect();
            let texts = SurveyTextReader::start_read(context.sql, survey)?;
            Box::new(TranslationCounter { texts, counts, batch: (Value::Null, 0, rows.len()), total: 0 })
        }
    };
    let mut spent = 0;
    while !rows.is_empty() {
        if spent > TEXTS_PER_CHUNK {
            return Err(context.chunked_work.pause_with(counting));
        }
        if counting.batch.2 >= rows.len() {
            let texts = counting.texts.next_texts(context.sql, &id)?;
            if texts.is_empty() {
                break;
            }
            counting.total = counting.total.saturating_add(texts.len() as u64);
            let batch = texts.iter().map(|text| vec![text.what.as_str(), text.resource.as_str(), &text.text]).collect();
            counting.batch = (batch, texts.len(), 0);
        }
        let (batch, count, at) = &mut counting.batch;
        if let Some(counts) = counting.counts.get_mut(*at) {
            counts.add_texts(context, &id, batch)?;
        }
        *at = at.saturating_add(1);
        spent = spent.saturating_add(*count).saturating_add(LANGUAGE_COST);
    }
    let total = Integer::saturating(counting.total);
    rows.iter().zip(counting.counts).map(|(row, counts)| counts.into_ref(context, &id, row, total)).collect()
}

impl TranslationCounts {
    fn add_texts(&mut self, context: &CallContext, survey_id: &str, batch: &Value) -> Result<(), ApiError> {
        let row = first_row(
            context.sql,
            "SELECT COUNT(own.source) AS translated,
                    TOTAL(own.source IS NULL AND parent.source IS NOT NULL) AS inherited,
                    TOTAL(own.source <> wanted.value ->> 2) AS stale
             FROM json_each(?) AS wanted
             LEFT JOIN translated_texts AS own
               ON own.survey_id = ? AND own.language = ? AND own.context = wanted.value ->> 0
               AND own.resource_id = wanted.value ->> 1
             LEFT JOIN translated_texts AS parent
               ON parent.survey_id = ? AND parent.language = ? AND parent.context = wanted.value ->> 0
               AND parent.resource_id = wanted.value ->> 1",
            values![
                batch.to_string(),
                survey_id,
                self.code.as_str(),
                survey_id,
                languages::parent_language(&self.code)
            ],
        )?;
        let count = |name| row.as_ref().map_or(0, |row| row.count(name));
        self.translated = self.translated.saturating_add(count("translated"));
        self.inherited = self.inherited.saturating_add(count("inherited"));
        self.stale = self.stale.saturating_add(count("stale"));
        Ok(())
    }

    fn into_ref(
        self,
        context: &CallContext,
        survey_id: &str,
        row: &Row,
        total: Integer,
    ) -> Result<TranslationRef, ApiError> {
        let (_, name, native_name) = languages::find_language(&self.code).ok_or(Error::Internal)?;
        Ok(TranslationRef {
            name: (*name).to_owned(),
            native_name: (*native_name).to_owned(),
            enabled: row.boolean("enabled"),
            string_count: total,
            translated_string_count: Integer::saturating(self.translated),
            inherited_string_count: Integer::saturating(self.inherited),
            stale_string_count: Integer::saturating(self.stale),
            href: context.operation_url::<GetTranslation>(&[survey_id, &self.code]),
            id: self.code.into(),
        })
    }
}
