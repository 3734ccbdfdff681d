//! `simple=true`: answers as text in addition to the ids, so that a caller does not need the design.
//!
//! The text of an answer consists of the texts of its row, column and choice and what was typed, joined by ` - `. The
//! format is our choice.

use super::answers::{QuestionPosition, has_more_questions, next_questions};
use crate::service::actor::call_context::CallContext;
use crate::spec::questions::{Family, Subtype};
use crate::spec::resources::responses::{Answer, ResponsePage};
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use litemap::LiteMap;
use serde_json::Value;
use std::collections::BTreeMap;

/// The texts of a survey's design, by question.
pub struct SimpleTexts {
    survey_id: String,
    by_question: LiteMap<String, QuestionTexts>,
    after: QuestionPosition,
}

struct QuestionTexts {
    family: Option<Family>,
    subtype: Option<Subtype>,
    /// The headings; where they are assigned at random, each with the id of its assignment.
    headings: Vec<(Option<String>, String)>,
    texts: BTreeMap<String, String>,
}

impl SimpleTexts {
    /// Loads the texts of a survey, in chunks.
    ///
    /// # Errors
    ///
    /// The error of a pause until all chunks are read.
    pub fn load(context: &CallContext, survey_id: &str) -> Result<Box<SimpleTexts>, ApiError> {
        let stored = context.chunked_work.take_state(|texts: &SimpleTexts| texts.survey_id == survey_id);
        let mut texts = stored.unwrap_or_else(|| {
            let survey_id = survey_id.to_owned();
            Box::new(SimpleTexts { survey_id, by_question: LiteMap::new_vec(), after: QuestionPosition::default() })
        });
        for row in next_questions(context.sql, survey_id, &mut texts.after)?.into_iter().flatten() {
            texts.by_question.insert(row.text("id"), QuestionTexts::from_body(&row.json("body")));
        }
        match has_more_questions(context.sql, survey_id, &texts.after)? {
            true => Err(context.chunked_work.pause_with(texts)),
            false => Ok(texts),
        }
    }

    /// Adds texts to the questions and answers of a response.
    pub fn add_to(&self, pages: &mut [ResponsePage]) {
        for question in pages.iter_mut().flat_map(|page| &mut page.questions) {
            let Some(question_texts) = self.by_question.get(question.id.as_str()) else { continue };
            question.family = question_texts.family;
            question.subtype = question_texts.subtype;
            question.heading = question_texts.heading_seen(question.variable_id.as_ref()).map(str::to_owned);
            for answer in &mut question.answers {
                answer.simple_text = Some(question_texts.describe_answer(answer));
            }
        }
    }
}

impl QuestionTexts {
    fn from_body(body: &Value) -> QuestionTexts {
        let text = |pointer: &str| body.pointer(pointer).and_then(Value::as_str).unwrap_or("");
        let mut texts = BTreeMap::new();
        if let Some(answers) = body.get("answers") {
            collect_texts(answers, &mut texts);
        }
        QuestionTexts {
            family: Family::parse(text("/family")),
            subtype: Subtype::parse(text("/subtype")),
            headings: body.get("headings").and_then(Value::as_array).into_iter().flatten().map(heading_of).collect(),
            texts,
        }
    }

    /// The heading that a respondent saw: that of the assignment, or the first without one. `None` if the assignment no
    /// longer exists: another heading would be wrong.
    fn heading_seen(&self, assigned: Option<&Id>) -> Option<&str> {
        let is_seen = |(id, _): &&(Option<String>, String)| id.as_deref() == assigned.map(Id::as_str);
        let first = || self.headings.first().filter(|_| assigned.is_none());
        self.headings.iter().find(is_seen).or_else(first).map(|(_, heading)| heading.as_str())
    }

    fn describe_answer(&self, answer: &Answer) -> String {
        let ids = [&answer.row_id, &answer.col_id, &answer.choice_id, &answer.other_id];
        let typed = answer.text.clone().or_else(|| answer.download_url.clone());
        let named = ids.into_iter().flatten().filter_map(|id: &Id| self.texts.get(id.as_str()).cloned());
        named.chain(typed).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" - ")
    }
}

fn heading_of(heading: &Value) -> (Option<String>, String) {
    let text = |pointer: &str| heading.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
    (text("/random_assignment/id"), text("/heading").unwrap_or_default())
}

/// Collects every option of the answers: its id, and its text or, where that is empty as with stars, its weight.
fn collect_texts(value: &Value, texts: &mut BTreeMap<String, String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_texts(item, texts)),
        Value::Object(fields) => {
            if let Some(id) = fields.get("id").and_then(Value::as_str) {
                let text = fields.get("text").and_then(Value::as_str).filter(|text| !text.is_empty());
                let weight = || fields.get("weight").map(Value::to_string);
                texts.insert(id.to_owned(), text.map(str::to_owned).or_else(weight).unwrap_or_default());
            }
            fields.values().for_each(|field| collect_texts(field, texts));
        }
        _ => {}
    }
}
