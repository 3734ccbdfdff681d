//! Labels of choices, rows and columns of a design: the plain text, otherwise the weight, otherwise the id or place.
//!
//! Texts may repeat, and are empty for stars and pictures. Labels are made unique within a list, so that each
//! identifies one choice.

use super::index::IdIndex;
use super::scalar::read_scalar;
use super::translations::Translation;
use crate::spec::resources::languages::TextContext;
use crate::wire::check::Mismatch;
use crate::wire::json::{Reader, ValueKind};
use crate::wire::plain_text::plain_text;

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

    fn read_item(
        reader: &mut Reader,
        translation: &Translation,
        context: TextContext,
    ) -> Result<OptionLabel, Box<Mismatch>> {
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
                option.choices = OptionLabels::read_items(reader, translation, TextContext::AnswerChoice)?;
            } else if key.equals("apply_all_rows") {
                option.every_row = read_scalar(reader)?.is_some_and(|value| value == "true");
            } else {
                reader.skip_value()?;
            }
        }
        translation.translate_text(context, &option.id, &mut option.label);
        option.label = plain_text(&option.label);
        if option.label.is_empty() {
            option.label = weight.map(Into::into).unwrap_or_default();
        }
        Ok(option)
    }
}

impl OptionLabels {
    /// Reads a list of options, or a single option.
    pub(super) fn read_items(
        reader: &mut Reader,
        translation: &Translation,
        context: TextContext,
    ) -> Result<OptionLabels, Box<Mismatch>> {
        let mut list = Vec::new();
        match reader.peek_kind()? {
            ValueKind::Array => {
                reader.begin_array()?;
                while reader.next_item()? {
                    list.push(OptionLabel::read_item(reader, translation, context)?);
                }
            }
            ValueKind::Object => list.push(OptionLabel::read_item(reader, translation, context)?),
            _ => reader.skip_value()?,
        }
        let count = list.len();
        for (option, number) in list.iter_mut().zip(1_usize..).filter(|(option, _)| option.label.is_empty()) {
            option.label = label_of_blank(context, &option.id, number, count);
        }
        Ok(OptionLabels::from_list(list))
    }

    /// A list of options with unique labels.
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
        let by_id = IdIndex::from_ids(list.len(), &|position| id_at(&list, position));
        OptionLabels { list, by_id }
    }

    /// The option with an id, and its position in the list.
    pub(super) fn find_item(&self, id: &[u8]) -> Option<(usize, &OptionLabel)> {
        let position = self.by_id.find_id(id, &|position| id_at(&self.list, position))?;
        Some((position, self.list.get(position)?))
    }

    pub(super) fn as_slice(&self) -> &[OptionLabel] {
        &self.list
    }
}

/// The label of an option without a text and a weight.
pub(super) fn label_of_blank(context: TextContext, id: &str, number: usize, count: usize) -> String {
    if matches!(context, TextContext::AnswerRow) { label_of_blank_row(number, count) } else { id.to_owned() }
}

/// The label of a row without a text: its number, or nothing if it is the only one, as that of stars.
pub(super) fn label_of_blank_row(number: usize, count: usize) -> String {
    if count == 1 { String::new() } else { ["Row ", &number.to_string()].concat() }
}

fn id_at(list: &[OptionLabel], position: usize) -> &str {
    list.get(position).map_or("", |option| &option.id)
}
