//! Collectors: the ways in which responses reach a survey. Whoever sees a survey sees them; to change them
//! takes its owner or the privilege `collect.full_access`.

mod settings;

use super::surveys::require_visible;
use crate::service::actor::context::Context;
use crate::service::api::dispatch::Handle;
use crate::service::store::events::Event;
use crate::service::store::filter::{Filter, parse_date_parameter};
use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::service::surveys::access::require_privilege;
use crate::service::surveys::collectors::{self, CURRENT_STATUS_SQL};
use crate::service::surveys::recipients::{self, RecipientScope};
use crate::spec::endpoints::collectors::{
    CollectorInclude, CollectorSort, CreateCollector, DeleteCollector, GetCollector, GetCollectorStats, ListCollectors,
    ReplaceCollector, UpdateCollector,
};
use crate::spec::endpoints::query::SortOrder;
use crate::spec::errors::Error;
use crate::spec::events::DeliveryResources;
use crate::spec::resources::collectors::{Collector, CollectorRef, CollectorStatus, CollectorType, RecipientStats};
use crate::spec::resources::groups::ActivityType;
use crate::spec::resources::roles::Privilege;
use crate::spec::resources::webhooks::EventType;
use crate::spec::types::{Id, Integer, List};
use crate::wire::error::ApiError;
use crate::wire::payload;
use serde_json::{Map, Value, json};
use settings::Settings;

impl Handle for ListCollectors {
    fn handle_request(self, context: &Context) -> Result<List<CollectorRef>, ApiError> {
        require_visible(context, &self.survey_id)?;
        let (paging, query) = self.query;
        let mut filter = Filter::new("survey_id = ?", values![self.survey_id.as_str()]);
        filter.and_contains("name", query.name.as_deref());
        filter.and_if("created >= ?", parse_date_parameter("start_date", query.start_date.as_ref())?);
        filter.and_if("created < ?", parse_date_parameter("end_date", query.end_date.as_ref())?);
        let order = match query.sort_by.unwrap_or(CollectorSort::Id) {
            CollectorSort::Id => "id",
            CollectorSort::DateModified => "modified",
            CollectorSort::Type => "type",
            CollectorSort::Status => "status_now",
            CollectorSort::Name => "name COLLATE NOCASE",
        };
        let direction = query.sort_order.unwrap_or(SortOrder::Ascending).as_str();
        let include = query.include.map(|include| include.0).unwrap_or_default();
        let slice = context.page_range(&paging);
        let total = first_row(
            context.sql,
            &format!("SELECT COUNT(*) AS total FROM collectors WHERE {}", filter.where_clause()),
            &filter.bind_values(&[]),
        )?;
        let rows = context.sql.run(
            &format!(
                "SELECT id, survey_id, type, status, name, body, response_count, created, modified,
                        {CURRENT_STATUS_SQL} AS status_now
                 FROM collectors
                 WHERE {}
                 ORDER BY {order} {direction}, id {direction}
                 LIMIT ? OFFSET ?",
                filter.where_clause()
            ),
            &[
                vec![collectors::close_date_bound(context.now)],
                filter.bind_values(values![slice.limit(), slice.offset()]),
            ]
            .concat(),
        )?;
        let data = rows.iter().map(|row| collector_ref(context, row, &include)).collect();
        Ok(context.list_envelope::<ListCollectors, _>(slice, data, total.map_or(0, |row| row.count("total"))))
    }
}

impl Handle for CreateCollector {
    fn handle_request(self, context: &Context) -> Result<Collector, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::CollectFullAccess)?;
        check_limit(context, &self.survey_id)?;
        let id = ids::next_id(context.sql, IdKind::Collector)?;
        let settings = match &self.body.from_collector_id {
            Some(original) => {
                let original = load_collector(context, original)
                    .map_err(|_| ApiError::with_detail(Error::NotFound, "`from_collector_id` must be a collector."))?;
                Settings::from_original(&original, &self.body)?
            }
            None => Settings::new(context, &self.survey_id, &id, &self.body)?,
        };
        check_plan(context, settings.kind)?;
        context.sql.run(
            "INSERT INTO collectors (id, survey_id, type, status, name, body, response_count, created, modified)
             VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)",
            values![
                id.as_str(),
                self.survey_id.as_str(),
                settings.kind.as_str(),
                initial_status(settings.kind).as_str(),
                settings.name.as_str(),
                settings.check_and_encode(context)?,
                context.now,
                context.now,
            ],
        )?;
        context.record_activity(ActivityType::CollectorInfoCreated, &settings.name)?;
        emit_collector_event(context, EventType::CollectorCreated, &id, &survey)?;
        collector_from_row(context, &load_collector(context, &id.into())?)
    }
}

impl Handle for GetCollector {
    fn handle_request(self, context: &Context) -> Result<Collector, ApiError> {
        collector_from_row(context, &load_collector(context, &self.collector_id)?)
    }
}

impl Handle for UpdateCollector {
    fn handle_request(self, context: &Context) -> Result<Collector, ApiError> {
        let (row, survey) = load_writable(context, &self.collector_id)?;
        let settings = Settings::from_patch(&row, &self.body)?;
        save_settings(context, &row, &survey, settings, self.body.status)
    }
}

impl Handle for ReplaceCollector {
    fn handle_request(self, context: &Context) -> Result<Collector, ApiError> {
        let (row, survey) = load_writable(context, &self.collector_id)?;
        let settings = Settings::from_replacement(context, &row, &self.body)?;
        let sent = CollectorStatus::parse(&row.text("status")) != Some(CollectorStatus::New);
        let status = if sent { CollectorStatus::Open } else { CollectorStatus::New };
        let status = if self.body.status.is_none() { Some(status) } else { self.body.status };
        save_settings(context, &row, &survey, settings, status)
    }
}

impl Handle for DeleteCollector {
    fn handle_request(self, context: &Context) -> Result<Collector, ApiError> {
        let (row, survey) = load_writable(context, &self.collector_id)?;
        collectors::removal::delete_collector(context, &row)?;
        context.record_activity(ActivityType::CollectorInfoDeleted, &row.text("name"))?;
        emit_collector_event(context, EventType::CollectorDeleted, self.collector_id.as_str(), &survey)?;
        collector_from_row(context, &row)
    }
}

impl Handle for GetCollectorStats {
    fn handle_request(self, context: &Context) -> Result<RecipientStats, ApiError> {
        load_collector(context, &self.collector_id)?;
        Ok(recipients::load_stats(context.sql, RecipientScope::Collector(self.collector_id.as_str()))?)
    }
}

/// A collector of a survey that the caller sees.
pub fn load_collector(context: &Context, id: &Id) -> Result<Row, ApiError> {
    let row = first_row(
        context.sql,
        "SELECT id, survey_id, type, status, name, body, response_count, created, modified
         FROM collectors
         WHERE id = ?",
        values![id.as_str()],
    )?;
    let row = row.ok_or(Error::NotFound)?;
    require_visible(context, &row.text("survey_id").into())?;
    Ok(row)
}

/// A collector that the caller may change, and its survey.
pub fn load_writable(context: &Context, id: &Id) -> Result<(Row, Row), ApiError> {
    let row = load_collector(context, id)?;
    let survey = require_privilege(context, &row.text("survey_id").into(), Privilege::CollectFullAccess)?;
    check_plan(context, collector_type(&row)?)?;
    Ok((row, survey))
}

/// The kind of a collector.
pub fn collector_type(row: &Row) -> Result<CollectorType, ApiError> {
    CollectorType::parse(&row.text("type")).ok_or(Error::Internal.into())
}

/// All kinds but web links need a paid plan.
fn check_plan(context: &Context, kind: CollectorType) -> Result<(), ApiError> {
    if kind == CollectorType::Weblink || context.account.plan.collects_beyond_weblinks() {
        return Ok(());
    }
    let detail = format!("Collectors of type {} need a paid plan.", kind.as_str());
    Err(ApiError::with_detail(Error::MissingPlan, detail))
}

/// The plan allows one more collector of the survey.
fn check_limit(context: &Context, survey_id: &Id) -> Result<(), ApiError> {
    let Some(most) = context.account.plan.row().collectors else { return Ok(()) };
    let row = first_row(
        context.sql,
        "SELECT COUNT(*) AS total FROM collectors WHERE survey_id = ?",
        values![survey_id.as_str()],
    )?;
    if row.is_some_and(|row| row.count("total") >= u64::from(most)) {
        let detail = format!("The plan allows {most} collectors of one survey.");
        return Err(ApiError::with_detail(Error::ResourceQuota, detail));
    }
    Ok(())
}

const fn initial_status(kind: CollectorType) -> CollectorStatus {
    match kind {
        CollectorType::Email => CollectorStatus::New,
        _ => CollectorStatus::Open,
    }
}

fn save_settings(
    context: &Context,
    row: &Row,
    survey: &Row,
    settings: Settings,
    status: Option<CollectorStatus>,
) -> Result<Collector, ApiError> {
    let id = row.text("id");
    let status = settings.next_status(context, row, status)?;
    context.sql.run(
        "UPDATE collectors
         SET status = ?, name = ?, body = ?, modified = ?
         WHERE id = ?",
        values![status.as_str(), settings.name.as_str(), settings.check_and_encode(context)?, context.now, id.as_str()],
    )?;
    context.record_activity(ActivityType::CollectorInfoUpdated, &settings.name)?;
    emit_collector_event(context, EventType::CollectorUpdated, &id, survey)?;
    collector_from_row(context, &load_collector(context, &id.into())?)
}

fn emit_collector_event(context: &Context, kind: EventType, id: &str, survey: &Row) -> Result<(), SqlError> {
    let resources = DeliveryResources {
        respondent_id: None,
        recipient_id: None,
        collector_id: Some(id.into()),
        survey_id: Some(survey.text("id").into()),
        user_id: Some(survey.text("owner_id").into()),
    };
    context.emit_event(&Event { kind, object_id: id, resources })
}

fn collector_ref(context: &Context, row: &Row, include: &[CollectorInclude]) -> CollectorRef {
    let asks = |field| include.contains(&field);
    let id = row.text("id");
    CollectorRef {
        name: row.text("name"),
        href: context.operation_url::<GetCollector>(&[&id]),
        r#type: CollectorType::parse(&row.text("type")),
        status: collectors::current_status(row, context.now).filter(|_| asks(CollectorInclude::Status)),
        response_count: asks(CollectorInclude::ResponseCount).then(|| Integer::saturating(row.count("response_count"))),
        date_created: asks(CollectorInclude::DateCreated).then(|| row.timestamp("created").with_offset()),
        date_modified: asks(CollectorInclude::DateModified).then(|| row.timestamp("modified").with_offset()),
        url: asks(CollectorInclude::Url).then(|| survey_url(context, row).into()),
        id: id.into(),
    }
}

fn survey_url(context: &Context, row: &Row) -> Option<String> {
    collectors::survey_url(context.config, &context.account.team_id, &context.request.origin, row)
}

/// A collector as the caller sees it.
pub fn collector_from_row(context: &Context, row: &Row) -> Result<Collector, ApiError> {
    let id = row.text("id");
    let mut fields: Map<String, Value> = match row.json("body") {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    let password = fields.remove("password").is_some();
    let columns = json!({
        "id": id,
        "survey_id": row.text("survey_id"),
        "type": row.text("type"),
        "status": collectors::current_status(row, context.now).map(CollectorStatus::as_str),
        "name": row.text("name"),
        "url": survey_url(context, row),
        "password_enabled": password,
        "response_count": row.count("response_count"),
        "date_created": row.timestamp("created").with_offset().0,
        "date_modified": row.timestamp("modified").with_offset().0,
        "href": context.operation_url::<GetCollector>(&[&id]),
    });
    if let Value::Object(columns) = columns {
        fields.extend(columns);
    }
    payload::from_value(fields.into()).ok_or(Error::Internal.into())
}
