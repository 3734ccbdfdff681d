//! Mail on its way out of the outbox: handed over as JSON to whoever sends it, a server or the platform.
//!
//! Where nobody does, as in a local service, the outbox is where mail ends, and it counts as handed over.

use super::task::{Deed, Errand, LEASE};
use crate::service::mail::outbox;
use crate::service::store::agenda::{self, Entry, Work};
use crate::service::store::config::{Config, PostOffice};
use crate::service::store::ground::Ground;
use crate::service::store::outside::{Outcome, Outgoing, succeeded};
use crate::service::store::sql::{SqlError, first, values};
use crate::spec::events::RETRY_MINUTES;
use crate::wire::dates::MINUTE;
use serde_json::Value;

/// In place of an address: the platform itself sends the mail that is the body.
pub const PLATFORM: &str = "platform:";

/// The errand that a mail needs. It is held until it returns.
pub fn next(config: &Config, ground: Ground, entry: &Entry) -> Result<Option<Errand>, SqlError> {
    let (Some(office), Some(mail)) = (&config.post_office, outbox::load(ground.sql, &entry.subject)?) else {
        outbox::handed_over(ground, &entry.subject)?;
        agenda::cross_off(ground, Work::HandOver, &entry.subject)?;
        return Ok(None);
    };
    agenda::plan(ground, Work::HandOver, &entry.subject, ground.now.plus(LEASE))?;
    let mut written = mail.written();
    let mut headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    let url = match office {
        PostOffice::Server { url, token } => {
            if !token.is_empty() {
                headers.push(("authorization".to_owned(), format!("Bearer {token}")));
            }
            url
        }
        PostOffice::Platform => {
            // A platform knows no ids and no kinds, and takes no member that is null.
            written.retain(|name, value| !matches!(name.as_str(), "id" | "kind") && !value.is_null());
            PLATFORM
        }
    };
    let body = Value::Object(written).to_string();
    let call = Outgoing { method: "POST".to_owned(), url: url.to_owned(), headers, body };
    let id = format!("{}/{}", Work::HandOver.as_str(), entry.subject);
    Ok(Some(Errand { id, deed: Deed::Send { signer: None, call } }))
}

/// A mail was taken, or not. One that nobody took for as long as a delivery is tried stays in the outbox.
pub fn returned(ground: Ground, mail_id: &str, outcome: Outcome) -> Result<(), SqlError> {
    if succeeded(outcome) {
        outbox::handed_over(ground, mail_id)?;
        return agenda::cross_off(ground, Work::HandOver, mail_id);
    }
    let sql = "SELECT attempts FROM agenda WHERE work = ? AND subject = ?";
    let Some(row) = first(ground.sql, sql, values![Work::HandOver.as_str(), mail_id])? else { return Ok(()) };
    let attempts = row.count("attempts");
    let wait = usize::try_from(attempts).ok().and_then(|attempts| RETRY_MINUTES.get(attempts));
    let entry = Entry { work: Work::HandOver, subject: mail_id.to_owned(), attempts };
    match wait {
        Some(minutes) => agenda::retry(ground, &entry, ground.now.plus(MINUTE.saturating_mul(*minutes))),
        None => agenda::cross_off(ground, Work::HandOver, mail_id),
    }
}
