//! Writes the surveys of a place, with their designs, collectors and responses.

use super::design::Survey;
use super::people::{Home, Person};
use super::responses::{Made, responses};
use super::surveys::SURVEYS;
use super::{bodies, day};
use crate::service::store::config::Config;
use crate::service::store::sql::{Sql, SqlError, values};
use crate::spec::resources::collectors::CollectorStatus;
use crate::wire::dates::{MINUTE, Moment};

/// Writes every survey of the people of a place.
pub fn seed(config: &Config, home: &Home, sql: &dyn Sql) -> Result<(), SqlError> {
    for survey in SURVEYS {
        let Some(owner) = Person::named(survey.owner).filter(|owner| owner.home == home.id) else { continue };
        write_survey(survey, owner, sql)?;
        write_design(config.origin(home.region), survey, sql)?;
        write_collectors(survey, owner, sql)?;
        responses(survey).try_for_each(|response| write_response(survey, &response, sql))?;
    }
    Ok(())
}

/// Nine in the morning of the day on which a survey was made.
fn made(survey: &Survey) -> Moment {
    day(survey.made).plus(MINUTE.saturating_mul(540))
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn write_survey(survey: &Survey, owner: &Person, sql: &dyn Sql) -> Result<(), SqlError> {
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
            bodies::survey(survey).to_string(),
            count(survey.pages.len()),
            count(survey.questions().count()),
            number(survey.responses()),
            made(survey),
            made(survey).plus(MINUTE.saturating_mul(number(survey.number).saturating_add(50))),
        ],
    )?;
    Ok(())
}

fn write_design(origin: &str, survey: &Survey, sql: &dyn Sql) -> Result<(), SqlError> {
    for (position, page) in (1_u64..).zip(survey.pages) {
        sql.run(
            "INSERT INTO pages (id, survey_id, position, title, description)
             VALUES (?, ?, ?, ?, ?)",
            values![survey.page_id(position), survey.id(), number(position), page.title, page.description],
        )?;
        let questions = survey.questions().filter(|(_, on, _)| *on == position);
        for (place, (key, _, question)) in (1_i64..).zip(questions) {
            sql.run(
                "INSERT INTO questions (id, survey_id, page_id, position, body)
                 VALUES (?, ?, ?, ?, ?)",
                values![
                    key.id(),
                    survey.id(),
                    survey.page_id(position),
                    place,
                    bodies::question(origin, key, question).to_string()
                ],
            )?;
        }
    }
    Ok(())
}

fn write_collectors(survey: &Survey, owner: &Person, sql: &dyn Sql) -> Result<(), SqlError> {
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
                bodies::collector(collector, owner.email).to_string(),
                number(collector.responses),
                made(survey).plus(MINUTE.saturating_mul(number(position).saturating_mul(60))),
                if closed { day(-1) } else { made(survey).plus(MINUTE.saturating_mul(240)) },
            ],
        )?;
    }
    Ok(())
}

fn write_response(survey: &Survey, response: &Made, sql: &dyn Sql) -> Result<(), SqlError> {
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
            response.pages.to_string(),
            response.created,
            response.modified,
        ],
    )?;
    Ok(())
}
