//! The senders of invitations: addresses that a member of the team has confirmed. A collector stores its sender as
//! text, so that changes of a member's address are brought to it here.

use super::outbox::{self, Mail, MailKind};
use super::removed_members::SURVEY_OWNER_SQL;
use crate::service::store::effects::Effects;
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::spec::account::SENDER;

/// Whether mail may be sent from an address: a member of the team has confirmed it, or there is none, as with text
/// messages. A member who has asked for another address still signs in with the confirmed one, until the new one is
/// confirmed.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn is_verified(sql: &dyn Sql, sender: &str) -> Result<bool, SqlError> {
    let known = "SELECT id
                 FROM users
                 WHERE deleted IS NULL
                   AND (email = ? AND email_verified = 1
                        OR username = ? AND username <> email AND member_status = 'active'
                           AND (SELECT unconfirmed_until FROM team) IS NULL)";
    let sender = sender.to_lowercase();
    Ok(sender.is_empty() || first_row(sql, known, values![sender.as_str(), sender.as_str()])?.is_some())
}

/// Replaces a sender that is no member's address any more in all collectors of the team: by another address, or for
/// each collector by that of its survey's owner.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn replace_sender(effects: Effects, from: &str, to: Option<&str>) -> Result<(), SqlError> {
    let statement = format!(
        "UPDATE collectors
         SET body = json_set(body, '$.sender_email', COALESCE(
               ?,
               (SELECT CASE email_verified WHEN 1 THEN email ELSE username END
                FROM surveys
                JOIN users ON users.id = {SURVEY_OWNER_SQL}
                WHERE surveys.id = collectors.survey_id),
               json_extract(body, '$.sender_email'))),
             modified = ?
         WHERE type = 'email' AND json_extract(body, '$.sender_email') = ? COLLATE NOCASE"
    );
    effects.sql.run(&statement, values![to, effects.now, from]).map(drop)
}

/// Passes the invitations of a former member to the owners of their surveys, who are written to about those that are
/// scheduled or being sent: they would not expect mail under their address.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn pass_to_owners(effects: Effects, from: &str) -> Result<(), SqlError> {
    let statement = format!(
        "SELECT subject, messages.status, surveys.title, users.username AS owner_email
         FROM collectors
         JOIN messages ON messages.collector_id = collectors.id
         JOIN surveys ON surveys.id = collectors.survey_id
         JOIN users ON users.id = {SURVEY_OWNER_SQL}
         WHERE collectors.type = 'email' AND json_extract(collectors.body, '$.sender_email') = ? COLLATE NOCASE
           AND messages.status <> 'sent' AND scheduled IS NOT NULL AND users.deleted IS NULL
         LIMIT ?"
    );
    for message in &effects.sql.run(&statement, values![from, REPORTED_MAX])? {
        let state = if message.text("status") == "not_sent" { "scheduled" } else { "being sent" };
        let text = format!(
            "The message \"{}\" of your survey \"{}\" is {state}. It was to come from {from}, whose account was \
             deleted or removed from your team, and will come from your address instead.\n\n\
             If you do not want that, delete it, or give the collector another sender.\n",
            message.text("subject"),
            message.text("title"),
        );
        write_to_owner(effects, message, "A message will come from your address", &text)?;
    }
    replace_sender(effects, from, None)
}

/// Messages about which their owners are written to: our choice.
const REPORTED_MAX: i64 = 50;

/// Writes to the owner of a survey that a message was not sent, because its sender is not confirmed. `message` has the
/// columns of the message, `title` and `owner_email` (the confirmed address) of its survey, and `sender`.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn report_unsent(effects: Effects, message: &Row) -> Result<(), SqlError> {
    let text = format!(
        "The message \"{}\" of your survey \"{}\" was due and was not sent: no member of your team has confirmed the \
         address of its sender, {}.\n\n\
         Give the collector another sender, and send the message again.\n",
        message.text("subject"),
        message.text("title"),
        message.text("sender"),
    );
    write_to_owner(effects, message, "A scheduled message was not sent", &text)
}

fn write_to_owner(effects: Effects, message: &Row, subject: &str, text: &str) -> Result<(), SqlError> {
    let Some(owner) = message.optional_text("owner_email") else { return Ok(()) };
    let mail = Mail {
        kind: MailKind::Account,
        to: &owner,
        from: SENDER,
        subject,
        text,
        html: None,
        headers: &[],
        recipient_id: None,
    };
    outbox::enqueue_mail(effects, &mail).map(drop)
}
