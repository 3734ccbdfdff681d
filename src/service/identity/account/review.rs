//! The review of apps: those who are named as reviewers see which apps wait, and approve or decline each.
//!
//! | Request | Walk |
//! |---|---|
//! | `GET /account/reviews` | door → team (is it a reviewer?) → reviews |
//! | `GET /account/reviews/CLIENT_ID` | door → team → reviews → app |
//! | a decision | door → team → app (decides) → the owner's team (writes a mail) → reviews (strikes it off) |
//!
//! The app decides last whether it still waits, and for what: a decision holds for the app as the reviewer saw it. A
//! walk that ends early leaves an app in the queue that waits no more; whoever opens it next strikes it off.
//! For everybody else these pages are not there.

pub mod notification;
pub mod page;
pub mod queue;

use super::session::{self, AccountSession, current_user, in_own_team, redirect_to};
use super::{RouteResult, parse_notice as asked_notice};
use crate::crypto::secret::same;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::actor::service::Service;
use crate::service::html::notice::{self, Notice};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::account::message_pages::stale_form_page;
use crate::service::identity::app;
use crate::service::identity::app_id;
use crate::service::identity::app_lifecycle;
use crate::service::identity::oauth::fields::read_form;
use crate::service::identity::paths::{CSRF_FIELD, REVIEWS};
use crate::service::store::sql::in_transaction;
use crate::spec::account::REASON_MAX;
use crate::spec::apps::{AppState, ReviewOutcome, ReviewSubject};
use crate::wire::dates::Timestamp;
use crate::wire::http::{Request, Response};
use notification::{ReviewNotification, notify_owner};
use page::{OUTCOME, REASON, SEEN};
use queue::QueuedApp;
use serde::{Deserialize, Serialize};

/// Where a request stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ReviewStep {
    /// The team: is the visitor a reviewer?
    Admit(ReviewerAction),
    /// The place of the reviews: the list.
    List(Option<Notice>),
    /// The place of the reviews: does the app wait?
    FindQueued(ReviewDraft),
    /// The app: the page about it.
    Present(ReviewDraft, QueuedApp),
    /// The app: decides.
    Judge(ReviewDecision),
    /// The owner's team: writes the mail.
    NotifyOwner(ReviewNotification),
    /// The place of the reviews: the app waits no more.
    Dequeue(String, Notice),
}

/// What a reviewer wants.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ReviewerAction {
    /// To see which apps wait.
    List(Option<Notice>),
    /// To see one of them.
    Open(ReviewDraft),
    /// To decide; false if the form is not one of the session's.
    Decide(ReviewDecision, bool),
}

/// An app that is opened, with what was typed about it before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewDraft {
    /// Client id.
    pub client_id: String,
    /// What is said first.
    pub notice: Option<Notice>,
    /// The reason so far.
    pub reason: String,
}

/// A decision about an app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewDecision {
    client_id: String,
    outcome: Option<ReviewOutcome>,
    reason: String,
    /// The fingerprint of what the reviewer saw.
    seen: String,
}

/// At the door: the list or an app.
pub fn get_page(service: &Service, request: &Request, now: Timestamp, id: Option<&str>) -> RouteResult {
    let visitor = session::read_session(service, request, now).ok_or_else(|| RefusalPage::NotFound.render_page())?;
    let notice = asked_notice(request);
    let wish = match id {
        None => ReviewerAction::List(notice),
        Some(id) => {
            ReviewerAction::Open(ReviewDraft { client_id: parse_client_id(id)?, notice, reason: String::new() })
        }
    };
    Ok(in_own_team(&visitor, super::AccountStep::Review(visitor.clone(), ReviewStep::Admit(wish))))
}

/// At the door: a decision. Whether the form is the session's own is looked at once it is known who asks.
pub fn post_form(service: &Service, request: &Request, now: Timestamp, id: &str) -> RouteResult {
    let nothing = || RefusalPage::NotFound.render_page();
    let fields = read_form(request).map_err(|_| nothing())?;
    let visitor = session::read_session(service, request, now).ok_or_else(nothing)?;
    let text = |name: &str| fields.first(name).unwrap_or_default().trim().to_owned();
    let genuine = same(text(CSRF_FIELD), &visitor.csrf_token);
    let decision = ReviewDecision {
        client_id: parse_client_id(id)?,
        outcome: ReviewOutcome::parse(&text(OUTCOME)),
        reason: text(REASON),
        seen: text(SEEN),
    };
    Ok(in_own_team(
        &visitor,
        super::AccountStep::Review(visitor.clone(), ReviewStep::Admit(ReviewerAction::Decide(decision, genuine))),
    ))
}

fn parse_client_id(text: &str) -> Result<String, Response> {
    if app_id::is_formed(text) { Ok(text.to_owned()) } else { Err(RefusalPage::NotFound.render_page()) }
}

fn forward_step(visit: &ActorContext<'_>, place: ActorId, visitor: AccountSession, step: ReviewStep) -> ActorReply {
    visit.forward_to(place, Command::from(super::AccountStep::Review(visitor, step)))
}

/// At a place: one step further.
pub fn handle_step(
    visit: &ActorContext<'_>,
    visitor: AccountSession,
    step: ReviewStep,
) -> Result<ActorReply, Response> {
    match step {
        ReviewStep::Admit(wish) => admit_reviewer(visit, visitor, wish),
        ReviewStep::List(notice) => {
            Ok(page::queue_page(&queue::list_apps(visit).map_err(internal_error)?, notice).into())
        }
        ReviewStep::FindQueued(opened) => {
            let Some(waiting) = queue::find_app(visit, &opened.client_id).map_err(internal_error)? else {
                return Ok(redirect_to(&notice::notice_url(REVIEWS, Notice::ReviewOver)).into());
            };
            Ok(forward_step(
                visit,
                ActorId::App(opened.client_id.clone()),
                visitor,
                ReviewStep::Present(opened, waiting),
            ))
        }
        ReviewStep::Present(opened, waiting) => present_app(visit, visitor, &opened, &waiting),
        ReviewStep::Judge(decision) => judge_app(visit, visitor, decision),
        ReviewStep::NotifyOwner(told) => {
            in_transaction(visit.sql, || Ok(notify_owner(visit, &told)?))
                .map_err(|_| RefusalPage::InternalError.render_page())?;
            let notice = match told.outcome {
                ReviewOutcome::Approved => Notice::Approved,
                ReviewOutcome::Declined => Notice::Declined,
            };
            Ok(forward_step(visit, ActorId::Reviews, visitor, ReviewStep::Dequeue(told.client_id, notice)))
        }
        ReviewStep::Dequeue(client_id, notice) => {
            queue::put_app(visit, &client_id, None).map_err(internal_error)?;
            Ok(redirect_to(&notice::notice_url(REVIEWS, notice)).into())
        }
    }
}

/// Whether somebody with this address decides about apps: the address must be confirmed.
pub fn is_reviewer(service: &Service, email: &str, verified: bool) -> bool {
    verified && service.config.reviewers.iter().any(|reviewer| reviewer == email)
}

fn admit_reviewer(
    visit: &ActorContext<'_>,
    visitor: AccountSession,
    wish: ReviewerAction,
) -> Result<ActorReply, Response> {
    let me = current_user(visit, &visitor).map_err(|_| RefusalPage::NotFound.render_page())?;
    if !is_reviewer(visit.service, &me.email, me.row.boolean("email_verified")) {
        return Err(RefusalPage::NotFound.render_page());
    }
    match wish {
        ReviewerAction::List(notice) => Ok(forward_step(visit, ActorId::Reviews, visitor, ReviewStep::List(notice))),
        ReviewerAction::Open(opened) => {
            Ok(forward_step(visit, ActorId::Reviews, visitor, ReviewStep::FindQueued(opened)))
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
                let opened = ReviewDraft { client_id: client_id.clone(), notice, reason: reason.clone() };
                return Ok(forward_step(visit, ActorId::Reviews, visitor, ReviewStep::FindQueued(opened)));
            }
            Ok(forward_step(visit, ActorId::App(client_id.clone()), visitor, ReviewStep::Judge(decision)))
        }
    }
}

fn present_app(
    visit: &ActorContext<'_>,
    visitor: AccountSession,
    opened: &ReviewDraft,
    waiting: &QueuedApp,
) -> Result<ActorReply, Response> {
    let app = app::load_app(visit.sql, &opened.client_id).map_err(|_| RefusalPage::InternalError.render_page())?;
    match app.filter(|app| app.review.is_some()) {
        Some(app) => {
            let state = app.state_at(visit.now).unwrap_or(AppState::Disabled);
            let quota = app.quota_for(&visit.service.config, state);
            Ok(page::review_page(&page::ReviewView {
                app: &app,
                notice: opened.notice,
                reason: &opened.reason,
                waiting,
                quota,
                csrf_token: &visitor.csrf_token,
            })
            .into())
        }
        None => Ok(forward_step(
            visit,
            ActorId::Reviews,
            visitor,
            ReviewStep::Dequeue(opened.client_id.clone(), Notice::ReviewOver),
        )),
    }
}

/// A decision holds once, and for the app as it was when the reviewer looked at it.
fn judge_app(
    visit: &ActorContext<'_>,
    visitor: AccountSession,
    decision: ReviewDecision,
) -> Result<ActorReply, Response> {
    let ReviewDecision { client_id, outcome, reason, seen } = decision;
    let app = app::load_app(visit.sql, &client_id).map_err(|_| RefusalPage::InternalError.render_page())?;
    let over = |client_id| {
        forward_step(visit, ActorId::Reviews, visitor.clone(), ReviewStep::Dequeue(client_id, Notice::ReviewOver))
    };
    let (Some(app), Some(outcome)) = (app.filter(|app| app.review.is_some()), outcome) else {
        return Ok(over(client_id));
    };
    if app.fingerprint() != seen {
        let opened = ReviewDraft { client_id, notice: Some(Notice::AppChanged), reason };
        return Ok(forward_step(visit, ActorId::Reviews, visitor, ReviewStep::FindQueued(opened)));
    }
    let possible = in_transaction(visit.sql, || Ok(app_lifecycle::end_review(visit, &app, outcome, &reason)?));
    if !possible.map_err(|_| RefusalPage::InternalError.render_page())? {
        return Ok(over(client_id));
    }
    let subject = app.review_of.unwrap_or(ReviewSubject::Publication);
    let told = ReviewNotification { client_id, app: app.name, user_id: app.owner_user, subject, outcome, reason };
    Ok(forward_step(visit, ActorId::Team(app.owner_team), visitor, ReviewStep::NotifyOwner(told)))
}
