//! Submitting a page: its fields become answers, which are merged into the response.

use super::files::{self, FileAnswer};
use super::form;
use super::form_token::FormToken;
use super::internal_error;
use super::pages::fields::{self};
use super::pages::status_pages::RespondError;
use super::respondent::Progress;
use super::survey_session::SurveySession;
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::answers::{
    self, CheckedAnswers, Completeness, DesignPage, RECIPIENT_COLUMNS, Record, Violation, answer_parts, typed_value,
};
use crate::service::surveys::recipients;
use crate::service::surveys::shuffle_seed::ShuffleSeed;
use crate::spec::questions::Parts;
use crate::spec::resources::collectors::AnonymousType;
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::{CollectionMode, ResponsePageNew, ResponseQuestionNew, ResponseStatus};
use crate::spec::types::Id;
use crate::wire::dates::{SECOND, Timestamp};
use crate::wire::form::Form;
use crate::wire::order;

/// A submitted page.
pub struct PageSubmission<'a> {
    survey: &'a SurveySession<'a>,
    token: &'a FormToken,
    /// The page.
    pub page: &'a DesignPage,
    progress: Option<Progress>,
    record: Record,
    fields: Form,
    files: Vec<FileAnswer>,
    input: Vec<ResponsePageNew>,
    /// The merged answers after validation.
    checked: Option<CheckedAnswers>,
    /// Whether some input is not among the merged answers.
    incomplete: bool,
}

impl<'a> PageSubmission<'a> {
    /// Reads the answers of a form, and loads the response that they belong to.
    ///
    /// # Errors
    ///
    /// As for [`SurveySession::load_record`].
    pub fn from_form(
        survey: &'a SurveySession<'a>,
        token: &'a FormToken,
        page: &'a DesignPage,
        progress: Option<Progress>,
        fields: Form,
    ) -> Result<PageSubmission<'a>, RespondError> {
        let context = survey.context;
        let previews = context.link.preview.is_some();
        let mode = if previews { CollectionMode::SurveyPreview } else { CollectionMode::Default };
        let stored_id = progress.as_ref().map(|progress| progress.response_id.as_str()).filter(|id| !id.is_empty());
        let record = match stored_id {
            // The result of a quiz depends on all its answers.
            Some(id) if survey.design.quiz.is_some() => {
                Record::load(context.sql, id).map_err(internal_error)?.ok_or(RespondError::NotFound)?
            }
            Some(id) => survey.load_record(id, page)?,
            None => Record { mode, ..Record::start(&survey.collector.survey_id, &survey.collector.id, context.now) },
        };
        let mut submission = PageSubmission {
            survey,
            token,
            page,
            progress,
            record,
            fields,
            files: Vec::new(),
            input: Vec::new(),
            checked: None,
            incomplete: false,
        };
        let questions = page.questions.iter().filter(|question| question.visible);
        let questions = questions.filter(|question| answer_parts(question) != Parts::Nothing);
        let questions = questions.map(|question| submission.parse_question(question)).collect();
        submission.input.push(ResponsePageNew { id: page.id.clone(), questions });
        Ok(submission)
    }

    fn parse_question(&mut self, question: &Question) -> ResponseQuestionNew {
        let heading = ShuffleSeed(self.token.progress_id.clone()).pick_heading(question);
        let variable_id = heading.and_then(|heading| heading.random_assignment.as_ref()?.id.clone());
        let answers = if answer_parts(question) == Parts::File {
            let before = self.record.pages.iter().flat_map(|page| &page.questions);
            let before =
                before.filter(|answered| answered.id == question.id).flat_map(|answered| &answered.answers).next();
            let received = files::receive_file(self.survey.context, question, &self.fields, before);
            let answer = received.answer.clone();
            self.files.push(received);
            answer.into_iter().collect()
        } else {
            form::parse_answers(question, &self.fields, self.survey.language())
        };
        ResponseQuestionNew { id: question.id.clone(), variable_id, answers: Some(answers) }
    }

    /// Validates the answers against the design. In a response that is complete, no required answer may be removed,
    /// wherever the respondent goes next.
    ///
    /// # Errors
    ///
    /// The violations.
    pub fn validate_page(&mut self, completeness: Completeness) -> Result<(), Vec<Violation>> {
        let is_partial = self.record.status == ResponseStatus::Partial;
        let completeness = if is_partial { completeness } else { Completeness::Submitted };
        let mut violations: Vec<Violation> =
            self.files.iter().filter_map(|received| received.violation.clone()).collect();
        match answers::merge_answers(&self.survey.design, &self.record.pages, &self.input, completeness) {
            Ok(checked) if violations.is_empty() => {
                self.checked = Some(checked);
                return Ok(());
            }
            Ok(_) => {}
            Err(others) => violations.extend(others),
        }
        Err(violations)
    }

    /// Merges only the answers to questions without violations.
    pub fn keep_valid_answers(&mut self, violations: &[Violation]) {
        let wrong = |id: &Id| violations.iter().any(|violation| violation.question.as_ref() == Some(id));
        let mut input = self.input.clone();
        for page in &mut input {
            page.questions.retain(|question| !wrong(&question.id));
        }
        self.incomplete = true;
        let checked = answers::merge_answers(&self.survey.design, &self.record.pages, &input, Completeness::Nothing);
        self.checked = checked.ok();
    }

    /// Does the same, if a new file is among these answers. Returns whether it is.
    fn keep_valid_files(&mut self, violations: &[Violation]) -> bool {
        if self.files.iter().all(|received| received.upload.is_none()) {
            return false;
        }
        self.keep_valid_answers(violations);
        let named = self.checked.as_ref().map(|checked| files::file_urls(&checked.pages)).unwrap_or_default();
        self.files.iter().any(|received| received.named_upload(&named).is_some())
    }

    /// The required answers that the whole survey lacks.
    pub fn missing_answers(&self) -> Vec<Violation> {
        let pages = self.checked.as_ref().map(|checked| checked.pages.as_slice()).unwrap_or_default();
        answers::missing_answers(&self.survey.design, pages)
    }

    /// Stores what was typed as a draft. The response stays as it is, and counts the time when the page is saved. But
    /// browsers cannot refill a file field, so a new file is stored, and with it the other valid answers.
    ///
    /// # Errors
    ///
    /// When a statement fails.
    pub fn store_draft(mut self, violations: &[Violation]) -> Result<(Progress, Record), RespondError> {
        let page = self.page;
        if self.keep_valid_files(violations) {
            return self.store_page(Some(page), ResponseStatus::Partial);
        }
        let mut progress = self.take_progress();
        if !progress.is_done() {
            progress.page_id.clone_from(&page.id.0);
        }
        progress.set_draft(&self.survey.design, page, &self.fields);
        progress.store_draft(self.survey.context, &self.record, self.page_opened())?;
        Ok((progress, self.record))
    }

    /// Stores the response and the respondent's progress. `next_page` is the page to show; `None` is the end.
    ///
    /// # Errors
    ///
    /// When a statement fails.
    pub fn store_page(
        mut self,
        next_page: Option<&DesignPage>,
        status: ResponseStatus,
    ) -> Result<(Progress, Record), RespondError> {
        let context = self.survey.context;
        let before = self.record.status;
        let is_new = self.record.id.is_empty();
        let had_files = !files::file_urls(&self.record.pages).is_empty();
        if let Some(checked) = self.checked.take() {
            self.record.set_answers(checked);
        }
        // Changing the answers to a finished survey does not make it unfinished.
        self.record.status = match (is_new && self.survey.collector.is_full(), before) {
            // The limit was reached after the respondent opened the survey.
            (true, _) => ResponseStatus::Overquota,
            (false, ResponseStatus::Partial) => status,
            (false, finished) => finished,
        };
        self.describe_respondent(is_new)?;
        self.record.current_page_id = next_page.map(|page| page.id.clone());
        if self.record.page_path.last() != Some(&self.page.id) {
            self.record.page_path.push(self.page.id.clone());
        }
        let opened = self.page_opened();
        let since = self.progress.as_ref().map_or(opened, |progress| progress.modified.max(opened));
        // Rounded, because the parts of seconds of many pages would add up.
        let spent =
            context.now.0.saturating_sub(since.0).max(0).saturating_add(SECOND / 2).checked_div(SECOND).unwrap_or(0);
        self.record.total_time = self.record.total_time.saturating_add(spent);
        self.record.modified = context.now;
        let pages = self.record.pages_json();
        if is_new {
            answers::insert_response(context.effects(), &mut self.record, pages).map_err(internal_error)?;
        } else {
            if had_files {
                answers::delete_unnamed_files(context.effects(), &self.record.id, &pages).map_err(internal_error)?;
            }
            answers::update_response(context.effects(), &mut self.record, pages, before, false)
                .map_err(internal_error)?;
        }
        let named = files::file_urls(&self.record.pages);
        for received in &self.files {
            if received.store_file(context, &self.record.id, &named)? {
                // The box removes the file that was replaced, and not the new one when the page is shown again.
                self.fields.remove(&fields::remove_file_field(&fields::question_field(&received.question)));
            }
        }
        let progress = self.update_progress(next_page);
        progress.store(context, &self.record)?;
        self.record.open_questions(next_page.map(|page| page.questions.as_slice()).unwrap_or_default());
        Ok((progress, self.record))
    }

    /// When the page was opened. The time of an expired page does not count.
    fn page_opened(&self) -> Timestamp {
        let now = self.survey.context.now;
        if self.token.is_expired(now) { now } else { self.token.started }
    }

    /// The progress so far, or that of a new respondent.
    fn take_progress(&mut self) -> Progress {
        self.progress.take().unwrap_or_else(|| Progress::new(&self.token.progress_id, self.page_opened()))
    }

    /// The new progress of the respondent.
    fn update_progress(&mut self, next_page: Option<&DesignPage>) -> Progress {
        let mut progress = self.take_progress();
        let done = self.record.status != ResponseStatus::Partial;
        // Nothing may lead from the respondent's progress to a fully anonymous response.
        let severed = done && self.survey.collector.anonymity() == AnonymousType::FullyAnonymous;
        progress.response_id = if severed { String::new() } else { self.record.id.clone() };
        progress.status = self.record.status;
        progress.page_id = next_page.filter(|_| !done).map(|page| page.id.0.clone()).unwrap_or_default();
        progress.drafts.shift_remove(self.page.id.as_str());
        if self.incomplete {
            progress.set_draft(&self.survey.design, self.page, &self.fields);
        }
        // Drafts of other pages may be left at the end.
        if next_page.is_none() || severed {
            progress.drafts.clear();
        }
        progress.modified = self.survey.context.now;
        progress
    }

    /// Records who responds and from where. Anonymous collectors remove these fields when the response is stored.
    fn describe_respondent(&mut self, is_new: bool) -> Result<(), RespondError> {
        let context = self.survey.context;
        let is_anonymous = self.survey.collector.anonymity() == AnonymousType::FullyAnonymous;
        if let Some(recipient) = &context.link.recipient {
            // What was begun under full anonymity gets no name later: only the recipient's status is stored.
            if is_new || is_anonymous || !self.record.recipient_id.is_empty() {
                self.record.recipient_id.clone_from(recipient);
            } else {
                recipients::mark_responded(context.effects(), recipient, self.record.status).map_err(internal_error)?;
            }
        }
        if !is_new {
            return Ok(());
        }
        let mut device = order::collect_list_map([("language".to_owned(), typed_value(self.survey.language()))]);
        let agent = context.request.header("user-agent").filter(|agent| agent.len() <= 1000);
        if !is_anonymous {
            device.extend(agent.map(|agent| ("user_agent".to_owned(), typed_value(agent))));
        }
        self.record.metadata.respondent = Some(device);
        self.record.ip = context.client().to_text();
        self.record.custom_value.clone_from(&self.token.custom_value);
        self.record.custom_variables.clone_from(&self.token.variables);
        let Some(recipient) = &context.link.recipient else {
            self.record.set_respondent(&self.token.address, "", "");
            return Ok(());
        };
        let statement = format!("SELECT {RECIPIENT_COLUMNS} FROM recipients WHERE id = ?");
        let row = first_row(context.sql, &statement, values![recipient.as_str()]);
        if let Some(row) = row.map_err(internal_error)? {
            self.record.set_recipient(&row);
        }
        Ok(())
    }
}
