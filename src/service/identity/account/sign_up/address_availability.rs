//! Whether an e-mail address is in use. An address in the directory is checked with its team: a flow that deleted an
//! account or changed its address may have ended before the directory was updated. A user who has the address gets a
//! mail, because the page after a sign-up does not say it.

use super::{NewAccount, SignUpStep};
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply};
use crate::service::environment::config::Config;
use crate::service::html::refusal::{RefusalPage, internal_error};
use crate::service::identity::account::{address_change, verification};
use crate::service::jobs::task::{OutboundTask, notify_actor};
use crate::service::jobs::unconfirmed;
use crate::service::mail::outbox::{self, Mail, MailKind};
use crate::service::store::effects::Effects;
use crate::service::store::expiry::restorable_until;
use crate::service::store::job_queue;
use crate::service::store::job_queue::Job;
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
use crate::spec::account::{ACCOUNT_PATH, SENDER};
use crate::spec::regions::Region;
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;

/// The outbound task that asks the team to which a new account's address leads. `None` if the account was deleted.
///
/// # Errors
///
/// When a statement fails.
pub fn build_task(effects: Effects, job: &Job) -> Result<Option<OutboundTask>, SqlError> {
    let row = first_row(
        effects.sql,
        "SELECT team.id, users.username AS email, region
         FROM team
         JOIN users ON users.id = team.id
         WHERE unconfirmed_until > ? AND deleted IS NULL",
        values![effects.now],
    )?;
    let Some(row) = row else {
        job_queue::complete(effects, job.kind, &job.subject)?;
        return Ok(None);
    };
    let region = row.region().unwrap_or(Region::Us);
    let account = NewAccount { email: row.text("email"), id: row.text("id"), region };
    notify_actor(effects, job, (ActorId::Team(job.subject.clone()), SignUpStep::CheckHolder(account).into())).map(Some)
}

/// The other team: looks for an account with the address, also a deleted one that can be restored, and sends it a mail.
/// Without one, the directory frees the address.
///
/// # Errors
///
/// A page, if a statement fails.
pub fn check_holder(context: &ActorContext<'_>, account: NewAccount) -> Result<ActorReply, Response> {
    let ActorId::Team(team) = context.actor_id else { return Err(RefusalPage::InternalError.render_page()) };
    let sql = "SELECT deleted FROM users WHERE username = ?";
    let row = first_row(context.sql, sql, values![account.email.as_str()]).map_err(internal_error)?;
    let deleted = row.as_ref().map(|row| row.optional_text("deleted").map(|_| row.timestamp("deleted")));
    match deleted.map(|deleted| deleted.map(restorable_until)) {
        None => {}
        Some(Some(until)) if until <= context.now => {}
        Some(until) => {
            in_transaction(context.sql, || Ok(mail_holder(context, &account.email, until)?))
                .map_err(|_| RefusalPage::InternalError.render_page())?;
            return Ok(Response::empty(204).into());
        }
    }
    Ok(context.forward_to(ActorId::of_email(&account.email), SignUpStep::FreeAddress(account, team.clone())))
}

/// Sends a mail to the user with the address, unless the limit of such mails is reached.
fn mail_holder(context: &ActorContext<'_>, email: &str, restorable: Option<Timestamp>) -> Result<(), SqlError> {
    if !verification::may_send(context.effects(), email)? {
        return Ok(());
    }
    let text = holder_mail_text(&context.service.config, restorable, unconfirmed::confirmation_deadline(context.sql)?);
    let mail = Mail {
        kind: MailKind::Account,
        to: email,
        from: SENDER,
        subject: "You already have an account",
        text: &text,
        html: None,
        headers: &[],
        recipient_id: None,
    };
    outbox::enqueue_mail(context.effects(), &mail).map(drop)
}

fn holder_mail_text(config: &Config, restorable: Option<Timestamp>, unconfirmed: Option<Timestamp>) -> String {
    let origin = &config.auth_origin;
    let has = "Someone tried to open an account with this e-mail address";
    match (restorable, unconfirmed) {
        (Some(until), _) => format!(
            "{has}. Its account is deleted and can be restored until {}. If it was you, sign in to restore it:\n\n\
             {origin}{ACCOUNT_PATH}\n\n\
              If it was not you, you need to do nothing: nothing has changed.\n",
            verification::format_timestamp(until),
        ),
        (None, Some(until)) => format!(
            "{has}, which has an unconfirmed account. If you opened that account, follow the link in our earlier mail, or \
             sign in and request another mail:\n\n\
             {origin}{ACCOUNT_PATH}\n\n\
              If you did not open it, do not confirm it: it is deleted at {}, and the address is free again.\n",
            verification::format_timestamp(until),
        ),
        (None, None) => format!(
            "{has}, which already has an account. If it was you, sign in:\n\n\
             {origin}{ACCOUNT_PATH}\n\n\
              If it was not you, you need to do nothing: nothing has changed.\n",
        ),
    }
}

/// Directory: removes the address from a team that has no such user, and gives it to the new account.
///
/// # Errors
///
/// Status 503 during a reservation; a page, if a statement fails.
pub fn free_address(context: &ActorContext<'_>, account: NewAccount, team: &str) -> Result<ActorReply, Response> {
    address_change::free_address(context, &account.email, team)?;
    claim_address(context, account)
}

/// Directory: makes the address lead to the account, if it is free. An address that is not free is written as well, so
/// that both take the same time.
///
/// # Errors
///
/// A page, if a statement fails.
pub fn claim_address(context: &ActorContext<'_>, account: NewAccount) -> Result<ActorReply, Response> {
    let (email, region, id) = (account.email.as_str(), account.region.as_str(), account.id.as_str());
    let row = first_row(
        context.sql,
        "INSERT INTO addresses (email, region, team)
         VALUES (?, ?, ?)
         ON CONFLICT (email) DO UPDATE SET team = team
         RETURNING team",
        values![email, region, id],
    );
    let holder = row.map_err(internal_error)?.map(|row| row.text("team"));
    let other = holder.filter(|team| *team != account.id);
    Ok(context.forward_to(ActorId::Team(account.id.clone()), SignUpStep::AddressSettled(account, other)))
}
