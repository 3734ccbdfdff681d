//! The backlog: writes of many rows, noted whole in one transaction, and applied in pieces before anything reads or
//! writes what they change. From the note on they count as written.
//!
//! Contacts that are added in bulk and the texts of a translation are written so. They are checked before the note, and
//! nothing else is written in between, so that applying them cannot fail because of their content. The next request to
//! the actor applies a piece and is sent again. The job queue applies what is left when a program ends in between.

use super::effects::Effects;
use super::job_queue::{self, JobKind};
use super::sql::{Sql, SqlError, first_row, values};
use crate::wire::dates::SECOND;
use crate::wire::payload;

choices! {
    /// What is to be done with rows.
    Kind {
        /// Makes contacts of a user.
        Contacts "contacts",
        /// Changes contacts.
        Changes "changes",
        /// Puts contacts into a list.
        Members "members",
        /// Writes texts of a survey in another language; empty ones are taken away.
        Texts "texts",
        /// Takes away all texts of a survey in a language.
        NoTexts "no_texts",
    }
}

/// Some rows of a kind, the resource to which they belong, and what they hold.
pub type Part = (Kind, String, String);

/// Bytes of a part, and of all parts that are written as soon as they are noted.
const PART: usize = 20_000;

/// When the agenda looks whether something is left.
const PATIENCE: i64 = 10 * SECOND;

/// Rows that are taken away at once.
const AWAY: usize = 1000;

impl Kind {
    /// The statements that carry it out: the parameter of each is the entry's number.
    const fn statements(self) -> &'static [&'static str] {
        match self {
            Kind::Contacts => &["INSERT OR IGNORE INTO contacts (id, user_id, first_name, last_name, email,
                     phone_number, custom_1, custom_2, custom_3, custom_4, custom_5, custom_6, status, created)
                 SELECT value ->> 0, subject, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
                        value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10,
                        COALESCE((SELECT status FROM refusals WHERE address = value ->> 11), 'active'), value ->> 12
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
                     status = COALESCE((SELECT status FROM refusals WHERE address = value ->> 11), 'active')
                 FROM backlog, json_each(backlog.rows)
                 WHERE number = ? AND contacts.id = value ->> 0"],
            Kind::Members => &["INSERT OR IGNORE INTO contact_list_members (list_id, contact_id)
                 SELECT subject, value ->> 0
                 FROM backlog CROSS JOIN json_each(backlog.rows)
                 WHERE number = ?"],
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

/// Rows as parts of a kind: each row is a JSON array of texts.
pub fn parts(kind: Kind, subject: &str, rows: impl IntoIterator<Item = Vec<Option<String>>>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for row in rows {
        let fits = parts.last_mut().filter(|(.., rows)| rows.len() < PART);
        match fits {
            Some((.., rows)) => rows.push(','),
            None => parts.push((kind, subject.to_owned(), "[".to_owned())),
        }
        if let Some((.., rows)) = parts.last_mut() {
            rows.push_str(&String::from_utf8(payload::to_json(&row)).unwrap_or_default());
        }
    }
    parts.iter_mut().for_each(|(.., rows)| rows.push(']'));
    parts
}

/// Notes rows, and writes them if they are few. True if some are left to be written.
pub fn add(ground: Effects, parts: Vec<Part>) -> Result<bool, SqlError> {
    if parts.is_empty() {
        return Ok(false);
    }
    let bytes: usize = parts.iter().map(|(.., rows)| rows.len()).sum();
    let few = if bytes <= PART { parts.len() } else { 0 };
    for (kind, subject, rows) in parts {
        ground.sql.run(
            "INSERT INTO backlog (kind, subject, rows)
             VALUES (?, ?, ?)",
            values![kind.as_str(), subject, rows],
        )?;
    }
    for _ in 0..few {
        carry_out(ground)?;
    }
    let is_left = is_left(ground.sql)?;
    if is_left {
        job_queue::schedule(ground, JobKind::CarryOut, "", ground.now.saturating_add(PATIENCE))?;
    }
    Ok(is_left)
}

/// Whether something is left to be written.
pub fn is_left(sql: &dyn Sql) -> Result<bool, SqlError> {
    Ok(first_row(sql, "SELECT MIN(number) AS number FROM backlog", &[])?.is_some_and(|row| row.boolean("number")))
}

/// Writes what was noted first, or some of it. False if there was nothing.
pub fn carry_out(ground: Effects) -> Result<bool, SqlError> {
    let sql = ground.sql;
    let oldest = "SELECT number, kind FROM backlog WHERE number = (SELECT MIN(number) FROM backlog)";
    let Some(entry) = first_row(sql, oldest, &[])? else { return Ok(false) };
    let number = entry.integer("number");
    let kind = Kind::parse(&entry.text("kind")).ok_or_else(|| SqlError(format!("an unknown kind: {entry:?}")))?;
    let mut gone = 0_usize;
    for statement in kind.statements() {
        gone = gone.saturating_add(sql.run(statement, values![number])?.len());
    }
    if gone < AWAY {
        sql.run("DELETE FROM backlog WHERE number = ?", values![number])?;
    }
    Ok(true)
}

/// Writes what is left when a program has ended in between.
pub fn go_on(ground: Effects) -> Result<(), SqlError> {
    match carry_out(ground)? {
        true => job_queue::schedule(ground, JobKind::CarryOut, "", ground.now),
        false => job_queue::complete(ground, JobKind::CarryOut, ""),
    }
}
