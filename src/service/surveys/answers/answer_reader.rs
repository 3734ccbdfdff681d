//! The stored answers of a response question by question, so that those of a large one are read in pieces.

use super::answer_checker::EMPTY_ANSWER;
use crate::service::actor::chunked_work::CHUNK_RESPONSE_BYTES;
use crate::service::surveys::design::outline::split_questions;
use crate::spec::resources::responses::{ResponsePage, ResponseQuestion};
use crate::spec::types::Id;
use crate::wire::json::{JsonError, Reader, ValueKind};
use crate::wire::payload;
use std::collections::{BTreeMap, VecDeque};

/// The texts of questions whose answers are not read.
pub type Sealed = BTreeMap<Id, Vec<u8>>;

/// Answered pages, some of whose questions are not read yet.
pub struct AnswerReader {
    /// The pages as far as they are read. Before that they are empty.
    pub pages: Vec<ResponsePage>,
    /// What is still to be read: the place of its page, and its JSON text.
    left: VecDeque<(usize, Vec<u8>)>,
}

impl AnswerReader {
    /// The pages of a response as they are stored; none if they are broken.
    pub fn parse_stored(stored: &str) -> Option<AnswerReader> {
        let body = ["{\"pages\":", stored, "}"].concat();
        let (rest, questions) = split_questions(body.as_bytes()).ok()?;
        let mut rest: serde_json::Value = serde_json::from_slice(&rest).ok()?;
        let pages: Vec<ResponsePage> = payload::from_value(rest.get_mut("pages")?.take())?;
        let left = questions.into_iter().enumerate();
        let left = left.flat_map(|(page, questions)| questions.into_iter().map(move |question| (page, question)));
        Some(AnswerReader { pages, left: left.collect() })
    }

    /// Whether nothing is left.
    pub fn is_read(&self) -> bool {
        self.left.is_empty()
    }

    /// The places of the pages that have questions which are not read.
    pub fn unread_pages(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.left.iter().map(|(page, _)| *page)
    }

    /// Reads some questions into their pages; how many bytes these are. None if they are broken.
    pub fn read_some(&mut self) -> Option<usize> {
        let mut bytes = 0_usize;
        for (place, question) in self.take_some()? {
            bytes = bytes.saturating_add(question.answers.len().saturating_mul(50));
            self.pages.get_mut(place)?.questions.push(question);
        }
        Some(bytes)
    }

    /// The pages with those questions read that are wanted, and the texts of the others, for whose answers one stands
    /// that says nothing. None if they are broken.
    pub fn read_wanted(self, reads: &dyn Fn(&Id) -> bool) -> Option<(Vec<ResponsePage>, Sealed)> {
        let AnswerReader { mut pages, left } = self;
        let mut sealed = BTreeMap::new();
        for (place, text) in left {
            let (id, is_answered) = question_of(&text).ok()?;
            let question = if reads(&id) || !is_answered {
                payload::from_value(serde_json::from_slice(&text).ok()?)?
            } else {
                sealed.insert(id.clone(), text);
                ResponseQuestion {
                    id,
                    variable_id: None,
                    answers: vec![EMPTY_ANSWER],
                    family: None,
                    subtype: None,
                    heading: None,
                }
            };
            pages.get_mut(place)?.questions.push(question);
        }
        Some((pages, sealed))
    }

    /// Some questions, each with the place of its page: as many as one piece of work reads, one at least. None if they
    /// are broken.
    pub fn take_some(&mut self) -> Option<Vec<(usize, ResponseQuestion)>> {
        let (mut some, mut bytes) = (Vec::new(), 0_usize);
        while bytes < CHUNK_RESPONSE_BYTES
            && let Some((page, text)) = self.left.pop_front()
        {
            bytes = bytes.saturating_add(text.len());
            some.push((page, payload::from_value(serde_json::from_slice(&text).ok()?)?));
        }
        Some(some)
    }
}

/// Which question a text is about, and whether it is answered.
fn question_of(text: &[u8]) -> Result<(Id, bool), JsonError> {
    let (mut reader, mut id, mut is_answered) = (Reader::new(text), String::new(), false);
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        if key.equals("id") {
            id = reader.read_text()?.decode()?.into_owned();
        } else if key.equals("answers") && reader.peek_kind()? == ValueKind::Array {
            // Nothing behind its first item is asked for.
            reader.begin_array()?;
            is_answered = reader.next_item()?;
            if !id.is_empty() {
                break;
            }
            return Err(JsonError);
        } else {
            reader.skip_value()?;
        }
    }
    Ok((Id(id), is_answered))
}
