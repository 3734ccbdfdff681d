//! Higher limits for an app: the owner requests them, a reviewer decides. Heading "Limits", row "Limit increase
//! review".
//!
//! An app is in one review at a time, so it has one open request.

use super::account::limits_form::LimitsForm;
use super::app::App;
use super::app_review::submit_for_review;
use crate::service::actor::actor_context::ActorContext;
use crate::service::environment::config::Config;
use crate::service::html::notice::Notice;
use crate::service::store::sql::{SqlError, values};
use crate::spec::apps::{AppState, ReviewSubject};
use crate::wire::dates::Timestamp;

/// Whether apps in this state have limits that can be raised.
pub fn are_limited(state: AppState) -> bool {
    matches!(state, AppState::Draft | AppState::Private)
}

/// Whether the owner may request higher limits: not during a review, and not if the operator has configured the app's
/// limits, which no review changes.
pub fn may_ask(config: &Config, app: &App, now: Timestamp) -> bool {
    let is_set = config.quota_of(&app.client_id).is_some();
    app.review.is_none() && !is_set && app.state_at(now).is_some_and(are_limited)
}

/// Requests higher limits. Returns the notice for the owner; `None` if the app cannot request them now.
///
/// # Errors
///
/// When a statement fails.
pub fn request_limits(context: &ActorContext<'_>, app: &App, form: &LimitsForm) -> Result<Option<Notice>, SqlError> {
    if !may_ask(&context.service.config, app, context.now) {
        return Ok(None);
    }
    context.sql.run(
        "UPDATE app
         SET requested_minute = ?, requested_day = ?, request_reason = ?",
        values![i64::from(form.per_minute), i64::from(form.per_day), form.reason.as_str()],
    )?;
    if submit_for_review(context, ReviewSubject::Limits)? {
        return Ok(Some(Notice::UnderReview));
    }
    grant_limits(context)?;
    Ok(Some(Notice::Raised))
}

/// Grants the requested limits.
///
/// # Errors
///
/// When a statement fails.
pub fn grant_limits(context: &ActorContext<'_>) -> Result<(), SqlError> {
    context.sql.run("UPDATE app SET granted_minute = requested_minute, granted_day = requested_day", &[]).map(drop)
}
