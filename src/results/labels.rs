//! What a choice, a row or a column of a design is called: its text, else its weight, else its id.
//!
//! Texts may repeat, and are empty for stars and pictures. Within one list every label is made distinct, so
//! that a label always tells which choice was meant.

use super::answer::scalar;
use crate::wire::check::Mismatch;
use crate::wire::json::{Kind, Reader};

/// A choice, a row, a column or the "other" option of a design.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Item {
    pub(super) id: String,
    pub(super) label: String,
    /// The choices of a menu's column.
    pub(super) choices: Vec<Item>,
    /// Whether every row of a matrix has the option.
    pub(super) every_row: bool,
}

impl Item {
    /// Reads one option.
    pub(super) fn read(reader: &mut Reader) -> Result<Item, Box<Mismatch>> {
        let mut option = Item::default();
        let mut weight = None;
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("id") {
                option.id = scalar(reader)?.unwrap_or_default();
            } else if key.is("text") {
                option.label = scalar(reader)?.unwrap_or_default();
            } else if key.is("weight") {
                weight = scalar(reader)?;
            } else if key.is("choices") {
                option.choices = Item::list(reader)?;
            } else if key.is("apply_all_rows") {
                option.every_row = scalar(reader)?.is_some_and(|value| value == "true");
            } else {
                reader.skip()?;
            }
        }
        if option.label.trim().is_empty() {
            option.label = weight.unwrap_or_else(|| option.id.clone());
        }
        Ok(option)
    }

    /// Reads a list of options, or one that stands alone, and makes their labels distinct.
    pub(super) fn list(reader: &mut Reader) -> Result<Vec<Item>, Box<Mismatch>> {
        let mut list = Vec::new();
        match reader.peek()? {
            Kind::Array => {
                reader.array()?;
                while reader.item()? {
                    list.push(Item::read(reader)?);
                }
            }
            Kind::Object => list.push(Item::read(reader)?),
            _ => reader.skip()?,
        }
        let repeated: Vec<bool> =
            list.iter().map(|one| list.iter().filter(|other| other.label == one.label).count() > 1).collect();
        for (option, repeated) in list.iter_mut().zip(repeated) {
            if repeated {
                option.label.push_str(" [");
                option.label.push_str(&option.id);
                option.label.push(']');
            }
        }
        Ok(list)
    }
}

/// The option with an id.
pub(super) fn find<'a>(list: &'a [Item], id: &str) -> Option<&'a Item> {
    list.iter().find(|option| option.id == id)
}
