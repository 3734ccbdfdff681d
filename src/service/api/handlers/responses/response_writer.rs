//! Creating or changing a response: its answers are checked, merged with the previous ones and encoded in chunks.
//!
//! Nothing is stored before the last chunk, so that a response is stored whole or not at all.

use super::ResponseParent;
use super::open_collector::check_open;
use super::response_input::ResponseInput;
use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::CHUNK_RESPONSE_BYTES;
use crate::service::api::handlers::collectors::load_any_collector;
use crate::service::store::sql::Row;
use crate::service::surveys::access::require_privilege;
use crate::service::surveys::answers::{
    AnswerCollector, AnswerReader, Completeness, Design, DesignLoader, Record, delete_unnamed_files, insert_response,
    update_response, violations_error,
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

/// What a request writes.
pub enum Extent {
    /// A new response.
    New,
    /// The fields in the body, of an existing response.
    Part(Id),
    /// All writable fields of an existing response; those missing in the body get their defaults.
    Whole(Id),
}

/// A write in progress.
pub struct ResponseWriter {
    parent: ResponseParent,
    extent: Extent,
    body: ResponsePatch,
    /// The pages that are not checked yet, each with its index, id and questions.
    unchecked: VecDeque<(usize, Id, QuestionBodies)>,
    /// Number of checked questions of the first of these pages.
    checked_questions: usize,
    design: DesignState,
    collector: Option<AnswerCollector>,
    /// The previous answers, and when the response was changed last.
    previous: Option<(AnswerReader, Timestamp)>,
    /// The merged pages that are still to be encoded.
    pages: Option<VecDeque<ResponsePage>>,
    quiz_results: Option<QuizResults>,
    text: Vec<u8>,
    /// Bytes that this chunk has read and written so far.
    spent: usize,
}

/// The survey's design.
enum DesignState {
    Absent,
    Loading(Box<DesignLoader>),
    /// The design, and when the survey was changed last.
    Loaded(Box<Design>, Timestamp),
}

impl ResponseWriter {
    /// A new write. The questions of the body were stored as the state of the chunked work.
    pub fn from_body(
        context: &CallContext,
        parent: ResponseParent,
        extent: Extent,
        body: ResponsePatch,
    ) -> Box<ResponseWriter> {
        let pages = body.pages.iter().flatten().map(|page| page.id.clone());
        let unchecked = pages.zip(outline::take_questions(context.chunked_work)).enumerate();
        Box::new(ResponseWriter {
            parent,
            extent,
            unchecked: unchecked.map(|(index, (id, questions))| (index, id, questions)).collect(),
            body,
            checked_questions: 0,
            design: DesignState::Absent,
            collector: Some(AnswerCollector::default()),
            previous: None,
            pages: None,
            quiz_results: None,
            text: Vec::new(),
            spent: 0,
        })
    }

    /// Continues the write in progress, if there is one.
    pub fn resume_pending(context: &CallContext) -> Option<Result<Response, ApiError>> {
        let storing = context.chunked_work.take_state(|_: &ResponseWriter| true)?;
        Some(storing.run_chunk(context))
    }

    /// Does the next chunk of work. Returns the response after the last one.
    ///
    /// # Errors
    ///
    /// Errors of the caller's privileges, of the collector or of an answer; [`Error::Unavailable`], if the survey or
    /// the response was changed meanwhile; between two chunks, an internal error that is never sent.
    pub fn run_chunk(mut self: Box<ResponseWriter>, context: &CallContext) -> Result<Response, ApiError> {
        // Between two chunks anything may have changed, so every chunk checks this again.
        let privilege = if matches!(self.extent, Extent::New) {
            Privilege::CollectFullAccess
        } else {
            Privilege::AnalyzeFullAccess
        };
        let (survey, record) = match (&self.extent, &self.parent) {
            (Extent::Part(id) | Extent::Whole(id), parent) => {
                (parent.check_privilege(context, privilege)?, Some(parent.load_head(context, id)?))
            }
            (Extent::New, ResponseParent::Collector(id)) => {
                let collector = load_any_collector(context, id)?;
                let survey = require_privilege(context, &collector.text("survey_id").into(), privilege)?;
                check_open(context, &collector, self.final_status(None))?;
                (survey, None)
            }
            (Extent::New, parent @ ResponseParent::Survey(_)) => (parent.check_privilege(context, privilege)?, None),
        };
        self.spent = 0;
        while !self.run_step(context, &survey, record.as_ref())? {
            if self.spent >= CHUNK_RESPONSE_BYTES {
                return Err(context.chunked_work.pause_with(self));
            }
        }
        let DesignState::Loaded(design, read) = &self.design else { return Err(Error::Internal.into()) };
        if survey.timestamp("modified") != *read {
            // The answers were checked against a design that no longer exists.
            return Err(Error::Unavailable.into());
        }
        let (is_replacement, status) = (matches!(self.extent, Extent::Whole(_)), self.final_status(record.as_ref()));
        let (is_redated, body) = (self.body.date_created.is_some(), self.body);
        let input = ResponseInput {
            custom_variables: body.custom_variables.or_else(|| is_replacement.then(BTreeMap::new)),
            custom_value: body.custom_value.or_else(|| is_replacement.then(String::new)),
            date_created: body.date_created,
            ip_address: body.ip_address.or_else(|| is_replacement.then(String::new)),
            recipient_id: body.recipient_id.or_else(|| is_replacement.then(|| "".into())),
        };
        let previous_status = record.as_ref().map(|record| record.status);
        let mut record = match record {
            Some(record) => record,
            None => {
                let collector = match &self.parent {
                    ResponseParent::Collector(id) => id.as_str(),
                    ResponseParent::Survey(_) => "",
                };
                Record::start(&design.survey_id, collector, context.now())
            }
        };
        input.apply_to(context, design, &mut record)?;
        (record.status, record.quiz_results) = (status, self.quiz_results);
        let pages = String::from_utf8(self.text).map_err(|_| Error::Internal)?;
        match previous_status {
            None => insert_response(context.effects(), &mut record, pages)?,
            Some(previous_status) => {
                record.modified = context.now();
                // A preview was not counted when it was created, so it must never become a response that counts.
                if record.mode != CollectionMode::SurveyPreview {
                    record.mode = CollectionMode::Edit;
                }
                delete_unnamed_files(context.effects(), &record.id, &pages)?;
                update_response(context.effects(), &mut record, pages, previous_status, is_redated)?;
                let subject = format!("Response {} of {}", record.id, survey.text("title"));
                context.record_activity(ActivityType::RespondentUpdated, &subject)?;
            }
        }
        Ok(self.parent.to_response(context, record))
    }

    /// The status of the stored response. A new or replaced response is complete unless the body says otherwise.
    fn final_status(&self, record: Option<&Record>) -> ResponseStatus {
        let previous_status = record.filter(|_| matches!(self.extent, Extent::Part(_))).map(|record| record.status);
        self.body.response_status.or(previous_status).unwrap_or(ResponseStatus::Completed)
    }

    /// Which answers are required. Answers may be removed even from a completed response: a required one by a change,
    /// or all by a replacement without pages. But a response that becomes complete must have all required answers, and
    /// one whose pages are replaced and that is complete, those that it had before. This is our choice.
    fn required_completeness(&self, record: Option<&Record>) -> Completeness {
        let becomes_complete = record.is_none_or(|record| record.status != ResponseStatus::Completed);
        let requires_answers = match self.extent {
            Extent::New => true,
            Extent::Part(_) => becomes_complete,
            Extent::Whole(_) => becomes_complete || self.body.pages.is_some(),
        };
        let complete = self.final_status(record) == ResponseStatus::Completed;
        if requires_answers && complete { Completeness::All } else { Completeness::Nothing }
    }

    /// Does one step. True if only the storing is left.
    fn run_step(&mut self, context: &CallContext, survey: &Row, record: Option<&Record>) -> Result<bool, ApiError> {
        let (design, read) = match std::mem::replace(&mut self.design, DesignState::Absent) {
            DesignState::Absent => {
                let loading = DesignLoader::of_survey(context.design_source(), survey)?;
                self.design = DesignState::Loading(Box::new(loading));
                return Ok(false);
            }
            DesignState::Loading(mut loading) => {
                let done = loading.run_chunk(context.design_source())?.ok_or(Error::NotFound)?;
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
        let done = self.check_with_design(context, &design, record);
        self.design = DesignState::Loaded(design, read);
        done
    }

    fn check_with_design(
        &mut self,
        context: &CallContext,
        design: &Design,
        record: Option<&Record>,
    ) -> Result<bool, ApiError> {
        match (&self.extent, &mut self.previous) {
            (Extent::Part(id) | Extent::Whole(id), None) => {
                let row = self.parent.load_row(context, id)?;
                let stored = row.text("pages");
                self.spent = self.spent.saturating_add(stored.len());
                self.previous =
                    Some((AnswerReader::parse_stored(&stored).ok_or(Error::Internal)?, row.timestamp("modified")));
                return Ok(false);
            }
            (_, Some((reader, _))) if !reader.is_read() => {
                self.spent = self.spent.saturating_add(reader.read_some().ok_or(Error::Internal)?);
                return Ok(false);
            }
            // Another request has changed it while it was being read.
            (_, Some((_, read))) if record.is_some_and(|record| record.modified != *read) => {
                return Err(Error::Unavailable.into());
            }
            _ => {}
        }
        if let Some(page) = self.unchecked.front_mut() {
            let Some(collector) = &mut self.collector else { return Err(Error::Internal.into()) };
            let (index, id, questions) = page;
            let before = self.previous.as_ref().map(|(reader, _)| reader.pages.as_slice()).unwrap_or_default();
            match collector.find_page(design, before, *index, id).zip(questions.pop_front()) {
                Some((found, text)) => {
                    let question = serde_json::from_slice(&text).map_err(|_| Error::NotJson)?;
                    let question: ResponseQuestionNew = payload::from_value(question).ok_or(Error::BadBody)?;
                    collector.add_question(design, found, before, [*index, self.checked_questions], &question);
                    self.checked_questions = self.checked_questions.saturating_add(1);
                    self.spent = self.spent.saturating_add(text.len());
                }
                None => {
                    self.unchecked.pop_front();
                    self.checked_questions = 0;
                }
            }
            return Ok(false);
        }
        if let Some(mut collector) = self.collector.take() {
            let required = self.required_completeness(record);
            let mut previous =
                self.previous.as_mut().map(|(reader, _)| std::mem::take(&mut reader.pages)).unwrap_or_default();
            if matches!(self.extent, Extent::Whole(_)) {
                if record.is_some_and(|record| record.status == ResponseStatus::Completed) {
                    collector.leave_unanswered(design, &previous);
                }
                collector.retain_unchanged(&mut previous);
            }
            let checked =
                collector.finish_check(design, previous, required).map_err(|problems| violations_error(&problems))?;
            self.quiz_results = checked.quiz_results;
            let answers = checked.pages.iter().flat_map(|page| &page.questions).map(|question| question.answers.len());
            // The cost of writing them: an encoded answer has about 50 bytes.
            self.spent = self.spent.saturating_add(answers.sum::<usize>().saturating_mul(50));
            self.pages = Some(checked.pages.into());
            self.text.push(b'[');
            return Ok(false);
        }
        let Some(page) = self.pages.as_mut().and_then(VecDeque::pop_front) else {
            self.text.push(b']');
            return Ok(true);
        };
        let start = self.text.len();
        if start > 1 {
            self.text.push(b',');
        }
        page.write(&mut self.text);
        self.spent = self.spent.saturating_add(self.text.len().saturating_sub(start));
        Ok(false)
    }
}
