//! A response that an app writes or changes: its answers are checked, joined with those before and stored in pieces.
//!
//! Nothing is written before the last piece, so that a response is stored whole or not at all.

use super::Parent;
use super::takes::takes_responses;
use super::written::Written;
use crate::service::actor::context::Context;
use crate::service::actor::pieces::BYTES;
use crate::service::surveys::answers::{Demand, Design, Loading, Naming, Record, Split, insert, refusal, update};
use crate::service::surveys::design::outline::{self, Questions};
use crate::spec::errors::Error;
use crate::spec::payload::Encode as _;
use crate::spec::resources::groups::ActivityType;
use crate::spec::resources::responses::{
    CollectionMode, QuizResults, Response, ResponsePage, ResponsePatch, ResponseQuestionNew, ResponseStatus,
};
use crate::spec::resources::roles::Privilege;
use crate::spec::types::Id;
use crate::wire::dates::Moment;
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
pub struct Storing {
    parent: Parent,
    extent: Extent,
    body: ResponsePatch,
    /// The pages that were sent and are not checked yet, each with its place, its id and its questions.
    given: VecDeque<(usize, Id, Questions)>,
    /// How many questions of the first of them are checked.
    taken: usize,
    design: Designing,
    naming: Option<Naming>,
    /// The answers before, and when they were read.
    before: Option<(Split, Moment)>,
    /// What is checked and joined, and is still to be written as text.
    pages: Option<VecDeque<ResponsePage>>,
    quiz_results: Option<QuizResults>,
    text: Vec<u8>,
    /// Bytes that this piece has read and written.
    spent: usize,
}

/// The survey's design, as far as it is there.
enum Designing {
    Not,
    Loading(Box<Loading>),
    /// And when the survey had last been changed.
    Loaded(Box<Design>, Moment),
}

impl Storing {
    /// A response as its body says, whose questions were kept.
    pub fn of(context: &Context, parent: Parent, extent: Extent, body: ResponsePatch) -> Box<Storing> {
        let pages = body.pages.iter().flatten().map(|page| page.id.clone());
        let given = pages.zip(outline::kept(context.pieces)).enumerate();
        Box::new(Storing {
            parent,
            extent,
            given: given.map(|(place, (id, questions))| (place, id, questions)).collect(),
            body,
            taken: 0,
            design: Designing::Not,
            naming: Some(Naming::default()),
            before: None,
            pages: None,
            quiz_results: None,
            text: Vec::new(),
            spent: 0,
        })
    }

    /// Goes on with what was begun.
    pub fn begun(context: &Context) -> Option<Result<Response, ApiError>> {
        let storing = context.pieces.kept(|_: &Storing| true)?;
        Some(storing.go_on(context))
    }

    /// The next piece of work, and the response after the last.
    pub fn go_on(mut self: Box<Storing>, context: &Context) -> Result<Response, ApiError> {
        // Whatever took long: all of this must hold when it is stored.
        let privilege = if matches!(self.extent, Extent::New) {
            Privilege::CollectFullAccess
        } else {
            Privilege::AnalyzeFullAccess
        };
        let survey = self.parent.permits(context, privilege)?;
        let record = match (&self.extent, &self.parent) {
            (Extent::Part(id) | Extent::Whole(id), parent) => Some(parent.head(context, id)?),
            (Extent::New, Parent::Collector(id)) => {
                takes_responses(context, id, self.status(None))?;
                None
            }
            (Extent::New, Parent::Survey(_)) => None,
        };
        let survey_id = survey.text("id");
        self.spent = 0;
        while !self.step(context, &survey_id, record.as_ref())? {
            if self.spent >= BYTES {
                return Err(context.pieces.pause(self));
            }
        }
        let Designing::Loaded(design, read) = &self.design else { return Err(Error::Internal.into()) };
        if survey.moment("modified") != *read {
            // The answers were held against a design that is no longer there.
            return Err(Error::Unavailable.into());
        }
        let (whole, status) = (matches!(self.extent, Extent::Whole(_)), self.status(record.as_ref()));
        let body = self.body;
        let written = Written {
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
                    Parent::Collector(id) => id.as_str(),
                    Parent::Survey(_) => "",
                };
                Record::begun(&design.survey_id, collector, context.now)
            }
        };
        written.apply(context, design, &mut record)?;
        (record.status, record.quiz_results) = (status, self.quiz_results);
        let pages = String::from_utf8(self.text).map_err(|_| Error::Internal)?;
        match before {
            None => insert(context.ground(), &mut record, pages)?,
            Some(before) => {
                (record.mode, record.modified) = (CollectionMode::Edit, context.now);
                update(context.ground(), &mut record, pages, before)?;
                let subject = format!("Response {} of {}", record.id, survey.text("title"));
                context.did(ActivityType::RespondentUpdated, &subject)?;
            }
        }
        Ok(self.parent.shown(context, record))
    }

    /// How far the respondent came, in the end. A new response, and one that is replaced, is complete unless it says not.
    fn status(&self, record: Option<&Record>) -> ResponseStatus {
        let before = record.filter(|_| matches!(self.extent, Extent::Part(_))).map(|record| record.status);
        self.body.response_status.or(before).unwrap_or(ResponseStatus::Completed)
    }

    /// What must be answered. What may be erased is erased, even from a completed response: a required question whose
    /// answer is taken away, or all answers by a replacement without pages. But a response that becomes complete, and one
    /// whose pages are replaced and that is complete, must have all required answers. This is our choice.
    fn demand(&self, record: Option<&Record>) -> Demand {
        let demanded = match self.extent {
            Extent::New => true,
            Extent::Part(_) => record.is_none_or(|record| record.status != ResponseStatus::Completed),
            Extent::Whole(_) => self.body.pages.is_some(),
        };
        let complete = self.status(record) == ResponseStatus::Completed;
        if demanded && complete { Demand::All } else { Demand::Nothing }
    }

    /// Does some of what is to be done. True if nothing is left but to store it.
    fn step(&mut self, context: &Context, survey_id: &str, record: Option<&Record>) -> Result<bool, ApiError> {
        let design = match std::mem::replace(&mut self.design, Designing::Not) {
            Designing::Not => {
                let loading = Loading::begin(context.sql, survey_id)?.ok_or(Error::NotFound)?;
                self.design = Designing::Loading(Box::new(loading));
                return Ok(false);
            }
            Designing::Loading(mut loading) => {
                let done = loading.go_on(context.sql)?.ok_or(Error::NotFound)?;
                self.design = if done {
                    let (design, read) = loading.design();
                    Designing::Loaded(Box::new(design), read)
                } else {
                    Designing::Loading(loading)
                };
                self.spent = if done { self.spent } else { BYTES };
                return Ok(false);
            }
            Designing::Loaded(design, read) => (design, read),
        };
        let (design, read) = design;
        let done = self.with(context, &design, record);
        self.design = Designing::Loaded(design, read);
        done
    }

    fn with(&mut self, context: &Context, design: &Design, record: Option<&Record>) -> Result<bool, ApiError> {
        if let Some(page) = self.given.front_mut() {
            let Some(naming) = &mut self.naming else { return Err(Error::Internal.into()) };
            let (place, id, questions) = page;
            let known = if self.taken == 0 { naming.page(design, *place, id) } else { design.page(id) };
            match known.zip(questions.pop_front()) {
                Some((known, text)) => {
                    let question = serde_json::from_slice(&text).map_err(|_| Error::NotJson)?;
                    let question: ResponseQuestionNew = payload::read(question).ok_or(Error::BadBody)?;
                    naming.question(known, [*place, self.taken], &question);
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
                let row = self.parent.row(context, id)?;
                let stored = row.text("pages");
                self.spent = self.spent.saturating_add(stored.len());
                self.before = Some((Split::of(&stored).ok_or(Error::Internal)?, row.moment("modified")));
                return Ok(false);
            }
            (_, Some((split, _))) if !split.is_read() => {
                self.spent = self.spent.saturating_add(split.read().ok_or(Error::Internal)?);
                return Ok(false);
            }
            // Somebody has changed it while it was being read.
            (_, Some((_, read))) if record.is_some_and(|record| record.modified != *read) => {
                return Err(Error::Unavailable.into());
            }
            _ => {}
        }
        if let Some(naming) = self.naming.take() {
            let demand = self.demand(record);
            let before = self.before.as_mut().map(|(split, _)| std::mem::take(&mut split.pages)).unwrap_or_default();
            let checked = naming.finish(design, before, demand).map_err(|problems| refusal(&problems))?;
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
