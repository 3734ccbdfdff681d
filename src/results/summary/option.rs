//! Options: choices, rows and columns with label and value.

use super::{read_fields, read_scalar};
use crate::wire::check::Mismatch;
use crate::wire::json::{Reader, ValueKind};
use crate::wire::text::parse_number;

/// A choice, a row or a column.
#[derive(Debug, Default)]
pub(super) struct CountedOption {
    pub(super) id: String,
    /// Its text, otherwise its weight, otherwise its id.
    pub(super) label: String,
    /// Its weight, otherwise its position; `None` for options such as "not applicable".
    pub(super) value: Option<f64>,
    /// The choices of a menu's column.
    pub(super) choices: Vec<CountedOption>,
}

impl CountedOption {
    /// Reads a list of options.
    pub(super) fn read_list(reader: &mut Reader) -> Result<Vec<CountedOption>, Box<Mismatch>> {
        let mut list = Vec::new();
        if reader.peek_kind()? != ValueKind::Array {
            reader.skip_value()?;
            return Ok(list);
        }
        reader.begin_array()?;
        while reader.next_item()? {
            list.push(CountedOption::read_option(reader)?);
        }
        Ok(list)
    }

    fn read_option(reader: &mut Reader) -> Result<CountedOption, Box<Mismatch>> {
        let mut option = CountedOption::default();
        let (mut weight, mut position, mut stands_for_none) = (String::new(), String::new(), false);
        read_fields(reader, &mut |name, reader| {
            match name {
                "id" => option.id = read_scalar(reader)?,
                "text" => option.label = read_scalar(reader)?,
                "weight" => weight = read_scalar(reader)?,
                "position" => position = read_scalar(reader)?,
                "is_na" => stands_for_none = read_scalar(reader)? == "true",
                "choices" => option.choices = CountedOption::read_list(reader)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        let value = parse_number(&weight).or_else(|| parse_number(&position)).filter(|_| !stands_for_none);
        option.value = value.map(|value| value as f64);
        if option.label.trim().is_empty() {
            option.label = if weight.is_empty() { option.id.clone() } else { weight };
        }
        Ok(option)
    }
}
