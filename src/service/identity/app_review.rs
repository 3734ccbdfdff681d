//! Submitting an app for review, and what an approval permits.

use crate::service::actor::actor_context::ActorContext;
use crate::service::store::scope_list::scope_list;
use crate::service::store::sql::{SqlError, values};
use crate::spec::apps::ReviewSubject;
use crate::spec::scopes::Scope;

/// Submits an app for review. A repeated request retains the position in the queue. False in a local service without
/// reviewers, where everything is approved at once.
///
/// # Errors
///
/// When a statement fails.
pub fn submit_for_review(context: &ActorContext<'_>, subject: ReviewSubject) -> Result<bool, SqlError> {
    let config = &context.service.config;
    if config.is_sandbox() && config.reviewers.is_empty() {
        return Ok(false);
    }
    context.sql.run(
        "UPDATE app
         SET review_since = COALESCE(review_since, ?), review_of = ?, review_outcome = '', review_reason = ''",
        values![context.now, subject.as_str()],
    )?;
    Ok(true)
}

/// The scopes among these that need approval, as a stored list.
pub(super) fn approval_scopes(scopes: &[Scope]) -> String {
    let approved: Vec<Scope> = scopes.iter().copied().filter(|scope| scope.needs_approval()).collect();
    scope_list(&approved)
}
