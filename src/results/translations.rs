//! The texts of a survey in another language, which replace headings and labels.

use super::scalar::read_scalar;
use crate::spec::resources::languages::TextContext;
use crate::wire::check::Mismatch;
use crate::wire::json::{Reader, ValueKind};
use crate::wire::order::sorted_positions;

/// The texts of one translation.
#[derive(Debug, Default)]
pub(super) struct Translation {
    list: Vec<TranslatedText>,
    /// Positions in the order of the ids.
    by_id: Vec<usize>,
}

#[derive(Debug, Default)]
struct TranslatedText {
    context: Option<TextContext>,
    id: String,
    default: String,
    translation: String,
}

impl Translation {
    /// Reads the JSON of `surveys.languages.get`.
    pub(super) fn from_json(bytes: &[u8]) -> Result<Translation, Box<Mismatch>> {
        let mut reader = Reader::new(bytes);
        let mut list = Vec::new();
        reader.begin_object()?;
        while let Some(key) = reader.next_key()? {
            if key.equals("translations") && reader.peek_kind()? == ValueKind::Array {
                reader.begin_array()?;
                while reader.next_item()? {
                    list.push(TranslatedText::read_entry(&mut reader)?);
                }
            } else {
                reader.skip_value()?;
            }
        }
        reader.expect_end()?;
        let id = |position: usize| list.get(position).map_or("", |word: &TranslatedText| &word.id);
        // Of two translations of one text the first is used.
        let by_id = sorted_positions(list.len(), &|one, other| id(one).cmp(id(other)).then(one.cmp(&other)));
        Ok(Translation { list, by_id })
    }

    /// Replaces a text by its translation, if there is one.
    pub(super) fn translate_text(&self, context: TextContext, id: &str, text: &mut String) {
        let at = |position: &usize| self.list.get(*position);
        let first = self.by_id.partition_point(|position| at(position).is_some_and(|word| word.id.as_str() < id));
        let of_id = self.by_id.iter().skip(first).filter_map(at).take_while(|word| word.id == id);
        // A question with random headings has several texts in one place; the original text distinguishes them.
        let found = of_id.filter(|word| word.context == Some(context)).find(|word| word.default == *text);
        if let Some(word) = found.filter(|word| !word.translation.trim().is_empty()) {
            text.clone_from(&word.translation);
        }
    }
}

impl TranslatedText {
    fn read_entry(reader: &mut Reader) -> Result<TranslatedText, Box<Mismatch>> {
        let mut word = TranslatedText::default();
        reader.begin_object()?;
        while let Some(key) = reader.next_key()? {
            if key.equals("context") {
                word.context = read_scalar(reader)?.and_then(|name| TextContext::parse(&name));
            } else if key.equals("resource_id") {
                word.id = read_scalar(reader)?.unwrap_or_default().into_owned();
            } else if key.equals("default") {
                word.default = read_scalar(reader)?.unwrap_or_default().into_owned();
            } else if key.equals("translation") {
                word.translation = read_scalar(reader)?.unwrap_or_default().into_owned();
            } else {
                reader.skip_value()?;
            }
        }
        Ok(word)
    }
}
