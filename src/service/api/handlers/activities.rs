//! Activities of a team's members, as records and as a series, for its administrators.

mod activity_texts;

use super::groups::require_own_team;

use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::store::activities::NAME_SQL;
use crate::service::store::filter::{Filter, parse_date_parameter};
use crate::service::store::sql::{Row, values};
use crate::spec::endpoints::groups::{ActivityDates, GetActivitySeries, ListActivities};
use crate::spec::errors::Error;
use crate::spec::limits::{PER_PAGE_DEFAULT, PER_PAGE_MAX};
use crate::spec::param::Param;
use crate::spec::resources::groups::{Activities, Activity, ActivitySeries, ActivityType, Interval, MemberType};
use crate::spec::types::{Date, Id, Integer, Nullable};
use crate::wire::dates::{DAY, SECOND, Timestamp};
use crate::wire::error::ApiError;
use litemap::LiteMap;

/// The translatable fields, as every response names them.
const TRANSLATED: &str = "activity_msg,member_type";

impl Handle for ListActivities {
    fn handle_request(self, context: &CallContext) -> Result<Activities, ApiError> {
        require_administrator(context, &self.group_id)?;
        let (window, dates) = self.query;
        let mut filter = Filter::new("1", &[]);
        filter_by_dates(&mut filter, &dates)?;
        let limit = window.limit.map_or(PER_PAGE_DEFAULT, Integer::get).min(PER_PAGE_MAX);
        let offset = window.offset.map_or(0, Integer::get);
        // All windows of a list have the same total.
        let count = format!("SELECT COUNT(*) AS total FROM activities WHERE {}", filter.where_clause());
        let total = context.sql.run_cached(&count, &filter.bind_values(&[]))?;
        let rows = context.sql.run(
            &format!(
                "SELECT kind, activities.user_id, subject, ip, at,
                        COALESCE(former_members.email, users.email) AS email,
                        COALESCE(name, {NAME_SQL}) AS name,
                        COALESCE(former_members.member_type, users.member_type) AS member_type
                 FROM activities
                 LEFT JOIN users ON users.id = activities.user_id
                 LEFT JOIN former_members ON former_members.user_id = activities.user_id
                 WHERE {}
                 ORDER BY activities.at DESC, activities.id DESC
                 LIMIT ? OFFSET ?",
                filter.where_clause()
            ),
            &filter.bind_values(values![i64::from(limit), i64::from(offset)]),
        )?;
        Ok(Activities {
            results: rows.iter().map(|row| activity_from_row(&self.group_id, row)).collect::<Result<_, _>>()?,
            limit: Integer::saturating(u64::from(limit)),
            offset: Integer::saturating(u64::from(offset)),
            total: Integer::saturating(total.first().map_or(0, |row| row.count("total"))),
            sl_translate: TRANSLATED.to_owned(),
        })
    }
}

impl Handle for GetActivitySeries {
    /// The series begins and ends with a step that has activities. Empty steps in between count 0.
    fn handle_request(self, context: &CallContext) -> Result<ActivitySeries, ApiError> {
        require_administrator(context, &self.group_id)?;
        let kind = <ActivityType as Param>::parse(self.action_type.as_str()).map_err(|expected| {
            ApiError::with_detail(Error::BadParameters, format!("`action_type` must be {expected}."))
        })?;
        let (step, dates) = self.query;
        let mut filter = Filter::new("kind = ?", values![kind.as_str()]);
        filter_by_dates(&mut filter, &dates)?;
        let days = context.sql.run(
            &format!(
                "SELECT at / {DAY} AS day, COUNT(*) AS count
                 FROM activities
                 WHERE {}
                 GROUP BY day",
                filter.where_clause()
            ),
            &filter.bind_values(&[]),
        )?;
        let mut counts: LiteMap<i64, u64> = LiteMap::new_vec();
        for row in &days {
            let count = counts.entry(step_number(step.interval, row.integer("day"))).or_default();
            *count = count.saturating_add(row.count("count"));
        }
        let (first, last) = (counts.keys().next().copied(), counts.keys().next_back().copied());
        let steps = || first.zip(last).into_iter().flat_map(|(first, last)| (first..=last).rev());
        Ok(ActivitySeries {
            interval: step.interval,
            series: steps().map(|at| Integer::saturating(counts.get(&at).copied().unwrap_or(0))).collect(),
            times: steps().map(|at| step_label(step.interval, at)).collect(),
        })
    }
}

/// The number of the step that contains a day. Days count from 1970-01-01, a Thursday; weeks begin on Monday.
fn step_number(interval: Interval, day: i64) -> i64 {
    let month = || {
        let date = format_day(day);
        let part =
            |range: std::ops::Range<usize>| date.get(range).and_then(|text| text.parse::<i64>().ok()).unwrap_or(0);
        part(0..4).saturating_mul(12).saturating_add(part(5..7)).saturating_sub(1)
    };
    match interval {
        Interval::Daily => day,
        Interval::Weekly => day.saturating_add(3).div_euclid(7),
        Interval::Monthly => month(),
        Interval::Yearly => month().div_euclid(12),
    }
}

/// The label of a step: its year, its month, or its first day.
fn step_label(interval: Interval, number: i64) -> String {
    match interval {
        Interval::Daily => format_day(number),
        Interval::Weekly => format_day(number.saturating_mul(7).saturating_sub(3)),
        Interval::Monthly => format!("{:04}-{:02}", number.div_euclid(12), number.rem_euclid(12).saturating_add(1)),
        Interval::Yearly => format!("{number:04}"),
    }
}

/// A day as YYYY-MM-DD.
fn format_day(day: i64) -> String {
    let Date(mut text) = Timestamp(day.saturating_mul(DAY)).iso_without_offset();
    text.truncate(10);
    text
}

/// Checks that the team is the caller's own and that the caller administers it.
fn require_administrator(context: &CallContext, group_id: &Id) -> Result<(), ApiError> {
    require_own_team(context, group_id)?;
    if context.account.is_admin() {
        return Ok(());
    }
    Err(ApiError::with_detail(Error::NotPermitted, "Only administrators of the team can read its activities."))
}

/// Filters by the requested period. An end given as a day includes that day, one with a time includes that second.
fn filter_by_dates(filter: &mut Filter, dates: &ActivityDates) -> Result<(), ApiError> {
    filter.and_if("at >= ?", parse_date_parameter("start_date", dates.start_date.as_ref())?);
    let length = dates.end_date.as_ref().map_or(0, |date| if date.0.len() == 10 { DAY } else { SECOND });
    filter.and_if(
        "at < ?",
        parse_date_parameter("end_date", dates.end_date.as_ref())?.map(|end| end.saturating_add(length)),
    );
    Ok(())
}

fn activity_from_row(group_id: &Id, row: &Row) -> Result<Activity, ApiError> {
    let kind = ActivityType::parse(&row.text("kind")).ok_or(Error::Internal)?;
    let name = row.text("name");
    let number = |text: &str| Integer::saturating(text.parse().unwrap_or(0));
    Ok(Activity {
        activity_msg: activity_texts::activity_sentence(kind, &name, &row.text("subject")),
        activity_type: kind,
        city: Nullable::Null,
        country: Nullable::Null,
        date_created: row.timestamp("at").sql_style(),
        division_name: Nullable::Null,
        email: row.text("email"),
        group_id: number(group_id.as_str()),
        ip_address: row.optional_text("ip").filter(|ip| !ip.is_empty()).into(),
        member_type: MemberType::parse(&row.text("member_type")).map(activity_texts::role_html).unwrap_or_default(),
        user_id: number(&row.text("user_id")),
        user_name: name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_begins_where_its_label_says() {
        for (interval, day, expected) in [
            (Interval::Daily, 0, "1970-01-01"),
            (Interval::Weekly, 0, "1969-12-29"),
            (Interval::Weekly, 4, "1970-01-05"),
            (Interval::Monthly, 30, "1970-01"),
            (Interval::Monthly, 31, "1970-02"),
            (Interval::Monthly, -1, "1969-12"),
            (Interval::Yearly, 364, "1970"),
            (Interval::Yearly, 365, "1971"),
        ] {
            assert_eq!(step_label(interval, step_number(interval, day)), expected, "{day}");
        }
    }
}
