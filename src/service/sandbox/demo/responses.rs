//! Responses of the demo world, generated from a survey's table with a fixed seed.

use super::answers::Taste as _;
use super::day_start;
use super::design::DemoSurvey;
use super::dice::Dice;
use super::even_taste::EvenTaste;
use super::lifelike::Lifelike;
use super::response_parts::{DemoResponse, make_body, make_pages, make_respondent};
use crate::spec::resources::collectors::{AnonymousType, CollectorType};
use crate::spec::resources::responses::{CollectionMode, ResponseStatus};
use crate::wire::dates::{DAY, MINUTE, SECOND, Timestamp};
use serde_json::{Value, json};

/// Every response of a survey, in the order in which they were started.
pub fn make_responses(survey: &DemoSurvey) -> Box<dyn Iterator<Item = DemoResponse> + '_> {
    match survey.story {
        Some(story) => {
            let lifelike = Lifelike::new(survey, story, survey.number, survey.response_count());
            Box::new((1..=survey.response_count()).map(move |number| lifelike.make_response(number)))
        }
        None => Box::new(make_even_responses(survey)),
    }
}

fn make_even_responses(survey: &DemoSurvey) -> impl Iterator<Item = DemoResponse> {
    // The collectors take turns, and drop out when they have all their responses.
    let most = survey.collectors.iter().map(|collector| collector.responses).max().unwrap_or(0);
    let rounds = (0..most)
        .flat_map(|round| (1_u64..).zip(survey.collectors).filter(move |(_, collector)| round < collector.responses));
    (1_u64..).zip(rounds).map(|(number, (position, collector))| {
        let mut taste = EvenTaste(Dice::new(survey.number.saturating_mul(1_000_003).saturating_add(number)));
        let dice = taste.dice();
        let invited = collector.kind == CollectorType::Email;
        let known = collector.anonymous == AnonymousType::NotAnonymous;
        let created = begun_at(survey, number, dice);
        let total_time = i64::try_from(dice.roll(900)).unwrap_or(0).saturating_add(45);
        let status = pick_status(number);
        let done = created.saturating_add(total_time.saturating_mul(SECOND));
        let respondent = if invited && known { make_respondent(number, dice) } else { Default::default() };
        DemoResponse {
            id: survey.response_id(number),
            collector_id: survey.collector_id(position),
            recipient_id: if invited && known { survey.recipient_id(number) } else { String::new() },
            status,
            mode: pick_mode(number),
            ip: if known { format!("203.0.113.{}", dice.roll(254).saturating_add(1)) } else { String::new() },
            custom_value: if invited || number % 3 > 0 { "" } else { "spring-2026" },
            total_time,
            body: response_body(survey, status, &respondent, taste.dice()),
            pages: response_pages(survey, status, created, &mut taste),
            created,
            // One in nine came back the day after.
            modified: if number % 9 == 4 { done.saturating_add(DAY) } else { done },
            respondent,
        }
    })
}

/// Responses are spread evenly between the creation of the survey and the epoch.
fn begun_at(survey: &DemoSurvey, number: u64, dice: &mut Dice) -> Timestamp {
    let count = survey.response_count().max(1);
    let span = survey.made.saturating_neg().saturating_sub(2).saturating_mul(DAY / MINUTE);
    let step = span.checked_div(i64::try_from(count).unwrap_or(1)).unwrap_or(1).max(1);
    let minutes = step.saturating_mul(i64::try_from(number).unwrap_or(0));
    let jitter = i64::try_from(dice.roll(u64::try_from(step).unwrap_or(1))).unwrap_or(0);
    let seconds = i64::try_from(dice.roll(60)).unwrap_or(0);
    let after = minutes.saturating_sub(jitter).saturating_mul(MINUTE).saturating_add(seconds.saturating_mul(SECOND));
    day_start(survey.made.saturating_add(1)).saturating_add(after)
}

fn pick_status(number: u64) -> ResponseStatus {
    match number % 20 {
        7 | 13 | 18 => ResponseStatus::Partial,
        11 => ResponseStatus::Disqualified,
        16 if number.is_multiple_of(3) => ResponseStatus::Overquota,
        _ => ResponseStatus::Completed,
    }
}

fn pick_mode(number: u64) -> CollectionMode {
    match number % 50 {
        17 => CollectionMode::DataEntry,
        34 => CollectionMode::Preview,
        42 => CollectionMode::Edit,
        _ => CollectionMode::Default,
    }
}

fn response_body(survey: &DemoSurvey, status: ResponseStatus, respondent: &[String; 3], dice: &mut Dice) -> Value {
    let variables = if survey.number == 1 && dice.chance(40) {
        json!({ "source": dice.pick(&["newsletter", "poster", "a friend, really"]) })
    } else {
        json!({})
    };
    let page_count = survey.pages.len().min(if status == ResponseStatus::Completed { usize::MAX } else { 2 });
    let path: Vec<String> = if dice.chance(30) {
        (1_u64..).zip(survey.pages).take(page_count).map(|(page, _)| survey.page_id(page)).collect()
    } else {
        Vec::new()
    };
    make_body(&variables, &path, survey.language, respondent)
}

fn response_pages(survey: &DemoSurvey, status: ResponseStatus, created: Timestamp, taste: &mut EvenTaste) -> String {
    let reached = match status {
        ResponseStatus::Completed => u64::MAX,
        ResponseStatus::Partial => taste.dice().roll(4).saturating_add(2),
        ResponseStatus::Disqualified => 2,
        ResponseStatus::Overquota => 0,
    };
    make_pages(survey, |page| page <= reached, created, taste)
}
