//! Ids of resources: counted per team and kind, so that none ever repeats. Heading "Data types".
//!
//! Ids have 13 or 16 digits, so that any JSON reader holds them as numbers. Those of a team begin at numbers that are
//! derived from its id: clients with several teams then find each id once, except by a chance of one in many millions.
//! Workgroups, shares and roles have hexadecimal ids instead, see [`Random`].

use super::sql::{Sql, SqlError, first_row, values};
use crate::service::environment::random::Random;
use crate::spec::types::INTEGER_MAX;
use sha2::{Digest as _, Sha256};

choices! {
    /// A kind of resource whose ids are counted.
    IdKind {
        /// A survey.
        Survey "survey",
        /// A page of a survey.
        Page "page",
        /// A question.
        Question "question",
        /// A choice, row, column or "other" of a question.
        Option "option",
        /// A folder of surveys.
        Folder "folder",
        /// A collector.
        Collector "collector",
        /// A message of a collector.
        Message "message",
        /// A recipient of a message.
        Recipient "recipient",
        /// A contact.
        Contact "contact",
        /// A list of contacts.
        ContactList "contact_list",
        /// A response.
        Response "response",
        /// A webhook.
        Webhook "webhook",
        /// An event for webhooks.
        Event "event",
        /// A mail in the outbox.
        Mail "mail",
        /// A template of the team.
        TeamTemplate "team_template",
    }
}

impl IdKind {
    /// The number before the first id of a team that was created without [`start_sequences`].
    const fn floor(self) -> i64 {
        match self {
            IdKind::Survey => 510_000_000,
            IdKind::Page => 520_000_000,
            IdKind::Question => 540_000_000,
            IdKind::Option => 5_600_000_000,
            IdKind::Folder => 1_500_000,
            IdKind::Collector => 560_000_000,
            IdKind::Message => 570_000_000,
            IdKind::Recipient => 5_300_000_000,
            IdKind::Contact => 5_500_000_000,
            IdKind::ContactList => 580_000_000,
            IdKind::Response => 15_400_000_000,
            IdKind::Webhook => 5_900_000,
            IdKind::Event => 10_000_000_000,
            IdKind::Mail => 20_000_000_000,
            IdKind::TeamTemplate => 850_000,
        }
    }

    /// The number before the first id of a team. As texts too, its ids are in the order of the numbers, and after those
    /// of the demo world. Events have more digits, because a team can have more of them than of all else.
    fn start(self, team_id: &str) -> i64 {
        // The rest up to the next length, or to the largest number that JavaScript holds exactly, is left for ids.
        let (magnitude, end): (i64, i64) = match self {
            IdKind::Event => (1_000_000_000_000_000, 8_000_000_000_000_000),
            _ => (1_000_000_000_000, 9_000_000_000_000),
        };
        let mut floor = self.floor();
        while floor < magnitude {
            floor = floor.saturating_mul(10);
        }
        let range = end.saturating_sub(floor);
        let offset = hash_number(&[self.as_str(), " ", team_id].concat()).checked_rem(range.unsigned_abs());
        floor.saturating_add_unsigned(offset.unwrap_or(0))
    }
}

/// Writes where the ids of a new team begin: elsewhere for each team, so that those of several teams can be in one
/// table.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn start_sequences(sql: &dyn Sql, team_id: &str) -> Result<(), SqlError> {
    let starts: Vec<String> =
        IdKind::ALL.iter().map(|kind| format!("\"{}\":{}", kind.as_str(), kind.start(team_id))).collect();
    sql.run(
        "INSERT INTO sequences (name, last)
         SELECT key, value FROM json_each(?)",
        values![format!("{{{}}}", starts.join(","))],
    )?;
    Ok(())
}

/// A number from the hash of a text.
fn hash_number(text: &str) -> u64 {
    Sha256::digest(text).first_chunk::<8>().map_or(0, |bytes| u64::from_be_bytes(*bytes))
}

/// The id of a sent message for one recipient: derived from both ids, and above all ids of recipients and messages.
pub fn mailing_id(message_id: &str, recipient_id: &str) -> String {
    let number = hash_number(&[message_id, " ", recipient_id].concat());
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
    let row = first_row(sql, "SELECT last FROM sequences WHERE name = ?", values![kind.as_str()])?;
    Ok(row.map_or(kind.floor(), |row| row.integer("last")))
}

/// The next ids of a kind, in order.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn next_ids(sql: &dyn Sql, kind: IdKind, count: usize) -> Result<impl Iterator<Item = String> + use<>, SqlError> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let row = first_row(
        sql,
        "INSERT INTO sequences (name, last)
         VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET last = last + ?
         RETURNING last",
        values![kind.as_str(), kind.floor().saturating_add(count), count],
    )?;
    let last = row.map_or(0, |row| row.integer("last"));
    Ok((last.saturating_sub(count).saturating_add(1)..=last).map(|id| id.to_string()))
}

#[cfg(test)]
mod tests {
    use super::IdKind;

    #[test]
    fn ids_of_a_team_begin_above_the_demo_world_and_have_the_same_length_for_ever() {
        for &kind in IdKind::ALL {
            let length = if kind == IdKind::Event { 16 } else { 13 };
            for team_id in 0..500 {
                let start = kind.start(&team_id.to_string());
                // A hundredth of the numbers of a length is more than a database can have rows.
                let last = start + 10_i64.pow(length - 2);
                assert!(last < 1 << 53);
                assert_eq!([start, last].map(|id| id.to_string().len()), [length as usize; 2], "{kind:?}");
                assert!(start.to_string() >= kind.floor().to_string(), "{kind:?}: {start}");
            }
        }
    }

    #[test]
    fn teams_begin_far_from_one_another() {
        for &kind in IdKind::ALL {
            let mut starts: Vec<i64> = (0..100).map(|team_id| kind.start(&team_id.to_string())).collect();
            starts.sort_unstable();
            let nearest = starts.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap();
            assert!(nearest > 1_000_000, "{kind:?}: {nearest}");
        }
    }
}
