//! The mail to the owner of an app that was reviewed.

use crate::service::actor::actor_context::ActorContext;
use crate::service::identity::paths::app_page;
use crate::service::mail::outbox::{self, Mail, MailKind};
use crate::service::store::sql::{SqlError, first_row, values};
use crate::spec::account::SENDER;
use crate::spec::apps::{ReviewOutcome, ReviewSubject};
use crate::wire::dates::Timestamp;
use serde::{Deserialize, Serialize};

/// The result of a review, for the owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewNotification {
    pub(super) client_id: String,
    pub(super) app: String,
    pub(super) user_id: String,
    pub(super) subject: ReviewSubject,
    /// When the review was requested.
    pub(super) began: Timestamp,
    pub(super) outcome: ReviewOutcome,
    pub(super) reason: String,
    /// The scopes of the token for the owner's account, if they were reviewed and approved.
    pub(super) scopes: Option<String>,
}

/// Puts a mail to the owner into the outbox, unless the owner's account is deleted.
pub(super) fn notify_owner(context: &ActorContext<'_>, notification: &ReviewNotification) -> Result<(), SqlError> {
    let owner = "SELECT email FROM users WHERE id = ? AND deleted IS NULL";
    let Some(owner) = first_row(context.sql, owner, values![notification.user_id.as_str()])? else { return Ok(()) };
    let (end, next) = match (notification.outcome, notification.subject) {
        (ReviewOutcome::Approved, ReviewSubject::Publication) => ("approved", "It works with every account now."),
        (ReviewOutcome::Approved, ReviewSubject::Extension) => ("approved", "Its draft window has started again."),
        (ReviewOutcome::Approved, ReviewSubject::Limits) => ("approved", "It has the limits that you requested."),
        (ReviewOutcome::Approved, ReviewSubject::Scopes) => ("approved", "It may request every scope that you named."),
        (ReviewOutcome::Declined, _) => ("declined", "You can change it and request the review again."),
    };
    let what = if notification.subject == ReviewSubject::Limits { "your request for higher limits" } else { "it" };
    let reason = if notification.reason.is_empty() {
        String::new()
    } else {
        format!("The reviewer wrote:\n\n{}\n\n", notification.reason)
    };
    let ReviewNotification { app, client_id, .. } = notification;
    let text = format!(
        "We have reviewed your app {app} and {end} {what}. {next}\n\n{reason}The app’s page:\n\n{}{}\n",
        context.service.config.auth_origin,
        app_page(client_id),
    );
    let mail = Mail {
        kind: MailKind::Account,
        to: &owner.text("email"),
        from: SENDER,
        subject: &format!("{app} was {end}"),
        text: &text,
        html: None,
        headers: &[],
        recipient_id: None,
    };
    outbox::enqueue_mail(context.effects(), &mail).map(drop)
}
