//! A survey's design as columns: which cells the answers to each question take.

use super::column::{Column, Content, distinguish, key_of};
use super::index::Index;
use super::question::Question;
use super::words::Words;
use super::{METADATA, UNMATCHED};
use crate::wire::check::{Expected, Mismatch};
use crate::wire::json::{Kind, Reader};

/// The columns of a survey, and how answers find them.
#[derive(Debug, Default)]
pub(super) struct Design {
    pub(super) columns: Vec<Column>,
    variables: Vec<String>,
    questions: Vec<Question>,
    by_id: Index,
}

impl Design {
    /// Reads the JSON of a survey's details, in the words of a translation.
    pub(super) fn read(bytes: &[u8], words: &Words) -> Result<Design, Box<Mismatch>> {
        let mut design = Design::default();
        let mut reader = Reader::new(bytes);
        if reader.peek()? != Kind::Object {
            return Err(Mismatch::here(Expected::Object));
        }
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("pages") && reader.peek()? == Kind::Array {
                reader.array()?;
                while reader.item()? {
                    design.page(&mut reader, words)?;
                }
            } else if key.is("custom_variables") && reader.peek()? == Kind::Object {
                reader.object()?;
                while let Some(name) = reader.key()? {
                    design.variables.push(name.decoded()?.into_owned());
                    reader.skip()?;
                }
            } else {
                reader.skip()?;
            }
        }
        reader.end()?;
        design.add_columns();
        Ok(design)
    }

    fn page(&mut self, reader: &mut Reader, words: &Words) -> Result<(), Box<Mismatch>> {
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("questions") && reader.peek()? == Kind::Array {
                reader.array()?;
                while reader.item()? {
                    let question = Question::read(reader, words)?;
                    if !self.questions.iter().any(|known| known.id == question.id) {
                        self.questions.push(question);
                    }
                }
            } else {
                reader.skip()?;
            }
        }
        Ok(())
    }

    fn add_columns(&mut self) {
        let columns = &mut self.columns;
        for (name, heading) in METADATA {
            columns.push(Column::plain((*name).to_owned(), (*heading).to_owned(), Content::Metadata));
        }
        for name in &self.variables {
            columns.push(Column::plain(key_of(&["custom_variables", name]), name.clone(), Content::Variable));
        }
        for question in &mut self.questions {
            question.add_columns(columns);
        }
        columns.push(Column::plain(UNMATCHED.to_owned(), "Answers without a column".to_owned(), Content::Unmatched));
        distinguish(columns);
        self.by_id = Index::of(self.questions.len(), &|place| self.id_at(place));
    }

    fn id_at(&self, position: usize) -> &str {
        self.questions.get(position).map_or("", |question| &question.id)
    }

    /// The question with an id.
    pub(super) fn question(&self, id: &[u8]) -> Option<&Question> {
        self.questions.get(self.by_id.find(id, &|place| self.id_at(place))?)
    }

    /// The column of a custom variable.
    pub(super) fn variable(&self, name: &str) -> Option<usize> {
        let found = self.variables.iter().position(|known| known == name)?;
        Some(METADATA.len().saturating_add(found))
    }
}
