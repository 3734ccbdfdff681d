//! The texts of a survey in another language: what takes the place of a heading or a label.

use super::scalar::scalar;
use crate::spec::resources::languages::TextContext;
use crate::wire::check::Mismatch;
use crate::wire::json::{Kind, Reader};
use crate::wire::order::ordered;

/// The texts of one translation.
#[derive(Debug, Default)]
pub(super) struct Words {
    list: Vec<Word>,
    /// Positions in the order of the ids.
    by_id: Vec<usize>,
}

#[derive(Debug, Default)]
struct Word {
    context: Option<TextContext>,
    id: String,
    default: String,
    translation: String,
}

impl Words {
    /// Reads the JSON of `surveys.languages.get`.
    pub(super) fn read(bytes: &[u8]) -> Result<Words, Box<Mismatch>> {
        let mut reader = Reader::new(bytes);
        let mut list = Vec::new();
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("translations") && reader.peek()? == Kind::Array {
                reader.array()?;
                while reader.item()? {
                    list.push(Word::read(&mut reader)?);
                }
            } else {
                reader.skip()?;
            }
        }
        reader.end()?;
        let id = |place: usize| list.get(place).map_or("", |word: &Word| &word.id);
        // Of two words for one text the first counts.
        let by_id = ordered(list.len(), &|one, other| id(one).cmp(id(other)).then(one.cmp(&other)));
        Ok(Words { list, by_id })
    }

    /// Puts the translation of a text in its place. A text without one stays.
    pub(super) fn translate(&self, context: TextContext, id: &str, text: &mut String) {
        let at = |place: &usize| self.list.get(*place);
        let first = self.by_id.partition_point(|place| at(place).is_some_and(|word| word.id.as_str() < id));
        let of_id = self.by_id.iter().skip(first).filter_map(at).take_while(|word| word.id == id);
        // A question has several headings where they are assigned at random: the text tells them apart.
        let found = of_id.filter(|word| word.context == Some(context)).find(|word| word.default == *text);
        if let Some(word) = found.filter(|word| !word.translation.trim().is_empty()) {
            text.clone_from(&word.translation);
        }
    }
}

impl Word {
    fn read(reader: &mut Reader) -> Result<Word, Box<Mismatch>> {
        let mut word = Word::default();
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("context") {
                word.context = scalar(reader)?.and_then(|name| TextContext::parse(&name));
            } else if key.is("resource_id") {
                word.id = scalar(reader)?.unwrap_or_default().into_owned();
            } else if key.is("default") {
                word.default = scalar(reader)?.unwrap_or_default().into_owned();
            } else if key.is("translation") {
                word.translation = scalar(reader)?.unwrap_or_default().into_owned();
            } else {
                reader.skip()?;
            }
        }
        Ok(word)
    }
}
