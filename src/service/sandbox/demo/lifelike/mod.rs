//! Responses that look real: they come in waves, follow a mood, stop early, are imported, edited, and take their time.
//!
//! A response follows from the seed, its number and the total alone, so that any range of numbers can be written.

mod calendar;
mod respondent;
pub mod seed;
mod words;

use super::EPOCH;
use super::answers::Taste as _;
use super::design::{DemoCollector, DemoSurvey, Story};
use super::dice::Dice;
use super::response_parts::{DemoResponse, make_body, make_pages, make_respondent};
use crate::spec::resources::collectors::{AnonymousType, CollectorType};
use crate::spec::resources::responses::{CollectionMode, ResponseStatus};
use crate::wire::dates::{DAY, SECOND, Timestamp};
use calendar::Calendar;
use respondent::DemoRespondent;
use serde_json::{Value, json};

/// Responses between two imports.
const IMPORT_EVERY: u64 = 40_000;

/// Maximum number of responses that an import writes within one second.
const IMPORT_MAX: u64 = 250;

/// The responses of a survey with a story.
#[derive(Debug)]
pub struct Lifelike<'a> {
    survey: &'a DemoSurvey,
    story: &'static Story,
    seed: u64,
    total: u64,
    calendar: Calendar,
}

impl<'a> Lifelike<'a> {
    /// So many responses of the survey.
    pub fn new(survey: &'a DemoSurvey, story: &'static Story, seed: u64, total: u64) -> Lifelike<'a> {
        let calendar = Calendar::new(seed, survey.made.saturating_add(1), story.days);
        Lifelike { survey, story, seed, total, calendar }
    }

    /// The response with this number, counted from 1.
    pub fn make_response(&self, number: u64) -> DemoResponse {
        let mut dice = Dice::new(self.seed.saturating_mul(1_000_003).saturating_add(number));
        match self.import_of(number) {
            Some(first) => {
                let second = self.calendar.begun_at(first, self.total).floor(SECOND);
                let created = second.saturating_add(roll_to(&mut dice, SECOND));
                self.make_imported(number, created, dice)
            }
            None => self.make_taken(number, self.calendar.begun_at(number, self.total), dice),
        }
    }

    /// The number of the first response of the import that a response belongs to, if it was imported.
    fn import_of(&self, number: u64) -> Option<u64> {
        let place = number.checked_rem(IMPORT_EVERY)?;
        let first = self.total.min(IMPORT_EVERY).saturating_mul(3) / 10;
        let size = (self.total / 20).min(IMPORT_MAX);
        let within = place.checked_sub(first).filter(|within| *within < size)?;
        number.checked_sub(within)
    }

    /// A response that a program wrote: it has no time taken and no path.
    fn make_imported(&self, number: u64, created: Timestamp, dice: Dice) -> DemoResponse {
        let mut respondent = self.respondent(number, created, dice);
        let body = make_body(&json!({}), &[], respondent.language, &Default::default());
        DemoResponse {
            id: self.survey.response_id(number),
            collector_id: self.survey.collector_id(1),
            recipient_id: String::new(),
            status: ResponseStatus::Completed,
            mode: CollectionMode::DataEntry,
            respondent: Default::default(),
            ip: String::new(),
            custom_value: "",
            total_time: 0,
            body,
            pages: make_pages(self.survey, |_| true, created, &mut respondent),
            created,
            modified: created,
        }
    }

    /// A response that a respondent took.
    fn make_taken(&self, number: u64, created: Timestamp, mut dice: Dice) -> DemoResponse {
        let collectors = self.survey.collectors;
        let index = dice.pick_weighted(collectors.iter().map(|collector| collector.responses));
        let collector = collectors.get(index);
        let is_known = collector.is_some_and(|each| each.anonymous == AnonymousType::NotAnonymous);
        let is_invited = collector.is_some_and(|each| each.kind == CollectorType::Email);
        let contact = if is_known && is_invited { make_respondent(number, &mut dice) } else { Default::default() };
        let ip = if is_known { format!("203.0.113.{}", dice.roll(254).saturating_add(1)) } else { String::new() };
        let status = self.pick_status(number, &mut dice);
        let total_time = roll_seconds(&mut dice).min(time_left(created) / SECOND);
        let done = created.saturating_add(total_time.saturating_mul(SECOND));
        let is_edited = dice.chance(4);
        let modified = if is_edited { edit_after(done, &mut dice) } else { done };
        let mode = match (self.story.previews && number % 97 == 50, is_edited && dice.chance(25)) {
            (true, _) => CollectionMode::SurveyPreview,
            (false, true) => CollectionMode::Edit,
            (false, false) => CollectionMode::Default,
        };
        let mut respondent = self.respondent(number, created, dice);
        let visited = self.visit_pages(status, &mut respondent);
        let path: Vec<String> = visited.iter().map(|page| self.survey.page_id(*page)).collect();
        let variables = self.variables(collector, &mut respondent);
        DemoResponse {
            id: self.survey.response_id(number),
            collector_id: self.survey.collector_id(u64::try_from(index).unwrap_or(0).saturating_add(1)),
            recipient_id: String::new(),
            status,
            mode,
            ip,
            custom_value: respondent.dice().pick_early(collector.map_or(&[], custom_values)).unwrap_or_default(),
            total_time,
            body: make_body(&variables, &path, respondent.language, &contact),
            pages: make_pages(self.survey, |page| visited.contains(&page), created, &mut respondent),
            created,
            modified,
            respondent: contact,
        }
    }

    fn respondent(&self, number: u64, created: Timestamp, dice: Dice) -> DemoRespondent {
        DemoRespondent::new(self.story, created, number.saturating_mul(2) < self.total, dice)
    }

    /// The quota of the survey is full when two thirds have responded.
    fn pick_status(&self, number: u64, dice: &mut Dice) -> ResponseStatus {
        let is_full = number.saturating_mul(3) > self.total.saturating_mul(2);
        match dice.roll(100) {
            0..=11 => ResponseStatus::Partial,
            12..=14 => ResponseStatus::Disqualified,
            15..=18 if is_full => ResponseStatus::Overquota,
            _ => ResponseStatus::Completed,
        }
    }

    /// The numbers of the pages that the respondent saw.
    fn visit_pages(&self, status: ResponseStatus, respondent: &mut DemoRespondent) -> Vec<u64> {
        let count = u64::try_from(self.survey.pages.len()).unwrap_or(1);
        let last = match status {
            ResponseStatus::Completed => count,
            ResponseStatus::Disqualified | ResponseStatus::Overquota => 1,
            ResponseStatus::Partial => {
                let mut last = 1_u64;
                while last.saturating_add(1) < count && respondent.dice().chance(62) {
                    last = last.saturating_add(1);
                }
                last
            }
        };
        let skipped = self.story.branch.filter(|(_, segment)| *segment == respondent.segment).map(|(page, _)| page);
        (1..=last).filter(|page| Some(*page) != skipped).collect()
    }

    fn variables(&self, collector: Option<&DemoCollector>, respondent: &mut DemoRespondent) -> Value {
        if respondent.dice().chance(35) {
            return json!({});
        }
        let sources: &[&str] = match collector.map(|collector| collector.kind) {
            Some(CollectorType::Email) => &["newsletter", "receipt"],
            _ => &["poster", "website", "a friend, really", "newsletter"],
        };
        let source = respondent.dice().pick_early(sources);
        if respondent.dice().chance(70) {
            json!({ "source": source, "group": format!("g{}", respondent.segment) })
        } else {
            json!({ "source": source })
        }
    }
}

/// The custom values with which the links of a collector are spread.
fn custom_values(collector: &DemoCollector) -> &'static [&'static str] {
    if collector.kind == CollectorType::Weblink { &["", "spring-2025", "autumn-2025", "winter-2025"] } else { &[] }
}

/// The milliseconds from a time to the epoch, after which nothing happens in the demo world.
fn time_left(from: Timestamp) -> i64 {
    EPOCH.0.saturating_sub(from.0).max(0)
}

/// A time within two weeks.
fn edit_after(done: Timestamp, dice: &mut Dice) -> Timestamp {
    done.saturating_add(roll_to(dice, DAY.saturating_mul(14)).min(time_left(done)))
}

/// A number of milliseconds below this one.
fn roll_to(dice: &mut Dice, most: i64) -> i64 {
    i64::try_from(dice.roll(u64::try_from(most).unwrap_or(0))).unwrap_or(0)
}

/// The seconds that a response took: mostly some minutes; a few respondents leave and come back days later.
fn roll_seconds(dice: &mut Dice) -> i64 {
    let usual = roll_to(dice, 240).saturating_add(60);
    match dice.roll(100) {
        0..=1 => usual.saturating_add(roll_to(dice, 4 * 86_400)),
        2..=9 => usual.saturating_mul(6),
        10..=34 => usual.saturating_mul(2),
        _ => usual,
    }
}
