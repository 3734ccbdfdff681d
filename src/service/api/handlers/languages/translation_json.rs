//! A translation as JSON text, with every text of the survey, written in portions of texts.

use super::enabled_state;
use crate::service::actor::call_context::CallContext;
use crate::service::store::sql::{Row, values};
use crate::service::surveys::translation::{SurveyText, SurveyTextReader, keys_to_json};
use crate::spec::endpoints::languages::GetTranslation;
use crate::spec::payload::Encode as _;
use crate::spec::resources::languages::{TranslatedText, Translation};
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use crate::wire::payload;

/// A translation in progress.
struct TranslationWriter {
    texts: SurveyTextReader,
    /// The JSON text of each page, in order.
    pages: Vec<Vec<u8>>,
}

/// Every text of the survey with its translation, if it has one.
///
/// # Errors
///
/// An internal error, if a statement fails; between two portions, one that is never sent.
pub fn render_json(context: &CallContext, survey: &Row, code: &str) -> Result<Vec<u8>, ApiError> {
    let id = survey.text("id");
    let pending = context
        .chunked_work
        .take_state(|whole: &TranslationWriter| whole.texts.modified == survey.timestamp("modified"));
    let mut whole = match pending {
        Some(pending) => pending,
        None => {
            Box::new(TranslationWriter { texts: SurveyTextReader::start_read(context.sql, survey)?, pages: Vec::new() })
        }
    };
    let texts = whole.texts.next_texts(context.sql, &id)?;
    let keys = keys_to_json(texts.iter().map(|text| &text.key));
    let translations = context.sql.run(
        "SELECT translation
         FROM json_each(?) AS wanted
         LEFT JOIN translated_texts
           ON survey_id = ? AND language = ? AND context = wanted.value ->> 0 AND resource_id = wanted.value ->> 1
         ORDER BY wanted.key",
        values![keys, id.as_str(), code],
    )?;
    for (text, row) in texts.into_iter().zip(translations) {
        let SurveyText { page, what, resource, text, .. } = text;
        if page >= whole.pages.len() {
            whole.pages.resize(page.saturating_add(1), Vec::new());
        }
        let Some(page) = whole.pages.get_mut(page) else { continue };
        if !page.is_empty() {
            page.push(b',');
        }
        let translation = row.text("translation");
        TranslatedText { default: text, translation, context: what, resource_id: resource }.write(page);
    }
    if whole.texts.has_more(context.sql, &id)? {
        return Err(context.chunked_work.pause_with(whole));
    }
    let id = Id::from(id);
    let translation = Translation {
        id: code.into(),
        enabled: enabled_state(context, &id, code)?.unwrap_or(false),
        translations: Vec::new(),
        href: context.operation_url::<GetTranslation>(&[id.as_str(), code]),
    };
    let translation = payload::to_json(&translation);
    let (head, tail) = payload::parted(&translation, "translations");
    // Copying takes most of the time of a large translation, so each byte is copied once.
    let mut parts: Vec<&[u8]> = vec![head];
    for page in whole.pages.iter().filter(|page| !page.is_empty()) {
        parts.extend((parts.len() > 1).then_some(&b","[..]));
        parts.push(page);
    }
    parts.push(tail);
    Ok(parts.concat())
}
