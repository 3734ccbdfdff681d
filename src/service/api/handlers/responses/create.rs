//! A response that an app writes instead of a respondent.

use super::Parent;
use super::storing::{Extent, Storing};
use crate::service::actor::context::Context;
use crate::service::actor::pieces::Pieces;
use crate::service::api::dispatch::Handle;
use crate::service::api::handlers::collectors::load;
use crate::service::surveys::collectors;
use crate::service::surveys::design::outline;
use crate::spec::endpoints::responses::CreateCollectorResponse;
use crate::spec::errors::Error;
use crate::spec::resources::collectors::CollectorStatus;
use crate::spec::resources::responses::{Response, ResponseNew, ResponsePatch, ResponseStatus};
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use std::borrow::Cow;

/// It counts like a respondent's own: the collector must take responses, and a completed one must have all
/// required answers. Nobody spent time on it, so its `total_time` is 0. All of this is our choice.
impl Handle for CreateCollectorResponse {
    fn go_on(context: &Context) -> Option<Result<Response, ApiError>> {
        Storing::begun(context)
    }

    fn at_once<'a>(body: &'a [u8], pieces: &Pieces) -> Cow<'a, [u8]> {
        outline::at_once(body, pieces)
    }

    fn handle(self, context: &Context) -> Result<Response, ApiError> {
        let ResponseNew {
            pages,
            custom_variables,
            custom_value,
            date_created,
            response_status,
            ip_address,
            recipient_id,
        } = self.body;
        let body = ResponsePatch {
            pages: Some(pages),
            custom_variables,
            custom_value,
            date_created,
            response_status,
            ip_address,
            recipient_id,
        };
        Storing::of(context, Parent::Collector(self.collector_id), Extent::New, body).go_on(context)
    }
}

/// 1025 for a collector that is closed or has all the responses that it may have. One that is over quota anyway
/// may still be noted.
pub fn takes_responses(context: &Context, id: &Id, status: ResponseStatus) -> Result<(), ApiError> {
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
