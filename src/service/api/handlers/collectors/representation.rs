//! Stored collectors as resources of the API.

use crate::service::actor::call_context::CallContext;
use crate::service::store::sql::Row;
use crate::service::surveys::collectors;
use crate::spec::endpoints::collectors::{CollectorInclude, GetCollector};
use crate::spec::errors::Error;
use crate::spec::resources::collectors::{Collector, CollectorRef, CollectorStatus, CollectorType};
use crate::spec::types::Integer;
use crate::wire::error::ApiError;
use crate::wire::payload;
use serde_json::{Map, Value, json};

/// A row of a list of collectors. Its status is in `status_now`, because the settings that it depends on may be large.
pub(super) fn collector_ref(context: &CallContext, row: &Row, include: &[CollectorInclude]) -> CollectorRef {
    let includes = |field| include.contains(&field);
    let id = row.text("id");
    CollectorRef {
        name: row.text("name"),
        href: context.operation_url::<GetCollector>(&[&id]),
        r#type: CollectorType::parse(&row.text("type")),
        status: CollectorStatus::parse(&row.text("status_now")).filter(|_| includes(CollectorInclude::Status)),
        response_count: includes(CollectorInclude::ResponseCount)
            .then(|| Integer::saturating(row.count("response_count"))),
        date_created: includes(CollectorInclude::DateCreated).then(|| row.timestamp("created").with_offset()),
        date_modified: includes(CollectorInclude::DateModified).then(|| row.timestamp("modified").with_offset()),
        url: includes(CollectorInclude::Url).then(|| survey_url(context, row).into()),
        id: id.into(),
    }
}

fn survey_url(context: &CallContext, row: &Row) -> Option<String> {
    collectors::survey_url(context.config, &context.account.team_id, &context.request.origin, row)
}

/// A collector as the API returns it.
///
/// # Errors
///
/// An internal error, if the stored settings do not fit the resource.
pub fn collector_from_row(context: &CallContext, row: &Row) -> Result<Collector, ApiError> {
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
        "status": collectors::current_status(row, context.now()).map(CollectorStatus::as_str),
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
