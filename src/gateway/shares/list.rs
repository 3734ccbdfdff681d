//! The list of an account's links, and how many it may have and publish.
//!
//! The list alone says whose a link is: the object of a link does not know its owner.

use crate::gateway::json::{JsonValue, write_object};
use crate::gateway::problem::Problem;
use crate::wire::dates::{MINUTE, SECOND, Timestamp};

/// Links of an account that have not ended.
pub const LINKS_MAX: usize = 50;

/// Times that an account may publish in an hour, new links and new data of old ones together.
pub const PUBLISHED_MAX: usize = 20;

const HOUR: i64 = 60 * MINUTE;

/// First word of a stored list.
pub const KIND: &str = "list";

/// A link as the list has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedLink {
    /// Its id.
    pub id: String,
    /// The survey that the page named.
    pub survey_id: String,
    /// When it was published first.
    pub created_at: Timestamp,
    /// When it ends.
    pub ends_at: Timestamp,
}

/// The links of an account, and when it has published within the last hour.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinkList {
    links: Vec<ListedLink>,
    published: Vec<Timestamp>,
}

impl LinkList {
    /// The list of a stored text at this time: without links that have ended, and publications of other hours, also
    /// later ones, from before the clock was set back. `None` if the text is none.
    pub fn decode(stored: Option<&str>, now: Timestamp) -> Option<LinkList> {
        let mut lines = stored.unwrap_or(KIND).split('\n');
        let (KIND, published) = first_word(lines.next()?) else { return None };
        let published = published.split(' ').filter_map(parse_time);
        let mut list = LinkList {
            links: lines.map(ListedLink::decode).collect::<Option<_>>()?,
            published: published.filter(|at| *at > now.saturating_add(-HOUR) && *at <= now).collect(),
        };
        list.links.retain(|link| link.ends_at > now);
        Some(list)
    }

    /// The list as it is stored; `None` if there is nothing to store.
    pub fn encode(&self) -> Option<String> {
        let mut text = KIND.to_owned();
        for at in &self.published {
            text.push(' ');
            text.push_str(&at.0.to_string());
        }
        for ListedLink { id, survey_id, created_at, ends_at } in &self.links {
            text =
                [&text, "\n", id, " ", survey_id, " ", &created_at.0.to_string(), " ", &ends_at.0.to_string()].concat();
        }
        (text != KIND).then_some(text)
    }

    /// The links as lines of [`ListedLink::decode`].
    pub fn lines(&self) -> String {
        let stored = LinkList { links: self.links.clone(), published: Vec::new() }.encode();
        stored.and_then(|text| text.split_once('\n').map(|(_, lines)| lines.to_owned())).unwrap_or_default()
    }

    /// Adds a link that is published now.
    ///
    /// # Errors
    ///
    /// [`Problem::TooManyShares`] and [`Problem::PublishedTooOften`].
    pub fn add(&mut self, id: &str, survey_id: &str, ends_at: Timestamp, now: Timestamp) -> Result<(), Problem> {
        if self.links.len() >= LINKS_MAX {
            return Err(Problem::TooManyShares);
        }
        self.count_publication(now)?;
        let (id, survey_id) = (id.to_owned(), survey_id.to_owned());
        self.links.push(ListedLink { id, survey_id, created_at: now, ends_at });
        Ok(())
    }

    /// Counts that a link is published again.
    ///
    /// # Errors
    ///
    /// [`Problem::NotFound`] if it is not a link of the account, and [`Problem::PublishedTooOften`].
    pub fn republish(&mut self, id: &str, now: Timestamp) -> Result<(), Problem> {
        self.check_owner(id)?;
        self.count_publication(now)
    }

    /// Removes a link.
    ///
    /// # Errors
    ///
    /// [`Problem::NotFound`] if it is not a link of the account.
    pub fn remove(&mut self, id: &str) -> Result<(), Problem> {
        self.check_owner(id)?;
        self.links.retain(|link| link.id != id);
        Ok(())
    }

    /// Checks that a link is one of the account.
    ///
    /// # Errors
    ///
    /// [`Problem::NotFound`] if it is not.
    pub fn check_owner(&self, id: &str) -> Result<(), Problem> {
        if self.links.iter().any(|link| link.id == id) { Ok(()) } else { Err(Problem::NotFound) }
    }

    /// Seconds until the account may publish again, if it has published too often.
    pub fn retry_after(&self, now: Timestamp) -> i64 {
        let free_at = self.published.first().map_or(now, |first| first.saturating_add(HOUR));
        free_at.0.saturating_sub(now.0).div_euclid(SECOND).saturating_add(1)
    }

    /// When the list changes by itself: when its next link ends, or else when the hour of its last publication is over.
    pub fn next_change(&self) -> Option<Timestamp> {
        let next_end = self.links.iter().map(|link| link.ends_at).min();
        next_end.or_else(|| self.published.last().map(|last| last.saturating_add(HOUR)))
    }

    fn count_publication(&mut self, now: Timestamp) -> Result<(), Problem> {
        if self.published.len() >= PUBLISHED_MAX {
            return Err(Problem::PublishedTooOften);
        }
        self.published.push(now);
        Ok(())
    }
}

impl ListedLink {
    /// Decodes a line of [`LinkList::lines`].
    pub fn decode(line: &str) -> Option<ListedLink> {
        let mut parts = line.split(' ');
        let (id, survey_id) = (parts.next()?.to_owned(), parts.next()?.to_owned());
        let (created_at, ends_at) = (parse_time(parts.next()?)?, parse_time(parts.next()?)?);
        Some(ListedLink { id, survey_id, created_at, ends_at })
    }

    /// The link as JSON. `opened` is the JSON of [`super::link::Link::openings_json`].
    pub fn to_json(&self, opened: &str) -> String {
        write_object(&[
            ("id", JsonValue::Text(&self.id)),
            ("survey_id", JsonValue::Text(&self.survey_id)),
            ("created_at", JsonValue::Text(&self.created_at.with_offset().0)),
            ("ends_at", JsonValue::Text(&self.ends_at.with_offset().0)),
            ("opened", JsonValue::Raw(opened)),
        ])
    }
}

/// The first word of a line, and the words behind it.
pub fn first_word(line: &str) -> (&str, &str) {
    line.split_once(' ').unwrap_or((line, ""))
}

/// A time as it is stored: milliseconds.
pub fn parse_time(text: &str) -> Option<Timestamp> {
    text.parse().ok().map(Timestamp)
}
