//! Reads the stored answers of a response question by question, so that a large response can be read in chunks.

use super::answer_checker::EMPTY_ANSWER;
use crate::service::actor::chunked_work::CHUNK_RESPONSE_BYTES;
use crate::service::surveys::design::outline::split_questions;
use crate::spec::resources::responses::{ResponsePage, ResponseQuestion};
use crate::spec::types::Id;
use crate::wire::json::{JsonError, Reader, ValueKind};
use crate::wire::payload;
use litemap::LiteMap;
use std::collections::VecDeque;

/// The JSON texts of questions that are not decoded, by id.
pub type RawQuestions = LiteMap<Id, Vec<u8>>;

/// The answered pages of a response, some of whose questions are not decoded yet.
pub struct AnswerReader {
    /// The pages with the questions decoded so far.
    pub pages: Vec<ResponsePage>,
    /// The questions to decode: the index of the page, and the JSON text.
    left: VecDeque<(usize, Vec<u8>)>,
}

impl AnswerReader {
    /// Splits the stored pages of a response; `None` if the JSON is invalid.
    pub fn parse_stored(stored: &str) -> Option<AnswerReader> {
        let body = ["{\"pages\":", stored, "}"].concat();
        let (rest, questions) = split_questions(body.as_bytes()).ok()?;
        let mut rest: serde_json::Value = serde_json::from_slice(&rest).ok()?;
        let pages: Vec<ResponsePage> = payload::from_value(rest.get_mut("pages")?.take())?;
        let left = questions.into_iter().enumerate();
        let left = left.flat_map(|(page, questions)| questions.into_iter().map(move |question| (page, question)));
        Some(AnswerReader { pages, left: left.collect() })
    }

    /// Whether all questions are decoded.
    pub fn is_read(&self) -> bool {
        self.left.is_empty()
    }

    /// The indexes of the pages with questions that are not decoded yet.
    pub fn unread_pages(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.left.iter().map(|(page, _)| *page)
    }

    /// Decodes some questions into their pages and returns their size in bytes; `None` if the JSON is invalid.
    pub fn read_some(&mut self) -> Option<usize> {
        let mut bytes = 0_usize;
        for (index, question) in self.take_some()? {
            bytes = bytes.saturating_add(question.answers.len().saturating_mul(50));
            self.pages.get_mut(index)?.questions.push(question);
        }
        Some(bytes)
    }

    /// Decodes only the questions that `reads` accepts and those without answers. For each other one, the pages contain
    /// the question with an empty answer, and its JSON text is returned. `None` if the JSON is invalid.
    pub fn read_wanted(self, reads: &dyn Fn(&Id) -> bool) -> Option<(Vec<ResponsePage>, RawQuestions)> {
        let AnswerReader { mut pages, left } = self;
        let mut raw = LiteMap::new_vec();
        for (index, text) in left {
            let (id, is_answered) = question_of(&text).ok()?;
            let question = if reads(&id) || !is_answered {
                payload::from_value(serde_json::from_slice(&text).ok()?)?
            } else {
                raw.insert(id.clone(), text);
                ResponseQuestion {
                    id,
                    variable_id: None,
                    answers: vec![EMPTY_ANSWER],
                    family: None,
                    subtype: None,
                    heading: None,
                }
            };
            pages.get_mut(index)?.questions.push(question);
        }
        Some((pages, raw))
    }

    /// Decodes as many questions as one chunk may, at least one, each with the index of its page. `None` if the JSON is
    /// invalid.
    pub fn take_some(&mut self) -> Option<Vec<(usize, ResponseQuestion)>> {
        let (mut decoded, mut bytes) = (Vec::new(), 0_usize);
        while bytes < CHUNK_RESPONSE_BYTES
            && let Some((page, text)) = self.left.pop_front()
        {
            bytes = bytes.saturating_add(text.len());
            decoded.push((page, payload::from_value(serde_json::from_slice(&text).ok()?)?));
        }
        Some(decoded)
    }
}

/// The id of a stored question, and whether it is answered.
fn question_of(text: &[u8]) -> Result<(Id, bool), JsonError> {
    let (mut reader, mut id, mut is_answered) = (Reader::new(text), String::new(), false);
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        if key.equals("id") {
            id = reader.read_text()?.decode()?.into_owned();
        } else if key.equals("answers") && reader.peek_kind()? == ValueKind::Array {
            // Only the first item matters: it shows that there is an answer.
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
