//! Whether an e-mail address is its user's: shown by following the link of a mail that went there.
//!
//! The link leads to a page with a button, since looking at a page must change nothing: programs look at
//! links in mails.

use crate::service::identity::paths::{KEY_FIELD, VERIFY};
pub mod page;

use super::Outcome;
use super::Step;
use crate::service::actor::place::{Note, Place, Turn};
use crate::service::actor::service::Service;
use crate::service::actor::visit::Visit;
use crate::service::html::refusal::Refusal;
use crate::service::identity::oauth::fields::read_form;
use crate::service::jobs::unconfirmed;
use crate::service::mail::outbox::{self, Mail, MailKind};
use crate::service::store::seal;
use crate::service::store::sql::{SqlError, atomically, first, values};
use crate::spec::account::{MAILS_AN_HOUR, SENDER, VERIFICATION_DAYS};
use crate::wire::dates::{DAY, MINUTE, Moment};
use crate::wire::http::{Request, Response};
use crate::wire::query;
use serde::{Deserialize, Serialize};

/// What links are sealed for.
pub const PURPOSE: &str = "e-mail verification";

/// What a link says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    team: String,
    user_id: String,
    email: String,
    expires: Moment,
}

/// At the team: puts a mail with the link into the outbox.
pub fn send(visit: &Visit<'_>, user_id: &str, email: &str) -> Result<(), SqlError> {
    let Place::Team(team) = visit.place else { return Ok(()) };
    let config = &visit.service.config;
    let lasting = visit.now.plus(DAY.saturating_mul(i64::from(VERIFICATION_DAYS)));
    let ends = unconfirmed::until(visit.sql)?;
    let expires = ends.unwrap_or(lasting);
    let for_how_long = match ends {
        None => format!("The link works for {VERIFICATION_DAYS} days."),
        Some(until) => format!("Without that, the account ends at {}.", written(until)),
    };
    let link = Link { team: team.clone(), user_id: user_id.to_owned(), email: email.to_owned(), expires };
    let sealed = seal::seal(config, PURPOSE, &link, visit.random).unwrap_or_default();
    let text = format!(
        "Somebody gave this e-mail address for an account. If it was you, follow this link and press the button:\n\n\
         {}{VERIFY}?{KEY_FIELD}={sealed}\n\n\
         {for_how_long} If it was not you, do not confirm it: nothing else needs to be done.\n",
        config.auth_origin,
    );
    let mail = Mail {
        kind: MailKind::Account,
        to: email,
        from: SENDER,
        subject: "Confirm your e-mail address",
        text: &text,
        html: None,
        headers: &[],
        recipient_id: None,
    };
    outbox::post(visit.ground(), &mail).map(drop)
}

/// A moment as mails say it.
pub fn written(moment: Moment) -> String {
    format!("{} UTC", moment.bare().0.replace('T', " "))
}

/// Whether an address got so few of these mails lately that it may get one more. It may be that of somebody else.
pub fn may_send(visit: &Visit<'_>, email: &str) -> Result<bool, SqlError> {
    let row = first(
        visit.sql,
        "SELECT COUNT(*) AS mails
         FROM outbox
         WHERE receiver = ? AND created > ? AND kind = ?",
        values![email, visit.now.plus(MINUTE.saturating_mul(-60)), MailKind::Account.as_str()],
    )?;
    Ok(row.is_none_or(|row| row.count("mails") < u64::from(MAILS_AN_HOUR)))
}

fn open(service: &Service, key: &str, now: Moment) -> Result<Link, Response> {
    let link = seal::open::<Link>(&service.config, PURPOSE, key).filter(|link| now < link.expires);
    link.ok_or_else(page::stale_link)
}

/// At the door: the page with the button.
pub fn ask(service: &Service, request: &Request, now: Moment) -> Response {
    let pairs = query::decode(&request.query).unwrap_or_default();
    let key = pairs.iter().find(|(name, _)| name == KEY_FIELD).map_or("", |(_, key)| key.as_str());
    open(service, key, now).map_or_else(|stale| stale, |link| page::confirmation(&link.email, key))
}

/// At the door: the button was pressed.
pub fn read(service: &Service, request: &Request, now: Moment) -> Outcome {
    let fields = read_form(request)?;
    let link = open(service, fields.first(KEY_FIELD).unwrap_or_default(), now)?;
    Ok((Place::Team(link.team.clone()), Note::from(Step::Verify(link))))
}

/// At the team: the address is its user's, if the user still has it.
pub fn verify(visit: &Visit<'_>, link: &Link) -> Result<Turn, Response> {
    let work = || {
        let row = first(
            visit.sql,
            "UPDATE users
             SET email_verified = 1
             WHERE id = ? AND email = ?
             RETURNING id",
            values![link.user_id.as_str(), link.email.as_str()],
        )?;
        if row.is_some() {
            unconfirmed::confirmed(visit.ground(), &link.user_id)?;
        }
        Ok(row.is_some())
    };
    match atomically(visit.sql, work).map_err(|_| Refusal::Broken.page())? {
        true => Ok(page::confirmed(&link.email).into()),
        false => Err(page::stale_link()),
    }
}
