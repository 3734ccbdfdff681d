//! What becomes of a recipient: how far they came, and whether they may be written to.
//!
//! Who wants no mail, and whose address takes none, is remembered by address for the whole team, which is
//! our choice: it holds for contacts and recipients that are added later, whoever adds them.

use crate::service::store::effects::Effects;
use crate::service::store::sql::{Sql, SqlError, first_row, values};
use crate::spec::endpoints::contacts::ContactStatus;
use crate::spec::resources::collectors::{MailCounts, RecipientStats, ResponseCounts};
use crate::spec::resources::recipients::RecipientResponseStatus;
use crate::spec::types::Integer;

/// Notes that a recipient opened a mail. Only the first time counts.
pub fn mark_opened(ground: Effects, id: &str) -> Result<(), SqlError> {
    ground.sql.run("UPDATE recipients SET opened = COALESCE(opened, ?) WHERE id = ?", values![ground.now, id])?;
    Ok(())
}

/// Notes once that a recipient followed the link to the survey, and so has opened the mail: an API's sender sees it in
/// `link_clicked`. It is all that opening a link writes.
pub fn mark_clicked(ground: Effects, id: &str) -> Result<(), SqlError> {
    ground.sql.run(
        "UPDATE recipients
         SET clicked = ?, opened = COALESCE(opened, ?)
         WHERE id = ? AND clicked IS NULL",
        values![ground.now, ground.now, id],
    )?;
    Ok(())
}

/// Notes how far a recipient of an anonymous collector came, since no response may say so.
pub fn mark_responded(ground: Effects, id: &str, status: RecipientResponseStatus) -> Result<(), SqlError> {
    ground.sql.run("UPDATE recipients SET response_status = ? WHERE id = ?", values![status.as_str(), id])?;
    Ok(())
}

/// Notes that a recipient wants nothing more, even one who was deleted since a mail went there. False if there is
/// no such recipient.
pub fn record_opt_out(ground: Effects, id: &str) -> Result<bool, SqlError> {
    let row = first_row(
        ground.sql,
        "UPDATE recipients
         SET opted_out = COALESCE(opted_out, ?)
         WHERE id = ?
         RETURNING address",
        values![ground.now, id],
    )?;
    let row = match row {
        None => first_row(ground.sql, "SELECT address FROM former_recipients WHERE id = ?", values![id])?,
        known => known,
    };
    match row {
        Some(row) => suppress_address(ground, &row.text("address"), ContactStatus::Optout).map(|()| true),
        None => Ok(false),
    }
}

/// Notes that a recipient's address takes no mail.
pub fn mark_bounced(ground: Effects, id: &str) -> Result<(), SqlError> {
    let row = first_row(
        ground.sql,
        "UPDATE recipients
         SET bounced = COALESCE(bounced, ?)
         WHERE id = ?
         RETURNING address",
        values![ground.now, id],
    )?;
    row.map_or(Ok(()), |row| suppress_address(ground, &row.text("address"), ContactStatus::Bounced))
}

/// Remembers an address that must not be written to, and marks the contacts that have it. A wish outweighs a failure.
fn suppress_address(ground: Effects, address: &str, status: ContactStatus) -> Result<(), SqlError> {
    ground.sql.run(
        "INSERT INTO refusals (address, status, at)
         VALUES (?, ?, ?)
         ON CONFLICT (address) DO UPDATE SET status = excluded.status, at = excluded.at
         WHERE refusals.status <> ?",
        values![address, status.as_str(), ground.now, ContactStatus::Optout.as_str()],
    )?;
    ground.sql.run(
        "UPDATE contacts
         SET status = (SELECT refusals.status FROM refusals WHERE refusals.address = ?)
         WHERE email = ? OR (email = '' AND phone_number = ?)",
        values![address, address, address],
    )?;
    Ok(())
}

/// How far a recipient came in the survey: what the responses say that name them, or else what was noted.
pub const RECIPIENT_STATUS_SQL: &str = "COALESCE(
    (SELECT CASE MIN(responses.status = 'partial') WHEN 1 THEN 'partially_responded' WHEN 0 THEN 'completely_responded' END
     FROM responses
     WHERE responses.recipient_id = recipients.id),
    recipients.response_status,
    'not_responded')";

/// Whose recipients are counted.
#[derive(Debug, Clone, Copy)]
pub enum RecipientScope<'a> {
    /// All of a collector, each once.
    Collector(&'a str),
    /// Those whom a message goes to.
    Message(&'a str),
}

/// Counts how far recipients came.
pub fn load_stats(sql: &dyn Sql, whose: RecipientScope) -> Result<RecipientStats, SqlError> {
    let (table, id) = match whose {
        RecipientScope::Collector(id) => (
            "recipients
             LEFT JOIN mailings ON mailings.message_id = recipients.message_id
                               AND mailings.recipient_id = recipients.id
             WHERE recipients.collector_id = ?",
            id,
        ),
        RecipientScope::Message(id) => (
            "mailings
             JOIN recipients ON recipients.id = mailings.recipient_id
             WHERE mailings.message_id = ?",
            id,
        ),
    };
    let row = first_row(
        sql,
        &format!(
            "SELECT COUNT(*) AS recipients,
                    TOTAL(came = 'completely_responded') AS completely,
                    TOTAL(came = 'partially_responded') AS partially,
                    TOTAL(came = 'not_responded') AS not_at_all,
                    TOTAL(sent = 'sent') AS sent,
                    TOTAL(sent IS NULL OR sent <> 'sent') AS not_sent,
                    COUNT(opened) AS opened, COUNT(clicked) AS clicked, COUNT(opted_out) AS opted_out,
                    COUNT(bounced) AS bounced
             FROM (SELECT {RECIPIENT_STATUS_SQL} AS came, mailings.status AS sent, opened, clicked, opted_out, bounced
                   FROM {table})"
        ),
        values![id],
    )?;
    let count = |column: &str| Integer::saturating(row.as_ref().map_or(0, |row| row.count(column)));
    Ok(RecipientStats {
        survey_response_status: ResponseCounts {
            completely_responded: count("completely"),
            not_responded: count("not_at_all"),
            partially_responded: count("partially"),
        },
        mail_status: MailCounts {
            opened: count("opened"),
            opted_out: count("opted_out"),
            not_sent: count("not_sent"),
            sent: count("sent"),
            bounced: count("bounced"),
            link_clicked: count("clicked"),
        },
        recipients: count("recipients"),
    })
}
