//! The answers of a response, each put into the cells of its question.

use super::answer::Answer;
use super::known;
use super::question::Question;
use super::row::{Row, read_since};
use crate::wire::check::Mismatch;
use crate::wire::json::{Kind, Reader};
use crate::wire::members::{Member, Members};
use crate::wire::text::quote_into;
use std::borrow::Cow;

impl<'s> Row<'s> {
    /// Puts the answers of a page into their cells.
    pub(super) fn page<'a: 's>(&mut self, reader: &mut Reader<'a>) -> Result<(), Box<Mismatch>> {
        reader.object()?;
        let mut members = Members::of(known::PAGE);
        while let Some(member) = members.next(reader)? {
            match member {
                Member::Known(known::QUESTIONS, _) if reader.peek()? == Kind::Array => {
                    reader.array()?;
                    while reader.item()? {
                        self.question(reader)?;
                    }
                }
                Member::Known(_, field) => self.pass(field, reader)?,
                Member::Unknown(_) => reader.skip()?,
            }
        }
        self.ends(&members);
        Ok(())
    }

    fn question<'a: 's>(&mut self, reader: &mut Reader<'a>) -> Result<(), Box<Mismatch>> {
        let (mut id, mut variant, mut waiting) = (None, None, Vec::new());
        let design = self.design;
        reader.object()?;
        let mut members = Members::of(known::QUESTION);
        while let Some(member) = members.next(reader)? {
            match member {
                Member::Known(known::QUESTION_ID, field) => id = Some(self.id(field, reader)?),
                Member::Known(known::VARIANT, field) => {
                    variant = self.text(field, reader)?.filter(|variant| !variant.is_empty());
                }
                Member::Known(known::ANSWERS, _) if reader.peek()? == Kind::Array => match &id {
                    Some(id) => self.answers(design.question(id), id, reader)?,
                    None => waiting.push(reader.raw()?),
                },
                Member::Known(_, field) => self.pass(field, reader)?,
                Member::Unknown(_) => reader.skip()?,
            }
        }
        self.ends(&members);
        let id = id.unwrap_or_default();
        let question = design.question(&id);
        for answers in waiting {
            self.answers(question, &id, &mut Reader::new(answers))?;
        }
        if let Some(variant) = variant {
            self.variant(question, &id, variant);
        }
        Ok(())
    }

    /// Puts down which of a question's headings was seen.
    fn variant(&mut self, question: Option<&'s Question>, id: &[u8], variant: Cow<'s, str>) {
        match question.filter(|question| !question.variants.as_slice().is_empty()) {
            Some(question) => {
                let found = question.variants.find(variant.as_bytes());
                let shown = found.map_or(variant, |(_, item)| Cow::Borrowed(item.label.as_str()));
                self.put(question.first.saturating_sub(1), shown);
            }
            None => {
                let mut json = String::from("{\"variable_id\":");
                quote_into(&mut json, &variant);
                json.push('}');
                self.keep("question_id", id, json.as_bytes());
            }
        }
    }

    fn answers<'a: 's>(
        &mut self,
        question: Option<&'s Question>,
        id: &[u8],
        reader: &mut Reader<'a>,
    ) -> Result<(), Box<Mismatch>> {
        reader.array()?;
        while reader.item()? {
            let before = reader.rest();
            let placed = match question {
                Some(question) if reader.peek()? == Kind::Object => self.answer(question, reader)?,
                _ => {
                    self.pass_shape(&known::ANSWER_SHAPE, reader)?;
                    false
                }
            };
            if !placed {
                self.keep("question_id", id, read_since(before, reader));
            }
        }
        Ok(())
    }

    /// Puts an answer into its cells; false if a part of it has none, and then none of it is put.
    fn answer<'a: 's>(&mut self, question: &'s Question, reader: &mut Reader<'a>) -> Result<bool, Box<Mismatch>> {
        let mut answer = Answer::default();
        reader.object()?;
        let mut members = Members::of(known::ANSWER);
        while let Some(member) = members.next(reader)? {
            match member {
                Member::Known(known::CHOICE, field) => answer.choice = self.id(field, reader)?,
                Member::Known(known::ROW, field) => answer.row = self.id(field, reader)?,
                Member::Known(known::COLUMN, field) => answer.column = self.id(field, reader)?,
                Member::Known(known::OTHER, field) => answer.other = self.id(field, reader)?,
                Member::Known(known::TEXT, field) => answer.text = self.text(field, reader)?,
                Member::Known(known::FILE, field) => answer.file = self.text(field, reader)?,
                Member::Known(_, field) => self.pass(field, reader)?,
                Member::Unknown(_) => reader.skip()?,
            }
        }
        self.ends(&members);
        let Some(parts) = answer.placed(question) else { return Ok(false) };
        for (column, value) in parts.into_iter().flatten() {
            self.put(column, value);
        }
        Ok(true)
    }
}
