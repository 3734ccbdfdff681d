//! A translation as JSON text, with every text of the survey: written some texts at a time.

use super::enabled;
use crate::service::actor::context::Context;
use crate::service::store::sql::{Row, values};
use crate::service::surveys::translation::Texts;
use crate::spec::endpoints::languages::GetTranslation;
use crate::spec::payload::Encode as _;
use crate::spec::resources::languages::{TranslatedText, Translation};
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use crate::wire::payload;
use serde_json::Value;
use std::collections::BTreeMap;

/// A translation that is being written.
struct Whole {
    texts: Texts,
    /// What is written of each page.
    pages: BTreeMap<String, Vec<u8>>,
}

/// Every text of the survey with its translation, if it has one.
pub fn text(context: &Context, survey: &Row, code: &str) -> Result<Vec<u8>, ApiError> {
    let id = survey.text("id");
    let begun = context.pieces.kept(|whole: &Whole| whole.texts.modified == survey.moment("modified"));
    let mut whole = match begun {
        Some(begun) => begun,
        None => Box::new(Whole { texts: Texts::begin(context.sql, survey)?, pages: BTreeMap::new() }),
    };
    let texts = whole.texts.some(context.sql, &id)?;
    let keys: Value = texts.iter().map(|text| vec![text.key.0.as_str(), &text.key.1]).collect();
    let translations = context.sql.run(
        "SELECT translation
         FROM json_each(?) AS wanted
         LEFT JOIN translated_texts
           ON survey_id = ? AND language = ? AND context = wanted.value ->> 0 AND resource_id = wanted.value ->> 1
         ORDER BY wanted.key",
        values![keys.to_string(), id.as_str(), code],
    )?;
    for (text, row) in texts.into_iter().zip(translations) {
        let page = whole.pages.entry(text.page).or_default();
        if !page.is_empty() {
            page.push(b',');
        }
        let (context, resource_id) = text.key;
        let translation = row.text("translation");
        TranslatedText { default: text.text, translation, context, resource_id: resource_id.into() }.write(page);
    }
    if whole.texts.is_more(context.sql, &id)? {
        return Err(context.pieces.pause(whole));
    }
    let Whole { texts, mut pages } = *whole;
    let id = Id::from(id);
    let translation = Translation {
        id: code.into(),
        enabled: enabled(context, &id, code)?.unwrap_or(false),
        translations: Vec::new(),
        href: context.href::<GetTranslation>(&[id.as_str(), code]),
    };
    let translation = payload::text(&translation);
    let (before, behind) = payload::parted(&translation, "translations");
    // The copies of this take most of the time: each byte is copied once.
    let written: Vec<Vec<u8>> = texts.pages.iter().filter_map(|page| pages.remove(page)).collect();
    let mut parts: Vec<&[u8]> = vec![before];
    for (number, page) in written.iter().enumerate() {
        parts.extend((number > 0).then_some(&b","[..]));
        parts.push(page);
    }
    parts.push(behind);
    Ok(parts.concat())
}
