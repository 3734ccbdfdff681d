//! The state of recipients: how far they came, and whether mail may be sent to them.
//!
//! An address whose owner opted out, or that bounced, is stored for the whole team (suppression list). So it also
//! applies to contacts and recipients that any member adds later. Our choice.

use crate::service::store::backlog::{self, Kind, Part};
use crate::service::store::effects::Effects;
use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Sql, SqlError, first_row, values};
use crate::service::surveys::formats::stored_address;
use crate::spec::endpoints::contacts::ContactStatus;
use crate::spec::resources::collectors::{MailCounts, RecipientStats, ResponseCounts};
use crate::spec::resources::recipients::RecipientResponseStatus;
use crate::spec::resources::responses::ResponseStatus;
use crate::spec::types::Integer;

/// The last message that was sent to a recipient, as a condition of its row in `message_recipients`. All mails to a
/// recipient have the same link, so that an opened mail or a followed link counts for the last one: our choice.
const LAST_MESSAGE_SQL: &str = "recipient_id = ? AND message_id = (
    SELECT own.message_id
    FROM message_recipients AS own
    JOIN messages ON messages.id = own.message_id
    WHERE own.recipient_id = message_recipients.recipient_id
      AND own.status = 'sent'
    ORDER BY messages.scheduled DESC, messages.created DESC, messages.id DESC
    LIMIT 1)";

/// What the backlog adds as recipients of a message that is not sent yet, and their ids. `rows` has the address, the id
/// of the contact, both names, the custom fields and the further fields of each.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn recipient_parts(
    effects: Effects,
    message_id: &str,
    mut rows: Vec<Vec<Option<String>>>,
) -> Result<(Vec<String>, Vec<Part>), SqlError> {
    let ids: Vec<String> = ids::next_ids(effects.sql, IdKind::Recipient, rows.len())?.collect();
    let created = effects.now.0.to_string();
    rows.iter_mut().zip(&ids).for_each(|(row, id)| row.extend([id, &created].map(|text| Some(text.clone()))));
    Ok((ids, backlog::parts(Kind::Recipients, message_id, rows)))
}

/// Records that a recipient opened a mail. Only the first time is stored, of the recipient and of each message.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn mark_opened(effects: Effects, id: &str) -> Result<(), SqlError> {
    for (table, rows) in [("recipients", "id = ?"), ("message_recipients", LAST_MESSAGE_SQL)] {
        let sql = format!("UPDATE {table} SET opened = ? WHERE {rows} AND opened IS NULL");
        effects.sql.run(&sql, values![effects.now, id])?;
    }
    Ok(())
}

/// Records the first time that a recipient followed the link to the survey, and the first time after each message. It
/// implies an opened mail. The API shows it in `link_clicked`. Nothing else is written when a link is opened.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn mark_clicked(effects: Effects, id: &str) -> Result<(), SqlError> {
    for (table, rows) in [("recipients", "id = ?"), ("message_recipients", LAST_MESSAGE_SQL)] {
        let set = "clicked = ?, opened = COALESCE(opened, ?)";
        let sql = format!("UPDATE {table} SET {set} WHERE {rows} AND clicked IS NULL");
        effects.sql.run(&sql, values![effects.now, effects.now, id])?;
    }
    Ok(())
}

/// Records how far a recipient of an anonymous collector came, because no response may refer to the recipient.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn mark_responded(effects: Effects, id: &str, status: ResponseStatus) -> Result<(), SqlError> {
    let status = match status {
        ResponseStatus::Partial => RecipientResponseStatus::PartiallyResponded,
        ResponseStatus::Completed | ResponseStatus::Disqualified | ResponseStatus::Overquota => {
            RecipientResponseStatus::CompletelyResponded
        }
    };
    effects.sql.run("UPDATE recipients SET response_status = ? WHERE id = ?", values![status.as_str(), id])?;
    Ok(())
}

/// Records that a recipient opted out, even one who was deleted after a mail was sent. Returns `false` if there is no
/// such recipient.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn record_opt_out(effects: Effects, id: &str) -> Result<bool, SqlError> {
    let row = first_row(
        effects.sql,
        "UPDATE recipients
         SET opted_out = COALESCE(opted_out, ?)
         WHERE id = ?
         RETURNING address",
        values![effects.now, id],
    )?;
    let row = match row {
        // The link in a mail must work after the recipient was deleted.
        None => first_row(effects.sql, "SELECT address FROM former_recipients WHERE id = ?", values![id])?,
        known => known,
    };
    match row {
        Some(row) => suppress_address(effects, &row.text("address"), ContactStatus::Optout).map(|()| true),
        None => Ok(false),
    }
}

/// Records that a recipient's address bounced.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn mark_bounced(effects: Effects, id: &str) -> Result<(), SqlError> {
    let row = first_row(
        effects.sql,
        "UPDATE recipients
         SET bounced = COALESCE(bounced, ?)
         WHERE id = ?
         RETURNING address",
        values![effects.now, id],
    )?;
    row.map_or(Ok(()), |row| suppress_address(effects, &row.text("address"), ContactStatus::Bounced))
}

/// Adds an address to the suppression list, and marks the contacts that have it. An opt-out is not replaced by a
/// bounce. The address of an old recipient may be stored as it was typed: then it is added in both spellings.
fn suppress_address(effects: Effects, address: &str, status: ContactStatus) -> Result<(), SqlError> {
    if let Some(stored) = stored_address(address).filter(|stored| stored != address) {
        suppress_address(effects, &stored, status)?;
    }
    effects.sql.run(
        "INSERT INTO suppressions (address, status, at)
         VALUES (?, ?, ?)
         ON CONFLICT (address) DO UPDATE SET status = excluded.status, at = excluded.at
         WHERE suppressions.status <> ?",
        values![address, status.as_str(), effects.now, ContactStatus::Optout.as_str()],
    )?;
    effects.sql.run(
        "UPDATE contacts
         SET status = (SELECT suppressions.status FROM suppressions WHERE suppressions.address = ?)
         WHERE email = ? OR (email = '' AND phone_number = ?)",
        values![address, address, address],
    )?;
    Ok(())
}

/// The response status of a recipient in SQL: from the responses that refer to the recipient, otherwise as recorded. A
/// recipient who is recorded as finished has finished, whatever the anonymity of the collector was.
pub const RECIPIENT_STATUS_SQL: &str = "CASE WHEN recipients.response_status = 'completely_responded'
    THEN recipients.response_status
    ELSE COALESCE(
      (SELECT CASE MIN(responses.status = 'partial') WHEN 1 THEN 'partially_responded' WHEN 0 THEN 'completely_responded' END
       FROM responses
       WHERE responses.recipient_id = recipients.id AND responses.recipient_id <> ''),
      recipients.response_status,
      'not_responded')
    END";

/// Whose recipients are counted.
#[derive(Debug, Clone, Copy)]
pub enum RecipientScope<'a> {
    /// All recipients of a collector.
    Collector(&'a str),
    /// The recipients of a message.
    Message(&'a str),
}

/// Counts recipients by status.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn load_stats(sql: &dyn Sql, scope: RecipientScope) -> Result<RecipientStats, SqlError> {
    // What a recipient did after one message counts for this message, or for the collector.
    let (clicks, table, id) = match scope {
        RecipientScope::Collector(id) => (
            "recipients",
            "recipients
             LEFT JOIN message_recipients ON message_recipients.message_id = recipients.message_id
                                   AND message_recipients.recipient_id = recipients.id
             WHERE recipients.collector_id = ?",
            id,
        ),
        RecipientScope::Message(id) => (
            "message_recipients",
            "message_recipients
             JOIN recipients ON recipients.id = message_recipients.recipient_id
             WHERE message_recipients.message_id = ?",
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
             FROM (SELECT {RECIPIENT_STATUS_SQL} AS came, message_recipients.status AS sent,
                          {clicks}.opened, {clicks}.clicked, opted_out, bounced
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
