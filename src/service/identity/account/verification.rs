//! Whether an e-mail address is its user's: shown by following the link of a mail that went there.
//!
//! The link leads to a page with a button, since looking at a page must change nothing: programs look at
//! links in mails.

use crate::service::identity::paths::{KEY_FIELD, VERIFY};
pub mod page;

use super::AccountStep;
use super::RouteResult;
use crate::service::actor::actor_context::ActorContext;
use crate::service::actor::protocol::{ActorId, ActorReply, Command};
use crate::service::actor::service::Service;
use crate::service::html::refusal::RefusalPage;
use crate::service::identity::oauth::fields::read_form;
use crate::service::jobs::unconfirmed;
use crate::service::mail::outbox::{self, Mail, MailKind};
use crate::service::store::seal;
use crate::service::store::sql::{SqlError, first_row, in_transaction, values};
use crate::spec::account::{MAILS_AN_HOUR, SENDER, VERIFICATION_DAYS};
use crate::wire::dates::{DAY, MINUTE, Timestamp};
use crate::wire::http::{Request, Response};
use crate::wire::query;
use serde::{Deserialize, Serialize};

/// What links are sealed for.
pub const PURPOSE: &str = "e-mail verification";

/// What a link says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerificationLink {
    team: String,
    user_id: String,
    email: String,
    expires: Timestamp,
}

/// At the team: puts a mail with the link into the outbox.
pub fn send_link(visit: &ActorContext<'_>, user_id: &str, email: &str) -> Result<(), SqlError> {
    let ActorId::Team(team) = visit.actor_id else { return Ok(()) };
    let config = &visit.service.config;
    let lasting = visit.now.saturating_add(DAY.saturating_mul(i64::from(VERIFICATION_DAYS)));
    let ends = unconfirmed::confirmation_deadline(visit.sql)?;
    let expires = ends.unwrap_or(lasting);
    let for_how_long = match ends {
        None => format!("The link works for {VERIFICATION_DAYS} days."),
        Some(until) => format!("Without that, the account ends at {}.", format_timestamp(until)),
    };
    let link = VerificationLink { team: team.clone(), user_id: user_id.to_owned(), email: email.to_owned(), expires };
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
    outbox::enqueue_mail(visit.effects(), &mail).map(drop)
}

/// A moment as mails say it.
pub fn format_timestamp(moment: Timestamp) -> String {
    format!("{} UTC", moment.iso_without_offset().0.replace('T', " "))
}

/// Whether an address got so few of these mails lately that it may get one more. It may be that of somebody else.
pub fn may_send(visit: &ActorContext<'_>, email: &str) -> Result<bool, SqlError> {
    let row = first_row(
        visit.sql,
        "SELECT COUNT(*) AS mails
         FROM outbox
         WHERE receiver = ? AND created > ? AND kind = ?",
        values![email, visit.now.saturating_add(MINUTE.saturating_mul(-60)), MailKind::Account.as_str()],
    )?;
    Ok(row.is_none_or(|row| row.count("mails") < u64::from(MAILS_AN_HOUR)))
}

fn open_link(service: &Service, key: &str, now: Timestamp) -> Result<VerificationLink, Response> {
    let link = seal::open::<VerificationLink>(&service.config, PURPOSE, key).filter(|link| now < link.expires);
    link.ok_or_else(page::stale_link_page)
}

/// At the door: the page with the button.
pub fn get_page(service: &Service, request: &Request, now: Timestamp) -> Response {
    let pairs = query::decode_query(&request.query).unwrap_or_default();
    let key = pairs.iter().find(|(name, _)| name == KEY_FIELD).map_or("", |(_, key)| key.as_str());
    open_link(service, key, now).map_or_else(|stale| stale, |link| page::confirmation_page(&link.email, key))
}

/// At the door: the button was pressed.
pub fn post_form(service: &Service, request: &Request, now: Timestamp) -> RouteResult {
    let fields = read_form(request)?;
    let link = open_link(service, fields.first(KEY_FIELD).unwrap_or_default(), now)?;
    Ok((ActorId::Team(link.team.clone()), Command::from(AccountStep::VerifyAddress(link))))
}

/// At the team: the address is its user's, if the user still has it.
pub fn verify_address(visit: &ActorContext<'_>, link: &VerificationLink) -> Result<ActorReply, Response> {
    let work = || {
        let row = first_row(
            visit.sql,
            "UPDATE users
             SET email_verified = 1
             WHERE id = ? AND email = ?
             RETURNING id",
            values![link.user_id.as_str(), link.email.as_str()],
        )?;
        if row.is_some() {
            unconfirmed::mark_confirmed(visit.effects(), &link.user_id)?;
        }
        Ok(row.is_some())
    };
    match in_transaction(visit.sql, work).map_err(|_| RefusalPage::InternalError.render_page())? {
        true => Ok(page::confirmed_page(&link.email).into()),
        false => Err(page::stale_link_page()),
    }
}
