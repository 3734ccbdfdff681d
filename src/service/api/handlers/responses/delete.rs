//! Deleting one response, or all of a collector.

use super::ResponseParent;
use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::api::handlers::collectors::{collector_from_row, load_collector};
use crate::service::surveys::answers;
use crate::spec::endpoints::responses::{ClearCollectorResponses, DeleteCollectorResponse, DeleteSurveyResponse};
use crate::spec::resources::collectors::Collector;
use crate::spec::resources::groups::ActivityType;
use crate::spec::resources::responses::Response;
use crate::spec::resources::roles::Privilege;
use crate::spec::types::Id;
use crate::wire::error::ApiError;

impl Handle for DeleteSurveyResponse {
    fn handle_request(self, context: &CallContext) -> Result<Response, ApiError> {
        delete_one(context, &ResponseParent::Survey(self.survey_id), &self.response_id)
    }
}

impl Handle for DeleteCollectorResponse {
    fn handle_request(self, context: &CallContext) -> Result<Response, ApiError> {
        delete_one(context, &ResponseParent::Collector(self.collector_id), &self.response_id)
    }
}

impl Handle for ClearCollectorResponses {
    fn handle_request(self, context: &CallContext) -> Result<Collector, ApiError> {
        let survey = ResponseParent::Collector(self.collector_id.clone())
            .check_privilege(context, Privilege::AnalyzeFullAccess)?;
        answers::clear_responses(context, load_collector(context, &self.collector_id)?)?;
        context.record_activity(ActivityType::RespondentDeleted, &format!("Responses of {}", survey.text("title")))?;
        collector_from_row(context, &load_collector(context, &self.collector_id)?)
    }
}

fn delete_one(context: &CallContext, parent: &ResponseParent, id: &Id) -> Result<Response, ApiError> {
    let survey = parent.check_privilege(context, Privilege::AnalyzeFullAccess)?;
    let record = parent.load_head(context, id)?;
    answers::delete_response(context.effects(), &record)?;
    context.record_activity(
        ActivityType::RespondentDeleted,
        &format!("Response {} of {}", record.id, survey.text("title")),
    )?;
    Ok(parent.to_response(context, record))
}
