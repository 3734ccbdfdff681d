//! Navigation in a survey: which page is shown, and which page follows a submitted one.

use super::form_token::{self, FormToken};
use super::page_submission::PageSubmission;
use super::pages::fields::{PASSWORD, PageButton, TOKEN_FIELD};
use super::pages::status_pages::{self, RespondError};
use super::respondent::{Progress, Respondent};
use super::survey_end::EDIT_PARAM;
use super::survey_session::{PageView, SurveySession};
use super::survey_url::PAGE_PARAM;
use super::{RespondContext, form_body, internal_error, request_locale, respondent_auth, survey_end, survey_password};
use crate::service::surveys::answers::{Completeness, DesignPage, Violation};
use crate::service::surveys::link::recipient_progress;
use crate::service::surveys::page_texts::PageText;
use crate::service::surveys::recipients;
use crate::spec::resources::collectors::{AnonymousType, EditResponseType};
use crate::spec::resources::responses::{ResponsePage, ResponseStatus};
use crate::wire::form::Form;
use crate::wire::http::Response;

/// The current page of the respondent.
///
/// # Errors
///
/// An error page: the survey does not exist, or a statement fails.
pub fn show_survey(context: RespondContext) -> Result<Response, RespondError> {
    let survey = SurveySession::load(context, None)?;
    if let Some(recipient) = context.link.recipient.as_ref().filter(|_| context.request.method == "GET") {
        recipients::mark_clicked(context.effects(), recipient).map_err(internal_error)?;
    }
    if !survey.collector.requires_auth() {
        let respondent = Respondent::from_request(context, &survey.collector)?;
        return resume_survey(&survey, &respondent, survey.new_token(&respondent));
    }
    match (respondent_auth::known_respondent(context)?, closed_response(&survey, false)) {
        (Some(respondent), _) => resume_survey(&survey, &respondent, survey.new_token(&respondent)),
        (None, Some(closed)) => Ok(closed),
        (None, None) => respondent_auth::show_auth_page(&survey),
    }
}

/// The current page of an identified respondent.
fn resume_survey(survey: &SurveySession, respondent: &Respondent, token: FormToken) -> Result<Response, RespondError> {
    let progress = Progress::load(survey.context, &survey.collector, &respondent.progress_id)?;
    if let Some(closed) = closed_response(survey, progress.as_ref().is_some_and(Progress::has_response)) {
        return Ok(closed);
    }
    let edits = progress.as_ref().is_some_and(|progress| progress.may_be_edited(&survey.collector, survey.context.now));
    let names = |param| survey.context.query_param(param).is_some();
    let asks_to_edit = names(EDIT_PARAM) || names(PAGE_PARAM);
    let is_new_visit = survey.context.request.method != "POST" && !names(PAGE_PARAM);
    match progress {
        // A device that may respond several times may have several users: what one typed and could not save is not
        // shown to the next.
        Some(progress)
            if may_repeat(survey)
                && (progress.is_draft() && is_new_visit || progress.is_done() && !(edits && asks_to_edit)) =>
        {
            begin_survey(survey, for_new_device(survey, token))
        }
        Some(progress) if progress.is_done() && !edits => survey_end::render_end(survey, &token, &progress, None),
        Some(progress) => {
            let notice = if progress.is_done() { PageText::Reopened } else { PageText::Resumed };
            let page = survey.resumed_page(&progress)?;
            // Who goes back to a page, or reloads it, has not been away.
            let notice = survey.context.query_param(PAGE_PARAM).is_none().then_some(notice);
            render_saved_page(survey, &token, Some(&progress), page, notice)
        }
        // Two tabs of a device that may respond several times begin two responses.
        None if may_repeat(survey) => begin_survey(survey, for_new_device(survey, token)),
        None => begin_survey(survey, token),
    }
}

/// The token for another response of the same device.
fn for_new_device(survey: &SurveySession, token: FormToken) -> FormToken {
    let Respondent { progress_id, device_secret, .. } = Respondent::new_device(survey.context);
    FormToken { progress_id, device_secret, ..token }
}

/// The first page for a new respondent, or the form that asks for the password.
fn begin_survey(survey: &SurveySession, token: FormToken) -> Result<Response, RespondError> {
    if survey.collector.is_full() {
        return Ok(survey_end::closed_page(survey));
    }
    match survey.collector.password_hash() {
        Some(_) => survey_password::ask_password(survey, &token, None),
        None => render_saved_page(survey, &token, None, survey.find_page(None)?, None),
    }
}

/// A page with the stored answers.
fn render_saved_page(
    survey: &SurveySession,
    token: &FormToken,
    progress: Option<&Progress>,
    page: &DesignPage,
    notice: Option<PageText>,
) -> Result<Response, RespondError> {
    let answered = match progress.filter(|progress| !progress.response_id.is_empty()) {
        Some(progress) => survey.load_record(&progress.response_id, page)?.pages,
        None => Vec::new(),
    };
    let fields = match progress {
        Some(_) => survey.saved_fields(page, progress, &answered),
        None => survey.prefilled_fields(page),
    };
    survey.render_page(token, &PageView { page, fields, violations: &[], notice, is_fresh: progress.is_none() })
}

/// Whether a respondent who has finished may respond again: only by a shared URL that permits it, and not after proving
/// an address, which responds once.
fn may_repeat(survey: &SurveySession) -> bool {
    survey.context.link.recipient.is_none() && survey.collector.allows_repeats() && !survey.collector.requires_auth()
}

/// The page of a collector that is closed to a respondent.
fn closed_response(survey: &SurveySession, has_opened: bool) -> Option<Response> {
    survey.collector.is_closed_to(has_opened, survey.context.now).then(|| survey_end::closed_page(survey))
}

/// Whether a recipient opened the page while the collector was fully anonymous, which it is no more. What was answered
/// then must not get the recipient's name: the recipient begins again, under the conditions of now.
fn is_of_anonymous_recipient(survey: &SurveySession, token: &FormToken) -> bool {
    survey.collector.anonymity() != AnonymousType::FullyAnonymous
        && (token.page.is_some() || !survey.collector.requires_auth())
        && token
            .link
            .recipient
            .as_ref()
            .is_some_and(|recipient| token.progress_id != recipient_progress(&token.link.collector, recipient))
}

/// Handles the form of a survey page, or of the password or address.
///
/// # Errors
///
/// An error page: the form is malformed, too large or not ours, or a statement fails. While a password hash is pending,
/// a placeholder that is never sent.
pub fn submit_page(context: RespondContext) -> Result<Response, RespondError> {
    let fields = form_body::read_survey_form(context.request)?;
    let token = form_token::open_token(&context.service.config, fields.text(TOKEN_FIELD));
    let Some(token) = token.filter(|token| token.link == *context.link) else {
        return Ok(status_pages::expired_page(
            request_locale(context.request),
            PageText::ExpiredMeans,
            &context.form_action(),
        ));
    };
    let survey = SurveySession::load(context, Some(&token.language))?;
    let is_expired = token.is_expired(context.now);
    let is_known = survey.knows_device(&token) && !survey.collector.requires_auth();
    let refused = if is_of_anonymous_recipient(&survey, &token) {
        Some(PageText::OpenAgain)
    } else {
        (is_expired && (token.page.is_none() || !is_known)).then_some(PageText::ExpiredMeans)
    };
    if let Some(means) = refused {
        return Ok(status_pages::expired_page(survey.locale(), means, &survey.start_url(&token)));
    }
    let progress = Progress::load(context, &survey.collector, &token.progress_id)?;
    // A page that was opened before the response limit was reached is stored, the first one as over the quota, but not
    // that of a preview.
    let saved = progress.as_ref().filter(|progress| !progress.is_draft());
    let has_opened = saved.map_or(token.page.is_some() && context.link.preview.is_none(), Progress::has_response);
    if let Some(closed) = closed_response(&survey, has_opened) {
        return Ok(closed);
    }
    let Some(shown) = token.page.clone() else {
        if survey.collector.requires_auth() && token.address.is_empty() {
            return match respondent_auth::submit_auth(&survey, &token, &fields)? {
                Ok(respondent) => {
                    let (progress_id, address) = (respondent.progress_id.clone(), respondent.address.clone());
                    resume_survey(&survey, &respondent, FormToken { progress_id, address, ..token })
                }
                Err(page) => Ok(page),
            };
        }
        return match (survey_password::check_password(&survey, fields.text(PASSWORD))?, progress) {
            (None, None) => render_saved_page(&survey, &token, None, survey.find_page(None)?, None),
            // The form was sent before: its first page would replace the stored answers.
            (None, Some(_)) => resume_survey(&survey, &token.respondent(), token),
            (error, _) => survey_password::ask_password(&survey, &token, error),
        };
    };
    let is_final = |progress: &&Progress| progress.is_done() && !progress.may_be_edited(&survey.collector, context.now);
    if let Some(progress) = progress.as_ref().filter(is_final) {
        return survey_end::render_end(&survey, &token, progress, None);
    }
    let page = survey.find_page(Some(&shown))?;
    let current = survey.current_page(progress.as_ref())?;
    // The submitted page was deleted from the design, so the page in its position is new to the respondent.
    if page.id.as_str() != shown {
        return render_saved_page(&survey, &token, progress.as_ref(), current, Some(PageText::Changed));
    }
    // With this policy, a page is final once it is saved.
    if progress.is_some() && survey.collector.edit_policy() == EditResponseType::Never && current.id != page.id {
        return render_saved_page(&survey, &token, progress.as_ref(), current, Some(PageText::Resumed));
    }
    let button = PageButton::from_fields(&fields);
    let mut submission = PageSubmission::from_form(&survey, &token, page, progress, fields)?;
    if is_expired {
        let violations = submission.validate_page(Completeness::Nothing).err().unwrap_or_default();
        let (progress, _) = submission.store_draft(&violations)?;
        if progress.status == ResponseStatus::Overquota {
            return Ok(survey_end::closed_page(&survey));
        }
        return render_saved_page(&survey, &token, Some(&progress), page, Some(PageText::Resumed));
    }
    if button == PageButton::Next {
        submit_next(&survey, &token, submission)
    } else {
        save_and_leave(&survey, &token, submission, button)
    }
}

/// Continues to the next page or to the end, if the answers are valid.
fn submit_next(
    survey: &SurveySession,
    token: &FormToken,
    mut submission: PageSubmission,
) -> Result<Response, RespondError> {
    let page = submission.page;
    if let Err(violations) = submission.validate_page(Completeness::Submitted) {
        let (progress, record) = submission.store_draft(&violations)?;
        return render_after_save(survey, token, &progress, &record.pages, page, &violations);
    }
    if let Some(next) = survey.adjacent_page(page, PageButton::Next) {
        let (progress, record) = submission.store_page(Some(next), ResponseStatus::Partial)?;
        return render_after_save(survey, token, &progress, &record.pages, next, &[]);
    }
    match submission.missing_answers() {
        violations if violations.is_empty() => {
            let (progress, record) = submission.store_page(None, ResponseStatus::Completed)?;
            survey_end::render_end(survey, token, &progress, Some(record))
        }
        violations => {
            // An earlier page lacks a required answer: the respondent returns to the first such page.
            let incomplete_page = violations.iter().find_map(|violation| {
                let id = violation.question.as_ref()?;
                survey.design.pages.iter().find(|page| page.questions.iter().any(|question| question.id == *id))
            });
            let incomplete_page = incomplete_page.unwrap_or(page);
            let (progress, record) = submission.store_page(Some(incomplete_page), ResponseStatus::Partial)?;
            render_after_save(survey, token, &progress, &record.pages, incomplete_page, &violations)
        }
    }
}

/// Saves and goes back a page, or leaves the survey. Invalid input is stored as a draft.
fn save_and_leave(
    survey: &SurveySession,
    token: &FormToken,
    mut submission: PageSubmission,
    button: PageButton,
) -> Result<Response, RespondError> {
    let page = submission.page;
    if let Err(violations) = submission.validate_page(Completeness::Nothing) {
        submission.keep_valid_answers(&violations);
    }
    let before =
        survey.adjacent_page(page, button).filter(|_| survey.collector.edit_policy() != EditResponseType::Never);
    let next_page = before.unwrap_or(page);
    let (progress, record) = submission.store_page(Some(next_page), ResponseStatus::Partial)?;
    if button == PageButton::Exit {
        let respondent = token.respondent();
        let [heading, words] = [PageText::Left, PageText::LeftMeans].map(|key| survey.texts().render(key));
        return Ok(status_pages::message_page(&survey.page_frame(Some(&respondent)), 200, &heading, &words));
    }
    render_after_save(survey, token, &progress, &record.pages, next_page, &[])
}

/// The page after a form was saved.
fn render_after_save(
    survey: &SurveySession,
    token: &FormToken,
    progress: &Progress,
    answered: &[ResponsePage],
    page: &DesignPage,
    violations: &[Violation],
) -> Result<Response, RespondError> {
    if progress.status == ResponseStatus::Overquota {
        return Ok(survey_end::closed_page(survey));
    }
    let fields: Form = survey.saved_fields(page, Some(progress), answered);
    survey.render_page(token, &PageView { page, fields, violations, notice: None, is_fresh: false })
}
