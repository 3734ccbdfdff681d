//! Submitting an app for review.

use crate::service::actor::actor_context::ActorContext;
use crate::service::store::sql::{SqlError, values};
use crate::spec::apps::ReviewSubject;

/// Submits an app for review. A repeated request retains the position in the queue. False in a local service without
/// reviewers, where everything is approved at once.
///
/// # Errors
///
/// When a statement fails.
pub fn submit_for_review(context: &ActorContext<'_>, subject: ReviewSubject) -> Result<bool, SqlError> {
    if crate::SANDBOX && context.service.config.reviewers.is_empty() {
        return Ok(false);
    }
    context.sql.run(
        "UPDATE app
         SET review_since = COALESCE(review_since, ?), review_of = ?, review_outcome = '', review_reason = ''",
        values![context.now, subject.as_str()],
    )?;
    Ok(true)
}
