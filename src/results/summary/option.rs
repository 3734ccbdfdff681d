//! What can be chosen: a choice, a row, or a column, with its label and the number that it stands for.

use super::{fields, scalar};
use crate::wire::check::Mismatch;
use crate::wire::json::{Kind, Reader};
use crate::wire::text::number;

/// A choice, a row or a column.
#[derive(Debug, Default)]
pub(super) struct Choosable {
    pub(super) id: String,
    /// Its text, else its weight, else its id.
    pub(super) label: String,
    /// Its weight, else its place; none for what stands for no answer, such as "not applicable".
    pub(super) value: Option<f64>,
    /// The choices of a menu's column.
    pub(super) choices: Vec<Choosable>,
}

impl Choosable {
    /// Reads a list of options.
    pub(super) fn list(reader: &mut Reader) -> Result<Vec<Choosable>, Box<Mismatch>> {
        let mut list = Vec::new();
        if reader.peek()? != Kind::Array {
            reader.skip()?;
            return Ok(list);
        }
        reader.array()?;
        while reader.item()? {
            list.push(Choosable::read(reader)?);
        }
        Ok(list)
    }

    fn read(reader: &mut Reader) -> Result<Choosable, Box<Mismatch>> {
        let mut option = Choosable::default();
        let (mut weight, mut position, mut stands_for_none) = (String::new(), String::new(), false);
        fields(reader, &mut |name, reader| {
            match name {
                "id" => option.id = scalar(reader)?,
                "text" => option.label = scalar(reader)?,
                "weight" => weight = scalar(reader)?,
                "position" => position = scalar(reader)?,
                "is_na" => stands_for_none = scalar(reader)? == "true",
                "choices" => option.choices = Choosable::list(reader)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        let value = number(&weight).or_else(|| number(&position)).filter(|_| !stands_for_none);
        option.value = value.map(|value| value as f64);
        if option.label.trim().is_empty() {
            option.label = if weight.is_empty() { option.id.clone() } else { weight };
        }
        Ok(option)
    }
}
