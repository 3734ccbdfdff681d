//! Whether an e-mail address is taken. An address that the directory knows is asked for at its team: a walk that deleted
//! an account or moved it to another address may have ended before the directory heard of it. Somebody who does have the
//! address is written to, since the page after a sign-up does not say it.

use super::{NewAccount, SignUpStep, claim_address};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::account::verification;
use crate::service::jobs::task::{OutboundTask, notify_actor};
use crate::service::jobs::unconfirmed;
use crate::service::mail::outbox::{self, Mail, MailKind};
use crate::service::store::config::Config;
use crate::service::store::effects::Effects;
use crate::service::store::job_queue;
use crate::service::store::job_queue::Job;
use crate::service::store::restore_window::restorable_until;
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
use crate::spec::account::{ACCOUNT_PATH, SENDER};
use crate::spec::regions::Region;
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;

/// The errand that asks the team which the address of a new account leads to; none if the account has ended.
pub fn build_task(ground: Effects, entry: &Job) -> Result<Option<OutboundTask>, SqlError> {
    let row = first_row(
        ground.sql,
        "SELECT team.id, users.username AS email, region
         FROM team
         JOIN users ON users.id = team.id
         WHERE unconfirmed_until > ? AND deleted IS NULL",
        values![ground.now],
    )?;
    let Some(row) = row else {
        job_queue::complete(ground, entry.kind, &entry.subject)?;
        return Ok(None);
    };
    let region = row.region().unwrap_or(Region::Us);
    let settled = NewAccount { email: row.text("email"), id: row.text("id"), region };
    notify_actor(ground, entry, (ActorId::Team(entry.subject.clone()), SignUpStep::CheckHolder(settled).into()))
        .map(Some)
}

/// At the team: whether the address is really that of an account, which may be restored. If it is, it gets a mail.
pub fn check_holder(visit: &ActorContext<'_>, settled: NewAccount) -> Result<ActorReply, Response> {
    let ActorId::Team(team) = visit.actor_id else { return Err(RefusalPage::InternalError.render_page()) };
    let sql = "SELECT deleted FROM users WHERE username = ?";
    let row = first_row(visit.sql, sql, values![settled.email.as_str()]).map_err(internal_error)?;
    let deleted = row.as_ref().map(|row| row.optional_text("deleted").map(|_| row.timestamp("deleted")));
    match deleted.map(|deleted| deleted.map(restorable_until)) {
        None => {}
        Some(Some(until)) if until <= visit.now => {}
        Some(until) => {
            in_transaction(visit.sql, || Ok(mail_holder(visit, &settled.email, until)?))
                .map_err(|_| RefusalPage::InternalError.render_page())?;
            return Ok(Response::empty(204).into());
        }
    }
    Ok(visit.forward_to(ActorId::of_email(&settled.email), SignUpStep::FreeAddress(settled, team.clone())))
}

/// Writes to whoever has the address, unless that was done several times just now.
fn mail_holder(visit: &ActorContext<'_>, email: &str, restorable: Option<Timestamp>) -> Result<(), SqlError> {
    if !verification::may_send(visit, email)? {
        return Ok(());
    }
    let text = holder_mail_text(&visit.service.config, restorable, unconfirmed::confirmation_deadline(visit.sql)?);
    let mail = Mail {
        kind: MailKind::Account,
        to: email,
        from: SENDER,
        subject: "You have an account already",
        text: &text,
        html: None,
        headers: &[],
        recipient_id: None,
    };
    outbox::enqueue_mail(visit.effects(), &mail).map(drop)
}

fn holder_mail_text(config: &Config, restorable: Option<Timestamp>, unconfirmed: Option<Timestamp>) -> String {
    let origin = &config.auth_origin;
    let has = "Somebody tried to open an account with this e-mail address";
    match (restorable, unconfirmed) {
        (Some(until), _) => format!(
            "{has}, whose account is deleted and can be restored until {}. If it was you, sign in to restore it:\n\n\
             {origin}{ACCOUNT_PATH}\n\n\
             If it was not you, nothing needs to be done: nothing has changed.\n",
            verification::format_timestamp(until),
        ),
        (None, Some(until)) => format!(
            "{has}, with which one was opened before that is not confirmed yet. If you opened it, follow the link in the \
             mail of then, or sign in and have another one sent:\n\n\
             {origin}{ACCOUNT_PATH}\n\n\
             If you did not, do not confirm it: it ends at {}, and the address is free then.\n",
            verification::format_timestamp(until),
        ),
        (None, None) => format!(
            "{has}, which has one already. If it was you, sign in:\n\n\
             {origin}{ACCOUNT_PATH}\n\n\
             If it was not you, nothing needs to be done: nothing has changed.\n",
        ),
    }
}

/// At the directory: forgets what led nowhere, and lets the address lead to the new account. While another account is on
/// its way to the address, nothing is known for sure.
pub fn free_address(visit: &ActorContext<'_>, settled: NewAccount, team: &str) -> Result<ActorReply, Response> {
    let email = settled.email.as_str();
    let reserved = "SELECT team FROM reservations WHERE email = ? AND expires > ?";
    if first_row(visit.sql, reserved, values![email, visit.now]).map_err(internal_error)?.is_some() {
        return Err(Response::empty(503));
    }
    visit
        .sql
        .run("DELETE FROM addresses WHERE email = ? AND team = ?", values![email, team])
        .map_err(internal_error)?;
    claim_address(visit, settled)
}
