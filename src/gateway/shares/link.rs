//! A link: its end, and how often it was opened on each day. Nothing is stored of who opened it.

use super::list::{first_word, parse_time};
use crate::gateway::json::{JsonValue, write_object};
use crate::wire::dates::{DAY, MINUTE, Timestamp};

/// Reads of links that a client may send in a minute.
pub const READS_MAX: u32 = 60;

/// First word of a stored link.
pub const KIND: &str = "link";

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// When it ends.
    pub ends_at: Timestamp,
    /// The days on which it was opened, oldest first, each with the number of openings.
    opened: Vec<(Timestamp, u64)>,
}

impl Link {
    /// A link that was never opened.
    pub fn new(ends_at: Timestamp) -> Link {
        Link { ends_at, opened: Vec::new() }
    }

    /// The link of a stored text; `None` if the text is none.
    pub fn decode(stored: &str) -> Option<Link> {
        let mut lines = stored.split('\n');
        let (KIND, end) = first_word(lines.next()?) else { return None };
        let day = |line| {
            let (day, count) = first_word(line);
            Some((parse_time(day)?, count.parse().ok()?))
        };
        Some(Link { ends_at: parse_time(end)?, opened: lines.map(day).collect::<Option<_>>()? })
    }

    /// The link as it is stored.
    pub fn encode(&self) -> String {
        let mut text = [KIND, " ", &self.ends_at.0.to_string()].concat();
        for (day, count) in &self.opened {
            text = [&text, "\n", &day.0.to_string(), " ", &count.to_string()].concat();
        }
        text
    }

    /// Counts an opening. Of its time only the day is stored, in UTC.
    pub fn count_opening(&mut self, now: Timestamp) {
        let today = now.floor(DAY);
        match self.opened.last_mut() {
            Some((day, count)) if *day >= today => *count = count.saturating_add(1),
            _ => self.opened.push((today, 1)),
        }
    }

    /// The openings as JSON: in total, the last day, and by day.
    pub fn openings_json(&self) -> String {
        let date = |day: Timestamp| day.with_offset().0.split('T').next().unwrap_or_default().to_owned();
        let total = self.opened.iter().fold(0_u64, |sum, (_, count)| sum.saturating_add(*count));
        let last = self.opened.last().map(|(day, _)| date(*day));
        let days: Vec<String> = self
            .opened
            .iter()
            .map(|(day, count)| {
                let (day, count) = (date(*day), i64::try_from(*count).unwrap_or(i64::MAX));
                write_object(&[("day", JsonValue::Text(&day)), ("count", JsonValue::Number(count))])
            })
            .collect();
        let days = ["[", &days.join(","), "]"].concat();
        write_object(&[
            ("total", JsonValue::Number(i64::try_from(total).unwrap_or(i64::MAX))),
            ("last_at", last.as_deref().map_or(JsonValue::Null, JsonValue::Text)),
            ("days", JsonValue::Raw(&days)),
        ])
    }
}

/// The openings of a link that has ended meanwhile, as JSON.
pub const NO_OPENINGS: &str = r#"{"total":0,"last_at":null,"days":[]}"#;

/// The reads of a client within the present minute.
#[derive(Debug, Default)]
pub struct ReadCount {
    minute: Timestamp,
    reads: u32,
}

impl ReadCount {
    /// Counts a read; false if there were too many in this minute.
    pub fn count(&mut self, now: Timestamp) -> bool {
        let minute = now.floor(MINUTE);
        if self.minute != minute {
            *self = ReadCount { minute, reads: 0 };
        }
        self.reads = self.reads.saturating_add(1);
        self.reads <= READS_MAX
    }
}
