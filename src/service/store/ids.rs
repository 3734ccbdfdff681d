//! Ids of resources: counted per team and kind, so that none ever repeats. Heading "Data types".
//!
//! They have as many digits as the ids that clients know: those of choices and responses are larger
//! than any integer of a payload. Each kind begins above the ids of the demo world. Workgroups, shares
//! and roles have hexadecimal ids instead, see [`Random`].

use super::random::Random;
use super::sql::{Sql, SqlError, first, values};
use crate::spec::types::INTEGER_MAX;
use sha2::{Digest as _, Sha256};

/// A kind of resource whose ids are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
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
    /// An event that webhooks are told of.
    Event,
    /// A mail in the outbox.
    Mail,
    /// A template of the team.
    TeamTemplate,
}

impl Kind {
    /// Name of the sequence, and the number before its first.
    const fn sequence(self) -> (&'static str, i64) {
        match self {
            Kind::Survey => ("survey", 510_000_000),
            Kind::Page => ("page", 520_000_000),
            Kind::Question => ("question", 540_000_000),
            Kind::Option => ("option", 5_600_000_000),
            Kind::Folder => ("folder", 1_500_000),
            Kind::Collector => ("collector", 560_000_000),
            Kind::Message => ("message", 570_000_000),
            Kind::Recipient => ("recipient", 5_300_000_000),
            Kind::Contact => ("contact", 5_500_000_000),
            Kind::ContactList => ("contact_list", 580_000_000),
            Kind::Response => ("response", 15_400_000_000),
            Kind::Webhook => ("webhook", 5_900_000),
            Kind::Event => ("event", 10_000_000_000),
            Kind::Mail => ("mail", 20_000_000_000),
            Kind::TeamTemplate => ("team_template", 850_000),
        }
    }
}

/// The id of what a message sends to a recipient: always the same, and above all ids that are counted.
pub fn mailing(message_id: &str, recipient_id: &str) -> String {
    let hash = Sha256::digest(format!("{message_id} {recipient_id}"));
    let number = hash.first_chunk::<8>().map_or(0, |bytes| u64::from_be_bytes(*bytes));
    // Sixteen digits, which any JSON reader holds as a number.
    number.checked_rem(8_000_000_000_000_000).unwrap_or(0).saturating_add(1_000_000_000_000_000).to_string()
}

/// Ids of accounts are larger than those of the demo world and of the places of unknown addresses.
const FIRST_ACCOUNT: u64 = 100_000_000;

/// The id of a new account: it fits into an integer, since the record of activities tells it as one.
pub fn account(random: &dyn Random) -> String {
    let range = u64::from(INTEGER_MAX).saturating_sub(FIRST_ACCOUNT);
    let number = u64::from_be_bytes(random.bytes()).checked_rem(range).unwrap_or(0);
    FIRST_ACCOUNT.saturating_add(number).to_string()
}

/// The next id of a kind.
pub fn next(sql: &dyn Sql, kind: Kind) -> Result<String, SqlError> {
    Ok(several(sql, kind, 1)?.next().unwrap_or_default())
}

/// The next ids of a kind, in order.
pub fn several(sql: &dyn Sql, kind: Kind, count: usize) -> Result<impl Iterator<Item = String> + use<>, SqlError> {
    let (name, before) = kind.sequence();
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let row = first(
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
