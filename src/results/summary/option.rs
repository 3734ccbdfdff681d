//! Options: choices, rows and columns with label and value.

use super::stats::parse_float;
use super::{read_fields, read_scalar};
use crate::results::labels::label_of_blank;
use crate::spec::resources::languages::TextContext;
use crate::wire::check::Mismatch;
use crate::wire::json::{Reader, ValueKind};
use crate::wire::plain_text::plain_text;

/// A choice, a row or a column.
#[derive(Debug, Default)]
pub(super) struct CountedOption {
    pub(super) id: String,
    /// Its text as plain text, otherwise its weight, otherwise its id; that of a row is otherwise its number.
    pub(super) label: String,
    /// Its weight, otherwise its position; `None` for options such as "not applicable".
    pub(super) value: Option<f64>,
    pub(super) has_weight: bool,
    /// Whether it means "not applicable".
    pub(super) is_na: bool,
    pub(super) deleted: bool,
    /// The choices of a menu's column.
    pub(super) choices: Vec<CountedOption>,
}

impl CountedOption {
    /// Reads a list of options.
    pub(super) fn read_list(reader: &mut Reader, context: TextContext) -> Result<Vec<CountedOption>, Box<Mismatch>> {
        let mut list = Vec::new();
        if reader.peek_kind()? != ValueKind::Array {
            reader.skip_value()?;
            return Ok(list);
        }
        reader.begin_array()?;
        while reader.next_item()? {
            list.push(CountedOption::read_option(reader)?);
        }
        let count = list.len();
        for (option, number) in list.iter_mut().zip(1_usize..).filter(|(option, _)| option.label.is_empty()) {
            option.label = label_of_blank(context, &option.id, number, count);
        }
        Ok(list)
    }

    fn read_option(reader: &mut Reader) -> Result<CountedOption, Box<Mismatch>> {
        let mut option = CountedOption::default();
        let (mut weight, mut position) = (String::new(), String::new());
        read_fields(reader, &mut |name, reader| {
            match name {
                "id" => option.id = read_scalar(reader)?,
                "text" => option.label = plain_text(&read_scalar(reader)?),
                "weight" => weight = read_scalar(reader)?,
                "position" => position = read_scalar(reader)?,
                "is_na" => option.is_na = read_scalar(reader)? == "true",
                "visible" => option.deleted = read_scalar(reader)? == "false",
                "choices" => option.choices = CountedOption::read_list(reader, TextContext::AnswerChoice)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        let value = parse_float(&weight);
        option.has_weight = value.is_some();
        option.value = value.or_else(|| parse_float(&position)).filter(|_| !option.is_na);
        if option.label.is_empty() {
            option.label = weight;
        }
        Ok(option)
    }
}
