//! Collectors: the ways in which responses reach a survey. Users who see the survey see its collectors. Changes need
//! its owner or the privilege `collect.full_access`; deleting one that has responses also needs `analyze.full_access`.

mod representation;
mod settings;

use super::surveys::require_visible;
use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::store::events::Event;
use crate::service::store::filter::{Filter, parse_date_parameter};
use crate::service::store::ids::{self, IdKind};
use crate::service::store::sql::{Row, SqlError, first_row, values};
use crate::service::surveys::access::require_privilege;
use crate::service::surveys::collectors::{self, CURRENT_STATUS_SQL};
use crate::service::surveys::recipients::{self, RecipientScope};
use crate::spec::endpoints::collectors::{
    CollectorSort, CreateCollector, DeleteCollector, GetCollector, GetCollectorStats, ListCollectors, ReplaceCollector,
    UpdateCollector,
};
use crate::spec::endpoints::query::SortOrder;
use crate::spec::errors::Error;
use crate::spec::events::DeliveryResources;
use crate::spec::resources::collectors::{
    Collector, CollectorPatch, CollectorRef, CollectorStatus, CollectorType, RecipientStats,
};
use crate::spec::resources::groups::ActivityType;
use crate::spec::resources::roles::Privilege;
use crate::spec::resources::webhooks::EventType;
use crate::spec::types::{Id, List};
use crate::wire::error::ApiError;
pub use representation::collector_from_row;
use representation::collector_ref;
use settings::Settings;

impl Handle for ListCollectors {
    fn handle_request(self, context: &CallContext) -> Result<List<CollectorRef>, ApiError> {
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
                "SELECT id, type, name, response_count, created, modified, {CURRENT_STATUS_SQL} AS status_now
                 FROM collectors
                 WHERE {}
                 ORDER BY {order} {direction}, id {direction}
                 LIMIT ? OFFSET ?",
                filter.where_clause()
            ),
            &[
                vec![collectors::close_date_bound(context.now())],
                filter.bind_values(values![slice.limit(), slice.offset()]),
            ]
            .concat(),
        )?;
        let data = rows.iter().map(|row| collector_ref(context, row, &include)).collect();
        Ok(context.list_envelope::<ListCollectors, _>(slice, data, total.map_or(0, |row| row.count("total"))))
    }
}

impl Handle for CreateCollector {
    fn handle_request(self, context: &CallContext) -> Result<Collector, ApiError> {
        let survey = require_privilege(context, &self.survey_id, Privilege::CollectFullAccess)?;
        check_limit(context, &self.survey_id)?;
        let id = ids::next_id(context.sql, IdKind::Collector)?;
        let settings = match &self.body.from_collector_id {
            Some(original) => {
                let original = load_collector(context, original)
                    .map_err(|error| error.name_missing("`from_collector_id` must be a collector."))?;
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
                context.now(),
                context.now(),
            ],
        )?;
        context.record_activity(ActivityType::CollectorInfoCreated, &settings.name)?;
        emit_collector_event(context, EventType::CollectorCreated, &id, &survey)?;
        collector_from_row(context, &load_collector(context, &id.into())?)
    }
}

impl Handle for GetCollector {
    fn handle_request(self, context: &CallContext) -> Result<Collector, ApiError> {
        collector_from_row(context, &load_collector(context, &self.collector_id)?)
    }
}

impl Handle for UpdateCollector {
    fn handle_request(self, context: &CallContext) -> Result<Collector, ApiError> {
        let closing = CollectorPatch { status: Some(CollectorStatus::Closed), ..CollectorPatch::default() };
        let load = if self.body == closing { load_removable } else { load_writable };
        let (row, survey) = load(context, &self.collector_id)?;
        let settings = Settings::from_patch(&row, &self.body)?;
        save_settings(context, &row, &survey, settings, self.body.status)
    }
}

impl Handle for ReplaceCollector {
    fn handle_request(self, context: &CallContext) -> Result<Collector, ApiError> {
        let (row, survey) = load_writable(context, &self.collector_id)?;
        let settings = Settings::from_replacement(context, &row, &self.body)?;
        let is_new = CollectorStatus::parse(&row.text("status")) == Some(CollectorStatus::New);
        let status = if is_new { CollectorStatus::New } else { CollectorStatus::Open };
        let status = if self.body.status.is_none() { Some(status) } else { self.body.status };
        save_settings(context, &row, &survey, settings, status)
    }
}

impl Handle for DeleteCollector {
    fn handle_request(self, context: &CallContext) -> Result<Collector, ApiError> {
        let (row, survey) = load_removable(context, &self.collector_id)?;
        if !context.chunked_work.has_state() {
            if row.count("response_count") > 0 {
                require_privilege(context, &row.text("survey_id").into(), Privilege::AnalyzeFullAccess)?;
            }
            // Between the chunks, no respondent may answer and no invitation may be sent.
            context.sql.run(
                "UPDATE collectors SET status = ? WHERE id = ?",
                values![CollectorStatus::Closed.as_str(), self.collector_id.as_str()],
            )?;
        }
        let row = collectors::removal::delete_collector(context, row, &survey.text("owner_id"))?;
        context.record_activity(ActivityType::CollectorInfoDeleted, &row.text("name"))?;
        emit_collector_event(context, EventType::CollectorDeleted, self.collector_id.as_str(), &survey)?;
        collector_from_row(context, &row)
    }
}

impl Handle for GetCollectorStats {
    fn handle_request(self, context: &CallContext) -> Result<RecipientStats, ApiError> {
        load_collector(context, &self.collector_id)?;
        Ok(recipients::load_stats(context.sql, RecipientScope::Collector(self.collector_id.as_str()))?)
    }
}

/// A collector of a survey that the caller sees.
///
/// # Errors
///
/// [`Error::NotFound`], also if the caller does not see the survey.
pub fn load_collector(context: &CallContext, id: &Id) -> Result<Row, ApiError> {
    let row = load_any_collector(context, id)?;
    require_visible(context, &row.text("survey_id").into())?;
    Ok(row)
}

/// A collector, whose survey the caller may not see.
///
/// # Errors
///
/// [`Error::NotFound`].
pub fn load_any_collector(context: &CallContext, id: &Id) -> Result<Row, ApiError> {
    let row = first_row(
        context.sql,
        "SELECT id, survey_id, type, status, name, body, response_count, created, modified
         FROM collectors
         WHERE id = ?",
        values![id.as_str()],
    )?;
    row.ok_or(Error::NotFound.into())
}

/// A collector that the caller may change, and its survey.
///
/// # Errors
///
/// [`Error::NotFound`], or an error of the caller's privileges or plan.
pub fn load_writable(context: &CallContext, id: &Id) -> Result<(Row, Row), ApiError> {
    let (row, survey) = load_removable(context, id)?;
    check_plan(context, collector_type(&row)?)?;
    Ok((row, survey))
}

/// A collector that the caller may close, and of which the caller may delete something, and its survey. A plan without
/// such collectors does not keep what it has from being ended: our choice.
///
/// # Errors
///
/// [`Error::NotFound`], or an error of the caller's privileges.
pub fn load_removable(context: &CallContext, id: &Id) -> Result<(Row, Row), ApiError> {
    let row = load_collector(context, id)?;
    let survey = require_privilege(context, &row.text("survey_id").into(), Privilege::CollectFullAccess)?;
    Ok((row, survey))
}

/// The type of a stored collector.
///
/// # Errors
///
/// An internal error, if the column holds no type.
pub fn collector_type(row: &Row) -> Result<CollectorType, ApiError> {
    CollectorType::parse(&row.text("type")).ok_or(Error::Internal.into())
}

/// Checks the plan: every type but a web link needs a paid one.
fn check_plan(context: &CallContext, kind: CollectorType) -> Result<(), ApiError> {
    if kind == CollectorType::Weblink || context.account.plan.collects_beyond_weblinks() {
        return Ok(());
    }
    let detail = format!("Collectors of type {} need a paid plan.", kind.as_str());
    Err(ApiError::with_detail(Error::MissingPlan, detail))
}

/// Checks that the plan allows another collector of the survey.
fn check_limit(context: &CallContext, survey_id: &Id) -> Result<(), ApiError> {
    let Some(limit) = context.account.plan.row().collectors else { return Ok(()) };
    let row = first_row(
        context.sql,
        "SELECT COUNT(*) AS total FROM collectors WHERE survey_id = ?",
        values![survey_id.as_str()],
    )?;
    if row.is_some_and(|row| row.count("total") >= u64::from(limit)) {
        let detail = format!("The plan allows {limit} collectors per survey. Delete one first.");
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
    context: &CallContext,
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
        values![
            status.as_str(),
            settings.name.as_str(),
            settings.check_and_encode(context)?,
            context.now(),
            id.as_str()
        ],
    )?;
    context.record_activity(ActivityType::CollectorInfoUpdated, &settings.name)?;
    emit_collector_event(context, EventType::CollectorUpdated, &id, survey)?;
    collector_from_row(context, &load_collector(context, &id.into())?)
}

fn emit_collector_event(context: &CallContext, kind: EventType, id: &str, survey: &Row) -> Result<(), SqlError> {
    let resources = DeliveryResources {
        respondent_id: None,
        recipient_id: None,
        collector_id: Some(id.into()),
        survey_id: Some(survey.text("id").into()),
        user_id: Some(survey.text("owner_id").into()),
    };
    context.emit_event(&Event { kind, object_id: id, resources })
}
