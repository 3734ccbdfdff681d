//! Writes the surveys of a team with their designs, collectors and responses.

use super::design::{DemoSurvey, SEEDED};
use super::people::{DemoPerson, DemoTeam};
use super::response_parts::DemoResponse;
use super::responses::make_responses;
use super::surveys::SURVEYS;
use super::{bodies, day_start};
use crate::service::environment::config::Config;
use crate::service::store::sql::{Sql, SqlError, values};
use crate::service::surveys::design::representation::parse_question;
use crate::service::surveys::design::stored_question::StoredQuestion;
use crate::spec::resources::collectors::CollectorStatus;
use crate::spec::resources::responses::CollectionMode;
use crate::wire::dates::{MINUTE, Timestamp};
use serde_json::Value;

/// Writes every survey of a team.
pub fn seed_surveys(config: &Config, home: &DemoTeam, sql: &dyn Sql) -> Result<(), SqlError> {
    for survey in SURVEYS {
        let Some(owner) = DemoPerson::find_by_key(survey.owner).filter(|owner| owner.team_id == home.id) else {
            continue;
        };
        insert_survey(config.region_origin(home.region), survey, owner, sql)?;
        make_responses(survey).try_for_each(|response| insert_response(survey, &response, sql))?;
        if survey.story.is_some() {
            count_responses(survey, sql)?;
        }
    }
    Ok(())
}

/// Writes a survey with its design and collectors. `origin` is that of its pictures.
pub fn insert_survey(origin: &str, survey: &DemoSurvey, owner: &DemoPerson, sql: &dyn Sql) -> Result<(), SqlError> {
    write_survey(survey, owner, sql)?;
    write_design(origin, survey, sql)?;
    write_collectors(survey, owner, sql)
}

/// Counts the responses of a survey and of its collectors. Previews do not count.
pub fn count_responses(survey: &DemoSurvey, sql: &dyn Sql) -> Result<(), SqlError> {
    let preview = CollectionMode::SurveyPreview.as_str();
    sql.run(
        "UPDATE surveys
         SET response_count = (SELECT COUNT(*) FROM responses WHERE survey_id = surveys.id AND mode <> ?)
         WHERE id = ?",
        values![preview, survey.id()],
    )?;
    sql.run(
        "UPDATE collectors
         SET response_count = (SELECT COUNT(*) FROM responses WHERE collector_id = collectors.id AND mode <> ?)
         WHERE survey_id = ?",
        values![preview, survey.id()],
    )?;
    Ok(())
}

/// Nine in the morning of the survey's day of creation.
fn made_at(survey: &DemoSurvey) -> Timestamp {
    day_start(survey.made).saturating_add(MINUTE.saturating_mul(540))
}

fn usize_to_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn u64_to_i64(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn write_survey(survey: &DemoSurvey, owner: &DemoPerson, sql: &dyn Sql) -> Result<(), SqlError> {
    sql.run(
        "INSERT INTO surveys (id, owner_id, title, nickname, language, category, folder_id, body,
                              page_count, question_count, response_count, created, modified)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        values![
            survey.id(),
            owner.user_id,
            survey.title,
            survey.nickname,
            survey.language,
            survey.category,
            "0",
            bodies::survey_body(survey).to_string(),
            usize_to_i64(survey.pages.len()),
            usize_to_i64(survey.questions().count()),
            u64_to_i64(survey.response_count()),
            made_at(survey),
            made_at(survey)
                .saturating_add(MINUTE.saturating_mul(u64_to_i64(survey.number % SEEDED).saturating_add(50))),
        ],
    )?;
    Ok(())
}

fn write_design(origin: &str, survey: &DemoSurvey, sql: &dyn Sql) -> Result<(), SqlError> {
    for (position, page) in (1_u64..).zip(survey.pages) {
        sql.run(
            "INSERT INTO pages (id, survey_id, position, title, description)
             VALUES (?, ?, ?, ?, ?)",
            values![survey.page_id(position), survey.id(), u64_to_i64(position), page.title, page.description],
        )?;
        let questions = survey.questions().filter(|(_, on, _)| *on == position);
        for (index, (key, _, question)) in (1_i64..).zip(questions) {
            let StoredQuestion { text, cost } = stored_question(bodies::question_body(origin, key, question))?;
            sql.run(
                "INSERT INTO questions (id, survey_id, page_id, position, body, cells, visible_cells)
                 VALUES (?, ?, ?, ?, ?, ?, ?)",
                values![key.id(), survey.id(), survey.page_id(position), index, text, cost.cells, cost.visible_cells],
            )?;
        }
    }
    Ok(())
}

/// A question of the demo world as the service stores questions.
///
/// # Errors
///
/// Fails if the question is none.
pub fn stored_question(body: Value) -> Result<StoredQuestion, SqlError> {
    let question = parse_question(body, "", 0).ok_or_else(|| SqlError("a wrong question of the demo".to_owned()))?;
    Ok(StoredQuestion::from_question(question))
}

fn write_collectors(survey: &DemoSurvey, owner: &DemoPerson, sql: &dyn Sql) -> Result<(), SqlError> {
    for (position, collector) in (1_u64..).zip(survey.collectors) {
        let id = survey.collector_id(position);
        let closed = collector.status == CollectorStatus::Closed;
        sql.run(
            "INSERT INTO collectors (id, survey_id, type, status, name, body, response_count, created, modified)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            values![
                id.as_str(),
                survey.id(),
                collector.kind.as_str(),
                collector.status.as_str(),
                collector.name,
                bodies::collector_body(collector, owner.email).to_string(),
                u64_to_i64(collector.responses),
                made_at(survey).saturating_add(MINUTE.saturating_mul(u64_to_i64(position).saturating_mul(60))),
                if closed { day_start(-1) } else { made_at(survey).saturating_add(MINUTE.saturating_mul(240)) },
            ],
        )?;
    }
    Ok(())
}

/// Writes a response.
pub fn insert_response(survey: &DemoSurvey, response: &DemoResponse, sql: &dyn Sql) -> Result<(), SqlError> {
    let [email, first_name, last_name] = &response.respondent;
    sql.run(
        "INSERT INTO responses (id, survey_id, collector_id, recipient_id, status, mode, email, first_name, last_name,
                                ip, custom_value, total_time, body, pages, created, modified)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        values![
            response.id.as_str(),
            survey.id(),
            response.collector_id.as_str(),
            response.recipient_id.as_str(),
            response.status.as_str(),
            response.mode.as_str(),
            email.as_str(),
            first_name.as_str(),
            last_name.as_str(),
            response.ip.as_str(),
            response.custom_value,
            response.total_time,
            response.body.to_string(),
            response.pages.as_str(),
            response.created,
            response.modified,
        ],
    )?;
    Ok(())
}
