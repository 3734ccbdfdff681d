//! A survey's design as columns: the cells of the answers to each question.

use super::column::{Column, ColumnContent, key_of, make_headings_unique};
use super::index::IdIndex;
use super::question::Question;
use super::scalar::read_scalar;
use super::translations::Translation;
use super::{METADATA, SCORE, UNMATCHED};
use crate::wire::check::{Expected, Mismatch};
use crate::wire::json::{Reader, ValueKind};

/// The columns of a survey, with the indexes that map answers to them.
#[derive(Debug, Default)]
pub(super) struct Design {
    pub(super) columns: Vec<Column>,
    /// Whether the survey is a quiz, whose responses have a score.
    pub(super) is_quiz: bool,
    variables: Vec<String>,
    questions: Vec<Question>,
    by_id: IdIndex,
}

impl Design {
    /// Reads the JSON of a survey's details, with the texts of a translation.
    pub(super) fn from_json(bytes: &[u8], translation: &Translation) -> Result<Design, Box<Mismatch>> {
        let mut design = Design::default();
        let mut reader = Reader::new(bytes);
        if reader.peek_kind()? != ValueKind::Object {
            return Err(Mismatch::at_cursor(Expected::Object));
        }
        reader.begin_object()?;
        while let Some(key) = reader.next_key()? {
            if key.equals("pages") && reader.peek_kind()? == ValueKind::Array {
                reader.begin_array()?;
                while reader.next_item()? {
                    design.read_page(&mut reader, translation)?;
                }
            } else if key.equals("custom_variables") && reader.peek_kind()? == ValueKind::Object {
                reader.begin_object()?;
                while let Some(name) = reader.next_key()? {
                    design.variables.push(name.decode()?.into_owned());
                    reader.skip_value()?;
                }
            } else if key.equals("quiz_options") && reader.peek_kind()? == ValueKind::Object {
                reader.begin_object()?;
                while let Some(name) = reader.next_key()? {
                    if name.equals("is_quiz_mode") {
                        design.is_quiz = read_scalar(&mut reader)?.is_some_and(|value| value == "true");
                    } else {
                        reader.skip_value()?;
                    }
                }
            } else {
                reader.skip_value()?;
            }
        }
        reader.expect_end()?;
        design.add_columns();
        Ok(design)
    }

    fn read_page(&mut self, reader: &mut Reader, translation: &Translation) -> Result<(), Box<Mismatch>> {
        reader.begin_object()?;
        while let Some(key) = reader.next_key()? {
            if key.equals("questions") && reader.peek_kind()? == ValueKind::Array {
                reader.begin_array()?;
                while reader.next_item()? {
                    let question = Question::read_question(reader, translation)?;
                    if !self.questions.iter().any(|known| known.id == question.id) {
                        self.questions.push(question);
                    }
                }
            } else {
                reader.skip_value()?;
            }
        }
        Ok(())
    }

    fn add_columns(&mut self) {
        let columns = &mut self.columns;
        for (name, heading) in METADATA {
            columns.push(Column::without_question((*name).to_owned(), (*heading).to_owned(), ColumnContent::Metadata));
        }
        for (name, heading) in SCORE.iter().filter(|_| self.is_quiz) {
            columns.push(Column::without_question(
                key_of(&["quiz_results", name]),
                (*heading).to_owned(),
                ColumnContent::Metadata,
            ));
        }
        for name in &self.variables {
            columns.push(Column::without_question(
                key_of(&["custom_variables", name]),
                name.clone(),
                ColumnContent::Variable,
            ));
        }
        for question in &mut self.questions {
            question.add_columns(columns);
        }
        columns.push(Column::without_question(
            UNMATCHED.to_owned(),
            "Answers without a column".to_owned(),
            ColumnContent::Unmatched,
        ));
        make_headings_unique(columns);
        self.by_id = IdIndex::from_ids(self.questions.len(), &|position| self.id_at(position));
    }

    fn id_at(&self, position: usize) -> &str {
        self.questions.get(position).map_or("", |question| &question.id)
    }

    /// The question with an id.
    pub(super) fn question_by_id(&self, id: &[u8]) -> Option<&Question> {
        self.questions.get(self.by_id.find_id(id, &|position| self.id_at(position))?)
    }

    /// The column of a custom variable.
    pub(super) fn variable_column(&self, name: &str) -> Option<usize> {
        let found = self.variables.iter().position(|known| known == name)?;
        let score = if self.is_quiz { SCORE.len() } else { 0 };
        Some(METADATA.len().saturating_add(score).saturating_add(found))
    }
}
