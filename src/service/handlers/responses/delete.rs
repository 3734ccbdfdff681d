//! Responses that go: one of them, or all of a collector.

use super::Parent;
use crate::service::answers;
use crate::service::context::Context;
use crate::service::dispatch::Handle;
use crate::service::sql::{first, values};
use crate::spec::endpoints::collectors::GetCollector;
use crate::spec::endpoints::responses::{ClearCollectorResponses, DeleteCollectorResponse, DeleteSurveyResponse};
use crate::spec::errors::Error;
use crate::spec::resources::collectors::Collector;
use crate::spec::resources::groups::ActivityType;
use crate::spec::resources::responses::Response;
use crate::spec::resources::roles::Privilege;
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use crate::wire::payload;
use serde_json::json;

impl Handle for DeleteSurveyResponse {
    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        deleted(context, &Parent::Survey(self.survey_id), &self.response_id)
    }
}

impl Handle for DeleteCollectorResponse {
    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        deleted(context, &Parent::Collector(self.collector_id), &self.response_id)
    }
}

impl Handle for ClearCollectorResponses {
    fn handle(self, context: &Context) -> Result<Collector, ApiError> {
        let id = self.collector_id.as_str();
        let survey = Parent::Collector(self.collector_id.clone()).permits(context, Privilege::AnalyzeFullAccess)?;
        answers::clear(context.ground(), id)?;
        context.did(ActivityType::RespondentDeleted, &format!("Responses of {}", survey.text("title")))?;
        emptied(context, id)
    }
}

fn deleted(context: &Context, parent: &Parent, id: &Id) -> Result<Response, ApiError> {
    let survey = parent.permits(context, Privilege::AnalyzeFullAccess)?;
    let record = parent.load(context, id)?;
    answers::delete(context.ground(), &record)?;
    context.did(ActivityType::RespondentDeleted, &format!("Response {} of {}", record.id, survey.text("title")))?;
    Ok(parent.shown(context, record))
}

fn emptied(context: &Context, id: &str) -> Result<Collector, ApiError> {
    let row = first(
        context.sql,
        "SELECT survey_id, type, status, name, body, response_count, created, modified
         FROM collectors
         WHERE id = ?",
        values![id],
    )?
    .ok_or(Error::NotFound)?;
    let mut body = row.json("body");
    let columns = json!({
        "id": id,
        "survey_id": row.text("survey_id"),
        "type": row.text("type"),
        "status": row.text("status"),
        "name": row.text("name"),
        "response_count": row.count("response_count"),
        "date_created": row.moment("created").with_offset().0,
        "date_modified": row.moment("modified").with_offset().0,
        "href": context.href::<GetCollector>(&[id]),
    });
    if let (Some(fields), serde_json::Value::Object(columns)) = (body.as_object_mut(), columns) {
        fields.extend(columns);
    }
    payload::read(body).ok_or(Error::Internal.into())
}
