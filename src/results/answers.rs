//! The answers of a response, each written to the cells of its question.

use super::answer::ResponseAnswer;
use super::field_layout;
use super::question::Question;
use super::row::{ResponseRow, read_since};
use crate::wire::check::Mismatch;
use crate::wire::field_set::{FieldSet, Member};
use crate::wire::json::{Reader, ValueKind};
use crate::wire::text::quote_into;
use std::borrow::Cow;

impl<'s> ResponseRow<'s> {
    /// Writes the answers of a page to their cells.
    pub(super) fn fill_page<'a: 's>(&mut self, reader: &mut Reader<'a>) -> Result<(), Box<Mismatch>> {
        reader.begin_object()?;
        let mut members = FieldSet::new(field_layout::PAGE);
        while let Some(member) = members.next_member(reader)? {
            match member {
                Member::Known(field_layout::QUESTIONS, _) if reader.peek_kind()? == ValueKind::Array => {
                    reader.begin_array()?;
                    while reader.next_item()? {
                        self.fill_question(reader)?;
                    }
                }
                Member::Known(_, field) => self.skip_field(field, reader)?,
                Member::Unknown(_) => reader.skip_value()?,
            }
        }
        self.note_missing_fields(&members);
        Ok(())
    }

    fn fill_question<'a: 's>(&mut self, reader: &mut Reader<'a>) -> Result<(), Box<Mismatch>> {
        let (mut id, mut variant, mut waiting) = (None, None, Vec::new());
        let design = self.design;
        reader.begin_object()?;
        let mut members = FieldSet::new(field_layout::QUESTION);
        while let Some(member) = members.next_member(reader)? {
            match member {
                Member::Known(field_layout::QUESTION_ID, field) => id = Some(self.read_id(field, reader)?),
                Member::Known(field_layout::VARIANT, field) => {
                    variant = self.read_text(field, reader)?.filter(|variant| !variant.is_empty());
                }
                Member::Known(field_layout::ANSWERS, _) if reader.peek_kind()? == ValueKind::Array => match &id {
                    Some(id) => self.fill_answers(design.question_by_id(id), id, reader)?,
                    None => waiting.push(reader.read_raw()?),
                },
                Member::Known(_, field) => self.skip_field(field, reader)?,
                Member::Unknown(_) => reader.skip_value()?,
            }
        }
        self.note_missing_fields(&members);
        let id = id.unwrap_or_default();
        let question = design.question_by_id(&id);
        for answers in waiting {
            self.fill_answers(question, &id, &mut Reader::new(answers))?;
        }
        if let Some(variant) = variant {
            self.fill_variant(question, &id, variant);
        }
        Ok(())
    }

    /// Writes which of a question's headings was shown.
    fn fill_variant(&mut self, question: Option<&'s Question>, id: &[u8], variant: Cow<'s, str>) {
        match question.filter(|question| !question.variants.as_slice().is_empty()) {
            Some(question) => {
                let found = question.variants.find_item(variant.as_bytes());
                let shown = found.map_or(variant, |(_, item)| Cow::Borrowed(item.label.as_str()));
                self.add_value(question.first.saturating_sub(1), shown);
            }
            None => {
                let mut json = String::from("{\"variable_id\":");
                quote_into(&mut json, &variant);
                json.push('}');
                self.keep_unmatched("question_id", id, json.as_bytes());
            }
        }
    }

    fn fill_answers<'a: 's>(
        &mut self,
        question: Option<&'s Question>,
        id: &[u8],
        reader: &mut Reader<'a>,
    ) -> Result<(), Box<Mismatch>> {
        reader.begin_array()?;
        while reader.next_item()? {
            let before = reader.rest();
            let written = match question {
                Some(question) if reader.peek_kind()? == ValueKind::Object => self.fill_answer(question, reader)?,
                _ => {
                    self.skip_shape(&field_layout::ANSWER_SHAPE, reader)?;
                    false
                }
            };
            if !written {
                self.keep_unmatched("question_id", id, read_since(before, reader));
            }
        }
        Ok(())
    }

    /// Writes an answer to its cells; false if a part of it has no cell, and then no part is written.
    fn fill_answer<'a: 's>(&mut self, question: &'s Question, reader: &mut Reader<'a>) -> Result<bool, Box<Mismatch>> {
        let mut answer = ResponseAnswer::default();
        reader.begin_object()?;
        let mut members = FieldSet::new(field_layout::ANSWER);
        while let Some(member) = members.next_member(reader)? {
            match member {
                Member::Known(field_layout::CHOICE, field) => answer.choice = self.read_id(field, reader)?,
                Member::Known(field_layout::ROW, field) => answer.row = self.read_id(field, reader)?,
                Member::Known(field_layout::COLUMN, field) => answer.column = self.read_id(field, reader)?,
                Member::Known(field_layout::OTHER, field) => answer.other = self.read_id(field, reader)?,
                Member::Known(field_layout::TEXT, field) => answer.text = self.read_text(field, reader)?,
                Member::Known(field_layout::FILE, field) => answer.file = self.read_text(field, reader)?,
                Member::Known(_, field) => self.skip_field(field, reader)?,
                Member::Unknown(_) => reader.skip_value()?,
            }
        }
        self.note_missing_fields(&members);
        let Some(parts) = answer.into_cells(question) else { return Ok(false) };
        for (column, value) in parts.into_iter().flatten() {
            self.add_value(column, value);
        }
        Ok(true)
    }
}
