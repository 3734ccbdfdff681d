//! A response that an app writes or changes: its answers are checked, joined with those before and stored in pieces.
//!
//! Nothing is written before the last piece, so that a response is stored whole or not at all.

use super::ResponseParent;
use super::open_collector::check_open;
use super::response_input::ResponseInput;
use crate::service::actor::chunked_work::CHUNK_RESPONSE_BYTES;
use crate::service::actor::context::Context;
use crate::service::surveys::answers::{
    AnswerCollector, AnswerReader, Completeness, Design, DesignLoader, Record, insert_response, update_response,
    violations_error,
};
use crate::service::surveys::design::outline::{self, QuestionBodies};
use crate::spec::errors::Error;
use crate::spec::payload::Encode as _;
use crate::spec::resources::groups::ActivityType;
use crate::spec::resources::responses::{
    CollectionMode, QuizResults, Response, ResponsePage, ResponsePatch, ResponseQuestionNew, ResponseStatus,
};
use crate::spec::resources::roles::Privilege;
use crate::spec::types::Id;
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;
use crate::wire::payload;
use std::collections::{BTreeMap, VecDeque};

/// What is written.
pub enum Extent {
    /// A response that was not there before.
    New,
    /// What the body names of a response.
    Part(Id),
    /// Everything that can be written of a response: what the body leaves out gets its default.
    Whole(Id),
}

/// A response that is being stored.
pub struct ResponseWriter {
    parent: ResponseParent,
    extent: Extent,
    body: ResponsePatch,
    /// The pages that were sent and are not checked yet, each with its place, its id and its questions.
    given: VecDeque<(usize, Id, QuestionBodies)>,
    /// How many questions of the first of them are checked.
    taken: usize,
    design: DesignState,
    collector: Option<AnswerCollector>,
    /// The answers before, and when they were read.
    before: Option<(AnswerReader, Timestamp)>,
    /// What is checked and joined, and is still to be written as text.
    pages: Option<VecDeque<ResponsePage>>,
    quiz_results: Option<QuizResults>,
    text: Vec<u8>,
    /// Bytes that this piece has read and written.
    spent: usize,
}

/// The survey's design, as far as it is there.
enum DesignState {
    Absent,
    Loading(Box<DesignLoader>),
    /// And when the survey had last been changed.
    Loaded(Box<Design>, Timestamp),
}

impl ResponseWriter {
    /// A response as its body says, whose questions were kept.
    pub fn from_body(
        context: &Context,
        parent: ResponseParent,
        extent: Extent,
        body: ResponsePatch,
    ) -> Box<ResponseWriter> {
        let pages = body.pages.iter().flatten().map(|page| page.id.clone());
        let given = pages.zip(outline::take_questions(context.chunked_work)).enumerate();
        Box::new(ResponseWriter {
            parent,
            extent,
            given: given.map(|(place, (id, questions))| (place, id, questions)).collect(),
            body,
            taken: 0,
            design: DesignState::Absent,
            collector: Some(AnswerCollector::default()),
            before: None,
            pages: None,
            quiz_results: None,
            text: Vec::new(),
            spent: 0,
        })
    }

    /// Goes on with what was begun.
    pub fn resume_pending(context: &Context) -> Option<Result<Response, ApiError>> {
        let storing = context.chunked_work.take_state(|_: &ResponseWriter| true)?;
        Some(storing.run_piece(context))
    }

    /// The next piece of work, and the response after the last.
    pub fn run_piece(mut self: Box<ResponseWriter>, context: &Context) -> Result<Response, ApiError> {
        // Whatever took long: all of this must hold when it is stored.
        let privilege = if matches!(self.extent, Extent::New) {
            Privilege::CollectFullAccess
        } else {
            Privilege::AnalyzeFullAccess
        };
        let survey = self.parent.check_privilege(context, privilege)?;
        let record = match (&self.extent, &self.parent) {
            (Extent::Part(id) | Extent::Whole(id), parent) => Some(parent.load_head(context, id)?),
            (Extent::New, ResponseParent::Collector(id)) => {
                check_open(context, id, self.final_status(None))?;
                None
            }
            (Extent::New, ResponseParent::Survey(_)) => None,
        };
        let survey_id = survey.text("id");
        self.spent = 0;
        while !self.run_step(context, &survey_id, record.as_ref())? {
            if self.spent >= CHUNK_RESPONSE_BYTES {
                return Err(context.chunked_work.pause_with(self));
            }
        }
        let DesignState::Loaded(design, read) = &self.design else { return Err(Error::Internal.into()) };
        if survey.timestamp("modified") != *read {
            // The answers were held against a design that is no longer there.
            return Err(Error::Unavailable.into());
        }
        let (whole, status) = (matches!(self.extent, Extent::Whole(_)), self.final_status(record.as_ref()));
        let body = self.body;
        let written = ResponseInput {
            custom_variables: body.custom_variables.or_else(|| whole.then(BTreeMap::new)),
            custom_value: body.custom_value.or_else(|| whole.then(String::new)),
            date_created: body.date_created,
            ip_address: body.ip_address.or_else(|| whole.then(String::new)),
            recipient_id: body.recipient_id.or_else(|| whole.then(|| "".into())),
        };
        let before = record.as_ref().map(|record| record.status);
        let mut record = match record {
            Some(record) => record,
            None => {
                let collector = match &self.parent {
                    ResponseParent::Collector(id) => id.as_str(),
                    ResponseParent::Survey(_) => "",
                };
                Record::start(&design.survey_id, collector, context.now)
            }
        };
        written.apply_to(context, design, &mut record)?;
        (record.status, record.quiz_results) = (status, self.quiz_results);
        let pages = String::from_utf8(self.text).map_err(|_| Error::Internal)?;
        match before {
            None => insert_response(context.effects(), &mut record, pages)?,
            Some(before) => {
                (record.mode, record.modified) = (CollectionMode::Edit, context.now);
                update_response(context.effects(), &mut record, pages, before)?;
                let subject = format!("Response {} of {}", record.id, survey.text("title"));
                context.record_activity(ActivityType::RespondentUpdated, &subject)?;
            }
        }
        Ok(self.parent.to_response(context, record))
    }

    /// How far the respondent came, in the end. A new response, and one that is replaced, is complete unless it says not.
    fn final_status(&self, record: Option<&Record>) -> ResponseStatus {
        let before = record.filter(|_| matches!(self.extent, Extent::Part(_))).map(|record| record.status);
        self.body.response_status.or(before).unwrap_or(ResponseStatus::Completed)
    }

    /// What must be answered. What may be erased is erased, even from a completed response: a required question whose
    /// answer is taken away, or all answers by a replacement without pages. But a response that becomes complete, and one
    /// whose pages are replaced and that is complete, must have all required answers. This is our choice.
    fn required_completeness(&self, record: Option<&Record>) -> Completeness {
        let demanded = match self.extent {
            Extent::New => true,
            Extent::Part(_) => record.is_none_or(|record| record.status != ResponseStatus::Completed),
            Extent::Whole(_) => self.body.pages.is_some(),
        };
        let complete = self.final_status(record) == ResponseStatus::Completed;
        if demanded && complete { Completeness::All } else { Completeness::Nothing }
    }

    /// Does some of what is to be done. True if nothing is left but to store it.
    fn run_step(&mut self, context: &Context, survey_id: &str, record: Option<&Record>) -> Result<bool, ApiError> {
        let design = match std::mem::replace(&mut self.design, DesignState::Absent) {
            DesignState::Absent => {
                let loading = DesignLoader::start_load(context.sql, survey_id)?.ok_or(Error::NotFound)?;
                self.design = DesignState::Loading(Box::new(loading));
                return Ok(false);
            }
            DesignState::Loading(mut loading) => {
                let done = loading.run_piece(context.sql)?.ok_or(Error::NotFound)?;
                self.design = if done {
                    let (design, read) = loading.design();
                    DesignState::Loaded(Box::new(design), read)
                } else {
                    DesignState::Loading(loading)
                };
                self.spent = if done { self.spent } else { CHUNK_RESPONSE_BYTES };
                return Ok(false);
            }
            DesignState::Loaded(design, read) => (design, read),
        };
        let (design, read) = design;
        let done = self.check_with_design(context, &design, record);
        self.design = DesignState::Loaded(design, read);
        done
    }

    fn check_with_design(
        &mut self,
        context: &Context,
        design: &Design,
        record: Option<&Record>,
    ) -> Result<bool, ApiError> {
        if let Some(page) = self.given.front_mut() {
            let Some(naming) = &mut self.collector else { return Err(Error::Internal.into()) };
            let (place, id, questions) = page;
            let known = if self.taken == 0 { naming.find_page(design, *place, id) } else { design.find_page(id) };
            match known.zip(questions.pop_front()) {
                Some((known, text)) => {
                    let question = serde_json::from_slice(&text).map_err(|_| Error::NotJson)?;
                    let question: ResponseQuestionNew = payload::from_value(question).ok_or(Error::BadBody)?;
                    naming.add_question(known, [*place, self.taken], &question);
                    self.taken = self.taken.saturating_add(1);
                    self.spent = self.spent.saturating_add(text.len());
                }
                None => {
                    self.given.pop_front();
                    self.taken = 0;
                }
            }
            return Ok(false);
        }
        match (&self.extent, &mut self.before) {
            (Extent::Part(id), None) => {
                let row = self.parent.load_row(context, id)?;
                let stored = row.text("pages");
                self.spent = self.spent.saturating_add(stored.len());
                self.before =
                    Some((AnswerReader::parse_stored(&stored).ok_or(Error::Internal)?, row.timestamp("modified")));
                return Ok(false);
            }
            (_, Some((split, _))) if !split.is_read() => {
                self.spent = self.spent.saturating_add(split.read_some().ok_or(Error::Internal)?);
                return Ok(false);
            }
            // Somebody has changed it while it was being read.
            (_, Some((_, read))) if record.is_some_and(|record| record.modified != *read) => {
                return Err(Error::Unavailable.into());
            }
            _ => {}
        }
        if let Some(naming) = self.collector.take() {
            let demand = self.required_completeness(record);
            let before = self.before.as_mut().map(|(split, _)| std::mem::take(&mut split.pages)).unwrap_or_default();
            let checked =
                naming.finish_check(design, before, demand).map_err(|problems| violations_error(&problems))?;
            self.quiz_results = checked.quiz_results;
            let answers = checked.pages.iter().flat_map(|page| &page.questions).map(|question| question.answers.len());
            // An answer has some 50 bytes.
            self.spent = self.spent.saturating_add(answers.sum::<usize>().saturating_mul(50));
            self.pages = Some(checked.pages.into());
            self.text.push(b'[');
            return Ok(false);
        }
        let Some(page) = self.pages.as_mut().and_then(VecDeque::pop_front) else {
            self.text.push(b']');
            return Ok(true);
        };
        let before = self.text.len();
        if before > 1 {
            self.text.push(b',');
        }
        page.write(&mut self.text);
        self.spent = self.spent.saturating_add(self.text.len().saturating_sub(before));
        Ok(false)
    }
}
