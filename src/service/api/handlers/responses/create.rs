//! A response that an app writes instead of a respondent.

use super::Parent;
use super::storing::{Extent, Storing};
use crate::service::actor::context::Context;
use crate::service::actor::pieces::Pieces;
use crate::service::api::dispatch::Handle;
use crate::service::surveys::design::outline;
use crate::spec::endpoints::responses::CreateCollectorResponse;
use crate::spec::resources::responses::{Response, ResponseNew, ResponsePatch};
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
