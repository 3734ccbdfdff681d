//! The changes that the webhook of an account has reported: the last events of each survey, for pages that want to hear
//! of a new response without a request to the service.
//!
//! The log is in the memory of the account's cache object. What is lost with it, or exceeds it, is reported to a page
//! as a gap. Numbers begin at the time at which the memory began, so that no number of a lost log is taken for one of
//! the present log. An event is a hint only: whether something was missed, the service alone knows.

use super::json::{self, JsonValue, write_object};
use super::problem::Problem;
use crate::wire::dates::{DAY, Timestamp, parse_date};
use crate::wire::path::is_id;
use crate::wire::query;
use std::collections::VecDeque;

/// Path of the changes.
pub const PATH: &str = "/gateway/changes";

/// Events of one survey that are held: our choice.
pub const EVENTS_MAX: usize = 1_000;

/// Surveys of an account whose events are held: our choice. The one without news for longest goes first.
pub const SURVEYS_MAX: usize = 50;

/// Milliseconds for which a delivery proves that the webhook works: our choice.
pub const LIVE_FOR: i64 = DAY;

/// An event of a survey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurveyEvent {
    survey_id: String,
    /// Its type, such as `response_completed`.
    event_type: String,
    response_id: Option<String>,
    at: Timestamp,
}

impl SurveyEvent {
    /// The event of a delivery that arrived at this time; `None` if it names no survey.
    pub fn from_delivery(body: &[u8], now: Timestamp) -> Option<SurveyEvent> {
        let resources = json::get_member(body, "resources")?;
        let text = |document, name| json::get_member(document, name).and_then(json::decode_text);
        let id = |document, name| text(document, name).filter(|id| is_id(id));
        let is_response = text(body, "object_type").as_deref() == Some("response");
        let of_object = || id(body, "object_id").filter(|_| is_response);
        Some(SurveyEvent {
            survey_id: id(resources, "survey_id")?,
            // Names of events have the characters of ids.
            event_type: id(body, "event_type")?,
            response_id: id(resources, "respondent_id").or_else(of_object),
            at: text(body, "event_datetime").and_then(|at| parse_date(&at)).unwrap_or(now),
        })
    }

    /// Encodes the event, to send it to the cache object in a header. No part contains a space.
    pub fn encode(&self) -> String {
        let response = self.response_id.as_deref().unwrap_or_default();
        [&self.survey_id, &self.event_type, &self.at.0.to_string(), response].join(" ")
    }

    /// Decodes the result of [`SurveyEvent::encode`].
    pub fn decode(text: &str) -> Option<SurveyEvent> {
        let mut parts = text.split(' ').map(str::to_owned);
        let (survey_id, event_type) = (parts.next()?, parts.next()?);
        let at = Timestamp(parts.next()?.parse().ok()?);
        Some(SurveyEvent { survey_id, event_type, at, response_id: parts.next().filter(|id| !id.is_empty()) })
    }

    /// Whether the event is about a response.
    fn is_of_response(&self) -> bool {
        self.event_type.starts_with("response_")
    }

    fn to_json(&self, sequence: i64) -> String {
        write_object(&[
            ("sequence", JsonValue::Number(sequence)),
            ("type", JsonValue::Text(&self.event_type)),
            ("response_id", self.response_id.as_deref().map_or(JsonValue::Null, JsonValue::Text)),
            ("at", JsonValue::Text(&self.at.with_offset().0)),
        ])
    }
}

/// A page's question: what has happened to a survey since a number of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangesQuery {
    survey_id: String,
    since: Option<i64>,
}

impl ChangesQuery {
    /// Parses the query of a request.
    ///
    /// # Errors
    ///
    /// [`Problem::BadRequest`] if it names no survey, or the number is none.
    pub fn parse(text: &str) -> Result<ChangesQuery, Problem> {
        let pairs = query::decode_query(text).map_err(|_| Problem::BadRequest)?;
        let value = |name: &str| pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let survey_id = value("survey_id").filter(|id| is_id(id)).ok_or(Problem::BadRequest)?.to_owned();
        let since = value("since").map(|number| number.parse().map_err(|_| Problem::BadRequest)).transpose()?;
        Ok(ChangesQuery { survey_id, since })
    }
}

/// The events of one survey.
struct SurveyLog {
    survey_id: String,
    events: VecDeque<(i64, SurveyEvent)>,
    /// All events with greater numbers are held.
    complete_after: i64,
    /// When an event of a response was delivered last.
    last_response: Option<Timestamp>,
}

/// The events of an account's surveys, in the order of their numbers.
pub struct ChangeLog {
    /// Number of the last event.
    sequence: i64,
    /// All events of surveys without a log have smaller numbers, or this one.
    forgotten: i64,
    /// The survey with the newest event is the last.
    surveys: Vec<SurveyLog>,
}

impl ChangeLog {
    /// An empty log that begins now.
    pub fn new(now: Timestamp) -> ChangeLog {
        ChangeLog { sequence: now.0, forgotten: now.0, surveys: Vec::new() }
    }

    /// Adds an event that was delivered now.
    pub fn record(&mut self, event: SurveyEvent, now: Timestamp) {
        self.sequence = self.sequence.saturating_add(1);
        let known = self.surveys.iter().position(|survey| survey.survey_id == event.survey_id);
        let mut survey = match known {
            Some(at) => self.surveys.remove(at),
            None => SurveyLog {
                survey_id: event.survey_id.clone(),
                events: VecDeque::new(),
                complete_after: self.forgotten,
                last_response: None,
            },
        };
        if event.is_of_response() {
            survey.last_response = Some(now);
        }
        survey.events.push_back((self.sequence, event));
        if survey.events.len() > EVENTS_MAX {
            survey.complete_after = survey.events.pop_front().map_or(survey.complete_after, |(number, _)| number);
        }
        self.surveys.push(survey);
        if self.surveys.len() > SURVEYS_MAX {
            let events = self.surveys.remove(0).events;
            self.forgotten = events.back().map_or(self.forgotten, |(number, _)| self.forgotten.max(*number));
        }
    }

    /// The response to a page's question, as JSON. `gap` says that events may be missing; without a number, from which
    /// they would be counted, it is true. `live` says that an event of a response has been delivered within a day:
    /// other events do not prove that responses are announced.
    pub fn respond(&self, query: &ChangesQuery, now: Timestamp) -> String {
        let survey = self.surveys.iter().find(|survey| survey.survey_id == query.survey_id);
        let complete_after = survey.map_or(self.forgotten, |survey| survey.complete_after);
        let is_complete = |since: i64| (complete_after..=self.sequence).contains(&since);
        let newer = |since: i64| {
            survey.into_iter().flat_map(|survey| &survey.events).filter(move |(number, _)| *number > since)
        };
        let mut events = String::from("[");
        for (number, event) in query.since.into_iter().flat_map(newer) {
            if events.len() > 1 {
                events.push(',');
            }
            events.push_str(&event.to_json(*number));
        }
        events.push(']');
        let last_response = survey.and_then(|survey| survey.last_response);
        let is_live = last_response.is_some_and(|at| at <= now && now < at.saturating_add(LIVE_FOR));
        write_object(&[
            ("sequence", JsonValue::Number(self.sequence)),
            ("gap", JsonValue::Bool(!query.since.is_some_and(is_complete))),
            ("events", JsonValue::Raw(&events)),
            ("live", JsonValue::Bool(is_live)),
        ])
    }
}
