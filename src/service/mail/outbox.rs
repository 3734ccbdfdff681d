//! The outbox: every mail and text message of an actor, before and after it is handed over.

use crate::service::store::effects::Effects;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::service::surveys::recipients;
use crate::wire::dates::{DAY, MINUTE, Timestamp};
use serde_json::{Map, Value as Json};

/// How long a mail is stored, whatever its state: 30 days. Our choice.
const KEPT_MS: i64 = 30 * DAY;

/// Mails of an actor that are stored, in addition to those not handed over yet. Our choice.
const KEPT_MAX: i64 = 10_000;

/// Mails beyond the maximum number that are deleted with every mail that is added. A step of a message adds a hundred.
const PRUNED_MAX: i64 = 3;

/// Mails that are too old and are deleted at once.
const EXPIRED_MAX: i64 = 500;

choices! {
    /// The purpose of a mail.
    MailKind {
        /// A mail about an account, such as a confirmation.
        Account "account",
        /// An invitation to a survey, a reminder or a thank-you.
        Invitation "invitation",
        /// The same as a text message to a phone. The service hands no text messages over; they stay in the outbox.
        Sms "sms",
    }
}

/// A mail to be sent.
#[derive(Debug, Clone)]
pub struct Mail<'a> {
    /// The purpose.
    pub kind: MailKind,
    /// E-mail address or phone number of the reader.
    pub to: &'a str,
    /// E-mail address of the sender; empty for a text message.
    pub from: &'a str,
    /// The subject; empty for a text message.
    pub subject: &'a str,
    /// The plain text.
    pub text: &'a str,
    /// The same as HTML; `None` for a text message.
    pub html: Option<&'a str>,
    /// Headers in addition to those of the fields.
    pub headers: &'a [(&'a str, &'a str)],
    /// The id of the recipient of a collector; `None` for mails about accounts.
    pub recipient_id: Option<&'a str>,
}

/// A mail in the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxMail {
    /// The id of the mail.
    pub id: String,
    /// The purpose.
    pub kind: MailKind,
    /// E-mail address or phone number of the reader.
    pub to: String,
    /// E-mail address of the sender.
    pub from: String,
    /// The subject.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The same as HTML.
    pub html: Option<String>,
    /// Headers in addition to those of the fields.
    pub headers: Vec<(String, String)>,
    /// When it was written.
    pub created: Timestamp,
    /// When it was handed over to the transport.
    pub handed_over: Option<Timestamp>,
    /// When the address rejected it.
    pub bounced: Option<Timestamp>,
}

impl OutboxMail {
    /// The mail as the JSON object that is handed over. Its id is the same in every attempt, so that the server can
    /// recognise a repetition.
    pub fn to_json(&self) -> Map<String, Json> {
        let headers = self.headers.iter().map(|(name, value)| (name.clone(), Json::from(value.as_str())));
        Map::from_iter(
            [
                ("id", self.id.as_str().into()),
                ("kind", self.kind.as_str().into()),
                ("to", self.to.as_str().into()),
                ("from", self.from.as_str().into()),
                ("subject", self.subject.as_str().into()),
                ("text", self.text.as_str().into()),
                ("html", self.html.as_deref().into()),
                ("headers", Json::Object(headers.collect())),
            ]
            .map(|(name, value)| (name.to_owned(), value)),
        )
    }
}

/// Adds a mail to the outbox and schedules its hand-over. Returns its id.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn enqueue_mail(effects: Effects, mail: &Mail) -> Result<String, SqlError> {
    let id = ids::next_id(effects.sql, IdKind::Mail)?;
    effects.sql.run(
        "INSERT INTO outbox (id, kind, receiver, sender, subject, text, html, headers, recipient_id, created)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        values![
            id.as_str(),
            mail.kind.as_str(),
            mail.to,
            mail.from,
            mail.subject,
            mail.text,
            mail.html,
            serde_json::to_string(mail.headers).map_err(|error| SqlError(error.to_string()))?,
            mail.recipient_id,
            effects.now,
        ],
    )?;
    if mail.kind != MailKind::Sms {
        job_queue::schedule(effects, JobKind::HandOver, &id, effects.now)?;
    }
    // A job that waits already is due earlier.
    effects.sql.run(
        "INSERT OR IGNORE INTO jobs (kind, subject, due, attempts) VALUES (?, '', ?, 0)",
        values![JobKind::PruneOutbox.as_str(), effects.now.saturating_add(KEPT_MS)],
    )?;
    prune_outbox(effects)?;
    Ok(id)
}

/// Deletes some mails beyond the maximum number, more than the one that is added. Mails not handed over yet do not
/// count, and are not read either: every mail calls this, and very many can wait.
fn prune_outbox(effects: Effects) -> Result<(), SqlError> {
    effects.sql.run(
        "DELETE FROM outbox
         WHERE rowid IN (
             SELECT rowid
             FROM outbox
             WHERE (handed_over IS NOT NULL OR kind = 'sms') = TRUE
               AND rowid <= (SELECT MAX(rowid) FROM outbox) - ?
             LIMIT ?)",
        values![KEPT_MAX, PRUNED_MAX],
    )?;
    Ok(())
}

/// Deletes some mails that are too old, as a job. It runs again when the next one is.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn run_job(effects: Effects) -> Result<(), SqlError> {
    let deleted = effects.sql.run(
        "DELETE FROM outbox
         WHERE rowid IN (SELECT rowid FROM outbox WHERE created <= ? LIMIT ?)
         RETURNING 1 AS gone",
        values![effects.now.saturating_add(KEPT_MS.saturating_neg()), EXPIRED_MAX],
    )?;
    let is_last = i64::try_from(deleted.len()).is_ok_and(|count| count < EXPIRED_MAX);
    // At most once an hour, because many mails may have times of their own.
    let earliest = effects.now.saturating_add(60 * MINUTE);
    let next = match is_last {
        true => first_row(effects.sql, "SELECT created FROM outbox ORDER BY created LIMIT 1", &[])?
            .map(|oldest| oldest.timestamp("created").saturating_add(KEPT_MS).max(earliest)),
        false => Some(effects.now),
    };
    match next {
        Some(due) => job_queue::schedule(effects, JobKind::PruneOutbox, "", due),
        None => job_queue::complete(effects, JobKind::PruneOutbox, ""),
    }
}

/// Deletes all mails, or those to one address.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn clear_outbox(sql: &dyn Sql, to: Option<&str>) -> Result<(), SqlError> {
    match to {
        Some(to) => sql.run("DELETE FROM outbox WHERE receiver = ?", values![to]),
        None => sql.run("DELETE FROM outbox", &[]),
    }
    .map(drop)
}

/// Deletes the mails about accounts to an address that is no member's any more, also those not handed over yet.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn delete_account_mails(sql: &dyn Sql, to: &str) -> Result<(), SqlError> {
    sql.run("DELETE FROM outbox WHERE receiver = ? AND kind = ?", values![to, MailKind::Account.as_str()]).map(drop)
}

const COLUMNS: &str =
    "id, kind, receiver, sender, subject, text, html, headers, created, handed_over, bounced FROM outbox";

/// Loads a mail.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn load_mail(sql: &dyn Sql, id: &str) -> Result<Option<OutboxMail>, SqlError> {
    Ok(first_row(sql, &format!("SELECT {COLUMNS} WHERE id = ?"), values![id])?.and_then(|row| mail_from_row(&row)))
}

/// Deletes a mail that waits if it is an invitation to a recipient who was deleted, also with the survey, or to an
/// address that has opted out or bounced since it was written: it may wait for days.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn delete_unwanted(sql: &dyn Sql, id: &str) -> Result<(), SqlError> {
    sql.run(
        "DELETE FROM outbox
         WHERE id = ?
           AND kind = ?
           AND (EXISTS (SELECT 1 FROM suppressions WHERE suppressions.address = receiver)
                OR NOT EXISTS (
                    SELECT 1
                    FROM recipients
                    JOIN collectors ON collectors.id = collector_id
                    JOIN surveys ON surveys.id = survey_id
                    WHERE recipients.id = recipient_id))",
        values![id, MailKind::Invitation.as_str()],
    )
    .map(drop)
}

/// The newest mails, up to a maximum number; only those to one address if it is given.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn newest_mails(sql: &dyn Sql, to: Option<&str>, limit: i64) -> Result<Vec<OutboxMail>, SqlError> {
    const ORDER: &str = "ORDER BY created DESC, id DESC LIMIT ?";
    let rows = match to {
        Some(to) => sql.run(&format!("SELECT {COLUMNS} WHERE receiver = ? {ORDER}"), values![to, limit]),
        None => sql.run(&format!("SELECT {COLUMNS} {ORDER}"), values![limit]),
    }?;
    Ok(rows.iter().filter_map(mail_from_row).collect())
}

/// Records that a mail was handed over.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn mark_handed_over(effects: Effects, id: &str) -> Result<(), SqlError> {
    effects.sql.run("UPDATE outbox SET handed_over = ? WHERE id = ?", values![effects.now, id])?;
    prune_outbox(effects)
}

/// Records that the address rejected a mail: on the mail, on its recipient, and on contacts with the address.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn mark_bounced(effects: Effects, id: &str) -> Result<(), SqlError> {
    let row = first_row(
        effects.sql,
        "UPDATE outbox
         SET bounced = ?
         WHERE id = ? AND bounced IS NULL
         RETURNING recipient_id",
        values![effects.now, id],
    )?;
    match row.and_then(|row| row.optional_text("recipient_id")) {
        Some(recipient) => recipients::mark_bounced(effects, &recipient),
        None => Ok(()),
    }
}

fn mail_from_row(row: &Row) -> Option<OutboxMail> {
    let optional_timestamp = |column: &str| row.optional_text(column).map(|_| row.timestamp(column));
    Some(OutboxMail {
        id: row.text("id"),
        kind: MailKind::parse(&row.text("kind"))?,
        to: row.text("receiver"),
        from: row.text("sender"),
        subject: row.text("subject"),
        text: row.text("text"),
        html: row.optional_text("html"),
        headers: row.decode_json("headers")?,
        created: row.timestamp("created"),
        handed_over: optional_timestamp("handed_over"),
        bounced: optional_timestamp("bounced"),
    })
}
