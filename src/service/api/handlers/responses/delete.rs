//! Responses that go: one of them, or all of a collector.

use super::Parent;
use crate::service::actor::context::Context;
use crate::service::api::dispatch::Handle;
use crate::service::api::handlers::collectors::{collector, load};
use crate::service::surveys::answers;
use crate::spec::endpoints::responses::{ClearCollectorResponses, DeleteCollectorResponse, DeleteSurveyResponse};
use crate::spec::resources::collectors::Collector;
use crate::spec::resources::groups::ActivityType;
use crate::spec::resources::responses::Response;
use crate::spec::resources::roles::Privilege;
use crate::spec::types::Id;
use crate::wire::error::ApiError;

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
        let survey = Parent::Collector(self.collector_id.clone()).permits(context, Privilege::AnalyzeFullAccess)?;
        answers::clear(context.ground(), self.collector_id.as_str())?;
        context.did(ActivityType::RespondentDeleted, &format!("Responses of {}", survey.text("title")))?;
        collector(context, &load(context, &self.collector_id)?)
    }
}

fn deleted(context: &Context, parent: &Parent, id: &Id) -> Result<Response, ApiError> {
    let survey = parent.permits(context, Privilege::AnalyzeFullAccess)?;
    let record = parent.head(context, id)?;
    answers::delete(context.ground(), &record)?;
    context.did(ActivityType::RespondentDeleted, &format!("Response {} of {}", record.id, survey.text("title")))?;
    Ok(parent.shown(context, record))
}
