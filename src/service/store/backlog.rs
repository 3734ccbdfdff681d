//! The backlog: writes of many rows, stored as a whole in one transaction, and applied to their tables in chunks before
//! any request reads or writes those tables. Once stored, they count as written.
//!
//! Contacts and recipients added in bulk, members of contact lists, and texts of a translation are written this way.
//! They are checked before they are stored, and no other write happens in between, so that applying them cannot fail
//! because of their content. The next request to the actor applies a chunk and is handled again. The job queue applies
//! the rest if the program ends in between.

use super::effects::Effects;
use super::job_queue::{self, CHECK_DELAY, JobKind};
use super::sql::{Row, SqlError, first_row, values};
use crate::wire::payload;

choices! {
    /// What is done with the rows of a part.
    Kind {
        /// Inserts contacts of a user.
        Contacts "contacts",
        /// Updates contacts.
        Changes "changes",
        /// Adds contacts to a list.
        Members "members",
        /// Adds the contacts of another list to a list: its id and the last contact that was added.
        MembersOf "members_of",
        /// Deletes the members of a list.
        NoMembers "no_members",
        /// Replaces all custom fields of contacts.
        CustomFields "custom_fields",
        /// Inserts recipients of a message.
        Recipients "recipients",
        /// Adds the recipients of another message to a message, but not those whose address bounced or opted out: its
        /// id, the recipient before the next one, the last number of an id that was taken, and the time.
        RecipientsOf "recipients_of",
        /// Writes texts of a survey in another language; an empty text deletes the stored one.
        Texts "texts",
        /// Deletes all texts of a survey in a language.
        NoTexts "no_texts",
    }
}

/// Rows of one kind: the kind, the id of the user, list or survey that they belong to, and a JSON array of rows.
pub type Part = (Kind, String, String);

/// Bytes of a part. A single part, and parts with no more bytes in total, are applied at once.
const PART_BYTES: usize = 20_000;

/// Rows that one chunk of [`Kind::NoTexts`] or [`Kind::NoMembers`] deletes; the `LIMIT` of their statements.
const DELETED_ROWS: usize = 1000;

impl Kind {
    /// The statements that apply a part. Their only parameter is the part's number in the backlog.
    const fn statements(self) -> &'static [&'static str] {
        match self {
            Kind::Contacts => &["INSERT OR IGNORE INTO contacts (id, user_id, first_name, last_name, email,
                     phone_number, custom_1, custom_2, custom_3, custom_4, custom_5, custom_6, status, created)
                 SELECT value ->> 0, subject, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
                        value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10,
                        COALESCE((SELECT status FROM suppressions WHERE address = value ->> 11), 'active'), value ->> 12
                 FROM backlog CROSS JOIN json_each(backlog.rows)
                 WHERE number = ?"],
            Kind::Changes => &["UPDATE OR IGNORE contacts
                 SET first_name = value ->> 1,
                     last_name = value ->> 2,
                     email = value ->> 3,
                     phone_number = value ->> 4,
                     custom_1 = COALESCE(value ->> 5, custom_1),
                     custom_2 = COALESCE(value ->> 6, custom_2),
                     custom_3 = COALESCE(value ->> 7, custom_3),
                     custom_4 = COALESCE(value ->> 8, custom_4),
                     custom_5 = COALESCE(value ->> 9, custom_5),
                     custom_6 = COALESCE(value ->> 10, custom_6),
                     status = COALESCE((SELECT status FROM suppressions WHERE address = value ->> 11), 'active')
                 FROM backlog, json_each(backlog.rows)
                 WHERE number = ? AND contacts.id = value ->> 0"],
            Kind::Members => &["INSERT OR IGNORE INTO contact_list_members (list_id, contact_id)
                 SELECT subject, value ->> 0
                 FROM backlog CROSS JOIN json_each(backlog.rows)
                 WHERE number = ?"],
            Kind::MembersOf => &[
                "INSERT OR IGNORE INTO contact_list_members (list_id, contact_id)
                 SELECT subject, contact_id
                 FROM backlog CROSS JOIN contact_list_members
                   ON list_id = backlog.rows ->> 0 AND contact_id > backlog.rows ->> 1
                 WHERE number = ?
                 ORDER BY contact_id
                 LIMIT 1000",
                "UPDATE backlog
                 SET rows = json_array(backlog.rows ->> 0, (
                     SELECT contact_id
                     FROM contact_list_members
                     WHERE list_id = backlog.rows ->> 0 AND contact_id > backlog.rows ->> 1
                     ORDER BY contact_id
                     LIMIT 1 OFFSET 999))
                 WHERE number = ?
                 RETURNING backlog.rows ->> 1 AS more",
            ],
            Kind::NoMembers => &["DELETE FROM contact_list_members
                 WHERE rowid IN (
                     SELECT contact_list_members.rowid
                     FROM backlog CROSS JOIN contact_list_members ON list_id = subject
                     WHERE number = ?
                     LIMIT 1000)
                 RETURNING 1 AS gone"],
            Kind::CustomFields => &["UPDATE contacts
                 SET custom_1 = value ->> 1, custom_2 = value ->> 2, custom_3 = value ->> 3,
                     custom_4 = value ->> 4, custom_5 = value ->> 5, custom_6 = value ->> 6
                 FROM backlog, json_each(backlog.rows)
                 WHERE number = ? AND contacts.id = value ->> 0"],
            Kind::Recipients => &[
                "INSERT INTO recipients (id, collector_id, message_id, address, contact_id, first_name, last_name,
                                         custom_fields, extra_fields, created)
                 SELECT value ->> 6, messages.collector_id, messages.id, value ->> 0, value ->> 1, value ->> 2,
                        value ->> 3, value ->> 4, value ->> 5, value ->> 7
                 FROM backlog
                 CROSS JOIN messages ON messages.id = backlog.subject
                 CROSS JOIN json_each(backlog.rows)
                 WHERE number = ?",
                "INSERT INTO message_recipients (message_id, recipient_id, status)
                 SELECT subject, value ->> 6, 'not_sent'
                 FROM backlog CROSS JOIN json_each(backlog.rows)
                 WHERE number = ?",
            ],
            Kind::RecipientsOf => &[
                "INSERT INTO recipients (id, collector_id, message_id, address, contact_id, first_name, last_name,
                                         custom_fields, extra_fields, created)
                 SELECT taken + ROW_NUMBER() OVER (ORDER BY old.id), messages.collector_id, messages.id, old.address,
                        old.contact_id, old.first_name, old.last_name, old.custom_fields, old.extra_fields, old.at
                 FROM (
                     SELECT recipients.*, backlog.subject, backlog.rows ->> 2 AS taken, backlog.rows ->> 3 AS at
                     FROM backlog CROSS JOIN recipients
                       ON recipients.message_id = backlog.rows ->> 0 AND recipients.id > backlog.rows ->> 1
                     WHERE number = ?
                     ORDER BY recipients.id
                     LIMIT 100
                 ) AS old
                 CROSS JOIN messages ON messages.id = old.subject
                 WHERE NOT EXISTS (SELECT 1 FROM suppressions WHERE suppressions.address = old.address)",
                "INSERT INTO message_recipients (message_id, recipient_id, status)
                 SELECT message_id, recipients.id, 'not_sent'
                 FROM backlog CROSS JOIN recipients
                   ON message_id = backlog.subject AND recipients.id > CAST(backlog.rows ->> 2 AS TEXT)
                 WHERE number = ?",
                "UPDATE backlog
                 SET rows = json_array(backlog.rows ->> 0, (
                     SELECT id
                     FROM recipients
                     WHERE message_id = backlog.rows ->> 0 AND id > backlog.rows ->> 1
                     ORDER BY id
                     LIMIT 1 OFFSET 99), (backlog.rows ->> 2) + 100, backlog.rows ->> 3)
                 WHERE number = ?
                 RETURNING backlog.rows ->> 1 AS more",
            ],
            Kind::Texts => &[
                "INSERT INTO translated_texts (survey_id, language, context, resource_id, source, translation)
                 SELECT subject, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4
                 FROM backlog CROSS JOIN json_each(backlog.rows)
                 WHERE number = ? AND value ->> 4 <> ''
                 ON CONFLICT (survey_id, language, context, resource_id)
                 DO UPDATE SET source = excluded.source, translation = excluded.translation",
                "DELETE FROM translated_texts
                 WHERE rowid IN (
                     SELECT translated_texts.rowid
                     FROM backlog CROSS JOIN json_each(backlog.rows) CROSS JOIN translated_texts
                       ON survey_id = subject AND language = value ->> 0 AND context = value ->> 1
                       AND resource_id = value ->> 2
                     WHERE number = ? AND value ->> 4 = '')",
            ],
            Kind::NoTexts => &["DELETE FROM translated_texts
                 WHERE rowid IN (
                     SELECT translated_texts.rowid
                     FROM backlog CROSS JOIN translated_texts ON survey_id = subject AND language = backlog.rows
                     WHERE number = ?
                     LIMIT 1000)
                 RETURNING 1 AS gone"],
        }
    }
}

/// Splits rows into parts.
pub fn parts(kind: Kind, subject: &str, rows: impl IntoIterator<Item = Vec<Option<String>>>) -> Vec<Part> {
    split_rows(rows).into_iter().map(|rows| (kind, subject.to_owned(), rows)).collect()
}

/// Splits rows into JSON arrays that are small enough for a statement. Each row becomes a JSON array of texts.
fn split_rows(rows: impl IntoIterator<Item = Vec<Option<String>>>) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for row in rows {
        let row = String::from_utf8(payload::to_json(&row)).unwrap_or_default();
        match parts.last_mut().filter(|rows| rows.len() < PART_BYTES) {
            Some(rows) => rows.extend([",", &row]),
            None => parts.push(format!("[{row}")),
        }
    }
    parts.iter_mut().for_each(|rows| rows.push(']'));
    parts
}

/// Stores parts in the backlog, and applies them if they are small. Returns whether some are left to be applied.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn add(effects: Effects, parts: Vec<Part>) -> Result<bool, SqlError> {
    if parts.is_empty() {
        return Ok(false);
    }
    let bytes: usize = parts.iter().map(|(.., rows)| rows.len()).sum();
    let applicable = if parts.len() == 1 || bytes <= PART_BYTES { parts.len() } else { 0 };
    for (kind, subject, rows) in parts {
        effects.sql.run(
            "INSERT INTO backlog (kind, subject, rows)
             VALUES (?, ?, ?)",
            values![kind.as_str(), subject, rows],
        )?;
    }
    // Each call applies one part. Only a part that names its rows by a list or a language may be left in part.
    for _ in 0..applicable {
        apply_next(effects)?;
    }
    let is_left = is_left(&effects.sql.run(IS_LEFT_SQL, &[])?);
    if is_left {
        job_queue::schedule(effects, JobKind::ApplyBacklog, "", effects.now.saturating_add(CHECK_DELAY))?;
    }
    Ok(is_left)
}

/// Reads whether parts are left to be applied.
pub const IS_LEFT_SQL: &str = "SELECT MIN(number) AS number FROM backlog";

/// Whether parts are left to be applied, from the rows of [`IS_LEFT_SQL`].
pub fn is_left(rows: &[Row]) -> bool {
    rows.first().is_some_and(|row| row.boolean("number"))
}

/// Applies the oldest part, or some of its rows. Returns `false` if the backlog was empty.
///
/// # Errors
///
/// Fails if a statement fails, or if a newer program stored a part of a kind that this one does not know.
pub fn apply_next(effects: Effects) -> Result<bool, SqlError> {
    let sql = effects.sql;
    let oldest = "SELECT number, kind FROM backlog WHERE number = (SELECT MIN(number) FROM backlog)";
    let Some(oldest_part) = first_row(sql, oldest, &[])? else { return Ok(false) };
    let number = oldest_part.integer("number");
    let kind =
        Kind::parse(&oldest_part.text("kind")).ok_or_else(|| SqlError(format!("an unknown kind: {oldest_part:?}")))?;
    let mut is_left = false;
    for statement in kind.statements() {
        let rows = sql.run(statement, values![number])?;
        // A chunk that deleted the maximum may have left rows: the part stays until a chunk deletes fewer.
        is_left = is_left || rows.len() >= DELETED_ROWS || rows.iter().any(|row| row.optional_text("more").is_some());
    }
    if !is_left {
        sql.run("DELETE FROM backlog WHERE number = ?", values![number])?;
    }
    Ok(true)
}
