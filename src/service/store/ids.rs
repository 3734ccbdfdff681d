//! Ids of resources: counted per team and kind, so that none ever repeats. Heading "Data types".
//!
//! Ids have as many digits as those that clients of the API know; ids of choices and responses exceed the largest
//! integer of a payload. Each kind starts above the ids of the demo world. Workgroups, shares and roles have
//! hexadecimal ids instead, see [`Random`].

use super::random::Random;
use super::sql::{Sql, SqlError, first_row, values};
use crate::spec::types::INTEGER_MAX;
use sha2::{Digest as _, Sha256};

/// A kind of resource whose ids are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdKind {
    /// A survey.
    Survey,
    /// A page of a survey.
    Page,
    /// A question.
    Question,
    /// A choice, row, column or "other" of a question.
    Option,
    /// A folder of surveys.
    Folder,
    /// A collector.
    Collector,
    /// A message of a collector.
    Message,
    /// A recipient of a message.
    Recipient,
    /// A contact.
    Contact,
    /// A list of contacts.
    ContactList,
    /// A response.
    Response,
    /// A webhook.
    Webhook,
    /// An event for webhooks.
    Event,
    /// A mail in the outbox.
    Mail,
    /// A template of the team.
    TeamTemplate,
}

impl IdKind {
    /// The name of the sequence, and the number before its first id.
    const fn sequence_start(self) -> (&'static str, i64) {
        match self {
            IdKind::Survey => ("survey", 510_000_000),
            IdKind::Page => ("page", 520_000_000),
            IdKind::Question => ("question", 540_000_000),
            IdKind::Option => ("option", 5_600_000_000),
            IdKind::Folder => ("folder", 1_500_000),
            IdKind::Collector => ("collector", 560_000_000),
            IdKind::Message => ("message", 570_000_000),
            IdKind::Recipient => ("recipient", 5_300_000_000),
            IdKind::Contact => ("contact", 5_500_000_000),
            IdKind::ContactList => ("contact_list", 580_000_000),
            IdKind::Response => ("response", 15_400_000_000),
            IdKind::Webhook => ("webhook", 5_900_000),
            IdKind::Event => ("event", 10_000_000_000),
            IdKind::Mail => ("mail", 20_000_000_000),
            IdKind::TeamTemplate => ("team_template", 850_000),
        }
    }
}

/// The id of a sent message for one recipient: derived from both ids, and above all counted ids.
pub fn mailing_id(message_id: &str, recipient_id: &str) -> String {
    let hash = Sha256::digest(format!("{message_id} {recipient_id}"));
    let number = hash.first_chunk::<8>().map_or(0, |bytes| u64::from_be_bytes(*bytes));
    // Sixteen digits, which any JSON reader holds as a number.
    number.checked_rem(8_000_000_000_000_000).unwrap_or(0).saturating_add(1_000_000_000_000_000).to_string()
}

/// Ids of accounts are above those of the demo world and of the teams that answer sign-ins with unknown addresses.
const FIRST_ACCOUNT: u64 = 100_000_000;

/// The id of a new account, of its team and of its first user, at random. It is even.
pub fn account_id(random: &dyn Random) -> String {
    random_user_id(random, 0)
}

/// The id of an invited user, at random. It is odd, so that it is never the id of an account.
pub fn invited_user_id(random: &dyn Random) -> String {
    random_user_id(random, 1)
}

/// An id that fits into an integer, because activity records contain it as one.
fn random_user_id(random: &dyn Random, last_bit: u64) -> String {
    let range = u64::from(INTEGER_MAX).saturating_sub(FIRST_ACCOUNT);
    let number = u64::from_be_bytes(random.bytes()).checked_rem(range).unwrap_or(0);
    FIRST_ACCOUNT.saturating_add(number & !1).saturating_add(last_bit).to_string()
}

/// The next id of a kind.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn next_id(sql: &dyn Sql, kind: IdKind) -> Result<String, SqlError> {
    Ok(next_ids(sql, kind, 1)?.next().unwrap_or_default())
}

/// The last id of a kind so far, as a number.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn last_id(sql: &dyn Sql, kind: IdKind) -> Result<i64, SqlError> {
    let (name, before) = kind.sequence_start();
    let row = first_row(sql, "SELECT last FROM sequences WHERE name = ?", values![name])?;
    Ok(row.map_or(before, |row| row.integer("last")))
}

/// The next ids of a kind, in order.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn next_ids(sql: &dyn Sql, kind: IdKind, count: usize) -> Result<impl Iterator<Item = String> + use<>, SqlError> {
    let (name, before) = kind.sequence_start();
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let row = first_row(
        sql,
        "INSERT INTO sequences (name, last)
         VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET last = last + ?
         RETURNING last",
        values![name, before.saturating_add(count), count],
    )?;
    let last = row.map_or(0, |row| row.integer("last"));
    Ok((last.saturating_sub(count).saturating_add(1)..=last).map(|id| id.to_string()))
}
