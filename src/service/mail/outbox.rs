//! The outbox: every mail and text message that a place has written, until somebody hands it over, and after.

use crate::service::store::effects::Effects;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::service::surveys::recipients;
use crate::wire::dates::{DAY, Timestamp};
use serde_json::{Map, Value as Json};

/// Days that a mail is kept, whatever has become of it: our choice.
const KEPT_DAYS: i64 = 30;

/// Mails of a place that are kept, besides those that nobody has taken yet: our choice.
const KEPT_MAX: i64 = 10_000;

choices! {
    /// What a mail is for.
    MailKind {
        /// It asks somebody to confirm something about an account.
        Account "account",
        /// It invites to a survey, reminds of it or thanks for it.
        Invitation "invitation",
        /// The same as a text message to a phone. Nothing hands these over: the outbox is where they end.
        Sms "sms",
    }
}

/// A mail to be written.
#[derive(Debug, Clone)]
pub struct Mail<'a> {
    /// What it is for.
    pub kind: MailKind,
    /// Address or number of the reader.
    pub to: &'a str,
    /// Address of the sender; empty for a text message.
    pub from: &'a str,
    /// Subject; empty for a text message.
    pub subject: &'a str,
    /// The text.
    pub text: &'a str,
    /// The same as HTML.
    pub html: Option<&'a str>,
    /// Further headers.
    pub headers: &'a [(&'a str, &'a str)],
    /// The recipient of a collector whom it goes to.
    pub recipient_id: Option<&'a str>,
}

/// A mail as it lies in the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxMail {
    /// Id of the mail.
    pub id: String,
    /// What it is for.
    pub kind: MailKind,
    /// Address or number of the reader.
    pub to: String,
    /// Address of the sender.
    pub from: String,
    /// Subject.
    pub subject: String,
    /// The text.
    pub text: String,
    /// The same as HTML.
    pub html: Option<String>,
    /// Further headers.
    pub headers: Vec<(String, String)>,
    /// When it was written.
    pub created: Timestamp,
    /// When it was handed over.
    pub handed_over: Option<Timestamp>,
    /// When the address refused it.
    pub bounced: Option<Timestamp>,
}

impl OutboxMail {
    /// The mail as JSON, as it is handed over. Its id is the same in every attempt, so that nobody need send it twice.
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

/// Puts a mail into the outbox and on the agenda to be handed over. Its id.
pub fn enqueue_mail(ground: Effects, mail: &Mail) -> Result<String, SqlError> {
    let id = ids::next_id(ground.sql, IdKind::Mail)?;
    ground.sql.run(
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
            ground.now,
        ],
    )?;
    if mail.kind != MailKind::Sms {
        job_queue::schedule(ground, JobKind::HandOver, &id, ground.now)?;
    }
    prune_outbox(ground)?;
    Ok(id)
}

/// Throws away what is too old, and what is too much. What is not handed over yet is never too much.
fn prune_outbox(ground: Effects) -> Result<(), SqlError> {
    let oldest = ground.now.saturating_add(DAY.saturating_mul(KEPT_DAYS).saturating_neg());
    ground.sql.run("DELETE FROM outbox WHERE created < ?", values![oldest])?;
    ground.sql.run(
        "DELETE FROM outbox
         WHERE rowid <= (SELECT MAX(rowid) FROM outbox) - ?
           AND (handed_over IS NOT NULL OR kind = ?)",
        values![KEPT_MAX, MailKind::Sms.as_str()],
    )?;
    Ok(())
}

/// Throws the mails away; to one reader if an address is given.
pub fn clear_outbox(sql: &dyn Sql, to: Option<&str>) -> Result<(), SqlError> {
    match to {
        Some(to) => sql.run("DELETE FROM outbox WHERE receiver = ?", values![to]),
        None => sql.run("DELETE FROM outbox", &[]),
    }
    .map(drop)
}

const COLUMNS: &str =
    "id, kind, receiver, sender, subject, text, html, headers, created, handed_over, bounced FROM outbox";

/// A mail.
pub fn load_mail(sql: &dyn Sql, id: &str) -> Result<Option<OutboxMail>, SqlError> {
    Ok(first_row(sql, &format!("SELECT {COLUMNS} WHERE id = ?"), values![id])?.and_then(|row| mail_from_row(&row)))
}

/// The newest mails, up to a number; to one reader if an address is given.
pub fn newest_mails(sql: &dyn Sql, to: Option<&str>, most: i64) -> Result<Vec<OutboxMail>, SqlError> {
    const ORDER: &str = "ORDER BY created DESC, id DESC LIMIT ?";
    let rows = match to {
        Some(to) => sql.run(&format!("SELECT {COLUMNS} WHERE receiver = ? {ORDER}"), values![to, most]),
        None => sql.run(&format!("SELECT {COLUMNS} {ORDER}"), values![most]),
    }?;
    Ok(rows.iter().filter_map(mail_from_row).collect())
}

/// Notes that a mail was handed over to whoever sends it.
pub fn mark_handed_over(ground: Effects, id: &str) -> Result<(), SqlError> {
    ground.sql.run("UPDATE outbox SET handed_over = ? WHERE id = ?", values![ground.now, id])?;
    prune_outbox(ground)
}

/// Notes that the address refused a mail: on the mail, and on the recipient and contacts with the address.
pub fn mark_bounced(ground: Effects, id: &str) -> Result<(), SqlError> {
    let row = first_row(
        ground.sql,
        "UPDATE outbox
         SET bounced = ?
         WHERE id = ? AND bounced IS NULL
         RETURNING recipient_id",
        values![ground.now, id],
    )?;
    match row.and_then(|row| row.optional_text("recipient_id")) {
        Some(recipient) => recipients::mark_bounced(ground, &recipient),
        None => Ok(()),
    }
}

fn mail_from_row(row: &Row) -> Option<OutboxMail> {
    let moment = |column: &str| row.optional_text(column).map(|_| row.timestamp(column));
    Some(OutboxMail {
        id: row.text("id"),
        kind: MailKind::parse(&row.text("kind"))?,
        to: row.text("receiver"),
        from: row.text("sender"),
        subject: row.text("subject"),
        text: row.text("text"),
        html: row.optional_text("html"),
        headers: serde_json::from_str(&row.text("headers")).ok()?,
        created: row.timestamp("created"),
        handed_over: moment("handed_over"),
        bounced: moment("bounced"),
    })
}
