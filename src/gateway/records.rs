//! The records object: the gateway's own data that outlives a session. One object holds the notes of a survey, another
//! the list of an account's shared links, another one link with its data, another the agents of an account; its name
//! says which. A last kind counts the reads of a client, in memory only.
//!
//! A command is one line of words, which contain no spaces, and may have a body. The object stores one text, its
//! record, and the data of a link.

use super::agents::codec::{FromValue as _, KIND as AGENTS};
use super::agents::connections::{Agents, AgentsCommand};
use super::agents::value::{ToValue as _, Value};
use super::keys::derive_public_id;
use super::notes::Notes;
use super::notes::change::{Author, NotesChange};
use super::problem::Problem;
use super::session::{AccountName, SessionToken};
use super::shares::link::{self, Link};
use super::shares::list::{self, LinkList, parse_time};
use crate::wire::dates::{DAY, Timestamp};

/// The public ids under which an account may own records: that of its user, and that of a sign-in at which the service
/// did not report the user. `asked` is the user for whom the service was asked, if the session does not name one.
pub fn owner_ids(session: &SessionToken, asked: Option<AccountName>) -> Vec<String> {
    let mut ids = vec![session.public_id(), derive_public_id(&session.account)];
    ids.extend(asked.map(|user| derive_public_id(&user)));
    ids.dedup();
    ids
}

/// A command to a records object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordsCommand {
    /// Returns the notes, behind a line with their version.
    ReadNotes,
    /// Changes the notes by the body, whose first line names the author. Returns them.
    ChangeNotes {
        /// The version of the request's `If-Match`.
        if_match: Option<i64>,
        /// The id of a view that is added.
        new_id: String,
    },
    /// Returns the links of an account, a line for each.
    ListLinks,
    /// Adds a link to the list.
    AddLink {
        /// The link.
        id: String,
        /// Its survey.
        survey_id: String,
        /// Its end.
        ends_at: Timestamp,
    },
    /// Counts that a link of the list is published again.
    RepublishLink(String),
    /// Checks that a link is in the list.
    CheckLink(String),
    /// Removes a link from the list.
    RemoveLink(String),
    /// Stores a new link with the data in the body.
    CreateLink(Timestamp),
    /// Replaces the data of a link by the body.
    ReplaceData,
    /// Returns the data of a link, and counts an opening.
    OpenLink,
    /// Returns how often a link was opened, as JSON.
    CountOpenings,
    /// Counts a read of a client.
    CountRead,
    /// Applies the command in the body to the agents of an account.
    Agents,
    /// Deletes everything.
    ForgetAll,
}

impl RecordsCommand {
    /// Encodes the command, to send it to the object.
    pub fn encode(&self) -> String {
        match self {
            RecordsCommand::ReadNotes => "notes".to_owned(),
            RecordsCommand::ChangeNotes { if_match, new_id } => {
                let version = if_match.map(|version| version.to_string());
                ["change", new_id, version.as_deref().unwrap_or("-")].join(" ")
            }
            RecordsCommand::ListLinks => "list".to_owned(),
            RecordsCommand::AddLink { id, survey_id, ends_at } => {
                ["add", id, survey_id, &ends_at.0.to_string()].join(" ")
            }
            RecordsCommand::RepublishLink(id) => ["republish", id].join(" "),
            RecordsCommand::CheckLink(id) => ["check", id].join(" "),
            RecordsCommand::RemoveLink(id) => ["remove", id].join(" "),
            RecordsCommand::CreateLink(ends_at) => ["create", &ends_at.0.to_string()].join(" "),
            RecordsCommand::ReplaceData => "replace".to_owned(),
            RecordsCommand::OpenLink => "open".to_owned(),
            RecordsCommand::CountOpenings => "openings".to_owned(),
            RecordsCommand::CountRead => "read".to_owned(),
            RecordsCommand::Agents => "agents".to_owned(),
            RecordsCommand::ForgetAll => "forget".to_owned(),
        }
    }

    /// Decodes a command.
    pub fn decode(message: &[u8]) -> Option<RecordsCommand> {
        let mut words = std::str::from_utf8(message).ok()?.split(' ');
        let kind = words.next()?;
        let mut word = || words.next().map(str::to_owned);
        Some(match kind {
            "notes" => RecordsCommand::ReadNotes,
            "change" => RecordsCommand::ChangeNotes { new_id: word()?, if_match: word()?.parse().ok() },
            "list" => RecordsCommand::ListLinks,
            "add" => RecordsCommand::AddLink { id: word()?, survey_id: word()?, ends_at: parse_time(&word()?)? },
            "republish" => RecordsCommand::RepublishLink(word()?),
            "check" => RecordsCommand::CheckLink(word()?),
            "remove" => RecordsCommand::RemoveLink(word()?),
            "create" => RecordsCommand::CreateLink(parse_time(&word()?)?),
            "replace" => RecordsCommand::ReplaceData,
            "open" => RecordsCommand::OpenLink,
            "openings" => RecordsCommand::CountOpenings,
            "read" => RecordsCommand::CountRead,
            "agents" => RecordsCommand::Agents,
            "forget" => RecordsCommand::ForgetAll,
            _ => return None,
        })
    }
}

/// The change that the object makes to its storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordChange {
    /// No change.
    None,
    /// Store the record, and set the alarm to this time.
    Store(String, Option<Timestamp>),
    /// Store the record and the body as the data of a link, and set the alarm.
    StoreWithData(String, Timestamp),
    /// Delete everything.
    Delete,
}

/// The result of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordsOutcome {
    /// What changes.
    pub change: RecordChange,
    /// Why the command was refused, with a number for the response: the present version, or seconds to wait.
    pub refusal: Option<(Problem, i64)>,
    /// What the object returns.
    pub text: String,
    /// Whether it returns the data of the link in place of the text.
    pub returns_data: bool,
}

impl RecordsOutcome {
    fn new(change: RecordChange, text: String) -> RecordsOutcome {
        RecordsOutcome { change, refusal: None, text, returns_data: false }
    }

    /// A command that is refused, and changes nothing.
    pub fn refused(problem: Problem, number: i64) -> RecordsOutcome {
        let outcome = RecordsOutcome::new(RecordChange::None, String::new());
        RecordsOutcome { refusal: Some((problem, number)), ..outcome }
    }
}

/// Applies a command to the stored record. `body` is that of the command.
pub fn apply_command(command: &RecordsCommand, stored: Option<&str>, body: &str, now: Timestamp) -> RecordsOutcome {
    match command {
        RecordsCommand::ReadNotes => match Notes::decode(stored) {
            Ok(notes) => RecordsOutcome::new(RecordChange::None, with_version(&notes)),
            Err(_) => RecordsOutcome::refused(Problem::Internal, 0),
        },
        RecordsCommand::ChangeNotes { if_match, new_id } => change_notes(stored, body, *if_match, new_id, now),
        RecordsCommand::ListLinks
        | RecordsCommand::AddLink { .. }
        | RecordsCommand::RepublishLink(_)
        | RecordsCommand::CheckLink(_)
        | RecordsCommand::RemoveLink(_) => change_list(command, stored, now),
        RecordsCommand::CreateLink(ends_at) => {
            RecordsOutcome::new(RecordChange::StoreWithData(Link::new(*ends_at).encode(), *ends_at), String::new())
        }
        RecordsCommand::ReplaceData | RecordsCommand::OpenLink | RecordsCommand::CountOpenings => {
            use_link(command, stored, now)
        }
        RecordsCommand::Agents => change_agents(stored, body, now),
        RecordsCommand::ForgetAll => RecordsOutcome::new(RecordChange::Delete, String::new()),
        // The object counts reads itself: they are in its memory.
        RecordsCommand::CountRead => RecordsOutcome::refused(Problem::Internal, 0),
    }
}

/// What the alarm of an object changes: a link that has ended is deleted, and so are the lines of such links in a list,
/// and the plans and connections of agents whose time is over. A record that this version cannot read is kept, and
/// looked at again in a day.
pub fn apply_alarm(stored: Option<&str>, now: Timestamp) -> RecordChange {
    let Some(text) = stored else { return RecordChange::None };
    let unread = RecordChange::Store(text.to_owned(), Some(now.saturating_add(DAY)));
    match list::first_word(text.split('\n').next().unwrap_or_default()).0 {
        link::KIND => Link::decode(text).map_or(unread, |link| match link.ends_at > now {
            // The platform may run an alarm early.
            true => RecordChange::Store(link.encode(), Some(link.ends_at)),
            false => RecordChange::Delete,
        }),
        list::KIND => LinkList::decode(stored, now).as_ref().map_or(unread, store_list),
        AGENTS => Agents::decode(stored).map_or(unread, |mut agents| {
            agents.prune(now);
            store_agents(&agents)
        }),
        _ => unread,
    }
}

fn with_version(notes: &Notes) -> String {
    [&notes.version().to_string(), "\n", &notes.to_json()].concat()
}

fn change_notes(
    stored: Option<&str>,
    body: &str,
    if_match: Option<i64>,
    new_id: &str,
    now: Timestamp,
) -> RecordsOutcome {
    let Ok(notes) = Notes::decode(stored) else { return RecordsOutcome::refused(Problem::Internal, 0) };
    let version = notes.version();
    let (by, change) = body.split_once('\n').unwrap_or_default();
    let author = Author { by: by.to_owned(), at: now.with_offset().0, new_id: new_id.to_owned() };
    let changed = NotesChange::parse(change.as_bytes(), if_match).and_then(|change| notes.apply(change, &author));
    match changed {
        Ok(notes) => RecordsOutcome::new(RecordChange::Store(notes.to_json(), None), with_version(&notes)),
        Err(problem) => RecordsOutcome::refused(problem, version),
    }
}

fn change_list(command: &RecordsCommand, stored: Option<&str>, now: Timestamp) -> RecordsOutcome {
    let Some(mut links) = LinkList::decode(stored, now) else { return RecordsOutcome::refused(Problem::Internal, 0) };
    let changed = match command {
        RecordsCommand::AddLink { id, survey_id, ends_at } => links.add(id, survey_id, *ends_at, now),
        RecordsCommand::RepublishLink(id) => links.republish(id, now),
        RecordsCommand::RemoveLink(id) => links.remove(id),
        RecordsCommand::CheckLink(id) => {
            return match links.check_owner(id) {
                Ok(()) => RecordsOutcome::new(RecordChange::None, String::new()),
                Err(problem) => RecordsOutcome::refused(problem, 0),
            };
        }
        _ => return RecordsOutcome::new(RecordChange::None, links.lines()),
    };
    match changed {
        Ok(()) => RecordsOutcome::new(store_list(&links), String::new()),
        Err(problem) => RecordsOutcome::refused(problem, links.retry_after(now)),
    }
}

fn change_agents(stored: Option<&str>, body: &str, now: Timestamp) -> RecordsOutcome {
    let command = Value::parse(body.as_bytes()).ok().as_ref().and_then(AgentsCommand::from_value);
    let (Some(mut agents), Some(command)) = (Agents::decode(stored), command) else {
        return RecordsOutcome::refused(Problem::Internal, 0);
    };
    let before = agents.clone();
    let reply = agents.apply(command, now).to_value().to_json();
    let change = match agents {
        _ if agents == before => RecordChange::None,
        _ => store_agents(&agents),
    };
    RecordsOutcome::new(change, reply)
}

fn store_agents(agents: &Agents) -> RecordChange {
    match agents.is_empty() {
        true => RecordChange::Delete,
        false => RecordChange::Store(agents.encode(), agents.next_end()),
    }
}

fn store_list(links: &LinkList) -> RecordChange {
    links.encode().map_or(RecordChange::Delete, |text| RecordChange::Store(text, links.next_change()))
}

fn use_link(command: &RecordsCommand, stored: Option<&str>, now: Timestamp) -> RecordsOutcome {
    let link = stored.and_then(Link::decode).filter(|link| link.ends_at > now);
    let Some(mut link) = link else { return RecordsOutcome::refused(Problem::NotFound, 0) };
    match command {
        RecordsCommand::ReplaceData => {
            RecordsOutcome::new(RecordChange::StoreWithData(link.encode(), link.ends_at), String::new())
        }
        RecordsCommand::OpenLink => {
            link.count_opening(now);
            let outcome = RecordsOutcome::new(RecordChange::Store(link.encode(), Some(link.ends_at)), String::new());
            RecordsOutcome { returns_data: true, ..outcome }
        }
        _ => RecordsOutcome::new(RecordChange::None, link.openings_json()),
    }
}
