//! A response that an app writes instead of a respondent.

use super::Parent;
use super::written::Written;
use crate::service::actor::context::Context;
use crate::service::api::dispatch::Handle;
use crate::service::api::handlers::collectors::load;
use crate::service::surveys::answers::{Demand, Design, Record, check, insert, refusal};
use crate::service::surveys::collectors;
use crate::spec::endpoints::responses::CreateCollectorResponse;
use crate::spec::errors::Error;
use crate::spec::resources::collectors::CollectorStatus;
use crate::spec::resources::responses::{Response, ResponseStatus};
use crate::spec::resources::roles::Privilege;
use crate::spec::types::Id;
use crate::wire::error::ApiError;

/// It counts like a respondent's own: the collector must take responses, and a completed one must have all
/// required answers. Nobody spent time on it, so its `total_time` is 0. All of this is our choice.
impl Handle for CreateCollectorResponse {
    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        let parent = Parent::Collector(self.collector_id.clone());
        let survey = parent.permits(context, Privilege::CollectFullAccess)?;
        let design = Design::load(context.pieces, context.sql, &survey.text("id"))?.ok_or(Error::NotFound)?;
        let status = self.body.response_status.unwrap_or(ResponseStatus::Completed);
        takes_responses(context, &self.collector_id, status)?;
        let demand = if status == ResponseStatus::Completed { Demand::All } else { Demand::Nothing };
        let checked = check(&design, &self.body.pages, demand).map_err(|problems| refusal(&problems))?;
        let mut record = Record::begun(&design.survey_id, self.collector_id.as_str(), context.now);
        let written = Written {
            custom_variables: self.body.custom_variables,
            custom_value: self.body.custom_value,
            date_created: self.body.date_created,
            ip_address: self.body.ip_address,
            recipient_id: self.body.recipient_id,
        };
        written.apply(context, &design, &mut record)?;
        record.status = status;
        record.answer(checked);
        insert(context.ground(), &mut record)?;
        Ok(parent.shown(context, record))
    }
}

/// 1025 for a collector that is closed or has all the responses that it may have. One that is over quota anyway
/// may still be noted.
fn takes_responses(context: &Context, id: &Id, status: ResponseStatus) -> Result<(), ApiError> {
    let row = load(context, id)?;
    let limit = row.json("body").get("response_limit").and_then(serde_json::Value::as_i64);
    let full = limit.is_some_and(|limit| row.integer("response_count") >= limit);
    if status == ResponseStatus::Overquota && full {
        return Ok(());
    }
    if full {
        return Err(ApiError::with(Error::Conflict, "The collector has reached its `response_limit`."));
    }
    if collectors::status(&row, context.now) == Some(CollectorStatus::Closed) {
        return Err(ApiError::with(Error::Conflict, "The collector is closed."));
    }
    Ok(())
}
