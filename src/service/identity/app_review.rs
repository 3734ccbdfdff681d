//! An app waits for its review.

use crate::service::actor::actor_context::ActorContext;
use crate::service::store::sql::{SqlError, values};
use crate::spec::apps::ReviewSubject;

/// Puts an app into the state of one that waits for a review. Who asks again keeps the place in the queue. False if
/// nobody reviews here, so that everything is approved at once.
pub fn submit_for_review(visit: &ActorContext<'_>, subject: ReviewSubject) -> Result<bool, SqlError> {
    if crate::SANDBOX && visit.service.config.reviewers.is_empty() {
        return Ok(false);
    }
    visit.sql.run(
        "UPDATE app
         SET review_since = COALESCE(review_since, ?), review_of = ?, review_outcome = '', review_reason = ''",
        values![visit.now, subject.as_str()],
    )?;
    Ok(true)
}
