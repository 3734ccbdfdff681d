//! Higher limits for an app: the owner asks for them, a reviewer answers. Heading "Limits", row "Limit increase review".
//!
//! An app waits for one review at a time, so that it has one open request.

use super::account::limits_form::LimitsForm;
use super::app::App;
use super::app_life::{Applied, wait};
use super::pages::notice::Notice;
use super::sql::{SqlError, values};
use super::visit::Visit;
use crate::spec::apps::{AppState, ReviewSubject};

/// Whether apps in a state have limits that can be raised.
pub fn are_limited(state: AppState) -> bool {
    matches!(state, AppState::Draft | AppState::Private)
}

/// Asks for higher limits.
pub fn ask(visit: &Visit<'_>, app: &App, form: &LimitsForm) -> Result<Applied, SqlError> {
    if app.review.is_some() || !app.state_at(visit.now).is_some_and(are_limited) {
        return Ok(Applied::Refused(Notice::NotNow));
    }
    visit.sql.run(
        "UPDATE app
         SET wanted_minute = ?, wanted_day = ?, wanted_for = ?",
        values![i64::from(form.per_minute), i64::from(form.per_day), form.reason.as_str()],
    )?;
    if wait(visit, ReviewSubject::Limits)? {
        return Ok(Applied::Done(Notice::UnderReview));
    }
    grant(visit)?;
    Ok(Applied::Done(Notice::Raised))
}

/// Gives the app what was asked for.
pub fn grant(visit: &Visit<'_>) -> Result<(), SqlError> {
    visit.sql.run("UPDATE app SET granted_minute = wanted_minute, granted_day = wanted_day", &[]).map(drop)
}
