//! The password of a collector: the form that asks for it, and the check of what was entered.

use super::form_token::FormToken;
use super::pages::status_pages::{self, PasswordError, RespondError};
use super::survey_session::SurveySession;
use super::{collector_settings, internal_error};
use crate::service::environment::password;
use crate::service::store::attempts::PasswordGuess;
use crate::spec::attempts::SURVEY;
use crate::wire::http::Response;

/// The form that asks for the password.
///
/// # Errors
///
/// An internal error, if encryption fails.
pub fn ask_password(
    survey: &SurveySession,
    token: &FormToken,
    error: Option<PasswordError>,
) -> Result<Response, RespondError> {
    let sealed = survey.seal_token(token)?;
    Ok(status_pages::password_page(&survey.page_frame(None), survey.title(), &survey.entry_url(), &sealed, error))
}

/// Checks a password. `None` if it is right or the collector has none.
///
/// # Errors
///
/// When a statement fails. While a hash is pending, a placeholder that is never sent.
pub fn check_password(survey: &SurveySession, password: &str) -> Result<Option<PasswordError>, RespondError> {
    let Some(stored) = survey.collector.password_hash() else { return Ok(None) };
    let context = survey.context;
    let guess = PasswordGuess { rules: &SURVEY, account: &survey.collector.id, client: context.client() };
    if guess.blocked_until(context.effects()).map_err(internal_error)?.is_some() {
        return Ok(Some(PasswordError::RateLimited));
    }
    let checked = password::check_password(
        context.external,
        context.service.config.password_cost,
        password,
        Some(stored),
        context.random,
    )?;
    if !checked.matches {
        guess.record_failure(context.effects()).map_err(internal_error)?;
        return Ok(Some(PasswordError::Wrong));
    }
    if let Some(raised) = checked.rehashed {
        collector_settings::update_password(context.sql, &survey.collector.id, &raised).map_err(internal_error)?;
    }
    Ok(None)
}
