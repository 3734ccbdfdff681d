//! Whether an e-mail address is taken. An address that the directory knows is asked for at its team: a walk that deleted
//! an account or moved it to another address may have ended before the directory heard of it. Somebody who does have the
//! address is written to, since the page after a sign-up does not say it.

use super::{Settled, Step, settle};
use crate::service::actor::place::{Place, Turn};
use crate::service::actor::visit::Visit;
use crate::service::html::refusal::{Refusal, internal_error};
use crate::service::identity::account::verification;
use crate::service::jobs::task::{Errand, tell};
use crate::service::jobs::unconfirmed;
use crate::service::mail::outbox::{self, Mail, MailKind};
use crate::service::store::agenda;
use crate::service::store::agenda::Entry;
use crate::service::store::config::Config;
use crate::service::store::ground::Ground;
use crate::service::store::restoring::restorable_until;
use crate::service::store::sql::{SqlError, atomically, first, values};
use crate::spec::account::{ACCOUNT_PATH, SENDER};
use crate::spec::regions::Region;
use crate::wire::dates::Moment;
use crate::wire::http::Response;

/// The errand that asks the team which the address of a new account leads to; none if the account has ended.
pub fn errand(ground: Ground, entry: &Entry) -> Result<Option<Errand>, SqlError> {
    let row = first(
        ground.sql,
        "SELECT team.id, users.username AS email, region
         FROM team
         JOIN users ON users.id = team.id
         WHERE unconfirmed_until > ? AND deleted IS NULL",
        values![ground.now],
    )?;
    let Some(row) = row else {
        agenda::cross_off(ground, entry.work, &entry.subject)?;
        return Ok(None);
    };
    let region = row.region().unwrap_or(Region::Us);
    let settled = Settled { email: row.text("email"), id: row.text("id"), region };
    tell(ground, entry, (Place::Team(entry.subject.clone()), Step::Look(settled).into())).map(Some)
}

/// At the team: whether the address is really that of an account, which may be restored. If it is, it gets a mail.
pub fn look(visit: &Visit<'_>, settled: Settled) -> Result<Turn, Response> {
    let Place::Team(team) = visit.place else { return Err(Refusal::Broken.page()) };
    let sql = "SELECT deleted FROM users WHERE username = ?";
    let row = first(visit.sql, sql, values![settled.email.as_str()]).map_err(internal_error)?;
    let deleted = row.as_ref().map(|row| row.optional_text("deleted").map(|_| row.moment("deleted")));
    match deleted.map(|deleted| deleted.map(restorable_until)) {
        None => {}
        Some(Some(until)) if until <= visit.now => {}
        Some(until) => {
            atomically(visit.sql, || Ok(write(visit, &settled.email, until)?)).map_err(|_| Refusal::Broken.page())?;
            return Ok(Response::empty(204).into());
        }
    }
    Ok(visit.go(Place::of_email(&settled.email), Step::Free(settled, team.clone())))
}

/// Writes to whoever has the address, unless that was done several times just now.
fn write(visit: &Visit<'_>, email: &str, restorable: Option<Moment>) -> Result<(), SqlError> {
    if !verification::may_send(visit, email)? {
        return Ok(());
    }
    let text = told(&visit.service.config, restorable, unconfirmed::until(visit.sql)?);
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
    outbox::post(visit.ground(), &mail).map(drop)
}

fn told(config: &Config, restorable: Option<Moment>, unconfirmed: Option<Moment>) -> String {
    let origin = &config.auth_origin;
    let has = "Somebody tried to open an account with this e-mail address";
    match (restorable, unconfirmed) {
        (Some(until), _) => format!(
            "{has}, whose account is deleted and can be restored until {}. If it was you, sign in to restore it:\n\n\
             {origin}{ACCOUNT_PATH}\n\n\
             If it was not you, nothing needs to be done: nothing has changed.\n",
            verification::written(until),
        ),
        (None, Some(until)) => format!(
            "{has}, with which one was opened before that is not confirmed yet. If you opened it, follow the link in the \
             mail of then, or sign in and have another one sent:\n\n\
             {origin}{ACCOUNT_PATH}\n\n\
             If you did not, do not confirm it: it ends at {}, and the address is free then.\n",
            verification::written(until),
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
pub fn free(visit: &Visit<'_>, settled: Settled, team: &str) -> Result<Turn, Response> {
    let email = settled.email.as_str();
    let reserved = "SELECT team FROM reservations WHERE email = ? AND expires > ?";
    if first(visit.sql, reserved, values![email, visit.now]).map_err(internal_error)?.is_some() {
        return Err(Response::empty(503));
    }
    visit
        .sql
        .run("DELETE FROM addresses WHERE email = ? AND team = ?", values![email, team])
        .map_err(internal_error)?;
    settle(visit, settled)
}
