//! Creating a response by an app instead of a respondent.

use super::ResponseParent;
use super::response_writer::{Extent, ResponseWriter};
use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::ChunkedWork;
use crate::service::api::dispatch::Handle;
use crate::service::surveys::design::outline;
use crate::spec::endpoints::responses::CreateCollectorResponse;
use crate::spec::resources::responses::{Response, ResponseNew, ResponsePatch};
use crate::wire::error::ApiError;
use std::borrow::Cow;

/// The response counts like a respondent's: the collector must accept responses, and a completed response must have all
/// required answers. Its `total_time` is 0. All of this is our choice.
impl Handle for CreateCollectorResponse {
    fn resume_request(context: &CallContext) -> Option<Result<Response, ApiError>> {
        ResponseWriter::resume_pending(context)
    }

    fn eager_body<'a>(body: &'a [u8], chunked_work: &ChunkedWork) -> Cow<'a, [u8]> {
        outline::body_without_questions(body, chunked_work)
    }

    fn handle_request(self, context: &CallContext) -> Result<Response, ApiError> {
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
        ResponseWriter::from_body(context, ResponseParent::Collector(self.collector_id), Extent::New, body)
            .run_chunk(context)
    }
}
