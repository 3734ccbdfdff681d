//! The mail to the owner of an app that was reviewed.

use crate::service::actor::actor_context::ActorContext;
use crate::service::identity::paths::app_page;
use crate::service::mail::outbox::{self, Mail, MailKind};
use crate::service::store::sql::{SqlError, first_row, values};
use crate::spec::account::SENDER;
use crate::spec::apps::{ReviewOutcome, ReviewSubject};
use serde::{Deserialize, Serialize};

/// What an owner is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewNotification {
    pub(super) client_id: String,
    pub(super) app: String,
    pub(super) user_id: String,
    pub(super) subject: ReviewSubject,
    pub(super) outcome: ReviewOutcome,
    pub(super) reason: String,
}

/// Puts a mail to the owner into the outbox, if the owner is still there.
pub(super) fn notify_owner(visit: &ActorContext<'_>, told: &ReviewNotification) -> Result<(), SqlError> {
    let owner = "SELECT email FROM users WHERE id = ? AND deleted IS NULL";
    let Some(owner) = first_row(visit.sql, owner, values![told.user_id.as_str()])? else { return Ok(()) };
    let (end, next) = match (told.outcome, told.subject) {
        (ReviewOutcome::Approved, ReviewSubject::Publication) => ("approved", "It works with every account now."),
        (ReviewOutcome::Approved, ReviewSubject::Extension) => ("approved", "Its draft window has begun anew."),
        (ReviewOutcome::Approved, ReviewSubject::Limits) => ("approved", "It has the limits that you asked for."),
        (ReviewOutcome::Approved, ReviewSubject::Scopes) => ("approved", "It may ask for every scope that you named."),
        (ReviewOutcome::Declined, _) => ("declined", "You can change it and ask for the review again."),
    };
    let what = if told.subject == ReviewSubject::Limits { "your request for higher limits" } else { "it" };
    let reason =
        if told.reason.is_empty() { String::new() } else { format!("The reviewer says:\n\n{}\n\n", told.reason) };
    let ReviewNotification { app, client_id, .. } = told;
    let text = format!(
        "We have looked at your app {app} and {end} {what}. {next}\n\n{reason}The app’s page:\n\n{}{}\n",
        visit.service.config.auth_origin,
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
    outbox::enqueue_mail(visit.effects(), &mail).map(drop)
}
