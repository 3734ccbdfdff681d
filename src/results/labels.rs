//! What a choice, a row or a column of a design is called: its text, else its weight, else its id.
//!
//! Texts may repeat, and are empty for stars and pictures. Within one list every label is made distinct, so
//! that a label always tells which choice was meant.

use super::index::IdIndex;
use super::scalar::read_scalar;
use super::translations::Translation;
use crate::spec::resources::languages::TextContext;
use crate::wire::check::Mismatch;
use crate::wire::json::{Reader, ValueKind};

/// A choice, a row, a column or the "other" option of a design.
#[derive(Debug, Default)]
pub(super) struct OptionLabel {
    pub(super) id: String,
    pub(super) label: String,
    /// The choices of a menu's column.
    pub(super) choices: OptionLabels,
    /// Whether every row of a matrix has the option.
    pub(super) every_row: bool,
}

/// The options of one list, in their order.
#[derive(Debug, Default)]
pub(super) struct OptionLabels {
    list: Vec<OptionLabel>,
    by_id: IdIndex,
}

impl OptionLabel {
    /// An option with an id and a label.
    pub(super) fn with_label(id: &str, label: &str) -> OptionLabel {
        OptionLabel { id: id.to_owned(), label: label.to_owned(), ..OptionLabel::default() }
    }

    fn read_item(reader: &mut Reader, words: &Translation, context: TextContext) -> Result<OptionLabel, Box<Mismatch>> {
        let mut option = OptionLabel::default();
        let mut weight = None;
        reader.begin_object()?;
        while let Some(key) = reader.next_key()? {
            if key.equals("id") {
                option.id = read_scalar(reader)?.unwrap_or_default().into_owned();
            } else if key.equals("text") {
                option.label = read_scalar(reader)?.unwrap_or_default().into_owned();
            } else if key.equals("weight") {
                weight = read_scalar(reader)?;
            } else if key.equals("choices") {
                option.choices = OptionLabels::read_items(reader, words, TextContext::AnswerChoice)?;
            } else if key.equals("apply_all_rows") {
                option.every_row = read_scalar(reader)?.is_some_and(|value| value == "true");
            } else {
                reader.skip_value()?;
            }
        }
        words.translate_text(context, &option.id, &mut option.label);
        if option.label.trim().is_empty() {
            option.label = weight.map_or_else(|| option.id.clone(), Into::into);
        }
        Ok(option)
    }
}

impl OptionLabels {
    /// Reads a list of options, or one that stands alone.
    pub(super) fn read_items(
        reader: &mut Reader,
        words: &Translation,
        context: TextContext,
    ) -> Result<OptionLabels, Box<Mismatch>> {
        let mut list = Vec::new();
        match reader.peek_kind()? {
            ValueKind::Array => {
                reader.begin_array()?;
                while reader.next_item()? {
                    list.push(OptionLabel::read_item(reader, words, context)?);
                }
            }
            ValueKind::Object => list.push(OptionLabel::read_item(reader, words, context)?),
            _ => reader.skip_value()?,
        }
        Ok(OptionLabels::from_list(list))
    }

    /// A list of options, whose labels are made distinct.
    pub(super) fn from_list(mut list: Vec<OptionLabel>) -> OptionLabels {
        let repeated: Vec<bool> =
            list.iter().map(|one| list.iter().filter(|other| other.label == one.label).count() > 1).collect();
        for (option, repeated) in list.iter_mut().zip(repeated) {
            if repeated {
                option.label.push_str(" [");
                option.label.push_str(&option.id);
                option.label.push(']');
            }
        }
        let by_id = IdIndex::from_ids(list.len(), &|place| id_at(&list, place));
        OptionLabels { list, by_id }
    }

    /// The option with an id, and its place in the list.
    pub(super) fn find_item(&self, id: &[u8]) -> Option<(usize, &OptionLabel)> {
        let place = self.by_id.find_id(id, &|place| id_at(&self.list, place))?;
        Some((place, self.list.get(place)?))
    }

    pub(super) fn as_slice(&self) -> &[OptionLabel] {
        &self.list
    }
}

fn id_at(list: &[OptionLabel], place: usize) -> &str {
    list.get(place).map_or("", |option| &option.id)
}
