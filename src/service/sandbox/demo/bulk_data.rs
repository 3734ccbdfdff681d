//! Surveys and responses by the thousand, made by SQLite from the numbers of seed, survey and response alone.

use super::design::{DemoChoice, DemoQuestion, QuestionKey, ask, choice, collector, not_applicable, rated, row};
use super::people::DemoPerson;
use super::surveys::SURVEYS;
use super::{EPOCH, bodies};
use crate::service::actor::protocol::ActorId;
use crate::service::sandbox::seed_plan::SeedRequest;
use crate::service::store::sql::{Sql, SqlError, Value, values};
use crate::spec::questions::{Family::*, Subtype::*};
use crate::spec::resources::collectors::{CollectorStatus, CollectorType};
use crate::wire::dates::{DAY, SECOND};
use std::ops::Range;

const SURVEY: u64 = 600_000_000;
const PAGE: u64 = 700_000_000;
const QUESTION: u64 = 800_000_000;
const COLLECTOR: u64 = 900_000_000;
const RESPONSE: u64 = 21_000_000_000;

const SCALE: &[DemoChoice] = &[
    choice("0"),
    choice("1"),
    choice("2"),
    choice("3"),
    choice("4"),
    choice("5"),
    choice("6"),
    choice("7"),
    choice("8"),
    choice("9"),
    choice("10"),
];

const RATED: &[DemoChoice] =
    &[rated("Poor", 1), rated("Fair", 2), rated("Good", 3), rated("Excellent", 4), not_applicable("Did not use")];

/// The questions of every survey, on its one page.
const QUESTIONS: &[DemoQuestion] = &[
    DemoQuestion { choices: SCALE, ..ask(SingleChoice, Horiz, "How likely are you to recommend us?") },
    DemoQuestion {
        choices: &[choice("Web shop"), choice("Phone"), choice("In person"), choice("Partner")],
        ..ask(MultipleChoice, Vertical, "How do you usually order?")
    },
    DemoQuestion {
        choices: RATED,
        rows: &[row("Delivery"), row("Support")],
        ..ask(Matrix, Rating, "How do you rate the following?")
    },
    ask(OpenEnded, Essay, "What should we do better?"),
];

/// Where they are written.
pub fn seed_owner() -> Option<(ActorId, &'static DemoPerson)> {
    let owner = DemoPerson::find_by_key("owner")?;
    Some((ActorId::Team(owner.team_id.to_owned()), owner))
}

/// A random number below `sides`, as SQL: it follows from the number `of`, the seed and the `salt`.
fn random_sql(wish: &SeedRequest, of: &str, salt: u64, sides: u64) -> String {
    let seed = u64::from(wish.seed).wrapping_mul(40_503).wrapping_add(salt.wrapping_mul(97_531));
    // Two rounds of a multiplicative generator, which stay below the 63 bits of an integer.
    format!("((({of} * 2654435761 + {seed}) % 4294967291 * 48271 % 2147483647 * 16807 % 2147483647) / 7 % {sides})")
}

/// The numbers of a range as a table.
fn numbers_sql(range: &Range<u64>) -> String {
    format!("numbers (n) AS (SELECT {} UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < {})", range.start, range.end)
}

/// Takes away what an earlier seed wrote.
pub fn delete_seeded(sql: &dyn Sql) -> Result<(), SqlError> {
    for (table, from, to) in [
        ("responses", "21000000000", "21999999999"),
        ("collectors", "900000000", "999999999"),
        ("questions", "800000000", "899999999"),
        ("pages", "700000000", "799999999"),
        ("surveys", "600000000", "699999999"),
    ] {
        sql.run(&format!("DELETE FROM {table} WHERE id BETWEEN ? AND ?"), values![from, to])?;
    }
    Ok(())
}

/// Writes surveys with their designs and one collector each.
pub fn insert_surveys(wish: &SeedRequest, range: Range<u64>, sql: &dyn Sql) -> Result<(), SqlError> {
    let (Some((_, owner)), Some(model)) = (seed_owner(), SURVEYS.first()) else { return Ok(()) };
    let numbers = numbers_sql(&range);
    let kind = random_sql(wish, "n", 1, 5);
    let made = format!("{} - (200 + {}) * {DAY}", EPOCH.0, random_sql(wish, "n", 2, 500));
    let (each, more) = response_shares(wish);
    let responses = format!("{each} + (n < {more})");
    let all = |statement: String, params: &[Value]| sql.run(&statement, params).map(drop);
    all(
        format!(
            "INSERT OR REPLACE INTO surveys (id, owner_id, title, nickname, language, category, folder_id, body,
                                             page_count, question_count, response_count, created, modified)
             WITH RECURSIVE {numbers}
             SELECT CAST({SURVEY} + n AS TEXT), ?,
                    CASE {kind}
                      WHEN 0 THEN 'Customer satisfaction'
                      WHEN 1 THEN 'Event feedback'
                      WHEN 2 THEN 'Product survey'
                      WHEN 3 THEN 'Employee pulse'
                      ELSE 'Market research'
                    END || ' ' || (n + 1),
                    '', 'en', '', '0', ?, 1, {}, {responses}, {made}, {made}
             FROM numbers",
            QUESTIONS.len()
        ),
        values![owner.user_id, bodies::survey_body(model).to_string()],
    )?;
    all(
        format!(
            "INSERT OR REPLACE INTO pages (id, survey_id, position, title, description)
             WITH RECURSIVE {numbers}
             SELECT CAST({PAGE} + n AS TEXT), CAST({SURVEY} + n AS TEXT), 1, '', ''
             FROM numbers"
        ),
        &[],
    )?;
    for (position, question) in (1_u64..).zip(QUESTIONS) {
        let id = format!("CAST({QUESTION} + n * 4 + {position} AS TEXT)");
        // The ids of its options begin with the question's own, which takes the place of the model's.
        let body = bodies::question_body("", QuestionKey::for_question(QUESTION), question).to_string();
        all(
            format!(
                "INSERT OR REPLACE INTO questions (id, survey_id, page_id, position, body)
                 WITH RECURSIVE {numbers}
                 SELECT {id}, CAST({SURVEY} + n AS TEXT), CAST({PAGE} + n AS TEXT), {position},
                        replace(?, '{QUESTION}', {id})
                 FROM numbers"
            ),
            values![body],
        )?;
    }
    let link = collector(CollectorType::Weblink, CollectorStatus::Open, "Web link", 0);
    all(
        format!(
            "INSERT OR REPLACE INTO collectors (id, survey_id, type, status, name, body, response_count, created, modified)
             WITH RECURSIVE {numbers}
             SELECT CAST({COLLECTOR} + n AS TEXT), CAST({SURVEY} + n AS TEXT), ?, ?, ?, ?, {responses}, {made}, {made}
             FROM numbers"
        ),
        values![
            link.kind.as_str(),
            link.status.as_str(),
            link.name,
            bodies::collector_body(&link, owner.email).to_string()
        ],
    )
}

/// Writes responses. They are dealt out to the surveys in turn.
pub fn insert_responses(wish: &SeedRequest, range: Range<u64>, sql: &dyn Sql) -> Result<(), SqlError> {
    let draw = |salt, sides| random_sql(wish, "n", salt, sides);
    let option = |question: u64, slot: &str| format!("(({QUESTION} + s * 4 + {question}) * 100 + {slot})");
    let question = |number: u64, answers: &str, params: &[String]| {
        (format!(r#"{{"id":"%d","answers":[{answers}]}}"#), format!("{QUESTION} + s * 4 + {number}"), params.to_vec())
    };
    let rated = |row: u64, pick: &str| {
        [option(3, &format!("40 + {row}")), option(3, &format!("1 + {pick}")), format!("{pick} + 1")]
    };
    let rating = r#"{"row_id":"%d","choice_id":"%d","choice_metadata":{"weight":"%d"}}"#;
    let parts = [
        question(1, r#"{"choice_id":"%d"}"#, &[option(1, "1 + a")]),
        question(2, r#"{"choice_id":"%d"},{"choice_id":"%d"}"#, &[option(2, "1 + b"), option(2, "3 + c")]),
        question(3, &format!("{rating},{rating}"), &[rated(1, "d"), rated(2, "e")].concat()),
        question(4, r#"{"text":"%s","tag_data":[]}"#, &["CASE f WHEN 0 THEN 'More sizes, please.' WHEN 1 THEN 'Keep it up!' WHEN 2 THEN 'Cheaper shipping.' ELSE 'Nothing.' END".to_owned()]),
    ];
    let format: Vec<&str> = parts.iter().map(|(format, ..)| format.as_str()).collect();
    let params: Vec<String> =
        parts.iter().flat_map(|(_, id, params)| [id.clone()].into_iter().chain(params.iter().cloned())).collect();
    let surveys = wish.surveys.max(1);
    let body = r#"{"custom_variables":{},"logic_path":{},"page_path":[],"metadata":{"contact":{},"respondent":{"language":{"type":"string","value":"en"}}}}"#;
    sql.run(
        &format!(
            "INSERT OR REPLACE INTO responses (id, survey_id, collector_id, recipient_id, status, mode, email, first_name,
                                               last_name, ip, custom_value, total_time, body, pages, created, modified)
             WITH RECURSIVE {},
             drawn AS (
               SELECT n, n % {surveys} AS s, {} AS a, {} AS b, {} AS c, {} AS d, {} AS e, {} AS f,
                      {} AS t, {} AS k, {} - {} * {SECOND} AS begun
               FROM numbers)
             SELECT CAST({RESPONSE} + n AS TEXT), CAST({SURVEY} + s AS TEXT), CAST({COLLECTOR} + s AS TEXT), '',
                    CASE WHEN k < 17 THEN 'completed' ELSE 'partial' END, 'default', '', '', '', '203.0.113.' || (k + 1), '',
                    t + 45, ?, printf('[{{\"id\":\"%d\",\"questions\":[{}]}}]', {PAGE} + s, {}),
                    begun, begun + (t + 45) * {SECOND}
             FROM drawn",
            numbers_sql(&range),
            draw(11, 11),
            draw(12, 2),
            draw(13, 2),
            draw(14, 4),
            draw(15, 4),
            draw(16, 4),
            draw(17, 900),
            draw(18, 20),
            EPOCH.0,
            draw(19, 17_000_000),
            format.join(","),
            params.join(", "),
        ),
        values![body],
    )?;
    Ok(())
}

/// Responses of each survey, and of how many surveys there is one more.
fn response_shares(wish: &SeedRequest) -> (u64, u64) {
    let surveys = wish.surveys.max(1);
    (wish.responses.checked_div(surveys).unwrap_or(0), wish.responses.checked_rem(surveys).unwrap_or(0))
}
