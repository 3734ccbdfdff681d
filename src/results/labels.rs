//! What a choice, a row or a column of a design is called: its text, else its weight, else its id.
//!
//! Texts may repeat, and are empty for stars and pictures. Within one list every label is made distinct, so
//! that a label always tells which choice was meant.

use super::index::Index;
use super::scalar::scalar;
use super::words::Words;
use crate::spec::resources::languages::TextContext;
use crate::wire::check::Mismatch;
use crate::wire::json::{Kind, Reader};

/// A choice, a row, a column or the "other" option of a design.
#[derive(Debug, Default)]
pub(super) struct Item {
    pub(super) id: String,
    pub(super) label: String,
    /// The choices of a menu's column.
    pub(super) choices: Items,
    /// Whether every row of a matrix has the option.
    pub(super) every_row: bool,
}

/// The options of one list, in their order.
#[derive(Debug, Default)]
pub(super) struct Items {
    list: Vec<Item>,
    by_id: Index,
}

impl Item {
    /// An option with an id and a label.
    pub(super) fn named(id: &str, label: &str) -> Item {
        Item { id: id.to_owned(), label: label.to_owned(), ..Item::default() }
    }

    fn read(reader: &mut Reader, words: &Words, context: TextContext) -> Result<Item, Box<Mismatch>> {
        let mut option = Item::default();
        let mut weight = None;
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("id") {
                option.id = scalar(reader)?.unwrap_or_default().into_owned();
            } else if key.is("text") {
                option.label = scalar(reader)?.unwrap_or_default().into_owned();
            } else if key.is("weight") {
                weight = scalar(reader)?;
            } else if key.is("choices") {
                option.choices = Items::read(reader, words, TextContext::AnswerChoice)?;
            } else if key.is("apply_all_rows") {
                option.every_row = scalar(reader)?.is_some_and(|value| value == "true");
            } else {
                reader.skip()?;
            }
        }
        words.translate(context, &option.id, &mut option.label);
        if option.label.trim().is_empty() {
            option.label = weight.map_or_else(|| option.id.clone(), Into::into);
        }
        Ok(option)
    }
}

impl Items {
    /// Reads a list of options, or one that stands alone.
    pub(super) fn read(reader: &mut Reader, words: &Words, context: TextContext) -> Result<Items, Box<Mismatch>> {
        let mut list = Vec::new();
        match reader.peek()? {
            Kind::Array => {
                reader.array()?;
                while reader.item()? {
                    list.push(Item::read(reader, words, context)?);
                }
            }
            Kind::Object => list.push(Item::read(reader, words, context)?),
            _ => reader.skip()?,
        }
        Ok(Items::of(list))
    }

    /// A list of options, whose labels are made distinct.
    pub(super) fn of(mut list: Vec<Item>) -> Items {
        let repeated: Vec<bool> =
            list.iter().map(|one| list.iter().filter(|other| other.label == one.label).count() > 1).collect();
        for (option, repeated) in list.iter_mut().zip(repeated) {
            if repeated {
                option.label.push_str(" [");
                option.label.push_str(&option.id);
                option.label.push(']');
            }
        }
        let by_id = Index::of(list.len(), &|place| id_at(&list, place));
        Items { list, by_id }
    }

    /// The option with an id, and its place in the list.
    pub(super) fn find(&self, id: &[u8]) -> Option<(usize, &Item)> {
        let place = self.by_id.find(id, &|place| id_at(&self.list, place))?;
        Some((place, self.list.get(place)?))
    }

    pub(super) fn as_slice(&self) -> &[Item] {
        &self.list
    }
}

fn id_at(list: &[Item], place: usize) -> &str {
    list.get(place).map_or("", |option| &option.id)
}
