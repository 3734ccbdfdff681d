//! Higher limits for an app: the owner asks for them, a reviewer answers. Heading "Limits", row "Limit increase review".
//!
//! An app waits for one review at a time, so that it has one open request.

use super::account::limits_form::LimitsForm;
use super::app::App;
use super::app_review::submit_for_review;
use crate::service::actor::actor_context::ActorContext;
use crate::service::html::notice::Notice;
use crate::service::store::config::Config;
use crate::service::store::sql::{SqlError, values};
use crate::spec::apps::{AppState, ReviewSubject};
use crate::wire::dates::Timestamp;

/// Whether apps in a state have limits that can be raised.
pub fn are_limited(state: AppState) -> bool {
    matches!(state, AppState::Draft | AppState::Private)
}

/// Whether the owner may ask for higher limits: not while the app waits for a review, nor where whoever runs the service
/// has set its limits, which no review changes.
pub fn may_ask(config: &Config, app: &App, now: Timestamp) -> bool {
    let is_set = config.quota_of(&app.client_id).is_some();
    app.review.is_none() && !is_set && app.state_at(now).is_some_and(are_limited)
}

/// Asks for higher limits: what came of it; `None` if the app cannot ask now.
pub fn request_limits(visit: &ActorContext<'_>, app: &App, form: &LimitsForm) -> Result<Option<Notice>, SqlError> {
    if !may_ask(&visit.service.config, app, visit.now) {
        return Ok(None);
    }
    visit.sql.run(
        "UPDATE app
         SET requested_minute = ?, requested_day = ?, request_reason = ?",
        values![i64::from(form.per_minute), i64::from(form.per_day), form.reason.as_str()],
    )?;
    if submit_for_review(visit, ReviewSubject::Limits)? {
        return Ok(Some(Notice::UnderReview));
    }
    grant_limits(visit)?;
    Ok(Some(Notice::Raised))
}

/// Gives the app what was asked for.
pub fn grant_limits(visit: &ActorContext<'_>) -> Result<(), SqlError> {
    visit.sql.run("UPDATE app SET granted_minute = requested_minute, granted_day = requested_day", &[]).map(drop)
}
