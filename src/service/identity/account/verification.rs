//! Confirmation of e-mail addresses: the user follows a link in a mail and presses a button.
//!
//! The button is needed because mail programs open links by themselves, and a GET must change nothing.

use crate::service::identity::paths::{KEY_FIELD, VERIFY};
pub mod page;

use super::{AccountStep, RouteResult};
use crate::service::actor::protocol::{ActorId, Command};
use crate::service::actor::service::Service;
use crate::service::environment::config::Config;
use crate::service::environment::seal;
use crate::service::identity::oauth::fields::read_form;
use crate::service::jobs::unconfirmed;
use crate::service::mail::outbox::{self, Mail, MailKind};
use crate::service::store::effects::Effects;
use crate::service::store::sql::{Sql, SqlError, first_row, values};
use crate::spec::account::{MAILS_AN_HOUR, SENDER, VERIFICATION_DAYS};
use crate::wire::dates::{DAY, MINUTE, Timestamp};
use crate::wire::http::{Request, Response};
use crate::wire::query;
use serde::{Deserialize, Serialize};

/// The purpose that links are sealed for.
pub const PURPOSE: &str = "e-mail verification";

/// The sealed contents of a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerificationLink {
    /// Id of the team.
    pub team: String,
    /// Id of the user.
    pub user_id: String,
    /// The address that the link confirms.
    pub email: String,
    expires: Timestamp,
}

/// Team: puts a mail with the link into the outbox.
///
/// # Errors
///
/// When a statement fails.
pub fn send_link(config: &Config, effects: Effects, user_id: &str, email: &str) -> Result<(), SqlError> {
    let Some(team) = first_row(effects.sql, "SELECT id FROM team", &[])? else { return Ok(()) };
    let link_end = effects.now.saturating_add(DAY.saturating_mul(i64::from(VERIFICATION_DAYS)));
    let account_end = unconfirmed::confirmation_deadline(effects.sql)?;
    let expires = account_end.unwrap_or(link_end);
    let validity_text = match account_end {
        None => format!("The link works for {VERIFICATION_DAYS} days."),
        Some(until) => format!("Otherwise the account is deleted at {}.", format_timestamp(until)),
    };
    let link =
        VerificationLink { team: team.text("id"), user_id: user_id.to_owned(), email: email.to_owned(), expires };
    let sealed = seal::seal(config, PURPOSE, &link, effects.random).unwrap_or_default();
    let text = format!(
        "This e-mail address was entered for an account. If it was you, follow this link and press the button:\n\n\
         {}{VERIFY}?{KEY_FIELD}={sealed}\n\n\
         {validity_text} If it was not you, do not confirm it; you need to do nothing else.\n",
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
    outbox::enqueue_mail(effects, &mail).map(drop)
}

/// A time as mails show it, in UTC.
pub fn format_timestamp(at: Timestamp) -> String {
    format!("{} UTC", at.iso_without_offset().0.replace('T', " "))
}

/// Team: gives a user the address again that the user signs in with. It is confirmed, unless the account never was.
/// False if it was not another one.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn restore_address(sql: &dyn Sql, user_id: &str, email: &str) -> Result<bool, SqlError> {
    let restored = "UPDATE users
         SET email = username, email_verified = 1
         WHERE id = ? AND username = ? AND email <> username
           AND NOT EXISTS (SELECT 1 FROM team WHERE unconfirmed_until IS NOT NULL)
         RETURNING id";
    Ok(first_row(sql, restored, values![user_id, email])?.is_some())
}

/// Whether the address has had fewer of these mails in the last hour than the limit. The limit protects an address that
/// belongs to another person.
///
/// # Errors
///
/// When a statement fails.
pub fn may_send(effects: Effects, email: &str) -> Result<bool, SqlError> {
    let row = first_row(
        effects.sql,
        "SELECT COUNT(*) AS mails
         FROM outbox
         WHERE receiver = ? AND created > ? AND kind = ?",
        values![email, effects.now.saturating_add(MINUTE.saturating_mul(-60)), MailKind::Account.as_str()],
    )?;
    Ok(row.is_none_or(|row| row.count("mails") < u64::from(MAILS_AN_HOUR)))
}

fn open_link(service: &Service, key: &str, now: Timestamp) -> Result<VerificationLink, Response> {
    let link = seal::open::<VerificationLink>(&service.config, PURPOSE, key).filter(|link| now < link.expires);
    link.ok_or_else(page::stale_link_page)
}

/// Router: the page with the button.
pub fn get_page(service: &Service, request: &Request, now: Timestamp) -> Response {
    let pairs = query::decode_query(&request.query).unwrap_or_default();
    let key = pairs.iter().find(|(name, _)| name == KEY_FIELD).map_or("", |(_, key)| key.as_str());
    open_link(service, key, now).map_or_else(|stale| stale, |link| page::confirmation_page(&link.email, key))
}

/// Router: the form of that page.
///
/// # Errors
///
/// A page, if the form is unreadable or from another site, or the link is invalid or too old.
pub fn post_form(service: &Service, request: &Request, now: Timestamp) -> RouteResult {
    let fields = read_form(request)?;
    let link = open_link(service, fields.first(KEY_FIELD).unwrap_or_default(), now)?;
    Ok((ActorId::Team(link.team.clone()), Command::from(AccountStep::VerifyAddress(link))))
}
