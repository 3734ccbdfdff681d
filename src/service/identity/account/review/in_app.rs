//! The steps of a review in the app: its page for the reviewer, and the decision.

use super::notification::ReviewNotification;
use super::page;
use super::queue::QueuedApp;
use super::{ReviewDecision, ReviewDraft, ReviewStep, forward_step};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::html::notice::Notice;
use crate::service::html::refusal::RefusalPage;
use crate::service::identity::account::session::AccountSession;
use crate::service::identity::app::{self, App};
use crate::service::identity::app_lifecycle;
use crate::service::store::scope_list::scope_list;
use crate::service::store::sql::in_transaction;
use crate::spec::apps::{AppState, ReviewOutcome, ReviewSubject};
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;

pub(super) fn present_app(
    context: &ActorContext<'_>,
    session: AccountSession,
    draft: &ReviewDraft,
    queued: &QueuedApp,
) -> Result<ActorReply, Response> {
    let app = app::load_app(context.sql, &draft.client_id).map_err(|_| RefusalPage::InternalError.render_page())?;
    match app {
        Some(app) if app.review.is_some() => {
            let state = app.state_at(context.now).unwrap_or(AppState::Disabled);
            let quota = app.quota_for(&context.service.config, state);
            Ok(page::review_page(&page::ReviewView {
                app: &app,
                notice: draft.notice,
                reason: &draft.reason,
                queued,
                quota,
                csrf_token: &session.csrf_token,
            })
            .into())
        }
        app => Ok(leave_queue(context, session, (draft.client_id.clone(), queued.since), app)),
    }
}

/// Applies a decision, once, and only to the app as the reviewer saw it.
pub(super) fn judge_app(
    context: &ActorContext<'_>,
    session: AccountSession,
    decision: ReviewDecision,
) -> Result<ActorReply, Response> {
    let ReviewDecision { client_id, outcome, reason, seen } = decision;
    let app = app::load_app(context.sql, &client_id).map_err(|_| RefusalPage::InternalError.render_page())?;
    let judged = app.zip(outcome).and_then(|(app, outcome)| Some((app.review?, app, outcome)));
    let Some((began, app, outcome)) = judged else {
        // It is over, and the entry is most likely gone: the queue says whether there is something left to do.
        let draft = ReviewDraft { client_id, notice: None, reason };
        return Ok(forward_step(context, ActorId::Reviews, session, ReviewStep::FindQueued(draft)));
    };
    // The owner has changed the app since the page was shown: the reviewer must see it again.
    if app.fingerprint() != seen {
        let draft = ReviewDraft { client_id, notice: Some(Notice::AppChanged), reason };
        return Ok(forward_step(context, ActorId::Reviews, session, ReviewStep::FindQueued(draft)));
    }
    let possible = in_transaction(context.sql, || Ok(app_lifecycle::end_review(context, &app, outcome, &reason)?));
    if !possible.map_err(|_| RefusalPage::InternalError.render_page())? {
        return Ok(leave_queue(context, session, (client_id, began), None));
    }
    let subject = app.review_of.unwrap_or(ReviewSubject::Publication);
    let are_approved = (outcome, subject) == (ReviewOutcome::Approved, ReviewSubject::Scopes);
    let scopes = are_approved.then(|| scope_list(&app.requested_scopes()));
    let (app, user_id, team) = (app.name, app.owner_user, app.owner_team);
    let notification = ReviewNotification { client_id, app, user_id, subject, began, outcome, reason, scopes };
    Ok(forward_step(context, ActorId::Team(team), session, ReviewStep::NotifyOwner(notification)))
}

/// Removes an app whose review began at this time, and is over, from the queue. If it was approved, this passes through
/// the owner's team: the flow of the decision may have ended before it.
fn leave_queue(
    context: &ActorContext<'_>,
    session: AccountSession,
    (client_id, began): (String, Timestamp),
    app: Option<App>,
) -> ActorReply {
    let is_approved = |app: &App| app.state == AppState::Public && app.outcome == Some(ReviewOutcome::Approved);
    match app.filter(is_approved) {
        Some(app) => {
            let scopes = scope_list(&app.own_scopes());
            let step = ReviewStep::GrantScopes(client_id, app.owner_user, scopes, began);
            forward_step(context, ActorId::Team(app.owner_team), session, step)
        }
        None => {
            let step = ReviewStep::Dequeue(client_id, began, Notice::ReviewOver);
            forward_step(context, ActorId::Reviews, session, step)
        }
    }
}
