//! The way through a survey: which page is shown, and where a page that was filled in leads.

use super::form_token::{self, FormToken};
use super::page_submission::PageSubmission;
use super::pages::fields::{PASSWORD, PageButton, TICKET};
use super::pages::status_pages::{self, PasswordError, RespondError};
use super::respondent::{Progress, Respondent};
use super::survey_session::{PageView, SurveySession};
use super::{RespondContext, collector_settings, form_body, internal_error, respondent_auth, survey_end};
use crate::service::store::attempts::PasswordGuess;
use crate::service::store::password;
use crate::service::surveys::answers::{Completeness, DesignPage, Violation};
use crate::service::surveys::messages::MessageKey;
use crate::service::surveys::recipients;
use crate::spec::attempts::SURVEY;
use crate::spec::resources::collectors::EditResponseType;
use crate::spec::resources::responses::{ResponsePage, ResponseStatus};
use crate::wire::form::Form;
use crate::wire::http::Response;

/// The page on which a respondent stands.
pub fn show_survey(visit: RespondContext) -> Result<Response, RespondError> {
    let survey = SurveySession::load(visit, None)?;
    if let Some(recipient) = visit.link.recipient.as_ref().filter(|_| visit.request.method == "GET") {
        recipients::mark_clicked(visit.effects(), recipient).map_err(internal_error)?;
    }
    if !survey.collector.requires_auth() {
        let respondent = Respondent::from_request(visit);
        return resume_survey(&survey, &respondent, survey.new_token(&respondent)?);
    }
    match (respondent_auth::known_respondent(visit)?, closed_response(&survey, None)) {
        (Some(respondent), _) => resume_survey(&survey, &respondent, survey.new_token(&respondent)?),
        (None, Some(closed)) => Ok(closed),
        (None, None) => respondent_auth::show_auth_page(&survey),
    }
}

/// The page on which a respondent stands who is known.
fn resume_survey(survey: &SurveySession, respondent: &Respondent, ticket: FormToken) -> Result<Response, RespondError> {
    let taking = Progress::load(survey.visit, &respondent.taking)?;
    if let Some(closed) = closed_response(survey, taking.as_ref()) {
        return Ok(closed);
    }
    match taking {
        Some(taking) if taking.is_done() && may_repeat(survey) => {
            let anew = Respondent::new_device(survey.visit);
            begin_survey(survey, FormToken { taking: anew.taking, word: anew.word, ..ticket })
        }
        Some(taking) if taking.is_done() && !may_edit(survey, &taking) => {
            survey_end::render_end(survey, respondent, &taking)
        }
        Some(taking) => {
            let notice = if taking.is_done() { MessageKey::Reopened } else { MessageKey::Resumed };
            let page = survey.find_page(Some(&taking.page_id))?;
            render_saved_page(survey, &ticket, Some(&taking), page, Some(notice))
        }
        None => begin_survey(survey, ticket),
    }
}

/// The first page for somebody who was not here before, or the question for the password.
fn begin_survey(survey: &SurveySession, ticket: FormToken) -> Result<Response, RespondError> {
    if survey.collector.is_full() {
        return Ok(survey_end::closed_page(survey));
    }
    match survey.collector.password_hash() {
        Some(_) => ask_password(survey, &ticket, None),
        None => render_saved_page(survey, &ticket, None, survey.find_page(None)?, None),
    }
}

fn ask_password(
    survey: &SurveySession,
    ticket: &FormToken,
    trouble: Option<PasswordError>,
) -> Result<Response, RespondError> {
    let sealed = survey.seal_token(ticket)?;
    Ok(status_pages::password_page(
        &survey.page_frame(None),
        &survey.title,
        &survey.visit.form_action(),
        &sealed,
        trouble,
    ))
}

/// A page as the respondent left it.
fn render_saved_page(
    survey: &SurveySession,
    ticket: &FormToken,
    taking: Option<&Progress>,
    page: &DesignPage,
    notice: Option<MessageKey>,
) -> Result<Response, RespondError> {
    let answered = match taking.filter(|taking| !taking.response_id.is_empty()) {
        Some(taking) => super::page_submission::load_record(survey.visit, &taking.response_id, page)?.pages,
        None => Vec::new(),
    };
    let fields = survey.saved_fields(page, taking, &answered);
    let notice = notice.map_or("", |notice| survey.locale().message(notice));
    survey.render_page(ticket, &PageView { page, fields, problems: &[], notice })
}

/// Whether a respondent who has finished may begin anew: on a shared address that says so. Whoever shows who they are
/// responds once.
fn may_repeat(survey: &SurveySession) -> bool {
    survey.visit.link.recipient.is_none() && survey.collector.allows_repeats() && !survey.collector.requires_auth()
}

/// Whether a respondent who has finished may change the answers.
fn may_edit(survey: &SurveySession, taking: &Progress) -> bool {
    let completed = taking.status == ResponseStatus::Completed && !taking.response_id.is_empty();
    completed && survey.collector.edit_policy() == EditResponseType::Always
}

/// What those see whom the collector does not let in. Whoever has begun may finish when it has become full meanwhile.
fn closed_response(survey: &SurveySession, taking: Option<&Progress>) -> Option<Response> {
    let now = survey.visit.now;
    let may_finish = taking.is_some_and(|taking| !taking.is_done()) && survey.collector.is_full();
    let closed = survey.collector.is_over(now) || (survey.collector.is_closed(now) && !may_finish);
    closed.then(|| survey_end::closed_page(survey))
}

/// Why a password does not open the survey, if it does not.
fn check_password(survey: &SurveySession, given: &str) -> Result<Option<PasswordError>, RespondError> {
    let Some(stored) = survey.collector.password_hash() else { return Ok(None) };
    let visit = survey.visit;
    let guess = PasswordGuess { rules: &SURVEY, account: &survey.collector.id, client: visit.client() };
    if guess.blocked_until(visit.effects()).map_err(internal_error)?.is_some() {
        return Ok(Some(PasswordError::RateLimited));
    }
    let checked = password::check_password(
        visit.external,
        visit.service.config.password_cost,
        given,
        Some(stored),
        visit.random,
    )?;
    if !checked.matches {
        guess.record_failure(visit.effects()).map_err(internal_error)?;
        return Ok(Some(PasswordError::Wrong));
    }
    if let Some(raised) = checked.rehashed {
        collector_settings::update_password(visit.sql, &survey.collector.id, &raised).map_err(internal_error)?;
    }
    Ok(None)
}

/// A page that was filled in, or the password.
pub fn submit_page(visit: RespondContext) -> Result<Response, RespondError> {
    let fields = form_body::read_survey_form(visit.request)?;
    let ticket = form_token::open_token(&visit.service.config, fields.text(TICKET), visit.now);
    let ticket = ticket.filter(|ticket| ticket.link == *visit.link).ok_or(RespondError::StartAgain)?;
    let survey = SurveySession::load(visit, Some(&ticket.language))?;
    let taking = Progress::load(visit, &ticket.taking)?;
    if let Some(closed) = closed_response(&survey, taking.as_ref()) {
        return Ok(closed);
    }
    let Some(shown) = ticket.page.clone() else {
        if survey.collector.requires_auth() && ticket.address.is_empty() {
            return match respondent_auth::submit_auth(&survey, &ticket, &fields)? {
                Ok(respondent) => {
                    let (taking, address) = (respondent.taking.clone(), respondent.address.clone());
                    resume_survey(&survey, &respondent, FormToken { taking, address, ..ticket })
                }
                Err(page) => Ok(page),
            };
        }
        return match check_password(&survey, fields.text(PASSWORD))? {
            None => render_saved_page(&survey, &ticket, None, survey.find_page(None)?, None),
            trouble => ask_password(&survey, &ticket, trouble),
        };
    };
    let page = survey.find_page(Some(&shown))?;
    if let Some(taking) = &taking {
        if taking.is_done() && !may_edit(&survey, taking) {
            let respondent = ticket.respondent();
            return survey_end::render_end(&survey, &respondent, taking);
        }
        // Answers that may never be changed are left alone once their page is saved.
        if survey.collector.edit_policy() == EditResponseType::Never && taking.page_id != shown {
            return render_saved_page(
                &survey,
                &ticket,
                Some(taking),
                survey.find_page(Some(&taking.page_id))?,
                Some(MessageKey::Resumed),
            );
        }
    }
    // The page that was filled in is gone: nobody has seen the one that stands in its place.
    if page.id.as_str() != shown {
        let stands = survey.find_page(taking.as_ref().map(|taking| taking.page_id.as_str()))?;
        return render_saved_page(&survey, &ticket, taking.as_ref(), stands, Some(MessageKey::Changed));
    }
    let go = PageButton::from_fields(&fields);
    let saving = PageSubmission::from_form(&survey, &ticket, page, taking, fields)?;
    if go == PageButton::Next {
        submit_next(&survey, &ticket, saving)
    } else {
        save_and_leave(&survey, &ticket, saving, go)
    }
}

/// To the next page or to the end, if the answers are as they must be.
fn submit_next(
    survey: &SurveySession,
    ticket: &FormToken,
    mut saving: PageSubmission,
) -> Result<Response, RespondError> {
    let page = saving.page;
    if let Err(problems) = saving.validate_page(Completeness::Submitted) {
        let fields = saving.refilled_fields();
        // A file would have to be picked again: so it is kept, and with it what else is right.
        if saving.has_files() && saving.keep_valid_answers(&problems) {
            saving.store_page(Some(page), ResponseStatus::Partial)?;
        }
        return survey.render_page(ticket, &PageView { page, fields, problems: &problems, notice: "" });
    }
    if let Some(next) = survey.adjacent_page(page, PageButton::Next) {
        let (taking, pages) = saving.store_page(Some(next), ResponseStatus::Partial)?;
        return render_after_save(survey, ticket, &taking, &pages, next, &[]);
    }
    match saving.missing_answers() {
        problems if problems.is_empty() => {
            let (taking, _) = saving.store_page(None, ResponseStatus::Completed)?;
            let respondent = ticket.respondent();
            survey_end::render_end(survey, &respondent, &taking)
        }
        problems => {
            let lacking = problems.iter().find_map(|problem| {
                let id = problem.question.as_ref()?;
                survey.design.pages.iter().find(|page| page.questions.iter().any(|question| question.id == *id))
            });
            let lacking = lacking.unwrap_or(page);
            let (taking, pages) = saving.store_page(Some(lacking), ResponseStatus::Partial)?;
            render_after_save(survey, ticket, &taking, &pages, lacking, &problems)
        }
    }
}

/// Back a page, or out of the survey. What cannot be saved as it is waits on the page.
fn save_and_leave(
    survey: &SurveySession,
    ticket: &FormToken,
    mut saving: PageSubmission,
    go: PageButton,
) -> Result<Response, RespondError> {
    let page = saving.page;
    if let Err(problems) = saving.validate_page(Completeness::Nothing) {
        saving.keep_valid_answers(&problems);
    }
    let before = survey.adjacent_page(page, go).filter(|_| survey.collector.edit_policy() != EditResponseType::Never);
    let stands = before.unwrap_or(page);
    let (taking, pages) = saving.store_page(Some(stands), ResponseStatus::Partial)?;
    if go == PageButton::Exit {
        let respondent = ticket.respondent();
        let (heading, words) =
            (survey.locale().message(MessageKey::Left), survey.locale().message(MessageKey::LeftMeans));
        return Ok(status_pages::message_page(&survey.page_frame(Some(&respondent)), 200, heading, words));
    }
    render_after_save(survey, ticket, &taking, &pages, stands, &[])
}

/// A page to which a form has led.
fn render_after_save(
    survey: &SurveySession,
    ticket: &FormToken,
    taking: &Progress,
    answered: &[ResponsePage],
    page: &DesignPage,
    problems: &[Violation],
) -> Result<Response, RespondError> {
    if taking.status == ResponseStatus::Overquota {
        return Ok(survey_end::closed_page(survey));
    }
    let fields: Form = survey.saved_fields(page, Some(taking), answered);
    survey.render_page(ticket, &PageView { page, fields, problems, notice: "" })
}
