//! The review of apps: configured reviewers list the queued apps, and approve or decline each.
//!
//! | Request | Flow |
//! |---|---|
//! | `GET /account/reviews` | router → team (is the user a reviewer?) → reviews |
//! | `GET /account/reviews/CLIENT_ID` | router → team → reviews → app |
//! | a decision | router → team → app (decides) → the owner's team (sends a mail) → reviews (removes the entry) |
//!
//! The app checks last whether it is still under review, and for what: a decision applies to the app as the reviewer
//! saw it. A flow that ends early leaves a queue entry of an app that is no longer under review. When a reviewer opens
//! it or decides again, the entry is removed, and the owner's token gets the approved scopes, which it may lack; the
//! mail is not sent again. If the owner edits the app while a decision is on its way to the team, the token may get the
//! scopes from before the edit, until the owner saves the app again. For other users these pages do not exist.

mod in_app;
pub mod notification;
pub mod page;
pub mod queue;

use super::own_apps::set_own_scopes;
use super::session::{self, AccountSession, current_user, in_own_team, redirect_to};
use super::{RouteResult, parse_notice};
use crate::crypto::secret::same;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::actor::service::Service;
use crate::service::html::notice::{self, Notice};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::account::message_pages::stale_form_page;
use crate::service::identity::app_id;
use crate::service::identity::oauth::fields::read_form;
use crate::service::identity::paths::{CSRF_FIELD, REVIEWS};
use crate::service::store::sql::in_transaction;
use crate::spec::account::REASON_MAX;
use crate::spec::apps::ReviewOutcome;
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use in_app::{judge_app, present_app};
use notification::{ReviewNotification, notify_owner};
use page::{OUTCOME, REASON, SEEN};
use queue::QueuedApp;
use serde::{Deserialize, Serialize};

/// A step of a review, with the actor that runs it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ReviewStep {
    /// Team: checks that the user is a reviewer.
    Admit(ReviewerAction),
    /// Reviews: shows the queue.
    List(Option<Notice>),
    /// Reviews: looks for the app in the queue.
    FindQueued(ReviewDraft),
    /// App: shows the page about it.
    Present(ReviewDraft, QueuedApp),
    /// App: applies a decision.
    Judge(ReviewDecision),
    /// The owner's team: sends the mail, and gives the owner's token the approved scopes.
    NotifyOwner(ReviewNotification),
    /// The owner's team: gives the owner's token these scopes of an app that is no longer under review. Client id,
    /// user, scopes, and the beginning of that review.
    GrantScopes(String, String, String, Timestamp),
    /// Reviews: removes the app from the queue, if its review has begun at this time.
    Dequeue(String, Timestamp, Notice),
}

/// The request of a reviewer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ReviewerAction {
    /// Lists the queue.
    List(Option<Notice>),
    /// Opens one app.
    Open(ReviewDraft),
    /// Decides; false if the form does not have the session's CSRF token.
    Decide(ReviewDecision, bool),
}

/// The app that is opened, with the reviewer's unsent input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewDraft {
    /// Client id.
    pub client_id: String,
    /// Message at the top of the page.
    pub notice: Option<Notice>,
    /// The reason as entered so far.
    pub reason: String,
}

/// A decision about an app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewDecision {
    client_id: String,
    outcome: Option<ReviewOutcome>,
    reason: String,
    /// Fingerprint of the app as the reviewer saw it.
    seen: String,
}

/// Router: the queue or an app.
///
/// # Errors
///
/// The page of an unknown URL, if there is no session or the client id is malformed.
pub fn get_page(service: &Service, request: &Request, now: Timestamp, id: Option<&str>) -> RouteResult {
    let session = session::read_session(service, request, now).ok_or_else(|| RefusalPage::NotFound.render_page())?;
    let notice = parse_notice(request);
    let action = match id {
        None => ReviewerAction::List(notice),
        Some(id) => {
            ReviewerAction::Open(ReviewDraft { client_id: parse_client_id(id)?, notice, reason: String::new() })
        }
    };
    Ok(in_own_team(&session, super::AccountStep::Review(session.clone(), ReviewStep::Admit(action))))
}

/// Router: a decision. The CSRF token is checked later, in the team, because its error page would show other users
/// that this URL exists.
///
/// # Errors
///
/// The page of an unknown URL, if the form is unreadable, there is no session or the client id is malformed.
pub fn post_form(service: &Service, request: &Request, now: Timestamp, id: &str) -> RouteResult {
    let nothing = || RefusalPage::NotFound.render_page();
    let fields = read_form(request).map_err(|_| nothing())?;
    let session = session::read_session(service, request, now).ok_or_else(nothing)?;
    let text = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    let has_valid_csrf = same(text(CSRF_FIELD), &session.csrf_token);
    let decision = ReviewDecision {
        client_id: parse_client_id(id)?,
        outcome: ReviewOutcome::parse(&text(OUTCOME)),
        reason: text(REASON),
        seen: text(SEEN),
    };
    Ok(in_own_team(
        &session,
        super::AccountStep::Review(
            session.clone(),
            ReviewStep::Admit(ReviewerAction::Decide(decision, has_valid_csrf)),
        ),
    ))
}

fn parse_client_id(text: &str) -> Result<String, Response> {
    if app_id::is_formed(text) { Ok(text.to_owned()) } else { Err(RefusalPage::NotFound.render_page()) }
}

fn forward_step(
    context: &ActorContext<'_>,
    actor_id: ActorId,
    session: AccountSession,
    step: ReviewStep,
) -> ActorReply {
    context.forward_to(actor_id, Command::from(super::AccountStep::Review(session, step)))
}

/// Actor: handles one step.
///
/// # Errors
///
/// A page: that of an unknown URL for users who are no reviewers, or that of a failed statement.
pub fn handle_step(
    context: &ActorContext<'_>,
    session: AccountSession,
    step: ReviewStep,
) -> Result<ActorReply, Response> {
    match step {
        ReviewStep::Admit(action) => admit_reviewer(context, session, action),
        ReviewStep::List(notice) => {
            Ok(page::queue_page(&queue::list_apps(context).map_err(internal_error)?, notice).into())
        }
        ReviewStep::FindQueued(draft) => {
            let Some(queued) = queue::find_app(context, &draft.client_id).map_err(internal_error)? else {
                return Ok(redirect_to(&notice::notice_url(REVIEWS, Notice::ReviewOver)).into());
            };
            Ok(forward_step(
                context,
                ActorId::App(draft.client_id.clone()),
                session,
                ReviewStep::Present(draft, queued),
            ))
        }
        ReviewStep::Present(draft, queued) => present_app(context, session, &draft, &queued),
        ReviewStep::Judge(decision) => judge_app(context, session, decision),
        ReviewStep::NotifyOwner(notification) => {
            let work = || {
                if let Some(scopes) = &notification.scopes {
                    set_own_scopes(context, &notification.user_id, &notification.client_id, scopes)?;
                }
                Ok(notify_owner(context, &notification)?)
            };
            in_transaction(context.sql, work).map_err(|_| RefusalPage::InternalError.render_page())?;
            let notice = match notification.outcome {
                ReviewOutcome::Approved => Notice::Approved,
                ReviewOutcome::Declined => Notice::Declined,
            };
            let step = ReviewStep::Dequeue(notification.client_id, notification.began, notice);
            Ok(forward_step(context, ActorId::Reviews, session, step))
        }
        ReviewStep::GrantScopes(client_id, user_id, scopes, began) => {
            set_own_scopes(context, &user_id, &client_id, &scopes).map_err(internal_error)?;
            let step = ReviewStep::Dequeue(client_id, began, Notice::ReviewOver);
            Ok(forward_step(context, ActorId::Reviews, session, step))
        }
        ReviewStep::Dequeue(client_id, began, notice) => {
            queue::put_app(context, &client_id, Err(began)).map_err(internal_error)?;
            Ok(redirect_to(&notice::notice_url(REVIEWS, notice)).into())
        }
    }
}

/// Whether the user with this address is a reviewer. The address must be confirmed, or any sign-up could claim it.
pub fn is_reviewer(service: &Service, email: &str, verified: bool) -> bool {
    verified && service.config.reviewers.iter().any(|reviewer| reviewer == email)
}

fn admit_reviewer(
    context: &ActorContext<'_>,
    session: AccountSession,
    action: ReviewerAction,
) -> Result<ActorReply, Response> {
    let user = current_user(context, &session).map_err(|_| RefusalPage::NotFound.render_page())?;
    if !is_reviewer(context.service, &user.email, user.row.boolean("email_verified")) {
        return Err(RefusalPage::NotFound.render_page());
    }
    match action {
        ReviewerAction::List(notice) => Ok(forward_step(context, ActorId::Reviews, session, ReviewStep::List(notice))),
        ReviewerAction::Open(draft) => {
            Ok(forward_step(context, ActorId::Reviews, session, ReviewStep::FindQueued(draft)))
        }
        ReviewerAction::Decide(_, false) => Err(stale_form_page()),
        ReviewerAction::Decide(decision, true) => {
            let ReviewDecision { client_id, outcome, reason, .. } = &decision;
            let notice = match outcome {
                None => return Err(RefusalPage::NotFound.render_page()),
                Some(_) if reason.chars().count() > REASON_MAX => Some(Notice::LongReason),
                Some(ReviewOutcome::Declined) if reason.is_empty() => Some(Notice::NoReason),
                Some(_) => None,
            };
            if notice.is_some() {
                let draft = ReviewDraft { client_id: client_id.clone(), notice, reason: reason.clone() };
                return Ok(forward_step(context, ActorId::Reviews, session, ReviewStep::FindQueued(draft)));
            }
            Ok(forward_step(context, ActorId::App(client_id.clone()), session, ReviewStep::Judge(decision)))
        }
    }
}
