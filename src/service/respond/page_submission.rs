//! Saving a page: its fields become answers, and the answers join those of the response.

use super::files::{self, FileAnswer};
use super::form;
use super::form_token::FormToken;
use super::pages::fields::{self};
use super::pages::status_pages::RespondError;
use super::randomization::ShuffleSeed;
use super::respondent::Progress;
use super::survey_session::SurveySession;
use super::{RespondContext, internal_error};
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::answers::{
    self, CheckedAnswers, Completeness, DesignPage, Record, Violation, answer_parts, typed_value,
};
use crate::spec::questions::Parts;
use crate::spec::resources::collectors::AnonymousType;
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::{
    CollectionMode, ResponsePage, ResponsePageNew, ResponseQuestionNew, ResponseStatus,
};
use crate::spec::types::Id;
use crate::wire::dates::SECOND;
use crate::wire::form::Form;
use crate::wire::order;

/// A page that is being saved.
pub struct PageSubmission<'a> {
    survey: &'a SurveySession<'a>,
    ticket: &'a FormToken,
    /// The page.
    pub page: &'a DesignPage,
    progress: Option<Progress>,
    record: Record,
    fields: Form,
    files: Vec<FileAnswer>,
    given: Vec<ResponsePageNew>,
    /// The answers, once they were checked.
    checked: Option<CheckedAnswers>,
    /// Whether some of what was typed is not among them.
    incomplete: bool,
}

/// A response that there is, with the answers to the questions of a page.
pub fn load_record(visit: RespondContext, id: &str, page: &DesignPage) -> Result<Record, RespondError> {
    let wanted = order::collect_set(page.questions.iter().map(|question| &question.id));
    Record::load_sparse(visit.sql, id, &|id| wanted.contains(id)).map_err(internal_error)?.ok_or(RespondError::NotFound)
}

impl<'a> PageSubmission<'a> {
    /// What a form gives, beside what is there.
    pub fn from_form(
        survey: &'a SurveySession<'a>,
        ticket: &'a FormToken,
        page: &'a DesignPage,
        taking: Option<Progress>,
        fields: Form,
    ) -> Result<PageSubmission<'a>, RespondError> {
        let visit = survey.visit;
        let previews = visit.link.preview.is_some();
        let mode = if previews { CollectionMode::SurveyPreview } else { CollectionMode::Default };
        let known = taking.as_ref().map(|taking| taking.response_id.as_str()).filter(|id| !id.is_empty());
        let record = match known {
            // All of a quiz is counted anew.
            Some(id) if survey.design.quiz.is_some() => {
                Record::load(visit.sql, id).map_err(internal_error)?.ok_or(RespondError::NotFound)?
            }
            Some(id) => load_record(visit, id, page)?,
            None => Record { mode, ..Record::start(&survey.collector.survey_id, &survey.collector.id, visit.now) },
        };
        let mut saving = PageSubmission {
            survey,
            ticket,
            page,
            progress: taking,
            record,
            fields,
            files: Vec::new(),
            given: Vec::new(),
            checked: None,
            incomplete: false,
        };
        let questions = page.questions.iter().filter(|question| question.visible);
        let questions = questions.filter(|question| answer_parts(question) != Parts::Nothing);
        let questions = questions.map(|question| saving.parse_question(question)).collect();
        saving.given.push(ResponsePageNew { id: page.id.clone(), questions });
        Ok(saving)
    }

    fn parse_question(&mut self, question: &Question) -> ResponseQuestionNew {
        let heading = ShuffleSeed(self.ticket.taking.clone()).pick_heading(question);
        let variable_id = heading.and_then(|heading| heading.random_assignment.as_ref()?.id.clone());
        let answers = if answer_parts(question) == Parts::File {
            let before = self.record.pages.iter().flat_map(|page| &page.questions);
            let before = before.filter(|known| known.id == question.id).flat_map(|known| &known.answers).next();
            let received = files::receive_file(self.survey.visit, question, &self.fields, before);
            let answer = received.answer.clone();
            self.files.push(received);
            answer.into_iter().collect()
        } else {
            form::parse_answers(question, &self.fields)
        };
        ResponseQuestionNew { id: question.id.clone(), variable_id, answers: Some(answers) }
    }

    /// Holds the answers against the design.
    pub fn validate_page(&mut self, demand: Completeness) -> Result<(), Vec<Violation>> {
        let mut problems: Vec<Violation> = self.files.iter().filter_map(|received| received.problem.clone()).collect();
        match answers::merge_answers(&self.survey.design, &self.record.pages, &self.given, demand) {
            Ok(checked) if problems.is_empty() => {
                self.checked = Some(checked);
                return Ok(());
            }
            Ok(_) => {}
            Err(others) => problems.extend(others),
        }
        Err(problems)
    }

    /// Takes the answers to the questions that have no problem. False if there are none to take.
    pub fn keep_valid_answers(&mut self, problems: &[Violation]) -> bool {
        let wrong = |id: &Id| problems.iter().any(|problem| problem.question.as_ref() == Some(id));
        let mut given = self.given.clone();
        for page in &mut given {
            page.questions.retain(|question| !wrong(&question.id));
        }
        self.incomplete = true;
        let checked = answers::merge_answers(&self.survey.design, &self.record.pages, &given, Completeness::Nothing);
        self.checked = checked.ok();
        self.checked.is_some()
    }

    /// Whether the form brought a file that can be kept.
    pub fn has_files(&self) -> bool {
        self.files.iter().any(|received| received.upload.is_some())
    }

    /// What the whole survey still lacks.
    pub fn missing_answers(&self) -> Vec<Violation> {
        let pages = self.checked.as_ref().map(|checked| checked.pages.as_slice()).unwrap_or_default();
        answers::merge_answers(&self.survey.design, pages, &[], Completeness::All).err().unwrap_or_default()
    }

    /// The fields as they were typed, and the names of the files that are kept.
    pub fn refilled_fields(&self) -> Form {
        let typed = self.fields.texts().map(|(name, value)| (name.to_owned(), value.to_owned()));
        let mut again = Form::from_pairs(typed);
        for question in self.given.iter().flat_map(|page| &page.questions) {
            let kept = self.files.iter().find(|received| received.question == question.id);
            if let Some(name) = kept.and_then(|received| received.answer.as_ref()?.text.clone()) {
                again.add(fields::previous_file_field(&fields::question_field(&question.id)), &name);
            }
        }
        again
    }

    /// Stores the response, and that the respondent stands on a page, or at the end.
    pub fn store_page(
        mut self,
        stands: Option<&DesignPage>,
        status: ResponseStatus,
    ) -> Result<(Progress, Vec<ResponsePage>), RespondError> {
        let visit = self.survey.visit;
        let before = self.record.status;
        let is_new = self.record.id.is_empty();
        if let Some(checked) = self.checked.take() {
            self.record.set_answers(checked);
        }
        // Whoever changes the answers to a finished survey has finished all the same.
        self.record.status = match (is_new && self.survey.collector.is_full(), before) {
            (true, _) => ResponseStatus::Overquota,
            (false, ResponseStatus::Partial) => status,
            (false, finished) => finished,
        };
        self.describe_respondent(is_new)?;
        self.record.current_page_id = stands.map(|page| page.id.clone());
        if self.record.page_path.last() != Some(&self.page.id) {
            self.record.page_path.push(self.page.id.clone());
        }
        let since = self.progress.as_ref().map_or(self.ticket.begun, |taking| taking.modified.max(self.ticket.begun));
        let spent = visit.now.0.saturating_sub(since.0).max(0).checked_div(SECOND).unwrap_or(0);
        self.record.total_time = self.record.total_time.saturating_add(spent);
        self.record.modified = visit.now;
        let pages = self.record.pages_json();
        if is_new {
            answers::insert_response(visit.effects(), &mut self.record, pages).map_err(internal_error)?;
        } else {
            answers::update_response(visit.effects(), &mut self.record, pages, before).map_err(internal_error)?;
        }
        for received in &self.files {
            received.store_file(visit, &self.record.id)?;
        }
        let taking = self.update_progress(stands);
        taking.store(visit)?;
        self.record.open_questions(stands.map(|page| page.questions.as_slice()).unwrap_or_default());
        Ok((taking, self.record.pages))
    }

    /// How far the respondent has come now.
    fn update_progress(&mut self, stands: Option<&DesignPage>) -> Progress {
        let visit = self.survey.visit;
        let mut taking = self.progress.take().unwrap_or(Progress {
            id: self.ticket.taking.clone(),
            response_id: String::new(),
            status: self.record.status,
            page_id: String::new(),
            drafts: serde_json::Map::new(),
            modified: visit.now,
        });
        let done = self.record.status != ResponseStatus::Partial;
        let severed = done && self.survey.collector.anonymity() == AnonymousType::FullyAnonymous;
        taking.response_id = if severed { String::new() } else { self.record.id.clone() };
        taking.status = self.record.status;
        taking.page_id = stands.filter(|_| !done).map(|page| page.id.0.clone()).unwrap_or_default();
        taking.update_draft(self.page.id.as_str(), Some(&self.fields).filter(|_| self.incomplete));
        taking.modified = visit.now;
        taking
    }

    /// Who responds, and from where. What the collector may not know is taken out where responses are stored.
    fn describe_respondent(&mut self, is_new: bool) -> Result<(), RespondError> {
        let visit = self.survey.visit;
        if let Some(recipient) = &visit.link.recipient {
            self.record.recipient_id.clone_from(recipient);
        }
        if !is_new {
            return Ok(());
        }
        let mut device = order::collect_list_map([("language".to_owned(), typed_value(self.survey.language()))]);
        let agent = visit.request.header("user-agent").filter(|agent| agent.len() <= 1000);
        if self.survey.collector.anonymity() != AnonymousType::FullyAnonymous {
            device.extend(agent.map(|agent| ("user_agent".to_owned(), typed_value(agent))));
        }
        self.record.metadata.respondent = Some(device);
        self.record.ip = visit.client().to_text();
        self.record.custom_value.clone_from(&self.ticket.custom_value);
        self.record.custom_variables.clone_from(&self.ticket.variables);
        let Some(recipient) = &visit.link.recipient else {
            self.record.set_respondent(&self.ticket.address, "", "");
            return Ok(());
        };
        let row = first_row(
            visit.sql,
            "SELECT address, first_name, last_name
             FROM recipients
             WHERE id = ?",
            values![recipient.as_str()],
        );
        if let Some(row) = row.map_err(internal_error)? {
            let email = Some(row.text("address")).filter(|address| address.contains('@')).unwrap_or_default();
            self.record.set_respondent(&email, &row.text("first_name"), &row.text("last_name"));
        }
        Ok(())
    }
}
