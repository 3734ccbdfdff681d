//! Creation of a survey from submitted pages or as a copy: in chunks, and all or nothing.
//!
//! Everything is read and checked first. The survey's row is written last; without it, a job deletes the other rows.

use super::field::FieldPath;
use super::outline::QuestionBodies;
use super::question::{QuestionContext, build_question};
use super::question_cost::{CellBudget, QuestionCost};
use super::store::{self, check_page_limit, check_question_limit};
use super::stored_question::StoredQuestion;
use super::survey_fields::SurveyFields;
use super::{representation, survey_rows};
use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::{CHUNK_QUESTION_BYTES, ROW_COST_BYTES};
use crate::service::store::ids::{IdKind, next_id};
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::access::require_visible;
use crate::service::surveys::answers::{QuestionPosition, has_more_questions, next_questions};
use crate::spec::errors::Error;
use crate::spec::resources::groups::ActivityType;
use crate::spec::resources::pages::SurveyPageNew;
use crate::spec::resources::questions::QuestionNew;
use crate::spec::resources::surveys::Survey;
use crate::spec::resources::webhooks::EventType;
use crate::spec::types::Integer;
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;
use crate::wire::{order, payload};
use litemap::LiteMap;
use std::collections::VecDeque;

/// Rows that one chunk writes.
const ROWS_PER_CHUNK: usize = 100;

/// A survey that is being created.
pub struct SurveyCreation {
    fields: SurveyFields,
    activity: ActivityType,
    source: PageSource,
    budget: CellBudget,
    /// Titles and descriptions of the pages to write.
    pages: VecDeque<[String; 2]>,
    /// The questions to write, with page index and position.
    questions: VecDeque<(usize, i64, StoredQuestion)>,
    /// The id of the survey; empty until something is written.
    id: String,
    page_ids: Vec<String>,
    count: u64,
    /// Bytes that this chunk has read, built and written.
    spent: usize,
}

/// The source of pages that are not read yet.
enum PageSource {
    Submitted(SubmittedPages),
    Copy(SurveyCopy),
    Exhausted,
}

/// Submitted pages, and the progress in them.
struct SubmittedPages {
    pages: VecDeque<(SurveyPageNew, QuestionBodies)>,
    page: usize,
    /// The questions built for the current page, each with its requested position.
    questions: Vec<(Option<Integer>, StoredQuestion)>,
}

/// The survey that is copied, and the progress in it.
struct SurveyCopy {
    survey_id: String,
    modified: Timestamp,
    after: QuestionPosition,
    by_page: LiteMap<String, Vec<StoredQuestion>>,
}

impl SurveyCreation {
    fn new(fields: SurveyFields, activity: ActivityType, source: PageSource) -> Box<SurveyCreation> {
        Box::new(SurveyCreation {
            fields,
            activity,
            source,
            budget: CellBudget::default(),
            pages: VecDeque::new(),
            questions: VecDeque::new(),
            id: String::new(),
            page_ids: Vec::new(),
            count: 0,
            spent: 0,
        })
    }

    /// A survey with one empty page.
    pub fn blank(fields: SurveyFields) -> Box<SurveyCreation> {
        let mut creation = SurveyCreation::new(fields, ActivityType::SurveyInfoCreate, PageSource::Exhausted);
        creation.pages.push_back([String::new(), String::new()]);
        creation
    }

    /// A survey with these pages, each with its questions as JSON texts.
    ///
    /// # Errors
    /// 1000 without a page, 1062 or 1017 with too many pages or questions.
    pub fn from_pages(
        context: &CallContext,
        fields: SurveyFields,
        pages: Vec<(SurveyPageNew, QuestionBodies)>,
    ) -> Result<Box<SurveyCreation>, ApiError> {
        FieldPath::BODY.name("pages").check_that(!pages.is_empty(), "have an item")?;
        check_page_limit(i64::try_from(pages.len()).unwrap_or(i64::MAX))?;
        check_question_limit(context, "", pages.iter().map(|(_, questions)| questions.len()).sum())?;
        let source = PageSource::Submitted(SubmittedPages { pages: pages.into(), page: 0, questions: Vec::new() });
        let mut creation = SurveyCreation::new(fields, ActivityType::SurveyInfoCreate, source);
        // Splitting the body has already taken time, about an eighth of that for building questions.
        creation.spent = context.request.body.len() / 8;
        Ok(creation)
    }

    /// A copy of a survey.
    pub fn from_survey(fields: SurveyFields, survey_id: String) -> Box<SurveyCreation> {
        let source = SurveyCopy {
            survey_id,
            modified: Timestamp(0),
            after: QuestionPosition::default(),
            by_page: LiteMap::new_vec(),
        };
        SurveyCreation::new(fields, ActivityType::SurveyInfoCopy, PageSource::Copy(source))
    }

    /// Runs the next chunk; returns the survey after the last.
    ///
    /// # Errors
    /// The error of a pause before the last chunk, and the errors of its fields and questions.
    pub fn run_chunk(mut self: Box<SurveyCreation>, context: &CallContext) -> Result<Survey, ApiError> {
        while !matches!(self.source, PageSource::Exhausted) {
            if self.spent >= CHUNK_QUESTION_BYTES {
                self.spent = 0;
                return Err(context.chunked_work.pause_with(self));
            }
            self.read_next(context)?;
        }
        while !self.pages.is_empty() || !self.questions.is_empty() {
            if self.spent >= CHUNK_QUESTION_BYTES {
                self.spent = 0;
                survey_rows::schedule_cleanup(context.effects(), &self.id)?;
                return Err(context.chunked_work.pause_keeping_writes(self));
            }
            self.write_rows(context)?;
        }
        self.write_survey(context)
    }

    /// Reads the next question, or finishes a page after its last one.
    fn read_next(&mut self, context: &CallContext) -> Result<(), ApiError> {
        match std::mem::replace(&mut self.source, PageSource::Exhausted) {
            PageSource::Exhausted => Ok(()),
            PageSource::Submitted(submitted) => self.read_submitted(context, submitted),
            PageSource::Copy(copy) => self.read_copy(context, copy),
        }
    }

    fn read_submitted(&mut self, context: &CallContext, mut submitted: SubmittedPages) -> Result<(), ApiError> {
        let at = FieldPath::BODY.name("pages");
        let at = at.item(submitted.page);
        let Some((page, questions)) = submitted.pages.front_mut() else { return Ok(()) };
        if let Some(next) = questions.pop_front() {
            let at = at.name("questions");
            let at = at.item(submitted.questions.len());
            let body = serde_json::from_slice(&next)
                .map_err(|error| ApiError::with_detail(Error::NotJson, format!("{error}.")))?;
            let new: QuestionNew = payload::from_value(body).ok_or(Error::BadBody)?;
            let requested = new.position;
            at.name("position").check_that(requested.is_none_or(|number| number.get() > 0), "be 1 or more")?;
            let setting = QuestionContext { is_quiz: self.fields.quiz_options.is_some(), has_answers: false };
            let question = StoredQuestion::from_question(build_question(context, at, new, setting, None)?);
            self.spent = self.spent.saturating_add(ROW_COST_BYTES).saturating_add(question.text.len());
            submitted.questions.push((requested, question));
        } else {
            let title = at.name("title").check_title(page.title.take())?.unwrap_or_default();
            let description = at.name("description").check_text(page.description.take())?.unwrap_or_default();
            // Questions that request a position come in its order, and before one that has it only by its place in the
            // list. Our choice.
            let built = std::mem::take(&mut submitted.questions);
            let mut placed: Vec<(u32, bool, StoredQuestion)> = (1..)
                .zip(built)
                .map(|(own, (requested, new))| (requested.map_or(own, Integer::get), requested.is_none(), new))
                .collect();
            order::sort_by_key(&mut placed, |(requested, is_default, _)| (*requested, *is_default));
            self.add_page([title, description], placed.into_iter().map(|(_, _, question)| question).collect())?;
            submitted.pages.pop_front();
            submitted.page = submitted.page.saturating_add(1);
        }
        self.source = PageSource::Submitted(submitted);
        Ok(())
    }

    /// Reads some questions of the copied survey; starts again if it was changed in between.
    fn read_copy(&mut self, context: &CallContext, mut copy: SurveyCopy) -> Result<(), ApiError> {
        let row =
            first_row(context.sql, "SELECT modified FROM surveys WHERE id = ?", values![copy.survey_id.as_str()])?;
        let modified = row.ok_or(Error::NotFound)?.timestamp("modified");
        if copy.modified != modified {
            copy = SurveyCopy { modified, after: QuestionPosition::default(), by_page: LiteMap::new_vec(), ..copy };
        }
        for row in next_questions(context.sql, &copy.survey_id, &mut copy.after)?.into_iter().flatten() {
            let Some(question) = StoredQuestion::copy_row(&row) else { continue };
            self.spent = self.spent.saturating_add(ROW_COST_BYTES).saturating_add(question.text.len());
            copy.by_page.entry(row.text("page_id")).or_default().push(question);
        }
        if has_more_questions(context.sql, &copy.survey_id, &copy.after)? {
            self.source = PageSource::Copy(copy);
            return Ok(());
        }
        check_question_limit(context, "", copy.by_page.values().map(Vec::len).sum())?;
        let pages = context.sql.run(
            "SELECT id, title, description
             FROM pages
             WHERE survey_id = ?
             ORDER BY position",
            values![copy.survey_id],
        )?;
        for page in pages {
            let questions = copy.by_page.remove(&page.text("id")).unwrap_or_default();
            self.add_page([page.text("title"), page.text("description")], questions)?;
        }
        Ok(())
    }

    /// Queues a page for writing, and charges the cost of its questions.
    fn add_page(&mut self, page: [String; 2], questions: Vec<StoredQuestion>) -> Result<(), ApiError> {
        let number = self.pages.len();
        self.pages.push_back(page);
        self.budget.start_page(i64::try_from(self.pages.len()).unwrap_or(i64::MAX));
        for (position, question) in (1_i64..).zip(questions) {
            self.budget.charge_question(position, (&question.text, question.cost), QuestionCost::default())?;
            self.questions.push_back((number, position, question));
            self.count = self.count.saturating_add(1);
        }
        self.spent = self.spent.saturating_add(ROW_COST_BYTES);
        Ok(())
    }

    /// Writes the next rows, pages first.
    fn write_rows(&mut self, context: &CallContext) -> Result<(), ApiError> {
        if self.id.is_empty() {
            self.id = next_id(context.sql, IdKind::Survey)?;
        }
        let left = ROWS_PER_CHUNK.saturating_mul(ROW_COST_BYTES).min(CHUNK_QUESTION_BYTES.saturating_sub(self.spent));
        let mut bytes = 0_usize;
        let mut fits = |text: usize| {
            let fits = bytes < left;
            bytes = bytes.saturating_add(ROW_COST_BYTES).saturating_add(text);
            fits
        };
        if self.pages.is_empty() {
            let fitting = self.questions.iter().take_while(|(_, _, question)| fits(question.text.len())).count();
            let rows: Vec<(usize, i64, StoredQuestion)> = self.questions.drain(..fitting).collect();
            survey_rows::insert_questions(context.sql, &self.id, &self.page_ids, rows)?;
        } else {
            let fitting = self.pages.iter().take_while(|[title, more]| fits(title.len().saturating_add(more.len())));
            let fitting = fitting.count();
            let rows: Vec<[String; 2]> = self.pages.drain(..fitting).collect();
            survey_rows::insert_pages(context.sql, &self.id, &mut self.page_ids, rows)?;
        }
        self.spent = self.spent.saturating_add(bytes);
        Ok(())
    }

    /// Writes the survey's own row: from now on the survey exists.
    fn write_survey(self, context: &CallContext) -> Result<Survey, ApiError> {
        let SurveyCreation { id, fields, activity, .. } = self;
        let owner = context.account.user_id.as_str();
        context.sql.run(
            "INSERT INTO surveys (id, owner_id, title, nickname, language, category, folder_id, body,
                                  page_count, question_count, response_count, created, modified)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?)",
            values![
                id.as_str(),
                owner,
                fields.title.as_str(),
                fields.nickname.as_str(),
                fields.language.as_str(),
                fields.category.as_str(),
                fields.folder_id.as_str(),
                fields.extra_fields().to_string(),
                context.now(),
                context.now(),
            ],
        )?;
        store::update_counts(context, &id)?;
        survey_rows::cancel_cleanup(context.effects(), &id)?;
        let row = require_visible(context, &id.as_str().into())?;
        if (row.count("page_count"), row.count("question_count")) != (self.page_ids.len() as u64, self.count) {
            // The cleanup job ran before the survey was finished, and has deleted some rows.
            return Err(Error::Unavailable.into());
        }
        context.record_activity(activity, &fields.title)?;
        store::emit_survey_event(context, EventType::SurveyCreated, &id, owner)?;
        representation::survey_from_row(context, &row)
    }
}
